import { toAmount } from '#contract/kit/money.ts'
import type { BankStatement, Reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { exceptionKinds, type ExceptionKind } from '#contract/reconciliation/statementExceptions.ts'
import { statementImportFlow } from '#contract/reconciliation/statementImports.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { readStandings } from './standings.ts'

type Stored = Omit<BankStatement, 'opening' | 'closing' | 'created'> & {
  openingCents: bigint
  closingCents: bigint
  createdAt: Date
}

/** Accounts, open exceptions, the last statements and the last pulls from the bank. */
export async function readReconciliation(tx: Tx): Promise<Reconciliation> {
  const open = await rows(
    tx,
    sql<{
      kind: ExceptionKind
      count: number
      cents: bigint
      dollarCents: bigint
    }>`select kind, count(*)::int as count, coalesce(sum(amount_cents) filter (where k.currency = 'KES'), 0)::bigint as cents,
        coalesce(sum(amount_cents) filter (where k.currency = 'USD'), 0)::bigint as "dollarCents"
      from recon_items join kept_accounts k using (account_number)
      where resolution is null and kind in ('MISSING_HERE', 'MISSING_IN_BANK', 'AMOUNT_DIFFERS', 'PAID_TWICE') group by kind order by kind`,
  )
  const { days } = await one(
    tx,
    sql<{ days: number | null }>`select ${businessDate()}::date - min(booked_on) as days from recon_items
      where resolution is null and kind in ('MISSING_HERE', 'MISSING_IN_BANK', 'AMOUNT_DIFFERS', 'PAID_TWICE')`,
  )
  return {
    accounts: await readStandings(tx),
    open: open.map(({ kind, count, cents, dollarCents }) => ({
      kind,
      title: exceptionKinds[kind],
      count,
      amount: toAmount(cents),
      dollars: toAmount(dollarCents),
    })),
    oldestDays: days === null ? null : Math.max(0, days),
    statements: await readStatements(tx),
    waiting: await readWaiting(tx),
    pulls: await readPulls(tx),
  }
}

async function readStatements(tx: Tx): Promise<BankStatement[]> {
  const statements = await rows(
    tx,
    sql<Stored>`select b.id, b.account_number as "accountNumber", b.from_on as "fromOn", b.to_on as "toOn", b.line_count as lines, b.new_count as "newLines", b.file_name as "fileName",
        b.source, b.opening_cents as "openingCents", b.closing_cents as "closingCents", coalesce(u.full_name, 'Kahawa') as "createdBy", b.created_at as "createdAt",
        c.waiting, c.matched, c.open, b.matched_at is not null as "isMatched"
      from (select * from bank_statements order by id desc limit 12) b left join users u on u.id = b.made_by cross join lateral (
        select (count(*) filter (where i.kind = 'NEW'))::int as waiting, (count(*) filter (where i.kind in ('MATCHED', 'CREDITED')))::int as matched,
          (count(*) filter (where i.kind not in ('NEW', 'MATCHED', 'CREDITED') and i.resolution is null))::int as open
        from bank_statement_lines s join recon_items i on i.line_id = s.id where s.statement_id = b.id) c order by b.id desc`,
  )
  return statements.map(({ openingCents, closingCents, createdAt, ...statement }) => ({
    ...statement,
    opening: toAmount(openingCents),
    closing: toAmount(closingCents),
    created: createdAt.toISOString(),
  }))
}

async function readWaiting(tx: Tx): Promise<Reconciliation['waiting']> {
  const files = await rows(
    tx,
    sql<
      Omit<Reconciliation['waiting'][number], 'created'> & { created: Date }
    >`select t.id, t.title, (t.after ->> 'settles')::int as settles, (t.after ->> 'settlesAmount')::float8 as "settlesAmount", m.full_name as "createdBy", t.created_at as created
      from change_requests t join users m on m.id = t.made_by where t.kind = ${statementImportFlow.kind} and t.status = 'PENDING_APPROVAL' order by t.id desc limit 12`,
  )
  return files.map((file) => ({ ...file, created: file.created.toISOString() }))
}

async function readPulls(tx: Tx): Promise<Reconciliation['pulls']> {
  const pulls = await rows(
    tx,
    sql<
      Omit<Reconciliation['pulls'][number], 'askedAt'> & { askedAt: Date }
    >`select id, account_number as "accountNumber", from_on as "fromOn", to_on as "toOn", asked_at as "askedAt", outcome, words
      from bank_statement_pulls order by id desc limit 6`,
  )
  return pulls.map((pull) => ({ ...pull, askedAt: pull.askedAt.toISOString() }))
}
