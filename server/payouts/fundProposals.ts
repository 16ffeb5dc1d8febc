import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { handlingRefused } from '#contract/reconciliation/statementExceptions.ts'
import { changeKind, getChange, shapeChange } from '#server/kit/records/changeRequests.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { Refused } from '#server/kit/refused.ts'

/** Only the lender itself, and the bank that keeps the account, touch what stands on it. */
export function mustHandle(actor: Actor, lenderId: string): void {
  const code = handlingRefused(actor, lenderId)
  if (code) throw new Refused(code)
}

/** The kind of a proposal about a lender's accounts: it waits for the lender, and for the bank that keeps them. */
export const fundProposalKind = (flow: Workflow): RecordKind => ({
  ...changeKind(flow),
  decidedBy: (actor) =>
    sql<boolean>`(t.organisation_id = ${actor.organisationId} or ${handlingRefused(actor, '') === null})`,
})

/** The newest proposal for a target, or null. */
export async function newestProposal(
  tx: Tx,
  actor: Actor,
  kind: RecordKind,
  targetId: string,
): Promise<ChangeRequest | null> {
  const [newest] = await rows(
    tx,
    sql<{
      id: string
    }>`select id from change_requests where kind = ${kind.flow.kind} and target_id = ${targetId} order by id desc limit 1`,
  )
  return newest ? shapeChange(kind, actor)(await getChange(tx, kind, newest.id)) : null
}
