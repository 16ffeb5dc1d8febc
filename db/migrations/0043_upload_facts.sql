-- `uploads` says what every file says. What only some of them say stands beside it.

-- Files that are shared with KPCU, who then decides and lends; of any other the bank does. Sharing is a consent: who gave it,
-- when, and to which wording.
create table upload_consents (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  disclaimer_id uuid not null references disclaimers on delete restrict,
  consented_by uuid not null references users on delete restrict,
  consented_at timestamptz not null
);
create index on upload_consents (disclaimer_id);
create index on upload_consents (consented_by);

create table cherry_delivery_file_records (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  -- The wording of the disclaimer that was accepted with the file.
  disclaimer_version integer not null
);

create table parchment_records (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  -- The miller who took the parchment in, named by the society.
  miller_id uuid not null references organisations on delete restrict,
  -- Its values were changed after it was sent; the cells of its rows keep what was uploaded.
  amended boolean not null default false
);
create index on parchment_records (miller_id);

insert into upload_consents select id, organisation_id, consent_id, consented_by, consented_at from uploads where consent_id is not null;
insert into cherry_delivery_file_records select id, organisation_id, disclaimer_version from uploads where disclaimer_version is not null;
insert into parchment_records select id, organisation_id, miller_id, amended from uploads where miller_id is not null;

drop policy named_miller on uploads;
drop policy named_miller on upload_rows;
drop policy named_miller on upload_problems;
alter table uploads drop column share_data, drop column consent_id, drop column consented_by, drop column consented_at,
  drop column disclaimer_version, drop column miller_id, drop column amended;

call wall('upload_consents');
call wall('cherry_delivery_file_records');
call wall('parchment_records');
grant select, insert on upload_consents, cherry_delivery_file_records, parchment_records to kahawa_app, kahawa_wide;
grant update (amended) on parchment_records to kahawa_app, kahawa_wide;
grant select on parchment_records to kahawa_functions;
create policy functions on parchment_records to kahawa_functions using (true);

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

-- Cells are known by the places that the declaration of the kind gives them, counted from one.
drop function upload_rows_registered_elsewhere(uuid, integer[]);
create function upload_rows_registered_elsewhere(upload uuid, id_number integer, wanted integer[] default null) returns setof uuid
  language sql stable security definer
begin atomic
  select r.id from upload_rows r
  where r.upload_id = upload
    and (wanted is null or r.row_number = any (wanted))
    and (r.organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide')
    and r.state <> 'left_out'
    and exists (
      select 1 from farmers f
      where f.id_number = r.clean[upload_rows_registered_elsewhere.id_number]
        and f.organisation_id <> r.organisation_id and f.life_state <> 'TRANSFERRED' and f.status <> 'REJECTED');
end;
call guard('upload_rows_registered_elsewhere(uuid, integer, integer[])');
grant execute on function upload_rows_registered_elsewhere(uuid, integer, integer[]) to kahawa_app, kahawa_wide;

drop function parchment_outturns_taken(uuid);
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
