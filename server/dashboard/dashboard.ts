import { dashboard, type AgeKey, type Dashboard } from '#contract/dashboard/dashboard.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { readDaysOff } from '#server/facts/publicHolidays.ts'
import { nameOf, qualityOf, readFigures } from '#server/dataQuality/dataQuality.ts'
import { businessDate, startOfDay } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { serve, type Route } from '#server/kit/web/serve.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { agesSince } from './ages.ts'
import { seasonsOf, weeksOf } from './kilograms.ts'

export const dashboardRoutes = (kinds: readonly RecordKind[]): Route[] =>
  serve(dashboard, {
    read: async ({ tx, organisation, query }) => {
      const figures = await readFigures(tx, organisation)
      const { asOf, score, checked, findings } = qualityOf(figures)
      const season = query.season ?? currentSeason()
      return {
        organisation: nameOf(organisation),
        societies: figures.societies,
        asOf,
        farmers: { count: figures.farmers, active: figures.active, verified: figures.verified },
        season,
        today: businessDate(),
        weeks: await weeksOf(tx, organisation, season),
        seasons: await seasonsOf(tx, organisation),
        waiting: await waitingIn(tx, organisation, kinds),
        quality: { score, checked, findings },
      }
    },
  })

/** States in which somebody else than the maker decides, whoever reads the figures. */
const statesThatWait = (flow: Workflow): string[] => [
  ...new Set(
    Object.values(flow.steps)
      .filter(({ who }) => who === 'other')
      .flatMap(({ from }) => from),
  ),
]

async function waitingIn(
  tx: Tx,
  organisation: Organisation,
  kinds: readonly RecordKind[],
): Promise<Dashboard['waiting']> {
  const today = businessDate()
  const groups = agesSince(today, await readDaysOff(tx, today))
  const inReach = organisation
    ? sql`t.organisation_id = ${organisation.id}`
    : sql`t.organisation_id in (select id from organisations where type = 'FARMER_SOCIETY')`
  // Each group is counted with all younger ones: comparing an index with a moment is cheap, telling the day of each record is not.
  const counted = groups.map(
    ({ key, since }) => sql`(count(*) filter (where t.created_at >= ${startOfDay(since)}))::int as ${sql.ref(key)}`,
  )
  const summed = groups.map(
    ({ key, since }) => sql`coalesce(sum(t.waiting) filter (where t.day >= ${since}), 0)::int as ${sql.ref(key)}`,
  )
  const parts = kinds.map(({ flow, table, where, waitingByDay }) =>
    waitingByDay
      ? sql`select ${flow.kind} as kind, coalesce(sum(t.waiting), 0)::int as total, ${sql.join(summed)} from ${sql.table(waitingByDay)} t where ${inReach}`
      : sql`select ${flow.kind} as kind, count(*)::int as total, ${sql.join(counted)}
          from ${sql.table(table)} t where ${where} and t.status = any (${statesThatWait(flow)}) and ${inReach}`,
  )
  const waitingCounts = await rows(
    tx,
    sql<{ kind: string; total: number } & Record<Exclude<AgeKey, 'above7'>, number>>`
      ${sql.join(parts, sql` union all `)}`,
  )
  return kinds.flatMap(({ flow }) => {
    const counted = waitingCounts.find(({ kind, total }) => kind === flow.kind && total > 0)
    if (!counted) return []
    const { total, upTo1, upTo3, upTo7 } = counted
    return [
      {
        kind: flow.kind,
        record: `${flow.record.charAt(0).toUpperCase()}${flow.record.slice(1)}`,
        ages: { upTo1, upTo3: upTo3 - upTo1, upTo7: upTo7 - upTo3, above7: total - upTo7 },
        total,
      },
    ]
  })
}
