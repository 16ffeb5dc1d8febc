-- Dispatch: the clean coffee that a mill sends to a warehouse, and what the warehouse says of it.

create table dispatch_files (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  disclaimer_id uuid not null references disclaimers on delete restrict,
  accepted_by uuid not null references users on delete restrict,
  accepted_at timestamptz not null,
  season text references seasons on delete restrict,
  sale_number smallint check (sale_number between 1 and 99),
  warehouse_id uuid references organisations on delete restrict,
  -- A file that was sent is for one sale and one warehouse.
  constraint sent_to_one_warehouse check ((season is null) = (sale_number is null) and (season is null) = (warehouse_id is null))
);
comment on table dispatch_files is 'What is kept of a dispatch file besides the file: the terms that were accepted with it, and the one sale and warehouse that it '
  'is for, once its rows are right and it was sent.';
comment on column dispatch_files.disclaimer_id is 'The wording of the terms that was accepted.';
create index on dispatch_files (disclaimer_id);
create index on dispatch_files (accepted_by);
create index on dispatch_files (warehouse_id);
create index on dispatch_files (season, sale_number);
call wall('dispatch_files');
-- The named warehouse and the brokers of its records see for which sale it is, as they see the file.
create policy named_party on dispatch_files for select to kahawa_app using (upload_id in (select uploads_that_name_us()));
grant select, insert, update (season, sale_number, warehouse_id) on dispatch_files to kahawa_app, kahawa_wide;

create table dispatch_records (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  upload_id uuid not null references uploads on delete restrict,
  season text not null references seasons on delete restrict,
  sale_number smallint not null check (sale_number between 1 and 99),
  outturn text not null check (outturn ~ '^(0[1-9]|[1-4][0-9]|5[0-3])[A-Z]{2}[0-9]{4}$'),
  grade text not null,
  split_number smallint not null default 0 check (split_number between 0 and 99),
  marks text not null,
  bags integer not null check (bags >= 0),
  pockets smallint not null check (pockets between 0 and 59),
  gross_kg numeric(12, 3) not null,
  tare_kg numeric(12, 3) not null check (tare_kg >= 0),
  net_kg numeric(12, 3) not null check (net_kg > 0),
  sent_bags integer not null,
  sent_pockets smallint not null,
  sent_gross_kg numeric(12, 3) not null,
  sent_tare_kg numeric(12, 3) not null,
  sent_net_kg numeric(12, 3) not null,
  miller_id uuid not null references organisations on delete restrict,
  warehouse_id uuid not null references organisations on delete restrict,
  broker_id uuid not null references organisations on delete restrict,
  grower_id uuid references organisations on delete restrict,
  require_reapproval boolean not null default false,
  delete_flag boolean not null default false,
  before jsonb not null default '{}',
  hold_reason text,
  edited_by uuid references users on delete restrict,
  edited_at timestamptz,
  status text not null check (status in ('PENDING_APPROVAL', 'REFERRED_TO_MILLER', 'PENDING_WAREHOUSE_APPROVAL', 'HOLDING_STATUS', 'APPROVED', 'REJECTED',
    'CATALOGUED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED', 'DELETED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint net_is_gross_less_tare check (net_kg = gross_kg - tare_kg),
  constraint bags_are_the_weight check (abs(net_kg - (60 * bags + pockets)) <= 1),
  constraint a_mill_sends_its_own check (miller_id = organisation_id),
  constraint held_for_a_reason check ((status = 'HOLDING_STATUS') = (hold_reason is not null) or status in ('REJECTED', 'DELETED'))
);
comment on table dispatch_records is 'One grade of an outturn, or one split of it, that a mill dispatches to a warehouse. Its id is that of the row of the file it came in.';
comment on column dispatch_records.split_number is 'Which part of the grade it is; 0 for the whole of it.';
comment on column dispatch_records.pockets is 'Kilograms beyond the last bag of 60.';
comment on column dispatch_records.sent_net_kg is 'As the mill dispatched it; net_kg is what mill and warehouse say now.';
comment on column dispatch_records.grower_id is 'The society whose parchment the outturn was; null where no parchment record says so.';
comment on column dispatch_records.require_reapproval is 'It was edited since it was sent, so it is decided on its own.';
comment on column dispatch_records.delete_flag is 'The last edit asks to remove it: the next approval of the warehouse does.';
comment on column dispatch_records.before is 'The values that the last edit has replaced, by their names on the wire.';
comment on column dispatch_records.makers is 'Who put the values forward that stand: who sent them, or who edited them last. None of them approves them.';
create unique index one_living_dispatch on dispatch_records (season, outturn, grade, split_number) where status not in ('REJECTED', 'DELETED');
create index on dispatch_records (upload_id, status);
create index on dispatch_records (organisation_id, created_at);
create index on dispatch_records (warehouse_id, created_at);
create index on dispatch_records (broker_id, created_at);
create index on dispatch_records (grower_id, created_at);
create index on dispatch_records (miller_id, season, sale_number);
create index on dispatch_records (season, outturn);
create index on dispatch_records (warehouse_id, status) where status in ('PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL');
create index on dispatch_records (miller_id, status) where status = 'REFERRED_TO_MILLER';
create index on dispatch_records (made_by);
create index on dispatch_records (decided_by);
create index on dispatch_records (edited_by);
call wall('dispatch_records');
call party_wall('dispatch_records');
create policy functions on dispatch_records to kahawa_functions using (true);
grant select, insert, update, delete on dispatch_records to kahawa_app, kahawa_wide;
grant select on dispatch_records to kahawa_functions;

-- Rows of a draft that another record of the season has taken, whoever's it is: the same grade of the outturn and the same split, or
-- the whole of a grade beside a split of it. Says which rows and how, never whose.
create function dispatch_taken(upload uuid, outturn_at integer, grade_at integer, split_at integer, season_at integer) returns table (row_number integer, how text)
  language sql stable security definer as $$
  select r.row_number, min(case when d.split_number = coalesce(nullif(r.clean[split_at], ''), '0')::smallint then 'same' else 'part' end)
  from uploads own join upload_rows r on r.upload_id = own.id
  join dispatch_records d on d.season = r.clean[season_at] and d.outturn = r.clean[outturn_at] and d.grade = r.clean[grade_at]
    and d.status not in ('REJECTED', 'DELETED') and d.upload_id <> own.id
    and (d.split_number = coalesce(nullif(r.clean[split_at], ''), '0')::smallint or d.split_number = 0 or coalesce(nullif(r.clean[split_at], ''), '0') = '0')
  where own.id = upload and own.kind = 'dispatch' and r.state <> 'left_out'
    and (own.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
  group by 1
$$;
call guard('dispatch_taken(uuid, integer, integer, integer, integer)');
grant execute on function dispatch_taken(uuid, integer, integer, integer, integer) to kahawa_app, kahawa_wide;
