import type { RawBuilder } from 'kysely'
import type { RoleName } from '#contract/house/permissions.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'

/** The role that stands behind all others. */
export const fixedRole = 'ADMINISTRATOR' satisfies RoleName

/**
 * Refuses what would leave fewer than so many administrators, or a day on which all of them are on leave. `excluded` picks users `u`
 * of organisations `o` who are not to be counted; `remaining` is the leave of one who stays, as it is to be.
 */
export async function administratorsMustStay(
  tx: Tx,
  minimum: number,
  excluded: RawBuilder<boolean>,
  remaining?: { leaveFrom: string; leaveTo: string },
): Promise<void> {
  const other = remaining
    ? sql`union all select ${remaining.leaveFrom || null}::date, ${remaining.leaveTo || null}::date`
    : sql``
  const { able, fewest } = await one(
    tx,
    sql<{ able: number; fewest: number }>`
      with able as (
        select u.leave_from, u.leave_to from users u join organisations o on o.id = u.organisation_id
        where u.role_name = ${fixedRole} and u.status = 'ACTIVE' and o.active and not (${excluded}) ${other}),
      days as (select ${businessDate()}::date as day union select leave_from from able where leave_from > ${businessDate()}::date)
      select (select count(*)::int from able) as able, min((
        select count(*)::int from able where not coalesce(day between leave_from and leave_to, false))) as fewest
      from days`,
  )
  if (able < minimum || (remaining && fewest === 0)) throw new Refused('administrator.last')
}
