import { farmerDeliveries, type FarmerDeliveries } from '#contract/deliveries/farmerDeliveries.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { serve } from '#server/kit/web/serve.ts'
import { readDeliveries } from './deliveryList.ts'

// Who wants more looks in the list of deliveries.
const most = 30

/** The deliveries of a farmer, newest first. */
async function deliveriesOf(tx: Tx, actor: Actor, id: string): Promise<FarmerDeliveries> {
  const [farmer] = await rows(tx, sql<{ one: number }>`select 1 as one from farmers where id = ${id}`)
  if (!farmer) throw new Refused('record.not_found')
  const seasons = await rows(
    tx,
    sql<{
      season: string
      approved: string
      pending: string
    }>`select season, approved_kg as approved, pending_kg as pending from season_weights
      where farmer_id = ${id} and (approved_kg <> 0 or pending_kg <> 0) order by season desc`,
  )
  const deliveries = await rows(
    tx,
    sql<{
      id: string
    }>`select id from cherry_deliveries where farmer_id = ${id} order by delivered_on desc, id desc limit ${most + 1}`,
  )
  const ids = deliveries.slice(0, most).map((delivery) => delivery.id)
  const known = new Map((await readDeliveries(tx, actor, ids)).map((delivery) => [delivery.id, delivery]))
  return {
    seasons: seasons.map(({ season, approved, pending }) => ({
      season,
      approvedKg: Number(approved),
      pendingKg: Number(pending),
    })),
    latest: ids.flatMap((one) => known.get(one) ?? []),
    hasMore: deliveries.length > ids.length,
  }
}

export const farmerDeliveryRoutes = serve(farmerDeliveries, {
  ofFarmer: ({ tx, actor, params }) => deliveriesOf(tx, actor, params.id),
})
