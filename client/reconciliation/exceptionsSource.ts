import { reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { exceptionList } from '#contract/reconciliation/statementExceptions.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

export const exceptionsSource: ListSource = { list: exceptionList, endpoint: reconciliation.exceptions }

/** While lines are being matched, the numbers move. */
export const everyMs = 2_000
/** The same while only people are waited for. */
export const waitingMs = 15_000
