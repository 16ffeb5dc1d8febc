-- What a user is told of the own records: one row for each user, kind and end of one request, so that five hundred decisions
-- at once are one line with a count.
create table notifications (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  user_id uuid not null references users on delete cascade,
  batch uuid not null,
  kind text not null,
  record_id uuid not null,
  title text not null,
  code text not null check (code in ('decided', 'moved')),
  to_status text not null,
  -- What the sentence needs besides: who decided, and the comment.
  told jsonb not null default '{}',
  count integer not null default 1,
  created_at timestamptz not null,
  read_at timestamptz,
  -- The letter that told of it.
  mail_id uuid,
  unique (user_id, batch, kind, to_status)
);
create index on notifications (user_id, created_at);
create index on notifications (user_id) where read_at is null;
create index on notifications (user_id) where mail_id is null;
create index on notifications (mail_id) where mail_id is not null;
create index on notifications (organisation_id);
create index on notifications (created_at);
call wall('notifications');
grant select, update (read_at) on notifications to kahawa_app, kahawa_wide;
grant update (mail_id), delete on notifications to kahawa_wide;

-- Tells the makers of a record, whose organisation may be another than that of who decided. Written here only, so that the
-- application itself cannot make up what somebody is told of whom.
create function tell_makers(ids uuid[], makers uuid[], batch uuid, kind text, record uuid, title text, code text, to_status text, told jsonb, at timestamptz)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into notifications (id, organisation_id, user_id, batch, kind, record_id, title, code, to_status, told, created_at)
    select m.id, u.organisation_id, u.id, tell_makers.batch, tell_makers.kind, record, tell_makers.title, tell_makers.code, tell_makers.to_status, tell_makers.told, at
    from unnest(ids, makers) m (id, maker) join users u on u.id = m.maker order by u.id
  on conflict (user_id, batch, kind, to_status) do update set count = notifications.count + 1;
$$;
revoke execute on function tell_makers(uuid[], uuid[], uuid, text, uuid, text, text, text, jsonb, timestamptz) from public;
grant execute on function tell_makers(uuid[], uuid[], uuid, text, uuid, text, text, text, jsonb, timestamptz) to kahawa_app, kahawa_wide, kahawa_admin;

-- How a user wants to hear by e-mail, and until when the user has seen what waits.
create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  organisation_id uuid not null references organisations on delete restrict,
  mail text not null default 'daily' check (mail in ('none', 'daily', 'at_once')),
  seen_at timestamptz
);
create index on notification_settings (organisation_id);
call wall('notification_settings');
grant select, insert, update on notification_settings to kahawa_app, kahawa_wide;

-- Letters on their way. The text is made when it is sent; only the link of an invitation is kept, sealed, and only until then.
-- `sending` is noted before the first line of the text leaves: found by another attempt it means that the letter may have
-- arrived, so it is in doubt and never sent again.
create table mails (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('digest', 'at_once', 'invitation')),
  day date not null,
  sealed text,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'in_doubt', 'nothing', 'refused', 'given_up')),
  problem text,
  created_at timestamptz not null,
  ended_at timestamptz
);
-- One digest a day, however many servers look at the clock; one letter at once on its way.
create unique index one_digest_a_day on mails (user_id, day) where kind = 'digest';
create unique index one_letter_on_its_way on mails (user_id) where kind = 'at_once' and state in ('waiting', 'sending');
create index on mails (user_id, created_at);
create index on mails (organisation_id);
create index on mails (created_at);
call wall('mails');
grant select (id, organisation_id, user_id, kind, day, state, problem, created_at, ended_at) on mails to kahawa_app;
grant select, insert, update, delete on mails to kahawa_wide;

-- Where and how a user is written to; colleagues may know it too.
grant select (email, language) on users to kahawa_app, kahawa_wide;

-- The trail is searched by kind, action and person as well as by time.
create index on audit_events (kind, id);
create index on audit_events (action, id);
create index on audit_events (actor_id, id);
drop index audit_events_actor_id_idx;
create index audit_events_search on audit_events using gin (organisation_id, upper(title || ' ' || actor_name || ' ' || coalesce(comment, '')) gin_trgm_ops);

-- Ids of events whose text holds every pattern, at most so many; the wall is asked first, as in find_farmers.
create function find_audit_events(organisation uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 set search_path = public, pg_temp as $$
begin
  if current_setting('role') <> 'kahawa_wide' and organisation is distinct from app_organisation() then return; end if;
  return query execute (
    select 'select id from audit_events where true'
      || case when organisation is null then '' else format(' and organisation_id = %L', organisation) end
      || string_agg(format(' and upper(title || '' '' || actor_name || '' '' || coalesce(comment, '''')) like %L', pattern), '')
      || format(' order by id desc limit %s', most)
    from unnest(patterns) as pattern);
end $$;
revoke execute on function find_audit_events(uuid, text[], integer) from public;
grant execute on function find_audit_events(uuid, text[], integer) to kahawa_app, kahawa_wide;
