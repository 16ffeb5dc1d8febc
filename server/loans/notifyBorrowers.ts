import type { TextOccasion } from '#contract/house/textOccasions.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { textFarmers } from '#server/texts/textFarmers.ts'

/** Which states of a loan an occasion is about. */
const statesOf = {
  loan_approved: ['APPROVED'],
  loan_authorised: ['PROCESSING'],
  loan_paid: ['SUCCESS'],
  loan_failed: ['FAILED', 'REVERSED'],
} as const satisfies Partial<Record<TextOccasion, readonly string[]>>

/** Notifies members of their loans, those of the list that have come to a state of the occasion. */
export async function notifyBorrowers(tx: Tx, occasion: keyof typeof statesOf, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await textFarmers(
    tx,
    occasion,
    sql`select l.organisation_id, l.farmer_id, f.mobile_number, l.id as record_id,
        jsonb_build_object('reference', l.reference, 'amountCents', l.amount_cents, 'netCents', l.net_cents, 'owedCents', l.owed_cents,
          'institution', i.name, 'ending', right(coalesce(l.account_number, f.account_number), 3), 'cameBack', l.status = 'REVERSED') as told
      from loan_requests l join farmers f on f.id = l.farmer_id join institutions i on i.code = coalesce(l.institution_code, f.institution_code)
      where l.id = any (${ids}::uuid[]) and l.status = any (${statesOf[occasion]}::text[])`,
  )
}
