import { reconciliation } from '#contract/reconciliation.ts'
import { exceptionFlow, exceptionList, resolutionList } from '#contract/statementExceptions.ts'
import { call } from '#client/kit/call.ts'
import { changeDecisions } from '#client/kit/changeDecisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const exceptionsSource: ListSource = { list: exceptionList, endpoint: reconciliation.exceptions }
export const resolutionsSource: ListSource = {
  list: resolutionList,
  endpoint: reconciliation.resolutions,
  waits: exceptionFlow,
}

/** How proposals for exceptions are decided. */
export const resolutionDecisions = changeDecisions(exceptionFlow, (step, body, idempotencyKey) =>
  call(reconciliation.decide, { body: { ...body, step }, idempotencyKey }),
)

/** While lines are being matched, the numbers move. */
export const everyMs = 2_000
