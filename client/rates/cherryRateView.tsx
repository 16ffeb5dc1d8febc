import { cherryRate, type CherryRate } from '#contract/rates/cherryRates.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useWords } from '#client/kit/words.ts'
import './rates.css'

type ProposedRate = Pick<CherryRate, 'rate' | 'previousRate' | 'effect' | 'reason'>

/** The rate before and after, and what the new one would do to limits if it were approved today. */
function CherryRateLead({ row }: { row: ProposedRate }) {
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

/** How cherry rates are listed and decided. */
export const cherryRateView = viewRecord(cherryRate, {
  title: ({ organisationName }) => organisationName,
  Lead: CherryRateLead,
  leads: ['rate', 'previousRate'],
})
