-- Sold coffee is searched by what its e-slip says and by who grew and who bought it: each part keeps that text, so that an index answers.
alter table eslip_shares add column search_text text;
comment on column eslip_shares.search_text is 'What the search looks in, in upper case. Kept by the database: as its e-slip and the two organisations are called.';

create function text_of_part(slip uuid, part_outturn text, grower uuid) returns text language sql stable security definer as $$
  select upper(concat_ws(' ', e.eslip_number, e.lot_number, e.outturn, part_outturn, e.warrant_number, g.code, g.name, u.name))
  from eslips e join organisations g on g.id = grower join organisations u on u.id = e.buyer_id where e.id = slip;
$$;
call guard('text_of_part(uuid, text, uuid)');

update eslip_shares s set search_text = text_of_part(s.eslip_id, s.outturn, s.grower_id);
alter table eslip_shares alter column search_text set not null;
create index eslip_shares_search on eslip_shares using gin (organisation_id, grower_id, search_text gin_trgm_ops) where not voided;

create or replace function part_of_its_slip() returns trigger language plpgsql security definer as $$
begin
  select e.season, e.sale_number, e.sale_date, e.status = 'VOID' into strict new.season, new.sale_number, new.sale_date, new.voided from eslips e where e.id = new.eslip_id;
  new.search_text := text_of_part(new.eslip_id, new.outturn, new.grower_id);
  return new;
end $$;
call guard('part_of_its_slip()');
drop trigger part_of_its_slip on eslip_shares;
create trigger part_of_its_slip before insert or update of grower_id, outturn on eslip_shares for each row execute function part_of_its_slip();

create or replace function parts_follow_their_slip() returns trigger language plpgsql security definer as $$
begin
  update eslip_shares set season = new.season, sale_number = new.sale_number, sale_date = new.sale_date, voided = new.status = 'VOID',
    search_text = text_of_part(eslip_id, outturn, grower_id) where eslip_id = new.id;
  return null;
end $$;
call guard('parts_follow_their_slip()');
drop trigger parts_follow_their_slip on eslips;
create trigger parts_follow_their_slip after update on eslips for each row
  when ((new.season, new.sale_number, new.sale_date, new.status = 'VOID', new.eslip_number, new.lot_number, new.outturn, new.warrant_number, new.buyer_id)
    is distinct from (old.season, old.sale_number, old.sale_date, old.status = 'VOID', old.eslip_number, old.lot_number, old.outturn, old.warrant_number, old.buyer_id))
  execute function parts_follow_their_slip();

-- Who is called otherwise is found by the new name.
create function parts_follow_a_name() returns trigger language plpgsql security definer as $$
begin
  update eslip_shares set search_text = text_of_part(eslip_id, outturn, grower_id)
  where grower_id = new.id or eslip_id in (select e.id from eslips e where e.buyer_id = new.id);
  return null;
end $$;
call guard('parts_follow_a_name()');
create trigger parts_follow_a_name after update on organisations for each row
  when ((new.code, new.name) is distinct from (old.code, old.name)) execute function parts_follow_a_name();

-- Ids of parts of sold lots whose text holds every pattern, at most so many; the wall is asked first, as in find_farmers: who sold it or who
-- grew it is the own organisation, or the reader sees every one.
create function find_sold_parts(seller uuid, grower uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
begin
  if current_setting('role') <> 'kahawa_wide' and seller is distinct from app_organisation() and grower is distinct from app_organisation() then return; end if;
  return query execute (
    select 'select id from eslip_shares where not voided'
      || case when seller is null then '' else format(' and organisation_id = %L', seller) end
      || case when grower is null then '' else format(' and grower_id = %L', grower) end
      || string_agg(format(' and search_text like %L', pattern), '') || format(' limit %s', most)
    from unnest(patterns) as pattern);
end $$;
call guard('find_sold_parts(uuid, uuid, text[], integer)');
grant execute on function find_sold_parts(uuid, uuid, text[], integer) to kahawa_app, kahawa_wide;
