import { z } from 'zod'
import { Id, endpoint, idParam } from '#contract/kit/endpoint.ts'
import { readsSold } from '#contract/settlement/settlementReaders.ts'
import { pageOfSeason, pageOfStock } from './stockQueries.ts'

const kilograms = z.number()
const text = z.string().nullable()
const weight = kilograms.nullable()

/** Coffee on its way, as far as it has come: every field that it has not reached yet, or that the reader may not know, is null. */
const StockDetail = z.object({
  parchment_OUTTURN_NUMBER: text,
  miller_NAME: text,
  miller_CODE: text,
  weight: weight.describe('Kilograms of parchment'),
  patchment_grade: text,
  grower_OUTTURN_NUMBER: text,
  clean_coffee_weight: weight,
  clean_grade: text,
  warehouse_name: text,
  warehouse_location: text.describe('The county of the warehouse'),
  split_NUMBER: text,
  split_weight: weight.describe('Null where the grade is not split'),
  warrant_NUMBER: text,
  delivery_date: z.iso.date().nullable().describe('When the warehouse took it in'),
  broker_name: text,
  broker_code: text,
  lot_NUMBER: text,
  lot_weight: weight,
  reserve_PRICE: z.number().nullable().describe('USD for 50 kg; for its broker alone'),
  auction_results_id: Id.nullable(),
  weight_BOUGHT: weight.describe("Of a bulked lot the grower's part"),
  invoice_NUMBER: text,
  buyer_name: text,
  buyer_code: text,
  price: z.number().nullable().describe('USD for 50 kg'),
  sale_NUMBER: z.number().int().nullable(),
  eslip_NUMBER: text,
  season: z.string(),
})
export type StockDetail = z.output<typeof StockDetail>

const TrackedStock = z.object({
  id: Id.describe('Of the e-slip, else the lot, the dispatch record or the row of parchment'),
  dateBought: z.iso.date().nullable().describe('The day of the sale'),
  growerCode: z.string().describe('Empty where nobody knows whose it is'),
  eslipNumber: text,
  growerOutturnNumber: z.string(),
  millerCode: z.string(),
  parchmentOutturnNumber: z.string(),
  cleanCoffeeOuttun: text,
  cleanGrade: text,
  warrantNumber: text,
  lotNumber: text,
  price: z.number().nullable().describe('USD for 50 kg'),
  status: z.string().describe('Of the record that it has come to'),
})
export type TrackedStock = z.output<typeof TrackedStock>

const StockGrade = z.object({
  growerCode: z.string(),
  grade: z.string(),
  season: z.string(),
  totalWeight: kilograms,
  totalPrice: z.number().describe('USD'),
})
export type StockGrade = z.output<typeof StockGrade>

const StockSummary = z.object({
  growerCode: z.string(),
  season: z.string(),
  parchmentTotal: kilograms.describe('As mills have confirmed it; nothing of it for who is no party to it'),
  cleanCoffeeTotal: kilograms.describe('Dispatched by mills'),
  cleanCoffeeWarehousedTotal: kilograms.describe('Of that, what warehouses have received'),
  cataloguedCoffeeTotal: kilograms,
  soldCoffeeTotal: kilograms,
  unsoldCoffeeTotal: kilograms.describe('Catalogued and not sold'),
  percentage: z.number().describe('Sold of all clean coffee, to two places'),
  totalCleanCoffee: kilograms,
})
export type StockSummary = z.output<typeof StockSummary>

const dayOrNone = z.union([z.literal(''), z.iso.date()]).default('')
const totalPages = z.number().int()

export const stock = {
  details: endpoint({
    method: 'GET',
    path: '/growerstatus/stockDetails/:id',
    allow: readsSold,
    summary:
      'Coffee from parchment to its buyer, by the id of its e-slip, lot, dispatch record or parchment; of a bulked lot an item for each share that the reader sees',
    params: idParam,
    answer: z.array(StockDetail),
    errors: ['record.not_found'],
  }),
  tracker: endpoint({
    method: 'GET',
    path: '/growerstatus/buyer2',
    allow: readsSold,
    summary:
      'Where the coffee of growers is, each in the last record it has come to, the latest first: a grower reads its own whatever code is asked for, a broker or marketer what it sells',
    query: pageOfStock.extend({
      startDate: dayOrNone.describe('Of the sale; of coffee that is not sold, of its last record'),
      endDate: dayOrNone,
    }),
    answer: z.object({ items: z.array(TrackedStock), totalPages }),
  }),
  grades: endpoint({
    method: 'GET',
    path: '/growerstatus/stockgrade',
    allow: readsSold,
    summary: 'What growers have sold of each grade in a season: kilograms, and what they fetched',
    query: pageOfSeason,
    answer: z.object({ content: z.array(StockGrade), totalPages }),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/grower-stock-summary',
    allow: readsSold,
    summary: 'Kilograms of growers in a season at each stage, from parchment to the sale',
    query: pageOfSeason,
    answer: z.object({ content: z.array(StockSummary), totalPages }),
  }),
}
