-- What is charged on sales of coffee: rules with a day from which they hold, each proposed by one person of the bank and decided by another.

create table fee_rules (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  valid_from date not null,
  -- Caps of the Capital Markets (Coffee Exchange)(Fees) Regulations 2024: whatever the program says, nobody charges more.
  broker_hundredths smallint not null check (broker_hundredths between 0 and 100),
  dss_hundredths smallint not null check (dss_hundredths between 0 and 30),
  exchange_hundredths smallint not null check (exchange_hundredths between 0 and 50),
  milling_cents bigint not null check (milling_cents >= 0),
  handling_cents bigint not null check (handling_cents >= 0),
  storage_cents bigint not null check (storage_cents >= 0),
  warrant_cents bigint not null check (warrant_cents >= 0),
  shilling_micros bigint not null check (shilling_micros > 0),
  replaces uuid references fee_rules on delete restrict,
  reason text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SUPERSEDED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers))
);
comment on table fee_rules is 'What is charged on sales from a day on. Of a sale the approved rule counts that holds from its day, or from the last day before it.';
comment on column fee_rules.valid_from is 'The first sale day that it is about.';
comment on column fee_rules.broker_hundredths is 'Hundredths of a percent of what a lot fetches, as are those of direct settlement and of exchange and regulator together.';
comment on column fee_rules.milling_cents is 'Cents of a dollar for each tonne of parchment; those that follow for each package, each package and day, and each lot.';
comment on column fee_rules.shilling_micros is 'Shillings for a dollar, in millionths: charges of estate cured coffee that were noted in shillings are taken at this.';
comment on column fee_rules.replaces is 'What counted for its day when it was proposed.';
create unique index one_rule_from_a_day on fee_rules (valid_from) where status = 'APPROVED';
create unique index one_waiting_rule on fee_rules (organisation_id) where status = 'PENDING_APPROVAL';
create index on fee_rules (organisation_id, id);
create index on fee_rules (replaces);
create index on fee_rules (made_by);
create index on fee_rules (decided_by);
call wall('fee_rules');
-- What is charged everybody of the trade may know.
create policy in_force on fee_rules for select to kahawa_app using (status in ('APPROVED', 'SUPERSEDED') and (select app_organisation()) is not null);
grant select, insert, update on fee_rules to kahawa_app, kahawa_wide;
