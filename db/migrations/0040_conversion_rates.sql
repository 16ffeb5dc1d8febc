-- From the dollars of a society to the shillings of its members: at which deal they were exchanged.

create table conversion_rates (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  deal_code text not null check (deal_code ~ '^\d{1,12}$'),
  rate_micros bigint not null check (rate_micros > 0),
  previous_micros bigint check (previous_micros > 0),
  expires_at timestamptz not null,
  reason text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'SUPERSEDED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint decided_in_time check (status <> 'APPROVED' or decided_at < expires_at)
);
comment on table conversion_rates is 'Deals of a society with the dealers of the bank: at which rate its dollars become shillings.';
comment on column conversion_rates.rate_micros is 'Shillings for a dollar, in millionths, as the bank answered.';
comment on column conversion_rates.previous_micros is 'The rate that was approved last when it was submitted, for the decision; null for the first.';
comment on column conversion_rates.expires_at is 'Until when the bank exchanges at it.';
create unique index one_waiting_deal on conversion_rates (organisation_id) where status = 'PENDING_APPROVAL';
create unique index one_deal_in_force on conversion_rates (organisation_id) where status = 'APPROVED';
-- A deal is good for one conversion of one society. What was rejected, withdrawn or replaced may be submitted again while it lasts.
create unique index a_deal_once on conversion_rates (deal_code) where status in ('PENDING_APPROVAL', 'APPROVED');
create index on conversion_rates (organisation_id, id);
create index on conversion_rates (expires_at) where status in ('PENDING_APPROVAL', 'APPROVED');
call wall('conversion_rates');
grant select, insert, update on conversion_rates to kahawa_app, kahawa_wide;
