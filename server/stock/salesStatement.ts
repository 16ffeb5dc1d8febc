import { toAmount } from '#contract/kit/money.ts'
import { salesStatements, type SalesStatementRow } from '#contract/stock/salesStatement.ts'
import { one, rows, sql } from '#server/kit/db.ts'
import { pageWithin } from '#server/kit/records/pageWithin.ts'
import { serve } from '#server/kit/web/serve.ts'
import { growerSought, soldBy } from './stockItems.ts'

type Stored = Omit<
  SalesStatementRow,
  | 'buyer'
  | 'weight'
  | 'growerAmount'
  | 'gross'
  | 'net'
  | 'totalDeductions'
  | 'brokerAmount'
  | 'millerAmount'
  | 'warehouseAmount'
> & {
  buyerName: string
  kilograms: string
  grossCents: bigint
  netCents: bigint
  isBulked: boolean
  brokerCents: string
  millerCents: string
  warehouseCents: string
}

const charge = (kind: string) =>
  sql`(select coalesce(sum(l.amount_cents), 0)::text from eslip_legs l where l.eslip_id = e.id and l.kind = ${kind})`

const shape = (stored: Stored): SalesStatementRow => {
  const { buyerName, kilograms, grossCents, netCents, isBulked, brokerCents, millerCents, warehouseCents, ...row } =
    stored
  const ofTheLot = (cents: string) => (isBulked ? null : toAmount(cents))
  return {
    ...row,
    buyer: { organisationName: buyerName },
    weight: Number(kilograms),
    growerAmount: toAmount(netCents),
    brokerAmount: ofTheLot(brokerCents),
    millerAmount: ofTheLot(millerCents),
    warehouseAmount: ofTheLot(warehouseCents),
    gross: toAmount(grossCents),
    net: toAmount(netCents),
    totalDeductions: toAmount(BigInt(grossCents) - BigInt(netCents)),
  }
}

/** What growers had of their sold lots. */
export const salesStatementRoutes = serve(salesStatements, {
  grower: async ({ tx, actor, query: { page, size, growerCode, season, sale } }) => {
    const growerId = await growerSought(tx, actor, growerCode)
    const listed = sql`${soldBy(actor, growerId, season)} and ${sale === '' ? sql`true` : sql`e.sale_number = ${Number(sale)}`}`
    const { counted } = await one(tx, sql<{ counted: number }>`select count(*)::int as counted from ${listed}`)
    const answer = await pageWithin({ page, size }, async (number) => ({
      counted,
      data: await rows(
        tx,
        sql<Stored>`
          with listed as (
            select s.eslip_id, s.outturn as "parchmentOutturn", s.kilograms, s.gross_cents as "grossCents", s.net_cents as "netCents", s.code as "growerCode"
            from (select s.*, e.season, e.sale_number, e.lot_number, (select g.code from organisations g where g.id = s.grower_id) as code from ${listed}) s
            order by s.season desc, s.sale_number desc, s.lot_number, s.code, s.outturn limit ${size} offset ${number * size})
          select e.id, e.eslip_number as "eslipNumber", e.sale_number::int as "saleNumber", e.season, e.lot_number::text as "lotNumber", e.outturn as "cleanCoffeeOutturn",
            s."parchmentOutturn", s.kilograms, s."growerCode", s."grossCents", s."netCents", e.grower_id is null as "isBulked", b.code as "brokerCode", u.name as "buyerName",
            m.code as "millerCode", w.code as "warehouseCode", e.paid_on as "paymentDate", e.sale_date as "dateBought",
            ${charge('BROKER')} as "brokerCents", ${charge('MILLER')} as "millerCents", ${charge('WAREHOUSE')} as "warehouseCents"
          from listed s join eslips e on e.id = s.eslip_id join organisations b on b.id = e.broker_id join organisations u on u.id = e.buyer_id
            join organisations m on m.id = e.miller_id join organisations w on w.id = e.warehouse_id
          order by e.season desc, e.sale_number desc, e.lot_number, s."growerCode", s."parchmentOutturn"`,
      ),
    }))
    return { content: answer.data.map(shape), totalPages: answer.page.totalPages }
  },
})
