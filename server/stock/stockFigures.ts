import type { Actor } from '#contract/house/permissions.ts'
import { toAmount } from '#contract/kit/money.ts'
import type { StockFigures } from '#contract/stock/stock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { received } from './stockDetails.ts'
import { soldBy } from './stockItems.ts'

type Asked = { tx: Tx; actor: Actor; growerId: string | null; season: string }
type Price = StockFigures['prices'][number]
type Wait = StockFigures['waits'][number]
type Days = 'toSale' | 'toPayment' | 'toGrower'

/** Prices by sale and grade, and how long coffee takes to become money: of what the reader sees sold in a season. */
export async function readFigures(asked: Asked): Promise<StockFigures> {
  return { prices: await readPrices(asked), waits: await readWaits(asked) }
}

async function readPrices({ tx, actor, growerId, season }: Asked): Promise<Price[]> {
  const found = await rows(
    tx,
    sql<
      Omit<Price, 'kilograms' | 'price' | 'average'> & {
        weight: string
        priceCents: bigint
        averageCents: bigint | null
      }
    >`
      select sold.*, a.price_cents as "averageCents" from (
        select e.sale_number::int as "saleNumber", max(e.sale_date) as "saleDate", e.grade, sum(s.kilograms)::text as weight,
          round(sum(s.kilograms * e.price_cents) / sum(s.kilograms))::bigint as "priceCents"
        from ${soldBy(actor, growerId, season)} and s.kilograms > 0 group by 1, 3) sold
      left join grade_averages(${season}) a on a.sale_number = sold."saleNumber" and a.grade = sold.grade
      order by 1, 3`,
  )
  return found.map(({ weight, priceCents, averageCents, ...row }) => ({
    ...row,
    kilograms: Number(weight),
    price: toAmount(priceCents),
    average: averageCents === null ? null : toAmount(averageCents),
  }))
}

async function readWaits({ tx, actor, growerId, season }: Asked): Promise<Wait[]> {
  const found = await rows(
    tx,
    sql<Omit<Wait, Days> & Record<Days, string>>`
      select "saleNumber", max("saleDate") as "saleDate", count(*)::int as parts, round(avg("saleDate" - arrived), 1)::text as "toSale",
        round(avg(paid - "saleDate"), 1)::text as "toPayment", round(avg(credited - paid), 1)::text as "toGrower"
      from (
        select e.sale_number::int as "saleNumber", e.sale_date as "saleDate", e.paid_on as paid, (select ${received} from dispatch_records d where d.id = e.dispatch_record_id) as arrived,
          (select max((l.settled_at at time zone 'Africa/Nairobi')::date) from eslip_legs l
            where l.eslip_id = e.id and l.kind = 'GROWER' and l.grower_id = s.grower_id and l.status = 'PAID') as credited
        from ${soldBy(actor, growerId, season)} and e.paid_on is not null) part
      where arrived is not null and credited is not null group by 1 order by 1`,
  )
  return found.map(({ toSale, toPayment, toGrower, ...row }) => ({
    ...row,
    toSale: Number(toSale),
    toPayment: Number(toPayment),
    toGrower: Number(toGrower),
  }))
}
