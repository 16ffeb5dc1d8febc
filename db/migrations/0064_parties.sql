-- Coffee passes through many hands: what a mill sends concerns a warehouse and its brokers, who decide on it though it is the mill's.

alter table uploads drop constraint uploads_kind_check;
alter table uploads add constraint uploads_kind_check check (kind in ('farmers', 'farmer_companies', 'cherry_deliveries', 'cherry_limits', 'parchment',
  'deductions', 'dispatch', 'catalogue', 'estate_cured'));
alter table uploads drop constraint uploads_status_check;
alter table uploads add constraint uploads_status_check check (status in ('CHECKING', 'FAILED_VALIDATION', 'PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION',
  'APPROVED_WITH_ERRORS', 'PENDING_FCS_APPROVAL', 'PENDING_KPCU_APPROVAL', 'PENDING_BANK_APPROVAL', 'REFERRED_TO_MILLER', 'REFERRED_TO_FCS', 'APPROVED',
  'REJECTED', 'DISCARDED', 'PENDING_DELETION', 'DELETED'));

create table upload_parties (
  upload_id uuid not null references uploads on delete cascade,
  organisation_id uuid not null,
  party_id uuid not null references organisations on delete restrict,
  primary key (upload_id, party_id)
);
comment on table upload_parties is 'Organisations that the records of a file name besides its own: they see the file once it is sent, and decide on what names '
  'them. Of the file itself they see no row and no byte.';
create index on upload_parties (party_id);
call wall('upload_parties');
create policy named_party on upload_parties for select to kahawa_app using (party_id = (select app_organisation()));
create policy functions on upload_parties to kahawa_functions using (true);
grant select, insert, delete on upload_parties to kahawa_app, kahawa_wide;
grant select on upload_parties to kahawa_functions;

-- Files whose records name the organisation whose wall we are in. A function, because the wall of uploads would ask that of their
-- parties, which asks it back.
create function uploads_that_name_us() returns setof uuid language sql stable parallel safe security definer rows 100 as $$
  select p.upload_id from upload_parties p join uploads u on u.id = p.upload_id
  where p.party_id = app_organisation() and u.status not in ('CHECKING', 'FAILED_VALIDATION', 'DISCARDED')
$$;
call guard('uploads_that_name_us()');
grant execute on function uploads_that_name_us() to kahawa_app;
create policy named_party on uploads for select to kahawa_app
  using (kind in ('dispatch', 'catalogue', 'estate_cured') and id in (select uploads_that_name_us()));

-- The second door in the wall of a record of the trade: the organisations that it names read it. What they decide is written inside
-- the wall of its owner, by the one call that found it through this door.
create procedure party_wall(walled regclass) language plpgsql as $$
declare
  party name;
begin
  for party in select attname from pg_attribute where attrelid = walled and attname in ('miller_id', 'warehouse_id', 'broker_id', 'grower_id') and not attisdropped loop
    execute format('create policy %I on %s for select to kahawa_app using (%I = (select app_organisation()))', 'named_' || replace(party, '_id', ''), walled, party);
  end loop;
end $$;
call guard('party_wall(regclass)');
