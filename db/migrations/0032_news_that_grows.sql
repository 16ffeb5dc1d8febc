-- News of the same kind within an hour is one line. When it grows it is unread again and stands first: a loan that fails after
-- somebody has read of another one is not overlooked.
create or replace function tell_makers(ids uuid[], makers uuid[], batch uuid, kind text, record uuid, title text, code text, to_status text, told jsonb, at timestamptz)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into notifications (id, organisation_id, user_id, batch, kind, record_id, title, code, to_status, told, created_at)
    select m.id, u.organisation_id, u.id, tell_makers.batch, tell_makers.kind, record, tell_makers.title, tell_makers.code, tell_makers.to_status, tell_makers.told, at
    from unnest(ids, makers) m (id, maker) join users u on u.id = m.maker order by u.id
  on conflict (user_id, batch, kind, to_status)
    do update set count = notifications.count + 1, created_at = greatest(notifications.created_at, excluded.created_at), read_at = null;
$$;
