-- Coffee that estates have cured themselves: files of it, and records that a warehouse and a broker agree to.

create table estate_cured_files (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null references organisations on delete restrict,
  currency text not null check (currency in ('KES', 'USD'))
);
comment on table estate_cured_files is 'What a file of estate cured coffee says as a whole, beside its rows.';
comment on column estate_cured_files.currency is 'Of every charge in it.';
create index on estate_cured_files (organisation_id);
call wall('estate_cured_files');
grant select, insert on estate_cured_files to kahawa_app, kahawa_wide;

create table estate_cured_records (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  upload_id uuid not null references uploads on delete restrict,
  season text not null references seasons on delete restrict,
  sale_number integer not null check (sale_number > 0),
  lot_number text not null,
  grower_code text not null,
  grower_id uuid references organisations on delete restrict,
  grower_outturn text not null,
  outturn text not null,
  broker_outturn text not null,
  marks text not null,
  grade text not null,
  bags integer not null check (bags >= 0),
  pockets integer not null check (pockets between 0 and 59),
  kilograms numeric(12, 3) not null check (kilograms > 0),
  split_number text not null,
  warehouse_id uuid not null references organisations on delete restrict,
  broker_id uuid not null references organisations on delete restrict,
  miller_id uuid references organisations on delete restrict,
  delivered_on date not null,
  currency text not null check (currency in ('KES', 'USD')),
  transport_cents bigint not null check (transport_cents >= 0),
  drying_cents bigint not null check (drying_cents >= 0),
  hand_sorting_cents bigint not null check (hand_sorting_cents >= 0),
  hold_reason text check (hold_reason in ('TAKEN', 'SALE_UNKNOWN', 'SALE_CLOSED')),
  earlier_bags integer,
  earlier_pockets integer,
  earlier_kilograms numeric(12, 3),
  warehouse_made_by uuid references users on delete restrict,
  warehouse_checked_by uuid references users on delete restrict,
  broker_agreed_by uuid references users on delete restrict,
  status text not null check (status in ('PENDING_APPROVAL', 'PENDING_WHMAKER_AND_BRCHECKER_APPROVAL', 'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL',
    'PENDING_WHCHECKER_APPROVAL', 'PENDING_BRCHECKER_APPROVAL', 'PENDING_WHMAKER_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL',
    'REFERRED_TO_MILLER', 'HOLDING_STATUS', 'APPROVED', 'DELETED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  last_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  -- The warehouse agrees by two people.
  constraint two_people_of_the_warehouse check (warehouse_checked_by is null or warehouse_checked_by <> warehouse_made_by),
  constraint both_sides_have_agreed check (status <> 'APPROVED' or num_nulls(warehouse_made_by, warehouse_checked_by, broker_agreed_by) = 0),
  constraint a_hold_has_its_reason check (status <> 'HOLDING_STATUS' or hold_reason is not null)
);
comment on table estate_cured_records is 'A lot of coffee that an estate has cured itself, as its file said and as warehouse and broker have corrected it. Its id is that of its row in the file.';
comment on column estate_cured_records.sale_number is 'Of the season; numbers start again with each.';
comment on column estate_cured_records.grower_id is 'The society behind the grower code, where it is one of the house.';
comment on column estate_cured_records.grower_outturn is 'As the grower delivered it.';
comment on column estate_cured_records.outturn is 'As it was cured: the one that the trade goes by.';
comment on column estate_cured_records.broker_outturn is 'As its broker calls it; empty where it has no name of its own.';
comment on column estate_cured_records.pockets is 'Kilograms beyond whole bags of 60.';
comment on column estate_cured_records.kilograms is 'Of clean coffee, net.';
comment on column estate_cured_records.split_number is 'Where one outturn and grade is sold in several lots; empty otherwise.';
comment on column estate_cured_records.miller_id is 'The miller who sent the file; empty where a broker or marketer did.';
comment on column estate_cured_records.hold_reason is 'TAKEN: another record of the season has this outturn, grade and split. Of its sale: it is in no calendar, or is over.';
comment on column estate_cured_records.earlier_kilograms is 'As it was before a party corrected it last.';
comment on column estate_cured_records.warehouse_made_by is 'Who of the warehouse agreed first, since the record was last sent.';
comment on column estate_cured_records.warehouse_checked_by is 'Who of the warehouse agreed second.';
comment on column estate_cured_records.broker_agreed_by is 'Who of the broker or marketer agreed.';
comment on column estate_cured_records.last_comment is 'What somebody wrote when it was decided before: the next decision has a comment of its own.';
create index on estate_cured_records (organisation_id, id);
create index on estate_cured_records (upload_id);
create index on estate_cured_records (season, sale_number);
create index on estate_cured_records (warehouse_id, status);
create index on estate_cured_records (broker_id, status);
create index on estate_cured_records (miller_id);
create index on estate_cured_records (grower_id);
create index on estate_cured_records (made_by);
create index on estate_cured_records (decided_by);
create index on estate_cured_records (warehouse_made_by);
create index on estate_cured_records (warehouse_checked_by);
create index on estate_cured_records (broker_agreed_by);
create index on estate_cured_records (outturn);
-- One lot of coffee is agreed to once. What waits on hold for another to go may stand beside it.
create unique index one_record_of_an_outturn on estate_cured_records (season, outturn, grade, split_number)
  where status not in ('HOLDING_STATUS', 'DELETED');
call wall('estate_cured_records');
call party_wall('estate_cured_records');
create policy functions on estate_cured_records to kahawa_functions using (true);
grant select, insert, update, delete on estate_cured_records to kahawa_app, kahawa_wide;
grant select on estate_cured_records to kahawa_functions;

-- Whether another record of the season, whoever sent it, has this outturn, grade and split. Says whether, never whose.
create function estate_cured_taken(record uuid, of_season text, of_outturn text, of_grade text, of_split text) returns boolean
  language sql stable security definer as $$
  select exists (select from estate_cured_records t where t.season = of_season and t.outturn = of_outturn and t.grade = of_grade
    and t.split_number = of_split and t.id <> record and t.status not in ('HOLDING_STATUS', 'DELETED'))
$$;
call guard('estate_cured_taken(uuid, text, text, text, text)');
grant execute on function estate_cured_taken(uuid, text, text, text, text) to kahawa_app, kahawa_wide;
