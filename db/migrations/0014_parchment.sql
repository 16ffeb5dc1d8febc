-- Parchment, which another organisation decides on: the miller.

create table parchment_records (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  miller_id uuid not null references organisations on delete restrict,
  amended boolean not null default false
);
comment on table parchment_records is 'What a society brought to a miller, as an upload whose rows are its outturns. Its last approval unlocks the second '
  'tranche of the members’ limits.';
comment on column parchment_records.miller_id is 'The miller who took the parchment in, named by the society.';
comment on column parchment_records.amended is 'Its values were changed after it was sent; the cells of its rows keep what was uploaded.';
create index on parchment_records (miller_id);
call wall('parchment_records');
create policy functions on parchment_records to kahawa_functions using (true);
grant select, insert, update (amended) on parchment_records to kahawa_app, kahawa_wide;
grant select on parchment_records to kahawa_functions;

-- What was sent to the miller whose wall we are in. A function, because the wall of uploads and that of parchment records would
-- each ask the other; parallel safe, so that no query over uploads loses its workers to it.
create function parchment_brought_to_us() returns setof uuid language sql stable parallel safe security definer rows 100 as $$
  select p.upload_id from parchment_records p join uploads u on u.id = p.upload_id
  where p.miller_id = app_organisation() and u.status not in ('CHECKING', 'FAILED_VALIDATION', 'DISCARDED')
$$;
call guard('parchment_brought_to_us()');
grant execute on function parchment_brought_to_us() to kahawa_app;

-- The second door in the wall: the named miller reads a record that was sent, and what stands in it. Reads only; what the miller
-- decides is written inside the society's wall, by the one call that found the record through this door.
create policy named_miller on uploads for select to kahawa_app using (kind = 'parchment' and id in (select parchment_brought_to_us()));
create policy named_miller on parchment_records for select to kahawa_app using (upload_id in (select parchment_brought_to_us()));
create policy named_miller on upload_consents for select to kahawa_app using (upload_id in (select parchment_brought_to_us()));
create policy named_miller on upload_rows for select to kahawa_app using (upload_id in (select parchment_brought_to_us()));
create policy named_miller on upload_problems for select to kahawa_app using (upload_id in (select parchment_brought_to_us()));

-- Rows of an upload whose outturn another record of the season has: a draft meets every living record, a record that was sent only
-- those that a miller has confirmed, so that of two records with one outturn the confirmed one stands. Says which rows, never whose.
create function parchment_outturns_taken(upload uuid, outturn integer, season integer) returns setof integer
  language sql stable security definer as $$
  select r.row_number from uploads own join upload_rows r on r.upload_id = own.id
  where own.id = upload and own.kind = 'parchment' and r.state <> 'left_out' and r.clean[outturn] <> '' and r.clean[season] <> ''
    and (own.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
    and exists (
      select from uploads u join upload_rows o on o.upload_id = u.id
      where u.kind = 'parchment' and u.id <> own.id and o.state <> 'left_out' and o.clean[outturn] = r.clean[outturn] and o.clean[season] = r.clean[season]
        and (u.status in ('PENDING_KPCU_APPROVAL', 'REFERRED_TO_MILLER', 'APPROVED')
          or (u.status in ('PENDING_APPROVAL', 'REFERRED_TO_FCS') and own.status in ('CHECKING', 'FAILED_VALIDATION'))))
$$;
call guard('parchment_outturns_taken(uuid, integer, integer)');
grant execute on function parchment_outturns_taken(uuid, integer, integer) to kahawa_app, kahawa_wide;
