import { cherryRates, type CherryRate } from '#contract/cherryRates.ts'
import type { InboxItem } from '#contract/inbox.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import './rates.css'

type Shown = Pick<CherryRate, 'rate' | 'previousRate' | 'effect' | 'reason'>

/** The rate before and after, and what the new one would do to limits if it were approved today. */
export function CherryRateLead({ row }: { row: Shown }) {
  const words = useWords().rates
  const { money, weight, number } = useFormat()
  const { effect } = row
  return (
    <>
      <table className="grid rate-change">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{words.value}</span>
            </th>
            <th scope="col" className="right">
              {words.before}
            </th>
            <th scope="col" className="right">
              {words.after}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{words.perKilogram}</th>
            <td className="num right">{money(row.previousRate)}</td>
            <td className="num right">
              <b>{money(row.rate)}</b>
            </td>
          </tr>
          {effect && (
            <tr>
              <th scope="row">{words.limits}</th>
              <td className="num right">{money(effect.before)}</td>
              <td className="num right">
                <b>{money(effect.after)}</b>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {effect && (
        <p className="faint">
          {words.effect(number(effect.members), weight(effect.kilograms), effect.season)} {words.neverAgain}
        </p>
      )}
      {row.reason !== '' && (
        <div className="diff">
          <b>{words.reason}</b>
          <q>{row.reason}</q>
        </div>
      )}
    </>
  )
}

/** The same for a rate that stands in the inbox. */
export function InboxCherryRateLead({ row }: { row: InboxItem }) {
  const { data } = useCall(cherryRates.one, { params: { id: row.id } })
  return data ? <CherryRateLead row={data} /> : null
}
