import { z } from 'zod'
import { seasonFilter } from '#contract/house/seasons.ts'
import { Id, endpoint } from '#contract/kit/endpoint.ts'
import { answersList, listQuery, listScreen } from '#contract/kit/listScreen.ts'
import { readsSold } from '#contract/settlement/settlementReaders.ts'
import { pageOfSeason } from './stockQueries.ts'

const charged = () =>
  z.number().nullable().describe('USD of the whole lot; null where it was bulked of several growers')

/** What one grower has of a sold lot. Of a lot that was bulked each grower has a row of its own. */
const SalesStatementRow = z.object({
  id: Id.describe('Of the e-slip'),
  eslipNumber: z.string(),
  saleNumber: z.number().int(),
  season: z.string(),
  lotNumber: z.string(),
  cleanCoffeeOutturn: z.string(),
  parchmentOutturn: z.string(),
  weight: z.number().describe("Kilograms of the grower's part"),
  growerCode: z.string(),
  growerAmount: z.number().describe('USD: what the grower gets'),
  brokerCode: z.string(),
  brokerAmount: charged(),
  buyer: z.object({ organisationName: z.string() }),
  millerCode: z.string(),
  millerAmount: charged(),
  warehouseCode: z.string(),
  warehouseAmount: charged(),
  gross: z.number().describe("USD of the grower's part"),
  net: z.number(),
  totalDeductions: z.number(),
  paymentDate: z.iso.date().nullable().describe('Null until the buyer has paid'),
  dateBought: z.iso.date().describe('The day of the sale'),
})
export type SalesStatementRow = z.output<typeof SalesStatementRow>

/** The same in a list: its id is that of the grower's part, so that no two rows have one. */
const SalesStatementLine = SalesStatementRow.omit({ buyer: true }).extend({
  id: Id,
  eslipId: Id,
  buyerName: z.string(),
})
export type SalesStatementLine = z.output<typeof SalesStatementLine>

export const salesStatementList = listScreen({
  name: 'sales-statement',
  title: 'Sales statement',
  row: SalesStatementLine,
  columns: [
    { key: 'eslipNumber', title: 'E-slip', as: 'code', sort: true, card: 'title', leaves: 'never' },
    { key: 'saleNumber', title: 'Sale', as: 'number', sort: true },
    { key: 'season', title: 'Season', as: 'text', hidden: true },
    { key: 'lotNumber', title: 'Lot', as: 'code', sort: true },
    { key: 'cleanCoffeeOutturn', title: 'Clean coffee outturn', as: 'code' },
    { key: 'parchmentOutturn', title: 'Parchment outturn', as: 'code', leaves: 'first' },
    { key: 'weight', title: 'Weight (kg)', as: 'weight' },
    { key: 'growerCode', title: 'Grower', as: 'code', sort: true, hidden: 'own' },
    { key: 'growerAmount', title: 'Grower (USD)', as: 'money', hidden: true },
    { key: 'brokerCode', title: 'Broker', as: 'code', hidden: true },
    { key: 'brokerAmount', title: 'Broker (USD)', as: 'money', leaves: 'first' },
    { key: 'buyerName', title: 'Buyer', as: 'name', leaves: 'later' },
    { key: 'millerCode', title: 'Miller', as: 'code', hidden: true },
    { key: 'millerAmount', title: 'Miller (USD)', as: 'money', leaves: 'first' },
    { key: 'warehouseCode', title: 'Warehouse', as: 'code', hidden: true },
    { key: 'warehouseAmount', title: 'Warehouse (USD)', as: 'money', leaves: 'first' },
    { key: 'gross', title: 'Gross (USD)', as: 'money' },
    { key: 'totalDeductions', title: 'Deductions (USD)', as: 'money', leaves: 'later' },
    { key: 'net', title: 'Net (USD)', as: 'money', card: 'value', leaves: 'never' },
    { key: 'paymentDate', title: 'Paid on', as: 'date' },
    { key: 'dateBought', title: 'Sale day', as: 'date', sort: true, leaves: 'first' },
  ],
  searchIn: 'E-slip, lot, outturn, warrant, grower or buyer',
  filters: [
    { key: 'growerCode', title: 'Grower', options: [], open: true },
    seasonFilter,
    { key: 'saleNumber', title: 'Sale', options: [], open: true },
  ],
  sort: { key: 'dateBought', direction: 'desc' },
  pageSize: 7,
})

/** What the lines that a list matches come to. */
const SalesSums = z.object({
  lines: z.number().int(),
  weight: z.number().describe('Kilograms'),
  gross: z.number().describe('USD'),
  totalDeductions: z.number(),
  net: z.number(),
  paid: z.number().describe('Of the net, what buyers have paid'),
})

export const salesStatements = {
  grower: endpoint({
    method: 'GET',
    path: '/growerstatus/growersalesstatement',
    allow: readsSold,
    summary:
      'What growers had of their sold lots, the latest sale first: a grower reads its own whatever code is asked for, a broker or marketer what it sold',
    query: pageOfSeason.extend({
      sale: z
        .string()
        .regex(/^\d{0,2}$/)
        .default('')
        .describe('Number of the sale'),
    }),
    answer: z.object({ content: z.array(SalesStatementRow), totalPages: z.number().int() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/growerstatus/growersalesstatement/list',
    allow: readsSold,
    summary: 'The same as a list that sorts, filters and exports',
    ...answersList(SalesStatementLine),
  }),
  sums: endpoint({
    method: 'GET',
    path: '/growerstatus/growersalesstatement/sums',
    reports: true,
    allow: readsSold,
    summary: 'What the lines of that list come to which a search and filters match',
    query: listQuery.pick({ search: true, filter: true }),
    answer: z.object({
      sums: SalesSums.nullable().describe('Null where there are more lines than lists count: narrow it'),
    }),
  }),
}
