-- The calendar of coffee sales: which sale is held when, until when coffee is dispatched to it, and when its catalogue closes.

create table sales (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  sale_number smallint not null check (sale_number between 1 and 99),
  sale_date date not null,
  dispatch_cutoff timestamptz not null,
  catalogue_close timestamptz not null,
  prompt_date date not null,
  cancels boolean not null default false,
  replaces uuid references sales on delete restrict,
  departs text[] not null default '{}' check (departs <@ array['dispatchCutoff', 'catalogueClose', 'promptDate']),
  reason text not null default '',
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SUPERSEDED', 'CANCELLED')),
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  constraint a_sale_takes_its_course check (dispatch_cutoff < catalogue_close
    and catalogue_close <= (sale_date::timestamp at time zone 'Africa/Nairobi') and sale_date < prompt_date),
  constraint what_is_unusual_has_a_reason check (reason <> '' or (replaces is null and departs = '{}')),
  constraint only_what_stands_is_cancelled check (not cancels or replaces is not null),
  constraint a_cancellation_is_not_in_force check (not cancels or status <> 'APPROVED')
);
comment on table sales is 'The calendar of sales: each row is what one person proposed of a sale and another decided. In force is the approved one of its season and number.';
comment on column sales.sale_number is 'Numbers begin anew in every season.';
comment on column sales.dispatch_cutoff is 'From this moment on no coffee is dispatched to the sale.';
comment on column sales.catalogue_close is 'From this moment on its catalogue stands as it is.';
comment on column sales.prompt_date is 'The last day on which a buyer pays.';
comment on column sales.cancels is 'It takes the sale out of the calendar; its days are those of the sale that it cancels.';
comment on column sales.replaces is 'What was in force of the sale when this was proposed.';
comment on column sales.departs is 'Which of its days are not those that follow from the day of the sale: the reason says why.';
create unique index one_sale_in_force on sales (season, sale_number) where status = 'APPROVED';
create unique index one_waiting_sale on sales (season, sale_number) where status = 'PENDING_APPROVAL';
create index on sales (dispatch_cutoff) where status = 'APPROVED';
create index on sales (organisation_id, id);
create index on sales (season);
create index on sales (replaces);
create index on sales (made_by);
create index on sales (decided_by);
call wall('sales');

-- Who keeps the calendar: a sale is everybody's, so one of them proposes and any other of them decides.
create function keeps_sales_calendar() returns boolean language sql stable parallel safe
  return exists (select from organisations where id = app_organisation() and type in ('OPERATOR', 'BROKER', 'MARKETER'));
call guard('keeps_sales_calendar()');
grant execute on function keeps_sales_calendar() to kahawa_app;

-- What is in force everybody may read; what is proposed of it, those who keep the calendar. Reads only: what somebody of another
-- organisation decides is written inside the wall of the one that proposed, by the one call that found the sale through this door.
create policy calendar on sales for select to kahawa_app
  using ((status = 'APPROVED' and (select app_organisation()) is not null) or (select keeps_sales_calendar()));
grant select, insert, update on sales to kahawa_app;
grant select on sales to kahawa_wide;
