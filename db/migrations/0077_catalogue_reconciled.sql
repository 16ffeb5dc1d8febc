-- Lots are held against the dispatch of their coffee: what a catalogue offers is what a warehouse has received, once.

alter table catalogue_records drop constraint catalogue_records_hold_reason_check;
alter table catalogue_records add constraint catalogue_records_hold_reason_check check (hold_reason in ('SALE_UNKNOWN', 'NO_DISPATCH', 'DISPATCH_OPEN', 'OTHER_SPLIT',
  'OTHER_PARTIES', 'OTHER_SALE', 'DUPLICATE', 'OTHER_WEIGHT', 'TOO_HEAVY'));
comment on column catalogue_records.hold_reason is 'Why it is on hold. DISPATCH_OPEN: its dispatch is not decided, or is being dropped. OTHER_PARTIES: the dispatch names another mill, '
  'warehouse or broker. OTHER_SALE: it was dispatched to a sale that still takes it, or to a later one. DUPLICATE: another lot of the sale has this outturn, grade and split. '
  'OTHER_WEIGHT: bags, pockets or kilograms are more than a kilogram off those of the dispatch. TOO_HEAVY: other lots leave less of the coffee.';
comment on column catalogue_records.hold_available is 'Kilograms of the dispatch that are there for it, where it says otherwise.';

drop function catalogue_reasons(uuid[]);
-- Why each of these lots cannot stand in the catalogue as it is, if anything; the dispatch record that its coffee comes from; and how many
-- kilograms are there for it. A lot is a dispatch record, or with a split number a part of one that was dispatched whole. Of lots that want
-- the same coffee an approved one has it before any other, and then the earliest. It is offered at a later sale than the one it was
-- dispatched to once the catalogue of that one is closed, or a lot of it was rejected or withdrawn there.
create function catalogue_reasons(lots uuid[], moment timestamptz) returns table (lot uuid, dispatch_record uuid, reason text, available numeric)
  language sql stable security definer as $$
  select c.id, d.id, why.reason, case when why.reason = 'OTHER_WEIGHT' then d.net_kg when why.reason = 'TOO_HEAVY' then greatest(d.net_kg - taken.kilograms, 0) end
  from catalogue_records c
  cross join lateral (select coalesce(nullif(c.split_number, ''), '0')::smallint as number) split
  left join lateral (
    select d.*, u.status = 'PENDING_DELETION' as dropped from dispatch_records d join uploads u on u.id = d.upload_id
    where d.season = c.season and d.outturn = c.outturn and d.grade = c.grade and d.split_number in (split.number, 0) and d.status not in ('REJECTED', 'DELETED')
    order by d.split_number desc limit 1) d on true
  left join lateral (
    select coalesce(sum(o.kilograms), 0) as kilograms from catalogue_records o
    where d.id is not null and o.season = c.season and o.outturn = c.outturn and o.grade = c.grade and o.id <> c.id
      and (d.split_number = 0 or coalesce(nullif(o.split_number, ''), '0')::smallint = d.split_number)
      and (o.status in ('APPROVED', 'SOLD')
        or (o.id < c.id and o.status in ('PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL', 'REFERRED_TO_BROKER')))) taken on true
  cross join lateral (select case
      when not exists (select from sales s where s.season = c.season and s.sale_number = c.sale_number and s.status = 'APPROVED') then 'SALE_UNKNOWN'
      when d.id is null and exists (select from dispatch_records o where o.season = c.season and o.outturn = c.outturn and o.grade = c.grade
        and o.status not in ('REJECTED', 'DELETED')) then 'OTHER_SPLIT'
      when d.id is null then 'NO_DISPATCH'
      when d.dropped or d.status not in ('APPROVED', 'CATALOGUED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED') then 'DISPATCH_OPEN'
      when (d.miller_id, d.warehouse_id, d.broker_id) <> (c.miller_id, c.warehouse_id, c.broker_id) then 'OTHER_PARTIES'
      when d.sale_number > c.sale_number or (d.sale_number < c.sale_number
        and exists (select from sales s where s.season = d.season and s.sale_number = d.sale_number and s.status = 'APPROVED' and s.catalogue_close > moment)
        and not exists (select from catalogue_records o where o.season = d.season and o.sale_number = d.sale_number and o.outturn = d.outturn and o.grade = d.grade
          and o.status in ('REJECTED', 'WITHDRAWN'))) then 'OTHER_SALE'
      when exists (select from catalogue_records o where o.season = c.season and o.sale_number = c.sale_number and o.outturn = c.outturn and o.grade = c.grade
        and coalesce(nullif(o.split_number, ''), '0')::smallint = split.number and o.id <> c.id and (o.status in ('APPROVED', 'SOLD')
          or (o.id < c.id and o.status in ('PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL', 'REFERRED_TO_BROKER')))) then 'DUPLICATE'
      when d.split_number = split.number and (abs(60 * (d.bags - c.bags) + d.pockets - c.pockets) > 1 or abs(d.net_kg - c.kilograms) > 1) then 'OTHER_WEIGHT'
      when c.kilograms > d.net_kg - taken.kilograms + 1 then 'TOO_HEAVY'
    end as reason) why
  where c.id = any (lots) and (current_setting('role') = 'kahawa_wide' or app_organisation() in (c.organisation_id, c.warehouse_id, c.broker_id))
$$;
call guard('catalogue_reasons(uuid[], timestamptz)');
grant execute on function catalogue_reasons(uuid[], timestamptz) to kahawa_app, kahawa_wide;
