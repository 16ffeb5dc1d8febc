import { reconciliation } from '#contract/reconciliation.ts'
import { exceptionFlow, exceptionList, resolutionList } from '#contract/statementExceptions.ts'
import { statementImportFlow, statementImportList, statementImports } from '#contract/statementImports.ts'
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

export const importsSource: ListSource = {
  list: statementImportList,
  endpoint: statementImports.list,
  waits: statementImportFlow,
}

/** How statements are decided that somebody else has brought as files. */
export const importDecisions = changeDecisions(statementImportFlow, (step, body, idempotencyKey) =>
  call(statementImports[step], { body, idempotencyKey }),
)

/** While lines are being matched, the numbers move. */
export const everyMs = 2_000
/** The same while only people are waited for. */
export const waitingMs = 15_000
