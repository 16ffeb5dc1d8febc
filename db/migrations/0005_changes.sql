-- Changes that one person asks for and another decides, and the texts that a user accepts.

create table change_requests (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  kind text not null,
  subject text not null,
  target_id text not null,
  title text not null,
  before jsonb not null,
  after jsonb not null,
  notes jsonb not null default '[]',
  reason text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null default now(),
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers))
);
comment on table change_requests is 'A proposed change of something that is already in force: what it was, what it shall be, and the second person''s '
  'decision. The table never changes its target; the effect of the approval does.';
comment on column change_requests.kind is 'The kind of record that is changed, such as admin_change or farmer_update.';
comment on column change_requests.subject is 'What part of the kind is changed, such as a user or a season; the kind itself when there is only one.';
comment on column change_requests.before is 'The values in force when it was asked.';
comment on column change_requests.after is 'The values that are asked for.';
comment on column change_requests.notes is 'What a decider should look at: [{code, message}].';
-- One open request for one target, whoever asks and however often.
create unique index one_open_change on change_requests (kind, subject, target_id) where status = 'PENDING_APPROVAL';
create index on change_requests (organisation_id, kind, id);
create index on change_requests (kind, id);
create index on change_requests (kind, target_id, id);
create index on change_requests (made_by);
create index on change_requests (decided_by);
-- One open request for one farmer, whether it is about details or about the state of life.
create unique index one_open_change_of_farmer on change_requests (target_id) where kind = 'farmer_update' and status = 'PENDING_APPROVAL';
call wall('change_requests');
create policy administration on change_requests to kahawa_admin
  using (kind = 'admin_change' and organisation_id = (select app_organisation()));
grant select, insert, update on change_requests to kahawa_app, kahawa_wide, kahawa_admin;

create table invitations (
  change_id uuid primary key references change_requests on delete cascade,
  code_hash bytea,
  token_hash bytea unique,
  user_id uuid references users on delete cascade,
  expires_at timestamptz,
  failures integer not null default 0,
  used_at timestamptz
);
comment on table invitations is 'A way in for a new or locked-out user, in two halves: the code is shown to who asked for it, the link to who approved. '
  'Neither can take the user''s place alone. One row for a change request; the link comes with its approval.';
comment on column invitations.code_hash is 'Of the code that was shown to who asked for it.';
comment on column invitations.token_hash is 'Of the link; null until the change is approved.';
comment on column invitations.failures is 'Wrong codes; after a few the link is dead.';
create index on invitations (user_id);
grant select, update (failures, used_at) on invitations to kahawa_auth;
grant select, insert, update on invitations to kahawa_admin;

create table disclaimers (
  id uuid primary key,
  name text not null,
  version integer not null check (version > 0),
  english text not null,
  swahili text not null,
  in_force_from timestamptz not null,
  unique (name, version)
);
comment on table disclaimers is 'Texts that a user accepts before entering something, in every version ever shown. Source: Crops (Coffee)(General) '
  'Regulations 2019.';
comment on column disclaimers.name is 'Which one: cherry_delivery or share_data.';
comment on column disclaimers.in_force_from is 'The newest that has begun is shown.';
grant select on disclaimers to kahawa_app, kahawa_wide;
grant select, insert on disclaimers to kahawa_admin;

create table disclaimer_acceptances (
  user_id uuid not null references users on delete restrict,
  disclaimer_id uuid not null references disclaimers on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  accepted_at timestamptz not null,
  primary key (user_id, disclaimer_id)
);
comment on table disclaimer_acceptances is 'Who accepted which wording of a disclaimer, and when first.';
create index on disclaimer_acceptances (disclaimer_id);
create index on disclaimer_acceptances (organisation_id);
call wall('disclaimer_acceptances');
grant select, insert on disclaimer_acceptances to kahawa_app, kahawa_wide;
