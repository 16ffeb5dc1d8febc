-- The ledger: the only home of balances. A movement takes one amount from one account to another, so that no movement can be
-- out of balance; what it does to the two accounts is written by a trigger in the same statement, never by the program.
-- `docs/decisions/0013-a-ledger-of-pairs.md` says why.

-- The chart of accounts. An account of a kind that may not be overdrawn never has less than nothing available.
create table ledger_account_kinds (
  kind text primary key,
  -- Nothing moves from one book to another: a limit is no money.
  book text not null check (book in ('MONEY', 'LIMIT')),
  -- The side on which the account grows.
  normal_side text not null check (normal_side in ('DEBIT', 'CREDIT')),
  may_overdraw boolean not null,
  meaning text not null,
  unique (kind, book, normal_side, may_overdraw)
);
insert into ledger_account_kinds (kind, book, normal_side, may_overdraw, meaning) values
  ('limit_granted', 'LIMIT', 'DEBIT', false, 'What an organisation has granted the members of a society in a season.'),
  ('limit', 'LIMIT', 'CREDIT', false, 'What a member may still borrow in a season.'),
  ('limit_used', 'LIMIT', 'CREDIT', false, 'What a member has borrowed of the limit of a season.'),
  ('fund', 'MONEY', 'DEBIT', false, 'Money of a fund at the bank.'),
  ('clearing', 'MONEY', 'DEBIT', false, 'Money of a fund on its way to the members of a society: paid out, or back.'),
  ('loan', 'MONEY', 'DEBIT', false, 'What a member owes of the loans of a season.'),
  ('fee', 'MONEY', 'CREDIT', false, 'Fees of the loans to members of a society.'),
  ('settlement', 'MONEY', 'CREDIT', false, 'Money of a society that the bank holds for it.'),
  ('outside', 'MONEY', 'CREDIT', true, 'The other side of money that comes from the world outside or goes there.');

create table ledger_accounts (
  id uuid primary key,
  -- Who sees it, and who alone may debit it behind the wall.
  organisation_id uuid not null references organisations on delete restrict,
  kind text not null,
  book text not null,
  normal_side text not null,
  may_overdraw boolean not null,
  -- The farmer or the organisation it is about.
  subject_id uuid not null,
  -- Empty when the account is not of one season.
  season text not null default '' check (season = '' or season ~ '^[0-9]{4}/[0-9]{4}$'),
  currency text not null check (currency in ('KES', 'USD')),
  debits_cents bigint not null default 0 check (debits_cents >= 0),
  credits_cents bigint not null default 0 check (credits_cents >= 0),
  -- What open holds will take or bring.
  held_debits_cents bigint not null default 0 check (held_debits_cents >= 0),
  held_credits_cents bigint not null default 0 check (held_credits_cents >= 0),
  entry_count bigint not null default 0,
  opened_at timestamptz not null,
  foreign key (kind, book, normal_side, may_overdraw) references ledger_account_kinds (kind, book, normal_side, may_overdraw) on delete restrict,
  constraint one_account_of_a_kind unique (organisation_id, kind, subject_id, season, currency),
  unique (id, organisation_id, book, currency),
  unique (id, book, currency),
  constraint not_overdrawn check (may_overdraw or case normal_side
    when 'CREDIT' then credits_cents - debits_cents - held_debits_cents
    else debits_cents - credits_cents - held_credits_cents end >= 0)
) with (fillfactor = 70);
create index on ledger_accounts (subject_id, kind);

create table ledger_movements (
  id uuid primary key,
  -- The owner of the debited account.
  organisation_id uuid not null,
  -- One per intent, for ever.
  reference text not null check (length(reference) between 1 and 120),
  kind text not null check (kind in ('POST', 'HOLD', 'POST_HOLD', 'VOID_HOLD')),
  hold_id uuid references ledger_movements on delete restrict,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  book text not null,
  currency text not null,
  -- Of a VOID_HOLD: what was held. A POST_HOLD may be smaller than its hold; the rest is released.
  amount_cents bigint not null check (amount_cents > 0),
  business_date date not null,
  -- The record that it came of.
  cause_kind text not null check (cause_kind <> ''),
  cause_id uuid not null,
  narration text not null default '',
  expires_at timestamptz,
  -- Movements of one statement happen in this order.
  place integer not null,
  created_at timestamptz not null,
  constraint two_accounts check (debit_account_id <> credit_account_id),
  constraint only_closings_name_a_hold check ((kind in ('POST_HOLD', 'VOID_HOLD')) = (hold_id is not null)),
  constraint only_holds_expire check (kind = 'HOLD' or expires_at is null),
  foreign key (debit_account_id, organisation_id, book, currency) references ledger_accounts (id, organisation_id, book, currency) on delete restrict,
  foreign key (credit_account_id, book, currency) references ledger_accounts (id, book, currency) on delete restrict
);
create unique index one_movement_of_a_reference on ledger_movements (reference);
-- A hold is closed once.
create unique index one_closing_of_a_hold on ledger_movements (hold_id) where hold_id is not null;
create index on ledger_movements (cause_id, id);
-- Accounts are never removed, so the keys that name them need no index here.

-- What a movement did to each of its two accounts, numbered without a gap in each account.
create table ledger_entries (
  account_id uuid not null,
  n bigint not null,
  organisation_id uuid not null,
  movement_id uuid not null,
  side text not null check (side in ('DEBIT', 'CREDIT')),
  posted_cents bigint not null check (posted_cents >= 0),
  -- Added to what is held on this side; negative when a hold is closed.
  held_cents bigint not null,
  balance_after_cents bigint not null,
  available_after_cents bigint not null,
  primary key (account_id, n)
);
-- Only the trigger below writes entries, and `npm run ledger:check` compares them with their movements: no keys to pay for.

-- Holds that nobody has closed yet.
create table ledger_holds (
  movement_id uuid primary key references ledger_movements on delete restrict,
  organisation_id uuid not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_cents bigint not null,
  expires_at timestamptz
);
create index on ledger_holds (expires_at) where expires_at is not null;
create index on ledger_holds (debit_account_id);

-- KL001 overdrawn, KL002 the hold has expired; the detail is the reference. A connection plans each of its statements once: one
-- that began with ten thousand movements must not read whole tables for a single one afterwards, so accounts and holds are
-- looked up by their keys always.
create function keep_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  refused text;
begin
  -- One order for everybody: two statements never wait for each other in a ring. A key check does not wait for this lock.
  perform from ledger_accounts where id in (select debit_account_id from moved union select credit_account_id from moved)
    order by id for no key update;
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
revoke execute on function keep_ledger() from public;
create trigger keep_ledger after insert on ledger_movements referencing new table as moved for each statement execute function keep_ledger();

-- Append-only, the owner included. What the trigger keeps, nobody else writes.
create trigger append_only before update or delete or truncate on ledger_movements for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
create trigger append_only before delete or truncate on ledger_accounts for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on ledger_account_kinds for each statement execute function refuse_change();
create trigger kept_by_movements before insert on ledger_entries for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger kept_by_movements before update on ledger_accounts for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger kept_by_movements before insert or update or delete on ledger_holds for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger append_only before truncate on ledger_holds for each statement execute function refuse_change();
create function begin_with_nothing() returns trigger language plpgsql as $$
begin
  if new.debits_cents + new.credits_cents + new.held_debits_cents + new.held_credits_cents + new.entry_count <> 0 then
    raise exception 'an account begins with nothing' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger begin_with_nothing before insert on ledger_accounts for each row execute function begin_with_nothing();

-- The accounts of these names, in any order; opens what is missing. Behind the wall everybody finds every account, to pay into
-- it, and opens only the own organisation's.
create function open_ledger_accounts(ids uuid[], organisations uuid[], kinds text[], subjects uuid[], seasons text[], currencies text[], at timestamptz)
  returns table (place integer, id uuid, book text) language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into ledger_accounts (id, organisation_id, kind, book, normal_side, may_overdraw, subject_id, season, currency, opened_at)
    select w.id, w.organisation_id, k.kind, k.book, k.normal_side, k.may_overdraw, w.subject_id, w.season, w.currency, at
    from unnest(ids, organisations, kinds, subjects, seasons, currencies) as w (id, organisation_id, kind, subject_id, season, currency)
      join ledger_account_kinds k on k.kind = w.kind
    where (current_setting('role') = 'kahawa_wide' or w.organisation_id = app_organisation())
      and not exists (select from ledger_accounts a where a.organisation_id = w.organisation_id and a.kind = w.kind
        and a.subject_id = w.subject_id and a.season = w.season and a.currency = w.currency)
    order by w.organisation_id, w.kind, w.subject_id, w.season, w.currency
    on conflict on constraint one_account_of_a_kind do nothing;
  return query
    select w.place::integer, a.id, a.book
    from unnest(organisations, kinds, subjects, seasons, currencies) with ordinality as w (organisation_id, kind, subject_id, season, currency, place)
      join ledger_accounts a on a.organisation_id = w.organisation_id and a.kind = w.kind
        and a.subject_id = w.subject_id and a.season = w.season and a.currency = w.currency;
end $$;
revoke execute on function open_ledger_accounts(uuid[], uuid[], text[], uuid[], text[], text[], timestamptz) from public;
grant execute on function open_ledger_accounts(uuid[], uuid[], text[], uuid[], text[], text[], timestamptz) to kahawa_app, kahawa_wide;

-- The entries of an account in reach with what their movements say; a movement that came from elsewhere belongs to its giver.
create function ledger_statement(account uuid, from_day date, to_day date, after_n bigint, most integer)
  returns table (n bigint, reference text, kind text, side text, posted_cents bigint, held_cents bigint, balance_after_cents bigint,
    available_after_cents bigint, business_date date, cause_kind text, cause_id uuid, narration text, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
revoke execute on function ledger_statement(uuid, date, date, bigint, integer) from public;
grant execute on function ledger_statement(uuid, date, date, bigint, integer) to kahawa_app, kahawa_wide;

call wall('ledger_accounts');
call wall('ledger_movements');
call wall('ledger_entries');
call wall('ledger_holds');
grant select on ledger_accounts, ledger_entries, ledger_holds to kahawa_app, kahawa_wide;
grant select, insert on ledger_movements to kahawa_app, kahawa_wide;

-- The limit of a member in a season, live. Arrears are what is still owed of earlier seasons; whole shillings are available.
-- Behind the wall like its accounts.
create view farmer_limits with (security_invoker = true) as
  select l.organisation_id, l.subject_id as farmer_id, l.season,
    b.balance_cents + b.used_cents as granted_cents, b.used_cents, l.held_debits_cents as reserved_cents, b.arrears_cents,
    greatest(0, (b.balance_cents - l.held_debits_cents - b.arrears_cents) / 100 * 100) as available_cents,
    -- By how much the limit no longer covers what is reserved of it.
    greatest(0, l.held_debits_cents + b.arrears_cents - b.balance_cents) as short_cents
  from ledger_accounts l left join ledger_accounts u on u.organisation_id = l.organisation_id and u.kind = 'limit_used'
      and u.subject_id = l.subject_id and u.season = l.season and u.currency = l.currency
    cross join lateral (
      select coalesce(sum(o.debits_cents - o.credits_cents), 0)::bigint as cents from ledger_accounts o
      where o.organisation_id = l.organisation_id and o.kind = 'loan' and o.subject_id = l.subject_id and o.season < l.season and o.currency = l.currency
    ) owed
    cross join lateral (
      select l.credits_cents - l.debits_cents as balance_cents, coalesce(u.credits_cents - u.debits_cents, 0) as used_cents, owed.cents as arrears_cents
    ) b
  where l.kind = 'limit';
grant select on farmer_limits to kahawa_app, kahawa_wide;
