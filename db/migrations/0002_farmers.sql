-- An uploaded file of any kind, from its first byte to the decision on it.
create table uploads (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  kind text not null check (kind in ('farmers', 'farmer_companies')),
  file_id uuid not null references files on delete restrict,
  file_name text not null,
  file_sha256 bytea not null,
  status text not null check (status in ('CHECKING', 'FAILED_VALIDATION', 'PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION', 'APPROVED_WITH_ERRORS', 'APPROVED', 'REJECTED', 'DISCARDED')),
  problem text,
  header text[] not null default '{}',
  row_count integer not null default 0,
  ready_count integer not null default 0,
  failed_count integer not null default 0,
  warned_count integer not null default 0,
  left_out_count integer not null default 0,
  done_count integer not null default 0,
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null default now(),
  -- Maker is never checker, whatever the program says.
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  -- The counts always add up.
  constraint counts_add_up check (row_count = ready_count + failed_count + left_out_count + done_count)
);
create index on uploads (organisation_id, kind, created_at);
create index on uploads (kind, created_at);
create index on uploads (kind, status) where status in ('CHECKING', 'PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION', 'APPROVED_WITH_ERRORS');
create index on uploads (file_id);
create index on uploads (made_by);
create index on uploads (decided_by);
-- The same bytes may not be uploaded twice, unless the first was discarded or declined.
create unique index uploads_same_file on uploads (organisation_id, kind, file_sha256) where status not in ('DISCARDED', 'REJECTED');

-- How far the work on an upload is. Apart from uploads, so that a long check can report while it holds the upload's lock.
create table upload_progress (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  stage text not null check (stage in ('stored', 'checking', 'checked', 'approving', 'done', 'refused')),
  rows_done integer not null default 0,
  rows_total integer,
  beat_at timestamptz not null default now()
);

-- A staged row: the cells as they were written and as they were understood, in the order the kind declares.
-- Its id becomes the id of the record made from it, so one row can never make two records.
create table upload_rows (
  id uuid not null primary key,
  upload_id uuid not null references uploads on delete cascade,
  organisation_id uuid not null,
  row_number integer not null,
  cells text[] not null,
  clean text[] not null,
  state text not null check (state in ('ready', 'failed', 'left_out')),
  override_reason text,
  override_by uuid references users on delete restrict,
  unique (upload_id, row_number)
) with (fillfactor = 90);
create index on upload_rows (override_by) where override_by is not null;

create table upload_problems (
  upload_id uuid not null references uploads on delete cascade,
  organisation_id uuid not null,
  row_number integer not null,
  column_number integer not null,
  code text not null,
  message text not null,
  severity text not null check (severity in ('error', 'warning'))
);
create index on upload_problems (upload_id, row_number);

-- What the bank said of the account in a row.
create table upload_row_checks (
  row_id uuid primary key references upload_rows on delete cascade,
  upload_id uuid not null references uploads on delete cascade,
  organisation_id uuid not null,
  outcome text not null check (outcome in ('found', 'not_found', 'closed', 'name_missing')),
  account_name text not null default '',
  name_matches boolean not null,
  checked_at timestamptz not null
);
create index on upload_row_checks (upload_id);

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
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  -- With id and status the list is counted and paged from this index alone.
  unique (organisation_id, member_number) include (id, status),
  unique (organisation_id, id_number)
)
-- A list that is counted from an index alone needs a table that is vacuumed soon after an upload, not after a fifth of it.
with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index on farmers (organisation_id, full_name, id) where status = 'APPROVED';
create index on farmers (full_name, id) where status = 'APPROVED';
create index on farmers (member_number, id) where status = 'APPROVED';
create index on farmers (id_number);
create index on farmers (organisation_id, institution_code, account_number);
create index on farmers (organisation_id, mobile_number);
create index on farmers (upload_id);
create index on farmers (account_state, member_number) where account_state <> 'VERIFIED';
create extension if not exists btree_gin;
create index on farmers using gin (organisation_id, search_text gin_trgm_ops);
-- How many hold a name decides how a search is read; a hundred samples say little about it.
alter table farmers alter column search_text set statistics 400;

-- Reference values of a farmer rarely leave their lists; one small index serves the check when they do.
create index on farmers (ward_id);
create index on farmers (institution_code);

call wall('uploads');
call wall('upload_progress');
call wall('upload_rows');
call wall('upload_problems');
call wall('upload_row_checks');
call wall('farmers');

grant select, insert, update on uploads, upload_progress, farmers to kahawa_app, kahawa_wide;
grant select, insert, update, delete on upload_rows, upload_problems, upload_row_checks to kahawa_app, kahawa_wide;

-- Which rows of an upload carry an ID that another society has registered. Says yes or no, never whose it is.
create function upload_rows_registered_elsewhere(upload uuid) returns setof uuid
  language sql stable security definer set search_path = public
begin atomic
  select r.id from upload_rows r
  where r.upload_id = upload
    and (r.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
    and r.state <> 'left_out'
    and exists (
      select 1 from farmers f
      where f.id_number = r.clean[(select case u.kind when 'farmers' then 4 else 2 end from uploads u where u.id = upload)]
        and f.organisation_id <> r.organisation_id and f.life_state <> 'TRANSFERRED');
end;
revoke execute on function upload_rows_registered_elsewhere(uuid) from public;
grant execute on function upload_rows_registered_elsewhere(uuid) to kahawa_app, kahawa_wide;

-- Ids of approved farmers whose text holds every pattern, at most so many. LIKE is not leakproof, so row-level security keeps
-- it out of every index and reads the whole society instead; here the wall is asked first, and the index may be used.
-- Patterns stand in the statement itself, because a plan made for unknown ones cannot know whether they are rare.
create function find_farmers(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 set search_path = public, pg_temp as $$
begin
  if current_setting('role') <> 'kahawa_wide' and society is distinct from app_organisation() then return; end if;
  return query execute (
    select 'select id from farmers where status = ''APPROVED'''
      || case when society is null then '' else format(' and organisation_id = %L', society) end
      || string_agg(format(' and search_text like %L', pattern), '') || format(' limit %s', most)
    from unnest(patterns) as pattern);
end $$;
revoke execute on function find_farmers(uuid, text[], integer) from public;
grant execute on function find_farmers(uuid, text[], integer) to kahawa_app, kahawa_wide;
