import type { PayoutDetail } from '#contract/payouts/payouts.ts'
import { handlingRefused } from '#contract/reconciliation/statementExceptions.ts'
import { payoutResolutionFlow } from '#contract/payouts/payoutResolutions.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { changeKind, getChange, shapeChange } from '#server/kit/records/changeRequests.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { resolutionsOf, type LegFacts, type PayoutOrder } from './planLegs.ts'

/** A decision waits for the lender, and for the bank that keeps the accounts. */
export const payoutResolutionKind: RecordKind = {
  ...changeKind(payoutResolutionFlow),
  atStake: sql<string>`'KES ' || to_char((t.after ->> 'amount')::numeric, 'FM999,999,999,990.00')`,
  decidedBy: (actor) =>
    sql<boolean>`(t.organisation_id = ${actor.organisationId} or ${handlingRefused(actor, '') === null})`,
}

/** What a payout was opened with, as the plan of its legs needs it. */
export const orderColumns = sql<PayoutOrder>`payment_type as "paymentType", institution_code as "institutionCode", institution_type as "institutionType",
  account_number as "accountNumber", amount_cents as "amountCents", fund_account as "fundAccount", transit_account as "transitAccount", short_code as "shortCode"`

/** How a payout can go on, and the newest proposal for it. */
export async function waysOf(
  tx: Tx,
  actor: Actor,
  { id, legs }: { id: string; legs: readonly LegFacts[] },
): Promise<Pick<PayoutDetail, 'resolutions' | 'proposal'>> {
  const [proposal] = await rows(
    tx,
    sql<{
      id: string
    }>`select id from change_requests where kind = ${payoutResolutionFlow.kind} and target_id = ${id} order by id desc limit 1`,
  )
  const order = await one(tx, sql<PayoutOrder>`select ${orderColumns} from payouts where id = ${id}`)
  return {
    resolutions: resolutionsOf(order, legs),
    proposal: proposal
      ? shapeChange(payoutResolutionKind, actor)(await getChange(tx, payoutResolutionKind, proposal.id))
      : null,
  }
}
