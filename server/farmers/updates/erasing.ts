import type { LifeState } from '#contract/farmers/lifeStates.ts'
import type { erasureBars } from '#contract/farmers/updateRequests.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import type { FarmerRecord } from '#server/farmers/farmerValues.ts'

export const erased: LifeState = 'ERASED'

/** Files whose rows are emptied with the member: what stands in any other may still become something of him. */
const decidedFiles = ['APPROVED', 'APPROVED_WITH_ERRORS', 'REJECTED', 'DISCARDED', 'DELETED']

/** Refuses to erase a member while money, coffee or a file is under way: it could never come to an end under nobody's name. The farmer is locked. */
export async function refuseErasure(tx: Tx, { id, type, lifeState }: FarmerRecord): Promise<void> {
  if (lifeState === erased) throw new Refused('farmer.erased')
  if (type === 'FCS_FARMER_COMPANY') throw new Refused('erasure.company')
  const open = await one(
    tx,
    sql<Record<'asked' | 'owed' | 'unpaid' | 'cherry' | 'filed', boolean>>`select
      exists (select from loan_requests where farmer_id = ${id} and status in ('PENDING_APPROVAL', 'APPROVED', 'PROCESSING', 'REVERSAL_FAILED')) as asked,
      exists (select from ledger_accounts where subject_id = ${id} and ((kind = 'loan' and debits_cents <> credits_cents) or held_debits_cents <> 0 or held_credits_cents <> 0)) as owed,
      exists (select from schedule_lines l join communal_payments p on p.id = l.communal_payment_id where l.farmer_id = ${id} and l.status not in ('SUCCESS', 'NIL')
          and p.status not in ('REJECTED', 'WITHDRAWN'))
        or exists (select from payment_retries where farmer_id = ${id} and status = 'PENDING_APPROVAL') as unpaid,
      exists (select from cherry_deliveries where farmer_id = ${id} and status = 'PENDING_APPROVAL')
        or exists (select from cherry_deliveries where farmer_id = ${id} and status = 'APPROVED' and paid_in is null group by season having sum(kilograms) > 0) as cherry,
      exists (select from farmers f join uploads u on u.organisation_id = f.organisation_id join upload_rows r on r.upload_id = u.id
        where f.id = ${id} and u.status <> all (${decidedFiles}) and row_names(u.kind, r, f)) as filed`,
  )
  const bars: [boolean, (typeof erasureBars)[number]][] = [
    [open.asked, 'erasure.loans_asked'],
    [open.owed, 'erasure.loans_owed'],
    [open.unpaid, 'erasure.payments_open'],
    [open.cherry, 'erasure.deliveries_open'],
    [open.filed, 'erasure.files_open'],
  ]
  for (const [stands, code] of bars) if (stands) throw new Refused(code)
}

/** Whether books name a member, who is masked then and not erased. */
export const hasTraded = async (tx: Tx, id: string): Promise<boolean> =>
  (await one(tx, sql<{ traded: boolean }>`select has_traded(${id}) as traded`)).traded

/** Erases or masks a member in every table that names one (contract/keeping/erasure.ts). Answers what the member is called from now on. */
export const eraseMember = async (tx: Tx, id: string): Promise<string> =>
  (await one(tx, sql<{ called: string }>`select erase_member(${id}) as called`)).called
