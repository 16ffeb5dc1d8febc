-- A word that most parts of sold lots have is met by reading some of them; by its index all that have it are brought together before the first is
-- answered. The planner cannot know which words are common: behind a wall it does not look at what stands in a column.
create or replace function find_sold_parts(seller uuid, grower uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
declare
  has text := (select string_agg(format('search_text like %L', pattern), ' and ') from unnest(patterns) as pattern);
  is_common boolean := false;
  first uuid[];
begin
  if current_setting('role') <> 'kahawa_wide' and seller is distinct from app_organisation() and grower is distinct from app_organisation() then return; end if;
  if seller is null and grower is null and most < 10000 then
    execute format('select count(*) > 50 from (select search_text from eslip_shares where not voided limit 100) s where %s', has) into is_common;
    if is_common then
      execute format('select array(select id from (select id, search_text from eslip_shares where not voided limit %s) s where %s limit %s)', 10 * most, has, most) into first;
      if cardinality(first) = most then return query select unnest(first); return; end if;
    end if;
  end if;
  return query execute 'select id from eslip_shares where not voided'
    || case when seller is null then '' else format(' and organisation_id = %L', seller) end
    || case when grower is null then '' else format(' and grower_id = %L', grower) end
    || format(' and %s limit %s', has, most);
end $$;
call guard('find_sold_parts(uuid, uuid, text[], integer)');
