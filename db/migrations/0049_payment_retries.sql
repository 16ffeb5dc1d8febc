-- Payments of a schedule that were refused or held, sent again by two people under a reference of their own.

create table payment_retries (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  line_id uuid references schedule_lines on delete restrict,
  lender_payment_id uuid references schedule_lender_payments on delete restrict,
  farmer_id uuid references farmers on delete restrict,
  type text not null check (type in ('RETRY', 'UPDATE_RETRY')),
  attempt integer not null check (attempt between 1 and 5),
  amount_cents bigint not null check (amount_cents > 0),
  failure text not null default '',
  institution_code text not null,
  institution_type text not null,
  account_number text not null,
  account_name text not null,
  payment_type text not null check (payment_type in ('INTERNALFT', 'PESALINK', 'MPESA')),
  old_account_number text not null,
  notes jsonb not null default '[]',
  reason text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint of_a_line_or_a_lender check (num_nonnulls(line_id, lender_payment_id) = 1 and (line_id is null) = (farmer_id is null)),
  constraint only_a_member_has_another_account check (type = 'RETRY' or line_id is not null)
);
comment on table payment_retries is 'Payments of schedules that are sent again: one person asks for it, another lets it go.';
comment on column payment_retries.attempt is 'How often the bank will have been asked then: at most five times.';
comment on column payment_retries.amount_cents is 'As it stood when it was asked for; M-PESA pays whole shillings of it.';
comment on column payment_retries.failure is 'Why it was not paid: the code of what held the line, or the words of the bank.';
comment on column payment_retries.account_number is 'Where it goes.';
comment on column payment_retries.old_account_number is 'Where it went, or would have gone, before.';
comment on column payment_retries.notes is 'What a decider should look at, as it stood when it was asked for.';
create index on payment_retries (organisation_id, id);
create index on payment_retries (line_id);
create index on payment_retries (lender_payment_id);
create index on payment_retries (farmer_id);
create unique index one_waiting_retry_of_a_line on payment_retries (line_id) where status = 'PENDING_APPROVAL';
create unique index one_waiting_retry_of_a_lender on payment_retries (lender_payment_id) where status = 'PENDING_APPROVAL';
call wall('payment_retries');
grant select, insert, update on payment_retries to kahawa_app, kahawa_wide;
