import { z } from 'zod'
import { cherryDeliveriesFile } from './cherryDeliveryFile.ts'
import {
  actionAnswer,
  decisionBody,
  decisionErrors,
  endpoint,
  Id,
  idParam,
  organisationIdParam,
} from './kit/endpoint.ts'
import { answersEach, bulkDecision, Outcome } from './kit/bulk.ts'
import { listAnswer, listQuery, listScreen } from './kit/listScreen.ts'
import { wholeUploadFlow } from './kit/uploadFlow.ts'
import { readsFarmers } from './permissions.ts'
import { Upload, uploadErrors } from './uploads.ts'

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

export const cherryDeliveryUploadList = listScreen({
  name: 'cherry-delivery-uploads',
  title: 'Cherry delivery uploads',
  row: Upload,
  columns: [
    { key: 'fileName', title: 'File name', as: 'name', sort: true, card: 'title' },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'numberOfLots', title: 'No. of deliveries', as: 'number', sort: true, card: 'value' },
    { key: 'createdBy', title: 'Uploaded by', as: 'text', sort: true },
    { key: 'status', title: 'Status', as: 'status', sort: true },
    { key: 'created', title: 'Date', as: 'time', sort: true },
    { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
    { key: 'failed', title: 'Rows with errors', as: 'number', hidden: true },
  ],
  searchIn: 'File name',
  filters: [
    {
      key: 'status',
      title: 'Status',
      options: Object.entries(cherryDeliveryUploadFlow.states).map(([value, { label }]) => ({ value, title: label })),
    },
  ],
  sort: { key: 'created', direction: 'desc' },
  pageSize: 7,
})

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
    {
      key: 'state',
      title: 'State',
      options: [
        { value: 'done', title: 'Registered' },
        { value: 'ready', title: 'Ready' },
        { value: 'failed', title: 'With errors' },
        { value: 'left_out', title: 'Left out' },
      ],
    },
  ],
  sort: { key: 'row', direction: 'asc' },
  pageSize: 7,
})

const decision = decisionBody.extend({ action: z.string().max(20).optional() })
const decided = actionAnswer(Upload)
const deciding = [...decisionErrors, 'step.comment_required'] as const

export const cherryDeliveryUploads = {
  list: endpoint({
    method: 'GET',
    path: '/upload/cherry/deliveryFiles/:organisationId',
    allow: readsFarmers,
    summary: 'Cherry delivery uploads',
    params: organisationIdParam,
    query: listQuery,
    answer: listAnswer(Upload),
  }),
  rows: endpoint({
    method: 'GET',
    path: '/upload/cherry/deliveries/:id',
    allow: readsFarmers,
    summary: 'Deliveries of one upload',
    params: idParam,
    query: listQuery,
    answer: listAnswer(CherryDeliveryRow),
    errors: ['record.not_found'],
  }),
  upload: endpoint({
    method: 'POST',
    path: '/upload/cherry/deliveries/:organisationId',
    allow: 'CAN_UPLOAD_FARMERS',
    summary: 'Upload a cherry deliveries file; who sends it accepts the disclaimer',
    params: organisationIdParam,
    upload: cherryDeliveriesFile,
    answer: actionAnswer(Upload),
    errors: uploadErrors,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/upload/cherry/approve_deliveries/:organisationId',
    allow: 'CAN_APPROVE_FARMERS',
    summary: 'Approve a cherry delivery upload: its rows become approved deliveries',
    params: organisationIdParam,
    body: decision,
    answer: decided,
    errors: [...deciding, 'upload.rows_invalid'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/upload/cherry/decline_deliveries',
    allow: 'CAN_APPROVE_FARMERS',
    summary: 'Decline a cherry delivery upload',
    body: decision,
    answer: decided,
    errors: deciding,
  }),
  decideMany: endpoint({
    method: 'POST',
    path: '/upload/cherry/deliveries-bulk',
    allow: 'CAN_APPROVE_FARMERS',
    summary: 'Decide several cherry delivery uploads; each has its own outcome',
    body: bulkDecision,
    ...answersEach(Outcome),
    errors: ['step.comment_required'],
  }),
}
