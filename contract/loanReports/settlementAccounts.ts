import { z } from 'zod'
import { endpoint } from '#contract/kit/endpoint.ts'
import { choiceFilter, listAnswer, listQuery, listScreen } from '#contract/kit/listScreen.ts'
import { readsLoans } from '#contract/loans/loanRequests.ts'
import { SettlementLine } from './loanStatements.ts'

/** A line of a settlement account, with the society whose account it is. */
export const SettlementEntry = SettlementLine.extend({
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
    { key: 'transactionId', title: 'Transaction', as: 'code', hidden: true },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'drCr', title: 'DR/CR', as: 'code' },
    { key: 'amount', title: 'Amount', as: 'money', sort: true, card: 'value' },
    { key: 'currency', title: 'Currency', as: 'code', hidden: true },
    { key: 'runningBalance', title: 'Running balance', as: 'money' },
  ],
  searchIn: 'Narration or transaction',
  filters: [
    choiceFilter('drCr', 'DR/CR', { CR: 'Came in', DR: 'Went out' }),
    choiceFilter('currency', 'Currency', { KES: 'KES', USD: 'USD' }),
  ],
  sort: { key: 'date', direction: 'desc' },
  pageSize: 5,
})

const day = z.iso.date().optional()
/** With the first and the last day, both included. */
const settlementQuery = listQuery.extend({ from: day, to: day })

export const settlementAccounts = {
  list: endpoint({
    method: 'GET',
    path: '/settlement/transactions/:growerCode',
    allow: readsLoans,
    summary:
      'What moved on the settlement accounts of a society, or of all for who sees all, as a list that sorts, filters and exports',
    params: z.object({ growerCode: z.string().min(1).max(40) }),
    query: settlementQuery,
    answer: listAnswer(SettlementEntry),
    errors: ['loan_statement.period'],
  }),
}
