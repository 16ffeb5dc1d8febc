-- What banks tell us of their own accord, as it came. A message moves nothing by itself: whoever pays holds it against the
-- transfer of its reference. Nothing here names an organisation, so only the system reads it.
create table bank_messages (
  id uuid primary key,
  provider text not null check (provider in ('coop', 'mpesa')),
  -- Null when the message names no transfer.
  reference text,
  says text not null check (says in ('ACCEPTED', 'PAID', 'REFUSED', 'IN_DOUBT', 'NOT_KNOWN', 'DUPLICATE', 'NOT_UNDERSTOOD')),
  body jsonb not null,
  body_hash bytea not null,
  received_at timestamptz not null,
  -- UNMATCHED until a transfer of ours is found for it: a work list, and never empty for nothing.
  outcome text not null default 'UNMATCHED' check (outcome in ('UNMATCHED', 'MATCHED')),
  unique (provider, body_hash)
);
create index on bank_messages (provider, reference, received_at);
create index on bank_messages (received_at) where outcome = 'UNMATCHED';
grant select, insert, update (outcome) on bank_messages to kahawa_wide;
