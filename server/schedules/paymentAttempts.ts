import { sql } from '#server/kit/db.ts'

/**
 * Columns of what is paid to a member, or to a lender or a payee (`t`): how often the bank was asked for it, and whether the bank has
 * said of a payment that it refused: paid after all.
 */
export const attemptColumns = sql<{ attempts: number; isContradicted: boolean }>`
  ((select count(*) from payouts a where a.source_kind in ('schedule_line', 'schedule_lender') and a.source_id = t.id)
    + (select count(*) from payment_retries y where (y.line_id = t.id or y.lender_payment_id = t.id) and y.status = 'APPROVED'))::integer as attempts,
  exists (select from payouts a join payout_events e on e.payout_id = a.id where e.says = 'CONTRADICTS' and (a.source_id = t.id
    or a.source_id in (select y.id from payment_retries y where y.line_id = t.id or y.lender_payment_id = t.id))) as "isContradicted"`
