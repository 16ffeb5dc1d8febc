import { z } from 'zod'
import { cherryDeliveriesFile } from './cherryDeliveryFile.ts'
import { Id } from '#contract/kit/endpoint.ts'
import { choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { wholeUploadFlow } from '#contract/kit/uploadFlow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { uploadColumns, uploadRecord } from '#contract/uploads/uploadRecord.ts'
import { Upload, countedRows } from '#contract/uploads/uploads.ts'

/** The four eyes are on the file: its approval makes every row an approved delivery, or none. */
export const cherryDeliveryUploadFlow = wholeUploadFlow({
  kind: 'cherry_delivery_upload',
  record: 'cherry delivery upload',
  make: 'CAN_UPLOAD_FARMERS',
  approve: 'CAN_APPROVE_FARMERS',
})

/** A row of an upload: a delivery already, or still a staged row without an id. */
export const CherryDeliveryRow = z.object({
  id: Id.nullable(),
  row: z.number().int(),
  deliveredOn: z.string(),
  season: z.string(),
  factory: z.string(),
  memberNumber: z.string(),
  fullName: z.string().describe('Empty when the society has no such member'),
  currentDelivery: z.number(),
  receiptNumber: z.string(),
  state: z.enum(['ready', 'failed', 'left_out', 'done']),
  message: z.string(),
})
export type CherryDeliveryRow = z.output<typeof CherryDeliveryRow>

export const uploadedDeliveryList = listScreen({
  name: 'uploaded-cherry-deliveries',
  title: 'Uploaded cherry deliveries',
  row: CherryDeliveryRow,
  columns: [
    { key: 'row', title: 'Row', as: 'number', sort: true },
    { key: 'memberNumber', title: 'Member number', as: 'code', sort: true },
    { key: 'fullName', title: 'Member name', as: 'name', card: 'title' },
    { key: 'deliveredOn', title: 'Delivered on', as: 'date' },
    { key: 'season', title: 'Season', as: 'text' },
    { key: 'factory', title: 'Factory', as: 'text' },
    { key: 'currentDelivery', title: 'Weight (kg)', as: 'weight', card: 'value' },
    { key: 'receiptNumber', title: 'Receipt number', as: 'code' },
    { key: 'state', title: 'State', as: 'text' },
  ],
  searchIn: 'Member number, factory or receipt number',
  filters: [
    choiceFilter('state', 'State', {
      done: 'Registered',
      ready: 'Ready',
      failed: 'With errors',
      left_out: 'Left out',
    }),
  ],
  sort: { key: 'row', direction: 'asc' },
  pageSize: 7,
})

export const cherryDeliveryUpload = uploadRecord({
  flow: cherryDeliveryUploadFlow,
  file: cherryDeliveriesFile,
  row: Upload,
  headline: (row) => ({ says: 'bookDeliveries', ...countedRows(row) }),
  list: {
    name: 'cherry-delivery-uploads',
    title: 'Cherry delivery uploads',
    columns: uploadColumns('No. of deliveries'),
  },
  reads: readsFarmers,
  rows: {
    path: '/upload/cherry/deliveries/:id',
    summary: 'Deliveries of one upload',
    screen: uploadedDeliveryList,
  },
  upload: {
    path: '/upload/cherry/deliveries/:organisationId',
    summary: 'Upload a cherry deliveries file; who sends it accepts the disclaimer',
    allow: 'CAN_UPLOAD_FARMERS',
  },
  paths: {
    lists: { list: '/upload/cherry/deliveryFiles/:organisationId' },
    steps: {
      approve: {
        path: '/upload/cherry/approve_deliveries/:organisationId',
        summary: 'Approve a cherry delivery upload: its rows become approved deliveries',
        errors: ['upload.rows_invalid'],
      },
      decline: '/upload/cherry/decline_deliveries',
    },
    many: {
      path: '/upload/cherry/deliveries-bulk',
      summary: 'Decide several cherry delivery uploads; each has its own outcome',
    },
  },
})
