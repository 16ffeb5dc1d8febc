import { fingerprintOver } from '#server/kit/paper/checkedPaper.ts'
import { seasonStart } from '#contract/house/seasons.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'

/** A movement of what a member owes: positive when it grew. */
export type StatementLine = {
  day: string
  at: Date
  season: string
  /** What the ledger calls it: `loan/<id>/paid`. */
  reference: string
  causeKind: string
  loan: string | null
  narration: string
  cents: bigint
}
export type Statement = {
  from: string
  to: string
  openingCents: bigint
  lines: readonly (StatementLine & { balanceCents: bigint })[]
  closingCents: bigint
}

/**
 * What a member owed on the first day, that of the season unless another is given, every movement of it, and what is owed on the last day: from the loan accounts of all
 * seasons and lenders in the ledger, and from nowhere else. That an account was once split by its lenders moved nothing for the
 * member and is no line.
 */
export async function readStatement(
  tx: Tx,
  { farmerId, from, to }: { farmerId: string; from: string | undefined; to: string },
): Promise<Statement> {
  const moved = await rows(
    tx,
    sql<StatementLine>`select e.business_date as day, e.created_at as at, a.season, e.reference, e.cause_kind as "causeKind", r.reference as loan, e.narration,
        case e.side when 'DEBIT' then e.posted_cents else -e.posted_cents end as cents
      from ledger_accounts a cross join lateral ledger_statement(a.id, '-infinity', ${to}, 0, 2147483647) e
        left join loan_requests r on e.cause_kind = 'loan_request' and r.id = e.cause_id
      where a.kind = 'loan' and a.subject_id = ${farmerId} and a.currency = 'KES' and e.posted_cents > 0
      order by e.business_date, e.created_at, a.season, a.lender_id, e.n`,
  )
  const first = from ?? seasonStart(to)
  const openingCents = sum(moved.filter(({ day }) => day < first))
  let balanceCents = openingCents
  const lines = moved
    .filter(({ day }) => day >= first)
    .map((line) => ({ ...line, balanceCents: (balanceCents += line.cents) }))
  return { from: first, to, openingCents, lines, closingCents: balanceCents }
}

const sum = (lines: readonly StatementLine[]): bigint => lines.reduce((all, { cents }) => all + cents, 0n)

/** Sixteen letters over everything that is printed of a statement: another figure has another one. */
export const fingerprintOf = (farmerId: string, { from, to, openingCents, lines, closingCents }: Statement): string =>
  fingerprintOver([
    `${farmerId} ${from} ${to} ${openingCents} ${closingCents}`,
    ...lines.map(({ day, reference, cents, balanceCents }) => `${day} ${reference} ${cents} ${balanceCents}`),
  ])
