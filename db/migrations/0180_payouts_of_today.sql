-- What has left the funds in a day is added up for every batch that is sent, and at the desk: among the legs of all years it was looked for one by
-- one, as the index before knew only of one of the two ways in which money leaves a fund.
create index payout_legs_sent_lately on payout_legs (sent_at) include (lender_id, amount_cents)
  where (kind = 'INTERNAL' or channel = 'rtgs') and currency = 'KES' and status <> 'REFUSED';
drop index payout_legs_sent_at_idx;
-- What failed lately needs attention for a week.
create index payouts_failed_lately on payouts (settled_at) where status in ('FAILED', 'REVERSED');
