import { toAmount } from '#contract/kit/money.ts'
import { differenceParts, type AccountStanding } from '#contract/reconciliation/reconciliation.ts'
import type { AccountPurpose } from '#contract/reconciliation/statementExceptions.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { readSocietyStandings } from './societyStandings.ts'

type Account = {
  lenderId: string
  organisationName: string
  fundName: string
  purpose: AccountPurpose
  accountNumber: string
}
type PartCode = keyof typeof differenceParts
type Sum = { cents: bigint; count: number }

/** Our books against the bank's: each account of a fund, and those of societies that do not agree. */
export async function readStandings(tx: Tx): Promise<AccountStanding[]> {
  const accounts = await rows(
    tx,
    sql<Account>`select f.organisation_id as "lenderId", o.name as "organisationName", f.name as "fundName", a.purpose, a.number as "accountNumber"
      from funds f join organisations o on o.id = f.organisation_id
        cross join lateral (values (1, 'FUND', f.account_number), (2, 'TRANSIT', f.transit_number), (3, 'MPESA', f.mpesa_short_code)) as a (place, purpose, number)
      where f.organisation_id = coalesce(app_fund(), f.organisation_id) order by o.name, a.place`,
  )
  const standings: AccountStanding[] = []
  for (const account of accounts) standings.push(await readStanding(tx, account))
  return [...standings, ...(await readSocietyStandings(tx))]
}

/**
 * What explains the difference is counted part by part, never as what is left over: what no part explains is shown as such.
 * For a fund "ours" is the ledger; its transit account and its M-PESA float have no account there, so our paid legs are the book.
 */
async function readStanding(tx: Tx, account: Account): Promise<AccountStanding> {
  const { accountNumber, lenderId: _lenderId, purpose, ...named } = account
  const bank = await readBank(tx, accountNumber)
  const ours = purpose === 'FUND' ? await readFund(tx, account) : await readLegs(tx, accountNumber)
  const items = await readItems(tx, accountNumber)
  const base = {
    ...named,
    purpose,
    accountNumber,
    currency: 'KES' as const,
    ours: toAmount(ours.cents),
    openExceptions: items.exceptions,
  }
  if (!bank) return { ...base, upTo: null, bank: null, difference: null, parts: [], unexplained: null }
  const gap = bank.closing - bank.opening - items.all
  const parts: [PartCode, Sum][] = [
    ['NOT_YET_AT_BANK', ours.notYet],
    ['RETURN_NOT_YET_AT_BANK', ours.returnNotYet],
    ['NOT_HERE', items.open],
    ['BANK_ERROR', items.errors],
    ['BEFORE_FIRST', { cents: ours.beside - bank.opening - items.inBooks, count: 1 }],
    ['GAP', { cents: -gap, count: 1 }],
  ]
  const difference = ours.cents - bank.closing
  const explained = parts.reduce((sum, [, { cents }]) => sum + cents, 0n)
  return {
    ...base,
    upTo: bank.upTo,
    bank: toAmount(bank.closing),
    difference: toAmount(difference),
    parts: parts
      .filter(([, { cents }]) => cents !== 0n)
      .map(([code, { cents, count }]) => ({ code, title: differenceParts[code], count, amount: toAmount(cents) })),
    unexplained: toAmount(difference - explained),
  }
}

async function readBank(
  tx: Tx,
  accountNumber: string,
): Promise<{ opening: bigint; closing: bigint; upTo: string } | null> {
  const [bank] = await rows(
    tx,
    sql<{ opening: bigint; closing: bigint; upTo: string }>`select l.closing_cents as closing, l.to_on as "upTo",
        (select opening_cents from bank_statements where account_number = ${accountNumber} order by from_on, id limit 1) as opening
      from bank_statements l where l.account_number = ${accountNumber} order by l.to_on desc, l.id desc limit 1`,
  )
  return bank ?? null
}

type Ours = { cents: bigint; beside: bigint; notYet: Sum; returnNotYet: Sum }

/** The fund in the ledger; `beside` is what came to it neither by payouts, of its own or of a society that repays, nor by resolved exceptions. */
async function readFund(tx: Tx, { lenderId, accountNumber }: Account): Promise<Ours> {
  const { cents, beside } = await one(
    tx,
    sql<{ cents: bigint; beside: bigint }>`with moved as (
        select m.cause_kind, case e.side when 'DEBIT' then e.posted_cents else -e.posted_cents end as cents
        from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_movements m on m.id = e.movement_id
        where a.organisation_id = ${lenderId} and a.kind = 'fund' and a.subject_id = ${lenderId} and a.season = '' and a.currency = 'KES')
      select coalesce((select debits_cents - credits_cents from ledger_accounts
          where organisation_id = ${lenderId} and kind = 'fund' and subject_id = ${lenderId} and season = '' and currency = 'KES'), 0)::bigint as cents,
        coalesce(sum(cents) filter (where cause_kind <> 'statement_exception' and cause_kind not in (select source_kind from payouts)), 0)::bigint as beside
      from moved`,
  )
  const open = await one(
    tx,
    sql<Differing>`with seen as (
        select l.payout_id, sum(i.amount_cents) as cents from recon_items i join payout_legs l on l.id = i.leg_id
        where i.account_number = ${accountNumber} and i.kind = 'MATCHED' group by l.payout_id),
      differing as (
        select case when p.status in ('FAILED', 'REVERSED') then 0 else -p.amount_cents end - coalesce(s.cents, 0) as cents
        from payouts p left join seen s on s.payout_id = p.id where p.lender_id = ${lenderId}
        union all
        select l.amount_cents from payout_legs l where l.to_account = ${accountNumber} and l.kind not in ('RETURN', 'CAME_BACK') and l.status = 'PAID'
          and not exists (select from recon_items i where i.leg_id = l.id and i.account_number = ${accountNumber} and i.kind = 'MATCHED'))
      select ${differing}`,
  )
  return { cents, beside, ...sumsOf(open) }
}

/** What our paid legs make of an account, and which of them no line shows. */
async function readLegs(tx: Tx, accountNumber: string): Promise<Ours> {
  const { cents, ...differences } = await one(
    tx,
    sql<Differing & { cents: bigint }>`with sides as (
        select l.id, case when l.from_account = ${accountNumber} then -l.amount_cents else l.amount_cents end as cents
        from payout_legs l where ${accountNumber} in (l.from_account, l.to_account) and l.status = 'PAID'),
      differing as (
        select s.cents from sides s where not exists (
          select from recon_items i where i.leg_id = s.id and i.account_number = ${accountNumber} and i.kind = 'MATCHED'))
      select ${differing}, (select coalesce(sum(cents), 0)::bigint from sides) as cents`,
  )
  return { cents, beside: 0n, ...sumsOf(differences) }
}

type Differing = { out: bigint; outCount: number; back: bigint; backCount: number }
const differing = sql`(select coalesce(sum(cents) filter (where cents < 0), 0)::bigint from differing) as out,
  (select count(*) filter (where cents < 0)::int from differing) as "outCount",
  (select coalesce(sum(cents) filter (where cents > 0), 0)::bigint from differing) as back,
  (select count(*) filter (where cents > 0)::int from differing) as "backCount"`
const sumsOf = ({ out, outCount, back, backCount }: Differing): Pick<Ours, 'notYet' | 'returnNotYet'> => ({
  notYet: { cents: out, count: outCount },
  returnNotYet: { cents: back, count: backCount },
})

/** The lines of an account: all of them, those that nobody has explained, and the errors of the bank. Ours lack the latter two. */
async function readItems(
  tx: Tx,
  accountNumber: string,
): Promise<{ all: bigint; open: Sum; errors: Sum; inBooks: bigint; exceptions: number }> {
  const { all, open, openCount, errors, errorCount, inBooks, exceptions } = await one(
    tx,
    sql<{
      all: bigint
      open: bigint
      openCount: number
      errors: bigint
      errorCount: number
      inBooks: bigint
      exceptions: number
    }>`
      select coalesce(sum(amount_cents) filter (where line_id is not null), 0)::bigint as all,
        -coalesce(sum(amount_cents) filter (where line_id is not null and kind <> 'MATCHED' and resolution is null), 0)::bigint as open,
        (count(*) filter (where line_id is not null and kind <> 'MATCHED' and resolution is null))::int as "openCount",
        -coalesce(sum(amount_cents) filter (where line_id is not null and resolution = 'BANK_ERROR'), 0)::bigint as errors,
        (count(*) filter (where line_id is not null and resolution = 'BANK_ERROR'))::int as "errorCount",
        coalesce(sum(amount_cents) filter (where line_id is not null and resolution = 'IN_BOOKS'), 0)::bigint as "inBooks",
        (count(*) filter (where kind in ('MISSING_HERE', 'MISSING_IN_BANK', 'AMOUNT_DIFFERS', 'PAID_TWICE') and resolution is null))::int as exceptions
      from recon_items where account_number = ${accountNumber}`,
  )
  return {
    all,
    open: { cents: open, count: openCount },
    errors: { cents: errors, count: errorCount },
    inBooks,
    exceptions,
  }
}
