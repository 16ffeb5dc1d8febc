-- Which rows of an upload carry an ID that another society has registered: of all its rows, or of those that an edit touches.
-- Says yes or no, never whose it is.
drop function upload_rows_registered_elsewhere(uuid);
create function upload_rows_registered_elsewhere(upload uuid, wanted integer[] default null) returns setof uuid
  language sql stable security definer set search_path = public
begin atomic
  select r.id from upload_rows r
  where r.upload_id = upload
    and (wanted is null or r.row_number = any (wanted))
    and (r.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
    and r.state <> 'left_out'
    and exists (
      select 1 from farmers f
      where f.id_number = r.clean[(select case u.kind when 'farmers' then 4 else 2 end from uploads u where u.id = upload)]
        and f.organisation_id <> r.organisation_id and f.life_state <> 'TRANSFERRED');
end;
revoke execute on function upload_rows_registered_elsewhere(uuid, integer[]) from public;
grant execute on function upload_rows_registered_elsewhere(uuid, integer[]) to kahawa_app, kahawa_wide;
