-- What is lent to the members of a society, kept beside its other figures, so that no dashboard adds up the loans of a country.

create table society_lending (
  organisation_id uuid not null references organisations on delete restrict,
  lender_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  loans integer not null check (loans >= 0),
  lent_cents bigint not null check (lent_cents >= 0),
  owed_cents bigint not null check (owed_cents >= 0),
  primary key (organisation_id, lender_id, season)
);
comment on table society_lending is 'What a lender has lent to the members of a society in a season, and what is still owed of it: counted anew with the '
  'figures of the society.';
comment on column society_lending.loans is 'Loans that have reached their members.';
comment on column society_lending.lent_cents is 'With the fees that are owed on top.';
comment on column society_lending.owed_cents is 'What the ledger says is still owed.';
create index on society_lending (lender_id);
create index on society_lending (season);
call wall('society_lending');
create policy own_fund on society_lending as restrictive to kahawa_wide using ((select app_fund()) is null or lender_id = (select app_fund()));
grant select on society_lending to kahawa_app;
grant select, insert, update on society_lending to kahawa_wide;

create trigger figures_due_added after insert on loan_requests referencing new table as rows_after for each statement execute function figures_are_due();
create trigger figures_due_changed after update on loan_requests referencing new table as rows_after for each statement execute function figures_are_due();

-- The exceptions that nobody has settled, among all the lines that match.
create index on recon_items (booked_on) where resolution is null and kind not in ('MATCHED', 'NEW');

-- What was lent before is counted as soon as a server runs.
insert into figures_due (organisation_id, asked) select distinct organisation_id, true from loan_requests;
