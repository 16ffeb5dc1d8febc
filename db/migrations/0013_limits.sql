-- What a member may borrow: how it was raised, and how it stands.

create table cherry_rates (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  rate_cents bigint not null check (rate_cents > 0),
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
comment on table cherry_rates is 'What a kilogram of cherry adds to a member''s limit. A society without an approved rate of its own has the fund''s, a '
  'setting.';
comment on column cherry_rates.organisation_id is 'The society that it is for; who proposes and who decides is of KPCU or the bank.';
comment on column cherry_rates.previous_cents is 'What was in force when it was proposed, for the decision.';
create unique index one_waiting_rate on cherry_rates (organisation_id) where status = 'PENDING_APPROVAL';
create unique index one_rate_in_force on cherry_rates (organisation_id) where status = 'APPROVED';
create index on cherry_rates (organisation_id, id);
create index on cherry_rates (status, id);
call wall('cherry_rates');
grant select on cherry_rates to kahawa_app;
grant select, insert, update on cherry_rates to kahawa_wide;

create table limit_rows (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  season text not null references seasons on delete restrict,
  kind text not null check (kind in ('CHERRY', 'PARCHMENT')),
  upload_id uuid references uploads on delete restrict,
  kilograms numeric(10, 3) not null check (kilograms > 0),
  rate_cents bigint check (rate_cents > 0),
  added_cents bigint not null check (added_cents >= 0),
  previous_cents bigint not null check (previous_cents >= 0),
  limit_cents bigint not null check (limit_cents = previous_cents + added_cents),
  granted_by uuid not null references organisations on delete restrict,
  approved_by uuid not null references users on delete restrict,
  approved_at timestamptz not null,
  place integer not null check (place > 0),
  unique (farmer_id, season, place)
);
comment on table limit_rows is 'What raised the limit of a member, row by row: cherry of an approved limit file, or a share of the second tranche. '
  'Written with its movement of the ledger in one statement''s transaction and never changed: a later cherry rate prices '
  'nothing again.';
comment on column limit_rows.id is 'Of cherry: the id of the row in its file. It is also the grant of the ledger.';
comment on column limit_rows.kind is 'CHERRY: a row of a limit file. PARCHMENT: a share of the second tranche.';
comment on column limit_rows.kilograms is 'Of cherry: the kilograms of this file. Of parchment: the kilograms of cherry that the share was measured by.';
comment on column limit_rows.rate_cents is 'Of cherry: the rate of a kilogram then. Null for a share.';
comment on column limit_rows.previous_cents is 'The limit before it.';
comment on column limit_rows.limit_cents is 'The limit with it.';
comment on column limit_rows.granted_by is 'Who lends on it: KPCU or the bank.';
comment on column limit_rows.place is 'The last one tells the limit of the member.';
create index on limit_rows (organisation_id, season, farmer_id, place);
create index on limit_rows (upload_id) where upload_id is not null;
-- The list of limits begins with what was approved last, of one society or of all.
create index on limit_rows (organisation_id, approved_at, id);
create index on limit_rows (approved_at, id);
call wall('limit_rows');
grant select, insert on limit_rows to kahawa_app, kahawa_wide;
create trigger append_only before update or delete or truncate on limit_rows for each statement execute function refuse_change();

create view farmer_limits with (security_invoker = true) as
  select l.organisation_id, l.farmer_id, l.season, l.balance_cents + l.used_cents as granted_cents, l.used_cents, l.reserved_cents, owed.arrears_cents,
    greatest(0, (l.balance_cents - l.reserved_cents - owed.arrears_cents) / 100 * 100) as available_cents,
    -- By how much the limit no longer covers what is reserved of it.
    greatest(0, l.reserved_cents + owed.arrears_cents - l.balance_cents) as short_cents
  from (
    select a.organisation_id, a.subject_id as farmer_id, a.season, a.currency,
      coalesce(sum(a.credits_cents - a.debits_cents) filter (where a.kind = 'limit'), 0)::bigint as balance_cents,
      coalesce(sum(a.credits_cents - a.debits_cents) filter (where a.kind = 'limit_used'), 0)::bigint as used_cents,
      coalesce(sum(a.held_debits_cents) filter (where a.kind = 'limit'), 0)::bigint as reserved_cents
    from ledger_accounts a where a.kind in ('limit', 'limit_used') group by a.organisation_id, a.subject_id, a.season, a.currency
  ) l cross join lateral (
    select coalesce(sum(o.debits_cents - o.credits_cents), 0)::bigint as arrears_cents from ledger_accounts o
    where o.organisation_id = l.organisation_id and o.kind = 'loan' and o.subject_id = l.farmer_id and o.season < l.season and o.currency = l.currency
  ) owed;
grant select on farmer_limits to kahawa_app, kahawa_wide;

-- The part of one lender: arrears are what is owed to him, and no lender gives more than the member has available in sum.
create view lender_limits with (security_invoker = true) as
  select l.organisation_id, l.subject_id as farmer_id, l.season, l.lender_id, l.opened_at as since, b.balance_cents + b.used_cents as granted_cents, b.used_cents,
    l.held_debits_cents as reserved_cents, owed.arrears_cents,
    greatest(0, least((b.balance_cents - l.held_debits_cents - owed.arrears_cents) / 100 * 100, in_sum.available_cents)) as available_cents,
    greatest(0, l.held_debits_cents + owed.arrears_cents - b.balance_cents) as short_cents
  from ledger_accounts l left join ledger_accounts u on u.organisation_id = l.organisation_id and u.kind = 'limit_used'
      and u.subject_id = l.subject_id and u.season = l.season and u.currency = l.currency and u.lender_id = l.lender_id
    cross join lateral (select l.credits_cents - l.debits_cents as balance_cents, coalesce(u.credits_cents - u.debits_cents, 0) as used_cents) b
    cross join lateral (
      select coalesce(sum(o.debits_cents - o.credits_cents), 0)::bigint as arrears_cents from ledger_accounts o
      where o.organisation_id = l.organisation_id and o.kind = 'loan' and o.subject_id = l.subject_id and o.season < l.season and o.currency = l.currency
        and o.lender_id = l.lender_id
    ) owed
    cross join lateral (
      select f.available_cents from farmer_limits f where f.organisation_id = l.organisation_id and f.farmer_id = l.subject_id and f.season = l.season
    ) in_sum
  where l.kind = 'limit' and b.balance_cents + b.used_cents > 0;
grant select on lender_limits to kahawa_app, kahawa_wide;
