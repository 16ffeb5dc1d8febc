import { z } from 'zod'
import { endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { scheduleReads } from '#contract/schedules/scheduleLines.ts'
import { PaidLine } from './paidLines.ts'

/** What a member was paid for the cherry of one season. Sums of KES. */
const SeasonPaid = z.object({
  season: z.string(),
  kilograms: z.number().describe('Approved of the season now'),
  payments: z.number().int(),
  total: z.number(),
  bonus: z.number().describe('Premiums, beside the total'),
  deducted: z.number().describe('By deductions that are not loans'),
  recovered: z.number(),
  paid: z.number().describe('What has arrived'),
  unpaid: z.number().describe('Held, refused, or on its way'),
})
export type SeasonPaid = z.output<typeof SeasonPaid>

/** Everything that a society has paid a member for cherry: each shilling with the deal that it came from. */
export const FarmerStatement = z.object({
  member: z.object({
    id: Id,
    name: z.string(),
    memberNumber: z.string(),
    nationalId: z.string(),
    organisationName: z.string(),
    organisationCode: z.string(),
  }),
  seasons: z.array(SeasonPaid),
  payments: z.array(PaidLine),
})
export type FarmerStatement = z.output<typeof FarmerStatement>

/** A delivery that stands in the kilograms of a line. */
const CountedDelivery = z.object({
  id: Id,
  deliveredOn: z.iso.date(),
  factoryName: z.string(),
  receiptNumber: z.string(),
  kilograms: z.number(),
  isCorrection: z.boolean(),
})

/** How the amount of one line came about, from the scale to the account. */
export const ExplainedLine = PaidLine.extend({
  deliveries: z.array(CountedDelivery).describe('The latest of those that were approved when it was computed'),
  deliveryCount: z.number().int(),
})
export type ExplainedLine = z.output<typeof ExplainedLine>

/** That somebody is a member of a society. */
const Membership = z.object({
  id: Id.describe('Of the member'),
  name: z.string(),
  memberNumber: z.string(),
  organisationCode: z.string(),
  organisationName: z.string(),
})
export type Membership = z.output<typeof Membership>

const byMember = z.object({ organisationId: z.string().min(1).max(60), farmerId: Id })

export const farmerStatements = {
  statement: endpoint({
    method: 'GET',
    path: '/farmer/payment_statement/:organisationId/:farmerId',
    allow: scheduleReads,
    summary: 'Payment statement of a member: seasons, payments, recoveries, and the deals that the money came from',
    params: byMember,
    answer: FarmerStatement,
    errors: ['record.not_found'],
  }),
  workbook: endpoint({
    method: 'GET',
    path: '/farmer/payment_statement/:organisationId/:farmerId/workbook',
    allow: scheduleReads,
    summary: 'The payment statement of a member as a workbook. Each is written into the trail',
    params: byMember,
    answer: { binary: 'xlsx' },
    errors: ['record.not_found'],
  }),
  paper: endpoint({
    method: 'GET',
    path: '/farmer/payment_statement/:organisationId/:farmerId/paper',
    allow: scheduleReads,
    summary:
      'The payment statement of a member on paper, with a code that anybody can check. Each is written into the trail',
    params: byMember,
    query: z.object({ language: z.enum(['en', 'sw']).default('en') }),
    answer: { binary: 'pdf' },
    errors: ['record.not_found'],
  }),
  find: endpoint({
    method: 'POST',
    path: '/farmer/payment_statement/find',
    allow: 'CAN_VIEW_FARMER_STATEMENT',
    reads: true,
    summary:
      'Of which societies in reach the person with a national ID is a member, for a payment statement. The ID stands in no address',
    body: z.object({ nationalId: oneLine(40) }),
    answer: z.object({ memberships: z.array(Membership).describe('At least one') }),
    errors: ['statement.nobody'],
  }),
  line: endpoint({
    method: 'GET',
    path: '/payment/scheduleLine/:id',
    allow: scheduleReads,
    summary:
      'How the amount of one line of a schedule came about: deliveries, kilograms, rate, recoveries, account, deals',
    params: idParam,
    answer: ExplainedLine,
    errors: ['record.not_found'],
  }),
}
