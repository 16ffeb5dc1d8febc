-- Who is in the trade, who may sign in, and the facts that everybody reads.

create table counties (id integer primary key, name text not null unique);
comment on table counties is 'Counties of Kenya, with their official numbers.';
grant select on counties to kahawa_app, kahawa_wide, kahawa_auth, kahawa_admin;

create table sub_counties (
  id integer primary key,
  county_id integer not null references counties on delete restrict,
  name text not null,
  unique (county_id, name)
);
comment on table sub_counties is 'Sub-counties, each of one county.';
grant select on sub_counties to kahawa_app, kahawa_wide, kahawa_auth;

create table wards (
  id integer primary key,
  sub_county_id integer not null references sub_counties on delete restrict,
  name text not null,
  unique (sub_county_id, name)
);
comment on table wards is 'Wards, each of one sub-county.';
grant select on wards to kahawa_app, kahawa_wide, kahawa_auth;

create table varieties (id integer primary key, name text not null unique);
comment on table varieties is 'Varieties of coffee that may be grown.';
grant select on varieties to kahawa_app, kahawa_wide, kahawa_auth;

create table institutions (
  code text primary key,
  name text not null unique,
  type text not null check (type in ('BANK', 'M-PESA', 'SACCO', 'MFB')),
  pic text not null,
  bank_code text not null default '',
  swift_code text not null default '',
  active boolean not null default true
);
comment on table institutions is 'Banks, SACCOs, microfinance banks and M-PESA: where somebody can be paid.';
comment on column institutions.code is 'Official code, which files and payments name.';
comment on column institutions.pic is 'As PesaLink names a participant: the code of the bank in four digits.';
comment on column institutions.active is 'False: kept for old records, not offered for new ones.';
grant select on institutions to kahawa_app, kahawa_wide, kahawa_auth;

create table organisations (
  id uuid primary key,
  code text not null unique,
  name text not null,
  type text not null check (type in ('FARMER_SOCIETY', 'MILLER', 'MARKETER', 'BROKER', 'WAREHOUSE', 'COOPERATIVE_BANK', 'GOVERNMENT', 'OPERATOR', 'KPCU')),
  county_id integer references counties on delete restrict,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on table organisations is 'Everybody in the trade who has users: societies, millers, marketers, the lenders, the government, the operator.';
comment on column organisations.code is 'Its name on the wire and in files, such as CF4100.';
comment on column organisations.county_id is 'Where it has its seat, if it has one place.';
comment on column organisations.active is 'False: none of its users signs in.';
create index on organisations (county_id);
create index on organisations (type, name);
grant select on organisations to kahawa_app, kahawa_wide, kahawa_auth, kahawa_functions;
grant select, insert, update on organisations to kahawa_admin;

create table roles (
  name text primary key,
  label text not null,
  permissions text[] not null,
  types text[] not null default '{}',
  grants text[] not null default '{}',
  customised boolean not null default false
);
comment on table roles is 'What a user may do, as a list of permissions. Brought up to date from the product at every start.';
comment on column roles.types is 'The types of organisations that it is for.';
comment on column roles.grants is 'Permissions that the role may hand on without using them.';
comment on column roles.customised is 'The operator''s own: not brought up to date with the product.';
grant select on roles to kahawa_app, kahawa_wide, kahawa_auth, kahawa_functions;
grant select, insert, update on roles to kahawa_admin;

create table users (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  username text not null unique check (username = lower(username)),
  full_name text not null,
  email text,
  password_hash text,
  role_name text not null references roles on delete restrict,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INVITED', 'SUSPENDED')),
  language text not null default 'en' check (language in ('en', 'sw')),
  totp_secret text,
  totp_confirmed_at timestamptz,
  totp_last_step bigint,
  recovery_hashes text[] not null default '{}',
  password_changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  leave_from date,
  leave_to date,
  constraint leave_has_two_ends check ((leave_from is null) = (leave_to is null) and leave_from <= leave_to)
);
comment on table users is 'People who sign in. They are never removed: what they did names them.';
comment on column users.password_hash is 'Null until an invitation is answered. Read by signing in alone, like the secret of the second factor.';
comment on column users.totp_last_step is 'The last step of time whose code was taken, so that none is taken twice.';
comment on column users.recovery_hashes is 'Codes for who has lost the second factor; each is gone once it is used.';
comment on column users.leave_from is 'On leave, both days included, nobody signs in or decides.';
create index on users (organisation_id);
create index on users (role_name);
create unique index one_email_one_user on users (lower(btrim(email)));
call wall('users');
create policy functions on users to kahawa_functions using (true);
-- Signing in happens before an organisation is known.
create policy sign_in on users to kahawa_auth using (true);
create policy administration on users to kahawa_admin using (true);
grant select (id, organisation_id, username, full_name, email, role_name, status, language, created_at, leave_from, leave_to) on users to kahawa_app, kahawa_wide;
grant select, update (password_hash, status, language, totp_secret, totp_confirmed_at, totp_last_step, recovery_hashes, password_changed_at) on users to kahawa_auth;
grant select (id, organisation_id, username, full_name, email, role_name, status, totp_confirmed_at, created_at, leave_from, leave_to),
  insert (id, organisation_id, username, full_name, email, role_name, status, created_at),
  update (full_name, email, role_name, status, leave_from, leave_to) on users to kahawa_admin;
grant select (id, organisation_id, username, full_name, role_name, status, language, totp_secret, totp_confirmed_at, totp_last_step, recovery_hashes, leave_from, leave_to),
  update (password_hash, totp_secret, totp_confirmed_at, totp_last_step, recovery_hashes) on users to kahawa_functions;

-- The name of who made or decided a record that the reader sees, also where that person works for another organisation, whose users
-- the wall hides: KPCU decides on a society's rate, a miller on its parchment. Nobody learns an id but from such a record.
create function name_of_user(wanted uuid) returns text
  language sql stable security definer as $$ select full_name from users where id = wanted $$;
call guard('name_of_user(uuid)');
grant execute on function name_of_user(uuid) to kahawa_app, kahawa_wide;

create table settings (name text primary key, value jsonb not null, changed_at timestamptz not null default now());
comment on table settings is 'Values of settings that differ from the declared default.';
grant select on settings to kahawa_app, kahawa_wide, kahawa_functions;
grant select, insert, update on settings to kahawa_admin;

create table seasons (
  name text primary key check (name ~ '^[0-9]{4}/[0-9]{4}$'),
  starts_on date not null unique,
  ends_on date not null check (ends_on > starts_on),
  open boolean not null default true,
  -- A crop year and nothing else, so that two of them never share a day.
  constraint season_is_a_crop_year check (starts_on = make_date(left(name, 4)::integer, 10, 1)
    and ends_on = make_date(right(name, 4)::integer, 9, 30) and right(name, 4)::integer = left(name, 4)::integer + 1)
);
comment on table seasons is 'Crop years. The name is the specification''s: 2025/2026.';
comment on column seasons.open is 'Closed seasons take no deliveries.';
grant select on seasons to kahawa_app, kahawa_wide;
grant select, insert, update on seasons to kahawa_admin;

create table public_holidays (
  day date primary key,
  name text not null check (btrim(name) <> ''),
  day_off boolean not null,
  changed_at timestamptz not null
);
comment on table public_holidays is 'What the gazette says of single days, beyond the rules of the Public Holidays Act: a day off such as the Eids and a '
  'general election, or a day off by law that another one stands in for.';
grant select on public_holidays to kahawa_app, kahawa_wide;
grant select, insert, update on public_holidays to kahawa_admin;
