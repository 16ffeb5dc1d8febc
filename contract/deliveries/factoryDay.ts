import { z } from 'zod'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'

const ofDay = z.object({ factoryId: Id, deliveredOn: z.iso.date() })

/** What was entered for one factory on one day, by whoever entered it: what the weighing book of that day should say. */
export const FactoryDay = z.object({
  factoryName: z.string(),
  kilograms: z.number().describe('Approved and waiting; what was declined does not count, nor do corrections'),
  deliveries: z.number().int(),
  members: z.number().int(),
})
export type FactoryDay = z.output<typeof FactoryDay>

/** The weighing book of a factory, day by day. Only who enters deliveries compares with it. */
export const factoryDays = {
  day: endpoint({
    method: 'GET',
    path: '/farmercherry/factory-day',
    allow: 'CAN_UPLOAD_FARMERS',
    summary: 'What was entered for one factory of the own society on one day',
    query: ofDay,
    answer: FactoryDay,
    errors: ['record.not_found'],
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/farmercherry/factory-day/sheet',
    allow: 'CAN_UPLOAD_FARMERS',
    summary: 'The day of a factory on paper: every delivery, the total, and how it differs from the weighing book',
    query: ofDay.extend({
      expectedKg: plainNumber(z.number().min(0).max(10_000_000))
        .optional()
        .describe('What the weighing book adds up to'),
      language: z.enum(['en', 'sw']).default('en'),
    }),
    answer: { binary: 'pdf' },
    errors: ['record.not_found'],
  }),
}
