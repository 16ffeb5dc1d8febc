-- Kilograms of a society by season and week. Each change of deliveries adds its own line in the same transaction, so that
-- nobody waits for anybody; lines of one week are folded into one later. The sum over the lines is right at any moment.
create table delivery_weeks (
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  week date not null check (extract(isodow from week) = 1),
  approved_kg numeric(14, 3) not null,
  pending_kg numeric(14, 3) not null,
  pending integer not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index on delivery_weeks (organisation_id, season, week);
create index on delivery_weeks (season);

-- Societies whose farmers, plots or deliveries changed since their figures were counted, or whom somebody wants counted now.
-- Only ever added to by what changes.
create table figures_due (
  organisation_id uuid not null references organisations on delete restrict,
  asked boolean not null default false
);
create index on figures_due (organisation_id);

create function weigh_weeks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into delivery_weeks select organisation_id, season, date_trunc('week', delivered_on)::date,
      -coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0), -coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0),
      -count(*) filter (where status = 'PENDING_APPROVAL')
      from rows_before where status <> 'DECLINED' group by 1, 2, 3;
    insert into figures_due (organisation_id) select distinct organisation_id from rows_before;
  end if;
  if tg_op <> 'DELETE' then
    insert into delivery_weeks select organisation_id, season, date_trunc('week', delivered_on)::date,
      coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0), coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0),
      count(*) filter (where status = 'PENDING_APPROVAL')
      from rows_after where status <> 'DECLINED' group by 1, 2, 3;
    insert into figures_due (organisation_id) select distinct organisation_id from rows_after;
  end if;
  return null;
end $$;
create trigger weigh_weeks_added after insert on cherry_deliveries referencing new table as rows_after for each statement execute function weigh_weeks();
create trigger weigh_weeks_changed after update on cherry_deliveries referencing old table as rows_before new table as rows_after for each statement execute function weigh_weeks();
create trigger weigh_weeks_removed after delete on cherry_deliveries referencing old table as rows_before for each statement execute function weigh_weeks();

create function figures_are_due() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into figures_due (organisation_id) select distinct organisation_id from rows_after;
  return null;
end $$;
create trigger figures_due_added after insert on farmers referencing new table as rows_after for each statement execute function figures_are_due();
create trigger figures_due_changed after update on farmers referencing new table as rows_after for each statement execute function figures_are_due();
create trigger figures_due_added after insert on farm_plots referencing new table as rows_after for each statement execute function figures_are_due();
create trigger figures_due_changed after update on farm_plots referencing new table as rows_after for each statement execute function figures_are_due();

-- Makes one line of the many of a week. Two at once do no harm: each adds up what it removed itself.
create function fold_delivery_weeks() returns void language sql security definer set search_path = public, pg_temp
begin atomic
  with crowded as (select organisation_id, season, week from delivery_weeks group by 1, 2, 3 having count(*) > 1),
  gone as (
    delete from delivery_weeks d using crowded c
    where d.organisation_id = c.organisation_id and d.season = c.season and d.week = c.week returning d.*)
  insert into delivery_weeks select organisation_id, season, week, sum(approved_kg), sum(pending_kg), sum(pending)
    from gone group by 1, 2, 3 having sum(approved_kg) <> 0 or sum(pending_kg) <> 0 or sum(pending) <> 0;
end;
revoke execute on function weigh_weeks(), figures_are_due(), fold_delivery_weeks() from public;
grant execute on function fold_delivery_weeks() to kahawa_wide;

-- What was in the books when the triggers came.
insert into delivery_weeks
  select organisation_id, season, date_trunc('week', delivered_on)::date, coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0),
    coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0), count(*) filter (where status = 'PENDING_APPROVAL')
  from cherry_deliveries where status <> 'DECLINED' group by 1, 2, 3;

-- How the register of a society stood at a moment; counted anew by the program when something changed.
create table society_figures (
  organisation_id uuid primary key references organisations on delete restrict,
  farmers integer not null,
  active integer not null,
  verified integer not null,
  -- Farmers whose data were looked at, and how many of them have a finding of each kind.
  checked integer not null,
  found jsonb not null,
  score numeric(4, 1) check (score between 0 and 100),
  counted_at timestamptz not null,
  took_ms integer not null
);

-- Farmers whose data somebody should look at. Says of other societies yes or no, never whose. Farmers are never removed.
create table quality_findings (
  organisation_id uuid not null references organisations on delete restrict,
  kind text not null check (kind <> ''),
  farmer_id uuid not null,
  -- How many or how much, where the kind has a number.
  measure numeric(12, 2),
  primary key (farmer_id, kind)
);
create index on quality_findings (organisation_id, kind, farmer_id);

-- Who else uses a phone or an account, whatever the society.
create index on farmers (mobile_number);
create index on farmers (account_number, institution_code);
-- How long deliveries wait, from this index alone.
create index on cherry_deliveries (organisation_id, created_at) where status = 'PENDING_APPROVAL';

call wall('delivery_weeks');
call wall('figures_due');
call wall('society_figures');
call wall('quality_findings');
grant select on delivery_weeks, society_figures, quality_findings to kahawa_app, kahawa_wide;
grant select, insert on figures_due to kahawa_app;
grant select, insert, delete on figures_due to kahawa_wide;
grant insert, update on society_figures to kahawa_wide;
grant insert, update, delete on quality_findings to kahawa_wide;
