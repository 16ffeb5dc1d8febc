import { z } from 'zod'
import { readsDispatch } from './readsDispatch.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { answersList, listScreen } from '#contract/kit/listScreen.ts'

/** What a mill dispatched to a sale against what the warehouses received of it. */
export const WeightDifference = z.object({
  id: z.string().describe('Mill, season and sale'),
  millerId: Id,
  millerCode: z.string(),
  millerName: z.string(),
  season: z.string(),
  saleNumber: z.number().int(),
  records: z.number().int().describe('Records that were received'),
  dispatchedKg: z.number().describe('Their net kilograms as the mill dispatched them'),
  receivedKg: z.number().describe('Their net kilograms as the warehouse received them'),
  differenceKg: z.number().describe('Received less dispatched: below zero where coffee is missing'),
  differencePercent: z.number().describe('Of what was dispatched, to two places'),
  differing: z.number().int().describe('Records that were received with another weight'),
  missingKg: z.number().describe('Kilograms that are missing in single records'),
  surplusKg: z.number().describe('Kilograms beyond what was dispatched, in single records'),
  disputed: z.number().int().describe('Records about which mill and warehouse do not agree yet'),
})
export type WeightDifference = z.output<typeof WeightDifference>

export const weightDifferenceList = listScreen({
  name: 'weight-differences',
  title: 'Weight differences',
  row: WeightDifference,
  columns: [
    { key: 'millerName', title: 'Miller', as: 'name', sort: true, card: 'title' },
    { key: 'millerCode', title: 'Miller code', as: 'code', hidden: true },
    { key: 'season', title: 'Season', as: 'text', sort: true },
    { key: 'saleNumber', title: 'Sale number', as: 'number', sort: true, leaves: 'never' },
    { key: 'records', title: 'Records', as: 'number' },
    { key: 'dispatchedKg', title: 'Dispatched (kg)', as: 'weight' },
    { key: 'receivedKg', title: 'Received (kg)', as: 'weight' },
    { key: 'differenceKg', title: 'Difference (kg)', as: 'weight', sort: true, card: 'value' },
    { key: 'differencePercent', title: 'Difference (%)', as: 'number' },
    { key: 'differing', title: 'Records that differ', as: 'number', sort: true },
    { key: 'missingKg', title: 'Missing (kg)', as: 'weight', hidden: true },
    { key: 'surplusKg', title: 'Surplus (kg)', as: 'weight', hidden: true },
    { key: 'disputed', title: 'Not agreed yet', as: 'number' },
  ],
  searchIn: 'Name or code of the mill',
  filters: [seasonFilter],
  sort: { key: 'differenceKg', direction: 'asc' },
  pageSize: 10,
})

/** The report of weights, mill by mill and sale by sale, of the records that the reader sees. */
export const weightDifferences = {
  list: endpoint({
    method: 'GET',
    path: '/grn_record/weight-differences',
    allow: readsDispatch,
    summary: 'Kilograms that mills dispatched against kilograms that warehouses received, by mill and sale',
    ...answersList(WeightDifference),
  }),
}
