import { z } from 'zod'
import { uploadColumns, uploadRecord } from '#contract/uploads/uploadRecord.ts'
import { Upload } from '#contract/uploads/uploads.ts'
import { catalogueFile as file } from './catalogueFile.ts'
import { catalogueFileFlow } from './catalogueFlow.ts'
import { catalogueFileRecordList, readsCatalogue } from './catalogueRecords.ts'

/** A catalogue file, with the sale and the broker of its lots, and how far they are decided. */
export const CatalogueFile = Upload.extend({
  season: z.string(),
  saleNumber: z.number().int().nullable(),
  agentCode: z.string().describe('Broker or marketer'),
  weight: z.number().describe('Kilograms of its lots'),
  open: z.number().int().describe('Lots that wait for somebody'),
  onHold: z.number().int(),
  approved: z.number().int().describe('Lots in the catalogue'),
})
export type CatalogueFile = z.output<typeof CatalogueFile>

/** Catalogue files of the own organisation, or with lots that name it. */
export const catalogueFile = uploadRecord({
  flow: catalogueFileFlow,
  file,
  row: CatalogueFile,
  headline: ({ fileName, organisationName: at }) => ({
    says: 'approveRecord',
    name: fileName,
    what: 'Catalogue file',
    at,
  }),
  list: {
    name: 'catalogue-files',
    title: 'Catalogue files',
    columns: [
      ...uploadColumns('Lots'),
      { key: 'season', title: 'Season', as: 'text', hidden: true },
      { key: 'saleNumber', title: 'Sale number', as: 'number' },
      { key: 'agentCode', title: 'Broker', as: 'code' },
      { key: 'weight', title: 'Weight (kg)', as: 'weight' },
      { key: 'open', title: 'Waiting', as: 'number' },
      { key: 'onHold', title: 'On hold', as: 'number' },
      { key: 'approved', title: 'In the catalogue', as: 'number' },
    ],
  },
  reads: readsCatalogue,
  rows: {
    path: '/upload/catalogue/:id/data',
    summary: 'Lots of one catalogue file',
    screen: catalogueFileRecordList,
  },
  upload: {
    path: '/upload/catalogue/:organisationId',
    summary: 'Upload the lots of one broker or marketer for one sale',
    allow: 'CAN_UPLOAD_CATALOGUE',
  },
  paths: {
    lists: {
      list: {
        path: '/upload/catalogue/files/:organisationId',
        summary: 'Catalogue files, also those that name the reader',
      },
    },
    one: { path: '/upload/catalogue/file/:id', summary: 'One catalogue file' },
  },
})
