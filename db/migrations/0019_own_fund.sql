-- KPCU's people see everybody's members and loans, but of the money only their own fund: what `contract/house/fundsInSight.ts`
-- declares. The wall stands under every query, so that no list, count, file or inbox forgets it.
create function app_fund() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.fund', true), '')::uuid;
call guard('app_fund()');
grant execute on function app_fund() to kahawa_app, kahawa_wide, kahawa_auth, kahawa_admin, kahawa_functions;

create policy own_fund on payouts as restrictive to kahawa_wide using ((select app_fund()) is null or lender_id = (select app_fund()));
create policy own_fund on payout_legs as restrictive to kahawa_wide using ((select app_fund()) is null or lender_id = (select app_fund()));
create policy own_fund on payout_events as restrictive to kahawa_wide
  using ((select app_fund()) is null or exists (select from payouts p where p.id = payout_id and p.lender_id = (select app_fund())));
create policy own_fund on bank_statements as restrictive to kahawa_wide using ((select app_fund()) is null or organisation_id = (select app_fund()));
create policy own_fund on bank_statement_lines as restrictive to kahawa_wide using ((select app_fund()) is null or organisation_id = (select app_fund()));
create policy own_fund on bank_statement_pulls as restrictive to kahawa_wide using ((select app_fund()) is null or organisation_id = (select app_fund()));
create policy own_fund on recon_items as restrictive to kahawa_wide using ((select app_fund()) is null or organisation_id = (select app_fund()));
create policy own_fund on change_requests as restrictive to kahawa_wide using ((select app_fund()) is null
  or kind not in ('payout_resolution', 'statement_exception', 'statement_import') or organisation_id = (select app_fund()));
create policy own_fund on audit_events as restrictive for select to kahawa_wide using ((select app_fund()) is null
  or kind not in ('payout_resolution', 'statement_exception', 'statement_import') or organisation_id = (select app_fund()));
