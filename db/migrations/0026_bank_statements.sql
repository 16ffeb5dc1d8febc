-- What the bank says of our accounts, line by line, and what we make of each line.
create table bank_statements (
  id uuid primary key,
  -- Whose account it is: the lender's.
  organisation_id uuid not null references organisations on delete restrict,
  -- 14 digits, or the M-PESA short code.
  account_number text not null check (account_number ~ '^([0-9]{14}|[0-9]{5,7})$'),
  source text not null check (source in ('CAMT053', 'CSV', 'BANK')),
  file_name text not null,
  -- Of what it says, not of its bytes: the same statement again is the same row.
  sha256 bytea not null,
  from_on date not null,
  to_on date not null,
  opening_cents bigint not null,
  closing_cents bigint not null,
  line_count integer not null check (line_count >= 0),
  -- Lines that no earlier statement had brought.
  new_count integer not null check (new_count between 0 and line_count),
  made_by uuid references users on delete restrict,
  created_at timestamptz not null,
  -- Every line of it has been held against our payments.
  matched_at timestamptz,
  check (from_on <= to_on),
  unique (account_number, sha256)
);
create index on bank_statements (organisation_id, id);
create index on bank_statements (account_number, to_on);

-- Never changed and never removed. One line of the bank stands here once, however many files repeat it.
create table bank_statement_lines (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  -- The first statement that brought it, and where in it.
  statement_id uuid not null references bank_statements on delete restrict,
  place integer not null check (place > 0),
  account_number text not null,
  -- The bank's own name of the line.
  line_key text not null check (line_key <> ''),
  -- The name of the order as the bank repeats it; empty when it does not.
  reference text not null,
  booked_on date not null,
  narration text not null,
  -- As the account sees it: a credit is positive.
  amount_cents bigint not null check (amount_cents <> 0),
  constraint one_line_of_the_bank unique (account_number, line_key)
);
create index on bank_statement_lines (statement_id);
create index on bank_statement_lines (account_number, reference) where reference <> '';
create index on bank_statement_lines (account_number, booked_on);

-- What became of each line, and of each payment that the bank does not show. An item of a line has the line's id.
create table recon_items (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  account_number text not null,
  line_id uuid unique references bank_statement_lines on delete restrict,
  leg_id uuid references payout_legs on delete restrict,
  kind text not null check (kind in ('NEW', 'MATCHED', 'MISSING_IN_BANK', 'MISSING_HERE', 'AMOUNT_DIFFERS', 'PAID_TWICE')),
  how text check (how in ('REFERENCE', 'AMOUNT', 'PERSON')),
  -- What is particular about it, such as REFUSED_HERE.
  note text not null default '' check (note in ('', 'REFUSED_HERE', 'OTHER_DIRECTION')),
  amount_cents bigint not null,
  booked_on date not null,
  resolution text check (resolution in ('FUND_CREDIT', 'BANK_CHARGE', 'SAME_PAYMENT', 'IN_BOOKS', 'BANK_ERROR')),
  resolved_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint a_match_has_a_way check ((kind = 'MATCHED') = (how is not null)),
  constraint a_match_has_a_payment check (kind <> 'MATCHED' or leg_id is not null),
  constraint what_is_missing_has_no_line check ((kind = 'MISSING_IN_BANK') = (line_id is null)),
  constraint a_line_is_its_item check (line_id is null or line_id = id),
  constraint a_resolution_has_a_time check ((resolution is null) = (resolved_at is null)),
  constraint a_person_resolves check ((how is not distinct from 'PERSON') = (resolution is not distinct from 'SAME_PAYMENT'))
) with (fillfactor = 80);
-- Never twice: a payment is found in one line of an account.
create unique index one_line_of_a_payment on recon_items (leg_id, account_number) where kind = 'MATCHED';
create unique index one_miss_of_a_payment on recon_items (leg_id, account_number) where line_id is null;
create index on recon_items (account_number, kind, booked_on);
create index on recon_items (organisation_id, booked_on, id);
create index on recon_items (leg_id);
create index on recon_items (account_number) where kind = 'NEW';

-- Statements that were asked for through the bank's own door.
create table bank_statement_pulls (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  account_number text not null check (account_number ~ '^[0-9]{14}$'),
  from_on date not null,
  to_on date not null,
  asked_by uuid references users on delete restrict,
  asked_at timestamptz not null,
  outcome text not null check (outcome in ('WAITING', 'TOLD', 'FAILED')),
  words text not null default '',
  told_at timestamptz,
  check (from_on <= to_on),
  constraint an_outcome_has_a_time check ((outcome = 'WAITING') = (told_at is null))
);
create index on bank_statement_pulls (organisation_id, id);
-- Nobody asks twice at the same time, and the round of the night is asked for once.
create unique index one_pull_of_an_account on bank_statement_pulls (account_number) where outcome = 'WAITING';

-- A payment is looked for by the account it left or came to, and by its amount.
create index on payout_legs (from_account, amount_cents);
create index on payout_legs (to_account, amount_cents);

call wall('bank_statements');
call wall('bank_statement_lines');
call wall('recon_items');
call wall('bank_statement_pulls');
grant select on bank_statements, bank_statement_lines, recon_items, bank_statement_pulls to kahawa_app;
grant select, insert, update (matched_at) on bank_statements to kahawa_wide;
grant select, insert on bank_statement_lines to kahawa_wide;
grant select, insert, update, delete on recon_items to kahawa_wide;
grant select, insert, update (outcome, words, told_at) on bank_statement_pulls to kahawa_wide;
