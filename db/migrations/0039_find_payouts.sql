-- Payouts are found by who is paid, their reference and the account, as the search of the house looks for them with every key.
create index payouts_search on payouts using gin (organisation_id, upper(title || ' ' || reference || ' ' || account_number) gin_trgm_ops);
create policy functions on payouts to kahawa_functions using (true);
grant select on payouts to kahawa_functions;

-- Ids of payouts whose text holds every pattern, at most so many; the wall is asked first, as in find_farmers, and who sees the
-- own fund only finds nothing of another.
create function find_payouts(society uuid, patterns text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 100 as $$
begin
  if current_setting('role') <> 'kahawa_wide' and society is distinct from app_organisation() then return; end if;
  return query execute (
    select 'select id from payouts where true'
      || case when society is null then '' else format(' and organisation_id = %L', society) end
      || case when app_fund() is null then '' else format(' and lender_id = %L', app_fund()) end
      || string_agg(format(' and upper(title || '' '' || reference || '' '' || account_number) like %L', pattern), '')
      || format(' limit %s', most)
    from unnest(patterns) as pattern);
end $$;
call guard('find_payouts(uuid, text[], integer)');
grant execute on function find_payouts(uuid, text[], integer) to kahawa_app, kahawa_wide;
