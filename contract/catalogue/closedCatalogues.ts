import { z } from 'zod'
import { seasonFilter } from '#contract/house/seasons.ts'
import { endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { answersList, listScreen } from '#contract/kit/listScreen.ts'
import { readsCatalogue } from './catalogueRecords.ts'

/** The catalogue of a sale as it stood when it closed. */
export const ClosedCatalogue = z.object({
  id: Id,
  season: z.string(),
  saleNumber: z.number().int(),
  saleDate: z.iso.date(),
  closedAt: z.iso.datetime({ offset: true }),
  lots: z.number().int(),
  bags: z.number().int(),
  weight: z.number().describe('Kilograms of its lots'),
  leftOut: z.number().int().describe('Lots that were not agreed by then, and rejected'),
  fingerprint: z.string().describe('Of every lot with its values, as it stands on the paper'),
})
export type ClosedCatalogue = z.output<typeof ClosedCatalogue>

export const closedCatalogueList = listScreen({
  name: 'closed-catalogues',
  title: 'Closed catalogues',
  row: ClosedCatalogue,
  columns: [
    { key: 'saleNumber', title: 'Sale number', as: 'number', sort: true, leaves: 'never', card: 'title' },
    { key: 'season', title: 'Season', as: 'text' },
    { key: 'saleDate', title: 'Sale day', as: 'date', sort: true },
    { key: 'closedAt', title: 'Closed on', as: 'time' },
    { key: 'lots', title: 'Lots', as: 'number' },
    { key: 'bags', title: 'Bags', as: 'number' },
    { key: 'weight', title: 'Weight (kg)', as: 'weight', sort: true, card: 'value' },
    { key: 'leftOut', title: 'Not agreed in time', as: 'number' },
    { key: 'fingerprint', title: 'Fingerprint', as: 'code' },
  ],
  searchIn: 'Sale number or fingerprint',
  filters: [seasonFilter],
  sort: { key: 'saleDate', direction: 'desc' },
  pageSize: 10,
})

/** Catalogues of sales that are closed: the same file for everybody, whenever it is fetched. */
export const closedCatalogues = {
  list: endpoint({
    method: 'GET',
    path: '/upload/catalogue/closed',
    allow: readsCatalogue,
    summary: 'Catalogues of sales as they stood when they closed, each with its fingerprint',
    ...answersList(ClosedCatalogue),
  }),
  workbook: endpoint({
    method: 'GET',
    path: '/upload/catalogue/closed/:id/workbook',
    allow: readsCatalogue,
    summary: 'The closed catalogue of a sale in the columns of the exchange, as XLSX',
    params: idParam,
    answer: { binary: 'xlsx' },
    errors: ['record.not_found'],
  }),
  paper: endpoint({
    method: 'GET',
    path: '/upload/catalogue/closed/:id/paper',
    allow: readsCatalogue,
    summary: 'The same as PDF, with its fingerprint on every page',
    params: idParam,
    answer: { binary: 'pdf' },
    errors: ['record.not_found'],
  }),
}
