import { z } from 'zod'
import { seasonFilter } from '#contract/house/seasons.ts'
import { endpoint } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { legKinds, type LegKind } from './eslipMoney.ts'
import { eslipFlow } from './eslips.ts'
import { readsSold } from './settlementReaders.ts'

/** How a sale is named in addresses and lists: by its season and number, 2026-2027-07. */
export const saleName = /^(\d{4})-(\d{4})-(\d{2})$/
export const saleNameOf = (season: string, saleNumber: number): string =>
  `${season.replace('/', '-')}-${String(saleNumber).padStart(2, '0')}`

/** How far a sale has been paid. */
export const saleStands = {
  AWAITING: { label: 'Awaiting buyers', tone: 'waiting' },
  BEING_PAID: { label: 'Being paid', tone: 'info' },
  SETTLED: { label: 'Settled', tone: 'good' },
} as const
export type SaleStand = keyof typeof saleStands
const stands = Object.keys(saleStands) as [SaleStand, ...SaleStand[]] // border: the keys of the list

const usd = () => z.number().describe('USD')
const known = () => z.number().nullable().describe('USD; null where the reader may not know what lots fetched')

/** A sale whose results are booked, as far as it concerns the reader. */
const SettledSale = z.object({
  id: z.string().regex(saleName),
  saleNumber: z.number().int(),
  season: z.string(),
  saleDate: z.iso.date(),
  promptDate: z.iso.date(),
  lots: z.number().int(),
  weight: z.number().describe('Kilograms'),
  gross: known(),
  unpaidLots: z.number().int().describe('Lots whose buyers have not paid'),
  defaultedLots: z.number().int().describe('Of those, lots whose prompt day has passed'),
  status: z.enum(stands),
})
export type SettledSale = z.output<typeof SettledSale>

export const saleReportList = listScreen({
  name: 'sale-settlements',
  title: 'Settlement of sales',
  row: SettledSale,
  columns: [
    { key: 'saleNumber', title: 'Sale', as: 'number', sort: true, card: 'title', leaves: 'never' },
    { key: 'season', title: 'Season', as: 'name', leaves: 'never' },
    { key: 'saleDate', title: 'Sale day', as: 'date', sort: true },
    { key: 'promptDate', title: 'Prompt day', as: 'date', sort: true },
    { key: 'lots', title: 'Lots', as: 'number' },
    { key: 'weight', title: 'Weight (kg)', as: 'weight' },
    { key: 'gross', title: 'Gross (USD)', as: 'money', card: 'value' },
    { key: 'unpaidLots', title: 'Lots not paid', as: 'number' },
    { key: 'defaultedLots', title: 'Lots not paid in time', as: 'number' },
    { key: 'status', title: 'Status', as: 'status', leaves: 'never' },
  ],
  searchIn: 'Season or number of the sale',
  filters: [choiceFilter('status', 'Status', saleStands), seasonFilter],
  sort: { key: 'saleDate', direction: 'desc' },
  pageSize: 10,
})

const eslipStates = Object.keys(eslipFlow.states) as [keyof typeof eslipFlow.states] // border: the keys of the flow

/** Where dollars are: with buyers who have not paid, in clearing without or with an order at the bank, or where they go to. */
const parts = {
  amount: usd(),
  unpaid: usd().describe('Of lots whose buyers have not paid'),
  waiting: usd().describe('In clearing: there is no account for it yet, or the bank has refused it'),
  atBank: usd().describe('In clearing: ordered from the bank'),
  arrived: usd(),
}
const kinds = [...Object.keys(legKinds), 'SHARED'] as [LegKind | 'SHARED'] // border: the keys of the list, and one more

/** What is held against the books: each figure from the e-slips and, apart from them, from the postings of the ledger. */
export const closings = {
  RECEIVED: 'Paid by buyers',
  DISTRIBUTED: 'Distributed',
  ARRIVED: 'Arrived',
  CLEARING: 'In clearing',
} as const
type Closing = keyof typeof closings
const closingNames = Object.keys(closings) as [Closing, ...Closing[]] // border: the keys of the list

const SaleReport = z.object({
  id: z.string().regex(saleName),
  saleNumber: z.number().int(),
  season: z.string(),
  saleDate: z.iso.date(),
  promptDate: z.iso.date(),
  organisationName: z.string().describe('Whose part of the sale it is; empty for the whole of it'),
  status: z.enum(stands),
  lots: z.number().int(),
  weight: z.number().describe('Kilograms'),
  gross: known(),
  states: z.array(
    z.object({
      status: z.enum(eslipStates),
      lots: z.number().int(),
      weight: z.number(),
      gross: known(),
    }),
  ),
  legs: z
    .array(z.object({ kind: z.enum(kinds), ...parts }))
    .describe('What goes to whom by kind; SHARED are the charges of lots that were bulked of several growers'),
  payees: z.array(
    z.object({
      code: z.string().describe('Empty for the exchange, and for a grower whom nobody knows'),
      name: z.string(),
      kinds: z.array(z.enum(kinds)),
      ...parts,
    }),
  ),
  total: z.object(parts),
  closing: z.array(z.object({ what: z.enum(closingNames), eslips: usd(), ledger: usd(), difference: usd() })),
  difference: usd().describe('What e-slips and ledger differ by, and gross and legs: zero, or somebody must look'),
})
export type SaleReport = z.output<typeof SaleReport>

/** How the code of a settlement report begins: the sale, and whose part of it where it is not the whole. */
export const saleReportReference = /^SR\d{10}(?:[0-9A-F]{32})?$/

const CheckedSaleReport = SaleReport.pick({
  saleNumber: true,
  season: true,
  saleDate: true,
  organisationName: true,
  lots: true,
  weight: true,
  gross: true,
  difference: true,
}).extend({ fingerprint: z.string().describe('Of every figure, as it stands now') })
export type CheckedSaleReport = z.output<typeof CheckedSaleReport>

const params = z.object({ sale: z.string().regex(saleName, 'Write it as 2026-2027-07') })

/** What became of the proceeds of a sale: whole for who sees every organisation, for others the part that names them. */
export const saleReports = {
  list: endpoint({
    method: 'GET',
    path: '/sales/settlement',
    allow: readsSold,
    summary:
      'Sales whose results are booked, with how far they are paid: of the lots that name the own organisation, or of all',
    ...answersList(SettledSale),
  }),
  report: endpoint({
    method: 'GET',
    path: '/sales/settlement/:sale',
    reports: true,
    allow: readsSold,
    summary:
      'The settlement of a sale: what it fetched, who gets what of it, what is in clearing and what has arrived, held against the postings of the ledger',
    params,
    answer: SaleReport,
    errors: ['record.not_found'],
  }),
  paper: endpoint({
    method: 'GET',
    path: '/sales/settlement/:sale/paper',
    allow: readsSold,
    summary: 'The same as a sealed PDF, with a code that anybody can check. Each is written into the trail',
    params,
    query: z.object({ language: z.enum(['en', 'sw']).default('en') }),
    answer: { binary: 'pdf' },
    errors: ['record.not_found'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/check-settlement/:code',
    allow: 'anyone',
    summary: 'Whether a settlement report on paper is ours, and what it says now',
    params: z.object({ code: z.string().min(1).max(80) }),
    answer: CheckedSaleReport,
    errors: ['sale_report.unknown'],
  }),
}
