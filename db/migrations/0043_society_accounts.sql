-- Where a society keeps its money: dollars that come in, what it retains, and what is its members', in dollars and in shillings.

insert into ledger_account_kinds (kind, book, normal_side, may_overdraw, meaning) values
  ('non_checkoff', 'MONEY', 'DEBIT', false, 'Proceeds of a society at the bank, before anything of them is used.'),
  ('checkoff', 'MONEY', 'DEBIT', false, 'Money of a society at the bank for its own costs and debts.'),
  ('farmers', 'MONEY', 'DEBIT', false, 'Money at the bank that a society owes its members for their cherry.');

create table society_accounts (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  purpose text not null check (purpose in ('NON_CHECKOFF', 'CHECKOFF', 'FARMERS_USD', 'FARMERS_KES')),
  account_number text not null unique check (account_number ~ '^\d{14}$'),
  account_name text not null check (account_name <> ''),
  ledger_account_id uuid not null references ledger_accounts on delete restrict,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  constraint one_account_for_each_purpose unique (organisation_id, purpose),
  constraint dollars_begin_with_02 check ((purpose <> 'FARMERS_KES') = (account_number like '02%'))
);
comment on table society_accounts is 'Accounts of a society at the bank, one for each purpose, each with the account of the ledger that mirrors it.';
comment on column society_accounts.account_number is '14 digits at Co-operative Bank. Two people change it; the trail keeps the one before.';
comment on column society_accounts.account_name is 'As the bank answered when the change was approved.';
create index on society_accounts (ledger_account_id);
call wall('society_accounts');
grant select, insert, update on society_accounts to kahawa_app, kahawa_wide;

-- Whether a number is one of a fund: those must never become a society's. A society learns no more of a fund than this.
create function is_account_of_fund(number text) returns boolean
  language sql stable security definer as $$
  select exists (select from funds where number in (account_number, transit_number))
$$;
call guard('is_account_of_fund(text)');
grant execute on function is_account_of_fund(text) to kahawa_app, kahawa_wide;
