-- Deliveries that a search finds come in the order of their list, newest first, from an index that holds all that order needs: to look up
-- ten thousand of them by their ids only to put them in order took longer than to find them.
create index on cherry_deliveries (farmer_id, delivered_on, id);
drop index cherry_deliveries_farmer_id_delivered_on_idx;

create or replace function find_cherry_deliveries_by_text(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
declare
  of_society text := case when society is null then '' else format(' and %%1$I.organisation_id = %L', society) end;
  by_member text;
  by_receipt text;
  by_both text;
begin
  if current_setting('role') <> 'kahawa_wide' and society is distinct from app_organisation() then return; end if;
  select string_agg(format('f.search_text like %L', pattern), ' and '), string_agg(format('d.receipt_number like %L', pattern), ' or '),
    string_agg(format('f.search_text || '' '' || d.receipt_number like %L', pattern), ' and ')
    into by_member, by_receipt, by_both from unnest(patterns) as pattern;
  return query execute
    'select id from (select d.id, d.delivered_on from (select f.id from farmers f where ' || by_member || format(of_society, 'f') || ') m join cherry_deliveries d on d.farmer_id = m.id'
    || ' union all select d.id, d.delivered_on from (select d.id, d.farmer_id, d.receipt_number, d.delivered_on from cherry_deliveries d where d.receipt_number <> '''' and (' || by_receipt || ')'
    || format(of_society, 'd') || ') d join farmers f on f.id = d.farmer_id where ' || by_both || ' and not (' || by_member || ') limit ' || most
    || ') found order by delivered_on desc, id desc';
end $$;
call guard('find_cherry_deliveries_by_text(uuid, text[], integer)');
-- To start helpers takes longer than the receipts that hold a name, of which there are none.
alter function find_cherry_deliveries_by_text(uuid, text[], integer) set max_parallel_workers_per_gather = 0;

create or replace function find_cherry_deliveries(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
declare
  key text := key_of(patterns);
begin
  if current_setting('role') <> 'kahawa_wide' and society is distinct from app_organisation() then return; end if;
  if key is not null then
    return query execute format('select id from (select d.id, d.delivered_on from cherry_deliveries d where d.receipt_number in (%L, %L)', key, '0' || key)
      || case when society is null then '' else format(' and d.organisation_id = %L', society) end
      || format(' union select d.id, d.delivered_on from cherry_deliveries d where d.farmer_id = any (%L::uuid[]) limit %s', farmers_by_key(society, key), most)
      || ') found order by delivered_on desc, id desc';
    if found then return; end if;
  end if;
  return query select find_cherry_deliveries_by_text(society, patterns, most);
end $$;
call guard('find_cherry_deliveries(uuid, text[], integer)');
