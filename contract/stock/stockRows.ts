import { z } from 'zod'
import { catalogueRecordFlow } from '#contract/catalogue/catalogueFlow.ts'
import { dispatchRecordFlow } from '#contract/dispatch/dispatchFlow.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { parchmentFlow } from '#contract/parchment/parchmentFlow.ts'
import { eslipFlow } from '#contract/settlement/eslips.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { Id, Status } from '#contract/kit/endpoint.ts'
import { choiceFilter, listScreen } from '#contract/kit/listScreen.ts'

const kilograms = z.number()
const text = z.string().nullable()
const weight = kilograms.nullable()

/** How far coffee has come: the kinds of record in which it is tracked. */
const stockStages = {
  PARCHMENT: 'Parchment',
  CLEAN: 'Clean coffee',
  LOT: 'Offered as a lot',
  SOLD: 'Sold lot',
} as const
export type StockStage = keyof typeof stockStages

/** The record in which coffee is tracked at each stage: the number of a state means something else in each of them. */
export const trackedIn: Record<StockStage, Workflow> = {
  SOLD: eslipFlow,
  LOT: catalogueRecordFlow,
  CLEAN: dispatchRecordFlow,
  PARCHMENT: parchmentFlow,
}

const stages = Object.keys(stockStages) as [StockStage, ...StockStage[]] // border: the keys of the list

/** Coffee on its way, as far as it has come: every field that it has not reached yet, or that the reader may not know, is null. */
export const StockDetail = z.object({
  grower_code: z.string().describe('Empty where nobody knows whose it is'),
  grower_name: z.string(),
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

export const stockDetailList = listScreen({
  name: 'stock-details',
  title: 'Stock details',
  row: StockDetail,
  columns: [
    { key: 'grower_OUTTURN_NUMBER', title: 'Grower outturn', as: 'name', sort: true },
    { key: 'grower_code', title: 'Grower', as: 'code' },
    { key: 'season', title: 'Season', as: 'text' },
    { key: 'parchment_OUTTURN_NUMBER', title: 'Parchment outturn', as: 'code' },
    { key: 'patchment_grade', title: 'Parchment grade', as: 'text' },
    { key: 'weight', title: 'Parchment (kg)', as: 'weight' },
    { key: 'miller_NAME', title: 'Miller', as: 'text' },
    { key: 'clean_grade', title: 'Grade', as: 'text' },
    { key: 'clean_coffee_weight', title: 'Clean coffee (kg)', as: 'weight' },
    { key: 'warehouse_name', title: 'Warehouse', as: 'text' },
    { key: 'warehouse_location', title: 'County', as: 'text' },
    { key: 'split_NUMBER', title: 'Split number', as: 'code' },
    { key: 'split_weight', title: 'Split (kg)', as: 'weight' },
    { key: 'delivery_date', title: 'Received on', as: 'date' },
    { key: 'warrant_NUMBER', title: 'Warrant', as: 'code' },
    { key: 'broker_name', title: 'Broker', as: 'text' },
    { key: 'lot_NUMBER', title: 'Lot', as: 'code' },
    { key: 'lot_weight', title: 'Lot (kg)', as: 'weight' },
    { key: 'reserve_PRICE', title: 'Reserve (USD for 50 kg)', as: 'money' },
    { key: 'sale_NUMBER', title: 'Sale', as: 'number' },
    { key: 'weight_BOUGHT', title: 'Bought (kg)', as: 'weight' },
    { key: 'price', title: 'USD per 50 kg', as: 'money' },
    { key: 'buyer_name', title: 'Buyer', as: 'text' },
    { key: 'invoice_NUMBER', title: 'Invoice', as: 'code' },
    { key: 'eslip_NUMBER', title: 'E-slip', as: 'code' },
  ],
  searchIn: 'Outturn',
  sort: { key: 'grower_OUTTURN_NUMBER', direction: 'asc' },
  pageSize: 7,
})

export const TrackedStock = z.object({
  id: Id.describe("Of the grower's part of an e-slip, else the lot, the dispatch record or the row of parchment"),
  stage: z.enum(stages),
  day: z.iso.date().describe('Of the sale; of coffee that is not sold, of its last record'),
  dateBought: z.iso.date().nullable().describe('The day of the sale'),
  growerCode: z.string().describe('Empty where nobody knows whose it is'),
  growerName: z.string(),
  eslipNumber: text,
  growerOutturnNumber: z.string(),
  millerCode: z.string(),
  parchmentOutturnNumber: z.string(),
  cleanCoffeeOuttun: text,
  cleanGrade: text,
  warrantNumber: text,
  lotNumber: text,
  saleNumber: z.number().int().nullable(),
  season: z.string(),
  weight: kilograms,
  price: z.number().nullable().describe('USD for 50 kg'),
  status: z.string().describe('Of the record that it has come to'),
  state: Status.describe('The same with its number'),
})
export type TrackedStock = z.output<typeof TrackedStock>

export const stockTrackerList = listScreen({
  name: 'stock-tracker',
  title: 'Stock tracker',
  row: TrackedStock,
  columns: [
    { key: 'day', title: 'Date', as: 'date', sort: true },
    { key: 'growerOutturnNumber', title: 'Grower outturn', as: 'name', sort: true, card: 'title' },
    { key: 'growerCode', title: 'Grower', as: 'code', sort: true, leaves: 'first' },
    { key: 'parchmentOutturnNumber', title: 'Parchment outturn', as: 'code', hidden: true },
    { key: 'cleanCoffeeOuttun', title: 'Clean coffee outturn', as: 'code', hidden: true },
    { key: 'millerCode', title: 'Miller', as: 'code', leaves: 'first' },
    { key: 'cleanGrade', title: 'Grade', as: 'text' },
    { key: 'weight', title: 'Weight (kg)', as: 'weight', sort: true, card: 'value' },
    { key: 'saleNumber', title: 'Sale', as: 'number' },
    { key: 'lotNumber', title: 'Lot', as: 'code' },
    { key: 'price', title: 'USD per 50 kg', as: 'money' },
    { key: 'dateBought', title: 'Sale day', as: 'date', hidden: true },
    { key: 'eslipNumber', title: 'E-slip', as: 'code', leaves: 'first' },
    { key: 'warrantNumber', title: 'Warrant', as: 'code', leaves: 'first' },
    { key: 'season', title: 'Season', as: 'text', hidden: true },
    { key: 'stage', title: 'Stage', as: 'text' },
    { key: 'state', title: 'Status', as: 'status', leaves: 'never' },
  ],
  searchIn: 'Outturn, lot, e-slip, warrant, grower or buyer',
  filters: [choiceFilter('stage', 'Stage', stockStages), seasonFilter],
  sort: { key: 'day', direction: 'desc' },
  fileName: 'Stock_Status__Tracker',
  fileMoment: true,
  pageSize: 7,
})

export const StockGrade = z.object({
  growerCode: z.string(),
  growerName: z.string(),
  grade: z.string(),
  season: z.string(),
  totalWeight: kilograms,
  totalPrice: z.number().describe('USD'),
})
export type StockGrade = z.output<typeof StockGrade>

/** What all rows that were asked for come to, on whatever page they stand. */
export const StockGradeTotal = StockGrade.pick({ totalWeight: true, totalPrice: true })

export const stockGradeList = listScreen({
  name: 'stock-grades',
  title: 'Stock by grade',
  row: StockGrade,
  columns: [
    { key: 'season', title: 'Season', as: 'text', sort: true },
    { key: 'growerCode', title: 'Grower', as: 'code' },
    { key: 'growerName', title: 'Name', as: 'name' },
    { key: 'grade', title: 'Grade', as: 'text' },
    { key: 'totalWeight', title: 'Weight (kg)', as: 'weight' },
    { key: 'totalPrice', title: 'Value (USD)', as: 'money' },
  ],
  searchIn: 'Grower',
  sort: { key: 'season', direction: 'desc' },
  fileName: 'Stock_Status__Grade',
  fileMoment: true,
  pageSize: 7,
})

export const StockSummary = z.object({
  growerCode: z.string(),
  growerName: z.string(),
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

/** The same of all rows that were asked for. */
export const StockTotal = StockSummary.omit({ growerCode: true, growerName: true, season: true })
export type StockTotal = z.output<typeof StockTotal>

export const stockSummaryList = listScreen({
  name: 'stock-summary',
  title: 'Stock summary',
  row: StockSummary,
  columns: [
    { key: 'season', title: 'Season', as: 'text', sort: true },
    { key: 'growerCode', title: 'Grower', as: 'code' },
    { key: 'growerName', title: 'Name', as: 'name' },
    { key: 'parchmentTotal', title: 'Parchment (kg)', as: 'weight' },
    { key: 'cleanCoffeeTotal', title: 'Clean coffee (kg)', as: 'weight' },
    { key: 'cleanCoffeeWarehousedTotal', title: 'In the warehouse (kg)', as: 'weight' },
    { key: 'cataloguedCoffeeTotal', title: 'Catalogued (kg)', as: 'weight' },
    { key: 'soldCoffeeTotal', title: 'Sold (kg)', as: 'weight' },
    { key: 'unsoldCoffeeTotal', title: 'Not sold (kg)', as: 'weight' },
    { key: 'percentage', title: 'Sold (%)', as: 'number' },
  ],
  searchIn: 'Grower',
  sort: { key: 'season', direction: 'desc' },
  fileName: 'Stock_Status__Summary',
  fileMoment: true,
  pageSize: 7,
})
