import { z } from 'zod'
import { AttachedId, attaching, Attachment } from '#contract/kit/attachment.ts'
import { keysOf } from '#contract/kit/keysOf.ts'
import { actionAnswer, Decided, endpoint, Id, idParam, organisationIdParam } from '#contract/kit/endpoint.ts'
import { choiceFilter } from '#contract/kit/listScreen.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { record } from '#contract/kit/record.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { scheduleReads } from './scheduleLines.ts'

/** What a society takes of its members' payments beside loans; a premium is added to them. In the order of the law. */
export const deductionKinds = {
  PREMIUM: { label: 'Certification premium' },
  INPUTS: { label: 'Inputs' },
  SACCO: { label: 'SACCO' },
  TRANSPORT: { label: 'Transport' },
} as const
export type DeductionKind = keyof typeof deductionKinds
export const deductionKindNames = keysOf(deductionKinds)

/** Of what the amount is. */
export const deductionBases = {
  PER_KG: { label: 'For each kilogram' },
  PER_MEMBER: { label: 'Of each member' },
  BY_FILE: { label: 'As a file says' },
} as const
export type DeductionBasis = keyof typeof deductionBases
const basisNames = keysOf(deductionBases)
/** What a rule is counted by; a file says the amount of each member. */
export const ruleBases = ['PER_KG', 'PER_MEMBER'] as const satisfies readonly DeductionBasis[]

const { approve, ...others } = proposalSteps({
  propose: 'CAN_CREATE_PAYMENT_SCHEDULE',
  approve: 'CAN_APPROVE_PAYMENT_SCHEDULE',
  to: 'APPROVED',
  organisationTypes: ['FARMER_SOCIETY'],
})
/** The life of a deduction: one person of the society proposes it, another approves it, and a further proposal ends it. */
export const deductionFlow = workflow({
  kind: 'deduction',
  record: 'deduction',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    APPROVED: { id: 1, name: 'APPROVED', label: 'In force', tone: 'good' },
    ...turnedDown,
    ENDED: { id: 391, name: 'ENDED', label: 'Ended', tone: 'neutral' },
  },
  system: [{ from: 'APPROVED', to: 'ENDED', why: 'Its end was approved: nothing more is taken or added' }],
  steps: { approve: { ...approve, to: ['APPROVED', 'ENDED'] }, ...others },
})

/** Who may open one: who proposes deductions and who decides. */
export const opensDocuments = ['CAN_CREATE_PAYMENT_SCHEDULE', 'CAN_APPROVE_PAYMENT_SCHEDULE'] as const

/** A rule of a season by which something is taken of what members are paid, or added, and what allows it. */
export const Deduction = z
  .object({
    id: Id,
    organisationName: z.string(),
    season: z.string(),
    kind: z.enum(deductionKindNames),
    basis: z.enum(basisNames),
    amount: z.number().describe('KES for each kilogram or of each member; of a file all that it says'),
    file: Id.nullable().describe('The deduction file that says the amounts; null of a rule'),
    title: z.string().describe('As members read it on their statement'),
    isEnd: z.boolean().describe('A proposal to end the deduction of this title'),
    minuteNumber: z.string().describe('Of the minute of the resolution that allows it'),
    minuteDate: z.iso.date(),
    document: z.string().describe('Where the resolution is kept: number of the file or of the register'),
    attachment: Attachment,
    payee: z.string().describe('Whose account the bank says it is; empty for a premium'),
    accountNumber: z.string(),
    institution: z.string(),
    approverComment: z.string().nullable(),
  })
  .extend(Decided.shape)
export type Deduction = z.output<typeof Deduction>

const required = (message: string, most: number) => oneLine(most).min(1, message)
const Authority = {
  minuteNumber: required('The number of the minute is required', 40),
  minuteDate: z.iso.date('The date of the minute is required'),
  document: required('The document is required', 80),
  documentId: AttachedId,
}

/** What is said of any deduction, whatever its amounts are: of which season and kind, what it is for, by which resolution, and whose the money is. */
export const DeductionTerms = z.object({
  season: required('Please input season', 9),
  kind: z.enum(deductionKindNames, 'Kind is required'),
  title: required('Say what it is for', 80),
  institution: oneLine(20).optional().describe('Bank of the payee; a premium has none'),
  accountNumber: oneLine(30).optional(),
  ...Authority,
})
export type DeductionTerms = z.output<typeof DeductionTerms>

/** Deductions of the own society; readers who see every organisation get those of all. */
export const deduction = record({
  flow: deductionFlow,
  row: Deduction,
  reads: scheduleReads,
  headline: ({ isEnd, kind, amount, basis, title: name, organisationName: at }) => ({
    says: isEnd ? 'endDeduction' : kind === 'PREMIUM' ? 'addPremium' : 'deduct',
    name,
    at,
    rate: amount,
    what: deductionBases[basis].label,
  }),
  list: {
    name: 'deductions',
    title: 'Deductions',
    columns: [
      { key: 'title', title: 'Deduction', as: 'name', sort: true, card: 'title' },
      { key: 'organisationName', title: 'Organisation', as: 'name', sort: true, hidden: 'own' },
      { key: 'kind', title: 'Kind', as: 'text' },
      { key: 'season', title: 'Season', as: 'text', sort: true },
      { key: 'amount', title: 'Amount (KES)', as: 'money', sort: true, card: 'value' },
      { key: 'basis', title: 'Counted', as: 'text' },
      { key: 'minuteNumber', title: 'Minute', as: 'code' },
      { key: 'minuteDate', title: 'Minute of', as: 'date', hidden: true },
      { key: 'document', title: 'Document', as: 'text', hidden: true },
      { key: 'payee', title: 'Paid to', as: 'text' },
      { key: 'accountNumber', title: 'Account', as: 'code', personal: true, hidden: true },
      { key: 'created', title: 'Created at', as: 'time', sort: true, hidden: true },
      { key: 'createdBy', title: 'Created by', as: 'text', hidden: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Deduction, minute, or name of the society',
    filters: [choiceFilter('kind', 'Kind', deductionKinds), seasonFilter],
    sort: { key: 'created', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: { all: { path: '/payment/deductions/:organisationId', summary: 'Deductions and premiums of every state' } },
    one: { path: '/payment/deduction/:id', summary: 'A deduction or premium with what allows it' },
    decide: {
      path: '/payment/deductions/:organisationId/decide',
      stepUp: true,
      summary: 'Approve or decline a deduction, or its end, or withdraw the own proposal; the bank is asked once more',
      errors: ['change.stale', 'account.details_missing', 'account.takes_no_money', 'bank.silent'],
    },
  },
  calls: {
    attach: endpoint({
      ...attaching,
      path: '/payment/deductions/:organisationId/document',
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      summary:
        'Attach the document of a resolution: a PDF, or a photograph as JPG or PNG, of at most 5 MB; a proposal then names it',
    }),
    document: endpoint({
      method: 'GET',
      path: '/payment/deduction/:id/document',
      allow: opensDocuments,
      summary: 'The document of a deduction as it was attached; audited',
      params: idParam,
      answer: { binary: 'any' },
      errors: ['record.not_found'],
    }),
    propose: endpoint({
      method: 'POST',
      path: '/payment/deductions/:organisationId',
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      summary: 'Propose a deduction or premium of a season by a resolution; the bank is asked whose the account is',
      params: organisationIdParam,
      body: DeductionTerms.extend({
        basis: z.enum(ruleBases, 'Say how it is counted'),
        amount: plainNumber(
          z
            .number('Enter a number greater than zero')
            .positive('Enter a number greater than zero')
            .max(1_000_000, 'At most KES 1,000,000')
            .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'At most 2 decimals'),
        ),
      }),
      answer: actionAnswer(Deduction),
      errors: ['input.invalid', 'change.open', 'organisation.not_allowed', 'bank.silent'],
    }),
    end: endpoint({
      method: 'POST',
      path: '/payment/deductions/:organisationId/end',
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      summary: 'Propose to end a deduction or premium that is in force, by a resolution; another person decides',
      params: organisationIdParam,
      body: z.object({ id: Id, ...Authority }),
      answer: actionAnswer(Deduction),
      errors: ['record.not_found', 'change.open', 'change.stale', 'organisation.not_allowed'],
    }),
  },
})
