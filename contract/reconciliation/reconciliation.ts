import { z } from 'zod'
import { actionAnswer, endpoint, Id, idParam, organisationIdParam } from '#contract/kit/endpoint.ts'
import { answersList } from '#contract/kit/listScreen.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { accountPurposes, ExceptionDetail, StatementException, type AccountPurpose } from './statementExceptions.ts'

/** Why the ledger, or our legs, and the bank differ on an account. */
export const differenceParts = {
  NOT_YET_AT_BANK: 'Paid out here, not yet in a statement',
  RETURN_NOT_YET_AT_BANK: 'Given back here, not yet in a statement',
  NOT_HERE: 'In a statement, not known here',
  BANK_ERROR: 'Bank errors to be corrected',
  BEFORE_FIRST: 'Otherwise in our books, or before the first statement',
  GAP: 'Between statements that do not meet',
} as const
const AccountStanding = z.object({
  organisationName: z.string(),
  fundName: z.string(),
  purpose: z.enum(Object.keys(accountPurposes) as [AccountPurpose]),
  accountNumber: z.string(),
  currency: z.enum(['KES', 'USD']),
  upTo: z.iso.date().nullable().describe('The last day a statement covers; null before the first'),
  ours: z.number().describe('By our books: the ledger for a fund and a society, our legs for transit and M-PESA'),
  bank: z.number().nullable().describe('By the bank’s last statement'),
  difference: z.number().nullable(),
  parts: z.array(
    z.object({
      code: z.enum(Object.keys(differenceParts) as [keyof typeof differenceParts]),
      title: z.string(),
      count: z.number().int(),
      amount: z.number(),
    }),
  ),
  openExceptions: z
    .number()
    .int()
    .describe('Exceptions of the account that nobody has resolved: while there is one, nothing counts as explained'),
  unexplained: z.number().nullable().describe('What no part explains; anything but 0 is a fault'),
})
export type AccountStanding = z.output<typeof AccountStanding>

const Imported = z.object({
  id: Id,
  accountNumber: z.string(),
  fromOn: z.iso.date(),
  toOn: z.iso.date(),
  lines: z.number().int(),
  newLines: z.number().int(),
})
const ImportedStatement = Imported.extend({
  waits: z.boolean().describe('Another person must approve it; nothing of it is matched before'),
})
/** A statement that was imported, and how far its lines are matched. */
export const BankStatement = Imported.extend({
  fileName: z.string(),
  source: z.enum(['CAMT053', 'CSV', 'BANK']),
  opening: z.number(),
  closing: z.number(),
  createdBy: z.string(),
  created: z.iso.datetime({ offset: true }),
  waiting: z.number().int().describe('Lines that are not matched yet'),
  matched: z.number().int(),
  open: z.number().int().describe('Exceptions among its new lines'),
  isMatched: z.boolean(),
})
export type BankStatement = z.output<typeof BankStatement>

export const Reconciliation = z.object({
  accounts: z.array(AccountStanding),
  open: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      count: z.number().int(),
      amount: z.number().describe('KES'),
      dollars: z.number().describe('USD, of the accounts of societies'),
    }),
  ),
  oldestDays: z.number().int().nullable(),
  statements: z.array(BankStatement),
  waiting: z
    .array(
      z.object({
        id: Id,
        title: z.string(),
        settles: z.number().int().describe('Payments that would count as paid'),
        settlesAmount: z.number(),
        createdBy: z.string(),
        created: z.iso.datetime({ offset: true }),
      }),
    )
    .describe('Files that wait for the second person'),
  pulls: z.array(
    z.object({
      id: Id,
      accountNumber: z.string(),
      fromOn: z.iso.date(),
      toOn: z.iso.date(),
      askedAt: z.iso.datetime({ offset: true }),
      outcome: z.enum(['WAITING', 'TOLD', 'FAILED']),
      words: z.string(),
    }),
  ),
})
export type Reconciliation = z.output<typeof Reconciliation>

/** Why a statement that the bank was asked for has not come. */
export const pullTroubles = {
  UNANSWERED: 'The bank did not answer.',
  UNSIGNED:
    'The answer did not carry the bank’s signature. Nothing of it was kept: tell the bank and your administrator.',
} as const

/** Permissions any one of which lets a user read exceptions of bank statements. */
export const readsExceptions = ['CAN_RECONCILE', 'CAN_APPROVE_RECONCILIATION'] as const satisfies readonly Permission[]

export const reconciliation = {
  import: endpoint({
    method: 'POST',
    path: '/bank/statement',
    allow: 'CAN_RECONCILE',
    stepUp: true,
    summary:
      'Import a bank statement: camt.053 or CSV. It counts once another person has approved it; what is known already is not imported twice',
    body: z.object({
      fileName: z.string().trim().min(1).max(120),
      text: z
        .string()
        .min(1, 'The file is empty')
        .max(32_000_000, 'The file is too large')
        .describe('The file as it is'),
    }),
    // A statement of the whole length, with quotes and line ends written as two characters.
    longestBody: 48_000_000,
    answer: actionAnswer(z.array(ImportedStatement)),
    errors: ['statement.unreadable', 'statement.unknown_account', 'statement.other_lender', 'organisation.not_allowed'],
  }),
  pull: endpoint({
    method: 'POST',
    path: '/bank/statement/pull',
    allow: ['CAN_RECONCILE', 'CAN_CHANGE_SOCIETY_ACCOUNT', 'CAN_APPROVE_SOCIETY_ACCOUNT'],
    summary: 'Request the statement of an account from the bank, a society of its own; it is matched when it has come',
    body: z.object({ accountNumber: z.string().regex(/^\d{14}$/), from: z.iso.date(), to: z.iso.date() }),
    answer: actionAnswer(z.object({ id: Id })),
    errors: [
      'input.invalid',
      'statement.unknown_account',
      'statement.other_lender',
      'statement.being_asked',
      'organisation.not_allowed',
    ],
  }),
  overview: endpoint({
    method: 'GET',
    path: '/reconciliation',
    allow: readsExceptions,
    summary: 'Our books against the bank, account by account, with what explains the difference',
    answer: Reconciliation,
  }),
  exceptions: endpoint({
    method: 'GET',
    path: '/reconciliation/exceptions',
    allow: readsExceptions,
    summary: 'Lines and payments that did not match, and those that did',
    ...answersList(StatementException),
  }),
  exception: endpoint({
    method: 'GET',
    path: '/reconciliation/exception/:id',
    allow: readsExceptions,
    summary: 'An exception with its evidence',
    params: idParam,
    answer: ExceptionDetail,
    errors: ['record.not_found'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/loan/recon/download/:organisationId',
    allow: readsExceptions,
    summary: 'Payments and lines of the bank, each with what became of it, as reconfile.csv; audited as personal data',
    params: organisationIdParam,
    answer: { binary: 'csv' },
  }),
}
