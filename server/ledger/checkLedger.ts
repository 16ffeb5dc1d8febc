import type { ClientBase } from 'pg'

/** Something in the ledger that is not as its movements say. `example` names the first row of it. */
type Finding = { what: string; count: number; example: string }
export type Checked = { movements: number; accounts: number; openHolds: number; sums: Sum[]; findings: Finding[] }
/** What all accounts of a book and currency have together on each side. */
type Sum = { book: string; currency: string; debitsCents: bigint; creditsCents: bigint }

/**
 * Recomputes the whole ledger from its movements, as the owner, in one look at the database: every entry, balance, hold and sum.
 * It finds what does not follow from the movements. A movement that was removed with all its traces is missed by whoever
 * compares causes: the decision behind it stands in the sealed audit trail.
 */
export async function checkLedger(client: ClientBase): Promise<Checked> {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await recompute(client)
  } finally {
    await client.query('rollback')
  }
}

/** The same inside a transaction that is open already. */
export async function recompute(client: ClientBase): Promise<Checked> {
  const findings: Finding[] = []
  for (const [what, query] of Object.entries(questions)) {
    const { rows } = await client.query<{ count: number; example: string | null }>(
      `with wrong as (${query}) select count(*)::int as count, min(w.name::text) as example from wrong w (name)`,
    )
    const [wrong] = rows
    if (wrong && wrong.count > 0) findings.push({ what, count: wrong.count, example: wrong.example ?? '' })
  }
  const { rows: counts } = await client.query<Omit<Checked, 'sums' | 'findings'>>(
    `select (select count(*)::int from ledger_movements) as movements, (select count(*)::int from ledger_accounts) as accounts,
      (select count(*)::int from ledger_holds) as "openHolds"`,
  )
  const { rows: sums } = await client.query<Record<keyof Sum, string>>(
    `select book, currency, sum(debits_cents)::text as "debitsCents", sum(credits_cents)::text as "creditsCents" from ledger_accounts group by book, currency order by book, currency`,
  )
  const inCents = sums.map((sum) => ({
    ...sum,
    debitsCents: BigInt(sum.debitsCents),
    creditsCents: BigInt(sum.creditsCents),
  }))
  return { ...(counts[0] ?? { movements: 0, accounts: 0, openHolds: 0 }), sums: inCents, findings }
}

// What each movement should have done to its two accounts.
const effects = `select m.id, m.reference, s.side, s.account_id, a.organisation_id,
    case when m.kind in ('POST', 'POST_HOLD') then m.amount_cents else 0 end as posted,
    case m.kind when 'HOLD' then m.amount_cents when 'POST' then 0 else -coalesce(h.amount_cents, 0) end as held
  from ledger_movements m left join ledger_movements h on h.id = m.hold_id
    cross join lateral (values ('DEBIT', m.debit_account_id), ('CREDIT', m.credit_account_id)) as s (side, account_id)
    left join ledger_accounts a on a.id = s.account_id`

const growth = `case when e.side = a.normal_side then e.posted_cents else -e.posted_cents end`
const leaving = `case when e.side = a.normal_side then 0 else e.held_cents end`
const available = `case when a.normal_side = 'CREDIT' then a.credits_cents - a.debits_cents - a.held_debits_cents
  else a.debits_cents - a.credits_cents - a.held_credits_cents end`

/** Each question answers the rows that are wrong. */
const questions: Record<string, string> = {
  'a movement with accounts that are missing, the same, or of another owner, book or currency': `
    select m.reference from ledger_movements m left join ledger_accounts d on d.id = m.debit_account_id left join ledger_accounts c on c.id = m.credit_account_id
    where d.id is null or c.id is null or d.id = c.id or d.organisation_id <> m.organisation_id or m.amount_cents <= 0
      or d.book <> m.book or c.book <> m.book or d.currency <> m.currency or c.currency <> m.currency`,
  'a reference that stands for more than one movement': `
    select reference from ledger_movements group by reference having count(*) > 1`,
  'a hold that was closed twice': `
    select hold_id from ledger_movements where hold_id is not null group by hold_id having count(*) > 1`,
  'a closing that does not fit its hold': `
    select m.reference from ledger_movements m left join ledger_movements h on h.id = m.hold_id
    where (m.kind in ('POST_HOLD', 'VOID_HOLD')) <> (m.hold_id is not null) or m.hold_id is not null and (h.id is null or h.kind <> 'HOLD'
      or h.debit_account_id <> m.debit_account_id or h.credit_account_id <> m.credit_account_id or m.amount_cents > h.amount_cents
      or m.kind = 'VOID_HOLD' and m.amount_cents <> h.amount_cents or m.kind = 'POST_HOLD' and h.expires_at <= m.created_at)`,
  'a movement without one of its entries, or an entry that is not as its movement': `
    select coalesce(f.reference, e.account_id || ' ' || e.n) from (${effects}) f full join ledger_entries e on e.movement_id = f.id and e.side = f.side
    where (f.account_id, f.organisation_id, f.posted, f.held) is distinct from (e.account_id, e.organisation_id, e.posted_cents, e.held_cents)`,
  'two entries for one side of a movement': `
    select movement_id from ledger_entries group by movement_id, side having count(*) > 1`,
  'an account whose entries are not numbered without a gap': `
    select a.id from ledger_accounts a left join (select account_id, count(*) as n, min(n) as first, max(n) as last from ledger_entries group by account_id) e on e.account_id = a.id
    where a.entry_count <> coalesce(e.n, 0) or coalesce(e.first, 1) <> 1 or coalesce(e.last, 0) <> a.entry_count`,
  'an entry after which the balance is not what the entries before it make': `
    select e.account_id || ' ' || e.n from (
      select e.account_id, e.n, e.balance_after_cents, e.available_after_cents, sum(${growth}) over so_far as balance, sum(${growth} - ${leaving}) over so_far as available
      from ledger_entries e join ledger_accounts a on a.id = e.account_id window so_far as (partition by e.account_id order by e.n)) e
    where e.balance_after_cents <> e.balance or e.available_after_cents <> e.available`,
  'an account whose balance is not the sum of its movements': `
    select a.id from ledger_accounts a left join (
      select account_id, sum(posted) filter (where side = 'DEBIT') as debits, sum(posted) filter (where side = 'CREDIT') as credits,
        sum(held) filter (where side = 'DEBIT') as held_debits, sum(held) filter (where side = 'CREDIT') as held_credits
      from (${effects}) f group by account_id) t on t.account_id = a.id
    where (a.debits_cents, a.credits_cents, a.held_debits_cents, a.held_credits_cents)
      is distinct from (coalesce(t.debits, 0), coalesce(t.credits, 0), coalesce(t.held_debits, 0), coalesce(t.held_credits, 0))`,
  'an open hold that is missing, closed or not as its movement': `
    select coalesce(m.reference, o.movement_id::text) from
      (select h.* from ledger_movements h where h.kind = 'HOLD' and not exists (select from ledger_movements c where c.hold_id = h.id)) m
      full join ledger_holds o on o.movement_id = m.id
    where (m.organisation_id, m.debit_account_id, m.credit_account_id, m.amount_cents, m.expires_at)
      is distinct from (o.organisation_id, o.debit_account_id, o.credit_account_id, o.amount_cents, o.expires_at)`,
  'an account that is or was overdrawn': `
    select a.id from ledger_accounts a where not a.may_overdraw
      and (${available} < 0 or exists (select from ledger_entries e where e.account_id = a.id and e.available_after_cents < 0))`,
  'an account that is not as its kind': `
    select a.id from ledger_accounts a left join ledger_account_kinds k on k.kind = a.kind
    where (a.book, a.normal_side, a.may_overdraw) is distinct from (k.book, k.normal_side, k.may_overdraw)
      or (case k.lender when 'OWNER' then a.lender_id = a.organisation_id when 'NAMED' then exists (select from organisations o where o.id = a.lender_id)
        else a.lender_id is null end) is distinct from true`,
  'a lender who moved something to another and did not get it back': `
    select min(m.reference) from (
      select reference, debit_account_id as one, credit_account_id as other, amount_cents from ledger_movements where kind in ('POST', 'POST_HOLD')
      union all select reference, credit_account_id, debit_account_id, -amount_cents from ledger_movements where kind in ('POST', 'POST_HOLD')) m
      join ledger_accounts a on a.id = m.one join ledger_accounts b on b.id = m.other
    where a.lender_id < b.lender_id group by m.one, m.other having sum(m.amount_cents) <> 0`,
  'a lender whose grants are not what their members have and have used': `
    select g.id from ledger_accounts g where g.kind = 'limit_granted' and g.debits_cents - g.credits_cents <> (
      select coalesce(sum(l.credits_cents - l.debits_cents), 0) from ledger_accounts l
      where l.organisation_id = g.subject_id and l.kind in ('limit', 'limit_used') and l.season = g.season and l.currency = g.currency and l.lender_id = g.lender_id)
    union all select l.id from ledger_accounts l where l.kind = 'limit' and l.credits_cents > 0 and not exists (select from ledger_accounts g
      where g.organisation_id = l.lender_id and g.kind = 'limit_granted' and g.subject_id = l.organisation_id and g.season = l.season and g.currency = l.currency)`,
  'a hold on the limit of somebody who is not the lender of the loan': `
    select h.reference from ledger_holds o join ledger_movements h on h.id = o.movement_id join ledger_accounts a on a.id = o.debit_account_id
      join loan_requests r on r.id = h.cause_id
    where a.kind = 'limit' and (a.lender_id <> r.lender_id or a.subject_id <> r.farmer_id or a.season <> r.season or o.amount_cents <> r.amount_cents)`,
  'two accounts of one name': `
    select min(id::text) from ledger_accounts group by organisation_id, kind, subject_id, season, currency, lender_id having count(*) > 1`,
  'a book whose two sides are not equal': `
    select book || ' ' || currency from ledger_accounts group by book, currency
    having sum(debits_cents) <> sum(credits_cents) or sum(held_debits_cents) <> sum(held_credits_cents)`,
  'a rule of the ledger that is switched off': `
    select t.tgrelid::regclass || ' ' || t.tgname from pg_trigger t where t.tgrelid::regclass::text like 'ledger\\_%' and t.tgenabled = 'D'
    union all select 'ledger_movements has no keeper' where not exists (select from pg_trigger where tgname = 'keep_ledger' and tgrelid = 'ledger_movements'::regclass)
    union all select c.conrelid::regclass || ' ' || c.conname from pg_constraint c where c.conrelid::regclass::text like 'ledger\\_%' and not c.convalidated`,
}
