import type { World } from './world.ts'

/** What schedules leave of a member: a line of one that was turned down and a retry of it. */
export async function leavePayments(world: World, id: string): Promise<void> {
  await world.owner.query(
    `with schedule as (
      insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, generated_at, status, makers, made_by, created_at)
        select gen_random_uuid(), f.organisation_id, '2025/2026', 1, 10, 9000, 90000, now(), 'REJECTED', array[u.id], u.id, now()
        from farmers f join users u on u.username = 'fcs.maker' where f.id = $1 returning id)
     insert into schedule_lines (id, communal_payment_id, organisation_id, farmer_id, kilograms, total_cents, recovered_cents, left_cents, net_cents, institution_code,
       institution_type, account_number, account_name, payment_type, status)
     select gen_random_uuid(), s.id, f.organisation_id, f.id, 10, 90000, 0, 0, 90000, f.institution_code, 'BANK', f.account_number, f.account_name, 'PESALINK', 'PENDING'
     from farmers f cross join schedule s where f.id = $1`,
    [id],
  )
  await world.owner.query(
    `insert into payment_retries (id, organisation_id, line_id, farmer_id, type, attempt, amount_cents, failure, institution_code, institution_type, account_number, account_name,
       payment_type, old_account_number, notes, reason, status, makers, made_by, created_at)
     select gen_random_uuid(), l.organisation_id, l.id, l.farmer_id, 'RETRY', 2, l.net_cents, 'account closed', l.institution_code, l.institution_type, l.account_number, l.account_name,
       l.payment_type, l.account_number, '[]', 'The account is open again', 'WITHDRAWN', array[u.id], u.id, now()
     from schedule_lines l join users u on u.username = 'fcs.maker' where l.farmer_id = $1`,
    [id],
  )
}
