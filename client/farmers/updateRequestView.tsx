import { createdFarmer } from '#contract/farmers/createdFarmers.ts'
import {
  concerns,
  needReason,
  updateRequestFlow,
  updateRequest,
  type UpdateRequest,
} from '#contract/farmers/updateRequests.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { call } from '#client/kit/call.ts'
import { stateFor, type DecisionInput } from '#client/kit/decisions/decisions.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord, type RecordVersion } from '#client/kit/decisions/recordView.tsx'
import { FarmerLink } from '#client/kit/places/links.tsx'
import { Status } from '#client/kit/Status.tsx'
import { noteLines, Warned } from '#client/kit/decisions/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useChangedValues } from './changedValues.ts'
import './farmerPage.css'

/** What a request would change, what a decider should look at, and why it was made. */
function UpdateLead({ row }: { row: UpdateRequest }) {
  const translate = useContractWords()
  const words = useWords().farmerPage
  const state = stateFor(row.status, updateRequestFlow)
  return (
    <>
      <div className="hero">
        <h2>{translate(concerns[row.concern])}</h2>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status.statusName} />
      </div>
      <RiskNotes notes={row.notes} />
      <ChangeTable request={row} />
      <Quoted title={words.reason}>{row.reason}</Quoted>
      <Quoted title={words.comment}>{row.approverComments}</Quoted>
    </>
  )
}

/** The same in the dialog of a decision: who decides from the menu of a row has not seen the drawer. */
const UpdateMore = ({ row }: { row: Pick<UpdateRequest, 'notes' | 'before' | 'after'> }) => (
  <>
    <RiskNotes notes={row.notes} />
    <ChangeTable request={row} />
  </>
)

/** Warnings that come with a record. */
export function RiskNotes({ notes }: { notes: UpdateRequest['notes'] }) {
  const translate = useContractWords()
  const words = useWords().farmerPage
  return <Warned title={words.warnings} lines={noteLines(notes, translate)} />
}

/** What a request would change. */
export function ChangeTable({ request }: { request: Pick<UpdateRequest, 'before' | 'after'> }) {
  return <BeforeAfter values={useChangedValues(request)} />
}

const UpdateDocuments = ({ row }: { row: UpdateRequest }) => <FarmerLink id={row.growerId} />

const body = ({ id, version }: RecordVersion, { comment }: DecisionInput) => ({
  id,
  version,
  ...(comment === undefined ? {} : { approverComments: comment }),
})

/** How update requests are listed and decided: the specification has one call for them and for created farmers. */
export const updateRequestView = viewRecord(updateRequest, {
  title: ({ title }) => title,
  needsReason: ({ notes }, step) => step === 'approve' && needReason(notes),
  take: {
    approve: (row, input) => call(createdFarmer.calls.approve, { body: body(row, input), idempotencyKey: input.key }),
    decline: (row, input) => call(createdFarmer.calls.reject, { body: body(row, input), idempotencyKey: input.key }),
    withdraw: ({ id, version }, { key }) =>
      call(updateRequest.calls.withdraw, { params: { id }, body: { version }, idempotencyKey: key }),
  },
  More: UpdateMore,
  Lead: UpdateLead,
  leads: ['concern', 'risks'],
  Documents: UpdateDocuments,
})
