import { z } from 'zod'
import { actionAnswer, Actionable, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { record } from '#contract/kit/record.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsSold } from './settlementReaders.ts'

/** The life of a fee rule: one person of the bank that settles sales proposes it, another decides. */
export const feeRuleFlow = workflow({
  kind: 'fee_rule',
  record: 'fee rule',
  entered: 'Fee rule proposed',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    APPROVED: { id: 1, name: 'APPROVED', label: 'In force', tone: 'good' },
    ...turnedDown,
    SUPERSEDED: { id: 342, name: 'SUPERSEDED', label: 'Replaced', tone: 'neutral' },
  },
  system: [{ from: 'APPROVED', to: 'SUPERSEDED', why: 'A later rule for the same day was approved' }],
  steps: proposalSteps({
    propose: 'CAN_PREPARE_SETTLEMENT',
    approve: 'CAN_APPROVE_SETTLEMENT',
    to: 'APPROVED',
    organisationTypes: ['COOPERATIVE_BANK'],
  }),
})

/** The most that may be charged, in percent of what a lot fetches. Source: Capital Markets (Coffee Exchange)(Fees) Regulations 2024. */
export const feeCaps = { brokerPercent: 1, dssPercent: 0.3, exchangePercent: 0.5 } as const

/** The charges of a rule, in the order in which they are shown. */
export const feeNames = [
  'brokerPercent',
  'dssPercent',
  'exchangePercent',
  'millingPerTonne',
  'handlingPerPackage',
  'storagePerPackageDay',
  'warrantPerLot',
  'shillingsPerDollar',
] as const
export type FeeName = (typeof feeNames)[number]

/** What is charged on a sale. */
const Fees = z.object({
  brokerPercent: z.number().describe('Of what a lot fetches'),
  dssPercent: z.number().describe('The same for direct settlement'),
  exchangePercent: z.number().describe('The same for the exchange and its regulator together'),
  millingPerTonne: z.number().describe('USD for a tonne of parchment'),
  handlingPerPackage: z.number().describe('USD, once'),
  storagePerPackageDay: z.number().describe('USD for each day from the warehouse’s receipt to the sale'),
  warrantPerLot: z.number().describe('USD, once'),
  shillingsPerDollar: z.number().describe('At which charges noted in shillings are taken'),
})
export type Fees = z.output<typeof Fees>

/** A rule of what is charged on sales from a day on. */
export const FeeRule = z
  .object({
    id: Id,
    validFrom: z.iso.date().describe('The first sale day that it is about'),
    ...Fees.shape,
    before: Fees.nullable().describe('What counted for that day when it was proposed; null for the first rule'),
    reason: z.string(),
    createdBy: z.string(),
    dateCreated: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type FeeRule = z.output<typeof FeeRule>

const places = (count: number) => (value: number) =>
  Math.abs(value * 10 ** count - Math.round(value * 10 ** count)) < 1e-6
const Percent = (most: number) =>
  plainNumber(
    z
      .number('Enter a number')
      .min(0, 'Not less than nothing')
      .max(most, `At most ${most} %`)
      .refine(places(2), 'At most 2 decimals'),
  )
const Dollars = plainNumber(
  z
    .number('Enter a number')
    .min(0, 'Not less than nothing')
    .max(10_000, 'At most USD 10,000')
    .refine(places(2), 'At most 2 decimals'),
)

/** Fee rules: those in force are known to everybody of the trade, what is proposed to the bank. */
export const feeRule = record({
  flow: feeRuleFlow,
  row: FeeRule,
  reads: readsSold,
  headline: ({ validFrom: day }) => ({ says: 'chargeFees', day }),
  list: {
    name: 'fee-rules',
    title: 'Fee rules',
    columns: [
      { key: 'validFrom', title: 'From sale day', as: 'date', sort: true, card: 'title', leaves: 'never' },
      { key: 'brokerPercent', title: 'Broker %', as: 'number', card: 'value' },
      { key: 'dssPercent', title: 'Settlement %', as: 'number' },
      { key: 'exchangePercent', title: 'Exchange %', as: 'number' },
      { key: 'millingPerTonne', title: 'Milling (USD per tonne)', as: 'money' },
      { key: 'handlingPerPackage', title: 'Handling (USD per package)', as: 'money' },
      { key: 'storagePerPackageDay', title: 'Storage (USD per package and day)', as: 'money', leaves: 'first' },
      { key: 'warrantPerLot', title: 'Warrant (USD per lot)', as: 'money', leaves: 'first' },
      { key: 'shillingsPerDollar', title: 'KES per USD', as: 'number', leaves: 'first' },
      { key: 'createdBy', title: 'Created by', as: 'text', hidden: true },
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true, hidden: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Day, such as 2026-12',
    sort: { key: 'validFrom', direction: 'desc' },
    pageSize: 10,
  },
  paths: {
    lists: { all: { path: '/settlement/fees', summary: 'What is charged on sales, and what was proposed' } },
    one: '/settlement/fees/:id',
    steps: {
      approve: {
        path: '/settlement/fees/approve',
        stepUp: true,
        summary: 'Put a fee rule in force: it counts for sales from its day on',
        errors: ['change.stale', 'fee_rule.past'],
      },
      decline: '/settlement/fees/decline',
      withdraw: '/settlement/fees/withdraw',
    },
  },
  calls: {
    propose: endpoint({
      method: 'POST',
      path: '/settlement/fees',
      allow: 'CAN_PREPARE_SETTLEMENT',
      summary: 'Propose what is charged on sales from a day on',
      body: z.object({
        validFrom: z.iso.date('Enter the day'),
        brokerPercent: Percent(feeCaps.brokerPercent),
        dssPercent: Percent(feeCaps.dssPercent),
        exchangePercent: Percent(feeCaps.exchangePercent),
        millingPerTonne: Dollars,
        handlingPerPackage: Dollars,
        storagePerPackageDay: Dollars,
        warrantPerLot: Dollars,
        shillingsPerDollar: plainNumber(
          z
            .number('Enter a number')
            .min(1, 'At least 1')
            .max(10_000, 'At most 10,000')
            .refine(places(6), 'At most 6 decimals'),
        ),
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(FeeRule),
      errors: ['input.invalid', 'change.open', 'change.nothing', 'fee_rule.past', 'organisation.not_allowed'],
    }),
  },
})
