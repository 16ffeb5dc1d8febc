import { z } from 'zod'
import { endpoint, idParam } from '#contract/kit/endpoint.ts'
import { borrowerParams } from './loanReports.ts'
import { readsLoans } from '#contract/loans/loanRequests.ts'
import { LenderPart } from '#contract/loans/loanRows.ts'

/** What moved a limit. A share of the second tranche grants as a limit file does. */
const limitMovementKinds = ['GRANTED', 'RESERVED', 'USED', 'RELEASED', 'RETURNED'] as const

/** A member's limit of one season as it stands. */
const SeasonLimit = z.object({
  season: z.string(),
  granted: z.number(),
  used: z.number(),
  reserved: z.number(),
  arrears: z.number(),
  available: z.number(),
  lenderName: z.string().nullable().describe('All who have granted it'),
  isExpired: z.boolean(),
  lenders: z.array(LenderPart),
})

/** The limits of a member and everything that has moved them, newest first. */
export const FarmerLimit = z.object({
  seasons: z.array(SeasonLimit),
  movements: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime({ offset: true }),
      season: z.string(),
      what: z.enum(limitMovementKinds),
      amount: z.number(),
      available: z.number().describe('What was left after it of all lenders together, arrears not counted'),
      reference: z.string().nullable().describe('The loan, or the file that granted it'),
      lenderName: z.string(),
    }),
  ),
  hasMore: z.boolean().describe('There are older movements than these'),
})
export type FarmerLimit = z.output<typeof FarmerLimit>

const day = z.iso.date()

/** A line of an account at the bank, as the society reads it: CR is money that came in. */
export const SettlementLine = z.object({
  id: z.string(),
  transactionId: z.string(),
  date: day,
  narration: z.string(),
  amount: z.number(),
  currency: z.enum(['KES', 'USD']),
  drCr: z.enum(['DR', 'CR']),
  runningBalance: z.number(),
})
export type SettlementLine = z.output<typeof SettlementLine>

/** What a printed statement of a member is about. */
const statementKinds = ['loan_statement', 'payment_statement'] as const
export type StatementKind = (typeof statementKinds)[number]

/** What anybody who holds a printed statement may learn from its code: nothing that the paper does not show. */
export const CheckedStatement = z.object({
  kind: z.enum(statementKinds),
  initials: z.string().describe('Of the member; empty for a payment statement'),
  organisationName: z.string(),
  from: day,
  to: day,
  closingBalance: z.number().describe('Owed on the last day, or all that was paid until then, in KES'),
  issuedAt: z.iso.datetime({ offset: true }),
  fingerprint: z.string().describe('Of every line of the statement, as it is printed'),
})
export type CheckedStatement = z.output<typeof CheckedStatement>

export const loanStatements = {
  statement: endpoint({
    method: 'GET',
    path: '/farmer/loan_statement/:organizationId/:farmerId',
    allow: readsLoans,
    summary:
      'Loan statement of a member from the ledger, with a code that anybody can check. Each is written into the trail',
    params: borrowerParams,
    query: z.object({
      from: day.optional().describe('First day; that of the season of the last day unless given'),
      to: day.optional().describe('Last day; today unless given'),
      language: z.enum(['en', 'sw']).default('en'),
    }),
    answer: { binary: 'pdf' },
    errors: ['record.not_found', 'loan_statement.period'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/check/:code',
    allow: 'anyone',
    summary: 'Whether a printed statement of loans or payments is ours, and what it said',
    params: z.object({ code: z.string().min(1).max(60) }),
    answer: CheckedStatement,
    errors: ['loan_statement.unknown'],
  }),
  limit: endpoint({
    method: 'GET',
    path: '/farmer/:id/limit',
    allow: readsLoans,
    summary: 'Limits of a farmer, and what was granted, reserved, used, released and returned',
    params: idParam,
    answer: FarmerLimit,
    errors: ['record.not_found'],
  }),
  settlement: endpoint({
    method: 'POST',
    path: '/settlement/transactions',
    allow: readsLoans,
    reads: true,
    summary: 'What moved on the settlement accounts of a society between two days, oldest first',
    body: z.object({ growerCode: z.string().trim().min(1).max(40), from: day, to: day }),
    answer: z.array(SettlementLine),
    errors: ['record.not_found', 'loan_statement.period'],
  }),
}
