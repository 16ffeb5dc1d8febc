-- Whether there is a password may be known where the hash may not.
alter table users add column has_password boolean not null generated always as (password_hash is not null) stored;
comment on column users.has_password is 'A password was chosen; false until an invitation is answered.';
grant select (has_password) on users to kahawa_functions;

create policy functions on sign_in_providers to kahawa_functions using (true);
grant select (organisation_id, required, break_glass, active) on sign_in_providers to kahawa_functions;

-- Who sets up a second factor before anything else: for the session that is opened and for every call after it. Whoever has no password,
-- or may use none because the organisation demands its own page, proves there what that page asks for.
create function second_factor_first(person uuid) returns boolean language sql stable security definer as $$
  select u.totp_confirmed_at is null and u.has_password
    and not exists (select from settings t where t.name = 'everybodyNeedsSecondFactor' and t.value = 'false')
    and not exists (select from passkeys p where p.user_id = u.id)
    and not exists (select from sign_in_providers v
      where v.organisation_id = u.organisation_id and v.active and v.required and v.break_glass is distinct from u.username)
  from users u where u.id = person;
$$;
call guard('second_factor_first(uuid)');
grant execute on function second_factor_first(uuid) to kahawa_auth;

-- As before, and says of who sets up a second factor first. Asked with every call: the row is read once, and written only when its minute is over.
drop function find_session(bytea, timestamptz, interval);
create function find_session(token bytea, at timestamptz, idle interval)
  returns table (user_id uuid, username text, full_name text, language text, totp_enabled boolean, organisation_id uuid,
    organisation_code text, organisation_name text, organisation_type text, role_name text, role_label text, permissions text[], second_factor_missing boolean,
    passkey_enabled boolean, second_factor_first boolean)
  language plpgsql security definer as $$
declare
  seen_at timestamptz;
begin
  select u.id, u.username, u.full_name, u.language, u.totp_confirmed_at is not null, o.id, o.code, o.name, o.type, r.name, r.label, r.permissions,
      f.missing and not exists (select 1 from settings t where t.name = 'checkersNeedSecondFactor' and t.value = 'false'),
      k.passkey,
      f.missing and not exists (select 1 from settings t where t.name = 'everybodyNeedsSecondFactor' and t.value = 'false') and second_factor_first(u.id),
      s.last_seen_at
    into user_id, username, full_name, language, totp_enabled, organisation_id, organisation_code, organisation_name, organisation_type, role_name, role_label,
      permissions, second_factor_missing, passkey_enabled, second_factor_first, seen_at
    from sessions s join users u on u.id = s.user_id join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name
      cross join lateral (select exists (select from passkeys p where p.user_id = u.id) as passkey) k
      cross join lateral (select u.totp_confirmed_at is null and not k.passkey as missing) f
    where s.token_hash = token and s.expires_at > at and s.last_seen_at > at - idle and u.status = 'ACTIVE' and o.active
      and (u.leave_from is null or (at at time zone 'Africa/Nairobi')::date not between u.leave_from and u.leave_to);
  if not found then
    return;
  end if;
  if seen_at < at - interval '1 minute' then
    update sessions s set last_seen_at = at where s.token_hash = token and s.last_seen_at < at - interval '1 minute';
  end if;
  return next;
end $$;
call guard('find_session(bytea, timestamptz, interval)');
grant execute on function find_session(bytea, timestamptz, interval) to kahawa_app;
