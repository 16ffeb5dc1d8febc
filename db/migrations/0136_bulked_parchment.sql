-- Parchment that a mill has bulked is of several societies: an outturn whose first digit says so may stand in a record of each of them, all of
-- that mill. Any other outturn is one record's in a season, and a society brings to a bulk once.
create or replace function parchment_outturns_taken(upload uuid, outturn integer, season integer) returns setof integer
  language sql stable security definer as $$
  select r.row_number from uploads own join upload_rows r on r.upload_id = own.id
  where own.id = upload and own.kind = 'parchment' and r.state <> 'left_out' and r.clean[outturn] <> '' and r.clean[season] <> ''
    and (own.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
    and exists (
      select from uploads u join upload_rows o on o.upload_id = u.id
      where u.kind = 'parchment' and u.id <> own.id and o.state <> 'left_out' and o.clean[outturn] = r.clean[outturn] and o.clean[season] = r.clean[season]
        and (u.status in ('PENDING_KPCU_APPROVAL', 'REFERRED_TO_MILLER', 'APPROVED')
          or (u.status in ('PENDING_APPROVAL', 'REFERRED_TO_FCS') and own.status in ('CHECKING', 'FAILED_VALIDATION')))
        and not (substr(r.clean[outturn], 5, 1) = '1' and u.organisation_id <> own.organisation_id
          and (select p.miller_id from parchment_records p where p.upload_id = u.id) = (select p.miller_id from parchment_records p where p.upload_id = own.id)))
$$;
call guard('parchment_outturns_taken(uuid, integer, integer)');
