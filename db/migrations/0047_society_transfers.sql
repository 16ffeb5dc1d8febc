-- Money that a society moves between its own accounts, and what becomes of it: dollars that it retains, dollars that go to its
-- members' account, and those that become shillings at a deal.

-- Where dollars and shillings meet: the bank's own position in each currency. Nothing else changes money.
-- Made anew, at the same place: before PostgreSQL 17 a generated column cannot be told another rule.
alter table ledger_account_kinds drop column lender, add column lender text not null generated always as
  (case when kind in ('limit', 'limit_used', 'loan') then 'NAMED' when kind in ('settlement', 'outside', 'position') then 'NONE' else 'OWNER' end) stored;
comment on column ledger_account_kinds.lender is 'Whether an account of the kind is of one lender: its owner, or one that it names.';
insert into ledger_account_kinds (kind, book, normal_side, may_overdraw, meaning) values
  ('position', 'MONEY', 'CREDIT', true, 'What the bank has bought of one currency and sold of the other, by its deals with societies.');
alter table ledger_accounts drop constraint lender_as_its_kind,
  add constraint lender_as_its_kind check ((kind in ('settlement', 'outside', 'position')) = (lender_id is null));

-- A payment in another currency, or one that arrives in another by a deal.
alter table payouts add column currency text not null default 'KES' check (currency in ('KES', 'USD')),
  add column deal_code text check (deal_code ~ '^\d{1,12}$'),
  add column received_cents bigint check (received_cents > 0),
  add constraint a_deal_says_what_arrives check ((deal_code is null) = (received_cents is null) and (deal_code is null or currency = 'USD'));
comment on column payouts.currency is 'In which it leaves.';
comment on column payouts.deal_code is 'Of the deal with the bank by which dollars arrive as shillings.';
comment on column payouts.received_cents is 'What arrives then, in cents of a shilling.';
comment on column payouts.fund_account is 'The payer''s account as it was when it was opened: a fund''s, or a society''s. Money leaves this one.';
comment on column payouts.lender_id is 'Who pays: a lender by its fund, or a society from its own account.';
alter table payout_legs add column currency text not null default 'KES' check (currency in ('KES', 'USD')),
  add column deal_code text, add column received_cents bigint;
comment on column payout_legs.deal_code is 'As its payout says it.';
create or replace function keep_leg() returns trigger language plpgsql as $$
begin
  if old.settled_at is not null then raise exception 'a settled leg is never changed' using errcode = 'check_violation'; end if;
  if (old.reference, old.kind, old.channel, old.from_account, old.to_institution_code, old.to_account, old.amount_cents, old.payout_id, old.place,
      old.currency, old.deal_code, old.received_cents)
     is distinct from (new.reference, new.kind, new.channel, new.from_account, new.to_institution_code, new.to_account, new.amount_cents, new.payout_id, new.place,
      new.currency, new.deal_code, new.received_cents)
  then raise exception 'the order of a leg is never changed' using errcode = 'check_violation'; end if;
  return new;
end $$;
call guard('keep_leg()');

alter table conversion_rates drop constraint conversion_rates_status_check,
  add constraint conversion_rates_status_check check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'SUPERSEDED', 'USED'));

create table society_transfers (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  kind text not null check (kind in ('RETENTION', 'SWEEP', 'CONVERSION')),
  season text not null references seasons on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  received_cents bigint not null check (received_cents > 0),
  conversion_rate_id uuid references conversion_rates on delete restrict,
  document text not null default '',
  reason text not null default '',
  failure text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'PROCESSING', 'DONE', 'FAILED', 'REJECTED', 'WITHDRAWN')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint a_conversion_has_a_rate check ((kind = 'CONVERSION') = (conversion_rate_id is not null)),
  constraint only_a_conversion_changes_money check (kind = 'CONVERSION' or received_cents = amount_cents)
);
comment on table society_transfers is 'Orders of a society to move dollars between its own accounts, or to change them into shillings. Two people make one.';
comment on column society_transfers.kind is 'RETENTION: non-checkoff to checkoff. SWEEP: non-checkoff to the farmers'' dollars. CONVERSION: the farmers'' dollars to their shillings.';
comment on column society_transfers.season is 'Of the day it was ordered: what is retained is compared with what came in in the season.';
comment on column society_transfers.amount_cents is 'What leaves, in cents of a dollar.';
comment on column society_transfers.received_cents is 'What arrives: the same, or of a conversion cents of a shilling, cut to whole ones.';
comment on column society_transfers.document is 'Of a retention above the most that is allowed: the number of the document that allows it.';
comment on column society_transfers.failure is 'Why the bank refused it, in words.';
create index on society_transfers (organisation_id, id);
create index on society_transfers (conversion_rate_id);
create index on society_transfers (season);
-- One waits for each society and kind, so that two who order at once do not order twice.
create unique index one_waiting_transfer on society_transfers (organisation_id, kind) where status = 'PENDING_APPROVAL';
call wall('society_transfers');
grant select, insert, update on society_transfers to kahawa_app, kahawa_wide;

-- A society pays from its own accounts, and from nobody else's: behind its wall it opens no payment that another one pays.
grant insert on payouts, payout_legs to kahawa_app;
create policy own_money on payouts as restrictive for insert to kahawa_app with check (lender_id = (select app_organisation()));
create policy own_money on payout_legs as restrictive for insert to kahawa_app with check (lender_id = (select app_organisation()));
