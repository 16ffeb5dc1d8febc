-- A whole number that somebody types (an ID, a mobile, a member number, a receipt) is looked up by the keys that hold it, not by every text
-- that has its parts; what is no such number, or is nobody's, is searched for in the texts as before.

-- What a search of one word might be the whole of; null for anything else.
create function key_of(patterns text[]) returns text language sql immutable
  return case when cardinality(patterns) = 1 and patterns[1] ~ '^%[0-9A-Z/.-]{4,}%$' and patterns[1] ~ '[0-9]' then substr(patterns[1], 2, length(patterns[1]) - 2) end;
call guard('key_of(text[])');

-- Approved farmers whose ID, member number or mobile it is; null when there are none. For the functions that have asked the wall.
-- A mobile is searched for by what all ways to write it have in common, which may have been the rest of another number.
create function farmers_by_key(society uuid, key text) returns uuid[] language plpgsql stable as $$
declare
  found_ids uuid[];
begin
  if key is null then return null; end if;
  execute format('select array_agg(id) from farmers where status = ''APPROVED'' and (id_number in (%1$L, %2$L) or member_number in (%1$L, %2$L) or mobile_number in (%1$L, %3$L))',
      key, '0' || key, '254' || key)
    || case when society is null then '' else format(' and organisation_id = %L', society) end
    into found_ids;
  return found_ids;
end $$;
call guard('farmers_by_key(uuid, text)');
grant execute on function key_of(text[]), farmers_by_key(uuid, text) to kahawa_functions;

alter function find_farmers(uuid, text[], integer) rename to find_farmers_by_text;
alter function find_cherry_deliveries(uuid, text[], integer) rename to find_cherry_deliveries_by_text;
revoke execute on function find_farmers_by_text(uuid, text[], integer), find_cherry_deliveries_by_text(uuid, text[], integer) from kahawa_app, kahawa_wide;

create function find_farmers(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
begin
  if current_setting('role') <> 'kahawa_wide' and society is distinct from app_organisation() then return; end if;
  return query select unnest(farmers_by_key(society, key_of(patterns))) limit most;
  if not found then return query select find_farmers_by_text(society, patterns, most); end if;
end $$;
call guard('find_farmers(uuid, text[], integer)');

create index on cherry_deliveries (receipt_number) where receipt_number <> '';

create function find_cherry_deliveries(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 500 as $$
declare
  key text := key_of(patterns);
begin
  if current_setting('role') <> 'kahawa_wide' and society is distinct from app_organisation() then return; end if;
  if key is not null then
    return query execute format('select d.id from cherry_deliveries d where d.receipt_number in (%L, %L)', key, '0' || key)
      || case when society is null then '' else format(' and d.organisation_id = %L', society) end
      || format(' union select d.id from cherry_deliveries d where d.farmer_id = any (%L::uuid[]) limit %s', farmers_by_key(society, key), most);
    if found then return; end if;
  end if;
  return query select find_cherry_deliveries_by_text(society, patterns, most);
end $$;
call guard('find_cherry_deliveries(uuid, text[], integer)');
grant execute on function find_farmers(uuid, text[], integer), find_cherry_deliveries(uuid, text[], integer) to kahawa_app, kahawa_wide;
