import type { PayoutDetail } from '#contract/payouts/payouts.ts'
import { payoutResolutionFlow } from '#contract/payouts/payoutResolutions.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { fundProposalKind, newestProposal } from './fundProposals.ts'
import { resolutionsOf, type LegFacts, type PayoutOrder } from './planLegs.ts'

export const payoutResolutionKind: RecordKind = {
  ...fundProposalKind(payoutResolutionFlow),
  atStake: sql<string>`'KES ' || to_char((t.after ->> 'amount')::numeric, 'FM999,999,999,990.00')`,
}

/** What a payout was opened with, as the plan of its legs needs it. */
export const orderColumns = sql<PayoutOrder>`payment_type as "paymentType", institution_code as "institutionCode", institution_type as "institutionType",
  account_number as "accountNumber", amount_cents as "amountCents", currency, deal_code as "dealCode", received_cents as "receivedCents", fund_account as "fundAccount", transit_account as "transitAccount", short_code as "shortCode"`

/** The resolutions that are possible for a payout, and the newest proposal of one. */
export async function readResolutions(
  tx: Tx,
  actor: Actor,
  { id, legs }: { id: string; legs: readonly LegFacts[] },
): Promise<Pick<PayoutDetail, 'resolutions' | 'proposal'>> {
  const order = await one(tx, sql<PayoutOrder>`select ${orderColumns} from payouts where id = ${id}`)
  return {
    resolutions: resolutionsOf(order, legs),
    proposal: await newestProposal(tx, actor, payoutResolutionKind, id),
  }
}
