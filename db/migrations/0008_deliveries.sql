-- Cherry that was weighed, and the sums that the deliveries themselves keep.

create table factories (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (organisation_id, code),
  unique (organisation_id, name)
);
comment on table factories is 'Wet mills of a society: the trade pays per factory.';
comment on column factories.active is 'False: takes no more deliveries.';
call wall('factories');
grant select, insert, update on factories to kahawa_app, kahawa_wide;

create table cherry_delivery_file_records (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  disclaimer_version integer not null
);
comment on table cherry_delivery_file_records is 'What a file of deliveries says besides what every file does.';
comment on column cherry_delivery_file_records.disclaimer_version is 'The wording of the disclaimer that was accepted with the file.';
call wall('cherry_delivery_file_records');
grant select, insert on cherry_delivery_file_records to kahawa_app, kahawa_wide;

create table cherry_deliveries (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  season text not null references seasons on delete restrict,
  delivered_on date not null,
  factory_id uuid references factories on delete restrict,
  receipt_number text not null default '' check (receipt_number = upper(receipt_number)),
  kilograms numeric(10, 3) not null check (kilograms <> 0),
  type text not null check (type in ('DELIVERY', 'CORRECTION')),
  product text not null default 'COFFEE' check (product = 'COFFEE'),
  reason text not null default '',
  corrects_id uuid references cherry_deliveries on delete restrict,
  disclaimer_version integer,
  upload_id uuid references uploads on delete restrict,
  paid_in text,
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'DECLINED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null default now(),
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint only_corrections_take_away check (kilograms > 0 or type = 'CORRECTION'),
  constraint corrections_have_a_reason check (reason <> '' or type = 'DELIVERY'),
  -- Lists filter a season by its days.
  constraint day_is_of_the_season check (delivered_on between make_date(left(season, 4)::integer, 10, 1) and make_date(right(season, 4)::integer, 9, 30))
)
-- A list that is counted from an index alone needs a table that is vacuumed soon after an upload, not after a fifth of it.
with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
comment on table cherry_deliveries is 'One delivery of cherry that was weighed at a factory, or one correction of what a member has in a season.';
comment on column cherry_deliveries.receipt_number is 'Of the scale; empty when there is none.';
comment on column cherry_deliveries.kilograms is 'Of cherry. Only a correction takes away.';
comment on column cherry_deliveries.corrects_id is 'Of a correction: the delivery that it corrects, if it names one.';
comment on column cherry_deliveries.disclaimer_version is 'The wording of the disclaimer that its maker accepted.';
comment on column cherry_deliveries.upload_id is 'The file it came in; its id is then that of the row.';
comment on column cherry_deliveries.paid_in is 'The payment that it was paid in, as people call it; a paid delivery is corrected, never edited.';
-- The list of a society is counted, filtered and paged from this index alone.
create index on cherry_deliveries (organisation_id, delivered_on, id) include (status, season, type);
create index on cherry_deliveries (delivered_on, id);
create index on cherry_deliveries (organisation_id, kilograms, id);
create index on cherry_deliveries (kilograms, id);
create index on cherry_deliveries (organisation_id, delivered_on, id) where status <> 'APPROVED';
create index on cherry_deliveries (delivered_on, id) where status <> 'APPROVED';
create index on cherry_deliveries (organisation_id, delivered_on, id) where type = 'CORRECTION';
create index on cherry_deliveries (delivered_on, id) where type = 'CORRECTION';
create index on cherry_deliveries (farmer_id, delivered_on);
create index on cherry_deliveries (upload_id) where upload_id is not null;
create index on cherry_deliveries (corrects_id) where corrects_id is not null;
-- A receipt of the scale is entered once in a season, unless what was entered first was declined.
create unique index one_receipt_once on cherry_deliveries (organisation_id, receipt_number, season) where receipt_number <> '' and status <> 'DECLINED';
create index on cherry_deliveries using gin (organisation_id, receipt_number gin_trgm_ops) where receipt_number <> '';
-- How long deliveries wait, from this index alone.
create index on cherry_deliveries (organisation_id, created_at) where status = 'PENDING_APPROVAL';
call wall('cherry_deliveries');
create policy functions on cherry_deliveries to kahawa_functions using (true);
grant select, insert, update on cherry_deliveries to kahawa_app, kahawa_wide;
grant select on cherry_deliveries to kahawa_functions;

-- Ids of deliveries whose member's text and receipt number together hold every pattern, at most so many. The wall is asked
-- first, as in find_farmers: LIKE is not leakproof and would not reach an index behind it.
create function find_cherry_deliveries(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
declare
  of_society text := case when society is null then '' else format(' and %%1$I.organisation_id = %L', society) end;
  by_member text;
  by_receipt text;
  by_both text;
begin
  if current_setting('role') <> 'kahawa_wide' and society is distinct from app_organisation() then return; end if;
  select string_agg(format('f.search_text like %L', pattern), ' and '), string_agg(format('d.receipt_number like %L', pattern), ' or '),
    string_agg(format('f.search_text || '' '' || d.receipt_number like %L', pattern), ' and ')
    into by_member, by_receipt, by_both from unnest(patterns) as pattern;
  return query execute
    'select d.id from (select f.id from farmers f where ' || by_member || format(of_society, 'f') || ') m join cherry_deliveries d on d.farmer_id = m.id'
    || ' union all select d.id from (select d.id, d.farmer_id, d.receipt_number from cherry_deliveries d where d.receipt_number <> '''' and (' || by_receipt || ')'
    || format(of_society, 'd') || ') d join farmers f on f.id = d.farmer_id where ' || by_both || ' and not (' || by_member || ') limit ' || most;
end $$;
call guard('find_cherry_deliveries(uuid, text[], integer)');
grant execute on function find_cherry_deliveries(uuid, text[], integer) to kahawa_app, kahawa_wide;

create table season_weights (
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  approved_kg numeric(14, 3) not null default 0,
  pending_kg numeric(14, 3) not null default 0,
  primary key (farmer_id, season),
  -- Nobody can have taken back more than was brought.
  constraint season_not_below_zero check (approved_kg >= 0)
) with (fillfactor = 80);
comment on table season_weights is 'What each member has delivered in each season. Kept by the deliveries themselves; nobody writes it by hand.';
create index on season_weights (organisation_id, season);
create index on season_weights (season);
call wall('season_weights');
create policy functions on season_weights to kahawa_functions using (true);
grant select on season_weights to kahawa_app, kahawa_wide;
grant select, insert, update on season_weights to kahawa_functions;

create table season_totals (
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  line bigint generated always as identity,
  approved_kg numeric(16, 3) not null,
  pending_kg numeric(16, 3) not null,
  members integer not null,
  primary key (organisation_id, season, line)
) with (fillfactor = 50);
comment on table season_totals is 'What a society has in each season, in a few lines of which each change takes one that nobody else holds: so that a '
  'long approval keeps no clerk waiting. The sum over the lines is right at any moment.';
comment on column season_totals.line is 'Several lines of a society and a season, so that changes need not wait for each other.';
comment on column season_totals.members is 'Members who have something approved.';
create index on season_totals (season);
call wall('season_totals');
create policy functions on season_totals to kahawa_functions using (true);
grant select on season_totals to kahawa_app, kahawa_wide;
grant select, insert, update on season_totals to kahawa_functions;

-- Adds kilograms to seasons of members and of their society. Locks members in one order, so that two files never wait for
-- each other in a ring.
create function add_to_seasons(added season_weights[]) returns void language plpgsql as $$
declare
  total season_totals;
begin
  insert into season_weights (organisation_id, season, farmer_id)
    select organisation_id, season, farmer_id from unnest(added) order by farmer_id, season on conflict do nothing;
  if cardinality(added) > 1 then
    perform from season_weights w join unnest(added) a using (farmer_id, season) order by w.farmer_id, w.season for update of w;
  end if;
  for total.organisation_id, total.season, total.approved_kg, total.pending_kg, total.members in
    with changed as (
      update season_weights w set approved_kg = w.approved_kg + a.approved_kg, pending_kg = w.pending_kg + a.pending_kg
      from unnest(added) a where w.farmer_id = a.farmer_id and w.season = a.season
      returning w.organisation_id, w.season, a.approved_kg, a.pending_kg,
        (w.approved_kg > 0)::integer - (w.approved_kg - a.approved_kg > 0)::integer as members)
    select c.organisation_id, c.season, sum(c.approved_kg), sum(c.pending_kg), sum(c.members) from changed c group by 1, 2
  loop
    update season_totals t set approved_kg = t.approved_kg + total.approved_kg, pending_kg = t.pending_kg + total.pending_kg, members = t.members + total.members
      where (t.organisation_id, t.season, t.line) = (
        select f.organisation_id, f.season, f.line from season_totals f
        where f.organisation_id = total.organisation_id and f.season = total.season order by f.line limit 1 for update skip locked);
    if not found then
      insert into season_totals (organisation_id, season, approved_kg, pending_kg, members)
        values (total.organisation_id, total.season, total.approved_kg, total.pending_kg, total.members);
    end if;
  end loop;
end $$;
call guard('add_to_seasons(season_weights[])');
grant execute on function add_to_seasons(season_weights[]) to kahawa_functions;

grant execute on function add_to_seasons(season_weights[]) to kahawa_functions;

create function weigh_added() returns trigger language plpgsql security definer as $$
begin
  perform add_to_seasons(array(
    select (organisation_id, season, farmer_id, coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0),
      coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0))::season_weights
    from rows_after group by organisation_id, season, farmer_id));
  return null;
end $$;
call guard('weigh_added()');

create function weigh_changed() returns trigger language plpgsql security definer as $$
begin
  perform add_to_seasons(array(
    select (organisation_id, season, farmer_id, sum(approved), sum(pending))::season_weights from (
      select organisation_id, season, farmer_id, case status when 'APPROVED' then kilograms else 0 end as approved,
        case status when 'PENDING_APPROVAL' then kilograms else 0 end as pending from rows_after
      union all
      select organisation_id, season, farmer_id, case status when 'APPROVED' then -kilograms else 0 end,
        case status when 'PENDING_APPROVAL' then -kilograms else 0 end from rows_before) moved
    group by organisation_id, season, farmer_id having sum(approved) <> 0 or sum(pending) <> 0));
  return null;
end $$;
call guard('weigh_changed()');

create function weigh_removed() returns trigger language plpgsql security definer as $$
begin
  perform add_to_seasons(array(
    select (organisation_id, season, farmer_id, -coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0),
      -coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0))::season_weights
    from rows_before group by organisation_id, season, farmer_id));
  return null;
end $$;
call guard('weigh_removed()');

create trigger weigh_added after insert on cherry_deliveries referencing new table as rows_after for each statement execute function weigh_added();

create trigger weigh_changed after update on cherry_deliveries referencing old table as rows_before new table as rows_after for each statement execute function weigh_changed();

create trigger weigh_removed after delete on cherry_deliveries referencing old table as rows_before for each statement execute function weigh_removed();
