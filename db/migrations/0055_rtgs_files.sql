-- Payments above the ceiling of PesaLink go by RTGS: they wait until two people release them in one file.

alter table payouts drop constraint payouts_payment_type_check,
  add constraint payouts_payment_type_check check (payment_type in ('INTERNALFT', 'PESALINK', 'MPESA', 'RTGS'));
alter table payout_legs drop constraint payout_legs_channel_check,
  add constraint payout_legs_channel_check check (channel in ('internal', 'pesalink', 'mpesa', 'rtgs'));
alter table channel_pauses drop constraint channel_pauses_channel_check,
  add constraint channel_pauses_channel_check check (channel in ('internal', 'pesalink', 'mpesa', 'rtgs'));
alter table schedule_lines drop constraint schedule_lines_payment_type_check,
  add constraint schedule_lines_payment_type_check check (payment_type in ('INTERNALFT', 'PESALINK', 'MPESA', 'RTGS'));
alter table payment_retries drop constraint payment_retries_payment_type_check,
  add constraint payment_retries_payment_type_check check (payment_type in ('INTERNALFT', 'PESALINK', 'MPESA', 'RTGS'));

create table rtgs_files (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  message_id text not null unique check (message_id ~ '^KR[0-9A-Z]{14}$'),
  account_number text not null,
  payments integer not null check (payments > 0),
  amount_cents bigint not null check (amount_cents > 0),
  document text,
  sent_at timestamptz,
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint only_a_released_file_is_sent check (sent_at is null or status = 'APPROVED')
);
comment on table rtgs_files is 'Payments too large for PesaLink that go to the bank in one file: one person puts it together, another releases it.';
comment on column rtgs_files.message_id is 'Its name for ever: the bank takes each once.';
comment on column rtgs_files.account_number is 'The account of the society that the money leaves.';
comment on column rtgs_files.payments is 'How many, and what they add up to, as its maker saw it.';
comment on column rtgs_files.document is 'The file as it goes to the bank, ISO 20022 pain.001, written when it is released.';
comment on column rtgs_files.sent_at is 'Written before it is sent: it never goes twice.';
create index on rtgs_files (organisation_id, id);
create index on rtgs_files (made_by);
create index on rtgs_files (decided_by);
create index on rtgs_files (id) where status = 'APPROVED' and sent_at is null;
create unique index one_waiting_rtgs_file on rtgs_files (organisation_id) where status = 'PENDING_APPROVAL';
call wall('rtgs_files');
grant select, insert, update on rtgs_files to kahawa_app, kahawa_wide;

alter table payout_legs add column rtgs_file_id uuid references rtgs_files on delete restrict,
  add constraint only_rtgs_goes_by_file check (rtgs_file_id is null or channel = 'rtgs');
comment on column payout_legs.rtgs_file_id is 'The file that it waits in, or went to the bank in.';
create index on payout_legs (rtgs_file_id) where rtgs_file_id is not null;
create index on payout_legs (organisation_id) where channel = 'rtgs' and status = 'QUEUED' and rtgs_file_id is null;
grant update (rtgs_file_id) on payout_legs to kahawa_app;
