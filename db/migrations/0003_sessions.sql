-- Signing in, and what is kept of each user’s calls and lists.

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default ''
);
comment on table sessions is 'Who is signed in. The token is with the browser; here is its hash.';
comment on column sessions.token_hash is 'SHA-256 of the token.';
comment on column sessions.last_seen_at is 'Noted at most once a minute; a session that is idle for long ends.';
create index on sessions (user_id);
create index on sessions (expires_at);
grant select, insert, update, delete on sessions to kahawa_auth;
grant select (user_id), delete on sessions to kahawa_admin;
grant select, update (last_seen_at) on sessions to kahawa_functions;

create table sign_in_delays (
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);
comment on table sign_in_delays is 'Guesses against one username or from one address; a known device keeps its own row so that a stranger cannot lock its '
  'owner out.';
comment on column sign_in_delays.key is 'What guesses, and a hash of it: `user:…`, `address:…`, `device:…`; or `session:…` with the user’s id.';
grant select, insert, update, delete on sign_in_delays to kahawa_auth;

create table known_devices (
  device_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  last_used_at timestamptz not null,
  primary key (device_hash, user_id)
);
comment on table known_devices is 'Devices a user has signed in from, by the hash of a random cookie.';
create index on known_devices (user_id);
grant select, insert, update, delete on known_devices to kahawa_auth;
grant select (user_id), delete on known_devices to kahawa_functions;

-- The user behind a token: one round trip for every request. Whoever knows the token's hash may ask.
-- Ends with no row when the session is idle, expired, signed out, or its user suspended or on leave by the day in Nairobi; notes
-- the use at most once a minute. Who decides needs a second factor unless the operator has said otherwise: a setting that nobody
-- has touched means yes.
create function find_session(token bytea, at timestamptz, idle interval)
  returns table (user_id uuid, username text, full_name text, language text, totp_enabled boolean, organisation_id uuid,
    organisation_code text, organisation_name text, organisation_type text, role_name text, role_label text, permissions text[], second_factor_missing boolean)
  language plpgsql security definer as $$
begin
  update sessions s set last_seen_at = at where s.token_hash = token and s.last_seen_at < at - interval '1 minute' and s.last_seen_at > at - idle;
  return query
    select u.id, u.username, u.full_name, u.language, u.totp_confirmed_at is not null, o.id, o.code, o.name, o.type, r.name, r.label, r.permissions,
        u.totp_confirmed_at is null and not exists (select 1 from settings t where t.name = 'checkersNeedSecondFactor' and t.value = 'false')
    from sessions s join users u on u.id = s.user_id join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name
    where s.token_hash = token and s.expires_at > at and s.last_seen_at > at - idle and u.status = 'ACTIVE' and o.active
      and (u.leave_from is null or (at at time zone 'Africa/Nairobi')::date not between u.leave_from and u.leave_to);
end $$;
call guard('find_session(bytea, timestamptz, interval)');
grant execute on function find_session(bytea, timestamptz, interval) to kahawa_app;

-- Why a session that has not run out opens nothing: whoever holds its token may know.
create function why_shut_out(token bytea, at timestamptz, idle interval) returns text language sql stable security definer as $$
  select case when u.status <> 'ACTIVE' or not o.active then 'session.suspended' else 'session.on_leave' end
    from sessions s join users u on u.id = s.user_id join organisations o on o.id = u.organisation_id
    where s.token_hash = token and s.expires_at > at and s.last_seen_at > at - idle;
$$;
call guard('why_shut_out(bytea, timestamptz, interval)');
grant execute on function why_shut_out(bytea, timestamptz, interval) to kahawa_app;

-- Takes a user's password away and, when it is lost too, the second factor; neither can be read or set by administration. The
-- devices are forgotten with them: one of them may be the thief's.
create function forget_sign_in(forgotten uuid, second_factor boolean) returns void language sql security definer as $$
  delete from known_devices where user_id = forgotten;
  update users set password_hash = null,
    totp_secret = case when second_factor then null else totp_secret end,
    totp_confirmed_at = case when second_factor then null else totp_confirmed_at end,
    totp_last_step = case when second_factor then null else totp_last_step end,
    recovery_hashes = case when second_factor then '{}' else recovery_hashes end
  where id = forgotten;
$$;
call guard('forget_sign_in(uuid, boolean)');
grant execute on function forget_sign_in(uuid, boolean) to kahawa_admin;

create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null check (length(key) <= 255),
  organisation_id uuid not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table idempotency_keys is 'The first answer to a state-changing call, kept in the transaction of its effect.';
comment on column idempotency_keys.key is 'As the client named its call.';
comment on column idempotency_keys.request_hash is 'Of the call: the same key for another one is refused.';
comment on column idempotency_keys.answer is 'What the effect came to; the same key is answered from it.';
create index on idempotency_keys (created_at);
call wall('idempotency_keys');
create policy administration on idempotency_keys to kahawa_admin using (organisation_id = (select app_organisation()));
grant select, insert, delete on idempotency_keys to kahawa_app, kahawa_wide, kahawa_admin;

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
comment on table saved_views is 'Lists as a user has arranged and named them.';
comment on column saved_views.list is 'Name of the declared list.';
comment on column saved_views.query is 'Search, filters, order and columns, as in the address of the page.';
comment on column saved_views.shared is 'Colleagues see it too.';
create index on saved_views (organisation_id, list);
call wall('saved_views');
grant select, insert, update, delete on saved_views to kahawa_app, kahawa_wide;
