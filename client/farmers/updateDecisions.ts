import { createdFarmer } from '#contract/createdFarmers.ts'
import { needReason, updateRequestFlow, updateRequest, type UpdateRequest } from '#contract/updateRequests.ts'
import { call } from '#client/kit/call.ts'
import { commented, type Decisions, type Given } from '#client/kit/decisions.ts'

/** What a decision must know of a request. */
export type DecidedRequest = Pick<UpdateRequest, 'id' | 'version' | 'title'> & Partial<Pick<UpdateRequest, 'notes'>>

const body = ({ id, version }: DecidedRequest, { comment }: Given) => ({
  id,
  version,
  ...(comment === undefined ? {} : { approverComments: comment }),
})

/** How update requests are decided. */
export const updateDecisions: Decisions<DecidedRequest> = {
  flow: updateRequestFlow,
  title: ({ title }) => title,
  asksWhy: ({ notes = [] }, step) => step === 'approve' && needReason(notes),
  take: {
    approve: (row, given) => call(createdFarmer.calls.approve, { body: body(row, given), idempotencyKey: given.key }),
    decline: (row, given) => call(createdFarmer.calls.reject, { body: body(row, given), idempotencyKey: given.key }),
    withdraw: ({ id, version }, { key }) =>
      call(updateRequest.calls.withdraw, { params: { id }, body: { version }, idempotencyKey: key }),
  },
  takeMany: async (step, records, { comment, key }) => {
    const told = commented(comment)
    // Only steps declared for bulk come here, and those are the two of the call.
    const decided = { step: step as 'approve' | 'decline', records, ...told }
    return (await call(updateRequest.calls.decideMany, { body: decided, idempotencyKey: key })).data
  },
}
