-- Whether a row of a file is about a member: by the record that was made of it, by his ID, or, where no ID need stand, by his member number.
create function row_names(kind text, r upload_rows, member farmers) returns boolean language sql immutable
return r.id = member.id or (member.id_number <> '' and (r.cells && array[member.id_number] or r.clean && array[member.id_number]))
  or case kind when 'cherry_limits' then r.clean[3] = member.member_number when 'deductions' then r.clean[1] = member.member_number else false end;
call guard('row_names(text, upload_rows, farmers)');
grant execute on function row_names(text, upload_rows, farmers) to kahawa_app, kahawa_wide, kahawa_functions;

-- Erases who never traded, and masks who did; answers what the member is called from now on. contract/keeping/erasure.ts says of each column
-- what becomes of it. The wall is asked first: nobody erases a member of another society.
create or replace function erase_member(member uuid) returns text language plpgsql security definer as $$
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

  -- Rows of files that are decided; nobody is erased while one that is not names him. Limits and deductions may name a member by his number alone.
  with rows_of as (
    select r.id, r.upload_id, r.row_number, u.kind in ('farmers', 'farmer_companies') as of_register,
        case u.kind when 'cherry_limits' then array[1, 2] when 'deductions' then array[2, 3] else '{}' end as naming
      from uploads u join upload_rows r on r.upload_id = u.id
      where u.organisation_id = known.organisation_id and u.status in ('APPROVED', 'APPROVED_WITH_ERRORS', 'REJECTED', 'DISCARDED', 'DELETED')
        and row_names(u.kind, r, known)
  ), emptied as (
    update upload_rows r set override_reason = case when r.override_reason is not null then '' end,
      cells = case when o.of_register then array_fill(''::text, array[cardinality(r.cells)])
        else array(select case when c = any (spoken) or place = any (o.naming) then '' else c end from unnest(r.cells) with ordinality as e (c, place) order by place) end,
      clean = case when o.of_register then array_fill(''::text, array[cardinality(r.clean)])
        else array(select case when c = any (spoken) or place = any (o.naming) then '' else c end from unnest(r.clean) with ordinality as e (c, place) order by place) end
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

call guard('erase_member(uuid)');
grant execute on function erase_member(uuid) to kahawa_app, kahawa_wide;
