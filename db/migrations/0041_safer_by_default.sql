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

-- One e-mail, one user. Of those who share one it stays with whoever is not shut out, then with the oldest; the others have
-- none until administration gives them one, and the trail of each says so.
do $$
declare
  loser record;
begin
  for loser in
    select id, organisation_id, full_name, email from (
      select u.*, row_number() over (partition by lower(btrim(email)) order by status = 'SUSPENDED', created_at, id) as place
      from users u where btrim(email) <> '') shared where place > 1
  loop
    update users set email = null where id = loser.id;
    insert into audit_events (id, at, organisation_id, actor_name, actor_role, actor_organisation, kind, record_id, title, action, comment, changes)
      -- An id as the program makes it: by its moment.
      values ((lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
        || '8' || substr(md5(random()::text), 1, 15))::uuid, now(), loser.organisation_id, 'New version', 'SYSTEM', '', 'user', loser.id, loser.full_name, 'system',
        'Another user has this e-mail', jsonb_build_object('email', jsonb_build_object('before', loser.email, 'after', null)));
  end loop;
end $$;
update users set email = null where btrim(email) = '';
create unique index one_email_one_user on users (lower(btrim(email)));
