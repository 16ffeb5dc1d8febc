import { parchments, type Parchment } from '#contract/parchments.ts'
import { stateFor } from '#client/kit/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './parchment.css'

/** What is at stake in a record: its kilograms, its miller and what its approval shares among the members. */
export function ParchmentLead({ row }: { row: Parchment }) {
  const words = useWords().parchment
  const say = useContractWords()
  const { money, number, weight } = useFormat()
  const state = stateFor(row.status)
  const facts = [
    [words.miller, `${row.miller} (${row.millerCode})`],
    [words.bags, number(row.bags)],
    [words.rate, money(row.rate)],
    [words.lender, row.shareData ? words.kpcu : words.bank],
  ] as const
  return (
    <>
      <div className="hero">
        <span className="big num">{weight(row.weight)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={say(state?.label ?? row.status.statusName)} />
      </div>
      {row.approverComment && (
        <div className="diff">
          <b>{words.remarks}</b>
          <q>{row.approverComment}</q>
        </div>
      )}
      <section className="parchment-effect" aria-label={words.tranche}>
        <p>{row.status.id === 1 ? words.hasShared : words.willShare}</p>
        <b className="num parchment-pool">{money(row.pool)}</b>
        <dl>
          {facts.map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

/** The same for a record of which only the id is known, as in the inbox. */
export function ParchmentLeadById({ row }: { row: { id: string } }) {
  const { data } = useCall(parchments.one, { params: { id: row.id } })
  return data ? <ParchmentLead row={data} /> : null
}
