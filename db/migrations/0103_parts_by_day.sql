-- What of a lot is whose is listed by the day of its sale and counted without a look at the e-slip of each: the parts know both.
alter table eslip_shares add column season text, add column sale_number smallint, add column sale_date date, add column voided boolean not null default false;
update eslip_shares s set season = e.season, sale_number = e.sale_number, sale_date = e.sale_date, voided = e.status = 'VOID' from eslips e where e.id = s.eslip_id;
alter table eslip_shares alter column season set not null, alter column sale_number set not null, alter column sale_date set not null;
comment on column eslip_shares.sale_date is 'As its e-slip says, kept by the database, as its season and sale.';
comment on column eslip_shares.voided is 'Kept by the database: the e-slip was taken back.';
create policy functions on eslip_shares to kahawa_functions using (true);
grant select, update on eslip_shares to kahawa_functions;
create index on eslip_shares (sale_date, id) where not voided;
create index on eslip_shares (grower_id, sale_date, id) where not voided;

-- Whoever writes a part writes what its e-slip says.
create function part_of_its_slip() returns trigger language plpgsql security definer as $$
begin
  select e.season, e.sale_number, e.sale_date, e.status = 'VOID' into strict new.season, new.sale_number, new.sale_date, new.voided from eslips e where e.id = new.eslip_id;
  return new;
end $$;
call guard('part_of_its_slip()');
create trigger part_of_its_slip before insert on eslip_shares for each row execute function part_of_its_slip();

create function parts_follow_their_slip() returns trigger language plpgsql security definer as $$
begin
  update eslip_shares set season = new.season, sale_number = new.sale_number, sale_date = new.sale_date, voided = new.status = 'VOID' where eslip_id = new.id;
  return null;
end $$;
call guard('parts_follow_their_slip()');
create trigger parts_follow_their_slip after update on eslips for each row
  when ((new.season, new.sale_number, new.sale_date, new.status = 'VOID') is distinct from (old.season, old.sale_number, old.sale_date, old.status = 'VOID'))
  execute function parts_follow_their_slip();
