-- Who decides needs a second factor unless the operator has said otherwise: a setting that nobody has touched means yes.
create or replace function find_session(token bytea, at timestamptz, idle interval)
  returns table (user_id uuid, username text, full_name text, language text, totp_enabled boolean, organisation_id uuid,
    organisation_code text, organisation_name text, organisation_type text, role_name text, role_label text, permissions text[], second_factor_missing boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions s set last_seen_at = at where s.token_hash = token and s.last_seen_at < at - interval '1 minute' and s.last_seen_at > at - idle;
  return query
    select u.id, u.username, u.full_name, u.language, u.totp_confirmed_at is not null, o.id, o.code, o.name, o.type, r.name, r.label, r.permissions,
        u.totp_confirmed_at is null and not exists (select 1 from settings t where t.name = 'checkersNeedSecondFactor' and t.value = 'false')
    from sessions s join users u on u.id = s.user_id join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name
    where s.token_hash = token and s.expires_at > at and s.last_seen_at > at - idle and u.status = 'ACTIVE' and o.active
      and (u.leave_from is null or (at at time zone 'Africa/Nairobi')::date not between u.leave_from and u.leave_to);
end $$;

