-- What a society takes of its members' payments beside loans, and what it adds: each by a resolution that is named.

create table deductions (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  kind text not null check (kind in ('PREMIUM', 'INPUTS', 'SACCO', 'TRANSPORT')),
  basis text not null check (basis in ('PER_KG', 'PER_MEMBER', 'BY_FILE')),
  rate_cents bigint check (rate_cents > 0),
  title text not null check (title <> ''),
  minute_number text not null check (minute_number <> ''),
  minute_on date not null,
  document_name text not null check (document_name <> ''),
  file_id uuid not null references files on delete restrict,
  institution_code text references institutions on delete restrict,
  account_number text,
  account_name text,
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'ENDED', 'REJECTED', 'WITHDRAWN')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint a_file_says_the_amounts check ((basis = 'BY_FILE') = (rate_cents is null)),
  constraint only_a_premium_has_no_payee check (num_nonnulls(institution_code, account_number, account_name) = case kind when 'PREMIUM' then 0 else 3 end)
);
comment on table deductions is 'What a society takes of its members'' payments in a season beside loans, and for whom; or a premium, which it adds.';
comment on column deductions.kind is 'PREMIUM is added to what a member gets; everything else is taken of it.';
comment on column deductions.rate_cents is 'For a kilogram, or of each member; empty where files say the amount of each.';
comment on column deductions.title is 'As members read it on their statement.';
comment on column deductions.minute_number is 'Of the minute of the resolution that allows it: nothing is taken without one.';
comment on column deductions.file_id is 'The document itself, kept by the hash of its bytes.';
comment on column deductions.account_number is 'Where the money goes, as the bank was asked about it.';
create index on deductions (organisation_id, id);
create index on deductions (season);
create index on deductions (file_id);
create index on deductions (institution_code);
call wall('deductions');
grant select, insert, update on deductions to kahawa_app, kahawa_wide;

create table deduction_amounts (
  upload_id uuid not null references uploads on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  deduction_id uuid not null references deductions on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (upload_id, farmer_id)
);
comment on table deduction_amounts is 'What an approved file says of each member: so much is owed of a deduction, or due of a premium.';
create index on deduction_amounts (deduction_id, farmer_id);
create index on deduction_amounts (farmer_id);
create index on deduction_amounts (organisation_id);
call wall('deduction_amounts');
grant select, insert on deduction_amounts to kahawa_app, kahawa_wide;

create table schedule_deductions (
  line_id uuid not null references schedule_lines on delete restrict,
  deduction_id uuid not null references deductions on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (line_id, deduction_id)
);
comment on table schedule_deductions is 'What of a line a deduction takes, or a premium adds. What could not be taken stays owed for the next cycle of the season.';
create index on schedule_deductions (deduction_id);
create index on schedule_deductions (organisation_id);
call wall('schedule_deductions');
grant select, insert on schedule_deductions to kahawa_app, kahawa_wide;

alter table schedule_lines
  add column bonus_cents bigint not null default 0 check (bonus_cents >= 0),
  add column deducted_cents bigint not null default 0 check (deducted_cents >= 0),
  drop constraint a_line_adds_up,
  add constraint a_line_adds_up check (total_cents + bonus_cents = deducted_cents + recovered_cents + left_cents + net_cents);
comment on column schedule_lines.bonus_cents is 'Premiums of the member, beside the rate.';
comment on column schedule_lines.deducted_cents is 'Taken by deductions that are not loans.';

alter table communal_payments
  add column bonus_cents bigint not null default 0,
  add column deducted_cents bigint not null default 0,
  add column without_deductions uuid[] not null default '{}',
  drop constraint the_header_is_its_lines,
  add constraint the_header_is_its_lines check (total_cents + bonus_cents = deducted_cents + recovered_cents + net_cents + left_cents
    and total_cents + bonus_cents <= pool_cents);
comment on column communal_payments.rate_cents is 'For a kilogram: the pool less the premiums, by the kilograms.';
comment on column communal_payments.without_deductions is 'Approved deductions that its maker left out: they stay owed.';

-- A payee of deductions is paid as a lender is, in one sum.
alter table schedule_lender_payments
  alter column lender_id drop not null,
  add column deduction_id uuid references deductions on delete restrict,
  add constraint to_a_lender_or_a_payee check (num_nonnulls(lender_id, deduction_id) = 1),
  add constraint one_sum_of_a_deduction unique (communal_payment_id, deduction_id);
comment on table schedule_lender_payments is 'What the society pays a lender, or the payee of a deduction, of a communal payment: all that was taken of its members for it, in one sum.';
create index on schedule_lender_payments (deduction_id);
