-- Passkeys beside the authenticator app: a second factor that no page of a stranger can ask for.

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  synced boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  copied_at timestamptz,
  unique (user_id, name)
);
comment on table passkeys is 'Keys on devices of users. The private half never leaves the device; here is what checks its signature.';
comment on column passkeys.credential_id is 'As the device names it, base64url.';
comment on column passkeys.counter is 'Of its last use. One that does not grow is the mark of a copy; keys that are kept in an account of the owner always send 0.';
comment on column passkeys.synced is 'Kept in an account of the owner, so that it is on several devices.';
comment on column passkeys.copied_at is 'When a use came with a counter that had been passed. From then on it opens nothing.';
grant select, insert, update, delete on passkeys to kahawa_auth;
grant select (user_id), delete on passkeys to kahawa_functions;
grant select (user_id) on passkeys to kahawa_admin;

create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('register', 'sign_in', 'step_up')),
  session_hash bytea,
  expires_at timestamptz not null
);
comment on table passkey_challenges is 'What a passkey is to sign: each serves one user, one purpose and once.';
comment on column passkey_challenges.challenge_hash is 'SHA-256 of the challenge.';
comment on column passkey_challenges.session_hash is 'The session that got it; null before the sign-in.';
create index on passkey_challenges (user_id);
create index on passkey_challenges (expires_at);
grant select, insert, delete on passkey_challenges to kahawa_auth;

-- As before, and says whether the user has a passkey: it is a second factor like the app. A copied one counts too: else whoever has
-- copied it would need the password only.
drop function find_session(bytea, timestamptz, interval);
create function find_session(token bytea, at timestamptz, idle interval)
  returns table (user_id uuid, username text, full_name text, language text, totp_enabled boolean, organisation_id uuid,
    organisation_code text, organisation_name text, organisation_type text, role_name text, role_label text, permissions text[], second_factor_missing boolean,
    passkey_enabled boolean)
  language plpgsql security definer as $$
begin
  update sessions s set last_seen_at = at where s.token_hash = token and s.last_seen_at < at - interval '1 minute' and s.last_seen_at > at - idle;
  return query
    select u.id, u.username, u.full_name, u.language, u.totp_confirmed_at is not null, o.id, o.code, o.name, o.type, r.name, r.label, r.permissions,
        u.totp_confirmed_at is null and not k.passkey and not exists (select 1 from settings t where t.name = 'checkersNeedSecondFactor' and t.value = 'false'),
        k.passkey
    from sessions s join users u on u.id = s.user_id join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name
      cross join lateral (select exists (select from passkeys p where p.user_id = u.id) as passkey) k
    where s.token_hash = token and s.expires_at > at and s.last_seen_at > at - idle and u.status = 'ACTIVE' and o.active
      and (u.leave_from is null or (at at time zone 'Africa/Nairobi')::date not between u.leave_from and u.leave_to);
end $$;
call guard('find_session(bytea, timestamptz, interval)');
grant execute on function find_session(bytea, timestamptz, interval) to kahawa_app;

-- As before, and passkeys go with the second factor.
create or replace function forget_sign_in(forgotten uuid, second_factor boolean) returns void language sql security definer as $$
  delete from known_devices where user_id = forgotten;
  delete from passkeys where user_id = forgotten and second_factor;
  update users set password_hash = null,
    totp_secret = case when second_factor then null else totp_secret end,
    totp_confirmed_at = case when second_factor then null else totp_confirmed_at end,
    totp_last_step = case when second_factor then null else totp_last_step end,
    recovery_hashes = case when second_factor then '{}' else recovery_hashes end
  where id = forgotten;
$$;
call guard('forget_sign_in(uuid, boolean)');
grant execute on function forget_sign_in(uuid, boolean) to kahawa_admin;
