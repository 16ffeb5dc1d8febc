import { cherryDeliveriesFile } from '#contract/cherryDeliveryFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { businessDate } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { noRepeats, type CrossRule } from '#server/kit/uploads/crossCheck.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { readSetting } from '#server/settings/settings.ts'

const { at, cell, rule } = stagedCells(columnKeys(cherryDeliveriesFile))
export { cell }
export const dayOfRow = sql`${cell('deliveredOn')}::date`
const weight = sql`${cell('currentDelivery')}::numeric`

/** Members who may deliver: approved, alive and with the society. */
export const mayDeliver = sql`f.status = 'APPROVED' and f.life_state = 'ACTIVE'`
/** The member, the season and the factory that a row names. */
export const memberOfRow = sql`farmers f on f.organisation_id = r.organisation_id and f.member_number = ${cell('memberNumber')} and ${mayDeliver}`
// A season is a crop year and nothing else: found by its first day, not by holding each row against each season.
export const seasonOfRow = sql`seasons s on s.starts_on = (date_trunc('year', ${dayOfRow} - interval '9 months') + interval '9 months')::date`

/** The checks of the rows against each other, the members, the calendar and the deliveries that are there. */
export const deliveryCrossRules: CrossRule[] = [
  noRepeats(at('receiptNumber')),
  rule(
    { key: 'memberNumber', code: 'unknown_member' },
    ({ here }) => sql`
      select r.row_number, 'No approved, active member has this number' as message from upload_rows r left join ${memberOfRow}
      where ${here} and ${cell('memberNumber')} is not null and f.id is null`,
  ),
  rule(
    { key: 'factory', code: 'unknown_factory' },
    ({ upload, here }) => sql`
      select r.row_number, 'Not an open factory of this society' as message from upload_rows r
      where ${here} and ${cell('factory')} is not null and upper(${cell('factory')}) not in (
        select unnest(array[upper(fa.code), upper(fa.name)]) from factories fa where fa.organisation_id = ${upload.organisationId} and fa.active)`,
  ),
  rule({ key: 'deliveredOn', code: 'day_not_taken' }, async ({ tx, here }) => {
    const today = businessDate()
    const days = await readSetting(tx, 'deliveryBackdatedDays')
    return sql`
      select r.row_number, case when ${dayOfRow} > ${today}::date then 'The day lies in the future'
        when s.name is null then 'The day lies in no season' when not s.open then 'The season ' || s.name || ' is closed'
        else 'More than ' || ${days}::int || ' days ago; enter a correction' end as message
      from upload_rows r left join ${seasonOfRow}
      where ${here} and ${cell('deliveredOn')} is not null
        and (s.name is null or not s.open or ${dayOfRow} > ${today}::date or ${dayOfRow} < ${today}::date - ${days}::int)`
  }),
  rule({ key: 'currentDelivery', code: 'too_heavy' }, async ({ tx, here }) => {
    const most = await readSetting(tx, 'deliveryMaxKg')
    return sql`
      select r.row_number, 'At most ' || ${most}::int || ' kg at once' as message from upload_rows r
      where ${here} and ${weight} > ${most}`
  }),
  rule(
    { key: 'receiptNumber', code: 'receipt_used' },
    ({ here }) => sql`
      select r.row_number, 'Entered before in ' || d.season || ': ' || trim_scale(d.kilograms) || ' kg on ' || d.delivered_on as message
      from upload_rows r join ${seasonOfRow} join cherry_deliveries d
        on d.organisation_id = r.organisation_id and d.season = s.name and d.receipt_number = ${cell('receiptNumber')} and d.receipt_number <> '' and d.status <> 'DECLINED' and d.id <> r.id
      where ${here}`,
  ),
  rule(
    {
      key: 'currentDelivery',
      code: 'same_delivery',
      severity: 'warning',
      ties: ['memberNumber', 'deliveredOn', 'currentDelivery'],
    },
    ({ here }) => sql`
      with here as materialized (
        select r.row_number, r.id, r.organisation_id, f.id as farmer_id, ${dayOfRow} as day, ${weight} as kilograms
        from upload_rows r join ${memberOfRow} where ${here} and ${cell('deliveredOn')} is not null and ${weight} is not null),
      twice as (select row_number, count(*) over (partition by farmer_id, day, kilograms) > 1 as again from here)
      select row_number, 'Same member, day and weight as another row' as message from twice where again
      union all
      select h.row_number, 'Same member, day and weight as a delivery that was entered before' from here h
      where exists (select from cherry_deliveries d where d.farmer_id = h.farmer_id and d.delivered_on = h.day and d.kilograms = h.kilograms and d.status <> 'DECLINED' and d.id <> h.id)`,
  ),
  rule(
    {
      key: 'currentDelivery',
      code: 'much_per_tree',
      severity: 'warning',
      ties: ['memberNumber', 'deliveredOn', 'currentDelivery'],
    },
    async ({ tx, here }) => {
      const most = await readSetting(tx, 'kilogramsPerTreeWarning')
      return sql`
        select row_number, round(per_tree, 1) || ' kg per tree in ' || season as message from (
          select r.row_number, s.name as season,
            (sum(${weight}) over (partition by f.id, s.name) + coalesce(w.approved_kg + w.pending_kg, 0)) / f.number_of_trees as per_tree
          from upload_rows r join ${memberOfRow} join ${seasonOfRow} left join season_weights w on w.farmer_id = f.id and w.season = s.name
          where ${here}) brought
        where per_tree > ${most}`
    },
  ),
]
