import { z } from 'zod'
import { CherryDelivery } from './cherryDeliveries.ts'
import { endpoint, idParam } from '#contract/kit/endpoint.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

/** What a farmer has delivered: every season's sums, and the latest records. */
export const FarmerDeliveries = z.object({
  seasons: z.array(
    z.object({
      season: z.string(),
      approvedKg: z.number(),
      pendingKg: z.number(),
    }),
  ),
  latest: z.array(CherryDelivery),
  hasMore: z.boolean().describe('There are older records than these'),
})
export type FarmerDeliveries = z.output<typeof FarmerDeliveries>

export const farmerDeliveries = {
  ofFarmer: endpoint({
    method: 'GET',
    path: '/farmer/:id/deliveries',
    allow: readsFarmers,
    summary: 'Cherry of one farmer: kilograms by season, and the latest deliveries and corrections',
    params: idParam,
    answer: FarmerDeliveries,
    errors: ['record.not_found'],
  }),
}
