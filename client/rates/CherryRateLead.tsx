import { cherryRate, type CherryRate } from '#contract/cherryRates.ts'
import type { InboxItem } from '#contract/inbox.ts'
import { BeforeAfter } from '#client/kit/BeforeAfter.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/Quoted.tsx'
import { useWords } from '#client/kit/words.ts'
import './rates.css'

type Shown = Pick<CherryRate, 'rate' | 'previousRate' | 'effect' | 'reason'>

/** The rate before and after, and what the new one would do to limits if it were approved today. */
export function CherryRateLead({ row }: { row: Shown }) {
  const words = useWords().rates
  const { money, weight, number } = useFormat()
  const { effect } = row
  const values = [
    { key: 'rate', title: words.perKilogram, before: money(row.previousRate), after: money(row.rate) },
    ...(effect
      ? [{ key: 'limits', title: words.limits, before: money(effect.before), after: money(effect.after) }]
      : []),
  ]
  return (
    <>
      <BeforeAfter values={values} />
      {effect && (
        <p className="faint">
          {words.effect(number(effect.members), weight(effect.kilograms), effect.season)} {words.neverAgain}
        </p>
      )}
      <Quoted title={words.reason}>{row.reason}</Quoted>
    </>
  )
}

/** The same for a rate that stands in the inbox. */
export function InboxCherryRateLead({ row }: { row: InboxItem }) {
  const { data } = useCall(cherryRate.calls.one, { params: { id: row.id } })
  return data ? <CherryRateLead row={data} /> : null
}
