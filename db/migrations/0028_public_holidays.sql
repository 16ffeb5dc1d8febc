-- What the gazette says of single days, beyond the rules of the Public Holidays Act: a day off such as the Eids and a general
-- election, or a day off by law that another one stands in for.
create table public_holidays (
  day date primary key,
  name text not null check (btrim(name) <> ''),
  day_off boolean not null,
  changed_at timestamptz not null
);
grant select on public_holidays to kahawa_app, kahawa_wide, kahawa_admin;
-- Only administration, in two hands.
grant insert, update on public_holidays to kahawa_admin;
