import { z } from 'zod'
import { keysOf } from '#contract/kit/keysOf.ts'
import { actionAnswer, endpoint, Id } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { LineFactory } from './scheduleFactories.ts'
import { scheduleRiskCodes, scheduleRisks } from './scheduleRisks.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { lineParts } from './lineParts.ts'

/** Permissions any one of which lets a user read payment schedules. */
export const scheduleReads = [...readsFarmers, 'CAN_CREATE_PAYMENT_SCHEDULE', 'CAN_APPROVE_PAYMENT_SCHEDULE'] as const

/** Where the payment of one member stands. */
export const lineStates = {
  PENDING: { label: 'Not paid yet', tone: 'neutral' },
  QUEUED: { label: 'Queued', tone: 'info' },
  PROCESSING: { label: 'At the bank', tone: 'info' },
  SUCCESS: { label: 'Paid', tone: 'good' },
  FAILED: { label: 'Refused by the bank', tone: 'bad' },
  NIL: { label: 'Nothing left to pay', tone: 'neutral' },
  HELD: { label: 'Held', tone: 'waiting' },
} as const
const states = keysOf(lineStates)

/** Why a line is held. */
export const holdReasons = {
  deceased: 'The member has died: the money waits for the next of kin',
  not_active: 'The member is not active',
  other_currency: 'The account is not kept in shillings',
  name_differs: 'The bank knows the account under another name',
  not_verified: 'The account is not verified',
  changing: 'A change of the account waits for a decision',
  cooling_off: 'The account was changed lately',
} as const
export type HoldReason = keyof typeof holdReasons

/** By which way money goes to an account, as a person reads it. */
export const payChannels = {
  INTERNALFT: 'Inside the bank',
  PESALINK: 'PesaLink',
  MPESA: 'M-PESA',
  RTGS: 'RTGS',
} as const

const Member = z.object({
  id: Id,
  farmerId: Id,
  name: z.string(),
  nationalId: z.string(),
  memberNumber: z.string(),
  totalCherryWeight: z.number(),
  commissionRate: z
    .number()
    .describe(
      'The communal rate, KES per kg; the specification’s name. Of cherry from several factories what it comes to on the whole',
    ),
  initialAmount: z.number().describe('Total: weight by the rate'),
  netAmount: z.number(),
  cycle: z.number().int(),
  institutionType: z.string().describe('Pay channel: INTERNALFT, PESALINK or MPESA'),
  instName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  status: z.enum(states),
  reason: z.string(),
  season: z.string(),
  orgName: z.string(),
})

/** A line as the specification shows it: one for each member and loan, and one without a loan for who owes nothing. */
export const ScheduleLoanLine = Member.extend({
  loanType: z.string().describe('Product that is recovered; empty where there is none'),
  loanAmount: z.number(),
  bonus: lineParts.bonus,
  deducted: lineParts.deducted,
})
export type ScheduleLoanLine = z.output<typeof ScheduleLoanLine>

/** The same as the screen shows it: one for each member, with what each lender and each kind of deduction takes. */
export const ScheduleLine = Member.extend({
  ...lineParts,
  recovered: z.number().describe('KES that go to lenders'),
  risk: z
    .enum(['', ...scheduleRiskCodes])
    .describe('The gravest of what a decider is pointed at; empty where nothing is'),
  risks: z
    .array(z.object({ code: z.enum(scheduleRiskCodes), message: z.string() }))
    .describe('What a decider is pointed at'),
  taken: z
    .record(z.string(), z.number())
    .describe('KES by what takes them: each lender, and each kind of deduction, as the columns of the list name them'),
  factories: z.array(LineFactory).describe('Where each factory has a rate of its own: what the total is made of'),
  leftOver: z.number().describe('Cents that M-PESA does not pay'),
  transactionId: z.string().nullable(),
})
export type ScheduleLine = z.output<typeof ScheduleLine>

export const scheduleLineList = listScreen({
  name: 'schedule-lines',
  title: 'Lines of the schedule',
  fileName: 'Farmer_PaymentSchedule',
  fileMoment: true,
  row: ScheduleLine,
  columns: [
    { key: 'name', title: 'Farmer name', as: 'name', sort: true, card: 'title' },
    { key: 'nationalId', title: 'National ID', as: 'code', personal: true, hidden: true },
    { key: 'memberNumber', title: 'Member number', as: 'code', sort: true, leaves: 'never' },
    { key: 'totalCherryWeight', title: 'Weight', as: 'weight', sort: true },
    { key: 'commissionRate', title: 'Communal rate', as: 'money', hidden: true },
    { key: 'initialAmount', title: 'Total amount', as: 'money', sort: true },
    { key: 'bonus', title: 'Premium', as: 'money', sort: true, hidden: true },
    { key: 'taken', title: 'Recovered', as: 'money', each: true },
    { key: 'deducted', title: 'Deducted', as: 'money', sort: true, hidden: true },
    { key: 'recovered', title: 'Recovered', as: 'money', sort: true, hidden: true },
    { key: 'netAmount', title: 'Net amount', as: 'money', sort: true, card: 'value' },
    { key: 'cycle', title: 'Cycle', as: 'number', hidden: true },
    { key: 'institutionType', title: 'Pay channel', as: 'text' },
    { key: 'accountNumber', title: 'Account', as: 'code', personal: true },
    { key: 'reason', title: 'Why', as: 'text', hidden: true },
    { key: 'status', title: 'Status', as: 'status' },
  ],
  searchIn: 'Name, member number or account',
  filters: [
    choiceFilter('status', 'Status', lineStates),
    choiceFilter('risk', 'Pointed out', scheduleRisks),
    choiceFilter('institutionType', 'Pay channel', payChannels),
  ],
  sort: { key: 'memberNumber', direction: 'asc' },
  pageSize: 10,
})

const ofOne = z.object({ organisationId: z.string().min(1).max(60), commId: Id })
/** A member by the id or, for who may search by it, the national ID. */
const ofMember = z.object({ organisationId: z.string().min(1).max(60), farmerId: z.string().min(1).max(40) })

export const scheduleLines = {
  list: endpoint({
    method: 'GET',
    path: '/payment/schedule/:id/lines',
    allow: scheduleReads,
    summary: 'The lines of a payment schedule, one for each member, as a list that sorts, filters and exports',
    params: z.object({ id: Id }),
    ...answersList(ScheduleLine),
    errors: ['record.not_found'],
  }),
  pending: endpoint({
    method: 'GET',
    path: '/payment/getPendingPaymentSchedule/:organisationId/:commId',
    allow: scheduleReads,
    summary:
      'The lines of a schedule that waits for a decision, one for each member and loan; audited as personal data',
    params: ofOne,
    answer: actionAnswer(z.object({ data: z.array(ScheduleLoanLine) })),
    errors: ['record.not_found'],
  }),
  byCommId: endpoint({
    method: 'GET',
    path: '/payment/getScheduleByCommId/:organisationId/:commId',
    allow: scheduleReads,
    summary: 'The lines of a schedule of any state, one for each member and loan; audited as personal data',
    params: ofOne,
    answer: actionAnswer(z.object({ data: z.array(ScheduleLoanLine) })),
    errors: ['record.not_found'],
  }),
  stats: endpoint({
    method: 'GET',
    path: '/payment/fetchFarmerScheduleStats/:organisationId/:farmerId',
    allow: scheduleReads,
    summary: 'What a member was paid in each season',
    params: ofMember,
    answer: z.object({
      error: z.literal(false),
      message: z.string(),
      data: z.array(z.object({ season: z.string(), amount: z.number() })),
    }),
    errors: ['record.not_found'],
  }),
  statement: endpoint({
    method: 'GET',
    path: '/payment/fetchFarmerStatement/:organisationId/:farmerId',
    allow: scheduleReads,
    summary: 'Every payment of a member, with the institution, the account and the number of the bank',
    params: ofMember,
    answer: z.object({
      error: z.literal(false),
      message: z.string(),
      data: z.array(
        z.object({
          id: Id,
          orgName: z.string(),
          season: z.string(),
          cycle: z.number().int(),
          totalCherryWeight: z.number(),
          initialAmount: z.number(),
          ...lineParts,
          recovered: z.number(),
          netAmount: z.number(),
          instName: z.string(),
          accountNumber: z.string(),
          transactionId: z.string(),
          status: z.enum(states),
          dateCreated: z.iso.datetime({ offset: true }),
          name: z.string(),
          memberNumber: z.string(),
        }),
      ),
    }),
    errors: ['record.not_found'],
  }),
}
