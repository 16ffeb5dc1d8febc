import type { RawBuilder } from 'kysely'
import { sql } from '#server/kit/db.ts'

/** What a cycle pays for: all cherry of the season so far, what no cycle has paid yet, or the one of them that the setting says. */
export type Weighed = 'SEASON' | 'SINCE_LAST' | 'SETTING'
export const weighedBy = (sinceLast: boolean): Weighed => (sinceLast ? 'SINCE_LAST' : 'SEASON')

type Of = { organisationId: RawBuilder<unknown>; season: RawBuilder<unknown> }
type Parts = { ofSeason: RawBuilder<unknown>; unpaid: RawBuilder<unknown> }

/**
 * The kilograms for which the next cycle pays each member, as a subquery of `farmer_id` and `kilograms`. Nobody has less than nothing:
 * where corrections of paid cherry take away more than came since, the member is left out, and they count in the cycle after.
 * Source: domain 10.7.
 */
export const weightsToPay = (of: Of, weighed: Weighed): RawBuilder<unknown> =>
  chosen(weighed, {
    ofSeason: sql`select w.farmer_id, w.approved_kg as kilograms from season_weights w
      where w.organisation_id = ${of.organisationId} and w.season = ${of.season} and w.approved_kg > 0`,
    unpaid: sql`select d.farmer_id, sum(d.kilograms) as kilograms from cherry_deliveries d
      where d.organisation_id = ${of.organisationId} and d.season = ${of.season} and d.status = 'APPROVED' and d.paid_in is null
      group by 1 having sum(d.kilograms) > 0`,
  })

/** The same of all members together: `kilograms` and `members`. */
export const weightToPay = (of: Of, weighed: Weighed): RawBuilder<unknown> =>
  chosen(weighed, {
    ofSeason: sql`select w.approved_kg as kilograms, w.members from season_totals w where w.organisation_id = ${of.organisationId} and w.season = ${of.season}`,
    unpaid: sql`select sum(w.kilograms) as kilograms, count(*) as members from ${weightsToPay(of, 'SINCE_LAST')} w`,
  })

const isOn = sql<boolean>`coalesce((select value = 'true'::jsonb from settings where name = 'cherrySinceLastPayment'), false)`

function chosen(weighed: Weighed, { ofSeason, unpaid }: Parts): RawBuilder<unknown> {
  if (weighed === 'SEASON') return sql`(${ofSeason})`
  if (weighed === 'SINCE_LAST') return sql`(${unpaid})`
  return sql`(select * from (${ofSeason}) a where not ${isOn} union all select * from (${unpaid}) b where ${isOn})`
}
