import { parchment, type Parchment } from '#contract/parchments.ts'
import { stateFor } from '#client/kit/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { ConsentLine } from '#client/kit/ShareConsent.tsx'
import { Quoted } from '#client/kit/Quoted.tsx'
import { Stake } from '#client/kit/Stake.tsx'
import { Status } from '#client/kit/Status.tsx'
import { isRejected } from '#client/kit/UploadLead.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What is at stake in a record: its kilograms, its miller and what its approval shares among the members. */
export function ParchmentLead({ row }: { row: Parchment }) {
  const words = useWords().parchment
  const say = useContractWords()
  const { money, number, weight } = useFormat()
  const state = stateFor(row.status)
  return (
    <>
      <div className="hero">
        <span className="big num">{weight(row.weight)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={say(state?.label ?? row.status.statusName)} />
      </div>
      <Quoted title={words.remarks}>{row.approverComment}</Quoted>
      <Stake
        label={words.tranche}
        title={row.status.id === 1 ? words.hasShared : isRejected(row) ? words.wouldShare : words.willShare}
        amount={money(row.pool)}
        facts={[
          [words.miller, `${row.miller} (${row.millerCode})`],
          [words.bags, number(row.bags)],
          [words.rate, money(row.rate)],
          [words.lender, row.shareData ? words.kpcu : words.bank],
        ]}
      />
      <ConsentLine consent={row.consent} />
    </>
  )
}

/** The same for a record of which only the id is known, as in the inbox. */
export function ParchmentLeadById({ row }: { row: { id: string } }) {
  const { data } = useCall(parchment.calls.one, { params: { id: row.id } })
  return data ? <ParchmentLead row={data} /> : null
}
