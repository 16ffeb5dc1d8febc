-- What coffee fetched and what of it reached members, added up by society, so that nobody adds up every sold lot of a country to read a page.

create table price_figures (
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  sale_number smallint,
  grade text,
  sale_date date,
  parts integer not null,
  waiting integer not null,
  kilograms numeric(16, 3) not null,
  valued numeric not null,
  gross_cents bigint not null,
  charges_cents bigint not null,
  arrived_cents bigint not null,
  came integer not null,
  days bigint not null,
  reached_cents bigint not null,
  reached_shillings_cents bigint not null,
  of_lots_cents bigint not null,
  lots_paid_cents numeric not null,
  lots_days numeric not null
);
comment on table price_figures is 'What a society sold in a sale by grade, and of a season what has reached members, as it was when it was last counted. It is right while '
  '`price_figures_due` has no line of the society; else the records themselves are asked.';
comment on column price_figures.sale_number is 'Null in the rows of a season that say what has reached members.';
comment on column price_figures.parts is 'Lots, or parts of bulked lots.';
comment on column price_figures.waiting is 'Of them those whose dollars have not arrived yet.';
comment on column price_figures.valued is 'Kilograms times the price of each lot, in cents of a dollar for 50 kg.';
comment on column price_figures.came is 'Of the parts those whose dollars have arrived; `days`: theirs from the sale to that day, together.';
comment on column price_figures.of_lots_cents is 'Dollars of these lots that have reached members.';
comment on column price_figures.lots_paid_cents is 'Of them those that were paid into accounts; `lots_days`: the same times the days since the sale of their lot.';
create index on price_figures (organisation_id);
create index on price_figures (season);
call wall('price_figures');
grant select on price_figures to kahawa_app;
grant select, insert, delete on price_figures to kahawa_wide;

create table price_figures_counted (
  organisation_id uuid primary key references organisations on delete restrict,
  counted_at timestamptz not null,
  took_ms integer not null
);
comment on table price_figures_counted is 'Societies whose prices have been counted, and when last.';
call wall('price_figures_counted');
grant select on price_figures_counted to kahawa_app;
grant select, insert, update on price_figures_counted to kahawa_wide;

create table price_figures_due (
  organisation_id uuid not null references organisations on delete restrict
);
comment on table price_figures_due is 'Societies of which something was sold, has arrived or was paid since their prices were counted. Only ever added to by what changes.';
create index on price_figures_due (organisation_id);
call wall('price_figures_due');
create policy functions on price_figures_due to kahawa_functions using (true);
grant select on price_figures_due to kahawa_app;
grant select, delete on price_figures_due to kahawa_wide;
grant insert on price_figures_due to kahawa_functions;

-- Its argument is the column of the society.
create function prices_are_due() returns trigger language plpgsql security definer as $$
begin
  execute format('insert into price_figures_due select distinct %1$I from rows_after where %1$I is not null', tg_argv[0]);
  return null;
end $$;
call guard('prices_are_due()');
create trigger prices_due_added after insert on eslip_shares referencing new table as rows_after for each statement execute function prices_are_due('grower_id');
create trigger prices_due_changed after update on eslip_shares referencing new table as rows_after for each statement execute function prices_are_due('grower_id');
create trigger prices_due_added after insert on eslip_legs referencing new table as rows_after for each statement execute function prices_are_due('grower_id');
create trigger prices_due_changed after update on eslip_legs referencing new table as rows_after for each statement execute function prices_are_due('grower_id');
create trigger prices_due_changed after update on communal_payments referencing new table as rows_after for each statement execute function prices_are_due('organisation_id');
create trigger prices_due_added after insert on communal_payment_conversions referencing new table as rows_after for each statement execute function prices_are_due('organisation_id');
create trigger prices_due_changed after update on schedule_lines referencing new table as rows_after for each statement execute function prices_are_due('organisation_id');
create trigger prices_due_changed after update on society_transfers referencing new table as rows_after for each statement execute function prices_are_due('organisation_id');

-- Of an e-slip only its price and its grade are in the figures; what becomes of it otherwise its parts know.
create function priced_otherwise() returns trigger language plpgsql security definer as $$
begin
  insert into price_figures_due select distinct s.grower_id from eslip_shares s where s.eslip_id = new.id;
  return null;
end $$;
call guard('priced_otherwise()');
create trigger priced_otherwise after update on eslips for each row
  when ((new.price_cents, new.grade) is distinct from (old.price_cents, old.grade)) execute function priced_otherwise();
