import { z } from 'zod'
import { plainDigits } from '#contract/kit/plainNumber.ts'
import {
  actionAnswer,
  decisionBody,
  decisionErrors,
  endpoint,
  Id,
  idParam,
  organisationIdParam,
} from '#contract/kit/endpoint.ts'
import { choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { cherryLimitsFile } from './limitFile.ts'
import { limitFileFlow } from './limitFileFlow.ts'
import { Parchment } from '#contract/parchment/parchments.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { uploadColumns, uploadRecord } from '#contract/uploads/uploadRecord.ts'
import { Upload, countedRows, uploadErrors } from '#contract/uploads/uploads.ts'

/** A limit file. `shareData`: shared with KPCU, that is asking for the fund's money; else for the bank's own. */
export const LimitFile = Upload.extend({
  shareData: z.boolean(),
  lender: z.enum(['KPCU', 'BANK']).describe('Who decides last and lends'),
})
export type LimitFile = z.output<typeof LimitFile>

/** A row of a limit file; the amounts are there once the file is approved. */
export const LimitFileRow = z.object({
  id: Id.nullable(),
  row: z.number().int(),
  farmerName: z.string(),
  idNo: z.string(),
  memberNo: z.string(),
  growerCode: z.string(),
  currentDelivery: z.number(),
  season: z.string(),
  rate: z.number().nullable().describe('KES for a kilogram, as it was at the approval'),
  added: z.number().nullable().describe('KES that this row added to the limit'),
  state: z.enum(['ready', 'failed', 'left_out', 'done']),
  message: z.string(),
})
export type LimitFileRow = z.output<typeof LimitFileRow>

/** What the approval of a file does: at the rate in force, or as it was done. */
export const LimitFileEffect = z.object({
  members: z.number().int(),
  kilograms: z.number(),
  rate: z.number().describe('KES for a kilogram'),
  added: z.number().describe('KES that the limits of all members rise by'),
  before: z.number().describe('KES that the limits of these members are without the file'),
  seasons: z.array(z.string()),
  done: z.boolean(),
})
export type LimitFileEffect = z.output<typeof LimitFileEffect>

export const limitFileRowList = listScreen({
  name: 'limit-file-rows',
  title: 'Farmer limits of a file',
  row: LimitFileRow,
  columns: [
    { key: 'row', title: 'Row', as: 'number', sort: true, hidden: true },
    { key: 'farmerName', title: 'Farmer name', as: 'name', card: 'title' },
    { key: 'idNo', title: 'ID No', as: 'code', personal: true },
    { key: 'memberNo', title: 'Member No', as: 'code', sort: true },
    { key: 'growerCode', title: 'Grower code', as: 'code' },
    { key: 'currentDelivery', title: 'Current delivery (kg)', as: 'weight', card: 'value' },
    { key: 'season', title: 'Season', as: 'text' },
    { key: 'rate', title: 'Rate (per kg)', as: 'money', hidden: true },
    { key: 'added', title: 'Added to the limit (KES)', as: 'money' },
    { key: 'state', title: 'State', as: 'text' },
  ],
  searchIn: 'Name, member number or ID',
  filters: [
    choiceFilter('state', 'State', {
      done: 'Added to limits',
      ready: 'Ready',
      failed: 'With errors',
      left_out: 'Left out',
    }),
  ],
  sort: { key: 'row', direction: 'asc' },
  pageSize: 7,
})

const decision = decisionBody.extend({
  rate: z.number().optional().describe('The rate that was seen; another one in force by now refuses the decision'),
})
const decided = actionAnswer(LimitFile)
const beside = ['input.invalid', 'upload.consent_changed'] as const

// Each value is checked by the rule of its column, as in a file.
const cell = z.string().trim().max(1000)
const [fileName, organisationName, numberOfLots, ...otherColumns] = uploadColumns('No. of records')

export const limitFile = uploadRecord({
  flow: limitFileFlow,
  file: cherryLimitsFile,
  row: LimitFile,
  headline: (row) => ({ says: 'raiseLimits', at: row.organisationName, ...countedRows(row) }),
  list: {
    name: 'limit-files',
    title: 'Limit files',
    columns: [
      fileName,
      organisationName,
      numberOfLots,
      { key: 'lender', title: 'Lender', as: 'text' },
      ...otherColumns,
    ],
    filters: [choiceFilter('lender', 'Lender', { KPCU: 'KPCU', BANK: 'Bank' })],
  },
  reads: readsFarmers,
  rows: { path: '/upload/cherry/limit/:id', summary: 'Rows of one limit file', screen: limitFileRowList },
  upload: {
    path: '/upload/cherry/delivery/:organisationId',
    summary:
      'Upload a limit file; the field shareData=true agrees to share it with KPCU, else it goes to the bank. consentVersion: the wording that was shown',
    allow: 'CAN_UPLOAD_LIMITS',
    errors: beside,
  },
  paths: { lists: { list: '/upload/cherry/limitFiles/:organisationId' } },
  calls: {
    effect: endpoint({
      method: 'GET',
      path: '/upload/cherry/limit-effect/:id',
      allow: readsFarmers,
      summary: 'What the approval of a limit file adds to the limits of its members',
      params: idParam,
      answer: LimitFileEffect,
      errors: ['record.not_found'],
    }),
    uploadOwn: endpoint({
      method: 'POST',
      path: '/upload/cherry/delivery',
      allow: 'CAN_UPLOAD_LIMITS',
      summary: 'Upload a limit file of the own society (older path)',
      upload: cherryLimitsFile,
      answer: decided,
      errors: [...uploadErrors, ...beside],
    }),
    create: endpoint({
      method: 'POST',
      path: '/upload/cherry/record/:organisationId',
      allow: 'CAN_UPLOAD_LIMITS',
      summary: 'Create Cherry Record: a limit file of one row, through the same states',
      params: organisationIdParam,
      body: z.object({
        memberNumber: cell,
        idNumber: cell,
        currentDelivery: plainDigits().transform(String),
        season: cell,
        fullName: cell.optional(),
        growerCode: cell.optional(),
        productName: cell.optional(),
        shareData: z.boolean().default(false).describe('Agrees to share the record with KPCU'),
        consentVersion: z.number().int().optional().describe('The version of the consent that was shown'),
      }),
      answer: decided,
      errors: ['upload.same_file', ...beside],
    }),
    approve: endpoint({
      method: 'POST',
      path: '/upload/cherry/approve_limit/:organisationId',
      allow: 'CAN_APPROVE_LIMITS',
      summary: 'Approve a limit file: the society first, then KPCU or the bank, which raises the limits',
      params: organisationIdParam,
      body: decision,
      answer: decided,
      errors: [...decisionErrors, 'upload.rows_invalid', 'limit.rate_changed'],
    }),
    decline: endpoint({
      method: 'POST',
      path: '/upload/cherry/decline_limit',
      allow: ['CAN_APPROVE_LIMITS', 'CAN_APPROVE_CCARF_PARCHMENT'],
      summary: 'Decline a limit file, or refer a parchment record back: the id tells which',
      body: decision,
      comment: { noRoomFor: [limitFileFlow.kind] },
      answer: actionAnswer(z.union([LimitFile, Parchment])),
      errors: [...decisionErrors, 'step.comment_required'],
    }),
  },
})
