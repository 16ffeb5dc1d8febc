import {
  cherrySummary,
  cherrySummaryList,
  type CherrySeasonState,
  type CherrySummary,
} from '#contract/deliveries/cherrySummary.ts'
import { sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'

type StoredSeason = {
  id: string
  code: string
  name: string
  season: string
  members: number
  approved: string
  pending: string
  state: CherrySeasonState
}

/** Seasons of societies that have cherry, from the totals that the deliveries keep; what is behind the wall of others is missing. */
function summarySource(organisation: Organisation): ListSource<StoredSeason> {
  const own = organisation ? sql`where t.organisation_id = ${organisation.id}` : sql``
  const totals = sql`(
    select o.code || ' ' || t.season as id, o.code, o.name, t.season, sum(t.members)::integer as members,
      sum(t.approved_kg) as approved, sum(t.pending_kg) as pending,
      case when not s.open or c.season is not null then 'CLOSED' when sum(t.pending_kg) <> 0 then 'OPEN' else coalesce((select 'PAID_' || max(p.cycle)
        from communal_payments p where p.organisation_id = o.id and p.season = t.season and p.status in ('PARTIALLY_PAID', 'COMPLETED')), 'APPROVED') end as state
    from season_totals t join organisations o on o.id = t.organisation_id join seasons s on s.name = t.season
      left join season_closings c on c.organisation_id = t.organisation_id and c.season = t.season and c.reopened_at is null
    ${own} group by o.id, o.code, o.name, t.season, s.open, c.season
    having sum(t.members) > 0 or sum(t.approved_kg) <> 0 or sum(t.pending_kg) <> 0) t`
  return {
    base: totals,
    from: totals,
    select: sql<StoredSeason>`t.*`,
    where: [],
    columns: {
      organisationName: sql`t.name`,
      growerCode: sql`t.code`,
      season: sql`t.season`,
      numberOfFarmers: sql`t.members`,
      totalCherry: sql`t.approved`,
      pendingCherry: sql`t.pending`,
      status: sql`t.state`,
    },
    search: sql<string>`upper(t.name || ' ' || t.code || ' ' || t.season)`,
  }
}

const shapeSeason = (stored: StoredSeason): CherrySummary => ({
  id: stored.id,
  growerCode: stored.code,
  organisationName: stored.name,
  season: stored.season,
  numberOfFarmers: stored.members,
  totalCherry: Number(stored.approved),
  pendingCherry: Number(stored.pending),
  status: stored.state,
})

export const cherrySummaryRoutes = serve(cherrySummary, {
  report: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: cherrySummaryList,
      query,
      source: summarySource(organisation),
      shape: shapeSeason,
    }),
})
