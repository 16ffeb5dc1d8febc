import { z } from 'zod'
import { plainDigits } from '#contract/kit/plainNumber.ts'
import { actionAnswer, decisionBody, decisionErrors, endpoint, Id } from '#contract/kit/endpoint.ts'
import { listScreen } from '#contract/kit/listScreen.ts'
import { parchmentFile } from './parchmentFile.ts'
import { parchmentFlow } from './parchmentFlow.ts'
import { readsFarmers, type Permission } from '#contract/house/permissions.ts'
import { uploadRecord } from '#contract/uploads/uploadRecord.ts'
import { Upload } from '#contract/uploads/uploads.ts'

/** Permissions any one of which lets a user read parchment records of the own organisation, or those that name it as miller. */
export const readsParchment = [
  ...readsFarmers,
  'CAN_UPLOAD_CCARF_PARCHMENT',
  'CAN_APPROVE_CCARF_PARCHMENT',
  'CAN_AMEND_CCARF_PARCHMENT',
] as const satisfies readonly Permission[]

/** A parchment record: what a society delivered to a miller in one file. */
export const Parchment = Upload.extend({
  coffeeId: z.string().describe('Its first outturn, and how many more there are'),
  growerCode: z.string(),
  miller: z.string(),
  millerCode: z.string(),
  bags: z.number().int(),
  weight: z.number().describe('Net kilograms of all rows'),
  rate: z.number().describe('KES that a kilogram of this parchment adds to limits, over all its grades'),
  pool: z.number().describe('KES that its approval shares among the members'),
  shareData: z.boolean().describe('KPCU decides after the miller, and lends'),
  dateCreated: z.iso.datetime({ offset: true }),
})
export type Parchment = z.output<typeof Parchment>

/** One outturn of a record, with what stood there before it was amended. */
export const ParchmentRow = z.object({
  id: z.string().nullable(),
  rowid: Id,
  row: z.number().int(),
  outturn: z.string(),
  growerCode: z.string(),
  commodity: z.string().describe('Grade'),
  totalBags: z.number(),
  netWeight: z.number(),
  season: z.string(),
  rate: z.number(),
  uploadedBags: z.number().nullable().describe('As uploaded, where it was amended'),
  uploadedWeight: z.number().nullable(),
  state: z.enum(['ready', 'failed', 'left_out', 'done']),
})
export type ParchmentRow = z.output<typeof ParchmentRow>

export const parchmentRowList = listScreen({
  name: 'parchment-rows',
  title: 'Outturns of a parchment record',
  row: ParchmentRow,
  columns: [
    { key: 'row', title: 'Row', as: 'number', sort: true, hidden: true },
    { key: 'outturn', title: 'Outturn', as: 'name', sort: true, card: 'title' },
    { key: 'growerCode', title: 'Grower code', as: 'code' },
    { key: 'commodity', title: 'Grade', as: 'text', sort: true },
    { key: 'totalBags', title: 'Bags', as: 'number' },
    { key: 'netWeight', title: 'Net weight (kg)', as: 'weight', card: 'value' },
    { key: 'season', title: 'Season', as: 'text' },
    { key: 'rate', title: 'Communal rate (KES per kg)', as: 'money' },
    { key: 'uploadedBags', title: 'Bags as uploaded', as: 'number', hidden: true },
    { key: 'uploadedWeight', title: 'Weight as uploaded (kg)', as: 'weight', hidden: true },
  ],
  searchIn: 'Outturn or grade',
  sort: { key: 'row', direction: 'asc' },
  pageSize: 7,
})

// Whole records may be posted back; only these fields are read.
const decided = actionAnswer(Parchment)
// Each value is checked by the rule of its column, as in a file.
const cell = z.string().trim().max(100)

export const parchment = uploadRecord({
  flow: parchmentFlow,
  file: parchmentFile,
  row: Parchment,
  headline: ({ weight, pool, organisationName }) => ({
    says: 'confirmParchment',
    at: organisationName,
    kilograms: weight,
    amount: pool,
  }),
  list: {
    name: 'parchments',
    title: 'CCARF parchment',
    columns: [
      { key: 'coffeeId', title: 'Coffee ID', as: 'code', card: 'title' },
      { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
      { key: 'growerCode', title: 'Grower code', as: 'code' },
      { key: 'miller', title: 'Miller', as: 'text', hidden: true },
      { key: 'weight', title: 'Weight (kg)', as: 'weight', card: 'value' },
      { key: 'rate', title: 'Communal rate (KES per kg)', as: 'money' },
      { key: 'pool', title: 'Second tranche (KES)', as: 'money', hidden: true },
      { key: 'status', title: 'Status', as: 'status', sort: true },
      { key: 'dateCreated', title: 'Date pulled', as: 'time', sort: true },
      { key: 'fileName', title: 'File name', as: 'name', sort: true, hidden: true },
      { key: 'createdBy', title: 'Uploaded by', as: 'text', hidden: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
    ],
    searchIn: 'File name, outturn or grower code',
    found: ['fileName', 'weight', 'status'],
    sort: { key: 'dateCreated', direction: 'desc' },
  },
  reads: readsParchment,
  rows: {
    path: '/upload/parchment/delivery/:id',
    summary: 'Outturns of one parchment record',
    screen: parchmentRowList,
  },
  upload: {
    path: '/upload/parchment/delivery',
    summary:
      'Upload a parchment file; the field millerCode names the miller, shareData=true agrees to share it with KPCU. consentVersion: the wording that was shown',
    allow: 'CAN_UPLOAD_CCARF_PARCHMENT',
    errors: ['input.invalid', 'upload.consent_changed'],
  },
  paths: {
    lists: {
      list: {
        path: '/upload/parchment/deliveryFiles/:organisationId',
        summary: 'Parchment records of a society, or those that name the reader as their miller',
      },
    },
    one: { path: '/upload/parchment/record/:id', summary: 'One parchment record' },
  },
  calls: {
    approve: endpoint({
      method: 'POST',
      path: '/upload/parchment/delivery/approve/file',
      allow: ['CAN_APPROVE_CCARF_PARCHMENT', 'CAN_APPROVE_LIMITS'],
      summary: 'Approve a parchment record: the named miller first, then KPCU where it is shared, which raises limits',
      body: decisionBody,
      answer: decided,
      errors: [...decisionErrors, 'upload.rows_invalid', 'parchment.no_limits'],
    }),
    amend: endpoint({
      method: 'POST',
      path: '/upload/parchment/delivery/amend/file',
      allow: 'CAN_AMEND_CCARF_PARCHMENT',
      summary: 'Amend a record that was referred back, with remarks; bags and weight as uploaded are kept',
      body: decisionBody.extend({
        data: z
          .array(
            z.object({
              rowid: Id,
              commodity: cell,
              totalBags: plainDigits().transform(String),
              netWeight: plainDigits().transform(String),
              season: cell,
            }),
          )
          .min(1)
          .max(20_000),
      }),
      // 20,000 rows posted back, as full as their cells may be.
      longestBody: 12_000_000,
      answer: decided,
      errors: [...decisionErrors, 'input.invalid', 'step.comment_required', 'role.not_allowed'],
    }),
    decline: endpoint({
      method: 'POST',
      path: '/upload/parchment/delivery/decline/file',
      allow: ['CAN_APPROVE_CCARF_PARCHMENT', 'CAN_APPROVE_LIMITS', 'CAN_AMEND_CCARF_PARCHMENT'],
      summary: 'Refer a parchment record one stage back, or reject it for good with final=true',
      body: decisionBody.extend({ final: z.boolean().optional() }),
      answer: decided,
      errors: [...decisionErrors, 'step.comment_required', 'role.not_allowed'],
    }),
  },
})
