alter table uploads drop constraint uploads_kind_check;
alter table uploads add constraint uploads_kind_check check (kind in ('farmers', 'farmer_companies', 'cherry_deliveries', 'cherry_limits'));
alter table uploads drop constraint uploads_status_check;
alter table uploads add constraint uploads_status_check check (status in ('CHECKING', 'FAILED_VALIDATION', 'PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION', 'APPROVED_WITH_ERRORS',
  'PENDING_FCS_APPROVAL', 'PENDING_KPCU_APPROVAL', 'PENDING_BANK_APPROVAL', 'APPROVED', 'REJECTED', 'DISCARDED'));
-- Of a limit file: shared with KPCU, who then decides and lends; else the bank does.
alter table uploads add column share_data boolean not null default false;
create index on uploads (kind, status) where status in ('PENDING_FCS_APPROVAL', 'PENDING_KPCU_APPROVAL', 'PENDING_BANK_APPROVAL');

-- What raised the limit of a member, row by row: cherry of an approved limit file, or a share of the second tranche. Written
-- with its movement of the ledger in one statement's transaction and never changed: a later cherry rate prices nothing again.
create table limit_rows (
  -- Of cherry: the id of the row in its file. It is also the grant of the ledger.
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  season text not null references seasons on delete restrict,
  kind text not null check (kind in ('CHERRY', 'PARCHMENT')),
  upload_id uuid references uploads on delete restrict,
  -- Of cherry: the kilograms of this file. Of parchment: the kilograms of cherry that the share was measured by.
  kilograms numeric(10, 3) not null check (kilograms > 0),
  -- Of cherry: the rate of a kilogram then. Null for a share.
  rate_cents bigint check (rate_cents > 0),
  added_cents bigint not null check (added_cents >= 0),
  previous_cents bigint not null check (previous_cents >= 0),
  limit_cents bigint not null check (limit_cents = previous_cents + added_cents),
  -- Who lends on it: KPCU or the bank.
  granted_by uuid not null references organisations on delete restrict,
  approved_by uuid not null references users on delete restrict,
  approved_at timestamptz not null,
  -- The last one tells the limit of the member.
  place integer not null check (place > 0),
  unique (farmer_id, season, place)
);
create index on limit_rows (organisation_id, season, farmer_id, place);
create index on limit_rows (upload_id) where upload_id is not null;
create trigger append_only before update or delete or truncate on limit_rows for each statement execute function refuse_change();
call wall('limit_rows');
grant select, insert on limit_rows to kahawa_app, kahawa_wide;
