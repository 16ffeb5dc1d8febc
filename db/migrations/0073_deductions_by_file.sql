-- Deductions and premiums that a file says member by member: approved, a file becomes a deduction like any other.

alter table deductions
  alter column rate_cents drop not null,
  drop constraint deductions_basis_check,
  add constraint deductions_basis_check check (basis in ('PER_KG', 'PER_MEMBER', 'BY_FILE')),
  add constraint a_file_says_the_amounts check ((basis = 'BY_FILE') = (rate_cents is null));
comment on column deductions.rate_cents is 'For each kilogram, or of each member; empty where a file says the amount of each.';

create table deduction_files (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  season text not null references seasons on delete restrict,
  kind text not null check (kind in ('PREMIUM', 'INPUTS', 'SACCO', 'TRANSPORT')),
  title text not null check (title <> ''),
  minute_number text not null check (minute_number <> ''),
  minute_on date not null,
  document text not null check (document <> ''),
  institution_code text references institutions on delete restrict,
  account_number text,
  account_name text,
  constraint only_a_premium_has_no_payee check (num_nonnulls(institution_code, account_number, account_name) = case kind when 'PREMIUM' then 0 else 3 end)
);
comment on table deduction_files is 'What was declared with a file of deductions: of what season and kind, by which resolution, and whose account the money goes to.';
comment on column deduction_files.title is 'As members read it on their statement.';
comment on column deduction_files.document is 'Where the resolution is kept.';
comment on column deduction_files.account_name is 'Whose account the bank says it is.';
create index on deduction_files (season);
create index on deduction_files (institution_code);
call wall('deduction_files');
grant select, insert on deduction_files to kahawa_app, kahawa_wide;

-- Its id is that of the upload, and that of an amount the row's: one file makes one deduction, and one row one amount, however often it is tried.
create table deduction_amounts (
  id uuid primary key,
  deduction_id uuid not null references deductions on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  unique (deduction_id, farmer_id)
);
comment on table deduction_amounts is 'What an approved file says of each member: so much is owed of the deduction, or due of the premium.';
create index on deduction_amounts (farmer_id);
create index on deduction_amounts (organisation_id);
call wall('deduction_amounts');
grant select, insert on deduction_amounts to kahawa_app, kahawa_wide;
