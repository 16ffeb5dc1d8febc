import { reconciliation } from '#contract/reconciliation.ts'
import { exceptionFlow, exceptionList, resolutionList } from '#contract/statementExceptions.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { call } from '#client/kit/call.ts'
import type { Decisions, Given } from '#client/kit/decisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const exceptionsSource: ListSource = { list: exceptionList, endpoint: reconciliation.exceptions }
export const resolutionsSource: ListSource = {
  list: resolutionList,
  endpoint: reconciliation.resolutions,
  waits: exceptionFlow,
}

/** What a decision must know of a proposal. */
export type DecidedResolution = Pick<ChangeRequest, 'id' | 'version' | 'title'>

const take =
  (step: 'approve' | 'decline' | 'withdraw') =>
  ({ id, version }: DecidedResolution, { comment, key }: Given) =>
    call(reconciliation.decide, {
      body: { id, version, step, ...(comment === undefined ? {} : { approverComment: comment }) },
      idempotencyKey: key,
    })

/** How proposals for exceptions are decided. */
export const resolutionDecisions: Decisions<DecidedResolution> = {
  flow: exceptionFlow,
  title: ({ title }) => title,
  take: { approve: take('approve'), decline: take('decline'), withdraw: take('withdraw') },
}

/** While lines are being matched, the numbers move. */
export const everyMs = 2_000
