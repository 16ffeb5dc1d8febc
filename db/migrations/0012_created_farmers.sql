-- Farmers who are entered one by one, next to those who come in files.
alter table farmers
  add column created_singly boolean not null default false,
  add column year_one_produce_kg integer check (year_one_produce_kg > 0),
  add column year_two_produce_kg integer check (year_two_produce_kg > 0),
  add column year_three_produce_kg integer check (year_three_produce_kg > 0),
  add column year_one_price_cents bigint check (year_one_price_cents > 0),
  add column year_two_price_cents bigint check (year_two_price_cents > 0),
  add column year_three_price_cents bigint check (year_three_price_cents > 0),
  -- What the checks of the values warned of: [{code, message}].
  add column entry_notes jsonb not null default '[]',
  -- The checker's reason to register somebody whom another society has registered.
  add column override_reason text,
  add column decision_comment text,
  -- The first maker entered the record. Like the makers themselves it is kept without a foreign key: the insert of a file of farmers would look each one up.
  add column made_by uuid not null generated always as (makers[1]) stored;

-- Somebody whom a checker declined holds neither a member number nor a place in the society.
alter table farmers
  drop constraint farmers_organisation_id_member_number_id_status_key,
  drop constraint farmers_organisation_id_id_number_key;
create unique index farmers_member_number on farmers (organisation_id, member_number) include (id, status) where status <> 'REJECTED';
create unique index farmers_id_number_here on farmers (organisation_id, id_number) where status <> 'REJECTED';

create index on farmers (organisation_id, id) where created_singly;
create index on farmers (id) where created_singly;
create index on farmers (organisation_id, id) where status = 'PENDING_APPROVAL';

-- As before, without those whom a checker of the other society declined.
create or replace function upload_rows_registered_elsewhere(upload uuid, wanted integer[] default null) returns setof uuid
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
        and f.organisation_id <> r.organisation_id and f.life_state <> 'TRANSFERRED' and f.status <> 'REJECTED');
end;
