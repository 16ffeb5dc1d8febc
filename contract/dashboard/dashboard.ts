import { z } from 'zod'
import { FindingCount } from '#contract/dataQuality/dataQuality.ts'
import { endpoint, Id, organisationIdParam } from '#contract/kit/endpoint.ts'
import { readsLoans } from '#contract/loans/loanRequests.ts'
import { readsExceptions } from '#contract/reconciliation/reconciliation.ts'
import { exceptionKinds, type ExceptionKind } from '#contract/reconciliation/statementExceptions.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { SideBySide } from './sideBySide.ts'
import { seasonName } from '#contract/house/seasons.ts'

/** Groups of ages, in working days since a record came in: the first and the last day of each. */
export const ages = [
  { key: 'upTo1', from: 0, to: 1 },
  { key: 'upTo3', from: 2, to: 3 },
  { key: 'upTo7', from: 4, to: 7 },
  { key: 'above7', from: 8, to: Number.POSITIVE_INFINITY },
] as const
export type AgeKey = (typeof ages)[number]['key']

// border: the keys of the list but those that are no exception
const openExceptionKind = z.enum(
  Object.keys(exceptionKinds).filter((kind) => kind !== 'MATCHED' && kind !== 'NEW') as [ExceptionKind],
)

const Kilograms = z.object({ approvedKg: z.number(), pendingKg: z.number() })
const count = z.number().int()

const AgeCounts = z.object({ upTo1: count, upTo3: count, upTo7: count, above7: count })

/** What waits for each person of an organisation, who has waited longest first. */
export const Turns = z.object({
  people: z.array(
    z.object({
      fullName: z.string(),
      role: z.string(),
      ages: AgeCounts,
      total: count,
      oldest: z.iso.datetime({ offset: true }),
    }),
  ),
})
export type Turns = z.output<typeof Turns>

const Lending = z.object({
  loans: count.describe('Loans that have reached their members'),
  lent: z.number(),
  repaid: z.number(),
  owed: z.number(),
})

/** What is lent, what of it is owed, and the loans on their way, of the funds in sight. */
export const Lent = z.object({
  all: Lending,
  season: Lending.describe('Of the limits of this season'),
  due: z.array(z.object({ state: z.enum(['PENDING_APPROVAL', 'APPROVED', 'PROCESSING']), count, amount: z.number() })),
  societies: z
    .array(Lending.extend({ organisationCode: z.string(), organisationName: z.string() }))
    .describe('The societies that owe most'),
})
export type Lent = z.output<typeof Lent>

/** Exceptions of bank statements that nobody has settled, by kind and by working days since the bank booked them. */
export const OpenExceptions = z.object({
  kinds: z.array(
    z.object({ kind: openExceptionKind, title: z.string(), ages: AgeCounts, total: count, amount: z.number() }),
  ),
})
export type OpenExceptions = z.output<typeof OpenExceptions>

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
        ages: AgeCounts,
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
    reports: true,
    allow: readsFarmers,
    summary: 'Farmers, kilograms by week and season, what waits for a decision, and the quality of the data',
    params: organisationIdParam,
    query: z.object({ season: z.string().regex(seasonName).optional() }),
    answer: Dashboard,
  }),
  turns: endpoint({
    method: 'GET',
    path: '/dashboard/:organisationId/turns',
    reports: true,
    allow: readsFarmers,
    summary: 'What waits for each person of a society, or of the own organisation, and since when',
    params: organisationIdParam,
    answer: Turns,
  }),
  lent: endpoint({
    method: 'GET',
    path: '/dashboard/:organisationId/lent',
    reports: true,
    allow: readsLoans,
    summary: 'What is lent and owed, in all and by society, and the loans on their way',
    params: organisationIdParam,
    answer: Lent,
  }),
  sideBySide: endpoint({
    method: 'GET',
    path: '/dashboard/:organisationId/sides',
    reports: true,
    allow: readsFarmers,
    summary:
      'Counties and societies side by side: coverage, kilograms against the season before, quality and what is owed',
    params: organisationIdParam,
    answer: SideBySide,
  }),
  exceptions: endpoint({
    method: 'GET',
    path: '/dashboard/:organisationId/exceptions',
    reports: true,
    allow: readsExceptions,
    summary: 'Open exceptions of bank statements by kind and age',
    params: organisationIdParam,
    answer: OpenExceptions,
  }),
}
