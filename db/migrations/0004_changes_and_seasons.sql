-- A proposed change of something that is already in force: what it was, what it shall be, and the second person's decision.
-- The table never changes its target; the effect of the approval does.
create table change_requests (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  kind text not null,
  -- What part of the kind is changed, such as a user or a season; the kind itself when there is only one.
  subject text not null,
  target_id text not null,
  title text not null,
  before jsonb not null,
  after jsonb not null,
  -- What a decider should look at: [{code, message}].
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
-- One open request for one target, whoever asks and however often.
create unique index one_open_change on change_requests (kind, subject, target_id) where status = 'PENDING_APPROVAL';
create index on change_requests (organisation_id, kind, id);
create index on change_requests (kind, id);
create index on change_requests (kind, target_id, id);
create index on change_requests (made_by);
create index on change_requests (decided_by);
call wall('change_requests');
grant select, insert, update on change_requests to kahawa_app, kahawa_wide;

-- Crop years. The name is the specification's: 2025/2026.
create table seasons (
  name text primary key check (name ~ '^[0-9]{4}/[0-9]{4}$'),
  starts_on date not null unique,
  ends_on date not null check (ends_on > starts_on),
  -- Closed seasons take no deliveries.
  open boolean not null default true
);

-- Values that differ from the declared default of a setting.
create table settings (name text primary key, value jsonb not null, changed_at timestamptz not null default now());

-- Texts that a user accepts before entering something, in every version ever shown. Source: Crops (Coffee)(General) Regulations 2019.
create table disclaimers (
  id uuid primary key,
  name text not null,
  version integer not null check (version > 0),
  english text not null,
  swahili text not null,
  in_force_from timestamptz not null,
  unique (name, version)
);

-- Wet mills of a society: the trade pays per factory.
create table factories (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (organisation_id, code),
  unique (organisation_id, name)
);
call wall('factories');

grant select on seasons, settings, disclaimers, factories to kahawa_app, kahawa_wide;
grant insert, update on seasons, settings, factories to kahawa_app, kahawa_wide;
grant insert on disclaimers to kahawa_app, kahawa_wide;
