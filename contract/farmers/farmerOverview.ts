import { z } from 'zod'
import { findingKinds } from '#contract/dataQuality/dataQuality.ts'
import { endpoint, Id, idParam, Status } from '#contract/kit/endpoint.ts'
import { listQuery, pageOf } from '#contract/kit/listScreen.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { payoutStates } from '#contract/payouts/payouts.ts'
import { lineStates } from '#contract/schedules/scheduleLines.ts'

/** What a line of the timeline of a farmer is about. */
const timelineKinds = [
  'DELIVERIES',
  'LOAN',
  'PAYMENT',
  'CHERRY_PAYMENT',
  'LIMIT',
  'REQUEST',
  'PLOT',
  'STATEMENT',
  'PAYMENT_STATEMENT',
  'PACK',
  'REGISTERED',
] as const

const instant = z.iso.datetime({ offset: true })
const count = z.number().int()
const lineState = z.enum(Object.keys(lineStates) as [keyof typeof lineStates]) // border: the keys of the list
const payoutState = z.enum(Object.keys(payoutStates) as [keyof typeof payoutStates]) // border: the keys of the list

/** One thing that happened with a farmer, or the deliveries of one day or month. */
const TimelineEntry = z.object({
  id: z.string(),
  what: z.enum(timelineKinds),
  at: instant,
  day: z.iso.date().nullable().describe('Of deliveries: their day, or the first day of their month'),
  isMonth: z.boolean().describe('Of deliveries: those of the whole month'),
  count: count.describe('Deliveries in the line; 1 of everything else'),
  pending: count.describe('How many of them wait for approval'),
  kilograms: z.number().nullable(),
  amount: z.number().nullable().describe('In shillings'),
  reference: z
    .string()
    .describe(
      'Of a loan, its number; of a payment for cherry, season and cycle; of a limit or a registration, the file; of a plot, its name',
    ),
  status: Status.nullable(),
  payout: payoutState.nullable(),
  line: lineState.nullable().describe('Of a payment for cherry: how it stands in its schedule'),
  by: z.string().describe('Who entered or did it'),
  decidedBy: z.string(),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

/** How a farmer stands at a glance. What is about money is null for who does not read loans. */
export const FarmerOverview = z.object({
  cherry: z.object({
    season: z.string(),
    approvedKg: z.number(),
    pendingKg: z.number(),
    pending: count.describe('Deliveries that wait, of every season'),
    before: z.object({
      season: z.string(),
      toDay: z.iso.date().describe('The same day of the season before'),
      toDayKg: z.number().describe('Approved up to that day'),
      wholeKg: z.number(),
    }),
  }),
  money: z
    .object({
      limit: z
        .object({ season: z.string(), granted: z.number(), available: z.number(), isExpired: z.boolean() })
        .nullable(),
      debt: z.number().describe('What is owed of all loans'),
      waiting: z.array(z.object({ id: Id, reference: z.string(), amount: z.number(), status: Status })),
      standing: z
        .array(z.object({ loanId: Id, reference: z.string(), amount: z.number(), payout: payoutState, since: instant }))
        .describe('Payments that have not reached the farmer'),
    })
    .nullable(),
  findings: z.array(z.enum(findingKinds)),
  timeline: pageOf(TimelineEntry),
})
export type FarmerOverview = z.output<typeof FarmerOverview>

export const farmerOverview = {
  overview: endpoint({
    method: 'GET',
    path: '/farmer/:id/overview',
    allow: readsFarmers,
    summary:
      'How a farmer stands: cherry against the season before, limit, debt, open matters, and everything that happened',
    params: idParam,
    query: listQuery.pick({ page: true, size: true }),
    answer: FarmerOverview,
    errors: ['record.not_found'],
  }),
}
