import type { TextOccasion } from '#contract/house/textOccasions.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { textFarmers } from '#server/texts/textFarmers.ts'

const wasPaid = sql`exists (select from ledger_movements m where m.reference = 'schedule_line/' || l.id || '/paid')`

/** Which lines an occasion is about. What was paid once and is refused now has come back. */
const occasions = {
  cherry_paid: sql`l.status = 'SUCCESS'`,
  cherry_failed: sql`l.status = 'FAILED' and not ${wasPaid}`,
  cherry_returned: sql`l.status = 'FAILED' and ${wasPaid}`,
} as const satisfies Partial<Record<TextOccasion, unknown>>
const names = Object.keys(occasions) as (keyof typeof occasions)[] // border: the keys of the list

/** Tells members what became of these lines: of each line each outcome once, however often it is paid again. */
export async function notifyPaid(tx: Tx, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return
  for (const occasion of names)
    await textFarmers(
      tx,
      occasion,
      sql`select l.organisation_id, l.farmer_id, f.mobile_number, l.id as record_id,
          jsonb_build_object('season', p.season, 'netCents', l.net_cents, 'recoveredCents', l.recovered_cents + l.deducted_cents, 'institution', coalesce(i.name, l.institution_code),
            'ending', right(l.account_number, 3)) as told
        from schedule_lines l join communal_payments p on p.id = l.communal_payment_id join farmers f on f.id = l.farmer_id
          left join institutions i on i.code = l.institution_code
        where l.id = any (${[...lineIds]}::uuid[]) and f.life_state <> 'DECEASED' and ${occasions[occasion]}`,
    )
}
