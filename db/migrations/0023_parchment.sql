-- CCARF parchment: what a society brought to a miller, as an upload whose rows are its outturns. Its last approval unlocks the
-- second tranche of the members' limits.
alter table uploads drop constraint uploads_kind_check;
alter table uploads add constraint uploads_kind_check check (kind in ('farmers', 'farmer_companies', 'cherry_deliveries', 'cherry_limits', 'parchment'));
alter table uploads drop constraint uploads_status_check;
alter table uploads add constraint uploads_status_check check (status in ('CHECKING', 'FAILED_VALIDATION', 'PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION', 'APPROVED_WITH_ERRORS',
  'PENDING_FCS_APPROVAL', 'PENDING_KPCU_APPROVAL', 'PENDING_BANK_APPROVAL', 'REFERRED_TO_MILLER', 'REFERRED_TO_FCS', 'APPROVED', 'REJECTED', 'DISCARDED'));
-- The miller who took the parchment in, named by the society.
alter table uploads add column miller_id uuid references organisations on delete restrict;
-- Its values were changed after it was sent; the cells of its rows keep what was uploaded.
alter table uploads add column amended boolean not null default false;
alter table uploads add constraint miller_of_parchment check (miller_id is null or kind = 'parchment');
create index on uploads (miller_id, status, created_at) where miller_id is not null;
create index on uploads (kind, status, created_at) where kind = 'parchment';

-- The second door in the wall: the named miller reads a record that was sent, and what stands in it. Reads only; what the miller
-- decides is written inside the society's wall, by the one call that found the record through this door.
create policy named_miller on uploads for select to kahawa_app
  using (kind = 'parchment' and miller_id = (select app_organisation()) and status not in ('CHECKING', 'FAILED_VALIDATION', 'DISCARDED'));
create policy named_miller on upload_rows for select to kahawa_app
  using (upload_id in (select u.id from uploads u where u.kind = 'parchment' and u.miller_id = (select app_organisation())));
create policy named_miller on upload_problems for select to kahawa_app
  using (upload_id in (select u.id from uploads u where u.kind = 'parchment' and u.miller_id = (select app_organisation())));

-- Rows of an upload whose outturn another record of the season has: a draft meets every living record, a record that was sent only
-- those that a miller has confirmed, so that of two records with one outturn the confirmed one stands. Says which rows, never whose.
create function parchment_outturns_taken(upload uuid) returns setof integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.row_number from uploads own join upload_rows r on r.upload_id = own.id
  where own.id = upload and own.kind = 'parchment' and r.state <> 'left_out' and r.clean[1] <> '' and r.clean[5] <> ''
    and (own.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
    and exists (
      select from uploads u join upload_rows o on o.upload_id = u.id
      where u.kind = 'parchment' and u.id <> own.id and o.state <> 'left_out' and o.clean[1] = r.clean[1] and o.clean[5] = r.clean[5]
        and (u.status in ('PENDING_KPCU_APPROVAL', 'REFERRED_TO_MILLER', 'APPROVED')
          or (u.status in ('PENDING_APPROVAL', 'REFERRED_TO_FCS') and own.status in ('CHECKING', 'FAILED_VALIDATION'))))
$$;
revoke execute on function parchment_outturns_taken(uuid) from public;
grant execute on function parchment_outturns_taken(uuid) to kahawa_app, kahawa_wide;
