import { toAmount } from '#contract/kit/money.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { auctionResultList, auctionResults, type AuctionResult } from '#contract/results/auctionResults.ts'
import { rows, sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'

type Stored = Omit<AuctionResult, 'weight' | 'price' | 'grossValue' | 'decided'> & {
  kilograms: string
  priceCents: bigint | null
  grossCents: bigint | null
  decidedAt: Date
}

const base = sql`auction_results t left join organisations buyer on buyer.id = t.buyer_id`

/** What a lot fetched is known as on its e-slip: to its grower, who sold it, who bought it and who sees everybody. Who mills or stores it reads that it was sold. */
const knowsPrice = (actor: Actor) =>
  scopeOf(actor).wide
    ? sql`true`
    : sql`${actor.organisationId} in (t.organisation_id, t.broker_id, t.grower_id, t.buyer_id)`

const sourceOf = (actor: Actor): ListSource<Stored> => {
  const known = (column: string) => sql`case when ${knowsPrice(actor)} then ${sql.ref(column)} end`
  return {
    base,
    from: sql`${base} join organisations broker on broker.id = t.broker_id join organisations miller on miller.id = t.miller_id
    join organisations warehouse on warehouse.id = t.warehouse_id join organisations sender on sender.id = t.organisation_id left join organisations grower on grower.id = t.grower_id`,
    select: sql<Stored>`t.id, t.season, t.sale_number::int as "saleNumber", t.sale_date as "saleDate", t.lot_number as "lotNumber", t.outturn, t.grade, t.bags as "numberOfBags",
    t.pockets::int as "numberOfPocket", t.kilograms, case when t.price_cents is null then 'UNSOLD' else 'SOLD' end as result, ${known('t.price_cents')} as "priceCents",
    ${known('t.gross_cents')} as "grossCents", coalesce(buyer.code, '') as "buyerCode", coalesce(buyer.name, '') as "buyerName", coalesce(${known('t.invoice_number')}, '') as "invoiceNumber",
    coalesce(grower.code, '') as "growerCode", broker.code as "agentCode", broker.name as "agentName", miller.code as "millerCode", warehouse.code as "warehouseCode",
    sender.name as "recordedBy", t.decided_at as "decidedAt"`,
    where: [sql`t.state = 'IN_FORCE'`],
    columns: {
      lotNumber: sql`t.lot_number`,
      saleNumber: sql`t.sale_number`,
      saleDate: sql`t.sale_date`,
      season: sql`t.season`,
      outturn: sql`t.outturn`,
      grade: sql`t.grade`,
      weight: sql`t.kilograms`,
      price: sql`coalesce(${known('t.price_cents')}, 0)`,
      grossValue: sql`coalesce(${known('t.gross_cents')}, 0)`,
      result: sql`case when t.price_cents is null then 'UNSOLD' else 'SOLD' end`,
    },
    search: sql<string>`upper(t.outturn || ' ' || t.lot_number || ' ' || coalesce(buyer.name, '') || ' ' || coalesce(${known('t.invoice_number')}, ''))`,
  }
}

const shape = ({ kilograms, priceCents, grossCents, decidedAt, ...stored }: Stored): AuctionResult => ({
  ...stored,
  weight: Number(kilograms),
  price: priceCents === null ? null : toAmount(priceCents),
  grossValue: grossCents === null ? null : toAmount(grossCents),
  decided: decidedAt.toISOString(),
})

/** What was sold and what was not, as far as the reader's wall reaches. */
export const auctionResultRoutes = serve(auctionResults, {
  list: ({ tx, actor, query }) =>
    listPage({ tx, actor, screen: auctionResultList, query, source: sourceOf(actor), shape }),
  one: async ({ tx, actor, params: { id } }) => {
    const source = sourceOf(actor)
    const [stored] = await rows(
      tx,
      sql<Stored>`select ${source.select} from ${source.from} where t.id = ${id} and t.state = 'IN_FORCE'`,
    )
    if (!stored) throw new Refused('record.not_found')
    return shape(stored)
  },
})
