import type { Question } from './checkBalances.ts'

const ofSchedule = `p.organisation_id, p.season, null as sale, p.season || ' (' || p.cycle || ')' as record, p.id::text as target`
const isApproved = `p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`
const setAside = `(select m.amount_cents from ledger_movements m where m.reference = 'schedule/' || p.id || '/approved')`

/** What the books say has arrived of a payment: what was paid, less what came back. */
const arrivedOf = (kind: string, id: string) => `(
  select sum(case when m.reference like '%/returned%' then -m.amount_cents else m.amount_cents end)::bigint as cents from ledger_movements m
  where m.cause_id = ${id} and m.cause_kind = '${kind}' and (m.reference like '${kind}/%/paid%' or m.reference like '${kind}/%/returned%'))`

/** Balances of shillings from the deals of societies to the accounts of their members, in cents. */
export const shillingBalances = {
  CONVERSION: () => `
    select t.organisation_id, t.season, null as sale, c.deal_code as record, t.id::text as target, div(t.amount_cents::numeric * c.rate_micros, 1000000)::bigint as came,
      coalesce(m.cents, 0) as went, t.received_cents = div(t.amount_cents::numeric * c.rate_micros, 1000000) and m.cents = t.received_cents is true as closes
    from society_transfers t join conversion_rates c on c.id = t.conversion_rate_id
      left join lateral (select sum(amount_cents)::bigint as cents from ledger_movements where reference = 'transfer/' || t.id || '/bought') m on true
    where t.kind = 'CONVERSION' and t.status = 'DONE'`,
  ORIGIN: () => `
    select ${ofSchedule}, coalesce(f.cents, 0) as came, coalesce(${setAside}, 0) as went, coalesce(f.cents, 0) = coalesce(${setAside}, 0) as closes
    from communal_payments p left join (select communal_payment_id, sum(shillings_cents)::bigint as cents from communal_payment_conversions group by 1) f on f.communal_payment_id = p.id
    where ${isApproved}`,
  SCHEDULE: () => `
    select ${ofSchedule}, coalesce(${setAside}, 0) - coalesce(b.cents, 0) as came, l.cents as went,
      coalesce(${setAside}, 0) - coalesce(b.cents, 0) = l.cents and l.cents = p.net_cents + p.recovered_cents + p.deducted_cents
        and (l.total, l.bonus) = (p.total_cents, p.bonus_cents) as closes
    from communal_payments p cross join lateral (
        select coalesce(sum(net_cents + recovered_cents + deducted_cents), 0)::bigint as cents, coalesce(sum(total_cents), 0)::bigint as total, coalesce(sum(bonus_cents), 0)::bigint as bonus
        from schedule_lines where communal_payment_id = p.id) l
      cross join lateral (select sum(m.amount_cents)::bigint as cents from schedule_lines x join ledger_movements m on m.reference = 'schedule_line/' || x.id || '/left'
        where x.communal_payment_id = p.id) b
    where ${isApproved}`,
  TAKEN: () => `
    select ${ofSchedule}, l.cents as came, coalesce(s.cents, 0) as went,
      (l.cents = coalesce(s.cents, 0) or s.cents is null and l.is_new) and coalesce(s.booked, 0) = coalesce(s.paid, 0) as closes
    from communal_payments p cross join lateral (
        select coalesce(sum(recovered_cents + deducted_cents), 0)::bigint as cents, p.status = 'APPROVED' and coalesce(bool_or(status = 'PENDING'), false) as is_new
        from schedule_lines where communal_payment_id = p.id) l
      left join lateral (
        select sum(x.amount_cents)::bigint as cents, sum(x.amount_cents) filter (where x.status = 'SUCCESS') as paid, sum(a.cents) as booked
        from schedule_lender_payments x left join lateral ${arrivedOf('schedule_lender', 'x.id')} a on true where x.communal_payment_id = p.id) s on true
    where ${isApproved} and l.cents > 0`,
  MEMBER_PAYOUTS: () => `
    select ${ofSchedule}, coalesce(sum(l.net_cents) filter (where l.status = 'SUCCESS'), 0)::bigint as came, coalesce(sum(o.cents), 0)::bigint as went,
      bool_and(coalesce(o.cents, 0) = case when l.status = 'SUCCESS' then l.net_cents else 0 end) as closes
    from communal_payments p join schedule_lines l on l.communal_payment_id = p.id left join (
      select line, sum(cents)::bigint as cents from (
        select source_id as line, amount_cents as cents from payouts where source_kind = 'schedule_line' and status = 'PAID'
        union all select r.line_id, o.amount_cents from payouts o join payment_retries r on r.id = o.source_id where o.source_kind = 'payment_retry' and o.status = 'PAID') t group by 1) o on o.line = l.id
    where ${isApproved} group by p.id`,
  MEMBERS: () => `
    select ${ofSchedule}, coalesce(sum(l.net_cents) filter (where l.status = 'SUCCESS'), 0)::bigint as came, coalesce(sum(a.cents), 0)::bigint as went,
      bool_and(coalesce(a.cents, 0) = case when l.status = 'SUCCESS' then l.net_cents else 0 end) as closes
    from communal_payments p join schedule_lines l on l.communal_payment_id = p.id left join lateral ${arrivedOf('schedule_line', 'l.id')} a on true
    where ${isApproved} group by p.id`,
  SHILLINGS_UNDER_WAY: () => `
    select organisation_id, '' as season, null as sale, o.code as record, '' as target, coalesce(a.cents, 0) as came, coalesce(w.cents, 0)::bigint as went,
      coalesce(a.cents, 0) = coalesce(w.cents, 0) as closes
    from (select organisation_id, debits_cents - credits_cents as cents from ledger_accounts where kind = 'clearing' and currency = 'KES' and subject_id = organisation_id) a
      full join (
        select organisation_id, sum(cents) as cents from (
          select l.organisation_id, l.recovered_cents + l.deducted_cents + case when l.status = 'SUCCESS' then 0 else l.net_cents end as cents
            from schedule_lines l join communal_payments p on p.id = l.communal_payment_id where ${isApproved}
          union all select x.organisation_id, -x.amount_cents from schedule_lender_payments x where x.status = 'SUCCESS') t group by 1) w using (organisation_id)
      join organisations o on o.id = organisation_id`,
} satisfies Record<string, Question>
