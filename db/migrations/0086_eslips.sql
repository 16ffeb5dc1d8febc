-- What becomes of the proceeds of a lot: one e-slip, its legs to whom they are paid, and the shares of its growers.

create table eslips (
  id uuid primary key,
  eslip_number text not null unique,
  result_id uuid not null,
  catalogue_record_id uuid not null references catalogue_records on delete restrict,
  dispatch_record_id uuid references dispatch_records on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  sale_number smallint not null check (sale_number between 1 and 99),
  sale_date date not null,
  lot_number integer not null,
  outturn text not null,
  grade text not null,
  bags integer not null,
  pockets integer not null,
  kilograms numeric(12, 3) not null check (kilograms > 0),
  price_cents bigint not null check (price_cents > 0),
  invoice_number text not null,
  miller_id uuid not null references organisations on delete restrict,
  warehouse_id uuid not null references organisations on delete restrict,
  broker_id uuid not null references organisations on delete restrict,
  buyer_id uuid not null references organisations on delete restrict,
  grower_id uuid references organisations on delete restrict,
  fee_rule_id uuid not null references fee_rules on delete restrict,
  gross_cents bigint not null check (gross_cents > 0),
  deductions_cents bigint not null check (deductions_cents >= 0),
  net_cents bigint not null check (net_cents >= 0),
  prompt_date date not null,
  paid_on date,
  paid_at timestamptz,
  payment_id uuid,
  warrant_number text unique,
  warrant_date date,
  released_at timestamptz,
  status text not null check (status in ('PENDING_PAYMENT', 'PAID', 'COLLECTED', 'DEFAULTED', 'VOID')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint net_is_what_is_left check (net_cents = gross_cents - deductions_cents),
  constraint no_coffee_leaves_unpaid check (status not in ('PAID', 'COLLECTED') or num_nulls(paid_on, paid_at, warrant_number, warrant_date) = 0),
  constraint what_was_paid_stays check (status <> 'VOID' or paid_at is null)
);
comment on table eslips is 'One sold lot: what it fetched, what is taken of it for whom, and what its growers get. Written when the result of its sale is approved.';
comment on column eslips.organisation_id is 'The broker or marketer of the lot.';
comment on column eslips.price_cents is 'Cents of a dollar for 50 kg; every other amount in cents of a dollar too.';
comment on column eslips.grower_id is 'The society whose coffee it was; null where the lot was bulked of several, or nobody knows: their shares stand apart.';
comment on column eslips.deductions_cents is 'Everything before its growers are paid, lodged claims included once it is paid.';
comment on column eslips.prompt_date is 'The last day on which the buyer pays in time.';
comment on column eslips.payment_id is 'What paid it: a line of the bank''s statement, or a payment that two people recorded.';
comment on column eslips.warrant_number is 'Issued when it is paid: with it the warehouse hands the coffee over.';
comment on column eslips.status is 'DEFAULTED: not paid by the prompt day; it may be paid still. VOID: its result was corrected before anybody paid.';
create unique index one_eslip_of_a_result on eslips (result_id) where status <> 'VOID';
create unique index one_eslip_of_a_lot on eslips (catalogue_record_id) where status <> 'VOID';
create index on eslips (catalogue_record_id);
create index on eslips (dispatch_record_id);
create index on eslips (organisation_id, id);
create index on eslips (season, sale_number, lot_number);
create index on eslips (invoice_number) where status in ('PENDING_PAYMENT', 'DEFAULTED');
create index on eslips (prompt_date) where status = 'PENDING_PAYMENT';
create index on eslips (miller_id, id);
create index on eslips (warehouse_id, id);
create index on eslips (broker_id, id);
create index on eslips (buyer_id, id);
create index on eslips (grower_id, season, sale_number);
create index on eslips (fee_rule_id);
create index on eslips (made_by);
create index on eslips (decided_by);
call wall('eslips');
call party_wall('eslips');
create policy named_buyer on eslips for select to kahawa_app using (buyer_id = (select app_organisation()));
create policy functions on eslips to kahawa_functions using (true);
grant select, insert, update on eslips to kahawa_app, kahawa_wide;
grant select on eslips to kahawa_functions;

create table eslip_shares (
  eslip_id uuid not null references eslips on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  grower_id uuid not null references organisations on delete restrict,
  outturn text not null,
  kilograms numeric(12, 3) not null check (kilograms >= 0),
  gross_cents bigint not null check (gross_cents >= 0),
  net_cents bigint not null check (net_cents >= 0),
  primary key (eslip_id, grower_id, outturn)
);
comment on table eslip_shares is 'What of a lot is whose: by weight, to the cent. One row where the lot was not bulked. A grower reads its own.';
comment on column eslip_shares.organisation_id is 'The broker or marketer of the lot.';
create index on eslip_shares (organisation_id);
create index on eslip_shares (grower_id, eslip_id);
call wall('eslip_shares');
call party_wall('eslip_shares');
grant select, insert, update on eslip_shares to kahawa_app, kahawa_wide;
-- Of a bulked lot its growers read the e-slip too: its weight stands in the catalogue, and its price is theirs.
create policy named_share on eslips for select to kahawa_app
  using (id in (select eslip_id from eslip_shares where grower_id = (select app_organisation())));

create table eslip_legs (
  id uuid primary key,
  eslip_id uuid not null references eslips on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  place smallint not null check (place > 0),
  kind text not null check (kind in ('BROKER', 'DSS', 'EXCHANGE', 'MILLER', 'WAREHOUSE', 'TRANSPORT', 'DRYING', 'HAND_SORTING', 'CLAIM', 'GROWER')),
  payee_id uuid references organisations on delete restrict,
  grower_id uuid references organisations on delete restrict,
  claim_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  basis text not null default '',
  status text not null default 'WAITING' check (status in ('WAITING', 'PROCESSING', 'PAID', 'FAILED')),
  payout_id uuid references payouts on delete restrict,
  sent_as uuid unique,
  reason text not null default '',
  settled_at timestamptz,
  unique (eslip_id, place),
  constraint a_claim_names_its_grower check (kind <> 'CLAIM' or num_nulls(grower_id, claim_id, payee_id) = 0)
);
comment on table eslip_legs is 'To whom the proceeds of a lot go: the legs of an e-slip add up to what the lot fetched, to the cent.';
comment on column eslip_legs.payee_id is 'Who is paid; null for the exchange, which is no organisation here, and for a grower whom nobody knows yet.';
comment on column eslip_legs.grower_id is 'Of a grower''s part, and of a claim that is taken from it.';
comment on column eslip_legs.basis is 'How it was worked out, as the e-slip prints it.';
comment on column eslip_legs.sent_as is 'The source of its payout: another one each time that it is sent.';
comment on column eslip_legs.status is 'WAITING until the buyer pays, or until there is an account to pay to; PROCESSING at the bank.';
create index on eslip_legs (organisation_id);
create index on eslip_legs (payee_id);
create index on eslip_legs (grower_id, eslip_id);
create index on eslip_legs (claim_id);
create index on eslip_legs (payout_id);
call wall('eslip_legs');
create policy named_payee on eslip_legs for select to kahawa_app using (payee_id = (select app_organisation()));
create policy named_grower on eslip_legs for select to kahawa_app using (grower_id = (select app_organisation()));
-- What is charged on a lot each of its growers may know; what another one of them gets, none.
create policy named_share on eslip_legs for select to kahawa_app
  using (grower_id is null and eslip_id in (select eslip_id from eslip_shares where grower_id = (select app_organisation())));
create policy functions on eslip_legs to kahawa_functions using (true);
grant select, insert, update on eslip_legs to kahawa_app, kahawa_wide;
grant select on eslip_legs to kahawa_functions;

-- Whatever the program says, and however often it is killed: the legs of an e-slip are what its lot fetched. A function of its own,
-- because behind a wall not all legs are seen.
create function legs_are_the_gross() returns trigger language plpgsql security definer as $$
declare
  slip eslips := (select e from eslips e where e.id = case tg_table_name when 'eslips' then new.id else (to_jsonb(new) ->> 'eslip_id')::uuid end);
  legs bigint := (select coalesce(sum(amount_cents), 0) from eslip_legs where eslip_id = slip.id);
begin
  if legs <> slip.gross_cents then
    raise exception 'the legs of % are % cents of %', slip.eslip_number, legs, slip.gross_cents using errcode = 'check_violation', constraint = 'legs_are_the_gross';
  end if;
  return null;
end $$;
call guard('legs_are_the_gross()');
create constraint trigger legs_are_the_gross after insert or update of amount_cents on eslip_legs deferrable initially deferred for each row execute function legs_are_the_gross();
create constraint trigger legs_are_the_gross after insert or update of gross_cents on eslips deferrable initially deferred for each row execute function legs_are_the_gross();

-- Whose parchment each of these lots was milled from: how much of it every society brought, and how much clean coffee its outturn gave
-- in all. For who settles the lot, its broker or whoever reads of every organisation.
create function lot_origins(lots uuid[], season_at integer, outturn_at integer, weight_at integer)
  returns table (lot uuid, grower uuid, parchment numeric, dispatched numeric) language sql stable security definer as $$
  with own as materialized (
    select c.id, c.season, c.outturn, c.miller_id from catalogue_records c
    where c.id = any (lots) and (current_setting('role') = 'kahawa_wide' or app_organisation() in (c.organisation_id, c.broker_id))),
  brought as materialized (
    select p.miller_id, r.clean[season_at] as season, r.clean[outturn_at] as outturn, u.organisation_id, sum(nullif(r.clean[weight_at], '')::numeric) as kilograms
    from parchment_records p join uploads u on u.id = p.upload_id join upload_rows r on r.upload_id = u.id
    where p.miller_id in (select miller_id from own) and u.kind = 'parchment' and u.status in ('PENDING_KPCU_APPROVAL', 'APPROVED') and r.state <> 'left_out'
    group by 1, 2, 3, 4)
  select own.id, b.organisation_id, b.kilograms,
    (select sum(d.net_kg) from dispatch_records d where d.season = own.season and d.outturn = own.outturn and d.status not in ('REJECTED', 'DELETED'))
  from own join brought b using (miller_id, season, outturn)
$$;
call guard('lot_origins(uuid[], integer, integer, integer)');
grant execute on function lot_origins(uuid[], integer, integer, integer) to kahawa_app, kahawa_wide;
