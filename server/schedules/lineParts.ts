import { toAmount } from '#contract/kit/money.ts'
import type { EachColumn } from '#contract/kit/listScreen.ts'
import { deductionKinds, type DeductionKind } from '#contract/schedules/deductions.ts'
import type { LinePart } from '#contract/schedules/lineParts.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'

/** Columns of a line `t` of a schedule with its premiums and deductions, each with its resolution: what `shapeParts` makes of a row. */
export const partColumns = sql<StoredParts>`t.bonus_cents as "bonusCents", t.deducted_cents as "deductedCents",
  coalesce((select jsonb_agg(jsonb_build_object('kind', d.kind, 'title', d.title, 'authority', d.minute_number, 'authorityDate', d.minute_on,
      'cents', s.amount_cents) order by d.created_at, d.id)
    from schedule_deductions s join deductions d on d.id = s.deduction_id where s.line_id = t.id), '[]') as "lineParts"`
export type StoredParts = {
  bonusCents: bigint
  deductedCents: bigint
  lineParts: (Omit<LinePart, 'amount'> & { kind: DeductionKind; cents: number })[]
}

/** The same on the wire: what is added, and what is taken. */
export function shapeParts({ bonusCents, deductedCents, lineParts }: StoredParts) {
  const shaped = (wanted: boolean): LinePart[] =>
    lineParts.flatMap(({ kind, cents, ...part }) =>
      (kind === 'PREMIUM') === wanted ? [{ ...part, amount: cents / 100 }] : [],
    )
  return {
    bonus: toAmount(bonusCents),
    bonuses: shaped(true),
    deducted: toAmount(deductedCents),
    deductions: shaped(false),
  }
}

/** What a lender takes of a line. */
export type StoredRecovery = { lender: string; loanProduct: string; cents: number }
/** A column of what is taken of the lines of a schedule: of a kind of deduction, or of a lender by name. */
export type TakenColumn = EachColumn & { isLender: boolean }
type Stored = { kind: DeductionKind | null; lender: string; name: string }

const ofKind = (kind: DeductionKind) => `kind/${kind}`
const ofLender = (lender: string) => `lender/${lender}`

/**
 * What a schedule takes of its lines: by kind of deduction, then by lender in the order in which they are served. Each is looked for
 * until the first line of it, so that a page of a long schedule waits for nothing.
 */
export async function takenColumns(tx: Tx, scheduleId: string): Promise<TakenColumn[]> {
  const stored = await rows(
    tx,
    sql<Stored>`select kind, lender, name from (
        select distinct d.kind, null::uuid as lender, '' as name, 0 as place
        from communal_payments p join deductions d on d.organisation_id = p.organisation_id and d.season = p.season and d.kind <> 'PREMIUM'
          cross join lateral (select from schedule_lines l join schedule_deductions s on s.line_id = l.id and s.deduction_id = d.id
            where l.communal_payment_id = p.id limit 1) taken
        where p.id = ${scheduleId}
        union all
        select null, k.id, k.name, u.place::integer
        from communal_payments p cross join lateral unnest(p.lenders) with ordinality u(lender, place) join organisations k on k.id = u.lender
          cross join lateral (select from schedule_lines l join schedule_recoveries s on s.line_id = l.id and s.lender_id = k.id
            where l.communal_payment_id = p.id limit 1) taken
        where p.id = ${scheduleId}) t order by place, kind, name, lender`,
  )
  return stored.map(({ kind, lender, name }) =>
    kind === null
      ? { key: ofLender(lender), title: name, isLender: true }
      : { key: ofKind(kind), title: deductionKinds[kind].label, isLender: false },
  )
}

/** What is taken of a line, in cents by the column. */
export function takenOf({ parts, lineParts }: Pick<StoredParts, 'lineParts'> & { parts: StoredRecovery[] }) {
  const taken: Record<string, number> = {}
  const take = (key: string, cents: number) => (taken[key] = (taken[key] ?? 0) + cents)
  for (const { kind, cents } of lineParts) if (kind !== 'PREMIUM') take(ofKind(kind), cents)
  for (const { lender, cents } of parts) take(ofLender(lender), cents)
  return taken
}

/** What is taken of all lines of a schedule, in cents by the column. */
export async function takenOfAll(tx: Tx, scheduleId: string): Promise<ReadonlyMap<string, bigint>> {
  const sums = await rows(
    tx,
    sql<Pick<Stored, 'kind' | 'lender'> & { cents: bigint }>`
      select d.kind, null::uuid as lender, sum(s.amount_cents)::bigint as cents
        from schedule_lines l join schedule_deductions s on s.line_id = l.id join deductions d on d.id = s.deduction_id
        where l.communal_payment_id = ${scheduleId} group by d.kind
      union all
      select null, s.lender_id, sum(s.amount_cents)::bigint from schedule_lines l join schedule_recoveries s on s.line_id = l.id
        where l.communal_payment_id = ${scheduleId} group by s.lender_id`,
  )
  return new Map(sums.map(({ kind, lender, cents }) => [kind === null ? ofLender(lender) : ofKind(kind), cents]))
}
