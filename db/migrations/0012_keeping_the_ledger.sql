-- What a movement does, and how accounts are opened and read.

-- The books are kept here and nowhere else: KL001 is raised where an account would be overdrawn, KL002 where the hold has expired; the
-- detail is the reference. A connection plans each of its statements once: one that began with ten thousand movements must not read
-- whole tables for a single one afterwards, so accounts and holds are looked up by their keys always. Nothing moves from one lender
-- to another.
create function keep_ledger() returns trigger language plpgsql security definer
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  refused text;
begin
  -- One order for everybody: two statements never wait for each other in a ring. A key check does not wait for this lock.
  perform from ledger_accounts where id in (select debit_account_id from moved union select credit_account_id from moved)
    order by id for no key update;
  -- A limit, and what is lent on it, stays with its lender, as nothing moves between books.
  if exists (select from moved m join ledger_accounts d on d.id = m.debit_account_id join ledger_accounts c on c.id = m.credit_account_id
      where d.lender_id <> c.lender_id) then
    raise exception 'a movement from one lender to another' using errcode = 'check_violation';
  end if;
  if exists (select from moved where hold_id is not null) then
    select m.reference into refused from moved m join ledger_movements h on h.id = m.hold_id
      where m.kind = 'POST_HOLD' and h.expires_at <= m.created_at order by m.place limit 1;
    if found then raise exception 'the hold has expired' using errcode = 'KL002', detail = refused; end if;
    if exists (select from moved m join ledger_movements h on h.id = m.hold_id
        where h.kind <> 'HOLD' or m.debit_account_id <> h.debit_account_id or m.credit_account_id <> h.credit_account_id
          or m.amount_cents > h.amount_cents or (m.kind = 'VOID_HOLD' and m.amount_cents <> h.amount_cents)) then
      raise exception 'a movement does not fit its hold' using errcode = 'check_violation';
    end if;
    delete from ledger_holds o using moved m where o.movement_id = m.hold_id;
  end if;
  insert into ledger_holds (movement_id, organisation_id, debit_account_id, credit_account_id, amount_cents, expires_at)
    select id, organisation_id, debit_account_id, credit_account_id, amount_cents, expires_at from moved where kind = 'HOLD';
  with effects as (
    select m.id, m.place, m.reference, m.debit_account_id, m.credit_account_id,
      case when m.kind in ('POST', 'POST_HOLD') then m.amount_cents else 0 end as posted,
      case m.kind when 'HOLD' then m.amount_cents when 'POST' then 0 else -h.amount_cents end as held
    from moved m left join ledger_movements h on h.id = m.hold_id
  ), sides as (
    select id, place, reference, 'DEBIT' as side, debit_account_id as account_id, posted, held from effects
    union all select id, place, reference, 'CREDIT', credit_account_id, posted, held from effects
  ), lines as (
    select s.id, s.place, s.reference, s.side, s.account_id, s.posted, s.held, a.organisation_id, a.may_overdraw,
      a.entry_count + row_number() over in_order as n,
      case a.normal_side when 'CREDIT' then a.credits_cents - a.debits_cents else a.debits_cents - a.credits_cents end
        + sum(case s.side when a.normal_side then s.posted else -s.posted end) over in_order as balance,
      case a.normal_side when 'CREDIT' then a.held_debits_cents else a.held_credits_cents end
        + sum(case s.side when a.normal_side then 0 else s.held end) over in_order as leaving
    from sides s join ledger_accounts a on a.id = s.account_id
    window in_order as (partition by s.account_id order by s.place, s.id)
  ), overdrawing as (
    select reference from lines where not may_overdraw and balance < leaving order by place limit 1
  ), written as (
    insert into ledger_entries (account_id, n, organisation_id, movement_id, side, posted_cents, held_cents, balance_after_cents, available_after_cents)
      select account_id, n, organisation_id, id, side, posted, held, balance, balance - leaving from lines
  ), counted as (
    update ledger_accounts a set debits_cents = a.debits_cents + t.debits, credits_cents = a.credits_cents + t.credits,
        held_debits_cents = a.held_debits_cents + t.held_debits, held_credits_cents = a.held_credits_cents + t.held_credits,
        entry_count = a.entry_count + t.entries
      from (select account_id, count(*) as entries,
          coalesce(sum(posted) filter (where side = 'DEBIT'), 0) as debits, coalesce(sum(posted) filter (where side = 'CREDIT'), 0) as credits,
          coalesce(sum(held) filter (where side = 'DEBIT'), 0) as held_debits, coalesce(sum(held) filter (where side = 'CREDIT'), 0) as held_credits
        from lines group by account_id) t
      where a.id = t.account_id and not exists (select from overdrawing)
  )
  select reference into refused from overdrawing;
  if found then raise exception 'not enough is available' using errcode = 'KL001', detail = refused; end if;
  return null;
end $$;
call guard('keep_ledger()');

create trigger keep_ledger after insert on ledger_movements referencing new table as moved for each statement execute function keep_ledger();

-- The accounts of these names, in any order; opens what is missing. Behind the wall everybody finds every account, to pay into
-- it, and opens only the own organisation's. Only where the kind names a lender one has to be given.
create function open_ledger_accounts(ids uuid[], organisations uuid[], kinds text[], subjects uuid[], seasons text[], currencies text[], lenders uuid[], at timestamptz)
  returns table (place integer, id uuid, book text) language plpgsql security definer
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into ledger_accounts (id, organisation_id, kind, book, normal_side, may_overdraw, subject_id, season, currency, lender_id, opened_at)
    select w.id, w.organisation_id, k.kind, k.book, k.normal_side, k.may_overdraw, w.subject_id, w.season, w.currency,
      case k.lender when 'OWNER' then w.organisation_id when 'NAMED' then w.lender_id end, at
    from unnest(ids, organisations, kinds, subjects, seasons, currencies, lenders) as w (id, organisation_id, kind, subject_id, season, currency, lender_id)
      join ledger_account_kinds k on k.kind = w.kind
    where (current_setting('role') = 'kahawa_wide' or w.organisation_id = app_organisation())
      and not exists (select from ledger_accounts a where a.organisation_id = w.organisation_id and a.kind = w.kind
        and a.subject_id = w.subject_id and a.season = w.season and a.currency = w.currency and (w.lender_id is null or a.lender_id = w.lender_id))
    order by w.organisation_id, w.kind, w.subject_id, w.season, w.currency, w.lender_id
    on conflict on constraint one_account_of_a_kind do nothing;
  return query
    select w.place::integer, a.id, a.book
    from unnest(organisations, kinds, subjects, seasons, currencies, lenders) with ordinality as w (organisation_id, kind, subject_id, season, currency, lender_id, place)
      join ledger_accounts a on a.organisation_id = w.organisation_id and a.kind = w.kind
        and a.subject_id = w.subject_id and a.season = w.season and a.currency = w.currency and (w.lender_id is null or a.lender_id = w.lender_id);
end $$;
call guard('open_ledger_accounts(uuid[], uuid[], text[], uuid[], text[], text[], uuid[], timestamptz)');
grant execute on function open_ledger_accounts(uuid[], uuid[], text[], uuid[], text[], text[], uuid[], timestamptz) to kahawa_app, kahawa_wide;

-- The entries of an account in reach with what their movements say; a movement that came from elsewhere belongs to its giver.
create function ledger_statement(account uuid, from_day date, to_day date, after_n bigint, most integer)
  returns table (n bigint, reference text, kind text, side text, posted_cents bigint, held_cents bigint, balance_after_cents bigint,
    available_after_cents bigint, business_date date, cause_kind text, cause_id uuid, narration text, created_at timestamptz)
  language plpgsql stable security definer as $$
begin
  if current_setting('role') <> 'kahawa_wide'
    and not exists (select from ledger_accounts a where a.id = account and a.organisation_id = app_organisation()) then return; end if;
  return query
    select e.n, m.reference, m.kind, e.side, e.posted_cents, e.held_cents, e.balance_after_cents, e.available_after_cents,
      m.business_date, m.cause_kind, m.cause_id, m.narration, m.created_at
    from ledger_entries e join ledger_movements m on m.id = e.movement_id
    where e.account_id = account and e.n > after_n and m.business_date >= from_day and m.business_date <= to_day
    order by e.n limit most;
end $$;
call guard('ledger_statement(uuid, date, date, bigint, integer)');
grant execute on function ledger_statement(uuid, date, date, bigint, integer) to kahawa_app, kahawa_wide;
