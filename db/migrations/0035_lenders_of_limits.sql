-- A limit is a sum of grants of named lenders: its accounts, and what is owed of them, name whose they are.
-- `docs/decisions/0020-a-limit-of-each-lender.md` says why, and what becomes of what stood before.

-- Whether an account of the kind is of one lender: its owner, or one that it names.
alter table ledger_account_kinds add column lender text not null generated always as
  (case when kind in ('limit', 'limit_used', 'loan') then 'NAMED' when kind in ('settlement', 'outside') then 'NONE' else 'OWNER' end) stored;
alter table ledger_accounts add column lender_id uuid;
alter table ledger_accounts drop constraint one_account_of_a_kind;

-- Who moved what on the limits and loans that stand. A grant is its owner's, a use or a hold is of the lender of its loan, and
-- what is owed is owed to whose clearing or fee it came from.
create temporary table lent_before on commit drop as
  select a.id as account_id, a.kind, a.organisation_id, a.subject_id, a.season, a.currency, m.created_at, m.place, x.id as other_id,
    case when x.kind = 'limit_granted' then 'granted' when x.kind = 'limit_used' and m.kind = 'HOLD' then 'reserved' when x.kind = 'limit_used' then 'used' else 'owed' end as what,
    case when x.kind = 'limit_used' then r.lender_id when x.kind in ('limit_granted', 'clearing', 'fee', 'outside') then x.organisation_id end as lender_id,
    case when m.kind = 'HOLD' and o.movement_id is null or m.kind = 'VOID_HOLD' then 0
      when m.is_debit = (x.kind <> 'limit_granted') then m.amount_cents else -m.amount_cents end as cents
  from (
    select id, kind, debit_account_id as own_id, credit_account_id as other_id, true as is_debit, amount_cents, cause_kind, cause_id, created_at, place from ledger_movements
    union all select id, kind, credit_account_id, debit_account_id, false, amount_cents, cause_kind, cause_id, created_at, place from ledger_movements
  ) m join ledger_accounts a on a.id = m.own_id join ledger_accounts x on x.id = m.other_id
    left join ledger_holds o on o.movement_id = m.id
    left join loan_requests r on m.cause_kind = 'loan_request' and r.id = m.cause_id
  where a.kind in ('limit', 'loan');
analyze lent_before;

-- An account keeps its history and becomes that of the lender who came first.
create temporary table first_lenders on commit drop as
  select distinct on (kind, organisation_id, subject_id, season, currency) kind, organisation_id, subject_id, season, currency, lender_id
  from lent_before where lender_id is not null
  order by kind, organisation_id, subject_id, season, currency, what <> 'granted', created_at, place;
analyze first_lenders;

-- Only the name changes: what was moved and what is left stay as they are.
alter table ledger_accounts disable trigger kept_by_movements;
update ledger_accounts a set lender_id = n.lender_id
  from (
    select b.id, coalesce(f.lender_id,
      -- Nothing was ever granted or lent on it.
      (select r.granted_by from limit_rows r where b.kind <> 'loan' and r.farmer_id = b.subject_id and r.season = b.season order by r.place limit 1),
      b.organisation_id) as lender_id
    from ledger_accounts b left join first_lenders f on f.kind = replace(b.kind, 'limit_used', 'limit') and f.organisation_id = b.organisation_id
      and f.subject_id = b.subject_id and f.season = b.season and f.currency = b.currency
    where b.kind not in ('settlement', 'outside')
  ) n where n.id = a.id;
alter table ledger_accounts enable trigger kept_by_movements;
alter table ledger_accounts add constraint one_account_of_a_kind unique nulls not distinct (organisation_id, kind, subject_id, season, currency, lender_id);
alter table ledger_accounts add constraint lender_as_its_kind check ((kind in ('settlement', 'outside')) = (lender_id is null));

-- What each lender has of each limit. A lender who lent more than he had granted has granted it by lending it: as much is
-- taken from the other lenders of the member, from the oldest grant first, because it was theirs that was lent.
create temporary table lender_parts on commit drop as
  with parts as (
    select b.account_id, b.organisation_id, b.subject_id, b.season, b.currency, a.lender_id as first_lender, coalesce(b.lender_id, a.lender_id) as lender_id,
      coalesce(sum(cents) filter (where what = 'granted'), 0)::bigint as granted, coalesce(sum(cents) filter (where what = 'used'), 0)::bigint as used,
      coalesce(sum(cents) filter (where what = 'reserved'), 0)::bigint as reserved, min(created_at) as since
    from lent_before b join ledger_accounts a on a.id = b.account_id where b.kind = 'limit' group by 1, 2, 3, 4, 5, 6, 7
  ), left_over as (
    select p.*, greatest(0, used + reserved - granted) as over, greatest(0, granted - used - reserved) as spare, count(*) over (partition by account_id) as lenders from parts p
  )
  select l.*, greatest(0, least(spare, sum(over) over (partition by account_id) - coalesce(sum(spare) over before, 0)))::bigint as taken
  from left_over l where lenders > 1 window before as (partition by account_id order by since, lender_id rows between unbounded preceding and 1 preceding);

-- The same of what is owed, by the account that it came from. What was paid back counts for the first lender.
create temporary table owed_parts on commit drop as
  with parts as (
    select b.account_id, b.organisation_id, b.subject_id, b.season, b.currency, b.lender_id, b.other_id, sum(b.cents)::bigint as cents, min(b.created_at) as since
    from lent_before b join ledger_accounts a on a.id = b.account_id
    where b.kind = 'loan' and b.lender_id <> a.lender_id group by 1, 2, 3, 4, 5, 6, 7 having sum(b.cents) > 0
  )
  select p.*, greatest(0, least(cents, (select a.debits_cents - a.credits_cents from ledger_accounts a where a.id = account_id) - coalesce(sum(cents) over before, 0)))::bigint as moved
  from parts p window before as (partition by account_id order by since, other_id rows between unbounded preceding and 1 preceding);

insert into ledger_accounts (id, organisation_id, kind, book, normal_side, may_overdraw, subject_id, season, currency, lender_id, opened_at)
  select gen_random_uuid(), w.organisation_id, k.kind, k.book, k.normal_side, k.may_overdraw, w.subject_id, w.season, w.currency, w.lender_id, min(w.since)
  from (
    select organisation_id, kind, subject_id, season, currency, lender_id, since from lender_parts cross join (values ('limit'), ('limit_used')) as both_kinds (kind)
    union all select lender_id, 'limit_granted', organisation_id, season, currency, lender_id, since from lender_parts
    union all select organisation_id, 'loan', subject_id, season, currency, lender_id, since from owed_parts
  ) w join ledger_account_kinds k on k.kind = w.kind
  group by 2, 3, 4, 5, 6, 7, 8, 9, 10
  on conflict on constraint one_account_of_a_kind do nothing;

-- What crossed comes back and is moved again on the accounts of its own lender; every open hold gets a name with the lender.
with named as (
  select p.*, p.lender_id <> p.first_lender as is_other, first_used.id as first_used, own.id as own, own_used.id as own_used, grants.id as grants
  from lender_parts p
    join ledger_accounts own on own.organisation_id = p.organisation_id and own.kind = 'limit' and own.subject_id = p.subject_id and own.season = p.season
      and own.currency = p.currency and own.lender_id = p.lender_id
    join ledger_accounts own_used on own_used.organisation_id = p.organisation_id and own_used.kind = 'limit_used' and own_used.subject_id = p.subject_id
      and own_used.season = p.season and own_used.currency = p.currency and own_used.lender_id = p.lender_id
    join ledger_accounts first_used on first_used.organisation_id = p.organisation_id and first_used.kind = 'limit_used' and first_used.subject_id = p.subject_id
      and first_used.season = p.season and first_used.currency = p.currency and first_used.lender_id = p.first_lender
    join ledger_accounts grants on grants.organisation_id = p.lender_id and grants.kind = 'limit_granted' and grants.subject_id = p.organisation_id
      and grants.season = p.season and grants.currency = p.currency
), open_holds as (
  select h.id, h.reference, h.debit_account_id, h.credit_account_id, h.amount_cents, h.cause_id, h.expires_at, coalesce(r.lender_id, a.lender_id) as lender_id
  from ledger_holds o join ledger_movements h on h.id = o.movement_id join ledger_accounts a on a.id = h.debit_account_id
    left join loan_requests r on r.id = h.cause_id
  where h.book = 'LIMIT' and h.cause_kind = 'loan_request' and h.reference = 'limit/' || h.cause_id
), wanted as (
  select 1 as step, reference || '/named' as reference, 'VOID_HOLD' as kind, id as hold_id, debit_account_id, credit_account_id, amount_cents,
    cause_id, null::timestamptz as expires_at from open_holds
  union all select 2, 'lender/' || account_id || '/' || lender_id || '/unused', 'POST', null, first_used, account_id, used, account_id, null from named where is_other
  union all select 3, 'lender/' || account_id || '/' || lender_id || '/over', 'POST', null, grants, account_id, over, account_id, null from named where not is_other
  union all select 4, 'lender/' || account_id || '/' || lender_id || '/ungranted', 'POST', null, account_id, grants, granted, account_id, null from named where is_other
  union all select 5, 'lender/' || account_id || '/' || lender_id || '/granted', 'POST', null, grants, own, granted + over, account_id, null from named where is_other
  union all select 6, 'lender/' || account_id || '/' || lender_id || '/taken', 'POST', null, own, grants, taken, account_id, null from named
  union all select 7, 'lender/' || account_id || '/' || lender_id || '/used', 'POST', null, own, own_used, used, account_id, null from named where is_other
  union all select 8, h.reference || '/' || h.lender_id, 'HOLD', null, coalesce(n.own, h.debit_account_id), coalesce(n.own_used, h.credit_account_id), h.amount_cents,
    h.cause_id, h.expires_at from open_holds h left join named n on n.account_id = h.debit_account_id and n.lender_id = h.lender_id
  union all select 1, 'lender/' || account_id || '/' || other_id || '/unlent', 'POST', null, other_id, account_id, moved, account_id, null from owed_parts
  union all select 2, 'lender/' || account_id || '/' || other_id || '/lent', 'POST', null, l.id, other_id, moved, account_id, null
    from owed_parts p join ledger_accounts l on l.organisation_id = p.organisation_id and l.kind = 'loan' and l.subject_id = p.subject_id
      and l.season = p.season and l.currency = p.currency and l.lender_id = p.lender_id
)
insert into ledger_movements (id, organisation_id, reference, kind, hold_id, debit_account_id, credit_account_id, book, currency, amount_cents,
    business_date, cause_kind, cause_id, narration, expires_at, place, created_at)
  select gen_random_uuid(), d.organisation_id, w.reference, w.kind, w.hold_id, w.debit_account_id, w.credit_account_id, d.book, d.currency, w.amount_cents,
    (now() at time zone 'Africa/Nairobi')::date, 'lender_named', w.cause_id, 'Named by its lender', w.expires_at, row_number() over (order by w.step, w.reference), now()
  from wanted w join ledger_accounts d on d.id = w.debit_account_id where w.amount_cents > 0;

-- From now on nothing moves from one lender to another.
create or replace function keep_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp
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

drop function open_ledger_accounts(uuid[], uuid[], text[], uuid[], text[], text[], timestamptz);
-- The accounts of these names, in any order; opens what is missing. Behind the wall everybody finds every account, to pay into
-- it, and opens only the own organisation's. Only where the kind names a lender one has to be given.
create function open_ledger_accounts(ids uuid[], organisations uuid[], kinds text[], subjects uuid[], seasons text[], currencies text[], lenders uuid[], at timestamptz)
  returns table (place integer, id uuid, book text) language plpgsql security definer set search_path = public, pg_temp
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
revoke execute on function open_ledger_accounts(uuid[], uuid[], text[], uuid[], text[], text[], uuid[], timestamptz) from public;
grant execute on function open_ledger_accounts(uuid[], uuid[], text[], uuid[], text[], text[], uuid[], timestamptz) to kahawa_app, kahawa_wide;

-- The limit of a member in a season, live: the sum over the lenders. Arrears are what is still owed of earlier seasons, to
-- whomever; whole shillings are available. Behind the wall like its accounts.
drop view farmer_limits;
create view farmer_limits with (security_invoker = true) as
  select l.organisation_id, l.farmer_id, l.season, l.balance_cents + l.used_cents as granted_cents, l.used_cents, l.reserved_cents, owed.arrears_cents,
    greatest(0, (l.balance_cents - l.reserved_cents - owed.arrears_cents) / 100 * 100) as available_cents,
    -- By how much the limit no longer covers what is reserved of it.
    greatest(0, l.reserved_cents + owed.arrears_cents - l.balance_cents) as short_cents
  from (
    select a.organisation_id, a.subject_id as farmer_id, a.season, a.currency,
      coalesce(sum(a.credits_cents - a.debits_cents) filter (where a.kind = 'limit'), 0)::bigint as balance_cents,
      coalesce(sum(a.credits_cents - a.debits_cents) filter (where a.kind = 'limit_used'), 0)::bigint as used_cents,
      coalesce(sum(a.held_debits_cents) filter (where a.kind = 'limit'), 0)::bigint as reserved_cents
    from ledger_accounts a where a.kind in ('limit', 'limit_used') group by a.organisation_id, a.subject_id, a.season, a.currency
  ) l cross join lateral (
    select coalesce(sum(o.debits_cents - o.credits_cents), 0)::bigint as arrears_cents from ledger_accounts o
    where o.organisation_id = l.organisation_id and o.kind = 'loan' and o.subject_id = l.farmer_id and o.season < l.season and o.currency = l.currency
  ) owed;
grant select on farmer_limits to kahawa_app, kahawa_wide;

-- The part of one lender: arrears are what is owed to him, and no lender gives more than the member has available in sum.
create view lender_limits with (security_invoker = true) as
  select l.organisation_id, l.subject_id as farmer_id, l.season, l.lender_id, l.opened_at as since, b.balance_cents + b.used_cents as granted_cents, b.used_cents,
    l.held_debits_cents as reserved_cents, owed.arrears_cents,
    greatest(0, least((b.balance_cents - l.held_debits_cents - owed.arrears_cents) / 100 * 100, in_sum.available_cents)) as available_cents,
    greatest(0, l.held_debits_cents + owed.arrears_cents - b.balance_cents) as short_cents
  from ledger_accounts l left join ledger_accounts u on u.organisation_id = l.organisation_id and u.kind = 'limit_used'
      and u.subject_id = l.subject_id and u.season = l.season and u.currency = l.currency and u.lender_id = l.lender_id
    cross join lateral (select l.credits_cents - l.debits_cents as balance_cents, coalesce(u.credits_cents - u.debits_cents, 0) as used_cents) b
    cross join lateral (
      select coalesce(sum(o.debits_cents - o.credits_cents), 0)::bigint as arrears_cents from ledger_accounts o
      where o.organisation_id = l.organisation_id and o.kind = 'loan' and o.subject_id = l.subject_id and o.season < l.season and o.currency = l.currency
        and o.lender_id = l.lender_id
    ) owed
    cross join lateral (
      select f.available_cents from farmer_limits f where f.organisation_id = l.organisation_id and f.farmer_id = l.subject_id and f.season = l.season
    ) in_sum
  where l.kind = 'limit' and b.balance_cents + b.used_cents > 0;
grant select on lender_limits to kahawa_app, kahawa_wide;
