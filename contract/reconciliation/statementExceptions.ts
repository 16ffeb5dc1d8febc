import { z } from 'zod'
import type { ErrorCode } from '#contract/house/errors.ts'
import { ChangeRequest, changeFlow, changeRecord } from '#contract/kit/changeRequest.ts'
import { actionAnswer, endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { accountPurposes as societyPurposes } from '#contract/payments/societyAccounts.ts'

/** Resolving an exception of a bank statement: one person says what it is, another decides. */
export const exceptionFlow = changeFlow({
  kind: 'statement_exception',
  record: 'statement exception',
  propose: 'CAN_RECONCILE',
  approve: 'CAN_APPROVE_RECONCILIATION',
  organisationTypes: ['KPCU', 'COOPERATIVE_BANK'],
})

/** Why this user may not touch what stands on an account of this lender, or null: the lender itself and the bank that keeps it may. */
export function handlingRefused(
  actor: Pick<Actor, 'organisationType' | 'organisationId'>,
  lenderId: string,
): ErrorCode | null {
  if (!exceptionFlow.steps.approve.organisationTypes?.includes(actor.organisationType))
    return 'organisation.not_allowed'
  return actor.organisationType === 'COOPERATIVE_BANK' || actor.organisationId === lenderId
    ? null
    : 'statement.other_lender'
}

/** What a line of the bank, or a payment of ours, turned out to be. */
export const exceptionKinds = {
  MISSING_HERE: 'Not known here',
  MISSING_IN_BANK: 'Not at the bank',
  AMOUNT_DIFFERS: 'Amount differs',
  PAID_TWICE: 'Paid twice',
  MATCHED: 'Matched',
  CREDITED: 'Money that came in',
  NEW: 'Being matched',
} as const
export type ExceptionKind = keyof typeof exceptionKinds

/** Where an exception stands in the work list. */
export const exceptionStates = {
  OPEN: 'Open',
  PROPOSED: 'Awaiting a second person',
  RESOLVED: 'Resolved',
  MATCHED: 'Matched',
} as const
export type ExceptionState = keyof typeof exceptionStates

/** What an account serves: three of a fund, four of a society. */
export const accountPurposes = {
  FUND: 'Fund',
  TRANSIT: 'Transit',
  MPESA: 'M-PESA',
  NON_CHECKOFF: societyPurposes.NON_CHECKOFF.label,
  CHECKOFF: societyPurposes.CHECKOFF.label,
  FARMERS_USD: societyPurposes.FARMERS_USD.label,
  FARMERS_KES: societyPurposes.FARMERS_KES.label,
  BUYERS: 'Account that buyers pay onto',
} as const
export type AccountPurpose = keyof typeof accountPurposes

/** How an exception can be resolved, and what that does. */
export const resolutions = {
  FUND_CREDIT: { title: 'Money paid in', effect: 'The account grows by this amount in our books.' },
  BANK_CHARGE: { title: 'A charge of the bank', effect: 'The account shrinks by this amount in our books.' },
  SAME_PAYMENT: {
    title: 'It is a payment of ours',
    effect: 'The line and the payment belong together, and the payment counts as paid.',
  },
  IN_BOOKS: {
    title: 'In our books already',
    effect: 'Nothing moves. Our ledger has this money from elsewhere, such as an opening balance.',
  },
  BANK_ERROR: {
    title: 'An error of the bank',
    effect: 'Nothing moves here. It stays in the difference until the bank has put it right.',
  },
} as const
export type ResolutionName = keyof typeof resolutions

type Facts = { kind: string; amountCents: bigint; purpose: AccountPurpose; note: string }

/** The ways in which an exception can be resolved. What the bank's own word contradicts moves no money. */
export function resolutionsFor({ kind, amountCents, purpose, note }: Facts): ResolutionName[] {
  const isRefusedHere = note === 'REFUSED_HERE'
  const isLine = kind === 'MISSING_HERE' || kind === 'PAID_TWICE'
  const isKept =
    purpose !== 'TRANSIT' && purpose !== 'MPESA' && !isRefusedHere && note !== 'DENIED' && note !== 'NOT_TOLD'
  return [
    ...(isKept && kind === 'MISSING_HERE' && amountCents > 0n ? (['FUND_CREDIT'] as const) : []),
    ...(isKept && isLine && amountCents < 0n ? (['BANK_CHARGE'] as const) : []),
    ...(isKept && kind === 'MISSING_HERE' ? (['IN_BOOKS'] as const) : []),
    ...(kind === 'MISSING_HERE' && !isRefusedHere ? (['SAME_PAYMENT'] as const) : []),
    'BANK_ERROR',
  ]
}

/** A resolution on the wire. */
const resolutionName = z.enum(Object.keys(resolutions) as [ResolutionName])

/** An exception, or a matched line. Amounts are as the account sees them: a credit is positive. */
export const StatementException = z.object({
  id: Id,
  bookedOn: z.iso.date(),
  ageDays: z.number().int().describe('Days since the bank’s date, or since we paid'),
  age: z.enum(['D1', 'D7', 'D30', 'OLDER']),
  kind: z.enum(Object.keys(exceptionKinds) as [ExceptionKind]),
  kindTitle: z.string(),
  state: z.enum(Object.keys(exceptionStates) as [ExceptionState]),
  stateTitle: z.string(),
  organisationName: z.string(),
  account: z.string().describe('Purpose and number'),
  currency: z.enum(['KES', 'USD']),
  accountNumber: z.string(),
  purpose: z.enum(Object.keys(accountPurposes) as [AccountPurpose]),
  reference: z.string(),
  narration: z.string(),
  amount: z.number(),
  expected: z.number().nullable().describe('What we sent or expected under this reference'),
  resolution: resolutionName.nullable(),
})
export type StatementException = z.output<typeof StatementException>

const Payment = z.object({
  reference: z.string(),
  title: z.string(),
  amount: z.number(),
  status: z.string(),
  reason: z.string(),
  bankReference: z.string(),
  sentOn: z.iso.date().nullable(),
})

/** An exception with what a person looks at before saying what it is. */
export const ExceptionDetail = StatementException.extend({
  bankId: z.string().describe('The bank’s id of the line; empty when no line shows it'),
  fileName: z.string(),
  filePlace: z.number().int().nullable(),
  note: z.string(),
  how: z.string().nullable(),
  payment: Payment.nullable(),
  alike: z
    .array(z.object({ bankId: z.string(), bookedOn: z.iso.date(), amount: z.number(), kindTitle: z.string() }))
    .describe('Other lines that name the same payment'),
  candidates: z.array(Payment).describe('Payments of this amount on this account that no line shows'),
  ways: z.array(resolutionName),
  proposal: ChangeRequest.nullable().describe('The newest one'),
})
export type ExceptionDetail = z.output<typeof ExceptionDetail>

export const exceptionList = listScreen({
  name: 'statement-exceptions',
  title: 'Exceptions',
  row: StatementException,
  columns: [
    { key: 'bookedOn', title: 'Date', as: 'date', sort: true },
    { key: 'kindTitle', title: 'Exception', as: 'text', card: 'title' },
    { key: 'narration', title: 'What it says', as: 'name' },
    { key: 'reference', title: 'Reference', as: 'code' },
    { key: 'account', title: 'Account', as: 'text' },
    { key: 'amount', title: 'Amount', as: 'money', sort: true, card: 'value' },
    { key: 'currency', title: 'Currency', as: 'code', hidden: true },
    { key: 'expected', title: 'Expected', as: 'money', hidden: true },
    { key: 'ageDays', title: 'Days', as: 'number', leaves: 'never' },
    { key: 'organisationName', title: 'Organisation', as: 'text', hidden: true },
    { key: 'stateTitle', title: 'State', as: 'status' },
  ],
  searchIn: 'Reference, narration or id of the bank',
  filters: [
    choiceFilter('state', 'State', exceptionStates),
    choiceFilter('kind', 'Exception', exceptionKinds),
    choiceFilter('purpose', 'Account', accountPurposes),
    choiceFilter('age', 'Age', {
      D1: 'Up to 1 day',
      D7: '2 to 7 days',
      D30: '8 to 30 days',
      OLDER: 'Older than 30 days',
    }),
  ],
  sort: { key: 'bookedOn', direction: 'desc' },
  pageSize: 10,
})

const handles = ['CAN_RECONCILE', 'CAN_APPROVE_RECONCILIATION'] as const

/** What was proposed for an exception. */
export const exceptionResolution = changeRecord({
  flow: exceptionFlow,
  list: { name: 'statement-resolutions', title: 'Resolutions', searchIn: 'Reference or narration' },
  headline: ({ title: name, after }) => ({
    says: 'resolveException',
    name,
    what: resolutions[after['resolution'] as ResolutionName].title, // border: as it was proposed
  }),
  reads: handles,
  paths: {
    lists: {
      list: { path: '/reconciliation/resolutions', summary: 'What was proposed for exceptions, and decided' },
    },
    one: { path: '/reconciliation/resolution/:id', summary: 'One proposal for an exception' },
    decide: {
      path: '/reconciliation/resolutions/decide',
      stepUp: true,
      summary: 'Approve or reject how an exception is resolved, or take the own proposal back',
      errors: ['exception.not_open', 'exception.no_payment', 'statement.other_lender', 'ledger.overdrawn'],
    },
  },
  calls: {
    propose: endpoint({
      method: 'POST',
      path: '/reconciliation/exception/:id',
      allow: 'CAN_RECONCILE',
      summary: 'Say what an exception is; another person decides',
      params: idParam,
      body: z.object({
        resolution: resolutionName,
        payment: z.string().trim().max(40).optional().describe('For SAME_PAYMENT: the reference of the payment'),
        reason: oneLine(500, 'A reason is required').min(1, 'A reason is required'),
      }),
      answer: actionAnswer(ChangeRequest),
      errors: [
        'record.not_found',
        'change.open',
        'exception.not_open',
        'exception.not_so',
        'exception.no_payment',
        'statement.other_lender',
        'organisation.not_allowed',
      ],
    }),
  },
})
