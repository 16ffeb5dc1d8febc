import { z } from 'zod'
import { actionAnswer, Actionable, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { schemaOf, type Field } from '#contract/kit/field.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { record } from '#contract/kit/record.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

/** The life of a conversion rate: a deal with the bank that one person of the society submits and another approves before it expires. */
export const conversionRateFlow = workflow({
  kind: 'conversion_rate',
  record: 'conversion rate',
  entered: 'Deal submitted',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    APPROVED: { id: 1, name: 'APPROVED', label: 'In force', tone: 'good' },
    ...turnedDown,
    EXPIRED: { id: 309, name: 'EXPIRED', label: 'Expired', tone: 'neutral' },
    USED: { id: 343, name: 'USED', label: 'Used', tone: 'neutral' },
    SUPERSEDED: { id: 342, name: 'SUPERSEDED', label: 'Replaced', tone: 'neutral' },
  },
  system: [
    { from: 'PENDING_APPROVAL', to: 'EXPIRED', why: 'The deal expired before somebody decided' },
    { from: 'APPROVED', to: 'EXPIRED', why: 'The deal expired before it was used' },
    { from: 'APPROVED', to: 'USED', why: 'Dollars were converted at it' },
    { from: 'USED', to: 'APPROVED', why: 'The bank refused the conversion, and the deal still holds' },
    { from: 'USED', to: 'EXPIRED', why: 'The bank refused the conversion, and the deal has expired' },
    { from: 'APPROVED', to: 'SUPERSEDED', why: 'A later deal of the society was approved' },
  ],
  steps: proposalSteps({
    propose: 'CAN_CREATE_CONVERSION_RATE',
    approve: 'CAN_APPROVE_CONVERSION_RATE',
    to: 'APPROVED',
    organisationTypes: ['FARMER_SOCIETY'],
  }),
})

/** Shillings for a dollar, as a dealer of the bank agreed to. */
export const ConversionRate = z
  .object({
    id: Id,
    rateCode: z.string().describe('The deal code'),
    rate: z.number().describe('KES for a dollar, six decimals'),
    previousRate: z
      .number()
      .nullable()
      .describe('Approved last before this one was submitted; null where it is the first'),
    changeInPercent: z.number().nullable().describe('Of the rate against the one before, two decimals'),
    expiryDate: z.iso.datetime({ offset: true }),
    grower: z.object({ id: Id, organisationName: z.string(), organisationCode: z.string() }),
    organisationName: z.string(),
    reason: z.string(),
    createdBy: z.string(),
    dateCreated: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type ConversionRate = z.output<typeof ConversionRate>

/** The code of a deal, as the dealer says it. */
export const dealCode: Field = {
  required: true,
  keyboard: 'numeric',
  typing: /^[\d\s]*$/,
  maxLength: 20,
  rule: 'Digits only, at most 12.',
  read: (value) => {
    const digits = value.replace(/\s/g, '')
    return /^\d{1,12}$/.test(digits) ? digits : { code: 'deal_code', message: 'A deal code has up to 12 digits' }
  },
}
/** What an older client writes as a number is understood. */
const DealCode = z.preprocess(
  (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value),
  schemaOf(dealCode, 'Deal code'),
)

/** Conversion rates of the own society; readers who see every organisation get those of all. */
export const conversionRate = record({
  flow: conversionRateFlow,
  row: ConversionRate,
  reads: [...readsFarmers, 'CAN_CREATE_CONVERSION_RATE', 'CAN_APPROVE_CONVERSION_RATE'],
  headline: ({ organisationName, rate, rateCode }) => ({
    says: 'convertAt',
    name: rateCode,
    at: organisationName,
    rate,
  }),
  list: {
    name: 'conversion-rates',
    title: 'Conversion rates',
    columns: [
      { key: 'organisationName', title: 'Organisation', as: 'name', sort: true, card: 'title', hidden: 'own' },
      { key: 'rateCode', title: 'Deal code', as: 'code', sort: true },
      { key: 'rate', title: 'KES per USD', as: 'number', sort: true, card: 'value', leaves: 'never' },
      { key: 'changeInPercent', title: 'Change in %', as: 'number', hidden: true },
      { key: 'expiryDate', title: 'Expires', as: 'time', sort: true },
      { key: 'createdBy', title: 'Created by', as: 'text' },
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Deal code, or name or code of the society',
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: { history: { path: '/payment/conversionRate/history', summary: 'Conversion rates of every state' } },
    one: '/payment/conversionRate/:id',
    act: {
      path: '/payment/conversionRate/approve',
      owner: 'growerId',
      actions: { APPROVE: 'approve', REJECT: 'decline' },
      stepUp: true,
      summary: 'Approve or decline a conversion rate; an approved one takes the place of the one before',
      errors: ['conversion_rate.expired'],
      comment: { noRoomFor: [conversionRateFlow.kind] },
    },
    steps: { withdraw: '/payment/conversionRate/withdraw' },
  },
  calls: {
    update: endpoint({
      method: 'POST',
      path: '/payment/conversionRate/update',
      allow: 'CAN_CREATE_CONVERSION_RATE',
      summary: 'Submit the code of a deal; the bank is asked for its rate and its expiry',
      body: z.object({ rateCode: DealCode, reason: oneLine(500).optional() }),
      answer: actionAnswer(ConversionRate),
      errors: ['input.invalid', 'change.open', 'conversion_rate.code_taken', 'organisation.not_allowed', 'bank.silent'],
    }),
  },
})
