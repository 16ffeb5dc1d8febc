-- What an approved schedule locks: the deliveries that it pays, and with the last payment the season of the society.

create table season_closings (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  communal_payment_id uuid not null references communal_payments on delete restrict,
  closed_at timestamptz not null,
  reopened_at timestamptz check (reopened_at >= closed_at)
);
comment on table season_closings is 'Seasons whose last payment a society has approved: they take no more cherry, unless two people have opened one again.';
comment on column season_closings.reopened_at is 'Empty while the season is closed.';
create unique index one_closing_of_a_season on season_closings (organisation_id, season) where reopened_at is null;
create index on season_closings (organisation_id, id);
create index on season_closings (season);
create index on season_closings (communal_payment_id);
call wall('season_closings');
create policy functions on season_closings to kahawa_functions using (true);
grant select, insert, update on season_closings to kahawa_app, kahawa_wide;
grant select on season_closings to kahawa_functions;
insert into season_closings (id, organisation_id, season, communal_payment_id, closed_at)
  select uuidv7(), organisation_id, season, id, coalesce(decided_at, created_at) from communal_payments
  where is_last and status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED');

-- What was paid stays as it was paid, by whatever way somebody comes.
create function keep_paid_cherry() returns trigger language plpgsql as $$
begin
  raise exception 'paid in %: it stays as it is', old.paid_in using errcode = 'check_violation', constraint = 'paid_cherry_stays';
end $$;
call guard('keep_paid_cherry()');
create trigger keep_paid_cherry before update or delete on cherry_deliveries for each row when (old.paid_in is not null) execute function keep_paid_cherry();

-- Whoever writes cherry of a society holds its lock together with others who do, and an approval of a schedule holds it alone:
-- each sees whole what the other has done.
create function keep_closed_seasons() returns trigger language plpgsql security definer as $$
declare
  society uuid;
begin
  for society in select distinct organisation_id from rows_after order by 1 loop
    perform pg_advisory_xact_lock_shared(hashtextextended('cherry ' || society, 0));
  end loop;
  if exists (
    select from (select distinct organisation_id, season from rows_after where status <> 'DECLINED') r
    join season_closings c on c.organisation_id = r.organisation_id and c.season = r.season and c.reopened_at is null) then
    raise exception 'the last payment of the season is made' using errcode = 'check_violation', constraint = 'closed_season_takes_nothing';
  end if;
  return null;
end $$;
call guard('keep_closed_seasons()');
create trigger keep_closed_seasons_added after insert on cherry_deliveries referencing new table as rows_after for each statement execute function keep_closed_seasons();
create trigger keep_closed_seasons_changed after update on cherry_deliveries referencing new table as rows_after for each statement execute function keep_closed_seasons();
