-- What users and farmers are told.

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
  told jsonb not null default '{}',
  count integer not null default 1,
  created_at timestamptz not null,
  read_at timestamptz,
  mail_id uuid,
  unique (user_id, batch, kind, to_status)
);
comment on table notifications is 'What a user is told of the own records: one row for each user, kind and end of one request, so that five hundred '
  'decisions at once are one line with a count.';
comment on column notifications.batch is 'The request, or the hour, whose news are one line.';
comment on column notifications.record_id is 'The first of them.';
comment on column notifications.code is 'decided: somebody decided on it. moved: the system did.';
comment on column notifications.told is 'What the sentence needs besides: who decided, and the comment.';
comment on column notifications.count is 'How many records the line stands for.';
comment on column notifications.mail_id is 'The letter that told of it.';
create index on notifications (user_id, created_at);
create index on notifications (user_id) where read_at is null;
create index on notifications (user_id) where mail_id is null;
create index on notifications (mail_id) where mail_id is not null;
create index on notifications (organisation_id);
create index on notifications (created_at);
call wall('notifications');
create policy functions on notifications to kahawa_functions using (true);
grant select, update (read_at) on notifications to kahawa_app;
grant select, update (read_at, mail_id), delete on notifications to kahawa_wide;
grant select, insert, update (count, created_at, read_at) on notifications to kahawa_functions;

-- News of the same kind within an hour is one line. When it grows it is unread again and stands first: a loan that fails after
-- somebody has read of another one is not overlooked.
create function tell_makers(ids uuid[], makers uuid[], batch uuid, kind text, record uuid, title text, code text, to_status text, told jsonb, at timestamptz)
  returns void language sql security definer as $$
  insert into notifications (id, organisation_id, user_id, batch, kind, record_id, title, code, to_status, told, created_at)
    select m.id, u.organisation_id, u.id, tell_makers.batch, tell_makers.kind, record, tell_makers.title, tell_makers.code, tell_makers.to_status, tell_makers.told, at
    from unnest(ids, makers) m (id, maker) join users u on u.id = m.maker order by u.id
  on conflict (user_id, batch, kind, to_status)
    do update set count = notifications.count + 1, created_at = greatest(notifications.created_at, excluded.created_at), read_at = null;
$$;
call guard('tell_makers(uuid[], uuid[], uuid, text, uuid, text, text, text, jsonb, timestamptz)');
grant execute on function tell_makers(uuid[], uuid[], uuid, text, uuid, text, text, text, jsonb, timestamptz) to kahawa_app, kahawa_wide, kahawa_admin;

create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  organisation_id uuid not null references organisations on delete restrict,
  mail text not null default 'daily' check (mail in ('none', 'daily', 'at_once')),
  seen_at timestamptz
);
comment on table notification_settings is 'How a user wants to hear by e-mail, and until when the user has seen what waits.';
create index on notification_settings (organisation_id);
call wall('notification_settings');
grant select, insert, update on notification_settings to kahawa_app, kahawa_wide;

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
comment on table mails is 'Letters on their way. The text is made when it is sent; only the link of an invitation is kept, sealed, and only until '
  'then. `sending` is noted before the first line of the text leaves: found by another attempt it means that the letter '
  'may have arrived, so it is in doubt and never sent again.';
comment on column mails.day is 'The business day of the letter.';
comment on column mails.sealed is 'The link of an invitation, encrypted, until the letter has left.';
comment on column mails.problem is 'What the mail server said.';
-- One digest a day, however many servers look at the clock; one letter at once on its way.
create unique index one_digest_a_day on mails (user_id, day) where kind = 'digest';
create unique index one_letter_on_its_way on mails (user_id) where kind = 'at_once' and state in ('waiting', 'sending');
create index on mails (user_id, created_at);
create index on mails (organisation_id);
create index on mails (created_at);
call wall('mails');
grant select (id, organisation_id, user_id, kind, day, state, problem, created_at, ended_at) on mails to kahawa_app;
grant select, insert, update, delete on mails to kahawa_wide;

create table farmer_texts (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  mobile_number text not null check (mobile_number ~ '^254[0-9]{9}$'),
  occasion text not null check (occasion in ('delivery_approved', 'change_asked', 'change_approved', 'loan_approved', 'loan_authorised', 'loan_paid', 'loan_failed')),
  record_id uuid not null,
  language text not null check (language in ('en', 'sw')),
  told jsonb not null,
  text text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'in_doubt', 'refused', 'expired')),
  problem text not null default '' check (problem in ('', 'unreachable', 'failed', 'not_accepted', 'no_credit', 'no_answer', 'held', 'stopped', 'wrong_number', 'not_served', 'unwanted')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  leased_until timestamptz,
  gateway_reference text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Each number is told once of one thing, whatever happens.
  unique (farmer_id, occasion, record_id, mobile_number),
  constraint an_end_has_a_time check ((ended_at is not null) = (state not in ('waiting', 'sending'))),
  constraint a_lease_while_sending check ((leased_until is not null) = (state = 'sending'))
) with (fillfactor = 80);
comment on table farmer_texts is 'SMS to farmers on their way and as they were sent, written in the transaction of their cause. `sending` is noted '
  'before a text is handed over: found so after its lease it may have arrived, so it is in doubt and never sent again. '
  'Removed after a while.';
comment on column farmer_texts.record_id is 'The record that caused it.';
comment on column farmer_texts.told is 'What the sentence tells besides the names, as its occasion declares.';
comment on column farmer_texts.text is 'The sentence as it was handed over.';
comment on column farmer_texts.attempts is 'How often it was handed to the gateway.';
comment on column farmer_texts.next_at is 'When it is due.';
comment on column farmer_texts.leased_until is 'While a server is sending it.';
comment on column farmer_texts.gateway_reference is 'The gateway''s name of it.';
comment on column farmer_texts.expires_at is 'News of yesterday is none.';
-- What protects or concerns money goes before the many texts of a delivery file.
create index on farmer_texts ((occasion = 'delivery_approved'), next_at) where state = 'waiting';
create index on farmer_texts (expires_at) where state = 'waiting';
create index on farmer_texts (leased_until) where state = 'sending';
create index on farmer_texts (organisation_id);
create index on farmer_texts (created_at);
call wall('farmer_texts');
grant select, insert on farmer_texts to kahawa_app;
grant select, insert, update, delete on farmer_texts to kahawa_wide;
