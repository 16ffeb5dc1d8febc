import { z } from 'zod'
import { AttachedId, attaching, Attachment } from '#contract/kit/attachment.ts'
import { actionAnswer, Actionable, endpoint, Id, idParam, organisationIdParam, Status } from '#contract/kit/endpoint.ts'
import { choiceFilter } from '#contract/kit/listScreen.ts'
import { divideDown } from '#contract/kit/money.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { record } from '#contract/kit/record.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import type { AccountPurpose } from './societyAccounts.ts'

type Way = { label: string; from: AccountPurpose; to: AccountPurpose }
/** What a society moves dollars for, and between which of its accounts. */
export const transferKinds = {
  RETENTION: { label: 'Retention', from: 'NON_CHECKOFF', to: 'CHECKOFF' },
  SWEEP: { label: 'To the farmers’ account', from: 'NON_CHECKOFF', to: 'FARMERS_USD' },
  CONVERSION: { label: 'Conversion to shillings', from: 'FARMERS_USD', to: 'FARMERS_KES' },
} as const satisfies Record<string, Way>
export type TransferKind = keyof typeof transferKinds
const kindNames = Object.keys(transferKinds) as [TransferKind, ...TransferKind[]] // border: the keys of the list

/** The life of a transfer: one person orders it, another approves it, and the bank carries it out. */
export const societyTransferFlow = workflow({
  kind: 'society_transfer',
  record: 'transfer',
  entered: 'Transfer ordered',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    PROCESSING: { id: 360, name: 'PROCESSING', label: 'At the bank', tone: 'info' },
    DONE: { id: 361, name: 'DONE', label: 'Done', tone: 'good' },
    FAILED: { id: 362, name: 'FAILED', label: 'Refused by the bank', tone: 'bad' },
    ...turnedDown,
  },
  system: [
    { from: 'PROCESSING', to: 'DONE', why: 'The bank has carried it out' },
    { from: 'PROCESSING', to: 'FAILED', why: 'The bank has refused it; the money is where it was' },
  ],
  steps: proposalSteps({
    propose: 'CAN_ORDER_SOCIETY_TRANSFER',
    approve: 'CAN_APPROVE_SOCIETY_TRANSFER',
    to: 'PROCESSING',
    organisationTypes: ['FARMER_SOCIETY'],
  }),
})

/** What dollars become at a rate: whole cents of a shilling, the rest stays with the bank. Both are cents; the rate in millionths. */
export const convert = (dollarCents: bigint, rateMicros: bigint): bigint =>
  divideDown(dollarCents * rateMicros, 1_000_000n)

/** What a transfer is judged by, as it is now. */
export const TransferFigures = z.object({
  season: z.string(),
  cameIn: z.number().describe('USD that came to the non-checkoff account in the season'),
  retained: z.number().describe('USD retained in the season, what waits not counted'),
  mostRetained: z.number().describe('Hundredths of a percent of what came in that may be retained without a document'),
  available: z
    .object({ NON_CHECKOFF: z.number(), CHECKOFF: z.number(), FARMERS_USD: z.number(), FARMERS_KES: z.number() })
    .describe('On each account, in its currency'),
  deal: z
    .object({ rateCode: z.string(), rate: z.number(), expiryDate: z.iso.datetime({ offset: true }) })
    .nullable()
    .describe('The conversion rate in force, unless it has expired'),
})
export type TransferFigures = z.output<typeof TransferFigures>

/** Dollars that a society moves between its own accounts. */
export const SocietyTransfer = z
  .object({
    id: Id,
    organisationName: z.string(),
    organisationCode: z.string(),
    kind: z.enum(kindNames),
    season: z.string(),
    amount: z.number().describe('USD'),
    received: z.number().nullable().describe('KES that arrive of a conversion'),
    rateCode: z.string().nullable().describe('Deal of a conversion'),
    rate: z.number().nullable().describe('KES per USD of a conversion'),
    document: z.string().describe('What allows a retention above the most'),
    attachment: Attachment,
    reason: z.string(),
    failure: z.string().describe('Why the bank refused it'),
    figures: TransferFigures.nullable().describe('As they are now; of a waiting one only'),
    createdBy: z.string(),
    dateCreated: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    settledAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type SocietyTransfer = z.output<typeof SocietyTransfer>

/** Who may open the document that allows a retention: who orders transfers and who decides. */
export const opensExceptions = ['CAN_ORDER_SOCIETY_TRANSFER', 'CAN_APPROVE_SOCIETY_TRANSFER'] as const
const reads = [...readsFarmers, ...opensExceptions] as const

/** Dollars and cents; what an older client writes as text is understood. */
const Dollars = plainNumber(
  z
    .number('Enter a number greater than zero')
    .positive('Enter a number greater than zero')
    .max(100_000_000, 'At most USD 100,000,000')
    .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'At most 2 decimals'),
)

/** Transfers of the own society; readers who see every organisation get those of all. */
export const societyTransfer = record({
  flow: societyTransferFlow,
  row: SocietyTransfer,
  reads,
  headline: ({ kind, amount, received, rateCode, organisationName: at }) => ({
    says: ({ RETENTION: 'retain', SWEEP: 'sweep', CONVERSION: 'convert' } as const)[kind],
    at,
    dollars: amount,
    ...(received === null ? {} : { amount: received }),
    ...(rateCode === null ? {} : { name: rateCode }),
  }),
  list: {
    name: 'society-transfers',
    title: 'Transfers',
    columns: [
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true },
      { key: 'organisationName', title: 'Organisation', as: 'name', sort: true, hidden: 'own' },
      { key: 'kind', title: 'Transfer', as: 'text', card: 'title', leaves: 'never' },
      { key: 'season', title: 'Season', as: 'text', hidden: true },
      { key: 'amount', title: 'USD', as: 'money', sort: true, card: 'value' },
      { key: 'received', title: 'KES', as: 'money', sort: true },
      { key: 'rateCode', title: 'Deal code', as: 'code', hidden: true },
      { key: 'document', title: 'Document', as: 'text', hidden: true },
      { key: 'createdBy', title: 'Created by', as: 'text' },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Deal code, document, or name or code of the society',
    filters: [choiceFilter('kind', 'Transfer', transferKinds), seasonFilter],
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: { all: { path: '/society-transfers/:organisationId', summary: 'Transfers of every state' } },
    one: { path: '/society-transfer/:id', summary: 'A transfer, with what it is judged by while it waits' },
    decide: {
      path: '/society-transfers/:organisationId/decide',
      stepUp: true,
      summary: 'Approve or decline a transfer, or withdraw the own order; an approved one goes to the bank',
      errors: [
        'ledger.overdrawn',
        'society_transfer.above_most',
        'society_transfer.no_account',
        'society_transfer.other_deal',
        'conversion_rate.expired',
      ],
    },
  },
  calls: {
    figures: endpoint({
      method: 'GET',
      path: '/society-transfers/:organisationId/figures',
      allow: reads,
      summary: 'What a transfer is judged by: balances, what came in and was retained, and the rate in force',
      params: organisationIdParam,
      answer: TransferFigures,
    }),
    attach: endpoint({
      ...attaching,
      path: '/society-transfers/:organisationId/document',
      allow: 'CAN_ORDER_SOCIETY_TRANSFER',
      summary:
        'Attach the document that allows a retention above the most: a PDF, or a photograph as JPG or PNG, of at most 5 MB; an order then names it',
    }),
    document: endpoint({
      method: 'GET',
      path: '/society-transfer/:id/document',
      allow: opensExceptions,
      summary: 'The document of a retention as it was attached; audited',
      params: idParam,
      answer: { binary: 'any' },
      errors: ['record.not_found'],
    }),
    order: endpoint({
      method: 'POST',
      path: '/society-transfers/:organisationId',
      allow: 'CAN_ORDER_SOCIETY_TRANSFER',
      summary: 'Order a transfer between the own accounts; another person decides',
      params: organisationIdParam,
      body: z.object({
        kind: z.enum(kindNames, 'Transfer is required'),
        amount: Dollars,
        document: oneLine(80).optional(),
        documentId: AttachedId,
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(SocietyTransfer),
      errors: [
        'input.invalid',
        'change.open',
        'organisation.not_allowed',
        'society_transfer.no_account',
        'conversion_rate.not_in_force',
      ],
    }),
  },
})
