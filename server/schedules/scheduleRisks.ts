import type { RawBuilder } from 'kysely'
import { scheduleRiskCodes } from '#contract/schedules/scheduleRisks.ts'
import { mostSharers, countsAsSharer } from '#server/farmers/uploads/sharing.ts'
import { readSetting } from '#server/facts/settings.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import type { Schedule } from './scheduleLines.ts'

/** As of a change of bank details: so long it is pointed out that an account was changed. */
const latelyDays = 90

type Judged = Pick<Schedule, 'id' | 'organisationId' | 'season' | 'at' | 'coolingHours'>

/**
 * What a decider is pointed at on each line that was written, as it is now, as a subquery of `id` and `risks`: the gravest first. Of
 * an account nothing is said where nothing is paid. What is late is judged by the moment in which the schedule was generated.
 */
async function judgedLines(
  tx: Tx,
  { id, organisationId, season, at, coolingHours }: Judged,
): Promise<RawBuilder<unknown>> {
  const [sharers, mostPerTree] = [await mostSharers(tx), await readSetting(tx, 'kilogramsPerTreeWarning')]
  const before = (hours: number) => new Date(at.getTime() - hours * 3_600_000)
  const [coolsUntil, lateUntil] = [before(coolingHours), before(latelyDays * 24)]
  return sql`(
    with shared as materialized (
      select f.institution_code, f.account_number from farmers f where f.organisation_id = ${organisationId} and ${countsAsSharer}
      group by 1, 2 having count(*) > ${sharers}::int)
    select l.id, array_remove(array[
        case when l.net_cents > 0 and f.account_state = 'NAME_DIFFERS' then 'name_differs' end,
        case when l.net_cents > 0 and s.account_number is not null then 'account_shared' end,
        case when l.net_cents > 0 and f.account_changed_at > ${coolsUntil} then 'cooling_off' end,
        case when l.net_cents > 0 and f.account_changed_at <= ${coolsUntil} and f.account_changed_at > ${lateUntil} then 'changed_lately' end,
        case when w.approved_kg > f.number_of_trees * ${mostPerTree}::int then 'much_per_tree' end], null) as risks
    from schedule_lines l join farmers f on f.id = l.farmer_id
      left join season_weights w on w.farmer_id = l.farmer_id and w.season = ${season}
      left join shared s on s.institution_code = f.institution_code and s.account_number = f.account_number
    where l.communal_payment_id = ${id})`
}

/** Notes what is pointed out on the lines of a schedule that were written just now, and counts it on the header: each member once, by the gravest. */
export async function writeRisks(tx: Tx, of: Judged): Promise<void> {
  await sql`update schedule_lines l set risks = j.risks from ${await judgedLines(tx, of)} j where j.id = l.id and j.risks <> '{}'`.execute(
    tx,
  )
  await sql`update communal_payments p set risks = c.risks from (
      select coalesce(jsonb_agg(jsonb_build_object('code', g.code, 'members', g.members, 'cents', g.cents)
        order by array_position(${scheduleRiskCodes}::text[], g.code)), '[]') as risks
      from (select risks[1] as code, count(*) as members, sum(net_cents)::bigint as cents from schedule_lines
        where communal_payment_id = ${of.id} and risks <> '{}' group by 1) g) c
    where p.id = ${of.id}`.execute(tx)
}

/**
 * Before an approval everything is looked at anew: nobody approves what was not pointed out to them. Refuses when anything is
 * otherwise than it was shown, and an approval in spite of something that does not say why.
 */
export async function mustBeWeighed(tx: Tx, of: Judged, comment: string | null): Promise<void> {
  const differing = await rows(
    tx,
    sql`select from ${await judgedLines(tx, of)} j join schedule_lines l on l.id = j.id where j.risks <> l.risks limit 1`,
  )
  if (differing.length > 0) throw new Refused('schedule.stale')
  const warned = await rows(tx, sql`select from communal_payments where id = ${of.id} and risks <> '[]'`)
  if (warned.length === 0 || comment) return
  throw new Refused('step.comment_required', {
    message: 'Say why this is paid in spite of what is pointed out.',
    details: { fields: { approverComment: 'Comment is required' } },
  })
}
