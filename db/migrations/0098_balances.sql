-- Whether kilograms from cherry to sale and money from the hammer to accounts close: what each side of every balance came to, night by night.

create table balance_checks (
  day date primary key,
  made_at timestamptz not null,
  balances integer not null check (balances >= 0),
  open integer not null check (open between 0 and balances)
);
comment on table balance_checks is 'The nights in which every balance was held against its other side. However many servers do so at once: once a night.';
comment on column balance_checks.open is 'Balances that did not close.';
grant select, insert, update on balance_checks to kahawa_wide;

create table balances (
  id uuid primary key,
  organisation_id uuid references organisations on delete restrict,
  day date not null references balance_checks on delete restrict,
  made_at timestamptz not null,
  name text not null check (name ~ '^[A-Z_]+$'),
  season text not null default '',
  sale_number smallint,
  came bigint not null,
  went bigint not null,
  records integer not null check (records > 0),
  open integer not null check (open between 0 and records),
  findings jsonb not null default '[]',
  constraint one_balance_of_a_name unique nulls not distinct (day, name, organisation_id, season, sale_number)
);
comment on table balances is 'Both sides of every balance as the last night found them, by society, season and sale. Earlier nights are counted in balance_checks.';
comment on column balances.organisation_id is 'The society whose coffee or money it is, or who else is paid; null of what is nobody''s alone, such as a catalogue. Of those who see everybody.';
comment on column balances.season is 'Empty of a balance that is not of a season.';
comment on column balances.came is 'What came to this point: grams, or cents of a dollar or a shilling. `went` is what went on from it.';
comment on column balances.records is 'Records that were compared one by one; open is how many of them do not close.';
comment on column balances.findings is 'The first records that do not close, each with both sides and where to look.';
create index on balances (organisation_id, name);
call wall('balances');
-- Who runs the house sees that its books close.
create policy operators on balances for select to kahawa_app
  using (exists (select from organisations o where o.id = (select app_organisation()) and o.type = 'OPERATOR'));
grant select on balances to kahawa_app;
grant select, insert, delete on balances to kahawa_wide;
