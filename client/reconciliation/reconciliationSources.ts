import { reconciliation } from '#contract/reconciliation.ts'
import { exceptionFlow, exceptionList, exceptionResolution } from '#contract/statementExceptions.ts'
import { statementImportFlow, statementImport } from '#contract/statementImports.ts'
import { call } from '#client/kit/call.ts'
import { changeDecisions } from '#client/kit/changeDecisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const exceptionsSource: ListSource = { list: exceptionList, endpoint: reconciliation.exceptions }
export const resolutionsSource: ListSource = {
  list: exceptionResolution.list,
  endpoint: exceptionResolution.calls.list,
  waits: exceptionFlow,
}

/** How proposals for exceptions are decided. */
export const resolutionDecisions = changeDecisions(exceptionFlow, (step, body, idempotencyKey) =>
  call(exceptionResolution.calls.decide, { body: { ...body, step }, idempotencyKey }),
)

export const importsSource: ListSource = {
  list: statementImport.list,
  endpoint: statementImport.calls.list,
  waits: statementImportFlow,
}

/** How statements are decided that somebody else has brought as files. */
export const importDecisions = changeDecisions(statementImportFlow, (step, body, idempotencyKey) =>
  call(statementImport.calls[step], { body, idempotencyKey }),
)

/** While lines are being matched, the numbers move. */
export const everyMs = 2_000
/** The same while only people are waited for. */
export const waitingMs = 15_000
