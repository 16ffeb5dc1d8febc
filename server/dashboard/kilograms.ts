import type { Dashboard } from '#contract/dashboard/dashboard.ts'
import { seasonBefore } from '#contract/house/seasons.ts'
import { dayAfter, weekdayOf } from '#server/facts/days.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { Organisation } from '#server/kit/scope.ts'

const within = (organisation: Organisation) => (organisation ? sql`organisation_id = ${organisation.id}` : sql`true`)
const kilograms = sql`coalesce(sum(approved_kg), 0)::float8 as "approvedKg", coalesce(sum(pending_kg), 0)::float8 as "pendingKg"`

// As many days as 52 weeks have: the same weekday of the year before.
const yearOfWeeks = 364

/**
 * The weeks of a season, each with what the same week of the season before had. Of the week that runs, only the days up to
 * today's weekday are compared, and weeks that are still to come are left out.
 */
export function weeksOf(tx: Tx, organisation: Organisation, season: string): Promise<Dashboard['weeks']> {
  const today = businessDate()
  const monday = dayAfter(today, -weekdayOf(today))
  const before = seasonBefore(season)
  const last = season === currentSeason() ? monday : '9999-12-27'
  return rows(
    tx,
    sql<
      Dashboard['weeks'][number]
    >`select to_char(week, 'YYYY-MM-DD') as week, ${kilograms}, coalesce(sum(before_kg), 0)::float8 as "beforeKg" from (
        select week, approved_kg, pending_kg, null::numeric as before_kg from delivery_weeks where ${within(organisation)} and season = ${season}
        union all select week + ${yearOfWeeks}::int, null, null, approved_kg from delivery_weeks
          where ${within(organisation)} and season = ${before} and week + ${yearOfWeeks}::int < ${last}::date
        union all select ${monday}::date, null, null, approved_kg from delivery_days
          where ${within(organisation)} and season = ${before} and ${last} = ${monday}
            and day between ${dayAfter(monday, -yearOfWeeks)} and ${dayAfter(today, -yearOfWeeks)}) w
      group by w.week having sum(approved_kg) <> 0 or sum(pending_kg) <> 0 or sum(before_kg) <> 0 order by 1`,
  )
}

/**
 * Every season as it stands, and as it stood on the same day of its own year. Whole weeks up to there are added up by the week,
 * the last one by its days. 29 February is compared with the 28th.
 */
export function seasonsOf(tx: Tx, organisation: Organisation): Promise<Dashboard['seasons']> {
  const year = Number(currentSeason().slice(0, 4))
  return rows(
    tx,
    sql<Dashboard['seasons'][number]>`with cut as (
        select name as season, (${businessDate()}::date - make_interval(years => ${year}::int - left(name, 4)::int))::date as day from seasons),
      to_day as (
        select season, sum(kg) as kg from (
          select w.season, w.approved_kg as kg from delivery_weeks w join cut c on c.season = w.season and w.week < date_trunc('week', c.day)::date
            where ${within(organisation)}
          union all select d.season, d.approved_kg from delivery_days d join cut c on c.season = d.season
            and d.day between date_trunc('week', c.day)::date and c.day where ${within(organisation)}) added group by season)
      select t.season, ${kilograms},
        coalesce((select sum(w.waiting) from waiting_deliveries w where w.season = t.season and ${within(organisation)}), 0)::int as pending,
        coalesce((select kg from to_day where to_day.season = t.season), 0)::float8 as "toDayKg"
      from season_totals t where ${within(organisation)} group by t.season having sum(approved_kg) <> 0 or sum(pending_kg) <> 0 order by t.season`,
  )
}
