-- Parts of sold lots that a search finds come with their day, in the order of their lists: to look up two thousand of them by their ids only to
-- put them in order took longer than to find them. And who has few parts reads those sooner than all that hold a common word, by its index.
create function sold_parts_with(seller uuid, grower uuid, patterns text[], most integer) returns table (id uuid, day date)
  language plpgsql stable security definer rows 500 as $$
declare
  has text := (select string_agg(format('search_text like %L', pattern), ' and ') from unnest(patterns) as pattern);
  parts text := 'eslip_shares where not voided' || case when seller is null then '' else format(' and organisation_id = %L', seller) end
    || case when grower is null then '' else format(' and grower_id = %L', grower) end;
  is_common boolean := false;
  is_whole boolean;
  ids uuid[];
  days date[];
begin
  if current_setting('role') <> 'kahawa_wide' and seller is distinct from app_organisation() and grower is distinct from app_organisation() then return; end if;
  -- The planner cannot know which words are common: behind a wall it does not look at what stands in a column.
  if most < 10000 or grower is not null then
    execute format('select count(*) filter (where %s) * 2 > count(*) from (select search_text from %s limit 100) s', has, parts) into is_common;
  end if;
  if is_common then
    execute format('with read as materialized (select id, sale_date, search_text from %1$s limit %2$s), found as materialized (select id, sale_date from read where %3$s limit %4$s)
      select array(select id from found order by sale_date desc, id desc), array(select sale_date from found order by sale_date desc, id desc),
        case when (select count(*) from found) = %4$s then true else (select count(*) from read) < %2$s end', parts, 10::bigint * most, has, most) into ids, days, is_whole;
    if is_whole then return query select * from unnest(ids, days); return; end if;
  end if;
  return query execute format('select id, sale_date from (select id, sale_date from %s and %s limit %s) found order by sale_date desc, id desc', parts, has, most);
end $$;
call guard('sold_parts_with(uuid, uuid, text[], integer)');
grant execute on function sold_parts_with(uuid, uuid, text[], integer) to kahawa_app, kahawa_wide;

-- Their ids alone.
create or replace function find_sold_parts(seller uuid, grower uuid, patterns text[], most integer) returns setof uuid
  language sql stable security definer rows 500 as 'select id from sold_parts_with(seller, grower, patterns, most)';
call guard('find_sold_parts(uuid, uuid, text[], integer)');

-- How many parts it holds is known without counting them.
alter index eslip_shares_sale_date_id_idx rename to eslip_shares_by_day;
