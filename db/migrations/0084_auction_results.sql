-- What the auction gave for each lot: sold to whom at which price, or unsold and free for another sale.

-- Who buys at the exchange.
alter table organisations drop constraint organisations_type_check;
alter table organisations add constraint organisations_type_check check (type in ('FARMER_SOCIETY', 'MILLER', 'MARKETER', 'BROKER', 'WAREHOUSE', 'COOPERATIVE_BANK',
  'GOVERNMENT', 'OPERATOR', 'KPCU', 'BUYER'));
comment on table organisations is 'Everybody in the trade who has users: societies, millers, marketers, buyers, the lenders, the government, the operator.';

alter table uploads drop constraint uploads_kind_check;
alter table uploads add constraint uploads_kind_check check (kind in ('farmers', 'farmer_companies', 'cherry_deliveries', 'cherry_limits', 'parchment',
  'deductions', 'dispatch', 'catalogue', 'estate_cured', 'auction_results'));

create table auction_results (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  upload_id uuid not null references uploads on delete restrict,
  row_number integer not null,
  season text not null references seasons on delete restrict,
  sale_number smallint not null check (sale_number between 1 and 99),
  sale_date date not null,
  lot_number integer not null check (lot_number between 1 and 99999),
  catalogue_record_id uuid not null references catalogue_records on delete restrict,
  outturn text not null,
  grade text not null,
  bags integer not null check (bags >= 0),
  pockets integer not null check (pockets between 0 and 59),
  kilograms numeric(12, 3) not null check (kilograms > 0),
  price_cents bigint check (price_cents > 0),
  gross_cents bigint,
  buyer_id uuid references organisations on delete restrict,
  invoice_number text check (invoice_number <> ''),
  miller_id uuid not null references organisations on delete restrict,
  warehouse_id uuid not null references organisations on delete restrict,
  broker_id uuid not null references organisations on delete restrict,
  grower_id uuid references organisations on delete restrict,
  state text not null check (state in ('IN_FORCE', 'CORRECTED')),
  superseded_by uuid references auction_results on delete restrict deferrable initially deferred,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid not null references users on delete restrict,
  decided_at timestamptz not null,
  -- Maker is never checker, whatever the program says.
  constraint maker_is_not_checker check (not decided_by = any (makers)),
  -- Prices are for 50 kg though a bag is 60: computed once, half a cent up, and never otherwise.
  constraint the_price_is_for_50_kg check (gross_cents is not distinct from round(kilograms * price_cents / 50)::bigint),
  constraint sold_to_somebody_or_unsold check (num_nulls(price_cents, gross_cents, buyer_id, invoice_number) in (0, 4)),
  constraint what_is_corrected_says_by_what check ((state = 'CORRECTED') = (superseded_by is not null))
);
comment on table auction_results is 'What the auction gave for a lot of the catalogue, as an approved file says. Its id is that of its row in the file. A later file corrects it as long as it '
  'is not paid: the earlier result stays, and says by which it was corrected.';
comment on column auction_results.organisation_id is 'Who sent the file: the bank, or the broker of the lot.';
comment on column auction_results.row_number is 'Of the row in its file.';
comment on column auction_results.sale_number is 'Of the season; numbers begin anew in every season.';
comment on column auction_results.pockets is 'Kilograms beyond whole bags of 60.';
comment on column auction_results.kilograms is 'Of clean coffee, net: what the closed catalogue says.';
comment on column auction_results.price_cents is 'Of a dollar, for 50 kg. Empty where the lot was not sold.';
comment on column auction_results.gross_cents is 'Of a dollar: what the buyer owes for the lot. Empty where it was not sold.';
comment on column auction_results.invoice_number is 'Of the invoice to the buyer; one of them may hold many lots.';
comment on column auction_results.broker_id is 'Broker or marketer who offered the lot.';
comment on column auction_results.grower_id is 'The society whose coffee it is, where its mark names one.';
comment on column auction_results.superseded_by is 'The result of a later file in whose favour it was corrected.';
-- A lot has one result, whoever sends it and however often.
create unique index one_result_in_force on auction_results (catalogue_record_id) where state = 'IN_FORCE';
create index on auction_results (catalogue_record_id);
create index on auction_results (organisation_id, id);
create index on auction_results (upload_id);
create index on auction_results (season, sale_number, lot_number);
create index on auction_results (season, outturn, grade);
create index on auction_results (invoice_number);
create index on auction_results (buyer_id, id);
create index on auction_results (miller_id, id);
create index on auction_results (warehouse_id, id);
create index on auction_results (broker_id, id);
create index on auction_results (grower_id, id);
create index on auction_results (superseded_by);
create index on auction_results (made_by);
create index on auction_results (decided_by);
call wall('auction_results');
call party_wall('auction_results');
create policy named_buyer on auction_results for select to kahawa_app using (buyer_id = (select app_organisation()));
-- A broker corrects the results of its own lots, also those that the bank has sent; nothing of them is rewritten but that they are corrected.
create policy broker_corrects on auction_results for update to kahawa_app using (broker_id = (select app_organisation())) with check (broker_id = (select app_organisation()));
create policy functions on auction_results to kahawa_functions using (true);
grant select, insert, update (state, superseded_by) on auction_results to kahawa_app, kahawa_wide;
grant select on auction_results to kahawa_functions;

-- Rows of a file whose price is below the reserve of their lot. Says which rows, never what the reserve is; asked when a checker decides.
create function results_below_reserve(upload uuid, season integer, sale integer, lot integer, price integer) returns setof integer
  language sql stable security definer as $$
  select r.row_number from uploads own join upload_rows r on r.upload_id = own.id
  join catalogue_records c on c.season = r.clean[results_below_reserve.season] and c.sale_number = r.clean[sale]::int and c.lot_number = r.clean[lot]::int
    and c.status in ('APPROVED', 'SOLD')
  join catalogue_reserves reserve on reserve.record_id = c.id
  where own.id = upload and own.kind = 'auction_results' and r.state = 'ready' and r.clean[price] <> ''
    and round(r.clean[price]::numeric * 100) < reserve.cents
    and (current_setting('role') = 'kahawa_wide' or (own.organisation_id = app_organisation() and c.broker_id = app_organisation()))
$$;
call guard('results_below_reserve(uuid, integer, integer, integer, integer)');
create policy functions on catalogue_reserves for select to kahawa_functions using (true);
grant select on catalogue_reserves to kahawa_functions;
grant execute on function results_below_reserve(uuid, integer, integer, integer, integer) to kahawa_app, kahawa_wide;

-- Rows of a file whose invoice another sale or another buyer has, whoever sold to it. Says which rows, never whose.
create function results_invoice_taken(upload uuid, invoice integer, buyer integer, season integer, sale integer, lot integer) returns setof integer
  language sql stable security definer as $$
  select r.row_number from uploads own join upload_rows r on r.upload_id = own.id
  where own.id = upload and own.kind = 'auction_results' and r.state <> 'left_out' and r.clean[invoice] <> '' and r.clean[buyer] <> ''
    and (own.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
    and exists (
      select from auction_results a join organisations b on b.id = a.buyer_id
      where a.invoice_number = r.clean[invoice] and a.state = 'IN_FORCE'
        and (a.season <> r.clean[results_invoice_taken.season] or a.sale_number::text <> r.clean[sale] or b.code <> r.clean[buyer])
        -- What this very file corrects gives its invoice free.
        and not exists (select from upload_rows o where o.upload_id = own.id and o.state <> 'left_out' and o.clean[results_invoice_taken.season] = a.season
          and o.clean[sale] = a.sale_number::text and o.clean[lot] = a.lot_number::text))
$$;
call guard('results_invoice_taken(uuid, integer, integer, integer, integer, integer)');
grant execute on function results_invoice_taken(uuid, integer, integer, integer, integer, integer) to kahawa_app, kahawa_wide;
