-- The least that a society pays its members for a kilogram, agreed before the money is shared.

create table communal_rate_limits (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  cycle integer not null check (cycle between 1 and 3),
  limit_cents bigint not null check (limit_cents > 0),
  computed_cents bigint not null check (computed_cents >= 0),
  is_last boolean not null,
  reason text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SUPERSEDED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers))
);
comment on table communal_rate_limits is 'The lowest communal rate of a society in each cycle of a season: less than this it does not pay for a kilogram.';
comment on column communal_rate_limits.cycle is 'Which payment of the season: the first, second or third.';
comment on column communal_rate_limits.limit_cents is 'For a kilogram.';
comment on column communal_rate_limits.computed_cents is 'What the farmers'' shilling account gave for a kilogram when it was set.';
comment on column communal_rate_limits.is_last is 'The season takes no more deliveries and cycles once this cycle is paid.';
create unique index one_waiting_floor on communal_rate_limits (organisation_id) where status = 'PENDING_APPROVAL';
create unique index one_floor_of_a_cycle on communal_rate_limits (organisation_id, season, cycle) where status = 'APPROVED';
create index on communal_rate_limits (organisation_id, id);
create index on communal_rate_limits (season);
call wall('communal_rate_limits');
grant select, insert, update on communal_rate_limits to kahawa_app, kahawa_wide;
