-- The register: members, what the bank says of their accounts, and where their coffee grows.

create table farmers (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  upload_id uuid references uploads on delete restrict,
  type text not null check (type in ('FCS_FARMER', 'FCS_FARMER_COMPANY')),
  first_name text not null default '',
  middle_name text not null default '',
  last_name text not null default '',
  company_name text not null default '',
  full_name text not null generated always as (
    case when type = 'FCS_FARMER_COMPANY' then company_name
    else first_name || case when middle_name = '' then ' ' else ' ' || middle_name || ' ' end || last_name end) stored,
  id_number text not null check (id_number <> ''),
  member_number text not null check (member_number <> ''),
  mobile_number text not null check (mobile_number ~ '^254[0-9]{9}$'),
  gender text not null default '' check (gender in ('', 'MALE', 'FEMALE')),
  year_of_birth integer,
  kra_pin text not null default '',
  acreage numeric(8, 2) not null check (acreage > 0),
  number_of_trees integer check (number_of_trees > 0),
  variety_id integer references varieties on delete restrict,
  county_id integer not null references counties on delete restrict,
  sub_county_id integer not null references sub_counties on delete restrict,
  ward_id integer not null references wards on delete restrict,
  village text not null default '',
  institution_code text not null references institutions on delete restrict,
  account_name text not null,
  account_number text not null,
  currency text not null check (currency in ('KES', 'USD')),
  account_state text not null check (account_state in ('VERIFIED', 'NAME_DIFFERS', 'UNVERIFIED')),
  life_state text not null default 'ACTIVE' check (life_state in ('ACTIVE', 'SUSPENDED', 'DECEASED', 'TRANSFERRED')),
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (
    upper(first_name || ' ' || middle_name || ' ' || last_name || ' ' || company_name || ' ' || id_number || ' ' || member_number || ' ' || mobile_number || ' 0' || substr(mobile_number, 4))) stored,
  account_changed_at timestamptz,
  created_singly boolean not null default false,
  year_one_produce_kg integer check (year_one_produce_kg > 0),
  year_two_produce_kg integer check (year_two_produce_kg > 0),
  year_three_produce_kg integer check (year_three_produce_kg > 0),
  year_one_price_cents bigint check (year_one_price_cents > 0),
  year_two_price_cents bigint check (year_two_price_cents > 0),
  year_three_price_cents bigint check (year_three_price_cents > 0),
  entry_notes jsonb not null default '[]',
  override_reason text,
  decision_comment text,
  made_by uuid not null generated always as (makers[1]) stored,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers))
)
-- A list that is counted from an index alone needs a table that is vacuumed soon after an upload, not after a fifth of it.
with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
comment on table farmers is 'Members of a society, people and companies: those who are approved, and those whose entry waits or was declined.';
comment on column farmers.upload_id is 'The file it came in; null of who was entered by a form.';
comment on column farmers.id_number is 'National ID, or registration number of a company. Once in a society.';
comment on column farmers.member_number is 'Once in a society.';
comment on column farmers.mobile_number is 'As 2547….';
comment on column farmers.acreage is 'Acres under coffee.';
comment on column farmers.account_state is 'What the bank has said of the account: VERIFIED, another name, or nothing yet.';
comment on column farmers.life_state is 'Only active members deliver and borrow.';
comment on column farmers.makers is 'Everybody who entered or changed the record: none of them decides.';
comment on column farmers.search_text is 'What the search looks in, in upper case.';
comment on column farmers.account_changed_at is 'When the account last changed: money waits a while before it goes to a new one.';
comment on column farmers.created_singly is 'Entered by a form; the others came in a file.';
comment on column farmers.entry_notes is 'What the checks of the values warned of: [{code, message}].';
comment on column farmers.override_reason is 'The checker''s reason to register somebody whom another society has registered.';
comment on column farmers.made_by is 'The first maker entered the record. Like the makers themselves it is kept without a foreign key: the insert of a file '
  'of farmers would look each one up.';
create index on farmers (organisation_id, full_name, id) where status = 'APPROVED';
create index on farmers (full_name, id) where status = 'APPROVED';
create index on farmers (member_number, id) where status = 'APPROVED';
create index on farmers (id_number);
create index on farmers (organisation_id, institution_code, account_number);
create index on farmers (organisation_id, mobile_number);
create index on farmers (upload_id);
create index on farmers (account_state, member_number) where account_state <> 'VERIFIED';
create index on farmers using gin (organisation_id, search_text gin_trgm_ops);
-- Reference values of a farmer rarely leave their lists; one small index serves the check when they do.
create index on farmers (ward_id);
create index on farmers (institution_code);
create unique index farmers_member_number on farmers (organisation_id, member_number) include (id, status) where status <> 'REJECTED';
create unique index farmers_id_number_here on farmers (organisation_id, id_number) where status <> 'REJECTED';
create index on farmers (organisation_id, id) where created_singly;
create index on farmers (id) where created_singly;
create index on farmers (organisation_id, id) where status = 'PENDING_APPROVAL';
-- Who else uses a phone or an account, whatever the society.
create index on farmers (mobile_number);
create index on farmers (account_number, institution_code);
-- How many hold a name decides how a search is read; a hundred samples say little about it.
alter table farmers alter column search_text set statistics 400;
call wall('farmers');
create policy functions on farmers to kahawa_functions using (true);
grant select, insert, update on farmers to kahawa_app, kahawa_wide;
grant select on farmers to kahawa_functions;

create table account_look_ups (
  organisation_id uuid not null references organisations on delete restrict,
  institution_code text not null references institutions on delete restrict,
  account_number text not null,
  outcome text not null check (outcome in ('found', 'not_found', 'closed', 'name_missing')),
  account_name text not null default '',
  checked_at timestamptz not null,
  primary key (organisation_id, institution_code, account_number)
);
comment on table account_look_ups is 'The last word of the bank on an account that a society asked about. Silence is no word and leaves no row.';
comment on column account_look_ups.account_name is 'The name that the bank gave.';
create index on account_look_ups (institution_code);
call wall('account_look_ups');
grant select, insert, update on account_look_ups to kahawa_app, kahawa_wide;

-- Ids of approved farmers whose text holds every pattern, at most so many. LIKE is not leakproof, so row-level security keeps
-- it out of every index and reads the whole society instead; here the wall is asked first, and the index may be used.
-- Patterns stand in the statement itself, because a plan made for unknown ones cannot know whether they are rare.
create function find_farmers(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
begin
  if current_setting('role') <> 'kahawa_wide' and society is distinct from app_organisation() then return; end if;
  return query execute (
    select 'select id from farmers where status = ''APPROVED'''
      || case when society is null then '' else format(' and organisation_id = %L', society) end
      || string_agg(format(' and search_text like %L', pattern), '') || format(' limit %s', most)
    from unnest(patterns) as pattern);
end $$;
call guard('find_farmers(uuid, text[], integer)');
grant execute on function find_farmers(uuid, text[], integer) to kahawa_app, kahawa_wide;

-- Whether another society has registered an ID. Says yes or no, never whose it is.
create function registered_elsewhere(identity text, society uuid) returns boolean
  language sql stable security definer
begin atomic
  select (society = app_organisation() or current_setting('role') = 'kahawa_wide')
    and exists (
      select 1 from farmers f
      where f.id_number = identity and f.organisation_id <> society and f.life_state <> 'TRANSFERRED' and f.status <> 'REJECTED');
end;
call guard('registered_elsewhere(text, uuid)');
grant execute on function registered_elsewhere(text, uuid) to kahawa_app, kahawa_wide;

-- Whether another society pays somebody to an account. Says yes or no, never whom.
create function account_elsewhere(institution text, account text, society uuid) returns boolean
  language sql stable security definer
begin atomic
  select (society = app_organisation() or current_setting('role') = 'kahawa_wide')
    and exists (
      select 1 from farmers f
      where f.account_number = account and f.institution_code = institution and f.organisation_id <> society
        and f.life_state <> 'TRANSFERRED' and f.status <> 'REJECTED');
end;
call guard('account_elsewhere(text, text, uuid)');
grant execute on function account_elsewhere(text, text, uuid) to kahawa_app, kahawa_wide;

-- Which rows of an upload carry an ID that another society has registered. Says yes or no, never whose it is.
create function upload_rows_registered_elsewhere(upload uuid, id_number integer, wanted integer[] default null) returns setof uuid
  language sql stable security definer
begin atomic
  select r.id from upload_rows r
  where r.upload_id = upload
    and (wanted is null or r.row_number = any (wanted))
    and (r.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
    and r.state <> 'left_out'
    and exists (
      select 1 from farmers f
      where f.id_number = r.clean[upload_rows_registered_elsewhere.id_number]
        and f.organisation_id <> r.organisation_id and f.life_state <> 'TRANSFERRED' and f.status <> 'REJECTED');
end;
call guard('upload_rows_registered_elsewhere(uuid, integer, integer[])');
grant execute on function upload_rows_registered_elsewhere(uuid, integer, integer[]) to kahawa_app, kahawa_wide;

create table farm_plots (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  name text not null check (name <> ''),
  geometry jsonb not null check (geometry ->> 'type' in ('Point', 'Polygon')),
  area_ha numeric(9, 4) not null check (area_ha > 0),
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
comment on table farm_plots is 'Where a farmer''s coffee grows. Source: Regulation (EU) 2023/1115, geolocation of every plot.';
comment on column farm_plots.geometry is 'GeoJSON Point or Polygon, WGS84, longitude before latitude.';
comment on column farm_plots.west is 'The smallest rectangle around it: neighbours are found by these before the outlines are compared.';
comment on column farm_plots.captured_by is 'Who stood in the field.';
comment on column farm_plots.accuracy_m is 'Of the device, in metres.';
comment on column farm_plots.notes is 'What the checks warned of: [{code, message}].';
comment on column farm_plots.screening is 'What a look at loss of forest since the end of 2020 has shown.';
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
