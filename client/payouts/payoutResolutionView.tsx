import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { payouts, payoutStates } from '#contract/payouts/payouts.ts'
import { payoutResolution, payoutResolutionTitles } from '#contract/payouts/payoutResolutions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { Legs } from './PayoutLegs.tsx'
import './payouts.css'

type Proposed = Pick<ChangeRequest, 'after' | 'reason' | 'targetId' | 'notes'>

/** How a stuck payout is to be resolved, what an approval would do, and what stands behind it. */
function PayoutResolutionLead({ row }: { row: Proposed }) {
  const words = useWords().payouts
  const translate = useContractWords()
  const { money } = useFormat()
  const { data } = useCall(payouts.one, { params: { id: row.targetId } })
  const { resolution, amount, bankReference } = row.after as {
    resolution: keyof typeof payoutResolutionTitles
    amount: number
    bankReference?: string
  } // border: as the server wrote it
  return (
    <>
      <div className="payout-lead">
        <h3>{translate(payoutResolutionTitles[resolution].title)}</h3>
        <b className="num">{money(amount)}</b>
        {bankReference && <span className="code">{bankReference}</span>}
        {row.notes.map(({ code, message }) => (
          <p key={code}>{translate(message)}</p>
        ))}
        <Quoted title={words.reasonOf}>{row.reason}</Quoted>
      </div>
      {data && (
        <>
          <div className="payout-lead">
            <h3>{words.payoutOf}</h3>
            <p>
              {data.title} · <span className="num">{money(data.amount, data.currency)}</span>
            </p>
            <Status {...payoutStates[data.status]} />
            {data.reason && <p>{data.reason}</p>}
          </div>
          <Legs legs={data.legs} />
        </>
      )}
    </>
  )
}

/** How proposals for stuck payouts are listed and decided. */
export const payoutResolutionView = viewRecord(payoutResolution, {
  title: ({ title }) => title,
  Lead: PayoutResolutionLead,
})
