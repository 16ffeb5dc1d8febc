-- The ledger: the only home of balances. A movement takes one amount from one account to another, so that no movement can be
-- out of balance; what it does to the two accounts is written by a trigger in the same statement, never by the program.
-- `docs/decisions/0013-a-ledger-of-pairs.md` says why.

create table ledger_account_kinds (
  kind text primary key,
  book text not null check (book in ('MONEY', 'LIMIT')),
  normal_side text not null check (normal_side in ('DEBIT', 'CREDIT')),
  may_overdraw boolean not null,
  meaning text not null,
  lender text not null generated always as
    (case when kind in ('limit', 'limit_used', 'loan') then 'NAMED' when kind in ('settlement', 'outside') then 'NONE' else 'OWNER' end) stored,
  unique (kind, book, normal_side, may_overdraw)
);
comment on table ledger_account_kinds is 'The chart of accounts. An account of a kind that may not be overdrawn never has less than nothing available.';
comment on column ledger_account_kinds.book is 'Nothing moves from one book to another: a limit is no money.';
comment on column ledger_account_kinds.normal_side is 'The side on which the account grows.';
comment on column ledger_account_kinds.lender is 'Whether an account of the kind is of one lender: its owner, or one that it names.';
grant select on ledger_account_kinds to kahawa_functions;
create trigger append_only before update or delete or truncate on ledger_account_kinds for each statement execute function refuse_change();

insert into ledger_account_kinds (kind, book, normal_side, may_overdraw, meaning) values
  ('limit_granted', 'LIMIT', 'DEBIT', false, 'What an organisation has granted the members of a society in a season.'),
  ('limit', 'LIMIT', 'CREDIT', false, 'What a member may still borrow in a season.'),
  ('limit_used', 'LIMIT', 'CREDIT', false, 'What a member has borrowed of the limit of a season.'),
  ('fund', 'MONEY', 'DEBIT', false, 'Money of a fund at the bank.'),
  ('clearing', 'MONEY', 'DEBIT', false, 'Money of a fund on its way to the members of a society: paid out, or back.'),
  ('loan', 'MONEY', 'DEBIT', false, 'What a member owes of the loans of a season.'),
  ('fee', 'MONEY', 'CREDIT', false, 'Fees of the loans to members of a society.'),
  ('settlement', 'MONEY', 'CREDIT', false, 'Money of a society that the bank holds for it.'),
  ('outside', 'MONEY', 'CREDIT', true, 'The other side of money that comes from the world outside or goes there.');

create table ledger_accounts (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  kind text not null,
  book text not null,
  normal_side text not null,
  may_overdraw boolean not null,
  subject_id uuid not null,
  season text not null default '' check (season = '' or season ~ '^[0-9]{4}/[0-9]{4}$'),
  currency text not null check (currency in ('KES', 'USD')),
  debits_cents bigint not null default 0 check (debits_cents >= 0),
  credits_cents bigint not null default 0 check (credits_cents >= 0),
  held_debits_cents bigint not null default 0 check (held_debits_cents >= 0),
  held_credits_cents bigint not null default 0 check (held_credits_cents >= 0),
  entry_count bigint not null default 0,
  opened_at timestamptz not null,
  lender_id uuid,
  foreign key (kind, book, normal_side, may_overdraw) references ledger_account_kinds (kind, book, normal_side, may_overdraw) on delete restrict,
  constraint one_account_of_a_kind unique nulls not distinct (organisation_id, kind, subject_id, season, currency, lender_id),
  constraint lender_as_its_kind check ((kind in ('settlement', 'outside')) = (lender_id is null)),
  unique (id, organisation_id, book, currency),
  unique (id, book, currency),
  constraint not_overdrawn check (may_overdraw or case normal_side
    when 'CREDIT' then credits_cents - debits_cents - held_debits_cents
    else debits_cents - credits_cents - held_credits_cents end >= 0)
) with (fillfactor = 70);
comment on table ledger_accounts is 'One account for each kind, owner, subject, season, currency and lender, with its balance as its movements have made '
  'it.';
comment on column ledger_accounts.organisation_id is 'Who sees it, and who alone may debit it behind the wall.';
comment on column ledger_accounts.subject_id is 'The farmer or the organisation it is about.';
comment on column ledger_accounts.season is 'Empty when the account is not of one season.';
comment on column ledger_accounts.debits_cents is 'Sum of all debits that were posted.';
comment on column ledger_accounts.credits_cents is 'Sum of all credits that were posted.';
comment on column ledger_accounts.held_debits_cents is 'What open holds will take or bring.';
comment on column ledger_accounts.held_credits_cents is 'The same of the other side.';
comment on column ledger_accounts.entry_count is 'Number of its last entry.';
comment on column ledger_accounts.lender_id is 'Whose limit it is part of, or to whom what stands here is owed; the owner itself of most kinds.';
create index on ledger_accounts (subject_id, kind);
call wall('ledger_accounts');
create policy functions on ledger_accounts to kahawa_functions using (true);
grant select on ledger_accounts to kahawa_app, kahawa_wide;
grant select, insert, update on ledger_accounts to kahawa_functions;
create trigger append_only before delete or truncate on ledger_accounts for each statement execute function refuse_change();
create trigger kept_by_movements before update on ledger_accounts for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

create function begin_with_nothing() returns trigger language plpgsql as $$
begin
  if new.debits_cents + new.credits_cents + new.held_debits_cents + new.held_credits_cents + new.entry_count <> 0 then
    raise exception 'an account begins with nothing' using errcode = 'check_violation';
  end if;
  return new;
end $$;
call guard('begin_with_nothing()');

create trigger begin_with_nothing before insert on ledger_accounts for each row execute function begin_with_nothing();

create table ledger_movements (
  id uuid primary key,
  organisation_id uuid not null,
  reference text not null check (length(reference) between 1 and 120),
  kind text not null check (kind in ('POST', 'HOLD', 'POST_HOLD', 'VOID_HOLD')),
  hold_id uuid references ledger_movements on delete restrict,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  book text not null,
  currency text not null,
  amount_cents bigint not null check (amount_cents > 0),
  business_date date not null,
  cause_kind text not null check (cause_kind <> ''),
  cause_id uuid not null,
  narration text not null default '',
  expires_at timestamptz,
  place integer not null,
  created_at timestamptz not null,
  constraint two_accounts check (debit_account_id <> credit_account_id),
  constraint only_closings_name_a_hold check ((kind in ('POST_HOLD', 'VOID_HOLD')) = (hold_id is not null)),
  constraint only_holds_expire check (kind = 'HOLD' or expires_at is null),
  foreign key (debit_account_id, organisation_id, book, currency) references ledger_accounts (id, organisation_id, book, currency) on delete restrict,
  foreign key (credit_account_id, book, currency) references ledger_accounts (id, book, currency) on delete restrict
);
comment on table ledger_movements is 'One amount from one account to another: posted, or held. Never changed and never removed.';
comment on column ledger_movements.organisation_id is 'The owner of the debited account.';
comment on column ledger_movements.reference is 'One per intent, for ever.';
comment on column ledger_movements.kind is 'POST moves. HOLD sets aside, POST_HOLD moves what a hold has set aside, VOID_HOLD lets it go.';
comment on column ledger_movements.hold_id is 'The hold that it closes.';
comment on column ledger_movements.amount_cents is 'Of a VOID_HOLD: what was held. A POST_HOLD may be smaller than its hold; the rest is released.';
comment on column ledger_movements.business_date is 'The day in Nairobi that it counts for.';
comment on column ledger_movements.cause_kind is 'The record that it came of.';
comment on column ledger_movements.expires_at is 'Of a hold: after this it can only be let go.';
comment on column ledger_movements.place is 'Movements of one statement happen in this order.';
create unique index one_movement_of_a_reference on ledger_movements (reference);
-- A hold is closed once.
create unique index one_closing_of_a_hold on ledger_movements (hold_id) where hold_id is not null;
create index on ledger_movements (cause_id, id);
call wall('ledger_movements');
create policy functions on ledger_movements to kahawa_functions using (true);
grant select, insert on ledger_movements to kahawa_app, kahawa_wide;
grant select on ledger_movements to kahawa_functions;
-- Append-only, the owner included. What the trigger keeps, nobody else writes.
create trigger append_only before update or delete or truncate on ledger_movements for each statement execute function refuse_change();

create table ledger_entries (
  account_id uuid not null,
  n bigint not null,
  organisation_id uuid not null,
  movement_id uuid not null,
  side text not null check (side in ('DEBIT', 'CREDIT')),
  posted_cents bigint not null check (posted_cents >= 0),
  held_cents bigint not null,
  balance_after_cents bigint not null,
  available_after_cents bigint not null,
  primary key (account_id, n)
);
comment on table ledger_entries is 'What a movement did to each of its two accounts, numbered without a gap in each account.';
comment on column ledger_entries.n is 'From one, without a gap in each account.';
comment on column ledger_entries.posted_cents is 'Zero of a hold.';
comment on column ledger_entries.held_cents is 'Added to what is held on this side; negative when a hold is closed.';
call wall('ledger_entries');
create policy functions on ledger_entries to kahawa_functions using (true);
grant select on ledger_entries to kahawa_app, kahawa_wide;
grant select, insert on ledger_entries to kahawa_functions;
create trigger append_only before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
create trigger kept_by_movements before insert on ledger_entries for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

create table ledger_holds (
  movement_id uuid primary key references ledger_movements on delete restrict,
  organisation_id uuid not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_cents bigint not null,
  expires_at timestamptz
);
comment on table ledger_holds is 'Holds that nobody has closed yet.';
create index on ledger_holds (expires_at) where expires_at is not null;
create index on ledger_holds (debit_account_id);
call wall('ledger_holds');
create policy functions on ledger_holds to kahawa_functions using (true);
grant select on ledger_holds to kahawa_app, kahawa_wide;
grant select, insert, delete on ledger_holds to kahawa_functions;
create trigger kept_by_movements before insert or update or delete on ledger_holds for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger append_only before truncate on ledger_holds for each statement execute function refuse_change();
