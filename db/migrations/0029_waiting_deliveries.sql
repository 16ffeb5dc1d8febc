-- How many deliveries of a society wait, by season and by the day in Nairobi on which they were entered. Written like
-- `delivery_weeks`, whose own count of them it takes the place of: each change adds its own line, which is folded into one
-- later; the sum is right at any moment.
create table waiting_deliveries (
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  day date not null,
  waiting integer not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index on waiting_deliveries (organisation_id, day);
create index on waiting_deliveries (season);
insert into waiting_deliveries
  select organisation_id, season, (created_at at time zone 'Africa/Nairobi')::date, count(*)
  from cherry_deliveries where status = 'PENDING_APPROVAL' group by 1, 2, 3;

create or replace function weigh_weeks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

drop function fold_delivery_weeks();
alter table delivery_weeks drop column pending;
-- Makes one line of the many of a week or a day. Two at once do no harm: each adds up what it removed itself.
create function fold_deliveries() returns void language sql security definer set search_path = public, pg_temp
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
revoke execute on function fold_deliveries() from public;
grant execute on function fold_deliveries() to kahawa_wide;

call wall('waiting_deliveries');
grant select on waiting_deliveries to kahawa_app, kahawa_wide;
