-- The statements of the bank, held against our payments.

create table bank_statements (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  account_number text not null check (account_number ~ '^([0-9]{14}|[0-9]{5,7})$'),
  source text not null check (source in ('CAMT053', 'CSV', 'BANK')),
  file_name text not null,
  sha256 bytea not null,
  from_on date not null,
  to_on date not null,
  opening_cents bigint not null,
  closing_cents bigint not null,
  line_count integer not null check (line_count >= 0),
  new_count integer not null check (new_count between 0 and line_count),
  made_by uuid references users on delete restrict,
  created_at timestamptz not null,
  matched_at timestamptz,
  approved_by uuid references users on delete restrict,
  check (from_on <= to_on),
  constraint maker_is_not_checker check (approved_by is null or (made_by is not null and made_by <> approved_by)),
  unique (account_number, sha256)
);
comment on table bank_statements is 'What the bank says of our accounts, line by line, and what we make of each line.';
comment on column bank_statements.organisation_id is 'Whose account it is: the lender''s.';
comment on column bank_statements.account_number is '14 digits, or the M-PESA short code.';
comment on column bank_statements.source is 'CAMT053 or CSV: a file that a person has brought. BANK: through the bank’s own door.';
comment on column bank_statements.sha256 is 'Of what it says, not of its bytes: the same statement again is the same row.';
comment on column bank_statements.new_count is 'Lines that no earlier statement had brought.';
comment on column bank_statements.made_by is 'Who has brought the file; null of what the bank’s own door told.';
comment on column bank_statements.matched_at is 'Every line of it has been held against our payments.';
comment on column bank_statements.approved_by is 'A file that a person has brought counts when another person has approved it.';
create index on bank_statements (organisation_id, id);
create index on bank_statements (account_number, to_on);
create index on bank_statements (approved_by);
call wall('bank_statements');
grant select on bank_statements to kahawa_app;
grant select, insert, update (matched_at) on bank_statements to kahawa_wide;

create table bank_statement_lines (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  statement_id uuid not null references bank_statements on delete restrict,
  place integer not null check (place > 0),
  account_number text not null,
  line_key text not null check (line_key <> ''),
  reference text not null,
  booked_on date not null,
  narration text not null,
  amount_cents bigint not null check (amount_cents <> 0),
  constraint one_line_of_the_bank unique (account_number, line_key)
);
comment on table bank_statement_lines is 'Never changed and never removed. One line of the bank stands here once, however many files repeat it.';
comment on column bank_statement_lines.statement_id is 'The first statement that brought it, and where in it.';
comment on column bank_statement_lines.line_key is 'The bank''s own name of the line.';
comment on column bank_statement_lines.reference is 'The name of the order as the bank repeats it; empty when it does not.';
comment on column bank_statement_lines.amount_cents is 'As the account sees it: a credit is positive.';
create index on bank_statement_lines (statement_id);
create index on bank_statement_lines (account_number, reference) where reference <> '';
create index on bank_statement_lines (account_number, booked_on);
call wall('bank_statement_lines');
grant select on bank_statement_lines to kahawa_app;
grant select, insert on bank_statement_lines to kahawa_wide;

create table recon_items (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  account_number text not null,
  line_id uuid unique references bank_statement_lines on delete restrict,
  leg_id uuid references payout_legs on delete restrict,
  kind text not null check (kind in ('NEW', 'MATCHED', 'MISSING_IN_BANK', 'MISSING_HERE', 'AMOUNT_DIFFERS', 'PAID_TWICE')),
  how text check (how in ('REFERENCE', 'AMOUNT', 'PERSON')),
  note text not null default '' check (note in ('', 'REFUSED_HERE', 'OTHER_DIRECTION', 'DENIED', 'NOT_TOLD')),
  amount_cents bigint not null,
  booked_on date not null,
  resolution text check (resolution in ('FUND_CREDIT', 'BANK_CHARGE', 'SAME_PAYMENT', 'IN_BOOKS', 'BANK_ERROR')),
  resolved_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  told_by_bank boolean not null default false,
  constraint a_match_has_a_way check ((kind = 'MATCHED') = (how is not null)),
  constraint a_match_has_a_payment check (kind <> 'MATCHED' or leg_id is not null),
  constraint what_is_missing_has_no_line check ((kind = 'MISSING_IN_BANK') = (line_id is null)),
  constraint a_line_is_its_item check (line_id is null or line_id = id),
  constraint a_resolution_has_a_time check ((resolution is null) = (resolved_at is null)),
  constraint a_person_resolves check ((how is not distinct from 'PERSON') = (resolution is not distinct from 'SAME_PAYMENT'))
) with (fillfactor = 80);
comment on table recon_items is 'What became of each line, and of each payment that the bank does not show. An item of a line has the line''s id.';
comment on column recon_items.leg_id is 'The payment that it is about.';
comment on column recon_items.kind is 'NEW is not looked at yet; each other one says what the comparison has shown.';
comment on column recon_items.how is 'By which a match was made: the reference, the amount alone, or a person.';
comment on column recon_items.note is 'What is particular about it. DENIED: the bank''s own word on the payment is another one than this line''s. NOT_TOLD: '
  'the bank''s own statement of that day lacks the line.';
comment on column recon_items.resolution is 'What two people have settled of an exception.';
comment on column recon_items.told_by_bank is 'Told by the bank itself, and not by a file that people have brought: only the first settles alone.';
-- Never twice: a payment is found in one line of an account.
create unique index one_line_of_a_payment on recon_items (leg_id, account_number) where kind = 'MATCHED';
create unique index one_miss_of_a_payment on recon_items (leg_id, account_number) where line_id is null;
create index on recon_items (account_number, kind, booked_on);
create index on recon_items (organisation_id, booked_on, id);
create index on recon_items (leg_id);
create index on recon_items (account_number) where kind = 'NEW';
call wall('recon_items');
grant select on recon_items to kahawa_app;
grant select, insert, update, delete on recon_items to kahawa_wide;

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
comment on table bank_statement_pulls is 'Statements that were asked for through the bank''s own door.';
comment on column bank_statement_pulls.asked_by is 'Null: the round of the night.';
comment on column bank_statement_pulls.words is 'What the bank said.';
create index on bank_statement_pulls (organisation_id, id);
-- Nobody asks twice at the same time, and the round of the night is asked for once.
create unique index one_pull_of_an_account on bank_statement_pulls (account_number) where outcome = 'WAITING';
call wall('bank_statement_pulls');
grant select on bank_statement_pulls to kahawa_app;
grant select, insert, update (outcome, words, told_at) on bank_statement_pulls to kahawa_wide;
