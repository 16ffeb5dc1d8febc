import { legStates, type PayoutLeg } from '#contract/payouts/payouts.ts'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What was sent, or counts as paid, one after the other. */
export function Legs({ legs }: { legs: readonly PayoutLeg[] }) {
  const words = useWords().payouts
  return (
    <section className="payout-part">
      <h3>{words.legs}</h3>
      <ol className="payout-legs">
        {legs.map((leg) => (
          <Leg key={leg.place} leg={leg} />
        ))}
      </ol>
    </section>
  )
}

function Leg({ leg }: { leg: PayoutLeg }) {
  const words = useWords().payouts
  const translate = useContractWords()
  const { dateTime, money } = useFormat()
  const why = words.reasons[leg.reason] ?? translate(leg.reason)
  return (
    <li>
      <p className="payout-leg-head">
        <b>
          {leg.place}. {words.leg[leg.kind]}
        </b>
        <Status {...legStates[leg.status]} />
      </p>
      <p>
        <span className="num">
          {[money(leg.amount, leg.currency), leg.received !== null && money(leg.received)].filter(Boolean).join(' → ')}
        </span>{' '}
        · {words.fromTo(leg.from, leg.to)}
      </p>
      <p className="code">{[leg.reference, leg.bankReference].filter(Boolean).join(' · ')}</p>
      {why && <p>{why}</p>}
      <p className="faint">
        {[
          leg.sentAt && words.sentAt(dateTime(leg.sentAt)),
          leg.asked > 0 && words.asked(leg.asked),
          leg.settledAt && leg.settledBy && words.settledBy[leg.settledBy](dateTime(leg.settledAt)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
}
