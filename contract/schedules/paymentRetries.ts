import { z } from 'zod'
import { keysOf } from '#contract/kit/keysOf.ts'
import { actionAnswer, Actionable, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { choiceFilter } from '#contract/kit/listScreen.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { record, statusFilter } from '#contract/kit/record.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { payChannels, scheduleReads } from './scheduleLines.ts'

/** How often the bank is asked at most to pay one line: the first time, and so many retries less one. Source: domain 10.9. */
export const mostAttempts = 5

/** The life of a retry: one person of the society asks for it, another lets it go. Names of the states: domain 10.9. */
export const paymentRetryFlow = workflow({
  kind: 'payment_retry',
  record: 'payment retry',
  entered: 'Retry requested',
  initial: ['PENDING_APPROVAL'],
  states: {
    PENDING_APPROVAL: { id: 370, name: 'PENDING_RETRY_APPROVAL', label: 'Awaiting checker', tone: 'waiting' },
    APPROVED: { id: 371, name: 'RETRY_APPROVED', label: 'Sent again', tone: 'good' },
    REJECTED: { id: 372, name: 'RETRY_REJECTED', label: 'Declined', tone: 'bad' },
    WITHDRAWN: turnedDown.WITHDRAWN,
  },
  steps: proposalSteps({
    propose: 'CAN_RETRY_PAYMENT',
    approve: 'CAN_APPROVE_PAYMENT_RETRY',
    to: 'APPROVED',
    organisationTypes: ['FARMER_SOCIETY'],
  }),
})

const retryTypes = {
  RETRY: { label: 'As it was' },
  UPDATE_RETRY: { label: 'To another account' },
} as const
/** What is said of a retry whose account two people have changed in the register since, as to that of the next of kin. */
export const changedSince = 'To the account as it is now'
const RetryTypeName = z.enum(keysOf(retryTypes))

/** A payment of a schedule that was refused or held, and is to be sent again. */
export const PaymentRetry = z
  .object({
    id: Id,
    lineId: Id.describe('The line of the schedule, or the payment to a lender, that is paid again'),
    scheduleId: Id,
    organisationCode: z.string(),
    organisationName: z.string(),
    name: z.string().describe('Who is paid: a member, or a lender'),
    memberNumber: z.string().describe('Empty for a lender'),
    farmerId: Id.nullable(),
    season: z.string(),
    type: RetryTypeName,
    amount: z.number().describe('KES'),
    attempt: z.number().int().describe(`How often the bank will have been asked: at most ${mostAttempts} times`),
    failure: z.string().describe('Why it was not paid'),
    institutionType: z.string().describe('Pay channel: INTERNALFT, PESALINK or MPESA'),
    instId: z.string().describe('Code of the institution that it goes to'),
    institutionName: z.string(),
    newAccountNumber: z.string().describe('Account that it goes to'),
    accountNumber: z.string().describe('Account that it went to before'),
    accountName: z.string().describe('As the bank knows it'),
    notes: z.array(z.object({ code: z.string(), message: z.string() })).describe('What a decider should look at'),
    reason: z.string(),
    createdBy: z.string(),
    dateCreated: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type PaymentRetry = z.output<typeof PaymentRetry>

/** Where a retry pays, as its decider should read it: nothing that goes elsewhere than before is as it was. */
export const retryWay = ({
  type,
  accountNumber,
  newAccountNumber,
}: Pick<PaymentRetry, 'type' | 'accountNumber' | 'newAccountNumber'>): string =>
  type === 'RETRY' && accountNumber !== newAccountNumber ? changedSince : retryTypes[type].label

const reads = [...scheduleReads, 'CAN_RETRY_PAYMENT', 'CAN_APPROVE_PAYMENT_RETRY'] as const
const refusals = [
  'payment_retry.nothing',
  'payment_retry.in_doubt',
  'payment_retry.too_often',
  'payment_retry.held',
] as const

/** Retries of the own society; readers who see every organisation get those of all. */
export const paymentRetry = record({
  flow: paymentRetryFlow,
  row: PaymentRetry,
  reads,
  headline: ({ name, memberNumber: member, organisationName: at, amount, ...row }) => ({
    says: 'retryPayment',
    name,
    member,
    at,
    amount,
    what: retryWay(row),
  }),
  list: {
    name: 'payment-retries',
    title: 'Payment retries',
    columns: [
      { key: 'name', title: 'Farmer name', as: 'name', card: 'title' },
      { key: 'organisationCode', title: 'FCS code', as: 'code', hidden: 'own' },
      { key: 'organisationName', title: 'FCS name', as: 'text', sort: true, hidden: 'own' },
      { key: 'memberNumber', title: 'Member number', as: 'code' },
      { key: 'amount', title: 'Amount', as: 'money', sort: true, card: 'value' },
      { key: 'institutionType', title: 'Pay channel', as: 'text' },
      { key: 'institutionName', title: 'Institution', as: 'text' },
      { key: 'newAccountNumber', title: 'Account', as: 'code', personal: true },
      { key: 'failure', title: 'Why it was not paid', as: 'text', hidden: true },
      { key: 'createdBy', title: 'Created by', as: 'text', hidden: true },
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true, leaves: 'never' },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Name, member number, or name or code of the society',
    filters: [
      statusFilter(paymentRetryFlow),
      choiceFilter('type', 'How', retryTypes),
      choiceFilter('institutionType', 'Pay channel', payChannels),
      seasonFilter,
    ],
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: { all: { path: '/payment/retries/:organisationId', summary: 'Payment retries of every state' } },
    one: '/payment/retry/:id',
    act: {
      path: '/payment/approveScheduleRetry',
      id: 'commId',
      actions: { APPROVE: 'approve', REJECT: 'decline' },
      stepUp: true,
      summary: 'Approve or reject a payment retry; an approved one goes to the bank under a reference of its own',
      errors: refusals,
      comment: { noRoomFor: [paymentRetryFlow.kind] },
    },
    steps: { withdraw: '/payment/retry/withdraw' },
  },
  calls: {
    initiate: endpoint({
      method: 'POST',
      path: '/payment/initiateScheduleRetry',
      allow: 'CAN_RETRY_PAYMENT',
      stepUp: 'bank details',
      summary:
        'Ask for a payment that was refused or held to be sent again, as it was or to another account; another person decides. Another account is looked up first, and becomes an update request of the member besides',
      body: z.object({
        id: Id.describe('The line of the schedule, or the payment to a lender'),
        type: RetryTypeName,
        instId: z.string().max(20).optional(),
        accountNumber: z.string().max(40).optional(),
        accountName: z.string().max(200).optional(),
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(PaymentRetry),
      errors: [
        'input.invalid',
        'record.not_found',
        'organisation.not_allowed',
        'change.open',
        'farmer.not_approved',
        'farmer.left',
        'farmer.deceased',
        'bank.silent',
        'rate.limited',
        ...refusals,
      ],
    }),
    unapproved: endpoint({
      method: 'GET',
      path: '/payment/fetchUnapprovedPaymentRetries',
      allow: reads,
      summary: 'Payment retries that wait for a decision; audited as personal data',
      answer: actionAnswer(z.object({ data: z.array(PaymentRetry) })),
    }),
  },
})
