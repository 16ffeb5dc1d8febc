import { receivedRecords } from '#contract/dispatch/dispatchFlow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { listQuery, type ListQuery } from '#contract/kit/listScreen.ts'
import { toAmount } from '#contract/kit/money.ts'
import { stock } from '#contract/stock/stock.ts'
import {
  stockGradeList,
  stockSummaryList,
  stockTrackerList,
  type StockGrade,
  type StockSummary,
  type StockTotal,
} from '#contract/stock/stockRows.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { listPage } from '#server/kit/records/listPage.ts'
import { serve } from '#server/kit/web/serve.ts'
import { readPage } from './readPage.ts'
import { exportStockDetails, readStockDetails } from './stockDetails.ts'
import { readFigures } from './stockFigures.ts'
import { growerSought, inReach, inSeason, livingDispatch, parchmentCells, parchmentRows, soldBy } from './stockItems.ts'
import { shapeTracked, trackedSource } from './trackedStock.ts'

type Part = ReturnType<typeof sql>

/**
 * Kilograms of growers by stage. Of lots that are sold the shares count, at every stage that they have come through: what is sold was
 * catalogued and dispatched too, whoever the dispatch of a bulked lot names.
 */
function stagesOf(actor: Actor, growerId: string | null, season: string): Part {
  const { season: of, kilograms } = parchmentCells
  const dispatched = sql`case when e.dispatch_record_id is null then 0 else s.kilograms end`
  return sql`
    select t.organisation_id as grower_id, ${of} as season, ${kilograms} as parchment, 0::numeric as clean, 0::numeric as warehoused, 0::numeric as catalogued, 0::numeric as sold
    from ${parchmentRows} and t.status in ('PENDING_KPCU_APPROVAL', 'APPROVED') and ${inReach(actor, growerId, sql`t.organisation_id`, sql`null::uuid`)} and ${inSeason(season, of)}
    union all
    select d.grower_id, d.season, 0, d.unsold_kg, case when d.status in (${sql.join([...receivedRecords])}) then d.unsold_kg else 0 end, 0, 0
    from (select d.*, greatest(0, d.net_kg - coalesce((select sum(e.kilograms) from eslips e where e.dispatch_record_id = d.id and e.status <> 'VOID'), 0)) as unsold_kg
      from dispatch_records d) d where ${livingDispatch} and ${inReach(actor, growerId, sql`d.grower_id`, sql`d.broker_id`)} and ${inSeason(season, sql`d.season`)}
    union all
    select c.grower_id, c.season, 0, 0, 0, c.kilograms, 0
    from catalogue_records c where c.status in ('APPROVED', 'SOLD') and not exists (select from eslips e where e.catalogue_record_id = c.id and e.status <> 'VOID')
      and ${inReach(actor, growerId, sql`c.grower_id`, sql`c.broker_id`)} and ${inSeason(season, sql`c.season`)}
    union all
    select s.grower_id, e.season, 0, ${dispatched}, ${dispatched}, s.kilograms, s.kilograms from ${soldBy(actor, growerId, season)}`
}

type Text<Row, Keys extends keyof Row> = Omit<Row, Keys> & Record<Keys, string>
type Sold = 'totalWeight' | 'totalPrice'
type Totals = keyof StockTotal

const soldOf = ({ totalWeight, totalPrice }: Record<Sold, string>) => ({
  totalWeight: Number(totalWeight),
  totalPrice: toAmount(totalPrice),
})

const percentage = sql`coalesce(round(sum(sold) * 100 / nullif(sum(clean), 0), 2), 0)`
/** Kilograms by stage, of rows that know them. */
const stageTotals = sql<
  Record<Totals, string>
>`coalesce(sum(parchment), 0) as "parchmentTotal", coalesce(sum(clean), 0) as "cleanCoffeeTotal",
  coalesce(sum(warehoused), 0) as "cleanCoffeeWarehousedTotal", coalesce(sum(catalogued), 0) as "cataloguedCoffeeTotal", coalesce(sum(sold), 0) as "soldCoffeeTotal",
  coalesce(sum(catalogued - sold), 0) as "unsoldCoffeeTotal", ${percentage} as percentage, coalesce(sum(clean), 0) as "totalCleanCoffee"`

const stagesIn = (totals: Record<Totals, string>): StockTotal => ({
  parchmentTotal: Number(totals.parchmentTotal),
  cleanCoffeeTotal: Number(totals.cleanCoffeeTotal),
  cleanCoffeeWarehousedTotal: Number(totals.cleanCoffeeWarehousedTotal),
  cataloguedCoffeeTotal: Number(totals.cataloguedCoffeeTotal),
  soldCoffeeTotal: Number(totals.soldCoffeeTotal),
  unsoldCoffeeTotal: Number(totals.unsoldCoffeeTotal),
  percentage: Number(totals.percentage),
  totalCleanCoffee: Number(totals.totalCleanCoffee),
})

type Tracking = { tx: Tx; actor: Actor; query: ListQuery & Record<'growerCode' | 'startDate' | 'endDate', string> }

async function track({ tx, actor, query }: Tracking) {
  const growerId = await growerSought(tx, actor, query.growerCode)
  const source = trackedSource(actor, { ...query, growerId, query })
  return listPage({ tx, actor, screen: stockTrackerList, query, source, shape: shapeTracked })
}

/** Where the coffee of growers is, and how much of it. */
export const stockRoutes = serve(stock, {
  details: async ({ tx, actor, params: { id }, query }) =>
    query.export ? exportStockDetails({ tx, actor, id, format: query.export }) : readStockDetails(tx, actor, id),
  tracker: async (call) => {
    const query = listQuery.parse({ ...call.query, paginate: 'Y' })
    const answer = await track({ ...call, query: { ...call.query, ...query } })
    if ('stream' in answer) throw new Error('a page is no file')
    return { items: answer.data, totalPages: answer.page.totalPages }
  },
  list: track,
  grades: async ({ tx, actor, query }) => {
    const growerId = await growerSought(tx, actor, query.growerCode)
    const answer = await readPage({
      tx,
      actor,
      screen: stockGradeList,
      query,
      rows: sql`
        select g.code as "growerCode", g.name as "growerName", t.* from (
          select s.grower_id, e.grade, e.season, sum(s.kilograms) as "totalWeight", sum(s.gross_cents) as "totalPrice"
          from ${soldBy(actor, growerId, query.season)} group by 1, 2, 3) t join organisations g on g.id = t.grower_id`,
      order: sql`season desc, "growerCode", grade`,
      shape: ({ growerCode, growerName, grade, season, ...sold }: Text<StockGrade, Sold>) => ({
        growerCode,
        growerName,
        grade,
        season,
        ...soldOf(sold),
      }),
      totals: sql<
        Record<Sold, string>
      >`coalesce(sum("totalWeight"), 0)::text as "totalWeight", coalesce(sum("totalPrice"), 0)::text as "totalPrice"`,
    })
    if ('stream' in answer) return answer
    const { totals, ...page } = answer
    return { ...page, total: soldOf(totals) }
  },
  summary: async ({ tx, actor, query }) => {
    const growerId = await growerSought(tx, actor, query.growerCode)
    const stages = stagesOf(actor, growerId, query.season)
    const answer = await readPage({
      tx,
      actor,
      screen: stockSummaryList,
      query,
      rows: sql`
        select g.code as "growerCode", g.name as "growerName", t.* from (
          select grower_id, season, sum(parchment) as parchment, sum(clean) as clean, sum(warehoused) as warehoused, sum(catalogued) as catalogued, sum(sold) as sold, ${stageTotals}
          from (${stages}) stages group by 1, 2) t join organisations g on g.id = t.grower_id`,
      order: sql`season desc, "growerCode"`,
      shape: ({ growerCode, growerName, season, ...totals }: Text<StockSummary, Totals>) => ({
        growerCode,
        growerName,
        season,
        ...stagesIn(totals),
      }),
      totals: stageTotals,
    })
    if ('stream' in answer) return answer
    const { totals, ...page } = answer
    return { ...page, total: stagesIn(totals) }
  },
  figures: async ({ tx, actor, query: { growerCode, season } }) =>
    readFigures({ tx, actor, season, growerId: await growerSought(tx, actor, growerCode) }),
})
