-- A program asks what became of its records; news that nobody reads would only pile up.
create or replace function tell_makers(ids uuid[], makers uuid[], batch uuid, kind text, record uuid, title text, code text, to_status text, told jsonb, at timestamptz, times integer)
  returns void language sql security definer as $$
  insert into notifications (id, organisation_id, user_id, batch, kind, record_id, title, code, to_status, told, created_at, count)
    select m.id, u.organisation_id, u.id, tell_makers.batch, tell_makers.kind, record, tell_makers.title, tell_makers.code, tell_makers.to_status, tell_makers.told, at, times
    from unnest(ids, makers) m (id, maker) join users u on u.id = m.maker and u.status <> 'SERVICE' order by u.id
  on conflict (user_id, batch, kind, to_status)
    do update set count = notifications.count + excluded.count, created_at = greatest(notifications.created_at, excluded.created_at), read_at = null;
$$;
call guard('tell_makers(uuid[], uuid[], uuid, text, uuid, text, text, text, jsonb, timestamptz, integer)');
