import type { Invariant } from './invariants.ts'

const ends = `('PAID', 'FAILED', 'REVERSED', 'REVERSAL_FAILED')`
const ofLimit = `('PENDING_APPROVAL', 'APPROVED', 'PROCESSING', 'REVERSAL_FAILED')`
const balance = `case normal_side when 'CREDIT' then credits_cents - debits_cents else debits_cents - credits_cents end`

/** What must hold of loans, limits and payouts once everything has ended. */
export const moneyInvariants: readonly Invariant[] = [
  {
    promise: 'no leg is left to be sent, on its way or in doubt',
    broken: `select reference, status, reason, asked, next_at, leased_until from payout_legs where settled_at is null`,
  },
  { promise: 'every payout has ended', broken: `select reference, status from payouts where status not in ${ends}` },
  {
    promise: 'every authorised loan has one payout and stands where it stands, and no other loan has one',
    broken: `select l.reference, l.status, p.status as payout from loan_requests l full join (select * from payouts where source_kind = 'loan_request') p on p.source_id = l.id
      where case when p.id is null then l.status in ('PROCESSING', 'SUCCESS', 'FAILED', 'REVERSED', 'REVERSAL_FAILED')
        else l.status is distinct from case p.status when 'PAID' then 'SUCCESS' else p.status end end`,
  },
  {
    promise: 'every payout is of what the member was to receive',
    broken: `select p.reference, p.amount_cents::text, l.net_cents::text from payouts p join loan_requests l on l.id = p.source_id where p.amount_cents <> l.net_cents`,
  },
  {
    promise: 'every limit is what was granted, reserved and used, and leaves the rest',
    broken: `with granted as (select farmer_id, season, sum(added_cents)::bigint as cents from limit_rows group by 1, 2),
      requested as (select farmer_id, season, coalesce(sum(amount_cents) filter (where status in ${ofLimit}), 0)::bigint as reserved,
        coalesce(sum(amount_cents) filter (where status = 'SUCCESS'), 0)::bigint as used from loan_requests group by 1, 2)
      select farmer_id, season, f.granted_cents::text, f.reserved_cents::text, f.used_cents::text, f.available_cents::text, g.cents::text as granted, a.reserved::text, a.used::text
      from farmer_limits f full join granted g using (farmer_id, season) full join requested a using (farmer_id, season)
      where (f.granted_cents, f.reserved_cents, f.used_cents, f.available_cents) is distinct from
        (coalesce(g.cents, 0), coalesce(a.reserved, 0), coalesce(a.used, 0), (coalesce(g.cents, 0) - coalesce(a.reserved, 0) - coalesce(a.used, 0)) / 100 * 100)`,
  },
  {
    promise: 'every lender’s part of a limit is what that lender granted, reserved and used',
    broken: `with granted as (select farmer_id, season, granted_by as lender_id, sum(added_cents)::bigint as cents from limit_rows group by 1, 2, 3 having sum(added_cents) > 0),
      requested as (select farmer_id, season, lender_id, coalesce(sum(amount_cents) filter (where status in ${ofLimit}), 0)::bigint as reserved,
        coalesce(sum(amount_cents) filter (where status = 'SUCCESS'), 0)::bigint as used from loan_requests group by 1, 2, 3)
      select farmer_id, season, lender_id, l.granted_cents::text, l.reserved_cents::text, l.used_cents::text, g.cents::text as granted, a.reserved::text, a.used::text
      from lender_limits l full join granted g using (farmer_id, season, lender_id) full join requested a using (farmer_id, season, lender_id)
      where (l.granted_cents, l.reserved_cents, l.used_cents) is distinct from (g.cents, coalesce(a.reserved, 0), coalesce(a.used, 0))`,
  },
  {
    promise: 'every open loan holds its part of the limit, and no ended one does',
    broken: `select h.reference as hold, l.id as loan from (select m.reference from ledger_holds o join ledger_movements m on m.id = o.movement_id) h
      full join (select id, lender_id from loan_requests where status in ${ofLimit}) l on h.reference = 'limit/' || l.id || '/' || l.lender_id where h.reference is null or l.id is null`,
  },
  {
    promise: 'members owe what they were paid and its fee, less what schedules recovered of it',
    broken: `with owed as (select subject_id, season, sum(debits_cents - credits_cents) as cents from ledger_accounts where kind = 'loan' group by 1, 2),
      recovered as (select a.subject_id as farmer_id, a.season, sum(r.amount_cents) as cents from schedule_recoveries r join schedule_lines l on l.id = r.line_id
          join schedule_lender_payments s on s.communal_payment_id = l.communal_payment_id and s.lender_id = r.lender_id and s.status = 'SUCCESS'
          join ledger_accounts a on a.id = r.ledger_account_id group by 1, 2),
      lent as (select farmer_id, season, coalesce(q.cents, 0) - coalesce(r.cents, 0) as cents
        from (select farmer_id, season, sum(owed_cents) as cents from loan_requests where status = 'SUCCESS' group by 1, 2) q full join recovered r using (farmer_id, season))
      select coalesce(subject_id, farmer_id) as farmer, o.cents::text as owed, l.cents::text as lent
      from owed o full join lent l on l.farmer_id = o.subject_id and l.season = o.season where coalesce(o.cents, 0) <> coalesce(l.cents, 0)`,
  },
  {
    promise: 'nothing lies between a fund and its members but what is stuck in transit',
    broken: `with between_them as (select organisation_id, subject_id, sum(${balance}) as cents from ledger_accounts where kind = 'clearing' and organisation_id <> subject_id group by 1, 2),
      stuck as (select lender_id, organisation_id, sum(net_cents) as cents from loan_requests where status in ('PROCESSING', 'REVERSAL_FAILED') group by 1, 2)
      select c.organisation_id, c.subject_id, c.cents::text as clearing, s.cents::text as stuck
      from between_them c full join stuck s on s.lender_id = c.organisation_id and s.organisation_id = c.subject_id where coalesce(c.cents, 0) <> coalesce(s.cents, 0)`,
  },
  {
    promise: 'every change of state of a loan has exactly one audit event',
    broken: `select l.reference, l.version, count(e.id)::int from loan_requests l left join audit_events e on e.record_id = l.id and e.from_status is not null
      group by l.id having l.version - 1 <> count(e.id)`,
  },
  {
    promise: 'no loan came to a state twice',
    broken: `select e.record_id, e.to_status, count(*)::int from audit_events e join loan_requests l on l.id = e.record_id where e.to_status is not null group by 1, 2 having count(*) > 1`,
  },
  {
    promise: 'every loan request was noted once when it came',
    broken: `select l.reference from loan_requests l left join audit_events e on e.record_id = l.id and e.action = 'create' group by l.id having count(e.id) <> 1`,
  },
  {
    promise: 'the last audit event names the state of the loan',
    broken: `select l.reference, l.status, e.to_status from loan_requests l
      join lateral (select to_status from audit_events e where e.record_id = l.id order by e.id desc limit 1) e on true where e.to_status is distinct from l.status`,
  },
  {
    promise: 'no leg was sent twice, and each end of one was noted once',
    broken: `select l.reference, l.status, count(*) filter (where e.what = 'SENT')::int as sent, count(*) filter (where e.what = 'NOT_SENT')::int as put_back,
        count(*) filter (where e.says in ('PAID', 'REFUSED'))::int as ends
      from payout_legs l left join payout_events e on e.leg_id = l.id group by l.id
      having count(*) filter (where e.what = 'SENT') - count(*) filter (where e.what = 'NOT_SENT') <> 1
        or l.settled_at is not null and (count(*) filter (where e.says = l.status) <> 1 or count(*) filter (where e.says in ('PAID', 'REFUSED')) <> 1)`,
  },
  {
    promise: 'no message of the bank about a payout was left unread',
    broken: `select m.reference from bank_messages m join payout_legs l on l.reference = m.reference where m.outcome = 'UNMATCHED'`,
  },
]
