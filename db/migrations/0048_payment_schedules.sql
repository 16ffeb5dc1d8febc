-- What a society pays its members for their cherry: a communal payment of a season's cycle, with a line for each member.

create table communal_payments (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  cycle integer not null check (cycle between 1 and 3),
  kilograms numeric(14, 3) not null check (kilograms > 0),
  rate_cents bigint not null check (rate_cents > 0),
  pool_cents bigint not null check (pool_cents > 0),
  is_last boolean not null default false,
  lenders uuid[] not null default '{}',
  members integer not null default 0,
  held integer not null default 0,
  total_cents bigint not null default 0,
  recovered_cents bigint not null default 0,
  net_cents bigint not null default 0,
  left_cents bigint not null default 0,
  fingerprint text not null default '',
  generated_at timestamptz not null,
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'PARTIALLY_PAID', 'COMPLETED', 'REJECTED', 'WITHDRAWN')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint the_header_is_its_lines check (total_cents = recovered_cents + net_cents + left_cents and total_cents <= pool_cents)
);
comment on table communal_payments is 'Payments of a society to all members who brought cherry in a season: at most three cycles, one open at a time.';
comment on column communal_payments.kilograms is 'Approved of the season when it was saved; the rate is the pool by them, cut to whole cents.';
comment on column communal_payments.rate_cents is 'For a kilogram.';
comment on column communal_payments.pool_cents is 'On the farmers'' shilling account when it was saved.';
comment on column communal_payments.is_last is 'The season takes no more deliveries and cycles once it is approved.';
comment on column communal_payments.lenders is 'Whose loans are recovered, in the order in which they are.';
comment on column communal_payments.held is 'Lines that are held: not paid before what holds them is mended.';
comment on column communal_payments.left_cents is 'Cents that M-PESA does not pay: they stay on the account.';
comment on column communal_payments.fingerprint is 'Of every line as it was generated. A decision is about these very lines: if they came out otherwise now, it is refused.';
create index on communal_payments (organisation_id, id);
create index on communal_payments (season);
create unique index one_open_schedule on communal_payments (organisation_id) where status = 'PENDING_APPROVAL';
create unique index one_payment_of_a_cycle on communal_payments (organisation_id, season, cycle) where status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED');
call wall('communal_payments');
grant select, insert, update on communal_payments to kahawa_app, kahawa_wide;

create table schedule_lines (
  id uuid primary key,
  communal_payment_id uuid not null references communal_payments on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  kilograms numeric(12, 3) not null check (kilograms > 0),
  total_cents bigint not null check (total_cents >= 0),
  recovered_cents bigint not null check (recovered_cents >= 0),
  left_cents bigint not null check (left_cents between 0 and 99),
  net_cents bigint not null check (net_cents >= 0),
  institution_code text not null,
  institution_type text not null,
  account_number text not null,
  account_name text not null,
  payment_type text not null check (payment_type in ('INTERNALFT', 'PESALINK', 'MPESA')),
  status text not null check (status in ('PENDING', 'QUEUED', 'PROCESSING', 'SUCCESS', 'FAILED', 'NIL', 'HELD')),
  reason text not null default '',
  transaction_id text,
  settled_at timestamptz,
  constraint one_line_of_a_member unique (communal_payment_id, farmer_id),
  constraint a_line_adds_up check (total_cents = recovered_cents + left_cents + net_cents),
  constraint nothing_to_pay_is_nil check ((net_cents = 0) = (status = 'NIL'))
) with (fillfactor = 80);
comment on table schedule_lines is 'What one member gets of a communal payment, and to which account, as it was generated.';
comment on column schedule_lines.reason is 'Of a held line why it is held, of a failed one why, in the words of the bank.';
comment on column schedule_lines.transaction_id is 'The bank''s number of what arrived.';
create index on schedule_lines (farmer_id, id);
create index on schedule_lines (organisation_id, id);
create index on schedule_lines (communal_payment_id, status);
call wall('schedule_lines');
grant select, insert, update on schedule_lines to kahawa_app, kahawa_wide;

create table schedule_recoveries (
  line_id uuid not null references schedule_lines on delete restrict,
  ledger_account_id uuid not null references ledger_accounts on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  lender_id uuid not null references organisations on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (line_id, ledger_account_id)
);
comment on table schedule_recoveries is 'What of a line goes to a lender first, loan account by loan account: the lenders in their order, of each the oldest season first.';
create index on schedule_recoveries (ledger_account_id);
create index on schedule_recoveries (lender_id);
create index on schedule_recoveries (organisation_id);
call wall('schedule_recoveries');
grant select, insert on schedule_recoveries to kahawa_app, kahawa_wide;

create table schedule_lender_payments (
  id uuid primary key,
  communal_payment_id uuid not null references communal_payments on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  lender_id uuid not null references organisations on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED')),
  reason text not null default '',
  settled_at timestamptz,
  unique (communal_payment_id, lender_id)
);
comment on table schedule_lender_payments is 'What the society pays a lender of a communal payment: all that was recovered of its members for it, in one sum.';
create index on schedule_lender_payments (organisation_id, id);
create index on schedule_lender_payments (lender_id);
call wall('schedule_lender_payments');
grant select, insert, update on schedule_lender_payments to kahawa_app, kahawa_wide;
