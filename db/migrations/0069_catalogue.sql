-- The catalogue: lots that a broker or marketer offers at a sale, each agreed between its warehouse and its broker.

create table catalogue_records (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  upload_id uuid not null references uploads on delete restrict,
  row_number integer not null,
  season text not null references seasons on delete restrict,
  sale_number smallint not null check (sale_number between 1 and 99),
  lot_number integer not null check (lot_number between 1 and 99999),
  outturn text not null,
  broker_outturn text not null,
  grade text not null,
  marks text not null,
  bags integer not null check (bags >= 0),
  pockets integer not null check (pockets between 0 and 59),
  split_number text not null,
  kilograms numeric(12, 3) not null check (kilograms > 0),
  miller_id uuid not null references organisations on delete restrict,
  warehouse_id uuid not null references organisations on delete restrict,
  broker_id uuid not null references organisations on delete restrict,
  grower_id uuid references organisations on delete restrict,
  certification text not null,
  remark text not null,
  delete_flag boolean not null default false,
  previous jsonb not null default '{}',
  hold_reason text check (hold_reason in ('SALE_UNKNOWN', 'NO_DISPATCH', 'OTHER_PARTIES', 'OTHER_SALE', 'TOO_HEAVY', 'DUPLICATE')),
  hold_available numeric(12, 3),
  dispatch_record_id uuid,
  warehouse_agreed_by uuid references users on delete restrict,
  broker_agreed_by uuid references users on delete restrict,
  status text not null check (status in ('PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL', 'REFERRED_TO_BROKER',
    'HOLDING_STATUS', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SOLD')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  -- Maker is never checker, whatever the program says.
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  -- Nobody decides both parts, and nothing is in the catalogue that one of the parties has not agreed to.
  constraint nobody_decides_both_parts check (warehouse_agreed_by <> broker_agreed_by),
  constraint both_parties_have_agreed check (status not in ('APPROVED', 'SOLD') or num_nulls(warehouse_agreed_by, broker_agreed_by) = 0)
);
comment on table catalogue_records is 'A lot of the catalogue of a sale, as its file said and as its parties have edited it. Its id is that of its row in the file. '
  'Its reserve price stands apart: the broker alone sees it.';
comment on column catalogue_records.organisation_id is 'Who uploaded it: its broker or marketer, or a miller for one of them.';
comment on column catalogue_records.row_number is 'Of the row in its file.';
comment on column catalogue_records.sale_number is 'Of the season; numbers begin anew in every season.';
comment on column catalogue_records.broker_outturn is 'As its broker calls the outturn; empty where it has no name of its own.';
comment on column catalogue_records.pockets is 'Kilograms beyond whole bags of 60.';
comment on column catalogue_records.split_number is 'Where one outturn and grade is sold in several lots; empty otherwise.';
comment on column catalogue_records.kilograms is 'Of clean coffee, net.';
comment on column catalogue_records.broker_id is 'Broker or marketer, who is one of the two parties; the warehouse is the other.';
comment on column catalogue_records.grower_id is 'The society whose coffee it is, where its mark names one.';
comment on column catalogue_records.delete_flag is 'One of the parties asks to remove it: when both agree it is withdrawn.';
comment on column catalogue_records.previous is 'What the last edit changed, by field: what stood there before, as text.';
comment on column catalogue_records.hold_reason is 'Why it is on hold. DUPLICATE: another lot of the sale has this outturn, grade and split. OTHER_PARTIES: the dispatch names another '
  'warehouse or broker.';
comment on column catalogue_records.hold_available is 'Kilograms that the dispatch leaves for it, where it wants more.';
comment on column catalogue_records.dispatch_record_id is 'The approved dispatch record that its coffee comes from, as it was last found.';
comment on column catalogue_records.warehouse_agreed_by is 'Who agreed for the warehouse since the last edit.';
comment on column catalogue_records.broker_agreed_by is 'The same for the broker or marketer.';
create index on catalogue_records (organisation_id, id);
create index on catalogue_records (upload_id);
create index on catalogue_records (season, sale_number, outturn);
create index on catalogue_records (season, outturn, grade);
create index on catalogue_records (warehouse_id, status);
create index on catalogue_records (broker_id, status);
create index on catalogue_records (miller_id);
create index on catalogue_records (grower_id);
create index on catalogue_records (dispatch_record_id);
create index on catalogue_records (made_by);
create index on catalogue_records (decided_by);
create index on catalogue_records (warehouse_agreed_by);
create index on catalogue_records (broker_agreed_by);
-- A number is one lot of its sale, whoever offers it. What was rejected or withdrawn leaves its number free.
create unique index one_lot_of_a_number on catalogue_records (season, sale_number, lot_number) where status not in ('REJECTED', 'WITHDRAWN');
-- Coffee stands in a catalogue once.
create unique index coffee_stands_once on catalogue_records (season, sale_number, outturn, grade, split_number) where status in ('APPROVED', 'SOLD');
call wall('catalogue_records');
call party_wall('catalogue_records');
create policy functions on catalogue_records to kahawa_functions using (true);
grant select, insert, update, delete on catalogue_records to kahawa_app, kahawa_wide;
grant select on catalogue_records to kahawa_functions;

create table catalogue_reserves (
  record_id uuid primary key references catalogue_records on delete cascade,
  organisation_id uuid not null references organisations on delete restrict,
  cents bigint not null check (cents > 0)
);
comment on table catalogue_reserves is 'Below what price a lot is not sold. Its broker alone reads it: not the warehouse, not the mill, and nobody who reads of all '
  'organisations.';
comment on column catalogue_reserves.organisation_id is 'The broker or marketer of the lot.';
comment on column catalogue_reserves.cents is 'Of a dollar, for 50 kg.';
create index on catalogue_reserves (organisation_id);
call wall('catalogue_reserves');
-- Whoever reads of every organisation reads nothing of this: there is no right behind that door but to write what a check has read out of a file.
grant select, insert, update, delete on catalogue_reserves to kahawa_app;
grant insert on catalogue_reserves to kahawa_wide;

-- Rows of a file whose lot number another lot of the sale has, whoever offers it. Says which rows, never whose.
create function catalogue_lots_taken(upload uuid, lot integer, season integer, sale integer) returns setof integer
  language sql stable security definer as $$
  select r.row_number from uploads own join upload_rows r on r.upload_id = own.id
  where own.id = upload and own.kind = 'catalogue' and r.state <> 'left_out' and r.clean[lot] <> '' and r.clean[season] <> '' and r.clean[sale] <> ''
    and (own.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
    and exists (
      select from catalogue_records c where c.season = r.clean[catalogue_lots_taken.season] and c.sale_number = r.clean[sale]::int
        and c.lot_number = r.clean[lot]::int and c.upload_id <> own.id and c.status not in ('REJECTED', 'WITHDRAWN'))
$$;
call guard('catalogue_lots_taken(uuid, integer, integer, integer)');
grant execute on function catalogue_lots_taken(uuid, integer, integer, integer) to kahawa_app, kahawa_wide;

create policy functions on sales to kahawa_functions using (true);
grant select on sales to kahawa_functions;

-- Why each of these lots cannot stand in the catalogue as it is, if anything, and how many kilograms are left for it. Of two lots that
-- want the same coffee the earlier one has it, and one that is approved before any other.
create function catalogue_reasons(lots uuid[]) returns table (lot uuid, dispatch_record uuid, reason text, available numeric)
  language sql stable security definer as $$
  select c.id, null::uuid, case
      when not exists (select from sales s where s.season = c.season and s.sale_number = c.sale_number and s.status = 'APPROVED') then 'SALE_UNKNOWN'
      when exists (select from catalogue_records o where o.season = c.season and o.sale_number = c.sale_number and o.outturn = c.outturn and o.grade = c.grade
        and o.split_number = c.split_number and o.id <> c.id and (o.status in ('APPROVED', 'SOLD')
          or (o.id < c.id and o.status in ('PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL', 'REFERRED_TO_BROKER')))) then 'DUPLICATE'
    end, null::numeric
  from catalogue_records c
  where c.id = any (lots) and (current_setting('role') = 'kahawa_wide' or app_organisation() in (c.organisation_id, c.warehouse_id, c.broker_id))
$$;
call guard('catalogue_reasons(uuid[])');
grant execute on function catalogue_reasons(uuid[]) to kahawa_app, kahawa_wide;
