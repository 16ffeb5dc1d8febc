import { toAmount } from '#contract/kit/money.ts'
import type { LinePart } from '#contract/schedules/lineParts.ts'
import { sql } from '#server/kit/db.ts'

/** Columns of a line `t` of a schedule with its premiums and deductions, each with its resolution: what `shapeParts` makes of a row. */
export const partColumns = sql<StoredParts>`t.bonus_cents as "bonusCents", t.deducted_cents as "deductedCents",
  coalesce((select jsonb_agg(jsonb_build_object('isPremium', d.kind = 'PREMIUM', 'title', d.title, 'authority', d.minute_number, 'authorityDate', d.minute_on,
      'cents', s.amount_cents) order by d.created_at, d.id)
    from schedule_deductions s join deductions d on d.id = s.deduction_id where s.line_id = t.id), '[]') as "lineParts"`
export type StoredParts = {
  bonusCents: bigint
  deductedCents: bigint
  lineParts: (Omit<LinePart, 'amount'> & { isPremium: boolean; cents: number })[]
}

/** The same on the wire: what is added, and what is taken. */
export function shapeParts({ bonusCents, deductedCents, lineParts }: StoredParts) {
  const shaped = (wanted: boolean): LinePart[] =>
    lineParts.flatMap(({ isPremium, cents, ...part }) =>
      isPremium === wanted ? [{ ...part, amount: cents / 100 }] : [],
    )
  return {
    bonus: toAmount(bonusCents),
    bonuses: shaped(true),
    deducted: toAmount(deductedCents),
    deductions: shaped(false),
  }
}
