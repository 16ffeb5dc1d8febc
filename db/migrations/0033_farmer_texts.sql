-- SMS to farmers on their way and as they were sent, written in the transaction of their cause. `sending` is noted before a text
-- is handed over: found so after its lease it may have arrived, so it is in doubt and never sent again. Removed after a while.
create table farmer_texts (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  mobile_number text not null check (mobile_number ~ '^254[0-9]{9}$'),
  occasion text not null check (occasion in ('delivery_approved', 'change_asked', 'change_approved', 'loan_approved', 'loan_authorised', 'loan_paid', 'loan_failed')),
  -- The record that caused it.
  record_id uuid not null,
  language text not null check (language in ('en', 'sw')),
  -- What the sentence tells besides the names, as its occasion declares; and the sentence as it was handed over.
  told jsonb not null,
  text text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'in_doubt', 'refused', 'expired')),
  problem text not null default '' check (problem in ('', 'unreachable', 'failed', 'not_accepted', 'no_credit', 'no_answer', 'held', 'stopped', 'wrong_number', 'not_served', 'unwanted')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  leased_until timestamptz,
  -- The gateway's name of it.
  gateway_reference text not null default '',
  created_at timestamptz not null,
  -- News of yesterday is none.
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Each number is told once of one thing, whatever happens.
  unique (farmer_id, occasion, record_id, mobile_number),
  constraint an_end_has_a_time check ((ended_at is not null) = (state not in ('waiting', 'sending'))),
  constraint a_lease_while_sending check ((leased_until is not null) = (state = 'sending'))
) with (fillfactor = 80);
-- What protects or concerns money goes before the many texts of a delivery file.
create index on farmer_texts ((occasion = 'delivery_approved'), next_at) where state = 'waiting';
create index on farmer_texts (expires_at) where state = 'waiting';
create index on farmer_texts (leased_until) where state = 'sending';
create index on farmer_texts (organisation_id);
create index on farmer_texts (created_at);
call wall('farmer_texts');
grant select, insert on farmer_texts to kahawa_app;
grant select, insert, update, delete on farmer_texts to kahawa_wide;
