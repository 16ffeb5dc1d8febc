import type { Actor } from '#contract/house/permissions.ts'
import { toAmount } from '#contract/kit/money.ts'
import { receivedRecords } from '#contract/dispatch/dispatchFlow.ts'
import { stockDetailList, type StockDetail } from '#contract/stock/stockRows.ts'
import { isOfOutturn } from '#server/facts/parchmentByOutturn.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { exportRows, type Format } from '#server/kit/records/exportRows.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { growerSought, livingDispatch, parchmentCells, parchmentRows, sameCoffee, stockItems } from './stockItems.ts'

type Weights = 'weight' | 'clean_coffee_weight' | 'split_weight' | 'lot_weight' | 'weight_BOUGHT'
type Stored = Omit<StockDetail, Weights | 'price' | 'reserve_PRICE'> &
  Record<Weights, string | null> & { lotId: string | null; priceCents: bigint | null }

/** The day on which the warehouse took in the coffee of a dispatch record `d`. */
export const received = sql`case when d.status in (${sql.join([...receivedRecords])}) then (d.decided_at at time zone 'Africa/Nairobi')::date end`

const numberOr = (value: string | null): number | null => (value === null ? null : Number(value))

/** Below what price lots are not sold. Whoever reads of every organisation has no right to it at all, so that it is not asked for. */
async function readReserves(tx: Tx, actor: Actor, lots: readonly string[]): Promise<Map<string, bigint>> {
  if (scopeOf(actor).wide || lots.length === 0) return new Map()
  const found = await rows(
    tx,
    sql<{ lot: string; cents: bigint }>`
      select r.record_id as lot, r.cents from catalogue_reserves r where r.record_id = any (${lots}) and r.organisation_id = ${actor.organisationId}`,
  )
  return new Map(found.map(({ lot, cents }) => [lot, cents]))
}

/** Coffee by the id of any record that it has come through. */
export async function readStockDetails(tx: Tx, actor: Actor, id: string): Promise<StockDetail[]> {
  const growerId = await growerSought(tx, actor, '')
  const { season, grade, kilograms } = parchmentCells
  const found = await rows(
    tx,
    sql<Stored>`
      select i.lot_id as "lotId", coalesce(g.code, '') as grower_code, coalesce(g.name, '') as grower_name, e.price_cents as "priceCents", i.season, i.brought as "parchment_OUTTURN_NUMBER", i.brought as "grower_OUTTURN_NUMBER", m.name as "miller_NAME", m.code as "miller_CODE",
        parchment.kilograms as weight, parchment.grade as patchment_grade, dispatched.net_kg as clean_coffee_weight, i.grade as clean_grade, w.name as warehouse_name, k.name as warehouse_location,
        nullif(dispatched.split_number, 0)::text as "split_NUMBER", case when dispatched.split_number > 0 then dispatched.net_kg end as split_weight, e.warrant_number as "warrant_NUMBER",
        dispatched.received as delivery_date, b.name as broker_name, b.code as broker_code, i.lot_number::text as "lot_NUMBER", coalesce(e.kilograms, c.kilograms) as lot_weight,
        e.result_id as auction_results_id, case when e.id is not null then i.kilograms end as "weight_BOUGHT", e.invoice_number as "invoice_NUMBER", u.name as buyer_name, u.code as buyer_code,
        i.sale_number::int as "sale_NUMBER", e.eslip_number as "eslip_NUMBER"
      from (${stockItems(actor, { growerId, id })}) i join organisations m on m.id = i.miller_id left join organisations g on g.id = i.grower_id
        left join eslips e on e.id = i.eslip_id left join catalogue_records c on c.id = i.lot_id
        left join organisations w on w.id = i.warehouse_id left join counties k on k.id = w.county_id
        left join organisations b on b.id = i.broker_id left join organisations u on u.id = e.buyer_id
        left join lateral (
          select d.net_kg, d.split_number, ${received} as received
          from dispatch_records d where d.id = coalesce(i.dispatch_id, (select d.id from dispatch_records d where ${livingDispatch} and ${sameCoffee} limit 1))) dispatched on true
        left join lateral (
          select sum(${kilograms}) as kilograms, min(${grade}) as grade from ${parchmentRows} and ${isOfOutturn(sql`i.brought`)} and ${season} = i.season and t.organisation_id = i.grower_id) parchment on true
      order by i.brought, i.grade, i.id, i.grower_id`,
  )
  if (found.length === 0) throw new Refused('record.not_found')
  const reserves = await readReserves(
    tx,
    actor,
    found.flatMap(({ lotId }) => lotId ?? []),
  )
  return found.map(({ lotId, priceCents, ...row }) => {
    const reserve = lotId === null ? undefined : reserves.get(lotId)
    return {
      ...row,
      weight: numberOr(row.weight),
      clean_coffee_weight: numberOr(row.clean_coffee_weight),
      split_weight: numberOr(row.split_weight),
      lot_weight: numberOr(row.lot_weight),
      weight_BOUGHT: numberOr(row.weight_BOUGHT),
      reserve_PRICE: reserve === undefined ? null : toAmount(reserve),
      price: priceCents === null ? null : toAmount(priceCents),
    }
  })
}

type Exported = { tx: Tx; actor: Actor; id: string; format: Format }

/** The same as a file, a row for each part. */
export async function exportStockDetails({ tx, actor, id, format }: Exported) {
  const found = await readStockDetails(tx, actor, id)
  return exportRows({
    screen: stockDetailList,
    actor,
    format,
    query: { search: '', filter: '' },
    rows: async function* () {
      yield* found
    },
  })
}
