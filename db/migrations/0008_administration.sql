-- Who may use the product is decided by people who must never read its records: kahawa_admin, taken for one transaction by
-- the calls of administration, reaches users, roles and organisations of all, and no table of the trade.
do $$
begin
  begin
    create role kahawa_admin nosuperuser nobypassrls;
  exception when duplicate_object or unique_violation then null;
  end;
  execute 'grant kahawa_admin to kahawa_app with inherit false, set true';
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant kahawa_admin to %I with inherit false, set true', current_user);
  end if;
end $$;
grant usage on schema public to kahawa_admin;

-- `grants` are permissions a role may hand on without using them; `types` are the organisations it is for; a customised
-- role is the operator's and is not brought up to date with the product.
alter table roles
  add column types text[] not null default '{}',
  add column grants text[] not null default '{}',
  add column customised boolean not null default false;

-- An invited user has no password until the invitation is answered. On leave (both days included) nobody signs in or decides.
alter table users
  alter column password_hash drop not null,
  add column leave_from date,
  add column leave_to date,
  add constraint leave_has_two_ends check ((leave_from is null) = (leave_to is null) and leave_from <= leave_to),
  drop constraint users_status_check,
  add constraint users_status_check check (status in ('ACTIVE', 'INVITED', 'SUSPENDED'));

drop function find_session(bytea, timestamptz, interval);
-- As before; ends also while its user is on leave, by the day in Nairobi. Says whether its user lacks the second factor that
-- deciding needs.
create function find_session(token bytea, at timestamptz, idle interval)
  returns table (user_id uuid, username text, full_name text, language text, totp_enabled boolean, organisation_id uuid,
    organisation_code text, organisation_name text, organisation_type text, role_name text, role_label text, permissions text[], second_factor_missing boolean)
  language plpgsql security definer set search_path = public as $$
begin
  update sessions s set last_seen_at = at where s.token_hash = token and s.last_seen_at < at - interval '1 minute' and s.last_seen_at > at - idle;
  return query
    select u.id, u.username, u.full_name, u.language, u.totp_confirmed_at is not null, o.id, o.code, o.name, o.type, r.name, r.label, r.permissions,
        u.totp_confirmed_at is null and exists (select 1 from settings t where t.name = 'checkersNeedSecondFactor' and t.value = 'true')
    from sessions s join users u on u.id = s.user_id join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name
    where s.token_hash = token and s.expires_at > at and s.last_seen_at > at - idle and u.status = 'ACTIVE' and o.active
      and (u.leave_from is null or (at at time zone 'Africa/Nairobi')::date not between u.leave_from and u.leave_to);
end $$;
revoke execute on function find_session(bytea, timestamptz, interval) from public;
grant execute on function find_session(bytea, timestamptz, interval) to kahawa_app;

-- Why a session that has not run out opens nothing: whoever holds its token may know.
create function why_shut_out(token bytea, at timestamptz, idle interval) returns text language sql stable security definer set search_path = public as $$
  select case when u.status <> 'ACTIVE' or not o.active then 'session.suspended' else 'session.on_leave' end
    from sessions s join users u on u.id = s.user_id join organisations o on o.id = u.organisation_id
    where s.token_hash = token and s.expires_at > at and s.last_seen_at > at - idle;
$$;
revoke execute on function why_shut_out(bytea, timestamptz, interval) from public;
grant execute on function why_shut_out(bytea, timestamptz, interval) to kahawa_app;

-- A way in for a new or locked-out user, in two halves: the code is shown to who asked for it, the link to who approved.
-- Neither can take the user's place alone. One row for a change request; the link comes with its approval.
create table invitations (
  change_id uuid primary key references change_requests on delete cascade,
  code_hash bytea,
  token_hash bytea unique,
  user_id uuid references users on delete cascade,
  expires_at timestamptz,
  -- Wrong codes; after a few the link is dead.
  failures integer not null default 0,
  used_at timestamptz
);
create index on invitations (user_id);

-- Takes a user's password away and, when it is lost too, the second factor; neither can be read or set by administration. The
-- devices are forgotten with them: one of them may be the thief's.
create function forget_sign_in(forgotten uuid, second_factor boolean) returns void language sql security definer set search_path = public as $$
  delete from known_devices where user_id = forgotten;
  update users set password_hash = null,
    totp_secret = case when second_factor then null else totp_secret end,
    totp_confirmed_at = case when second_factor then null else totp_confirmed_at end,
    totp_last_step = case when second_factor then null else totp_last_step end,
    recovery_hashes = case when second_factor then '{}' else recovery_hashes end
  where id = forgotten;
$$;
revoke execute on function forget_sign_in(uuid, boolean) from public;
grant execute on function forget_sign_in(uuid, boolean) to kahawa_admin;

create policy administration on users to kahawa_admin using (true);
create policy administration on change_requests to kahawa_admin
  using (kind = 'admin_change' and organisation_id = (select app_organisation()));
create policy administration on audit_events to kahawa_admin using (organisation_id = (select app_organisation()));
-- What happens to a user stands in the trail of the user's organisation.
create policy administration_of_users on audit_events for select to kahawa_admin using (kind = 'user');
create policy administration_notes on audit_events for insert to kahawa_admin with check (kind = 'user');
create policy administration on idempotency_keys to kahawa_admin using (organisation_id = (select app_organisation()));

grant select on counties, organisations, roles, seasons, settings, disclaimers to kahawa_admin;
grant insert, update on organisations, roles, seasons, settings to kahawa_admin;
grant insert on disclaimers to kahawa_admin;
grant select (id, organisation_id, username, full_name, email, role_name, status, leave_from, leave_to, totp_confirmed_at, created_at),
  insert (id, organisation_id, username, full_name, email, role_name, status, created_at),
  update (full_name, email, role_name, status, leave_from, leave_to) on users to kahawa_admin;
grant select (user_id), delete on sessions to kahawa_admin;
grant select, insert, update on change_requests, invitations to kahawa_admin;
grant select, insert on audit_events to kahawa_admin;
grant select, insert, delete on idempotency_keys to kahawa_admin;

-- A season is a crop year and nothing else, so that two of them never share a day.
alter table seasons add constraint season_is_a_crop_year check (starts_on = make_date(left(name, 4)::integer, 10, 1)
  and ends_on = make_date(right(name, 4)::integer, 9, 30) and right(name, 4)::integer = left(name, 4)::integer + 1);

-- Only administration opens seasons and changes settings; everybody may know who is on leave.
revoke insert, update on seasons, settings from kahawa_app, kahawa_wide;
revoke insert on disclaimers from kahawa_app, kahawa_wide;
grant select (leave_from, leave_to) on users to kahawa_app, kahawa_wide;

-- The invitation is answered before anybody is signed in.
grant select, update (failures, used_at) on invitations to kahawa_auth;
grant update (status) on users to kahawa_auth;
