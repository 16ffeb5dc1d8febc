-- Where the money of a lender lies: its accounts at the bank, for what is lent and for what is on its way to another bank.
create table funds (
  organisation_id uuid primary key references organisations on delete restrict,
  name text not null check (name <> ''),
  -- 14 digits each. Money leaves `account_number`; what goes on to another bank passes through `transit_number`.
  account_number text not null check (account_number ~ '^[0-9]{14}$'),
  transit_number text not null check (transit_number ~ '^[0-9]{14}$'),
  mpesa_short_code text not null check (mpesa_short_code ~ '^[0-9]{5,7}$'),
  currency text not null default 'KES' check (currency = 'KES')
);
call wall('funds');
grant select on funds to kahawa_app, kahawa_wide;

-- A member's request to borrow on a limit, and what became of it. Balances live in the ledger; this row says who decided what.
create table loan_requests (
  id uuid primary key,
  -- The society of the member.
  organisation_id uuid not null references organisations on delete restrict,
  -- Who lends: KPCU or the bank, as the last limit was granted.
  lender_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  season text not null references seasons on delete restrict,
  -- Its name for people and banks, for ever.
  reference text not null unique check (reference ~ '^LN[0-9A-Z]{8,12}$'),
  channel text not null check (channel in ('CLERK', 'USSD', 'APP')),
  -- The channel's own name of it: the same again is the same request.
  channel_reference text,
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  fee_cents bigint not null check (fee_cents >= 0),
  -- What the farmer receives: the amount less the fee when the fee is taken at once, else the amount.
  net_cents bigint not null check (net_cents > 0 and net_cents <= amount_cents),
  -- What is owed: the amount, or the amount and the fee.
  owed_cents bigint not null check (owed_cents = net_cents + fee_cents),
  narration text not null default '',
  -- Where it goes, as it was verified when it was authorised.
  payment_type text check (payment_type in ('INTERNALFT', 'PESALINK', 'MPESA')),
  institution_code text,
  institution_type text,
  account_number text,
  account_name text,
  partner_status text not null default 'NOT_APPLICABLE' check (partner_status in ('NOT_APPLICABLE', 'QUEUED', 'SENT', 'SUCCESS', 'FAILED', 'TIMEOUT', 'UNKNOWN')),
  partner_reference text,
  recovery_status text not null default 'NOT_DUE' check (recovery_status in ('NOT_DUE', 'PARTIALLY_RECOVERED', 'RECOVERED', 'OVERDUE', 'WRITTEN_OFF')),
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'PROCESSING', 'SUCCESS', 'FAILED', 'REVERSED', 'REVERSAL_FAILED', 'REJECTED', 'DECLINED', 'EXPIRED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  approved_by uuid references users on delete restrict,
  approved_at timestamptz,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  settled_at timestamptz,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint approver_authorises_not check (status not in ('PROCESSING', 'SUCCESS', 'FAILED', 'REVERSED', 'REVERSAL_FAILED') or approved_by <> decided_by),
  unique (organisation_id, channel, channel_reference)
) with (fillfactor = 85);
-- Whoever approved stands among the makers from then on, so that the two constraints above know them when money is authorised.
create index on loan_requests (organisation_id, id);
create index on loan_requests (organisation_id, status, id);
create index on loan_requests (status, id);
create index on loan_requests (lender_id, status);
create index on loan_requests (farmer_id, id);
create index on loan_requests (created_at) where status in ('PENDING_APPROVAL', 'APPROVED');
call wall('loan_requests');
grant select, insert, update on loan_requests to kahawa_app, kahawa_wide;

-- Whether a lender's fund has so much. A society learns no more of a fund than this.
create function fund_covers(lender uuid, cents bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from funds f join ledger_accounts a on a.organisation_id = f.organisation_id and a.kind = 'fund'
      and a.subject_id = f.organisation_id and a.season = '' and a.currency = f.currency
    where f.organisation_id = lender and a.debits_cents - a.credits_cents - a.held_credits_cents >= cents)
$$;
revoke execute on function fund_covers(uuid, bigint) from public;
grant execute on function fund_covers(uuid, bigint) to kahawa_app, kahawa_wide;

-- Ids of loan requests whose member's text and own reference together hold every pattern, at most so many; the wall is asked
-- first, as in find_farmers.
create function find_loan_requests(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 set search_path = public, pg_temp as $$
declare
  of_society text := case when society is null then '' else format(' and %%1$I.organisation_id = %L', society) end;
  by_member text;
  by_reference text;
  by_both text;
begin
  if current_setting('role') <> 'kahawa_wide' and society is distinct from app_organisation() then return; end if;
  select string_agg(format('f.search_text like %L', pattern), ' and '), string_agg(format('r.reference like %L', pattern), ' or '),
    string_agg(format('f.search_text || '' '' || r.reference like %L', pattern), ' and ')
    into by_member, by_reference, by_both from unnest(patterns) as pattern;
  return query execute
    'select r.id from (select f.id from farmers f where ' || by_member || format(of_society, 'f') || ') m join loan_requests r on r.farmer_id = m.id'
    || ' union all select r.id from (select r.id, r.farmer_id, r.reference from loan_requests r where (' || by_reference || ')'
    || format(of_society, 'r') || ') r join farmers f on f.id = r.farmer_id where ' || by_both || ' and not (' || by_member || ') limit ' || most;
end $$;
revoke execute on function find_loan_requests(uuid, text[], integer) from public;
grant execute on function find_loan_requests(uuid, text[], integer) to kahawa_app, kahawa_wide;
