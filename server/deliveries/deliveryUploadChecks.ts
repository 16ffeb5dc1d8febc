import type { RawBuilder } from 'kysely'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { businessDate } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { noRepeats, type CrossRule } from '#server/kit/uploads/crossCheck.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { readSetting } from '#server/facts/settings.ts'

const { at, cell, rule } = stagedCells(columnKeys(cherryDeliveriesFile))
export { cell }
export const dayOfRow = sql`${cell('deliveredOn')}::date`
const weight = sql`${cell('currentDelivery')}::numeric`

/** Members who may deliver: approved, alive and with the society. */
export const mayDeliver = sql`f.status = 'APPROVED' and f.life_state = 'ACTIVE'`
/** The member, the season and the factory that a row names. */
export const memberOfRow = sql`farmers f on f.organisation_id = r.organisation_id and f.member_number = ${cell('memberNumber')} and ${mayDeliver}`
// A season is a crop year and nothing else: it is found by its first day, not by holding each row against each season.
const cropYear = (day: RawBuilder<unknown>) =>
  sql`(date_trunc('year', ${day} - interval '9 months') + interval '9 months')::date`
export const seasonOfRow = sql`seasons s on s.starts_on = ${cropYear(dayOfRow)}`

type Marking = Parameters<typeof rule>[0]
type RuleInput = Parameters<Parameters<typeof rule>[1]>[0]

/**
 * The rows whose `value` is among the wrong ones of a CTE `wrong (value, message)`. The planner knows nothing of rows that were
 * staged just now and takes them for a few: joined, thousands of values would each be held against all rows.
 */
const bearing = (value: RawBuilder<unknown>, here: RawBuilder<unknown>) => sql`
  select r.row_number, found.messages ->> ${value} as message
  from (select jsonb_object_agg(value, message) as messages from wrong) found cross join upload_rows r
  where exists (select from wrong) and ${here} and found.messages ? ${value}`

/**
 * A rule about the value of a cell alone, by a query over `written` that answers the wrong ones as `value` and `message`. A file
 * of many rows has few days, factories and members: each is judged once.
 */
const byValue = (marking: Marking, wrong: (input: RuleInput) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>) =>
  rule(marking, async (input) => {
    const value = cell(marking.key)
    return sql`
      with written as materialized (select distinct ${value} as value from upload_rows r where ${input.here} and ${value} is not null),
      wrong as materialized (${await wrong(input)})
      ${bearing(value, input.here)}`
  })

/** The checks of the rows against each other, the members, the calendar and the deliveries that are there. */
export const deliveryCrossRules: CrossRule[] = [
  noRepeats(at('receiptNumber')),
  byValue(
    { key: 'memberNumber', code: 'unknown_member' },
    ({ upload }) => sql`
      select value, 'No approved, active member has this number' as message from written
      where not exists (select from farmers f where f.organisation_id = ${upload.organisationId} and f.member_number = value and ${mayDeliver})`,
  ),
  byValue(
    { key: 'factory', code: 'unknown_factory' },
    ({ upload }) => sql`
      select value, 'Not an open factory of this society' as message from written
      where not exists (select from factories fa where fa.organisation_id = ${upload.organisationId} and fa.active and upper(value) in (upper(fa.code), upper(fa.name)))`,
  ),
  byValue({ key: 'deliveredOn', code: 'day_not_taken' }, async ({ tx, upload }) => {
    const [today, day] = [businessDate(), sql`value::date`]
    const days = await readSetting(tx, 'deliveryBackdatedDays')
    const isOpen = sql`(s.open and not exists (select from season_closings c
      where c.organisation_id = ${upload.organisationId} and c.season = s.name and c.reopened_at is null))`
    return sql`
      select value, case when ${day} > ${today}::date then 'The day lies in the future'
        when s.name is null then 'The day lies in no season' when not ${isOpen} then 'The season ' || s.name || ' is closed'
        else 'More than ' || ${days}::int || ' days ago; enter a correction' end as message
      from written left join seasons s on s.starts_on = ${cropYear(day)}
      where s.name is null or not ${isOpen} or ${day} > ${today}::date or ${day} < ${today}::date - ${days}::int`
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
    async ({ tx, upload, here }) => {
      const most = await readSetting(tx, 'kilogramsPerTreeWarning')
      const [number, startsOn] = [cell('memberNumber'), cropYear(dayOfRow)]
      const perTree = sql`(b.kilograms + coalesce(w.kilograms, 0)) / f.number_of_trees`
      // Added up before a member is looked up, whose few seasons are then read by the member's key.
      return sql`
        with delivered as materialized (
          select ${number} as number, ${startsOn} as starts_on, sum(${weight}) as kilograms from upload_rows r where ${here} group by 1, 2),
        wrong as materialized (
          select b.number || ' ' || b.starts_on as value, round(${perTree}, 1) || ' kg per tree in ' || s.name as message
          from delivered b join farmers f on f.organisation_id = ${upload.organisationId} and f.member_number = b.number and ${mayDeliver}
            join seasons s on s.starts_on = b.starts_on
            cross join lateral (select sum(w.approved_kg + w.pending_kg) filter (where w.season = s.name) as kilograms from season_weights w where w.farmer_id = f.id) w
          where ${perTree} > ${most})
        ${bearing(sql`(${number} || ' ' || ${startsOn})`, here)}`
    },
  ),
]
