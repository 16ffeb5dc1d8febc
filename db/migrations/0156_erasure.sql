-- A person who asks to be forgotten (Data Protection Act 2019, section 40) stays as a number: what the books need, and no more.
alter table farmers drop constraint farmers_life_state_check;
alter table farmers add constraint farmers_life_state_check
  check (life_state in ('ACTIVE', 'SUSPENDED', 'DECEASED', 'TRANSFERRED', 'ERASED')) not valid;
alter table farmers validate constraint farmers_life_state_check;
alter table farmers drop constraint farmers_mobile_number_check;
alter table farmers add constraint farmers_mobile_number_check
  check (mobile_number ~ '^254[0-9]{9}$' or (mobile_number = '' and life_state = 'ERASED')) not valid;
alter table farmers validate constraint farmers_mobile_number_check;
alter table farmers add column erased_number integer,
  add constraint who_is_erased_has_a_number check ((erased_number is not null) = (life_state = 'ERASED')) not valid;
alter table farmers validate constraint who_is_erased_has_a_number;
comment on column farmers.erased_number is 'What an erased member is called by, once in a society: Erased member 00012.';
create unique index farmers_erased on farmers (organisation_id, erased_number) include (id) where life_state = 'ERASED';
create index notifications_of_record on notifications (record_id);

-- What erasing reaches: it does so as kahawa_functions, so that nobody who signs in may remove any of it.
do $$
declare
  walled text;
begin
  foreach walled in array array['farm_plots', 'account_look_ups', 'upload_problems', 'upload_row_checks', 'farmer_texts', 'quality_findings',
    'change_requests', 'schedule_lines', 'payment_retries', 'limit_rows', 'deduction_amounts', 'member_statements']
  loop
    execute format('create policy erasing on %s to kahawa_functions using (true)', walled);
    execute format('grant select on %s to kahawa_functions', walled);
  end loop;
end $$;
grant update on farmers to kahawa_functions;
grant update (name, captured_by, source, notes, decision_comment, screening_reference), delete on farm_plots to kahawa_functions;
grant delete on account_look_ups, farmer_texts, quality_findings, notifications to kahawa_functions;
grant update (message) on upload_problems to kahawa_functions;
grant update (account_name) on upload_row_checks to kahawa_functions;
grant update (cells, clean, override_reason) on upload_rows to kahawa_functions;
grant update (title, before, after, notes, reason, decision_comment) on change_requests to kahawa_functions;
grant update (account_name, account_number) on loan_requests to kahawa_functions;
grant update (account_name, account_number) on schedule_lines to kahawa_functions;
grant update (account_name, notes) on payment_retries to kahawa_functions;
grant update (account_name, title) on payouts to kahawa_functions;

-- Whether any book or list names a member by a delivery, a limit, a loan, a payment, a deduction, a printed statement or an account of the ledger.
create function has_traded(member uuid) returns boolean language sql stable security definer
begin atomic
  select exists (select from cherry_deliveries where farmer_id = member) or exists (select from limit_rows where farmer_id = member)
    or exists (select from loan_requests where farmer_id = member) or exists (select from schedule_lines where farmer_id = member)
    or exists (select from payment_retries where farmer_id = member) or exists (select from deduction_amounts where farmer_id = member)
    or exists (select from member_statements where farmer_id = member) or exists (select from ledger_accounts where subject_id = member);
end;
call guard('has_traded(uuid)');
grant execute on function has_traded(uuid) to kahawa_app, kahawa_wide;

-- Erases who never traded, and masks who did; answers what the member is called from now on. contract/keeping/erasure.ts says of each column
-- what becomes of it. The wall is asked first: nobody erases a member of another society.
create function erase_member(member uuid) returns text language plpgsql security definer as $$
declare
  known farmers;
  traded boolean := has_traded(member);
  n integer;
  called text;
  spoken text[];
begin
  select * into known from farmers where id = member and life_state <> 'ERASED'
    and (organisation_id = app_organisation() or current_setting('role') = 'kahawa_wide') for update;
  if known.id is null then raise exception 'nobody to erase' using errcode = 'no_data_found'; end if;
  -- One after the other in a society: each has a number of its own.
  perform pg_advisory_xact_lock(hashtextextended('erase_member/' || known.organisation_id, 0));
  select coalesce(max(erased_number), 0) + 1 into n from farmers where organisation_id = known.organisation_id and life_state = 'ERASED';
  called := 'Erased member ' || lpad(n::text, 5, '0');
  spoken := array_remove(array[known.id_number, known.kra_pin, known.full_name, known.account_name, known.mobile_number,
    '0' || substr(known.mobile_number, 4), '+' || known.mobile_number, known.account_number], '');

  delete from notifications where record_id in (select member union all select id from change_requests where kind = 'farmer_update' and target_id = member::text
    union all select id from farm_plots where farmer_id = member union all select id from cherry_deliveries where farmer_id = member
    union all select id from loan_requests where farmer_id = member union all select id from payment_retries where farmer_id = member
    union all select id from payouts where (source_kind, source_id) in (select * from payouts_of(member)));
  delete from farmer_texts where farmer_id = member;
  delete from quality_findings where farmer_id = member;
  -- What the bank said of accounts that nobody else is paid to.
  delete from account_look_ups l where l.organisation_id = known.organisation_id
    and (l.institution_code, l.account_number) in (select known.institution_code, known.account_number
      union select coalesce(v ->> 'institution', known.institution_code), coalesce(v ->> 'accountNumber', known.account_number)
        from change_requests r cross join unnest(array[r.before, r.after]) v where r.kind = 'farmer_update' and r.target_id = member::text)
    and not exists (select from farmers f where f.organisation_id = l.organisation_id and f.institution_code = l.institution_code
      and f.account_number = l.account_number and f.id <> member);

  -- Where coffee that was delivered grew must be shown for five years: Regulation (EU) 2023/1115, article 9.
  if traded then
    update farm_plots p set name = 'Plot ' || q.place, captured_by = '', source = '', notes = '[]', screening_reference = '',
      decision_comment = case when decision_comment is not null then '' end
      from (select id, row_number() over (order by id) as place from farm_plots where farmer_id = member) q where q.id = p.id;
  else
    delete from farm_plots where farmer_id = member;
  end if;

  -- Rows of files that are decided; what still waits is a request of its own.
  with rows_of as (
    select r.id, r.upload_id, r.row_number, u.kind in ('farmers', 'farmer_companies') as of_register from uploads u join upload_rows r on r.upload_id = u.id
    where u.organisation_id = known.organisation_id and u.status in ('APPROVED', 'APPROVED_WITH_ERRORS', 'REJECTED', 'DISCARDED', 'DELETED')
      and (r.id = member or r.cells && array[known.id_number] or r.clean && array[known.id_number])
  ), emptied as (
    update upload_rows r set override_reason = case when r.override_reason is not null then '' end,
      cells = case when o.of_register then array_fill(''::text, array[cardinality(r.cells)])
        else array(select case when c = any (spoken) then '' else c end from unnest(r.cells) with ordinality as e (c, place) order by place) end,
      clean = case when o.of_register then array_fill(''::text, array[cardinality(r.clean)])
        else array(select case when c = any (spoken) then '' else c end from unnest(r.clean) with ordinality as e (c, place) order by place) end
    from rows_of o where o.id = r.id
  ), unsaid as (
    update upload_row_checks c set account_name = '' from rows_of o where o.id = c.row_id
  )
  update upload_problems p set message = 'Erased' from rows_of o where o.of_register and o.upload_id = p.upload_id and o.row_number = p.row_number;
  update upload_problems p set message = replace(p.message, known.full_name, called)
    from uploads u where u.organisation_id = known.organisation_id and u.id = p.upload_id and position(known.full_name in p.message) > 0;

  -- Requests of earlier changes keep that they were, who asked and who decided.
  update change_requests r set title = called, notes = '[]', reason = '', decision_comment = case when decision_comment is not null then '' end,
      before = coalesce((select jsonb_object_agg(key, case key when 'lifeState' then value else '""' end) from jsonb_each(r.before)), '{}'),
      after = coalesce((select jsonb_object_agg(key, case key when 'lifeState' then value else '""' end) from jsonb_each(r.after)), '{}')
    where r.kind = 'farmer_update' and r.target_id = member::text and r.subject <> 'erasure';

  -- The account that money went to is proof of the payment; the name on it is not needed for that. Where none went it is nothing.
  update loan_requests set account_name = called, account_number = case when status in ('SUCCESS', 'REVERSED', 'REVERSAL_FAILED', 'FAILED') then account_number else '' end
    where farmer_id = member and account_name is not null;
  update schedule_lines set account_name = called, account_number = case when status = 'NIL' then '' else account_number end where farmer_id = member;
  update payment_retries set account_name = called, notes = '[]' where farmer_id = member;
  update change_requests r set title = called || ', ' || p.reference from payouts p
    where r.kind = 'payout_resolution' and r.target_id = p.id::text and (p.source_kind, p.source_id) in (select * from payouts_of(member));
  update payouts set account_name = called, title = called where (source_kind, source_id) in (select * from payouts_of(member));

  update farmers set first_name = 'Erased', middle_name = 'member', last_name = lpad(n::text, 5, '0'), id_number = 'ERASED-' || lpad(n::text, 5, '0'),
      member_number = case when traded then member_number else 'ERASED-' || lpad(n::text, 5, '0') end,
      mobile_number = '', gender = '', year_of_birth = null, kra_pin = '', number_of_trees = null, village = '', account_name = '', account_number = '',
      account_state = 'UNVERIFIED', account_changed_at = null, year_one_produce_kg = null, year_two_produce_kg = null, year_three_produce_kg = null,
      year_one_price_cents = null, year_two_price_cents = null, year_three_price_cents = null, entry_notes = '[]', override_reason = null,
      decision_comment = null, life_state = 'ERASED', erased_number = n, version = version + 1
    where id = member;
  return called;
end $$;

-- Where the money of a member went, as payouts name their source.
create function payouts_of(member uuid) returns table (source_kind text, source_id uuid) language sql stable security definer
begin atomic
  select 'loan_request', id from loan_requests where farmer_id = member
  union all select 'schedule_line', id from schedule_lines where farmer_id = member
  union all select 'payment_retry', id from payment_retries where farmer_id = member;
end;
call guard('payouts_of(uuid)');
grant execute on function payouts_of(uuid) to kahawa_functions;
call guard('erase_member(uuid)');
grant execute on function erase_member(uuid) to kahawa_app, kahawa_wide;

-- Nobody delivers, borrows or is paid again under the name of who was erased. Whoever does so at the same moment waits for the erasure at the foreign
-- key, and begins again here: then the program sees it and says so.
create function refuse_the_erased() returns trigger language plpgsql security definer as $$
begin
  if exists (select from farmers f where f.life_state = 'ERASED' and f.id in (select farmer_id from fresh)) then
    raise exception 'a member was erased meanwhile' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
call guard('refuse_the_erased()');
create trigger refuse_the_erased after insert on cherry_deliveries referencing new table as fresh for each statement execute function refuse_the_erased();
create trigger refuse_the_erased after insert on limit_rows referencing new table as fresh for each statement execute function refuse_the_erased();
create trigger refuse_the_erased after insert on loan_requests referencing new table as fresh for each statement execute function refuse_the_erased();
create trigger refuse_the_erased after insert on schedule_lines referencing new table as fresh for each statement execute function refuse_the_erased();
create trigger refuse_the_erased after insert on deduction_amounts referencing new table as fresh for each statement execute function refuse_the_erased();
create trigger refuse_the_erased after insert on farm_plots referencing new table as fresh for each statement execute function refuse_the_erased();
create trigger refuse_the_erased after insert on farmer_texts referencing new table as fresh for each statement execute function refuse_the_erased();
