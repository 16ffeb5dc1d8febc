import { catalogueRecordFlow } from '#contract/catalogue/catalogueFlow.ts'
import { dispatchRecordFlow, receivedRecords } from '#contract/dispatch/dispatchFlow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { toAmount } from '#contract/kit/money.ts'
import { parchmentFlow } from '#contract/parchment/parchmentFlow.ts'
import { eslipFlow } from '#contract/settlement/eslips.ts'
import { stock, type StockGrade, type StockSummary, type TrackedStock } from '#contract/stock/stock.ts'
import { sql } from '#server/kit/db.ts'
import { serve } from '#server/kit/web/serve.ts'
import { statusOf } from '#server/kit/web/status.ts'
import { readPage } from './readPage.ts'
import { readStockDetails } from './stockDetails.ts'
import {
  growerSought,
  inReach,
  inSeason,
  livingDispatch,
  parchmentCells,
  parchmentRows,
  soldBy,
  stockItems,
} from './stockItems.ts'

type Part = ReturnType<typeof sql>
const flows = {
  eslip: eslipFlow,
  lot: catalogueRecordFlow,
  dispatch: dispatchRecordFlow,
  parchment: parchmentFlow,
} as const

type StoredTracked = Omit<TrackedStock, 'price'> & { kind: keyof typeof flows; priceCents: bigint | null; day: string }

const shapeTracked = ({ kind, priceCents, day: _day, status, ...row }: StoredTracked): TrackedStock => ({
  ...row,
  price: priceCents === null ? null : toAmount(priceCents),
  status: statusOf(flows[kind], status).statusName,
})

/** Kilograms of growers by stage. Of lots that are sold the shares count, so that what is sold was catalogued too, bulked or not. */
function stagesOf(actor: Actor, growerId: string | null, season: string): Part {
  const { season: of, kilograms } = parchmentCells
  return sql`
    select t.organisation_id as grower_id, ${of} as season, ${kilograms} as parchment, 0::numeric as clean, 0::numeric as warehoused, 0::numeric as catalogued, 0::numeric as sold
    from ${parchmentRows} and t.status in ('PENDING_KPCU_APPROVAL', 'APPROVED') and ${inReach(actor, growerId, sql`t.organisation_id`, sql`null::uuid`)} and ${inSeason(season, of)}
    union all
    select d.grower_id, d.season, 0, d.net_kg, case when d.status in (${sql.join([...receivedRecords])}) then d.net_kg else 0 end, 0, 0
    from dispatch_records d where ${livingDispatch} and ${inReach(actor, growerId, sql`d.grower_id`, sql`d.broker_id`)} and ${inSeason(season, sql`d.season`)}
    union all
    select c.grower_id, c.season, 0, 0, 0, c.kilograms, 0
    from catalogue_records c where c.status in ('APPROVED', 'SOLD') and not exists (select from eslips e where e.catalogue_record_id = c.id and e.status <> 'VOID')
      and ${inReach(actor, growerId, sql`c.grower_id`, sql`c.broker_id`)} and ${inSeason(season, sql`c.season`)}
    union all
    select s.grower_id, e.season, 0, 0, 0, s.kilograms, s.kilograms from ${soldBy(actor, growerId, season)}`
}

type Text<Row, Keys extends keyof Row> = Omit<Row, Keys> & Record<Keys, string>
type Totals = Exclude<keyof StockSummary, 'growerCode' | 'season'>

/** Where the coffee of growers is, and how much of it. */
export const stockRoutes = serve(stock, {
  details: async ({ tx, actor, params: { id } }) => readStockDetails(tx, actor, id),
  tracker: async ({ tx, actor, query: { page, size, growerCode, startDate, endDate } }) => {
    const growerId = await growerSought(tx, actor, growerCode)
    const between = sql`${startDate === '' ? sql`true` : sql`i.day >= ${startDate}::date`} and ${endDate === '' ? sql`true` : sql`i.day <= ${endDate}::date`}`
    const query = sql`
      select i.kind, i.id, i.day, e.sale_date as "dateBought", coalesce(g.code, '') as "growerCode", e.eslip_number as "eslipNumber", i.brought as "growerOutturnNumber",
        m.code as "millerCode", i.brought as "parchmentOutturnNumber", i.outturn as "cleanCoffeeOuttun", i.grade as "cleanGrade", e.warrant_number as "warrantNumber",
        coalesce(e.lot_number, c.lot_number)::text as "lotNumber", e.price_cents as "priceCents", i.status
      from (${stockItems(actor, { growerId })}) i join organisations m on m.id = i.miller_id left join organisations g on g.id = i.grower_id
        left join eslips e on e.id = i.eslip_id left join catalogue_records c on c.id = i.lot_id
      where ${between}`
    const order = sql`day desc, "growerOutturnNumber", "cleanGrade", id, "growerCode"`
    const { data, totalPages } = await readPage<StoredTracked>({ tx, page, size }, query, order)
    return { items: data.map(shapeTracked), totalPages }
  },
  grades: async ({ tx, actor, query: { page, size, growerCode, season } }) => {
    const growerId = await growerSought(tx, actor, growerCode)
    const query = sql`
      select g.code as "growerCode", t.grade, t.season, t."totalWeight", t."totalPrice" from (
        select s.grower_id, e.grade, e.season, sum(s.kilograms)::text as "totalWeight", sum(s.gross_cents)::text as "totalPrice"
        from ${soldBy(actor, growerId, season)} group by 1, 2, 3) t join organisations g on g.id = t.grower_id`
    const order = sql`season desc, "growerCode", grade`
    const { data, totalPages } = await readPage<Text<StockGrade, 'totalWeight' | 'totalPrice'>>(
      { tx, page, size },
      query,
      order,
    )
    return {
      content: data.map(({ totalWeight, totalPrice, ...row }) => ({
        ...row,
        totalWeight: Number(totalWeight),
        totalPrice: toAmount(totalPrice),
      })),
      totalPages,
    }
  },
  summary: async ({ tx, actor, query: { page, size, growerCode, season } }) => {
    const growerId = await growerSought(tx, actor, growerCode)
    const query = sql`
      select g.code as "growerCode", t.season, t.parchment as "parchmentTotal", t.clean as "cleanCoffeeTotal", t.warehoused as "cleanCoffeeWarehousedTotal",
        t.catalogued as "cataloguedCoffeeTotal", t.sold as "soldCoffeeTotal", t.catalogued - t.sold as "unsoldCoffeeTotal",
        coalesce(round(t.sold * 100 / nullif(t.clean, 0), 2), 0) as percentage, t.clean as "totalCleanCoffee"
      from (select grower_id, season, sum(parchment) as parchment, sum(clean) as clean, sum(warehoused) as warehoused, sum(catalogued) as catalogued, sum(sold) as sold
        from (${stagesOf(actor, growerId, season)}) stages group by 1, 2) t join organisations g on g.id = t.grower_id`
    const order = sql`season desc, "growerCode"`
    const { data, totalPages } = await readPage<Text<StockSummary, Totals>>({ tx, page, size }, query, order)
    return { content: data.map(shapeSummary), totalPages }
  },
})

function shapeSummary({ growerCode, season, ...totals }: Text<StockSummary, Totals>): StockSummary {
  return {
    growerCode,
    season,
    parchmentTotal: Number(totals.parchmentTotal),
    cleanCoffeeTotal: Number(totals.cleanCoffeeTotal),
    cleanCoffeeWarehousedTotal: Number(totals.cleanCoffeeWarehousedTotal),
    cataloguedCoffeeTotal: Number(totals.cataloguedCoffeeTotal),
    soldCoffeeTotal: Number(totals.soldCoffeeTotal),
    unsoldCoffeeTotal: Number(totals.unsoldCoffeeTotal),
    percentage: Number(totals.percentage),
    totalCleanCoffee: Number(totals.totalCleanCoffee),
  }
}
