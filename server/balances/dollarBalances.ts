import type { Question } from './checkBalances.ts'

/** Whose an e-slip is in a balance: its grower, or nobody's alone where its lot was bulked. */
const ofSlip =
  'e.grower_id as organisation_id, e.season, e.sale_number as sale, e.eslip_number as record, e.id::text as target'
const isPaid = `e.status in ('PAID', 'COLLECTED')`

/** Balances of dollars from the hammer to the accounts of societies, in cents. */
export const dollarBalances = {
  HAMMER: () => `
    select coalesce(e.grower_id, a.grower_id) as organisation_id, coalesce(a.season, e.season) as season, coalesce(a.sale_number, e.sale_number) as sale,
      coalesce(e.eslip_number, 'Lot ' || a.lot_number) as record, coalesce(e.id::text, '') as target, coalesce(round(a.kilograms * a.price_cents / 50)::bigint, 0) as came,
      coalesce(e.gross_cents, 0) as went, round(a.kilograms * a.price_cents / 50)::bigint = e.gross_cents is true as closes
    from (select * from auction_results where state = 'IN_FORCE' and price_cents is not null) a
      full join (select * from eslips where status <> 'VOID') e on e.result_id = a.id`,
  LEGS: () => `
    select ${ofSlip}, e.gross_cents as came, coalesce(l.cents, 0) as went,
      e.gross_cents = coalesce(l.cents, 0) and e.net_cents = coalesce(l.growers, 0) and (s.net is null or (s.net, s.gross) = (e.net_cents, e.gross_cents)) as closes
    from eslips e
      left join (select eslip_id, sum(amount_cents)::bigint as cents, sum(amount_cents) filter (where kind = 'GROWER') as growers from eslip_legs group by 1) l on l.eslip_id = e.id
      left join (select eslip_id, sum(net_cents) as net, sum(gross_cents) as gross from eslip_shares group by 1) s on s.eslip_id = e.id
    where e.status <> 'VOID'`,
  BUYERS: () => `
    select e.grower_id as organisation_id, e.season, e.sale as sale, coalesce(e.invoice, p.invoice_number) as record, coalesce(e.first, '') as target,
      coalesce(b.cents, 0) as came, coalesce(e.cents, 0) as went, b.cents = e.cents is true as closes
    from (select payment_id, min(invoice_number) as invoice, case when count(distinct grower_id) = 1 then min(grower_id::text)::uuid end as grower_id, min(season) as season,
        min(sale_number) as sale, min(id::text) as first, sum(gross_cents)::bigint as cents from eslips e where ${isPaid} group by 1) e
      full join (select id, line_id, invoice_number from buyer_payments where status = 'APPROVED') p on p.id = e.payment_id
      cross join lateral (select sum(m.amount_cents)::bigint as cents from ledger_movements m
        where m.cause_id = p.id and m.cause_kind = 'buyer_payment' or m.cause_kind = 'statement_line' and m.cause_id in (select i.id from recon_items i where i.line_id in (p.line_id, e.payment_id))) b`,
  DISTRIBUTION: () => `
    select ${ofSlip}, coalesce(sum(l.amount_cents) filter (where l.is_due), 0)::bigint as came, coalesce(sum(l.booked), 0)::bigint as went,
      bool_and(case when l.is_due then l.booked = l.amount_cents is true else l.booked is null end) as closes
    from eslips e join lateral (
      select l.amount_cents, m.amount_cents as booked, ${isPaid} and (l.payee_id is not null or l.kind = 'EXCHANGE') as is_due
      from (select * from eslip_legs where eslip_id = e.id) l
        full join (select amount_cents, reference from ledger_movements where cause_id = e.id and cause_kind = 'eslip') m on m.reference = 'eslip/' || e.id || '/' || l.place) l on true
    where e.status <> 'VOID' group by e.id`,
  LEG_PAYOUTS: () => `
    select ${ofSlip}, sum(l.amount_cents)::bigint as came, coalesce(sum(p.amount_cents), 0)::bigint as went,
      bool_and(p.amount_cents = l.amount_cents and (p.status = 'PAID') = (l.status = 'PAID') is true) as closes
    from eslip_legs l join eslips e on e.id = l.eslip_id left join payouts p on p.id = l.payout_id where l.status <> 'WAITING' group by e.id`,
  ARRIVAL: () => `
    select coalesce(l.grower_id, e.grower_id) as organisation_id, e.season, e.sale_number as sale, e.eslip_number as record, e.id::text as target,
      coalesce(sum(l.amount_cents) filter (where l.status = 'PAID'), 0)::bigint as came, coalesce(sum(m.amount_cents), 0)::bigint as went,
      bool_and(case when l.status = 'PAID' then m.amount_cents = l.amount_cents and (l.kind <> 'GROWER' or a.kind = 'non_checkoff' and a.organisation_id = l.payee_id) is true
        else m.id is null end) as closes
    from eslip_legs l join eslips e on e.id = l.eslip_id left join ledger_movements m on m.cause_id = l.id and m.cause_kind = 'eslip_leg'
      left join ledger_accounts a on a.id = m.debit_account_id
    where ${isPaid} group by e.id, coalesce(l.grower_id, e.grower_id)`,
  DOLLARS_UNDER_WAY: () => `
    select organisation_id, '' as season, null as sale, o.code as record, '' as target, coalesce(a.cents, 0) as came, coalesce(w.cents, 0)::bigint as went,
      coalesce(a.cents, 0) = coalesce(w.cents, 0) as closes
    from (select organisation_id, debits_cents - credits_cents as cents from ledger_accounts where kind = 'clearing' and currency = 'USD' and subject_id = organisation_id) a
      full join (
        select organisation_id, sum(cents) as cents from (
          select coalesce(l.payee_id, b.organisation_id) as organisation_id, l.amount_cents as cents from eslip_legs l join eslips e on e.id = l.eslip_id
            left join trade_accounts b on b.purpose = 'BUYERS' where ${isPaid} and l.status <> 'PAID' and (l.payee_id is not null or l.kind = 'EXCHANGE')
          union all select organisation_id, amount_cents from society_transfers where status = 'PROCESSING') t group by 1) w using (organisation_id)
      join organisations o on o.id = organisation_id`,
  TRANSFERS: () => `
    select t.organisation_id, t.season, null as sale, (t.created_at at time zone 'Africa/Nairobi')::date::text as record, t.id::text as target,
      case when t.status = 'DONE' then t.amount_cents else 0 end as came, coalesce(m.arrived, 0) as went,
      m.ordered = t.amount_cents and m.arrived is not distinct from case when t.status = 'DONE' then t.amount_cents end
        and m.returned is not distinct from case when t.status = 'FAILED' then t.amount_cents end as closes
    from society_transfers t cross join lateral (
      select sum(amount_cents) filter (where reference like '%/ordered')::bigint as ordered, sum(amount_cents) filter (where reference like '%/arrived' or reference like '%/sold')::bigint as arrived,
        sum(amount_cents) filter (where reference like '%/returned')::bigint as returned from ledger_movements where cause_id = t.id and cause_kind = 'society_transfer') m
    where t.status in ('PROCESSING', 'DONE', 'FAILED')`,
} satisfies Record<string, Question>
