-- A season that runs is compared with the same day of the season before, and that day lies in the middle of a week: whole weeks
-- come from `delivery_weeks`, the days of the last one from here.

create table delivery_days (
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  day date not null,
  approved_kg numeric(14, 3) not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table delivery_days is 'Approved kilograms of a society by season and day of delivery. Written like `delivery_weeks`: each change adds its own '
  'line, which is folded into one later; the sum is right at any moment.';
create index on delivery_days (organisation_id, season, day);
create index on delivery_days (season, day);
call wall('delivery_days');
create policy functions on delivery_days to kahawa_functions using (true);
grant select on delivery_days to kahawa_app, kahawa_wide;
grant select, insert, delete on delivery_days to kahawa_functions;

insert into delivery_days select organisation_id, season, delivered_on, sum(kilograms) from cherry_deliveries where status = 'APPROVED' group by 1, 2, 3;

create or replace function weigh_weeks() returns trigger language plpgsql security definer as $$
begin
  if tg_op <> 'INSERT' then
    insert into delivery_weeks select organisation_id, season, date_trunc('week', delivered_on)::date,
      -coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0), -coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0)
      from rows_before where status <> 'DECLINED' group by 1, 2, 3;
    insert into delivery_days select organisation_id, season, delivered_on, -sum(kilograms)
      from rows_before where status = 'APPROVED' group by 1, 2, 3;
    insert into waiting_deliveries select organisation_id, season, (created_at at time zone 'Africa/Nairobi')::date, -count(*)
      from rows_before where status = 'PENDING_APPROVAL' group by 1, 2, 3;
    insert into figures_due (organisation_id) select distinct organisation_id from rows_before;
  end if;
  if tg_op <> 'DELETE' then
    insert into delivery_weeks select organisation_id, season, date_trunc('week', delivered_on)::date,
      coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0), coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0)
      from rows_after where status <> 'DECLINED' group by 1, 2, 3;
    insert into delivery_days select organisation_id, season, delivered_on, sum(kilograms)
      from rows_after where status = 'APPROVED' group by 1, 2, 3;
    insert into waiting_deliveries select organisation_id, season, (created_at at time zone 'Africa/Nairobi')::date, count(*)
      from rows_after where status = 'PENDING_APPROVAL' group by 1, 2, 3;
    insert into figures_due (organisation_id) select distinct organisation_id from rows_after;
  end if;
  return null;
end $$;
call guard('weigh_weeks()');

create or replace function fold_deliveries() returns void language sql security definer
begin atomic
  with crowded as (select organisation_id, season, week from delivery_weeks group by 1, 2, 3 having count(*) > 1),
  gone as (
    delete from delivery_weeks d using crowded c
    where d.organisation_id = c.organisation_id and d.season = c.season and d.week = c.week returning d.*)
  insert into delivery_weeks select organisation_id, season, week, sum(approved_kg), sum(pending_kg)
    from gone group by 1, 2, 3 having sum(approved_kg) <> 0 or sum(pending_kg) <> 0;
  with crowded as (select organisation_id, season, day from delivery_days group by 1, 2, 3 having count(*) > 1),
  gone as (
    delete from delivery_days d using crowded c
    where d.organisation_id = c.organisation_id and d.season = c.season and d.day = c.day returning d.*)
  insert into delivery_days select organisation_id, season, day, sum(approved_kg)
    from gone group by 1, 2, 3 having sum(approved_kg) <> 0;
  with crowded as (select organisation_id, season, day from waiting_deliveries group by 1, 2, 3 having count(*) > 1),
  gone as (
    delete from waiting_deliveries d using crowded c
    where d.organisation_id = c.organisation_id and d.season = c.season and d.day = c.day returning d.*)
  insert into waiting_deliveries select organisation_id, season, day, sum(waiting) from gone group by 1, 2, 3 having sum(waiting) <> 0;
end;
call guard('fold_deliveries()');
