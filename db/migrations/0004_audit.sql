-- What happened: the trail, and the chain that seals it.

create table audit_events (
  id uuid primary key,
  at timestamptz not null,
  organisation_id uuid not null references organisations on delete restrict,
  actor_id uuid references users on delete restrict,
  actor_name text not null,
  actor_role text not null,
  actor_organisation text not null,
  kind text not null,
  record_id uuid not null,
  title text not null,
  action text not null,
  from_status text,
  to_status text,
  comment text,
  changes jsonb not null default '{}',
  request_id text
);
comment on table audit_events is 'The audit trail: one row per change of state, written in the same transaction, never changed afterwards.';
comment on column audit_events.at is 'When it happened, by the clock of the server.';
comment on column audit_events.organisation_id is 'Whose record it is, not who acted.';
comment on column audit_events.actor_id is 'Null: the system itself.';
comment on column audit_events.actor_name is 'As it was then, like the role and the organisation.';
comment on column audit_events.kind is 'The kind of record, as declared.';
comment on column audit_events.action is 'The step that was taken, or what was done besides.';
comment on column audit_events.changes is 'Each changed value: {name: {before, after}}.';
comment on column audit_events.request_id is 'The call that did it, as the log names it.';
create index on audit_events (kind, record_id, id);
create index on audit_events (organisation_id, id);
-- The trail is searched by kind, action and person as well as by time.
create index on audit_events (kind, id);
create index on audit_events (action, id);
create index on audit_events (actor_id, id);
create index audit_events_search on audit_events using gin (organisation_id, upper(title || ' ' || actor_name || ' ' || coalesce(comment, '')) gin_trgm_ops);
call wall('audit_events');
create policy functions on audit_events to kahawa_functions using (true);
create policy sign_in on audit_events for insert to kahawa_auth with check (kind = 'user');
create policy administration on audit_events to kahawa_admin using (organisation_id = (select app_organisation()));
-- What happens to a user stands in the trail of the user's organisation.
create policy administration_of_users on audit_events for select to kahawa_admin using (kind = 'user');
create policy administration_notes on audit_events for insert to kahawa_admin with check (kind = 'user');
grant select, insert on audit_events to kahawa_app, kahawa_wide, kahawa_admin;
grant insert on audit_events to kahawa_auth;
grant select on audit_events to kahawa_functions;
create trigger append_only before update or delete or truncate on audit_events for each statement execute function refuse_change();

create table audit_seals (
  n bigint primary key,
  event_id uuid not null unique references audit_events on delete restrict,
  event_hash bytea not null,
  chain_hash bytea not null,
  sealed_at timestamptz not null default now()
);
comment on table audit_seals is 'The chain over the audit trail: each seal holds the hash of an event and of the chain up to it.';
comment on column audit_seals.n is 'Without a gap.';
grant select, insert on audit_seals to kahawa_wide;
create trigger append_only before update or delete or truncate on audit_seals for each statement execute function refuse_change();

-- Ids of events whose text holds every pattern, at most so many; the wall is asked first, as in find_farmers.
create function find_audit_events(organisation uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
begin
  if current_setting('role') <> 'kahawa_wide' and organisation is distinct from app_organisation() then return; end if;
  return query execute (
    select 'select id from audit_events where true'
      || case when organisation is null then '' else format(' and organisation_id = %L', organisation) end
      || string_agg(format(' and upper(title || '' '' || actor_name || '' '' || coalesce(comment, '''')) like %L', pattern), '')
      || format(' order by id desc limit %s', most)
    from unnest(patterns) as pattern);
end $$;
call guard('find_audit_events(uuid, text[], integer)');
grant execute on function find_audit_events(uuid, text[], integer) to kahawa_app, kahawa_wide;
