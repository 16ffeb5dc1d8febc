-- What dashboards and data quality count of deliveries and of the register.

create table delivery_weeks (
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  week date not null check (extract(isodow from week) = 1),
  approved_kg numeric(14, 3) not null,
  pending_kg numeric(14, 3) not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table delivery_weeks is 'Kilograms of a society by season and week. Each change of deliveries adds its own line in the same transaction, so '
  'that nobody waits for anybody; lines of one week are folded into one later. The sum over the lines is right at any '
  'moment.';
comment on column delivery_weeks.week is 'Its Monday.';
create index on delivery_weeks (organisation_id, season, week);
create index on delivery_weeks (season);
call wall('delivery_weeks');
create policy functions on delivery_weeks to kahawa_functions using (true);
grant select on delivery_weeks to kahawa_app, kahawa_wide;
grant select, insert, delete on delivery_weeks to kahawa_functions;

create table waiting_deliveries (
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  day date not null,
  waiting integer not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table waiting_deliveries is 'How many deliveries of a society wait, by season and by the day in Nairobi on which they were entered. Written like '
  '`delivery_weeks`: each change adds its own line, which is folded into one later; the sum is right at any moment.';
comment on column waiting_deliveries.waiting is 'Added up over its lines; a line may be below nothing.';
create index on waiting_deliveries (organisation_id, day);
create index on waiting_deliveries (season);
call wall('waiting_deliveries');
create policy functions on waiting_deliveries to kahawa_functions using (true);
grant select on waiting_deliveries to kahawa_app, kahawa_wide;
grant select, insert, delete on waiting_deliveries to kahawa_functions;

create table figures_due (
  organisation_id uuid not null references organisations on delete restrict,
  asked boolean not null default false
);
comment on table figures_due is 'Societies whose farmers, plots or deliveries changed since their figures were counted, or whom somebody wants counted '
  'now. Only ever added to by what changes.';
comment on column figures_due.asked is 'Somebody wants them now, however fresh they are.';
create index on figures_due (organisation_id);
call wall('figures_due');
create policy functions on figures_due to kahawa_functions using (true);
grant select, insert on figures_due to kahawa_app;
grant select, insert, delete on figures_due to kahawa_wide;
grant insert on figures_due to kahawa_functions;

create function weigh_weeks() returns trigger language plpgsql security definer as $$
begin
  if tg_op <> 'INSERT' then
    insert into delivery_weeks select organisation_id, season, date_trunc('week', delivered_on)::date,
      -coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0), -coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0)
      from rows_before where status <> 'DECLINED' group by 1, 2, 3;
    insert into waiting_deliveries select organisation_id, season, (created_at at time zone 'Africa/Nairobi')::date, -count(*)
      from rows_before where status = 'PENDING_APPROVAL' group by 1, 2, 3;
    insert into figures_due (organisation_id) select distinct organisation_id from rows_before;
  end if;
  if tg_op <> 'DELETE' then
    insert into delivery_weeks select organisation_id, season, date_trunc('week', delivered_on)::date,
      coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0), coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0)
      from rows_after where status <> 'DECLINED' group by 1, 2, 3;
    insert into waiting_deliveries select organisation_id, season, (created_at at time zone 'Africa/Nairobi')::date, count(*)
      from rows_after where status = 'PENDING_APPROVAL' group by 1, 2, 3;
    insert into figures_due (organisation_id) select distinct organisation_id from rows_after;
  end if;
  return null;
end $$;
call guard('weigh_weeks()');

create trigger weigh_weeks_added after insert on cherry_deliveries referencing new table as rows_after for each statement execute function weigh_weeks();
create trigger weigh_weeks_changed after update on cherry_deliveries referencing old table as rows_before new table as rows_after for each statement execute function weigh_weeks();
create trigger weigh_weeks_removed after delete on cherry_deliveries referencing old table as rows_before for each statement execute function weigh_weeks();

create function figures_are_due() returns trigger language plpgsql security definer as $$
begin
  insert into figures_due (organisation_id) select distinct organisation_id from rows_after;
  return null;
end $$;
call guard('figures_are_due()');

create trigger figures_due_added after insert on farmers referencing new table as rows_after for each statement execute function figures_are_due();
create trigger figures_due_changed after update on farmers referencing new table as rows_after for each statement execute function figures_are_due();
create trigger figures_due_added after insert on farm_plots referencing new table as rows_after for each statement execute function figures_are_due();
create trigger figures_due_changed after update on farm_plots referencing new table as rows_after for each statement execute function figures_are_due();

-- Makes one line of the many of a week or a day. Two at once do no harm: each adds up what it removed itself.
create function fold_deliveries() returns void language sql security definer
begin atomic
  with crowded as (select organisation_id, season, week from delivery_weeks group by 1, 2, 3 having count(*) > 1),
  gone as (
    delete from delivery_weeks d using crowded c
    where d.organisation_id = c.organisation_id and d.season = c.season and d.week = c.week returning d.*)
  insert into delivery_weeks select organisation_id, season, week, sum(approved_kg), sum(pending_kg)
    from gone group by 1, 2, 3 having sum(approved_kg) <> 0 or sum(pending_kg) <> 0;
  with crowded as (select organisation_id, season, day from waiting_deliveries group by 1, 2, 3 having count(*) > 1),
  gone as (
    delete from waiting_deliveries d using crowded c
    where d.organisation_id = c.organisation_id and d.season = c.season and d.day = c.day returning d.*)
  insert into waiting_deliveries select organisation_id, season, day, sum(waiting) from gone group by 1, 2, 3 having sum(waiting) <> 0;
end;
call guard('fold_deliveries()');
grant execute on function fold_deliveries() to kahawa_wide;

create table society_figures (
  organisation_id uuid primary key references organisations on delete restrict,
  farmers integer not null,
  active integer not null,
  verified integer not null,
  checked integer not null,
  found jsonb not null,
  score numeric(4, 1) check (score between 0 and 100),
  counted_at timestamptz not null,
  took_ms integer not null
);
comment on table society_figures is 'How the register of a society stood at a moment; counted anew by the program when something changed.';
comment on column society_figures.farmers is 'Approved members.';
comment on column society_figures.verified is 'Whose account the bank has verified.';
comment on column society_figures.checked is 'Farmers whose data were looked at.';
comment on column society_figures.found is 'How many of those have a finding of each kind.';
comment on column society_figures.score is 'Of the quality of the data, from 0 to 100.';
comment on column society_figures.took_ms is 'How long the count took.';
call wall('society_figures');
grant select on society_figures to kahawa_app;
grant select, insert, update on society_figures to kahawa_wide;

create table quality_findings (
  organisation_id uuid not null references organisations on delete restrict,
  kind text not null check (kind <> ''),
  farmer_id uuid not null,
  measure numeric(12, 2),
  primary key (farmer_id, kind)
);
comment on table quality_findings is 'Farmers whose data somebody should look at. Says of other societies yes or no, never whose. Farmers are never removed.';
comment on column quality_findings.kind is 'The declared kind of finding.';
comment on column quality_findings.measure is 'How many or how much, where the kind has a number.';
create index on quality_findings (organisation_id, kind, farmer_id);
call wall('quality_findings');
grant select on quality_findings to kahawa_app;
grant select, insert, update, delete on quality_findings to kahawa_wide;
