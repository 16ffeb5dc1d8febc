import { z } from 'zod'
import { actionAnswer, Actionable, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { record } from '#contract/kit/record.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

/** The life of a claim: one person of a lender lodges it, another agrees, and it is taken from what the society is paid until it is covered. */
export const saleClaimFlow = workflow({
  kind: 'sale_claim',
  record: 'lodged claim',
  entered: 'Claim lodged',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    APPROVED: { id: 1, name: 'APPROVED', label: 'In force', tone: 'info' },
    COVERED: { id: 218, name: 'COVERED', label: 'Covered', tone: 'good' },
    ...turnedDown,
  },
  system: [{ from: 'APPROVED', to: 'COVERED', why: 'The proceeds of sales have paid all of it' }],
  steps: proposalSteps({
    propose: 'CAN_PREPARE_SETTLEMENT',
    approve: 'CAN_APPROVE_SETTLEMENT',
    to: 'APPROVED',
    organisationTypes: ['COOPERATIVE_BANK', 'KPCU'],
  }),
})

/** What a lender may take of the proceeds of a society. */
export const SaleClaim = z
  .object({
    id: Id,
    lenderName: z.string(),
    growerCode: z.string(),
    growerName: z.string(),
    amount: z.number().describe('USD'),
    taken: z.number().describe('USD that sales have paid of it'),
    document: z.string().describe('By which the society has agreed'),
    reason: z.string(),
    createdBy: z.string(),
    dateCreated: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type SaleClaim = z.output<typeof SaleClaim>

/** Claims of lenders against the proceeds of societies: a society reads those against its own. */
export const saleClaim = record({
  flow: saleClaimFlow,
  row: SaleClaim,
  reads: [...readsFarmers, 'CAN_PREPARE_SETTLEMENT', 'CAN_APPROVE_SETTLEMENT'],
  headline: ({ growerName: at, amount: dollars, document: name }) => ({ says: 'lodgeClaim', at, dollars, name }),
  list: {
    name: 'sale-claims',
    title: 'Lodged claims',
    columns: [
      { key: 'growerName', title: 'Grower', as: 'name', sort: true, card: 'title', hidden: 'own' },
      { key: 'lenderName', title: 'Lender', as: 'name' },
      { key: 'amount', title: 'Amount (USD)', as: 'money', sort: true, card: 'value', leaves: 'never' },
      { key: 'taken', title: 'Taken (USD)', as: 'money' },
      { key: 'document', title: 'Document', as: 'code' },
      { key: 'createdBy', title: 'Created by', as: 'text', leaves: 'first' },
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true, leaves: 'first' },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Document, or code or name of the society',
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 10,
  },
  paths: {
    lists: { all: { path: '/settlement/claims', summary: 'Claims of lenders against the proceeds of societies' } },
    one: '/settlement/claims/:id',
    steps: {
      approve: {
        path: '/settlement/claims/approve',
        stepUp: true,
        summary: 'Put a claim in force: it is taken from what the society is paid of sales until it is covered',
      },
      decline: '/settlement/claims/decline',
      withdraw: '/settlement/claims/withdraw',
    },
  },
  calls: {
    lodge: endpoint({
      method: 'POST',
      path: '/settlement/claims',
      allow: 'CAN_PREPARE_SETTLEMENT',
      summary: 'Lodge a claim of the own organisation against the proceeds of a society; another person agrees',
      body: z.object({
        growerCode: oneLine(40).min(1, 'Grower is required'),
        amount: z
          .number('Enter a number greater than zero')
          .positive('Enter a number greater than zero')
          .max(100_000_000, 'At most USD 100,000,000'),
        document: oneLine(80).min(1, 'Document is required'),
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(SaleClaim),
      errors: ['input.invalid', 'change.open', 'organisation.not_allowed'],
    }),
  },
})
