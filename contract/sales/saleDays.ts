import { z } from 'zod'
import { endpoint, Id } from '#contract/kit/endpoint.ts'

/** A sale that is in force, by the calendar. */
const SaleInForce = z.object({
  id: Id,
  season: z.string(),
  saleNumber: z.number().int(),
  saleDate: z.iso.date(),
  dispatchCutoff: z.iso.datetime({ offset: true }).describe('From then on no coffee is dispatched to it'),
  catalogueClose: z.iso.datetime({ offset: true }).describe('From then on its catalogue stands as it is'),
  promptDate: z.iso.date().describe('Last day on which a buyer pays'),
})
export type SaleInForce = z.output<typeof SaleInForce>

/** The time left to the cut-off. Who counts down from it on a clock of their own needs no right time of day. */
const UpcomingSale = z.object({
  timeInMillis: z
    .number()
    .int()
    .min(0)
    .describe('Milliseconds that are left by the clock of the server; 0 where no sale takes dispatch'),
  saleNo: z.number().int().nullable(),
  saleDate: z.iso.date().nullable(),
  season: z.string().nullable(),
  dispatchCutoff: z.iso.datetime({ offset: true }).nullable(),
})

/** The same until a catalogue closes. */
const ClosingCatalogue = UpcomingSale.omit({ dispatchCutoff: true }).extend({
  catalogueClose: z.iso.datetime({ offset: true }).nullable(),
})

/** What everybody may know of the calendar of sales. */
export const saleDays = {
  upcoming: endpoint({
    method: 'GET',
    path: '/timer/upcomingdatewh/GRN',
    allow: 'signed-in',
    summary: 'How long the next sale still takes dispatch, and which sale that is',
    answer: UpcomingSale,
  }),
  closing: endpoint({
    method: 'GET',
    path: '/timer/upcomingdatewh/CATALOGUE',
    allow: 'signed-in',
    summary: 'How long the catalogue of the next sale is still open, and which sale that is',
    answer: ClosingCatalogue,
  }),
  inForce: endpoint({
    method: 'GET',
    path: '/organization/get-sales',
    allow: 'signed-in',
    summary: 'Sales of the calendar, the latest first',
    answer: z.array(SaleInForce),
  }),
}
