-- A sale that coffee is meant for is not cancelled: who keeps the calendar learns that there is some, and nothing of whose it is.
create policy functions on dispatch_files to kahawa_functions using (true);
grant select on dispatch_files to kahawa_functions;
create function sale_has_coffee(of_season text, of_number integer) returns boolean language sql stable security definer as $$
  select exists (select from dispatch_files f join dispatch_records d on d.upload_id = f.upload_id
      where f.season = of_season and f.sale_number = of_number and d.status not in ('REJECTED', 'DELETED'))
    or exists (select from catalogue_records where season = of_season and sale_number = of_number and status not in ('REJECTED', 'WITHDRAWN'))
    or exists (select from estate_cured_records where season = of_season and sale_number = of_number and status <> 'REJECTED')
$$;
call guard('sale_has_coffee(text, integer)');
grant execute on function sale_has_coffee(text, integer) to kahawa_app, kahawa_wide;
comment on function sale_has_coffee(text, integer) is 'Whether records of dispatch, lots or records of estate cured coffee name this sale and still stand.';
