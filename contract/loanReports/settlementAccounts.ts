import { z } from 'zod'
import { endpoint } from '#contract/kit/endpoint.ts'
import { choiceFilter, listAnswer, listQuery, listScreen, pageOf } from '#contract/kit/listScreen.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { readsLoans } from '#contract/loans/loanRequests.ts'
import { accountPurposes, type AccountPurpose } from '#contract/payments/societyAccounts.ts'
import { SettlementLine } from './loanStatements.ts'

/** What the accounts of a society are read by: its four at the bank, and what the bank holds for it. */
export const statementAccounts = {
  ...accountPurposes,
  SETTLEMENT: { label: 'Held by the bank', currency: 'KES' },
} as const
export type StatementAccount = AccountPurpose | 'SETTLEMENT'
const accountNames = Object.keys(statementAccounts) as [StatementAccount, ...StatementAccount[]] // border: the keys of the list

/** A line of a settlement account, with the society whose account it is. */
export const SettlementEntry = SettlementLine.extend({
  account: z.enum(accountNames),
  organisationName: z.string(),
  organisationCode: z.string(),
})
export type SettlementEntry = z.output<typeof SettlementEntry>

export const settlementList = listScreen({
  name: 'settlement-accounts',
  title: 'Settlement accounts',
  fileName: 'settlement',
  row: SettlementEntry,
  columns: [
    { key: 'date', title: 'Date', as: 'date', sort: true },
    { key: 'narration', title: 'Narration', as: 'name', card: 'title' },
    { key: 'account', title: 'Account', as: 'text' },
    { key: 'transactionId', title: 'Transaction', as: 'code', hidden: true },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'drCr', title: 'DR/CR', as: 'text' },
    { key: 'amount', title: 'Amount', as: 'money', sort: true, card: 'value' },
    { key: 'currency', title: 'Currency', as: 'code', hidden: true },
    { key: 'runningBalance', title: 'Running balance', as: 'money' },
  ],
  searchIn: 'Narration, such as an outturn, transaction or society',
  filters: [
    choiceFilter('account', 'Account', statementAccounts),
    choiceFilter('drCr', 'DR/CR', { CR: 'Came in', DR: 'Went out' }),
    choiceFilter('currency', 'Currency', { KES: 'KES', USD: 'USD' }),
  ],
  sort: { key: 'date', direction: 'desc' },
  pageSize: 5,
})

const day = z.iso.date().optional()
/** With the first and the last day, both included. */
const settlementQuery = listQuery.extend({ from: day, to: day })

/** The live statement of an account. Source: specification 2, account statements. */
export const AccountStatement = z.object({
  growerCode: z.string(),
  growerName: z.string(),
  accountNumber: z.string().describe('Empty while the society has no such account'),
  accountName: z.string(),
  bookBalance: z.number(),
  availableBalance: z.number().describe('Without what is set aside for orders under way'),
  currencyCode: z.enum(['USD', 'KES']),
  transactions: z.array(SettlementEntry),
  page: pageOf(SettlementEntry).shape.page,
})
export type AccountStatement = z.output<typeof AccountStatement>

/** A day as the specification's screens may send it: empty while none is chosen. */
const dayOrNone = z.preprocess((value) => (value === '' ? undefined : value), day)

export const settlementAccounts = {
  list: endpoint({
    method: 'GET',
    path: '/settlement/transactions/:growerCode',
    allow: readsLoans,
    summary:
      'What moved on the accounts of a society, or of all for who sees all, as a list that sorts, filters and exports',
    params: z.object({ growerCode: z.string().min(1).max(40) }),
    query: settlementQuery,
    answer: listAnswer(SettlementEntry),
    errors: ['loan_statement.period'],
  }),
  nonCheckoff: endpoint({
    method: 'GET',
    path: '/noncheckoff',
    allow: readsLoans,
    summary:
      'Live statement of the non-checkoff account of a society, or of another of its four; the newest line first',
    query: z.object({
      page: plainNumber(z.number().int().min(0).max(1_000_000)).default(0),
      size: plainNumber(z.number().int().min(1).max(100)).default(5),
      outturnNumber: z.string().trim().max(40).default('').describe('Only lines whose narration names it'),
      startDate: dayOrNone,
      endDate: dayOrNone,
      growerCode: z.string().trim().max(40).default('').describe('For who sees every society; else the own one'),
      account: z.enum(Object.keys(accountPurposes) as [AccountPurpose]).default('NON_CHECKOFF'), // border: the keys of the list
    }),
    answer: AccountStatement,
    errors: ['record.not_found', 'loan_statement.period'],
  }),
}
