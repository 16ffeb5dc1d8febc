-- A rate for each factory: the pool of a schedule, split over the wet mills of the society by amounts that its maker enters.

create table schedule_factories (
  id uuid primary key,
  communal_payment_id uuid not null references communal_payments on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  factory_id uuid references factories on delete restrict,
  kilograms numeric(14, 3) not null check (kilograms > 0),
  amount_cents bigint not null check (amount_cents > 0),
  rate_cents bigint not null check (rate_cents > 0),
  constraint one_share_of_a_factory unique nulls not distinct (communal_payment_id, factory_id),
  constraint the_rate_fits_the_amount check (rate_cents * kilograms <= amount_cents)
);
comment on table schedule_factories is 'What each factory of a society gets of a communal payment that has a rate for each: its own pool, its own kilograms, its own '
  'rate. A communal payment without any has one rate for all.';
comment on column schedule_factories.factory_id is 'Null for cherry that names no factory.';
comment on column schedule_factories.kilograms is 'Approved cherry of the season that was delivered there, less what corrections took away.';
comment on column schedule_factories.amount_cents is 'As the maker entered it. All of a schedule together are at most its pool; the rest is carried.';
comment on column schedule_factories.rate_cents is 'For a kilogram: the amount by the kilograms, cut to whole cents.';
create index on schedule_factories (factory_id);
create index on schedule_factories (organisation_id);
call wall('schedule_factories');
grant select, insert on schedule_factories to kahawa_app, kahawa_wide;
create trigger append_only before update or delete or truncate on schedule_factories for each statement execute function refuse_change();

create table schedule_line_factories (
  line_id uuid not null references schedule_lines on delete restrict,
  schedule_factory_id uuid not null references schedule_factories on delete restrict,
  organisation_id uuid not null references organisations on delete restrict,
  kilograms numeric(12, 3) not null check (kilograms > 0),
  total_cents bigint not null check (total_cents >= 0),
  primary key (line_id, schedule_factory_id)
);
comment on table schedule_line_factories is 'What of a line comes from each factory: kilograms by the rate of the factory. They add up to the line.';
create index on schedule_line_factories (schedule_factory_id);
create index on schedule_line_factories (organisation_id);
call wall('schedule_line_factories');
grant select, insert on schedule_line_factories to kahawa_app, kahawa_wide;
create trigger append_only before update or delete or truncate on schedule_line_factories for each statement execute function refuse_change();
