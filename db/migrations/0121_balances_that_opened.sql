-- Since when a balance does not close. People are told once when it opens, and need not read of it any more once it closes.

create table balance_openings (
  id uuid primary key,
  organisation_id uuid references organisations on delete restrict,
  name text not null check (name ~ '^[A-Z_]+$'),
  season text not null default '',
  sale_number smallint,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint closes_after_it_opens check (closed_at is null or closed_at >= opened_at)
);
comment on table balance_openings is 'Balances that did not close, from the night that found them open to the night that found them closed. Whoever can see to it is notified once of each.';
comment on column balance_openings.organisation_id is 'As of the balance: null of what is nobody''s alone.';
create unique index one_opening_of_a_balance on balance_openings (name, organisation_id, season, sale_number) nulls not distinct where closed_at is null;
create index on balance_openings (organisation_id);
call wall('balance_openings');
grant select, insert, update on balance_openings to kahawa_wide;
create index on notifications (record_id) where kind = 'balance' and read_at is null;
