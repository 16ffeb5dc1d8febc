-- What somebody has done, for the list of the first day. A miller's decisions stand in the trail of the society, behind its wall;
-- of one's own doings only their kinds are shown. The first ones are enough, so that a busy year costs nothing.
create function first_actions(person uuid) returns table (kind text, action text)
  language sql stable security definer rows 20 as $$
  select distinct e.kind, e.action
  from (
    select t.kind, t.action from audit_events t
    where t.actor_id = person
      and exists (select from users u where u.id = person and u.organisation_id = app_organisation())
    order by t.id limit 20000
  ) e
$$;
call guard('first_actions(uuid)');
grant execute on function first_actions(uuid) to kahawa_app, kahawa_wide;
