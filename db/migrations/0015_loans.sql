-- Funds, the requests to borrow from them, and the statements that were printed.

create table funds (
  organisation_id uuid primary key references organisations on delete restrict,
  name text not null check (name <> ''),
  account_number text not null check (account_number ~ '^[0-9]{14}$'),
  transit_number text not null check (transit_number ~ '^[0-9]{14}$'),
  mpesa_short_code text not null check (mpesa_short_code ~ '^[0-9]{5,7}$'),
  currency text not null default 'KES' check (currency = 'KES')
);
comment on table funds is 'Where the money of a lender lies: its accounts at the bank, for what is lent and for what is on its way to another '
  'bank.';
comment on column funds.account_number is '14 digits each. Money leaves `account_number`; what goes on to another bank passes through `transit_number`.';
call wall('funds');
create policy functions on funds to kahawa_functions using (true);
grant select on funds to kahawa_app, kahawa_wide, kahawa_functions;

-- Whether a lender's fund has so much. A society learns no more of a fund than this.
create function fund_covers(lender uuid, cents bigint) returns boolean
  language sql stable security definer as $$
  select exists (select from funds f join ledger_accounts a on a.organisation_id = f.organisation_id and a.kind = 'fund'
      and a.subject_id = f.organisation_id and a.season = '' and a.currency = f.currency
    where f.organisation_id = lender and a.debits_cents - a.credits_cents - a.held_credits_cents >= cents)
$$;
call guard('fund_covers(uuid, bigint)');
grant execute on function fund_covers(uuid, bigint) to kahawa_app, kahawa_wide;

create table loan_requests (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  lender_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  season text not null references seasons on delete restrict,
  reference text not null unique check (reference ~ '^LN[0-9A-Z]{8,12}$'),
  channel text not null check (channel in ('CLERK', 'USSD', 'APP')),
  channel_reference text,
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  fee_cents bigint not null check (fee_cents >= 0),
  net_cents bigint not null check (net_cents > 0 and net_cents <= amount_cents),
  owed_cents bigint not null check (owed_cents = net_cents + fee_cents),
  narration text not null default '',
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
  -- Whoever approved stands among the makers from then on, so that these two know them when money is authorised.
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint approver_authorises_not check (status not in ('PROCESSING', 'SUCCESS', 'FAILED', 'REVERSED', 'REVERSAL_FAILED') or approved_by <> decided_by),
  unique (organisation_id, channel, channel_reference)
) with (fillfactor = 85);
comment on table loan_requests is 'A member''s request to borrow on a limit, and what became of it. Balances live in the ledger; this row says who '
  'decided what.';
comment on column loan_requests.organisation_id is 'The society of the member.';
comment on column loan_requests.lender_id is 'Who lends: KPCU or the bank.';
comment on column loan_requests.season is 'Whose limit is borrowed on.';
comment on column loan_requests.reference is 'Its name for people and banks, for ever.';
comment on column loan_requests.channel_reference is 'The channel''s own name of it: the same again is the same request.';
comment on column loan_requests.net_cents is 'What the farmer receives: the amount less the fee when the fee is taken at once, else the amount.';
comment on column loan_requests.owed_cents is 'What is owed: the amount, or the amount and the fee.';
comment on column loan_requests.payment_type is 'Where it goes, as it was verified when it was authorised; like the account below.';
comment on column loan_requests.partner_status is 'How the payment stands.';
comment on column loan_requests.partner_reference is 'The number that the bank gave it.';
comment on column loan_requests.settled_at is 'When the payment had come to its end.';
create index on loan_requests (organisation_id, id);
create index on loan_requests (organisation_id, status, id);
create index on loan_requests (status, id);
create index on loan_requests (lender_id, status);
create index on loan_requests (farmer_id, id);
create index on loan_requests (created_at) where status in ('PENDING_APPROVAL', 'APPROVED');
call wall('loan_requests');
create policy functions on loan_requests to kahawa_functions using (true);
grant select, insert, update on loan_requests to kahawa_app, kahawa_wide;
grant select on loan_requests to kahawa_functions;

-- Ids of loan requests whose member's text and own reference together hold every pattern, at most so many; the wall is asked
-- first, as in find_farmers.
create function find_loan_requests(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
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
call guard('find_loan_requests(uuid, text[], integer)');
grant execute on function find_loan_requests(uuid, text[], integer) to kahawa_app, kahawa_wide;

create table loan_statements (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  code_hash bytea not null unique check (length(code_hash) = 32),
  initials text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  closing_cents bigint not null,
  fingerprint text not null check (fingerprint ~ '^[0-9A-F]{16}$'),
  issued_by uuid not null references users on delete restrict,
  issued_at timestamptz not null
);
comment on table loan_statements is 'Loan statements that were printed. The paper carries a code of a hundred random bits, of which only the hash is kept: '
  'who reads this table can print no paper that checks, and who holds a paper learns no more than it shows.';
comment on column loan_statements.initials is 'Of the member, as the check of the paper shows them.';
comment on column loan_statements.closing_cents is 'What was owed at the end.';
comment on column loan_statements.fingerprint is 'Of every line as it is printed.';
create index on loan_statements (farmer_id, id);
call wall('loan_statements');
create policy functions on loan_statements to kahawa_functions using (true);
grant select, insert on loan_statements to kahawa_app, kahawa_wide;
grant select on loan_statements to kahawa_functions;
create trigger append_only before update or delete or truncate on loan_statements for each statement execute function refuse_change();

-- What a code says, to anybody who has it. There is no way to ask for another one than by its whole code.
create function check_loan_statement(hash bytea)
  returns table (initials text, organisation text, from_day date, to_day date, closing_cents bigint, issued_at timestamptz, fingerprint text)
  language sql stable security definer as $$
  select s.initials, o.name, s.from_day, s.to_day, s.closing_cents, s.issued_at, s.fingerprint
  from loan_statements s join organisations o on o.id = s.organisation_id where s.code_hash = hash
$$;
call guard('check_loan_statement(bytea)');
grant execute on function check_loan_statement(bytea) to kahawa_auth, kahawa_app, kahawa_wide;
