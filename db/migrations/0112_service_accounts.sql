-- Programs of channels and partners call with keys of their own, never with a person's password.

-- A service account stands among the users, because what it makes names it; in a state in which nobody signs in, decides or is written to.
alter table users drop constraint users_status_check;
alter table users add constraint users_status_check check (status in ('ACTIVE', 'INVITED', 'SUSPENDED', 'SERVICE'));

create table service_accounts (
  id uuid primary key references users on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  calls text[] not null check (cardinality(calls) > 0),
  addresses inet[] not null check (cardinality(addresses) > 0),
  per_minute integer not null check (per_minute > 0),
  key_days integer not null check (key_days > 0),
  status text not null check (status in ('ACTIVE', 'STOPPED', 'ENDED')),
  created_at timestamptz not null
);
comment on table service_accounts is 'What a channel or partner may do by its keys: which calls, from where, how often. Its name and its role stand with its user.';
comment on column service_accounts.calls is 'As the contract names them: POST /loan/request.';
comment on column service_accounts.addresses is 'Networks from which it calls.';
comment on column service_accounts.key_days is 'So long after it was shown a key expires.';
comment on column service_accounts.status is 'Stopped by one administrator, let in again and ended by two.';
create index on service_accounts (organisation_id);
call wall('service_accounts');
create policy functions on service_accounts to kahawa_functions using (true);
create policy administration on service_accounts to kahawa_admin using (true);
grant select on service_accounts to kahawa_functions;
grant select, insert, update on service_accounts to kahawa_admin;

create table service_keys (
  id uuid primary key references change_requests on delete restrict,
  account_id uuid not null references service_accounts on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  asked_by uuid not null references users on delete restrict,
  overlap_hours integer not null check (overlap_hours >= 0),
  pick_up_until timestamptz not null,
  shown uuid,
  shown_at timestamptz,
  key text unique,
  hash bytea,
  expires_at timestamptz,
  stopped_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  constraint key_is_whole check ((key is null) = (hash is null) and (key is null) = (expires_at is null) and (key is null or shown_at is not null))
);
comment on table service_keys is 'One key for each approval that allowed one. It is made when its asker has it shown; here are its name and its hash.';
comment on column service_keys.id is 'The change that allowed it.';
comment on column service_keys.overlap_hours is 'So long the keys before work on once this one is shown.';
comment on column service_keys.shown is 'The one showing of it: repeated with the same idempotency key it makes the key anew while nobody has used it.';
comment on column service_keys.key is 'Its name: the ten signs after the prefix.';
comment on column service_keys.hash is 'SHA-256 of the whole key, whose secret part is 256 random bits. Administration writes it and cannot read it.';
create index on service_keys (account_id, id);
create index on service_keys (organisation_id);
create index on service_keys (asked_by);
call wall('service_keys');
create policy functions on service_keys to kahawa_functions using (true);
create policy administration on service_keys to kahawa_admin using (true);
grant select, update (last_used_at, last_used_from) on service_keys to kahawa_functions;
grant select (id, account_id, organisation_id, asked_by, overlap_hours, pick_up_until, shown, shown_at, key, expires_at, stopped_at, last_used_at, last_used_from),
  insert (id, account_id, organisation_id, asked_by, overlap_hours, pick_up_until),
  update (pick_up_until, shown, shown_at, key, hash, expires_at, stopped_at) on service_keys to kahawa_admin;

create table service_uses (
  id uuid primary key,
  account_id uuid not null references service_accounts on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  key text not null references service_keys (key) on delete restrict,
  hour timestamptz not null,
  address text not null,
  call text not null,
  outcome text not null,
  calls integer not null check (calls > 0),
  last_at timestamptz not null,
  unique (key, hour, address, call, outcome)
);
comment on table service_uses is 'Use of keys, counted by the hour: by which key, from where, for which call, with what outcome. The first of each is written before '
  'it is answered, the others every few seconds.';
comment on column service_uses.address is 'Empty: one of more than are counted apart.';
comment on column service_uses.outcome is 'LET_IN, or the code of the refusal.';
create index on service_uses (account_id, hour);
create index on service_uses (organisation_id);
create index on service_uses (hour, id);
call wall('service_uses');
create policy functions on service_uses to kahawa_functions using (true);
create policy administration on service_uses to kahawa_admin using (true);
grant select, insert, update on service_uses to kahawa_functions;
grant select on service_uses to kahawa_admin;
-- Counts that are older than they are kept.
grant select (hour), delete on service_uses to kahawa_wide;

create policy administration_of_services on audit_events for select to kahawa_admin using (kind = 'service_account');
create policy administration_notes_services on audit_events for insert to kahawa_admin with check (kind = 'service_account');

-- Everything that a call with a key is judged by, of the key with this name: one round trip for every call. Whoever holds the key proves
-- it by its hash, which the program compares.
create function find_service_key(wanted text, called_from inet, at timestamptz)
  returns table (hash bytea, user_id uuid, username text, full_name text, organisation_id uuid, organisation_code text, organisation_name text,
    organisation_type text, role_name text, role_label text, permissions text[], calls text[], per_minute integer, status text, is_open boolean,
    is_stopped boolean, is_expired boolean, is_known_address boolean)
  language sql stable security definer rows 1 as $$
  select k.hash, u.id, u.username, u.full_name, o.id, o.code, o.name, o.type, r.name, r.label, r.permissions, a.calls, a.per_minute, a.status, o.active,
    k.stopped_at is not null, k.expires_at <= at, exists (select from unnest(a.addresses) network where called_from <<= network)
  from service_keys k join service_accounts a on a.id = k.account_id join users u on u.id = a.id and u.status = 'SERVICE'
    join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name
  where k.key = wanted
$$;
call guard('find_service_key(text, inet, timestamptz)');
grant execute on function find_service_key(text, inet, timestamptz) to kahawa_app, kahawa_wide;

-- Adds calls to the use of a key in an hour. Answers whether the key was let in, or refused, for the first time from this address
-- since the day began.
create function note_service_use(new_id uuid, used text, in_hour timestamptz, called_from text, named text, with_outcome text, count integer,
    at timestamptz, day_began timestamptz) returns boolean language plpgsql security definer as $$
declare
  is_first boolean := not exists (select from service_uses u where u.key = used and u.address = called_from
    and (u.outcome = 'LET_IN') = (with_outcome = 'LET_IN') and u.hour >= day_began);
begin
  insert into service_uses as u (id, account_id, organisation_id, key, hour, address, call, outcome, calls, last_at)
    select new_id, k.account_id, k.organisation_id, used, in_hour, called_from, named, with_outcome, count, at from service_keys k where k.key = used
    on conflict (key, hour, address, call, outcome) do update set calls = u.calls + excluded.calls, last_at = greatest(u.last_at, excluded.last_at);
  if with_outcome = 'LET_IN' then
    update service_keys k set last_used_at = at, last_used_from = called_from where k.key = used and (k.last_used_at is null or k.last_used_at < at);
  end if;
  return is_first;
end $$;
call guard('note_service_use(uuid, text, timestamptz, text, text, text, integer, timestamptz, timestamptz)');
grant execute on function note_service_use(uuid, text, timestamptz, text, text, text, integer, timestamptz, timestamptz) to kahawa_app, kahawa_wide;
