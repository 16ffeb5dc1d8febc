-- Three roles stand between the program and the rows. kahawa_app sees one organisation, named by app.organisation;
-- kahawa_wide sees all of them and is taken per transaction by users whose type of organisation sees everybody;
-- kahawa_auth reads what signing in needs. None owns a table, so none passes row-level security.
do $$
declare name text;
begin
  foreach name in array array['kahawa_app', 'kahawa_wide', 'kahawa_auth'] loop
    begin
      execute format('create role %I nosuperuser nobypassrls', name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  execute 'grant kahawa_wide, kahawa_auth to kahawa_app with inherit false, set true';
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant kahawa_app, kahawa_wide, kahawa_auth to %I with inherit false, set true', current_user);
  end if;
end $$;
grant usage on schema public to kahawa_app, kahawa_wide, kahawa_auth;

create extension if not exists pg_trgm;

create function app_organisation() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organisation', true), '')::uuid;

-- Every table of an organisation is walled the same way.
create procedure wall(walled regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', walled);
  execute format('create policy own_organisation on %s to kahawa_app using (organisation_id = (select app_organisation()))', walled);
  execute format('create policy every_organisation on %s to kahawa_wide using (true)', walled);
end $$;

-- Reference lists: public facts with their official numbers.
create table counties (id integer primary key, name text not null unique);
create table sub_counties (
  id integer primary key,
  county_id integer not null references counties on delete restrict,
  name text not null,
  unique (county_id, name)
);
create table wards (
  id integer primary key,
  sub_county_id integer not null references sub_counties on delete restrict,
  name text not null,
  unique (sub_county_id, name)
);
create table varieties (id integer primary key, name text not null unique);
create table institutions (
  code text primary key,
  name text not null unique,
  type text not null check (type in ('BANK', 'M-PESA', 'SACCO', 'MFB')),
  pic text not null,
  bank_code text not null default '',
  swift_code text not null default '',
  -- False: kept for old records, not offered for new ones.
  active boolean not null default true
);

create table organisations (
  id uuid primary key,
  code text not null unique,
  name text not null,
  type text not null check (type in ('FARMER_SOCIETY', 'MILLER', 'MARKETER', 'BROKER', 'WAREHOUSE', 'COOPERATIVE_BANK', 'GOVERNMENT', 'OPERATOR', 'KPCU')),
  county_id integer references counties on delete restrict,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create index on organisations (county_id);
create index on organisations (type, name);

create table roles (
  name text primary key,
  label text not null,
  permissions text[] not null
);

create table users (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  username text not null unique check (username = lower(username)),
  full_name text not null,
  email text,
  password_hash text not null,
  role_name text not null references roles on delete restrict,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  language text not null default 'en' check (language in ('en', 'sw')),
  totp_secret text,
  totp_confirmed_at timestamptz,
  totp_last_step bigint,
  recovery_hashes text[] not null default '{}',
  password_changed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index on users (organisation_id);
create index on users (role_name);

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default ''
);
create index on sessions (user_id);
create index on sessions (expires_at);

-- The user behind a token: one round trip for every request. Whoever knows the token's hash may ask.
-- Ends with no row when the session is idle, expired, signed out, or its user suspended; notes the use at most once a minute.
create function find_session(token bytea, at timestamptz, idle interval)
  returns table (user_id uuid, username text, full_name text, language text, totp_enabled boolean, organisation_id uuid,
    organisation_code text, organisation_name text, organisation_type text, role_name text, permissions text[])
  language plpgsql security definer set search_path = public as $$
begin
  update sessions s set last_seen_at = at where s.token_hash = token and s.last_seen_at < at - interval '1 minute' and s.last_seen_at > at - idle;
  return query
    select u.id, u.username, u.full_name, u.language, u.totp_confirmed_at is not null, o.id, o.code, o.name, o.type, r.name, r.permissions
    from sessions s join users u on u.id = s.user_id join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name
    where s.token_hash = token and s.expires_at > at and s.last_seen_at > at - idle and u.status = 'ACTIVE' and o.active;
end $$;

-- Guesses against one username or from one address; a known device keeps its own row so that a stranger cannot lock its owner out.
create table sign_in_delays (
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);

-- Devices a user has signed in from, by the hash of a random cookie.
create table known_devices (
  device_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  last_used_at timestamptz not null,
  primary key (device_hash, user_id)
);
create index on known_devices (user_id);

-- Files are kept once per organisation, by the hash of their bytes, in pieces that can be streamed.
create table files (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  sha256 bytea not null,
  size bigint not null check (size > 0),
  created_at timestamptz not null default now(),
  unique (organisation_id, sha256)
);
create table file_pieces (
  file_id uuid not null references files on delete cascade,
  organisation_id uuid not null,
  n integer not null,
  bytes bytea not null,
  primary key (file_id, n)
);
alter table file_pieces alter column bytes set storage external;

-- The first answer to a state-changing call, kept in the transaction of its effect.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null check (length(key) <= 255),
  organisation_id uuid not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index on idempotency_keys (created_at);

create table saved_views (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete cascade,
  user_id uuid not null references users on delete cascade,
  list text not null,
  name text not null,
  query text not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  unique (user_id, list, name)
);
create index on saved_views (organisation_id, list);

-- The audit trail: one row per change of state, written in the same transaction, never changed afterwards.
create table audit_events (
  id uuid primary key,
  at timestamptz not null,
  organisation_id uuid not null references organisations on delete restrict,
  actor_id uuid references users on delete restrict,
  actor_name text not null,
  actor_role text not null,
  actor_organisation text not null,
  kind text not null,
  record_id uuid not null,
  title text not null,
  action text not null,
  from_status text,
  to_status text,
  comment text,
  changes jsonb not null default '{}',
  request_id text
);
create index on audit_events (kind, record_id, id);
create index on audit_events (organisation_id, id);
create index on audit_events (actor_id);
create table audit_seals (
  n bigint primary key,
  event_id uuid not null unique references audit_events on delete restrict,
  event_hash bytea not null,
  chain_hash bytea not null,
  sealed_at timestamptz not null default now()
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on audit_events for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on audit_seals for each statement execute function refuse_change();

call wall('users');
call wall('files');
call wall('file_pieces');
call wall('idempotency_keys');
call wall('saved_views');
call wall('audit_events');

-- Signing in happens before an organisation is known.
create policy sign_in on users to kahawa_auth using (true);
create policy sign_in on audit_events for insert to kahawa_auth with check (kind = 'user');

grant select on counties, sub_counties, wards, varieties, institutions, organisations, roles to kahawa_app, kahawa_wide, kahawa_auth;
grant select on users to kahawa_app, kahawa_wide;
grant select, insert on files, file_pieces, audit_events to kahawa_app, kahawa_wide;
grant select, insert, delete on idempotency_keys to kahawa_app, kahawa_wide;
grant select, insert, update, delete on saved_views to kahawa_app, kahawa_wide;
grant select, insert on audit_seals to kahawa_wide;
grant select, update (password_hash, password_changed_at, language, totp_secret, totp_confirmed_at, totp_last_step, recovery_hashes) on users to kahawa_auth;
grant select, insert, update, delete on sessions, sign_in_delays, known_devices to kahawa_auth;
grant insert on audit_events to kahawa_auth;
revoke execute on function find_session(bytea, timestamptz, interval) from public;
grant execute on function find_session(bytea, timestamptz, interval) to kahawa_app;
