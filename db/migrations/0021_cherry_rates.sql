-- What a kilogram of cherry adds to a member's limit. A society without an approved rate of its own has the fund's, a setting.
create table cherry_rates (
  id uuid primary key,
  -- The society that it is for; who proposes and who decides is of KPCU or the bank.
  organisation_id uuid not null references organisations on delete restrict,
  rate_cents bigint not null check (rate_cents > 0),
  -- What was in force when it was proposed, for the decision.
  previous_cents bigint not null check (previous_cents > 0),
  reason text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SUPERSEDED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint a_change_changes check (rate_cents <> previous_cents)
);
create unique index one_waiting_rate on cherry_rates (organisation_id) where status = 'PENDING_APPROVAL';
create unique index one_rate_in_force on cherry_rates (organisation_id) where status = 'APPROVED';
create index on cherry_rates (organisation_id, id);
create index on cherry_rates (status, id);
call wall('cherry_rates');
grant select on cherry_rates to kahawa_app;
grant select, insert, update on cherry_rates to kahawa_wide;

-- The name of who made or decided a record that the reader sees, also where that person works for another organisation, whose users
-- the wall hides: KPCU decides on a society's rate, a miller on its parchment. Nobody learns an id but from such a record.
create function name_of_user(wanted uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$ select full_name from users where id = wanted $$;
revoke execute on function name_of_user(uuid) from public;
grant execute on function name_of_user(uuid) to kahawa_app, kahawa_wide;
