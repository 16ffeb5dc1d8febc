-- A grower's part lets it read the e-slip and what is charged on it. Written as `in`, the planner counted the search for all own parts anew for every
-- e-slip that a list looks up, and read all e-slips instead; so written it asks for the one, or searches once where it reads many.
drop policy named_share on eslips;
create policy named_share on eslips for select to kahawa_app
  using (exists (select from eslip_shares s where s.eslip_id = eslips.id and s.grower_id = (select app_organisation())));
drop policy named_share on eslip_legs;
create policy named_share on eslip_legs for select to kahawa_app
  using (grower_id is null and exists (select from eslip_shares s where s.eslip_id = eslip_legs.eslip_id and s.grower_id = (select app_organisation())));

-- Parts of one sale, and of one season, the latest first.
create index on eslip_shares (sale_number, sale_date, id) where not voided;
create index on eslip_shares (season, sale_date, id) where not voided;
-- Of one grower: with the seller in the index the wall needs no look at the part, with the season its filters need none.
create index on eslip_shares (grower_id, sale_number) include (organisation_id, season) where not voided;
drop index eslip_shares_grower_id_sale_date_id_idx;
create index on eslip_shares (grower_id, sale_date, id) include (organisation_id, season) where not voided;
