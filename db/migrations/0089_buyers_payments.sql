-- How a sale is paid: the accounts of those who are paid of it, what buyers pay, and what lenders may take before a grower is paid.

-- Where dollars of buyers lie until they are distributed.
-- Made anew, at the same place: before PostgreSQL 17 a generated column cannot be told another rule.
alter table ledger_account_kinds drop column lender, add column lender text not null generated always as
  (case when kind in ('limit', 'limit_used', 'loan') then 'NAMED' when kind in ('settlement', 'outside', 'position', 'proceeds') then 'NONE' else 'OWNER' end) stored;
comment on column ledger_account_kinds.lender is 'Whether an account of the kind is of one lender: its owner, or one that it names.';
insert into ledger_account_kinds (kind, book, normal_side, may_overdraw, meaning) values
  ('proceeds', 'MONEY', 'DEBIT', false, 'Dollars that buyers have paid onto the settlement account of the bank, until they are distributed.');
alter table ledger_accounts drop constraint lender_as_its_kind,
  add constraint lender_as_its_kind check ((kind in ('settlement', 'outside', 'position', 'proceeds')) = (lender_id is null));

create table trade_accounts (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  purpose text not null check (purpose in ('BUYERS', 'DSS', 'EXCHANGE', 'PROVIDER')),
  account_number text not null unique check (account_number ~ '^02\d{12}$'),
  account_name text not null check (account_name <> ''),
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  constraint one_trade_account_for_each_purpose unique (organisation_id, purpose)
);
comment on table trade_accounts is 'Dollar accounts at the bank by which sales are settled: the one that buyers pay onto, those of the bank and of the exchange for their fees, '
  'and one of each broker, miller, warehouse and lender. Two people of the bank open or change one.';
comment on column trade_accounts.purpose is 'BUYERS, DSS and EXCHANGE are kept by the bank; PROVIDER is the account of the organisation itself.';
call wall('trade_accounts');
grant select, insert, update on trade_accounts to kahawa_app, kahawa_wide;

create or replace view kept_accounts with (security_invoker = true) as
  select organisation_id, account_number, 'FUND' as purpose, 'KES' as currency, true as is_current from funds
  union all select organisation_id, transit_number, 'TRANSIT', 'KES', true from funds
  union all select organisation_id, mpesa_short_code, 'MPESA', 'KES', true from funds
  union all select n.organisation_id, n.account_number, n.purpose, case n.purpose when 'FARMERS_KES' then 'KES' else 'USD' end,
      exists (select from society_accounts s where s.account_number = n.account_number)
    from society_account_numbers n
  union all select organisation_id, account_number, purpose, 'USD', true from trade_accounts where purpose = 'BUYERS';
comment on view kept_accounts is 'Every account at a bank that is held against its statements: of funds, of societies, and the one that buyers pay onto.';

create table buyer_payments (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  invoice_number text not null check (invoice_number <> ''),
  amount_cents bigint not null check (amount_cents > 0),
  paid_on date not null,
  bank_reference text not null check (bank_reference <> ''),
  line_id uuid unique references bank_statement_lines on delete restrict,
  reason text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers))
);
comment on table buyer_payments is 'Payments of buyers that people of the bank have recorded, because its statement does not say them, or not as it should.';
comment on column buyer_payments.line_id is 'The line of the statement that it turned out to be: one payment, however often it is told.';
create unique index one_waiting_payment_of_an_invoice on buyer_payments (invoice_number) where status = 'PENDING_APPROVAL';
create unique index one_payment_of_a_reference on buyer_payments (bank_reference) where status = 'APPROVED';
create index on buyer_payments (organisation_id, id);
create index on buyer_payments (invoice_number);
create index on buyer_payments (made_by);
create index on buyer_payments (decided_by);
call wall('buyer_payments');
grant select, insert, update on buyer_payments to kahawa_app, kahawa_wide;

create table sale_claims (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  grower_id uuid not null references organisations on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  taken_cents bigint not null default 0 check (taken_cents >= 0),
  document text not null check (document <> ''),
  reason text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'COVERED', 'REJECTED', 'WITHDRAWN')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint no_more_than_was_claimed check (taken_cents <= amount_cents),
  constraint covered_when_all_is_taken check (status <> 'COVERED' or taken_cents = amount_cents)
);
comment on table sale_claims is 'What a lender may take of the proceeds of a society before it is paid: lodged by one person with the document of its authority, agreed by another.';
comment on column sale_claims.organisation_id is 'The lender. Amounts in cents of a dollar.';
comment on column sale_claims.document is 'Number of the document by which the society has agreed.';
create unique index one_claim_of_a_document on sale_claims (organisation_id, grower_id, document) where status not in ('REJECTED', 'WITHDRAWN');
create index on sale_claims (organisation_id, id);
create index on sale_claims (grower_id) where status = 'APPROVED';
create index on sale_claims (grower_id, id);
create index on sale_claims (made_by);
create index on sale_claims (decided_by);
call wall('sale_claims');
create policy named_grower on sale_claims for select to kahawa_app using (grower_id = (select app_organisation()));
grant select, insert, update on sale_claims to kahawa_app, kahawa_wide;
alter table eslip_legs add foreign key (claim_id) references sale_claims on delete restrict;
