import { z } from 'zod'
import { seasonName } from '#contract/house/seasons.ts'
import { endpoint, idParam } from '#contract/kit/endpoint.ts'
import { listAnswer, listQuery } from '#contract/kit/listScreen.ts'
import { readsSold } from '#contract/settlement/settlementReaders.ts'
import { exportOfSeason, ofGrower, pageOfStock } from './stockQueries.ts'
import { StockDetail, StockGrade, StockGradeTotal, StockSummary, StockTotal, TrackedStock } from './stockRows.ts'

const dayOrNone = z.union([z.literal(''), z.iso.date()]).default('')
const between = {
  startDate: dayOrNone.describe('Of the sale; of coffee that is not sold, of its last record'),
  endDate: dayOrNone,
}
const totalPages = z.number().int()
const dollars = z.number().describe('USD for 50 kg')
const days = z.number().describe('On average')
const ofSale = { saleNumber: z.number().int(), saleDate: z.iso.date() }

/** What is drawn of a season: prices by sale and grade, and how long coffee takes to become money. */
const StockFigures = z.object({
  prices: z.array(
    z.object({
      ...ofSale,
      grade: z.string(),
      kilograms: z.number(),
      price: dollars,
      average: dollars.nullable().describe('Of the grade at that sale; null where fewer than three growers sold of it'),
    }),
  ),
  waits: z
    .array(
      z.object({
        ...ofSale,
        parts: z.number().int().describe('Lots, or parts of bulked lots, of which every day is known'),
        toSale: days.describe('From the warehouse to the sale'),
        toPayment: days.describe('From the sale to the payment of the buyer'),
        toGrower: days.describe('From there to the account of the grower'),
      }),
    )
    .describe('Of what its growers have been paid for, sale by sale'),
})
export type StockFigures = z.output<typeof StockFigures>

export const stock = {
  details: endpoint({
    method: 'GET',
    path: '/growerstatus/stockDetails/:id',
    allow: readsSold,
    summary:
      "Coffee from parchment to its buyer, by the id of its e-slip or a grower's part of that, lot, dispatch record or parchment; of a bulked lot an item for each part that the reader sees. With `export` as a file",
    params: idParam,
    query: listQuery.pick({ export: true }),
    answer: z.array(StockDetail),
    errors: ['record.not_found'],
  }),
  tracker: endpoint({
    method: 'GET',
    path: '/growerstatus/buyer2',
    allow: readsSold,
    summary:
      'Where the coffee of growers is, each in the last record it has come to, the latest first: a grower reads its own whatever code is asked for, a broker or marketer what it sells',
    query: pageOfStock.extend(between),
    answer: z.object({ items: z.array(TrackedStock), totalPages }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/stock/tracker',
    allow: readsSold,
    summary: 'The same as a list that searches, sorts, filters and exports',
    query: listQuery.extend(ofGrower.shape).extend(between),
    answer: listAnswer(TrackedStock),
  }),
  grades: endpoint({
    method: 'GET',
    path: '/growerstatus/stockgrade',
    reports: true,
    allow: readsSold,
    summary: 'What growers have sold of each grade in a season: kilograms, and what they fetched',
    query: exportOfSeason,
    answer: z.object({ content: z.array(StockGrade), totalPages, total: StockGradeTotal }),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/grower-stock-summary',
    reports: true,
    allow: readsSold,
    summary: 'Kilograms of growers in a season at each stage, from parchment to the sale',
    query: exportOfSeason,
    answer: z.object({ content: z.array(StockSummary), totalPages, total: StockTotal }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/stock/figures',
    reports: true,
    allow: readsSold,
    summary:
      'What a season fetched by sale and grade beside the average of the sale, and the days from warehouse to money',
    query: ofGrower.extend({ season: z.string().regex(seasonName) }),
    answer: StockFigures,
  }),
}
