import { z } from 'zod'
import { actionAnswer, Actionable, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { record } from '#contract/kit/record.ts'
import { workflow } from '#contract/kit/workflow.ts'

/** The life of a buyer's payment that people record: one of the bank enters it, another approves, and its e-slips are paid. */
export const buyerPaymentFlow = workflow({
  kind: 'buyer_payment',
  record: 'buyer’s payment',
  entered: 'Payment recorded',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    APPROVED: { id: 1, name: 'APPROVED', label: 'Distributed', tone: 'good' },
    ...turnedDown,
  },
  steps: proposalSteps({
    propose: 'CAN_PREPARE_SETTLEMENT',
    approve: 'CAN_APPROVE_SETTLEMENT',
    to: 'APPROVED',
    organisationTypes: ['COOPERATIVE_BANK'],
  }),
})

/** A payment of a buyer as people of the bank have recorded it. */
export const BuyerPayment = z
  .object({
    id: Id,
    invoiceNumber: z.string(),
    buyerName: z.string().describe('Of the e-slips of the invoice'),
    amount: z.number().describe('USD'),
    owed: z.number().describe('USD that the e-slips of the invoice still wait for'),
    lots: z.number().int().describe('E-slips of the invoice'),
    paidOn: z.iso.date(),
    bankReference: z.string(),
    reason: z.string(),
    createdBy: z.string(),
    dateCreated: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type BuyerPayment = z.output<typeof BuyerPayment>

/** Payments of buyers that were recorded. What the bank's own statement says under the number of an invoice needs none. */
export const buyerPayment = record({
  flow: buyerPaymentFlow,
  row: BuyerPayment,
  reads: ['CAN_PREPARE_SETTLEMENT', 'CAN_APPROVE_SETTLEMENT'],
  headline: ({ invoiceNumber: name, buyerName: at, amount: dollars, lots: count }) => ({
    says: 'payInvoice',
    name,
    at,
    dollars,
    count,
  }),
  list: {
    name: 'buyer-payments',
    title: 'Buyers’ payments',
    columns: [
      { key: 'invoiceNumber', title: 'Invoice', as: 'code', sort: true, card: 'title', leaves: 'never' },
      { key: 'buyerName', title: 'Buyer', as: 'name' },
      { key: 'amount', title: 'Amount (USD)', as: 'money', sort: true, card: 'value', leaves: 'never' },
      { key: 'lots', title: 'Lots', as: 'number' },
      { key: 'paidOn', title: 'Paid on', as: 'date', sort: true },
      { key: 'bankReference', title: 'Reference of the bank', as: 'code' },
      { key: 'createdBy', title: 'Created by', as: 'text', leaves: 'first' },
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true, leaves: 'first' },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Invoice, buyer or reference of the bank',
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 10,
  },
  paths: {
    lists: { all: { path: '/settlement/payments', summary: 'Payments of buyers that were recorded' } },
    one: '/settlement/payments/:id',
    steps: {
      approve: {
        path: '/settlement/payments/approve',
        stepUp: true,
        summary:
          'Approve a payment of a buyer: the e-slips of its invoice are paid, and their proceeds distributed at once',
        errors: [
          'buyer_payment.nothing_owed',
          'buyer_payment.other_amount',
          'buyer_payment.known',
          'settlement.no_account',
        ],
      },
      decline: '/settlement/payments/decline',
      withdraw: '/settlement/payments/withdraw',
    },
  },
  calls: {
    enter: endpoint({
      method: 'POST',
      path: '/settlement/payments',
      allow: 'CAN_PREPARE_SETTLEMENT',
      summary: 'Record that a buyer has paid an invoice as a whole; another person approves',
      body: z.object({
        // As files of results write it.
        invoiceNumber: oneLine(60).min(1, 'Invoice is required').toUpperCase(),
        amount: z
          .number('Enter a number greater than zero')
          .positive('Enter a number greater than zero')
          .max(1_000_000_000, 'At most USD 1,000,000,000'),
        paidOn: z.iso.date('Enter the day'),
        bankReference: oneLine(60).min(1, 'Reference of the bank is required'),
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(BuyerPayment),
      errors: [
        'input.invalid',
        'change.open',
        'organisation.not_allowed',
        'buyer_payment.nothing_owed',
        'buyer_payment.other_amount',
        'buyer_payment.known',
      ],
    }),
  },
})
