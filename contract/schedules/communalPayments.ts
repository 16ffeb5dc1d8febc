import { z } from 'zod'
import { keysOf } from '#contract/kit/keysOf.ts'
import { actionAnswer, Actionable, endpoint, Id, organisationIdParam, Status } from '#contract/kit/endpoint.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { record } from '#contract/kit/record.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { communalPaymentFlow } from './communalPaymentFlow.ts'
import { GrowerCode, SeasonName } from '#contract/payments/communalRates.ts'
import { FactoryAmounts, FactoryRate, FactoryWeight } from './scheduleFactories.ts'
import { LinePart } from './lineParts.ts'
import { ScheduleLoanLine, scheduleReads } from './scheduleLines.ts'
import { scheduleRiskCodes } from './scheduleRisks.ts'
import { Loans, MembersWithout, SchedulePreview, TriedFigures, WithoutDeductions } from './scheduleTrials.ts'

const lenderStates = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'] as const

/** A communal payment: what a society pays its members in a cycle of a season. */
export const CommunalPayment = z
  .object({
    id: Id,
    dateCreated: z.iso.datetime({ offset: true }),
    season: z.string(),
    organisation: z.object({ id: Id, organisationName: z.string(), organisationCode: z.string() }),
    organisationName: z.string(),
    totalCherryWeight: z.number().describe('The approved kilograms that it pays'),
    sinceLastPayment: z
      .boolean()
      .describe('Whether they are those that no cycle had paid before; else all of the season so far'),
    totalKesAmount: z.number().describe('The pool: KES on the farmers’ account when it was saved'),
    commissionRate: z.number().describe('The communal rate, KES per kg; the specification’s name'),
    paymentCycle: z.object({ cycle: z.number().int() }),
    cycle: z.number().int(),
    members: z.number().int(),
    held: z.number().int().describe('Lines that are not paid before what holds them is mended'),
    total: z.number().describe('KES of all lines before anything is recovered'),
    bonus: z.number().describe('KES of premiums, added to the total'),
    deducted: z.number().describe('KES of both that deductions take which are not loans'),
    recovered: z.number().describe('KES of both that go to lenders'),
    net: z.number().describe('KES of both that go to members'),
    carried: z.number().describe('KES that stay on the account: what the rate and M-PESA leave over'),
    paid: z.number().int().describe('Lines that have been paid'),
    failed: z.number().int().describe('Lines that the bank has refused'),
    lenders: z
      .array(
        z.object({ id: Id, name: z.string(), amount: z.number(), status: z.enum(lenderStates), reason: z.string() }),
      )
      .describe('What each lender, and each payee of a deduction, is paid of an approved one, and where that stands'),
    factories: z
      .array(FactoryRate)
      .describe('Where each factory has a rate of its own; empty where there is one for all'),
    leftOut: z
      .array(LinePart.omit({ amount: true }).extend({ id: Id }))
      .describe('Approved deductions that its maker left out: they stay owed'),
    lastPayment: z.boolean(),
    fingerprint: z.string().describe('Of every line; a decision is about these very lines'),
    risks: z
      .array(
        z.object({ code: z.enum(scheduleRiskCodes), label: z.string(), members: z.number().int(), amount: z.number() }),
      )
      .describe(
        'What is pointed out on its lines: each member once, by the gravest; an approval in spite of it says why',
      ),
    remarks: z.number().int().describe('Members on whose lines something is pointed out'),
    societyApprovedBy: z
      .string()
      .nullable()
      .describe('Where the bank decides after the society: who approved it first'),
    societyApprovedAt: z.iso.datetime({ offset: true }).nullable(),
    societyComment: z.string().nullable(),
    createdBy: z.string(),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type CommunalPayment = z.output<typeof CommunalPayment>

const Account = z.object({
  accNumber: z.string().describe('Empty while the society has no such account'),
  accName: z.string(),
  availableBalance: z.number(),
})
/** What keeps a schedule from being computed, and what its maker should know. */
export const scheduleBars = {
  no_account: 'The society has no farmers’ shilling account yet',
  no_money: 'What is on the farmers’ shilling account gives less than a cent for a kilogram: convert dollars first',
  no_conversion: 'Nothing on the farmers’ shilling account comes from an approved conversion of dollars',
  retention: 'More was retained of the season than is allowed, and no document allows it',
  no_cherry: 'No cherry of the season is approved',
  open_schedule: 'Another schedule of the society is open',
  being_paid: 'A schedule of the society is being paid: wait until the bank has carried it out',
  lender_unpaid: 'A lender has not got what an earlier schedule recovered: its payment is to be retried first',
  no_floor: 'No lowest communal rate of this cycle is approved',
  below_floor: 'The account gives less than the lowest communal rate of this cycle',
  no_cycle: 'All three cycles of the season are paid, or its last payment is made',
  waiting_deliveries: 'Deliveries of the season wait for a decision: what is approved later is paid in the next cycle',
  came_as_shillings: 'Part of what lies on the account came as shillings: no deal of the bank stands behind it',
  held_members: 'Members who cannot be paid now: their lines are held',
} as const
export type ScheduleBar = keyof typeof scheduleBars
const Bar = z.object({
  code: z.enum(keysOf(scheduleBars)),
  message: z.string(),
  blocks: z.boolean(),
  count: z.number().int().nullable().describe('How many deliveries or members it is about'),
  weight: z.number().nullable().describe('Kilograms that it is about'),
  amount: z.number().nullable().describe('Money that it is about, in KES; of a retention in USD'),
})
export type ScheduleBarFound = z.output<typeof Bar>

/** A deduction or premium of the season, as the wizard offers it. */
export const OfferedDeduction = LinePart.extend({
  id: Id,
  kind: z.string(),
  members: z.number().int().describe('Members of whom it is owed'),
})
export type OfferedDeduction = z.output<typeof OfferedDeduction>

/** What the wizard begins with. Source: specification 2, grower details. */
export const GrowerDetails = z.object({
  growerCode: z.string(),
  season: z.string(),
  cycle: z.number().int(),
  nonCheckoffAccount: Account,
  checkoffAccount: Account,
  farmerUsdAccount: Account,
  farmerKesAccount: Account,
  totalCherry: z.number().describe('The approved kilograms that the cycle pays'),
  sinceLastPayment: z
    .boolean()
    .describe('Whether they are those that no cycle has paid yet; else all of the season so far'),
  members: z.number().int(),
  communalRate: z.number().describe('KES per kg: the account by the kilograms, cut to whole cents'),
  lowestRate: z.number().nullable().describe('Approved for this cycle'),
  lastPayment: z.boolean().describe('As the lowest rate of the cycle says'),
  loans: z.array(
    z.object({
      id: Id.describe('Of the lender'),
      loanProduct: z.string(),
      loanAmount: z.number().describe('KES that members who brought cherry owe'),
      members: z.number().int(),
    }),
  ),
  premium: z.number().describe('KES of the farmers’ account that approved premiums take before the rate is computed'),
  deductions: z
    .array(OfferedDeduction)
    .describe('Approved deductions of the season that are owed of members who brought cherry'),
  bars: z.array(Bar),
})
export type GrowerDetails = z.output<typeof GrowerDetails>

/** What a schedule is computed of, as its maker chose it. */
const ToCompute = z.object({
  growerCode: GrowerCode,
  season: SeasonName,
  loansToRecover: Loans,
  withoutDeductions: WithoutDeductions,
  factories: FactoryAmounts.optional(),
})

/** Two decimals, also as the text that an older client sends. */
const Figure = (message: string) => plainNumber(z.number(message).min(0, message))

/** Communal payments of the own society; readers who see every organisation get those of all. */
export const communalPayment = record({
  flow: communalPaymentFlow,
  row: CommunalPayment,
  reads: scheduleReads,
  headline: ({ organisationName: at, season: name, members: count, net: amount }) => ({
    says: 'paySchedule',
    at,
    name,
    count,
    amount,
  }),
  list: {
    name: 'communal-payments',
    title: 'Payment schedules',
    columns: [
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true },
      { key: 'organisationName', title: 'Farmer society', as: 'name', sort: true, hidden: 'own' },
      { key: 'season', title: 'Season', as: 'text', sort: true, card: 'title', leaves: 'never' },
      { key: 'cycle', title: 'Cycle', as: 'number', sort: true },
      { key: 'totalCherryWeight', title: 'Total cherry', as: 'weight', sort: true },
      { key: 'totalKesAmount', title: 'On the KES account', as: 'money', sort: true },
      { key: 'commissionRate', title: 'Communal rate', as: 'money', sort: true },
      { key: 'net', title: 'To members', as: 'money', sort: true, card: 'value' },
      { key: 'members', title: 'Members', as: 'number' },
      { key: 'held', title: 'Held', as: 'number', hidden: true },
      { key: 'createdBy', title: 'Created by', as: 'text' },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Season, or name or code of the society',
    filters: [seasonFilter],
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: {
      all: { path: '/payment/schedules/:organisationId', summary: 'Payment schedules of every state' },
    },
    one: { path: '/payment/communalPayment/:id', summary: 'A payment schedule without its lines' },
    act: {
      path: '/payment/approveFarmerSchedule/:organisationId',
      id: 'commId',
      actions: { APPROVE: 'approve', REJECT: 'decline' },
      stepUp: true,
      summary: 'Approve or reject a payment schedule as it was generated; an approved one is paid at once',
      also: { fingerprint: z.string().max(64).optional().describe('Of the lines that the decider saw') },
      errors: [
        'schedule.stale',
        'schedule.other_lines',
        'schedule.cycle_taken',
        'schedule.no_account',
        'step.comment_required',
        'ledger.overdrawn',
      ],
      comment: { noRoomFor: [communalPaymentFlow.kind] },
    },
    steps: { withdraw: '/payment/communalPayment/withdraw' },
  },
  calls: {
    details: endpoint({
      method: 'POST',
      path: '/payment/getGrowerDetails',
      allow: scheduleReads,
      reads: true,
      summary:
        'What a payment schedule of a season would be made of: accounts, cherry, rate, loans, and what stands in the way',
      body: z.object({ growerCode: GrowerCode, season: SeasonName }),
      answer: actionAnswer(GrowerDetails),
      errors: ['record.not_found', 'input.invalid'],
    }),
    preview: endpoint({
      method: 'POST',
      path: '/payment/schedule/preview',
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      reads: true,
      summary: 'What a schedule would come to before anything is saved, beside other figures that are tried',
      body: ToCompute.extend({ tried: TriedFigures.optional() }),
      answer: z.object({ data: SchedulePreview }),
      errors: ['record.not_found', 'input.invalid'],
    }),
    without: endpoint({
      method: 'POST',
      path: '/payment/schedule/preview/without',
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      reads: true,
      summary:
        'Who would get nothing with the figures that are tried, and gets something as it is; audited as personal data',
      body: ToCompute.extend({ tried: TriedFigures }),
      answer: z.object({ data: MembersWithout }),
      errors: ['record.not_found', 'input.invalid'],
    }),
    factories: endpoint({
      method: 'POST',
      path: '/payment/schedule/factories',
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      reads: true,
      summary: 'What was brought to each factory of a society in a season, to split the pool of a schedule over them',
      body: z.object({ growerCode: GrowerCode, season: SeasonName }),
      answer: z.object({ data: z.array(FactoryWeight) }),
      errors: ['record.not_found', 'input.invalid'],
    }),
    save: endpoint({
      method: 'POST',
      path: '/payment/saveCommunalPayment',
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      summary:
        'Save a communal payment with the lines of its schedule, and send it for approval; the server computes every figure itself and refuses others',
      body: z.object({
        growerCode: GrowerCode,
        season: SeasonName,
        commRate: Figure('Communal rate is required'),
        amount: Figure('Amount is required'),
        weight: Figure('Weight is required'),
        loansToRecover: Loans,
        factories: FactoryAmounts.optional(),
        draft: z
          .object({ id: Id, version: plainNumber(z.number().int().min(1)) })
          .optional()
          .describe('The draft that it comes from, which ends with it'),
        withoutDeductions: WithoutDeductions,
      }),
      answer: actionAnswer(CommunalPayment),
      errors: [
        'record.changed',
        'step.wrong_state',
        'schedule_draft.taken',
        'input.invalid',
        'change.open',
        'organisation.not_allowed',
        'record.not_found',
        'schedule.figures_changed',
        'schedule.barred',
      ],
    }),
    generate: endpoint({
      method: 'GET',
      path: '/payment/generateFarmerPaymentSchedule/:commId',
      allow: scheduleReads,
      summary: 'The lines of a schedule as they were generated when it was saved; audited as personal data',
      params: z.object({ commId: Id }),
      answer: actionAnswer(z.array(ScheduleLoanLine)),
      errors: ['record.not_found'],
    }),
    unapproved: endpoint({
      method: 'GET',
      path: '/payment/fetchUnapprovedCommunalPayments/:organisationId',
      allow: scheduleReads,
      summary: 'Payment schedules that wait for a decision',
      params: organisationIdParam,
      answer: actionAnswer(z.array(CommunalPayment)),
    }),
    fetchAll: endpoint({
      method: 'GET',
      path: '/payment/fetchCommunalPayments/:organisationId',
      allow: scheduleReads,
      summary: 'Payment schedules of every state but drafts, as the specification shapes them',
      params: organisationIdParam,
      answer: actionAnswer(z.object({ data: z.array(CommunalPayment) })),
    }),
  },
})
