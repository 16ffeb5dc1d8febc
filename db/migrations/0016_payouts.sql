-- Money on its way through a bank, and what banks tell of it.

create table bank_messages (
  id uuid primary key,
  provider text not null check (provider in ('coop', 'mpesa')),
  reference text,
  says text not null check (says in ('ACCEPTED', 'PAID', 'REFUSED', 'IN_DOUBT', 'NOT_KNOWN', 'DUPLICATE', 'NOT_UNDERSTOOD')),
  body jsonb not null,
  body_hash bytea not null,
  received_at timestamptz not null,
  outcome text not null default 'UNMATCHED' check (outcome in ('UNMATCHED', 'MATCHED', 'CONTRADICTS')),
  unique (provider, body_hash)
);
comment on table bank_messages is 'What banks tell us of their own accord, as it came. A message moves nothing by itself: whoever pays holds it against '
  'the transfer of its reference. Nothing here names an organisation, so only the system reads it.';
comment on column bank_messages.reference is 'Null when the message names no transfer.';
comment on column bank_messages.says is 'What we understood.';
comment on column bank_messages.body is 'As it came.';
comment on column bank_messages.body_hash is 'The same message again is the same row.';
comment on column bank_messages.outcome is 'UNMATCHED until a transfer of ours is found for it: a work list, and never empty for nothing. CONTRADICTS: it says '
  'otherwise than what is known of its transfer, so it moves nothing, and somebody must look at it.';
create index on bank_messages (provider, reference, received_at);
create index on bank_messages (received_at) where outcome = 'UNMATCHED';
create index on bank_messages (reference);
grant select, insert, update (outcome) on bank_messages to kahawa_wide;

create table payouts (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  lender_id uuid not null references organisations on delete restrict,
  source_kind text not null check (source_kind ~ '^[a-z_]{3,40}$'),
  source_id uuid not null,
  title text not null check (title <> ''),
  reference text not null unique check (reference ~ '^KP[0-9A-Z]{14}$'),
  payment_type text not null check (payment_type in ('INTERNALFT', 'PESALINK', 'MPESA')),
  institution_code text not null,
  institution_type text not null,
  account_number text not null,
  account_name text not null,
  amount_cents bigint not null check (amount_cents > 0),
  narration text not null check (narration <> ''),
  fund_account text not null,
  transit_account text not null,
  short_code text not null,
  status text not null check (status in ('QUEUED', 'SENDING', 'IN_DOUBT', 'RETURNING', 'PAID', 'FAILED', 'REVERSED', 'REVERSAL_FAILED')),
  reason text not null default '',
  bank_reference text,
  version integer not null default 1,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (source_kind, source_id),
  constraint an_end_has_a_time check ((settled_at is not null) = (status in ('PAID', 'FAILED', 'REVERSED', 'REVERSAL_FAILED')))
) with (fillfactor = 80);
comment on table payouts is 'Money on its way to somebody. One payout for each intent; it goes in legs, one after the other, and each leg has one '
  'reference for ever, stored before it is sent. `docs/decisions/0015-one-open-leg.md` says why.';
comment on column payouts.lender_id is 'Whose fund pays.';
comment on column payouts.source_kind is 'What it pays for, and its id. One payout each, whatever happens.';
comment on column payouts.reference is 'The legs are named after it: `KP…-1`, `KP…-2`.';
comment on column payouts.fund_account is 'Our accounts as they were when it was opened. Money leaves this one.';
comment on column payouts.transit_account is 'Where money waits that goes on to another bank.';
comment on column payouts.reason is 'Why it stands where it stands, in the bank''s words.';
comment on column payouts.bank_reference is 'The bank’s number of what arrived.';
create index on payouts (organisation_id, created_at, id);
create index on payouts (status, id);
create index on payouts (lender_id, id);
call wall('payouts');
grant select on payouts to kahawa_app;
grant select, insert, update on payouts to kahawa_wide;

create table payout_legs (
  id uuid primary key,
  payout_id uuid not null references payouts on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  lender_id uuid not null references organisations on delete restrict,
  place integer not null check (place > 0),
  kind text not null check (kind in ('INTERNAL', 'EXTERNAL', 'RETURN')),
  channel text not null check (channel in ('internal', 'pesalink', 'mpesa')),
  reference text not null unique check (reference ~ '^[A-Za-z0-9-]{6,27}$'),
  from_account text not null,
  to_institution_code text not null,
  to_institution_type text not null,
  to_account text not null,
  amount_cents bigint not null check (amount_cents > 0),
  narration text not null,
  status text not null check (status in ('QUEUED', 'SENT', 'ACCEPTED', 'IN_DOUBT', 'PAID', 'REFUSED')),
  reason text not null default '',
  bank_reference text,
  fence bigint not null default 0,
  leased_until timestamptz,
  sent_at timestamptz,
  next_at timestamptz,
  asked integer not null default 0,
  settled_at timestamptz,
  settled_by text check (settled_by in ('ANSWER', 'STATUS', 'CALLBACK', 'STATEMENT', 'EVIDENCE')),
  created_at timestamptz not null,
  unique (payout_id, place),
  constraint sent_before_settled check (status = 'QUEUED' or sent_at is not null),
  constraint an_end_has_a_time check ((settled_at is not null) = (status in ('PAID', 'REFUSED')) and (settled_at is not null) = (settled_by is not null)),
  constraint what_is_paid_has_a_number check (status <> 'PAID' or bank_reference is not null)
) with (fillfactor = 70);
comment on table payout_legs is 'One transfer of a payout, from one account to one other. Its order is never changed; what became of it is.';
comment on column payout_legs.place is 'From one, in the order of the legs.';
comment on column payout_legs.kind is 'INTERNAL: fund to the farmer, or to transit. EXTERNAL: transit, or the M-PESA float, to the farmer. RETURN: transit '
  'back to the fund.';
comment on column payout_legs.reference is 'Its name at the bank, for ever.';
comment on column payout_legs.fence is 'Rises with every lease: a worker that comes back with an older one writes nothing.';
comment on column payout_legs.sent_at is 'Written and committed before it is sent, and never again.';
comment on column payout_legs.next_at is 'When it is due to be sent, or to be asked about.';
comment on column payout_legs.asked is 'How often the bank was asked about it.';
comment on column payout_legs.settled_by is 'Whose word it was; EVIDENCE is what two persons have settled of a payout that was stuck in transit.';
-- One leg of a payout is under way at a time.
create unique index one_open_leg on payout_legs (payout_id) where settled_at is null;
create index on payout_legs (next_at) where status = 'QUEUED';
create index on payout_legs (next_at) where status in ('SENT', 'ACCEPTED', 'IN_DOUBT');
create index on payout_legs (sent_at) where kind = 'INTERNAL';
-- A payment is looked for by the account it left or came to, and by its amount.
create index on payout_legs (from_account, amount_cents);
create index on payout_legs (to_account, amount_cents);
call wall('payout_legs');
grant select on payout_legs to kahawa_app;
grant select, insert, update on payout_legs to kahawa_wide;

-- What is settled stays settled, and an order is never changed: not even by a fault of the program.
create function keep_leg() returns trigger language plpgsql as $$
begin
  if old.settled_at is not null then raise exception 'a settled leg is never changed' using errcode = 'check_violation'; end if;
  if (old.reference, old.kind, old.channel, old.from_account, old.to_institution_code, old.to_account, old.amount_cents, old.payout_id, old.place)
     is distinct from (new.reference, new.kind, new.channel, new.from_account, new.to_institution_code, new.to_account, new.amount_cents, new.payout_id, new.place)
  then raise exception 'the order of a leg is never changed' using errcode = 'check_violation'; end if;
  return new;
end $$;
call guard('keep_leg()');

create trigger keep_leg before update on payout_legs for each row execute function keep_leg();

create table payout_events (
  id uuid primary key,
  payout_id uuid not null references payouts on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  leg_id uuid references payout_legs on delete restrict,
  at timestamptz not null,
  what text not null check (what in ('SENT', 'NOT_SENT', 'ANSWER', 'STATUS', 'CALLBACK', 'STATEMENT', 'QUERY', 'DECIDED')),
  says text not null check (says in ('', 'ACCEPTED', 'PAID', 'REFUSED', 'IN_DOUBT', 'CONTRADICTS')),
  words text not null default '',
  by_user uuid references users on delete restrict
);
comment on table payout_events is 'Everything that was done and heard about a payout, in its order. Nothing is ever changed here.';
comment on column payout_events.what is 'Who spoke: we (SENT, NOT_SENT), the bank (ANSWER, STATUS, CALLBACK, STATEMENT), a person who asked (QUERY), or two who '
  'decided (DECIDED).';
comment on column payout_events.says is 'What it told of the leg; empty of what we did ourselves.';
comment on column payout_events.words is 'As the bank or the person put it.';
create index on payout_events (payout_id, id);
-- What the bank last said of a leg.
create index on payout_events (leg_id, id) where leg_id is not null;
create index on payout_events (at) where says = 'CONTRADICTS';
call wall('payout_events');
grant select on payout_events to kahawa_app;
grant select, insert on payout_events to kahawa_wide;

create table channel_pauses (
  id uuid primary key,
  channel text not null check (channel in ('internal', 'pesalink', 'mpesa')),
  reason text not null check (reason <> ''),
  paused_by uuid not null references users on delete restrict,
  paused_at timestamptz not null,
  resumed_by uuid references users on delete restrict,
  resumed_at timestamptz,
  resume_reason text,
  constraint maker_is_not_checker check (resumed_by is null or resumed_by <> paused_by),
  constraint a_resumption_is_whole check ((resumed_by is null) = (resumed_at is null) and (resumed_by is null) = (resume_reason is null))
);
comment on table channel_pauses is 'Channels that somebody has stopped: nothing more is sent through one until somebody else lets it go on.';
create unique index one_pause_of_a_channel on channel_pauses (channel) where resumed_at is null;
grant select, insert, update (resumed_by, resumed_at, resume_reason) on channel_pauses to kahawa_wide;
