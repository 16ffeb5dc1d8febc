-- When the account of a farmer last changed: money waits a while before it goes to a new one.
alter table farmers add column account_changed_at timestamptz;

-- One open request for one farmer, whether it is about details or about the state of life.
create unique index one_open_change_of_farmer on change_requests (target_id) where kind = 'farmer_update' and status = 'PENDING_APPROVAL';

-- The last word of the bank on an account that a society asked about. Silence is no word and leaves no row.
create table account_look_ups (
  organisation_id uuid not null references organisations on delete restrict,
  institution_code text not null references institutions on delete restrict,
  account_number text not null,
  outcome text not null check (outcome in ('found', 'not_found', 'closed', 'name_missing')),
  account_name text not null default '',
  checked_at timestamptz not null,
  primary key (organisation_id, institution_code, account_number)
);
create index on account_look_ups (institution_code);
call wall('account_look_ups');
grant select, insert, update on account_look_ups to kahawa_app, kahawa_wide;

-- Whether another society has registered an ID. Says yes or no, never whose it is.
create function registered_elsewhere(identity text, society uuid) returns boolean
  language sql stable security definer set search_path = public
begin atomic
  select (society = app_organisation() or current_setting('role') = 'kahawa_wide')
    and exists (
      select 1 from farmers f
      where f.id_number = identity and f.organisation_id <> society and f.life_state <> 'TRANSFERRED' and f.status <> 'REJECTED');
end;
revoke execute on function registered_elsewhere(text, uuid) from public;
grant execute on function registered_elsewhere(text, uuid) to kahawa_app, kahawa_wide;

-- Whether another society pays somebody to an account. Says yes or no, never whom.
create function account_elsewhere(institution text, account text, society uuid) returns boolean
  language sql stable security definer set search_path = public
begin atomic
  select (society = app_organisation() or current_setting('role') = 'kahawa_wide')
    and exists (
      select 1 from farmers f
      where f.account_number = account and f.institution_code = institution and f.organisation_id <> society
        and f.life_state <> 'TRANSFERRED' and f.status <> 'REJECTED');
end;
revoke execute on function account_elsewhere(text, text, uuid) from public;
grant execute on function account_elsewhere(text, text, uuid) to kahawa_app, kahawa_wide;

-- Where a farmer's coffee grows. Source: Regulation (EU) 2023/1115, geolocation of every plot.
create table farm_plots (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  name text not null check (name <> ''),
  -- GeoJSON Point or Polygon, WGS84, longitude before latitude.
  geometry jsonb not null check (geometry ->> 'type' in ('Point', 'Polygon')),
  area_ha numeric(9, 4) not null check (area_ha > 0),
  -- The smallest rectangle around it: neighbours are found by these before the outlines are compared.
  west double precision not null,
  east double precision not null,
  south double precision not null,
  north double precision not null,
  source text not null default '',
  captured_at date,
  captured_by text not null default '',
  accuracy_m numeric(7, 2) check (accuracy_m >= 0),
  notes jsonb not null default '[]',
  screening text not null default 'NOT_SCREENED' check (screening in ('NOT_SCREENED', 'NO_LOSS', 'POSSIBLE_LOSS')),
  screening_reference text not null default '',
  status text not null check (status in ('DRAFT', 'VERIFIED', 'REJECTED', 'WITHDRAWN')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null default now(),
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint south_is_not_north check (south <= north and west <= east)
);
-- The same outline of the same farmer is one plot, however often its file is sent.
create unique index one_plot_once on farm_plots (farmer_id, md5(geometry::text)) where status in ('DRAFT', 'VERIFIED');
create index on farm_plots (organisation_id, west, east, south, north);
create index on farm_plots (organisation_id, status, farmer_id);
create index on farm_plots (status, id);
create index on farm_plots (farmer_id, id);
create index on farm_plots (made_by);
create index on farm_plots (decided_by);
call wall('farm_plots');
grant select, insert, update on farm_plots to kahawa_app, kahawa_wide;
