import type pg from 'pg'
import { statementOfEverybody } from './bankStatements.ts'

/** Writes, as the owner, a row of every organisation behind each wall that no call of the tests fills: an empty table proves nothing. */
export async function fillWalls(owner: pg.Pool): Promise<void> {
  await owner.query(`
    insert into change_requests (id, organisation_id, kind, subject, target_id, title, before, after, status, makers, made_by)
      select gen_random_uuid(), organisation_id, 'none', 'none', id::text, 'None', '{}', '{}', 'WITHDRAWN', array[id], id from users;
    insert into account_look_ups (organisation_id, institution_code, account_number, outcome, checked_at)
      select distinct on (organisation_id) organisation_id, institution_code, account_number, 'closed', now() from farmers;
    insert into farm_plots (id, organisation_id, farmer_id, name, geometry, area_ha, west, east, south, north, status, makers, made_by)
      select distinct on (f.organisation_id) gen_random_uuid(), f.organisation_id, f.id, 'Home', '{"type": "Point", "coordinates": [36.95, -0.42]}', 1, 36.95, 36.95, -0.42, -0.42, 'DRAFT', array[u.id], u.id
      from farmers f join users u on u.username = 'admin';
    insert into notifications (id, organisation_id, user_id, batch, kind, record_id, title, code, to_status, created_at)
      select gen_random_uuid(), organisation_id, id, id, 'farmer_upload', id, 'july.csv', 'decided', 'APPROVED', now() from users;
    insert into sign_in_providers (organisation_id, issuer, client_id, client_secret, required, active, changed_at)
      select id, 'https://login.example', 'none', 'v1.', false, false, now() from organisations;
    insert into provider_identities (user_id, organisation_id, issuer, subject, linked_at, last_used_at)
      select id, organisation_id, 'https://login.example', id::text, now(), now() from users;
    insert into cherry_rates (id, organisation_id, rate_cents, previous_cents, status, makers, made_by, created_at)
      select gen_random_uuid(), o.id, 4500, 4000, 'WITHDRAWN', array[u.id], u.id, now() from organisations o join users u on u.username = 'kpcu.maker';
    insert into conversion_rates (id, organisation_id, deal_code, rate_micros, expires_at, status, makers, made_by, created_at)
      select gen_random_uuid(), o.id, '1', 129000000, now(), 'WITHDRAWN', array[u.id], u.id, now() from organisations o join users u on u.username = 'admin';
    insert into communal_rate_limits (id, organisation_id, season, cycle, limit_cents, computed_cents, is_last, status, makers, made_by, created_at)
      select gen_random_uuid(), o.id, '2025/2026', 1, 9000, 0, false, 'WITHDRAWN', array[u.id], u.id, now() from organisations o join users u on u.username = 'admin';
    insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, generated_at, status, makers, made_by, created_at)
      select o.id, o.id, '2025/2026', 1, 1, 1, 100, now(), 'WITHDRAWN', array[u.id], u.id, now() from organisations o join users u on u.username = 'admin';
    insert into schedule_lines (id, communal_payment_id, organisation_id, farmer_id, kilograms, total_cents, recovered_cents, left_cents, net_cents, institution_code,
        institution_type, account_number, account_name, payment_type, status)
      select distinct on (f.organisation_id) f.id, f.organisation_id, f.organisation_id, f.id, 1, 100, 0, 0, 100, '11', 'BANK', '1', 'None', 'INTERNALFT', 'PENDING' from farmers f;
    insert into schedule_factories (id, communal_payment_id, organisation_id, kilograms, amount_cents, rate_cents)
      select p.id, p.id, p.organisation_id, 1, 100, 100 from communal_payments p where p.id = p.organisation_id;
    insert into schedule_line_factories (line_id, schedule_factory_id, organisation_id, kilograms, total_cents)
      select l.id, l.communal_payment_id, l.organisation_id, 1, 100 from schedule_lines l where l.communal_payment_id = l.organisation_id;
    insert into deductions (id, organisation_id, season, kind, basis, rate_cents, title, minute_number, minute_on, document, institution_code, account_number,
        account_name, status, makers, made_by, created_at)
      select p.id, p.organisation_id, '2025/2026', 'INPUTS', 'PER_KG', 100, 'None', '1', current_date, 'None', '11', '1', 'None', 'WITHDRAWN', array[u.id], u.id, now()
      from communal_payments p join users u on u.username = 'admin'
      where p.id = p.organisation_id;
    insert into deduction_documents (id, organisation_id, file_id, file_name, media_type, made_by, created_at)
      select distinct on (f.organisation_id) f.id, f.organisation_id, f.id, 'none.pdf', 'application/pdf', u.id, now() from files f join users u on u.username = 'admin';
    insert into transfer_documents (id, organisation_id, file_id, file_name, media_type, made_by, created_at)
      select d.id, d.organisation_id, d.file_id, d.file_name, d.media_type, d.made_by, d.created_at from deduction_documents d;
    insert into deduction_files (upload_id, organisation_id, season, kind, title, minute_number, minute_on, document)
      select u.id, u.organisation_id, '2025/2026', 'PREMIUM', 'None', '1', current_date, 'None' from uploads u;
    insert into deduction_amounts (id, deduction_id, farmer_id, organisation_id, amount_cents)
      select d.id, d.id, l.farmer_id, d.organisation_id, 1 from deductions d join schedule_lines l on l.communal_payment_id = d.id;
    insert into schedule_deductions (line_id, deduction_id, organisation_id, amount_cents)
      select l.id, d.id, d.organisation_id, 1 from deductions d join schedule_lines l on l.communal_payment_id = d.id;
    insert into schedule_lender_payments (id, communal_payment_id, organisation_id, lender_id, amount_cents, status)
      select gen_random_uuid(), p.id, p.organisation_id, k.id, 100, 'PENDING' from communal_payments p join organisations k on k.code = 'KPCU' where p.id = p.organisation_id;
    insert into payment_retries (id, organisation_id, line_id, farmer_id, type, attempt, amount_cents, institution_code, institution_type, account_number, account_name,
        payment_type, old_account_number, status, makers, made_by, created_at)
      select l.id, l.organisation_id, l.id, l.farmer_id, 'RETRY', 2, 100, '11', 'BANK', '1', 'None', 'INTERNALFT', '1', 'WITHDRAWN', array[u.id], u.id, now()
      from schedule_lines l join users u on u.username = 'admin' where l.communal_payment_id = l.organisation_id;
    insert into rtgs_files (id, organisation_id, message_id, account_number, payments, amount_cents, status, makers, made_by, created_at)
      select gen_random_uuid(), o.id, 'KR' || upper(substr(md5(o.id::text), 1, 14)), '1', 1, 100, 'WITHDRAWN', array[u.id], u.id, now() from organisations o join users u on u.username = 'admin';
    insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
      select gen_random_uuid(), o.id, '2025/2026', 1, '2026-03-03', '2026-02-19 16:00+03', '2026-03-02 17:00+03', '2026-03-10', 'WITHDRAWN', array[u.id], u.id, now()
      from organisations o join users u on u.username = 'admin';
    insert into catalogue_records (id, organisation_id, upload_id, row_number, season, sale_number, lot_number, outturn, broker_outturn, grade, marks, bags, pockets, split_number,
        kilograms, miller_id, warehouse_id, broker_id, certification, remark, status, makers, made_by, created_at)
      select o.id, o.id, f.id, 2, '2025/2026', 1, 1, '08TH0001', '', 'AB', 'None', 1, 0, '', 60, o.id, o.id, o.id, '', '', 'WITHDRAWN', array[u.id], u.id, now()
      from organisations o join users u on u.username = 'admin' cross join lateral (select id from uploads order by id limit 1) f;
    insert into auction_results (id, organisation_id, upload_id, row_number, season, sale_number, sale_date, lot_number, catalogue_record_id, outturn, grade, bags, pockets, kilograms,
        miller_id, warehouse_id, broker_id, state, makers, made_by, decided_by, decided_at)
      select c.id, c.id, c.upload_id, 2, c.season, c.sale_number, current_date, c.lot_number, c.id, c.outturn, c.grade, c.bags, c.pockets, c.kilograms, c.id, c.id, c.id, 'IN_FORCE',
        c.makers, c.made_by, u.id, now() from catalogue_records c join users u on u.username = 'admin.checker' where c.id = c.organisation_id;
    insert into catalogue_reserves (record_id, organisation_id, cents) select id, organisation_id, 30000 from catalogue_records where id = organisation_id;
    insert into fee_rules (id, organisation_id, valid_from, broker_hundredths, dss_hundredths, exchange_hundredths, milling_cents, handling_cents, storage_cents, warrant_cents,
        shilling_micros, status, makers, made_by, created_at)
      select o.id, o.id, current_date, 100, 30, 50, 0, 0, 0, 0, 128950000, 'WITHDRAWN', array[u.id], u.id, now() from organisations o join users u on u.username = 'admin';
    insert into trade_accounts (id, organisation_id, purpose, account_number, account_name, opened_at, changed_at)
      select id, id, 'PROVIDER', '02' || lpad((900 + row_number() over (order by id))::text, 12, '0'), 'None', now(), now() from organisations;
    insert into buyer_payments (id, organisation_id, invoice_number, amount_cents, paid_on, bank_reference, status, makers, made_by, created_at)
      select o.id, o.id, 'None', 100, current_date, o.id::text, 'WITHDRAWN', array[u.id], u.id, now() from organisations o join users u on u.username = 'admin';
    insert into sale_claims (id, organisation_id, grower_id, amount_cents, document, status, makers, made_by, created_at)
      select o.id, o.id, o.id, 100, 'None', 'WITHDRAWN', array[u.id], u.id, now() from organisations o join users u on u.username = 'admin';
    insert into eslips (id, eslip_number, result_id, catalogue_record_id, organisation_id, season, sale_number, sale_date, lot_number, outturn, grade, bags, pockets, kilograms, price_cents,
        invoice_number, miller_id, warehouse_id, broker_id, buyer_id, fee_rule_id, gross_cents, deductions_cents, net_cents, prompt_date, status, makers, made_by, created_at)
      select c.id, 'ES/' || c.id, c.id, c.id, c.id, c.season, c.sale_number, current_date, c.lot_number, c.outturn, c.grade, c.bags, c.pockets, c.kilograms, 100, 'None', c.id, c.id, c.id, c.id,
        c.id, 100, 0, 100, current_date, 'VOID', c.makers, c.made_by, now() from catalogue_records c where c.id = c.organisation_id;
    insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents)
      select id, id, id, outturn, kilograms, 100, 100 from eslips where id = organisation_id;
    insert into eslip_legs (id, eslip_id, organisation_id, place, kind, payee_id, grower_id, amount_cents)
      select id, id, id, 1, 'GROWER', id, id, 100 from eslips where id = organisation_id;
    insert into price_figures select id, season, sale_number, grade, sale_date, 1, 1, kilograms, 100, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0 from eslips where id = organisation_id;
    insert into price_figures_counted select id, now(), 1 from organisations;
    insert into society_transfers (id, organisation_id, kind, season, amount_cents, received_cents, status, makers, made_by, created_at)
      select gen_random_uuid(), o.id, 'SWEEP', '2025/2026', 100, 100, 'WITHDRAWN', array[u.id], u.id, now() from organisations o join users u on u.username = 'admin';
    insert into communal_payment_conversions (communal_payment_id, place, organisation_id, transfer_id, dollars_cents, shillings_cents)
      select p.id, 1, p.organisation_id, null, 0, 100 from communal_payments p where p.id = p.organisation_id;
    insert into schedule_drafts (id, organisation_id, season, status, made_by, held_by, held_since, created_at, saved_at, ended_by, ended_at)
      select gen_random_uuid(), o.id, '2025/2026', 'DISCARDED', u.id, u.id, now(), now(), now(), u.id, now() from organisations o join users u on u.username = 'admin';
    insert into season_closings (id, organisation_id, season, communal_payment_id, closed_at, reopened_at)
      select p.id, p.organisation_id, p.season, p.id, now(), now() from communal_payments p where p.id = p.organisation_id;
    insert into limit_rows (id, organisation_id, farmer_id, season, kind, kilograms, rate_cents, added_cents, previous_cents, limit_cents, granted_by, approved_by, approved_at, place)
      select distinct on (f.organisation_id) f.id, f.organisation_id, f.id, '2025/2026', 'CHERRY', 1, 4000, 4000, 0, 4000, k.id, u.id, now(), 1
      from farmers f join users u on u.username = 'admin' join organisations k on k.code = 'KPCU';
    insert into loan_requests (id, organisation_id, lender_id, farmer_id, season, reference, channel, amount_cents, fee_cents, net_cents, owed_cents, status, makers, made_by, created_at)
      select distinct on (f.organisation_id) f.id, f.organisation_id, k.id, f.id, '2025/2026', 'LN' || upper(left(md5(f.id::text), 10)), 'CLERK', 10000, 300, 9700, 10000, 'REJECTED', array[u.id], u.id, now()
      from farmers f join users u on u.username = 'admin' join organisations k on k.code = 'KPCU';
    insert into society_lending (organisation_id, lender_id, season, loans, lent_cents, owed_cents)
      select distinct organisation_id, lender_id, season, 0, 0, 0 from loan_requests on conflict do nothing;
    insert into member_statements (id, kind, organisation_id, farmer_id, code_hash, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at)
      select distinct on (f.organisation_id) f.id, 'loan_statement', f.organisation_id, f.id, sha256(f.id::text::bytea), 'A. B.', current_date, current_date, 0, repeat('A', 16), u.id, now()
      from farmers f join users u on u.username = 'admin';
    insert into farmer_texts (id, organisation_id, farmer_id, mobile_number, occasion, record_id, language, told, next_at, created_at, expires_at)
      select distinct on (f.organisation_id) f.id, f.organisation_id, f.id, f.mobile_number, 'loan_paid', f.id, 'sw', '{}', now(), now(), now() from farmers f;
    insert into upload_consents (upload_id, organisation_id, disclaimer_id, consented_by, consented_at)
      select u.id, u.organisation_id, d.id, u.made_by, now() from uploads u join disclaimers d on d.name = 'share_data';
    insert into cherry_delivery_file_records (upload_id, organisation_id, disclaimer_version) select id, organisation_id, 1 from uploads;
    insert into upload_parties (upload_id, organisation_id, party_id)
      select id, organisation_id, (select id from organisations where type = 'WAREHOUSE' limit 1) from uploads limit 1;
    insert into estate_cured_files (upload_id, organisation_id, currency) select id, organisation_id, 'KES' from uploads limit 1;
    insert into estate_cured_records (id, organisation_id, upload_id, season, sale_number, lot_number, grower_code, grower_outturn, outturn, broker_outturn, marks, grade, bags, pockets,
      kilograms, split_number, warehouse_id, broker_id, delivered_on, currency, transport_cents, drying_cents, hand_sorting_cents, status, makers, made_by, created_at)
      select gen_random_uuid(), u.organisation_id, u.id, s.name, 1, '', 'KE0123', '', '01TH3001', '', 'RIDGE', 'AA', 1, 0, 60, '', k.id, k.id, current_date, 'KES', 0, 0, 0,
        'PENDING_APPROVAL', u.makers, u.made_by, now() from (select * from uploads limit 1) u join organisations k on k.code = 'KPCU' cross join (select name from seasons limit 1) s;
    insert into parchment_records (upload_id, organisation_id, miller_id)
      select u.id, u.organisation_id, k.id from uploads u join organisations k on k.code = 'KPCU';
    insert into dispatch_files (upload_id, organisation_id, disclaimer_id, accepted_by, accepted_at)
      select u.id, u.organisation_id, d.id, u.made_by, now() from uploads u join disclaimers d on d.name = 'dispatch';
    insert into dispatch_records (id, organisation_id, upload_id, season, sale_number, outturn, grade, marks, bags, pockets, gross_kg, tare_kg, net_kg, sent_bags, sent_pockets,
        sent_gross_kg, sent_tare_kg, sent_net_kg, miller_id, warehouse_id, broker_id, status, makers, made_by, created_at)
      select u.id, u.organisation_id, u.id, '2025/2026', 1, '08TH0001', 'AB', 'None', 1, 0, 61, 1, 60, 1, 0, 61, 1, 60, u.organisation_id, k.id, k.id, 'REJECTED', u.makers, u.made_by, now()
      from uploads u join organisations k on k.code = 'KPCU';
    insert into county_reports (id, organisation_id, reference, occasion, due_on, figures, fingerprint, made_at)
      select gen_random_uuid(), id, 'CR' || upper(left(md5(id::text), 8)), 'MONTH', current_date, '{}', '', now() from organisations;
    insert into notification_settings (organisation_id, user_id) select organisation_id, id from users;
    insert into mails (id, organisation_id, user_id, kind, day, created_at)
      select gen_random_uuid(), organisation_id, id, 'digest', current_date, now() from users`)
  await owner.query(`
    insert into balance_checks (day, made_at, balances, open) values ('2020-01-01', now(), 0, 0);
    insert into balances (id, organisation_id, day, made_at, name, came, went, records, open) select id, id, '2020-01-01', now(), 'CHERRY', 1, 1, 1, 0 from organisations`)
  await owner.query(`
    insert into balance_openings (id, organisation_id, name, opened_at) select id, id, 'CHERRY', now() from organisations`)
  // A service account of every organisation, with a key that was used.
  await owner.query(`
    insert into users (id, organisation_id, username, full_name, role_name, status) select id, id, 'program.' || lower(code), 'None', 'BUYER', 'SERVICE' from organisations;
    insert into service_accounts (id, organisation_id, calls, addresses, per_minute, key_days, status, created_at)
      select id, id, '{none}', '{10.0.0.0/8}', 1, 1, 'ENDED', now() from organisations;
    insert into service_keys (id, account_id, organisation_id, asked_by, overlap_hours, pick_up_until, shown, shown_at, key, hash, expires_at)
      select distinct on (c.organisation_id) c.id, c.organisation_id, c.organisation_id, c.made_by, 0, now(), c.id, now(), left(md5(c.id::text), 10), decode(md5(c.id::text), 'hex'), now()
      from change_requests c where c.kind = 'none';
    insert into service_uses (id, account_id, organisation_id, key, hour, address, call, outcome, calls, last_at)
      select gen_random_uuid(), account_id, organisation_id, key, now(), '', '', 'LET_IN', 1, now() from service_keys`)
  // The ledger of every organisation: money that came from outside, and a hold on it.
  await owner.query(`
    insert into ledger_accounts (id, organisation_id, kind, book, normal_side, may_overdraw, subject_id, currency, opened_at)
      select gen_random_uuid(), o.id, k.kind, k.book, k.normal_side, k.may_overdraw, o.id, 'KES', now()
      from organisations o join ledger_account_kinds k on k.kind in ('outside', 'settlement');
    insert into ledger_movements (id, organisation_id, reference, kind, debit_account_id, credit_account_id, book, currency, amount_cents, business_date, cause_kind, cause_id, place, created_at)
      select gen_random_uuid(), o.organisation_id, k.kind || o.id, k.kind, o.id, s.id, 'MONEY', 'KES', 100, current_date, 'none', o.id, 1, now()
      from ledger_accounts o join ledger_accounts s on s.organisation_id = o.organisation_id and s.kind = 'settlement'
        cross join (values ('POST'), ('HOLD')) as k (kind)
      where o.kind = 'outside';
    insert into society_accounts (id, organisation_id, purpose, account_number, account_name, ledger_account_id, opened_at, changed_at)
      select gen_random_uuid(), organisation_id, 'CHECKOFF', '02' || lpad((row_number() over (order by id))::text, 12, '0'), 'None', id, now(), now()
      from ledger_accounts where kind = 'settlement';
    insert into schedule_recoveries (line_id, ledger_account_id, organisation_id, lender_id, amount_cents)
      select distinct on (l.id) l.id, a.id, l.organisation_id, k.id, 1 from schedule_lines l join ledger_accounts a on a.organisation_id = l.organisation_id
        join organisations k on k.code = 'KPCU'`)
  // A payout of every organisation, sent, and a statement.
  await owner.query(`
    insert into payouts (id, organisation_id, lender_id, source_kind, source_id, title, reference, payment_type, institution_code, institution_type,
        account_number, account_name, amount_cents, narration, fund_account, transit_account, short_code, status, created_at)
      select id, id, id, 'none', id, 'None', 'KP' || upper(left(md5(id::text), 14)), 'INTERNALFT', '0011', 'BANK', '01109012345600', 'None', 100, 'None', '', '', '', 'SENDING', now()
      from organisations;
    insert into payout_legs (id, payout_id, organisation_id, lender_id, place, kind, channel, reference, from_account, to_institution_code,
        to_institution_type, to_account, amount_cents, narration, status, sent_at, created_at)
      select id, id, organisation_id, lender_id, 1, 'INTERNAL', 'internal', reference || '-1', fund_account, institution_code, institution_type,
        account_number, amount_cents, narration, 'SENT', now(), now() from payouts where source_kind = 'none';
    insert into payout_events (id, payout_id, organisation_id, leg_id, at, what, says)
      select id, id, organisation_id, id, now(), 'SENT', '' from payouts where source_kind = 'none';${statementOfEverybody}`)
}
