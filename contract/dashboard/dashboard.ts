import { z } from 'zod'
import { FindingCount } from '#contract/dataQuality/dataQuality.ts'
import { endpoint, Id, organisationIdParam } from '#contract/kit/endpoint.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { seasonName } from '#contract/house/seasons.ts'

/** Groups of ages, in working days since a record came in: the first and the last day of each. */
export const ages = [
  { key: 'upTo1', from: 0, to: 1 },
  { key: 'upTo3', from: 2, to: 3 },
  { key: 'upTo7', from: 4, to: 7 },
  { key: 'above7', from: 8, to: Number.POSITIVE_INFINITY },
] as const
export type AgeKey = (typeof ages)[number]['key']

const Kilograms = z.object({ approvedKg: z.number(), pendingKg: z.number() })
const count = z.number().int()

/** How a society stands, or all societies in reach together. */
export const Dashboard = z.object({
  organisation: z.object({ id: Id, organisationCode: z.string(), organisationName: z.string() }).nullable(),
  societies: count.describe('Societies that are added up'),
  asOf: z.iso.datetime({ offset: true }).nullable().describe('The oldest count of farmers and their data in it'),
  farmers: z.object({ count, active: count, verified: count }).describe('Approved farmers'),
  season: z.string().describe('The season of the weeks'),
  today: z.iso.date().describe('Up to which a running week and season count'),
  weeks: z.array(
    Kilograms.extend({
      week: z.iso.date().describe('Its Monday'),
      beforeKg: z
        .number()
        .describe('Approved in the same week of the season before; of a running week up to the same weekday'),
    }),
  ),
  seasons: z.array(
    Kilograms.extend({
      season: z.string(),
      pending: count.describe('Deliveries that wait'),
      toDayKg: z.number().describe('Approved up to the same day of that season as today'),
    }),
  ),
  waiting: z
    .array(
      z.object({
        kind: z.string(),
        record: z.string().describe('The kind as a person says it'),
        ages: z.object({ upTo1: count, upTo3: count, upTo7: count, above7: count }),
        total: count,
      }),
    )
    .describe('Records that wait for a decision, by working days since they came in'),
  quality: z.object({ score: z.number().nullable(), checked: count, findings: z.array(FindingCount) }),
})
export type Dashboard = z.output<typeof Dashboard>

export const dashboard = {
  read: endpoint({
    method: 'GET',
    path: '/dashboard/:organisationId',
    allow: readsFarmers,
    summary: 'Farmers, kilograms by week and season, what waits for a decision, and the quality of the data',
    params: organisationIdParam,
    query: z.object({ season: z.string().regex(seasonName).optional() }),
    answer: Dashboard,
  }),
}
