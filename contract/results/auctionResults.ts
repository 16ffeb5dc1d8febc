import { z } from 'zod'
import { endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { handlers } from '#contract/house/organisationTypes.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { readsSold } from '#contract/settlement/settlementReaders.ts'

/** What the auction gave for one lot, as it is in force. */
export const AuctionResult = z.object({
  id: Id,
  season: z.string(),
  saleNumber: z.number().int(),
  saleDate: z.iso.date(),
  lotNumber: z.number().int(),
  outturn: z.string(),
  grade: z.string(),
  numberOfBags: z.number().int(),
  numberOfPocket: z.number().int(),
  weight: z.number().describe('Kilograms'),
  result: z.enum(['SOLD', 'UNSOLD']),
  price: z.number().nullable().describe('USD for 50 kg; null where it was not sold, and for who mills or stores it'),
  grossValue: z.number().nullable().describe('USD that it fetched; null like the price'),
  buyerCode: z.string().describe('Empty where it was not sold'),
  buyerName: z.string(),
  invoiceNumber: z.string().describe('Empty where it was not sold, and for who mills or stores it'),
  growerCode: z.string().describe('The society whose coffee it is, where its mark names one'),
  agentCode: z.string().describe('Broker or marketer'),
  agentName: z.string(),
  millerCode: z.string(),
  warehouseCode: z.string(),
  recordedBy: z.string().describe('Organisation that sent the file'),
  decided: z.iso.datetime({ offset: true }),
})
export type AuctionResult = z.output<typeof AuctionResult>

export const auctionResultList = listScreen({
  name: 'auction-results',
  title: 'Auction results',
  row: AuctionResult,
  columns: [
    { key: 'lotNumber', title: 'Lot number', as: 'number', sort: true, card: 'title' },
    { key: 'saleNumber', title: 'Sale number', as: 'number', sort: true },
    { key: 'saleDate', title: 'Sale day', as: 'date', sort: true },
    { key: 'outturn', title: 'Outturn', as: 'name', sort: true },
    { key: 'grade', title: 'Grade', as: 'text', sort: true },
    { key: 'numberOfBags', title: 'Bags', as: 'number', hidden: true },
    { key: 'numberOfPocket', title: 'Pockets', as: 'number', hidden: true },
    { key: 'weight', title: 'Weight (kg)', as: 'weight', sort: true },
    { key: 'price', title: 'Price (USD for 50 kg)', as: 'money', sort: true, notFor: handlers },
    { key: 'grossValue', title: 'Value (USD)', as: 'money', sort: true, card: 'value', notFor: handlers },
    { key: 'buyerName', title: 'Buyer', as: 'text' },
    { key: 'invoiceNumber', title: 'Invoice', as: 'code', notFor: handlers },
    { key: 'growerCode', title: 'Grower', as: 'code', leaves: 'first' },
    { key: 'agentName', title: 'Broker', as: 'text', leaves: 'first' },
    { key: 'season', title: 'Season', as: 'text', hidden: true },
    { key: 'millerCode', title: 'Miller', as: 'code', hidden: true },
    { key: 'warehouseCode', title: 'Warehouse', as: 'code', hidden: true },
    { key: 'result', title: 'Result', as: 'text' },
  ],
  searchIn: 'Outturn, lot, buyer or invoice',
  searchInFewer: 'Outturn, lot or buyer',
  filters: [choiceFilter('result', 'Result', { SOLD: 'Sold', UNSOLD: 'Not sold' }), seasonFilter],
  sort: { key: 'saleDate', direction: 'desc' },
  pageSize: 10,
})

/** What was sold and what was not: each reader finds the lots that name the own organisation, and a buyer its own purchases. */
export const auctionResults = {
  list: endpoint({
    method: 'GET',
    path: '/sales/results',
    allow: readsSold,
    summary: 'Auction results in force: of the lots that name the own organisation, or of all',
    ...answersList(AuctionResult),
  }),
  one: endpoint({
    method: 'GET',
    path: '/sales/results/result/:id',
    allow: readsSold,
    summary: 'An auction result in force by its id',
    params: idParam,
    answer: AuctionResult,
    errors: ['record.not_found'],
  }),
}
