import { z } from 'zod'
import { Attachment } from '#contract/kit/attachment.ts'
import { endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { wholeUploadFlow } from '#contract/kit/uploadFlow.ts'
import { uploadRecord } from '#contract/uploads/uploadRecord.ts'
import { Upload, countedRows } from '#contract/uploads/uploads.ts'
import { deductionsFile } from './deductionFile.ts'
import { deductionKinds, deductionKindNames, opensDocuments } from './deductions.ts'
import { scheduleReads } from './scheduleLines.ts'

/** The four eyes are on the file: its approval makes one deduction of it, with an amount of each member, or none. */
export const deductionUploadFlow = wholeUploadFlow({
  kind: 'deduction_upload',
  record: 'deduction file',
  make: 'CAN_CREATE_PAYMENT_SCHEDULE',
  approve: 'CAN_APPROVE_PAYMENT_SCHEDULE',
})

/** A file of deductions or premiums: one amount of each member, for one thing, by one resolution. */
export const DeductionUpload = Upload.extend({
  season: z.string(),
  kind: z.enum(deductionKindNames),
  title: z.string().describe('As members read it on their statement'),
  amount: z.number().describe('KES of all its rows but those that are left out'),
  minuteNumber: z.string().describe('Of the minute of the resolution that allows it'),
  minuteDate: z.iso.date(),
  document: z.string().describe('Where the resolution is kept: number of the file or of the register'),
  attachment: Attachment,
  payee: z.string().describe('Whose account the bank says it is; empty for a premium'),
  accountNumber: z.string(),
  institution: z.string(),
})
export type DeductionUpload = z.output<typeof DeductionUpload>

/** A row of a file: an amount that is owed already, or still a staged row without an id. */
export const DeductionFileRow = z.object({
  id: Id.nullable(),
  row: z.number().int(),
  memberNumber: z.string(),
  fullName: z.string().describe('Empty when the society has no such member'),
  amount: z.number(),
  state: z.enum(['ready', 'failed', 'left_out', 'done']),
  message: z.string(),
})
export type DeductionFileRow = z.output<typeof DeductionFileRow>

export const deductionFileRowList = listScreen({
  name: 'deduction-file-rows',
  title: 'Amounts of a deduction file',
  row: DeductionFileRow,
  columns: [
    { key: 'row', title: 'Row', as: 'number', sort: true },
    { key: 'memberNumber', title: 'Member number', as: 'code', sort: true },
    { key: 'fullName', title: 'Member name', as: 'name', card: 'title' },
    { key: 'amount', title: 'Amount (KES)', as: 'money', card: 'value' },
    { key: 'state', title: 'State', as: 'text' },
  ],
  searchIn: 'Member number or name',
  filters: [
    choiceFilter('state', 'State', { done: 'Registered', ready: 'Ready', failed: 'With errors', left_out: 'Left out' }),
  ],
  sort: { key: 'row', direction: 'asc' },
  pageSize: 7,
})

const approves = ['upload.rows_invalid', 'change.open', 'change.stale'] as const
const asksTheBank = ['account.details_missing', 'account.takes_no_money', 'bank.silent'] as const

/** Files of deductions of the own society; readers who see every organisation get those of all. */
export const deductionUpload = uploadRecord({
  flow: deductionUploadFlow,
  file: deductionsFile,
  row: DeductionUpload,
  headline: ({ title: name, organisationName: at, amount, kind, ...row }) => ({
    says: kind === 'PREMIUM' ? 'addByFile' : 'deductByFile',
    name,
    at,
    amount,
    ...countedRows(row),
  }),
  list: {
    name: 'deduction-files',
    title: 'Deduction files',
    columns: [
      { key: 'title', title: 'Deduction', as: 'name', card: 'title' },
      { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
      { key: 'kind', title: 'Kind', as: 'text' },
      { key: 'season', title: 'Season', as: 'text' },
      { key: 'numberOfLots', title: 'No. of members', as: 'number', sort: true },
      { key: 'amount', title: 'Amount (KES)', as: 'money', card: 'value' },
      { key: 'minuteNumber', title: 'Minute', as: 'code' },
      { key: 'minuteDate', title: 'Minute of', as: 'date', hidden: true },
      { key: 'document', title: 'Document', as: 'text', hidden: true },
      { key: 'payee', title: 'Paid to', as: 'text', hidden: true },
      { key: 'accountNumber', title: 'Account', as: 'code', personal: true, hidden: true },
      { key: 'fileName', title: 'File name', as: 'name', sort: true, hidden: true },
      { key: 'createdBy', title: 'Uploaded by', as: 'text', sort: true, hidden: true },
      { key: 'created', title: 'Date', as: 'time', sort: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'failed', title: 'Rows with errors', as: 'number', hidden: true },
      { key: 'status', title: 'Status', as: 'status', sort: true },
    ],
    searchIn: 'Deduction or file name',
    filters: [choiceFilter('kind', 'Kind', deductionKinds)],
    found: ['amount', 'created', 'status'],
  },
  reads: scheduleReads,
  rows: {
    path: '/payment/deductionFile/:id/rows',
    summary: 'Amounts of one deduction file',
    screen: deductionFileRowList,
  },
  upload: {
    path: '/payment/deductionFiles/:organisationId/upload',
    summary:
      'Upload a file of deductions or premiums. Fields beside the file: season, kind, title, minuteNumber, minuteDate, document, and the account of the payee',
    allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
    errors: ['input.invalid', 'change.open', 'organisation.not_allowed', 'bank.silent', 'rate.limited'],
  },
  calls: {
    document: endpoint({
      method: 'GET',
      path: '/payment/deductionFile/:id/document',
      allow: opensDocuments,
      summary: 'The document of a deduction file as it was attached; audited',
      params: idParam,
      answer: { binary: 'any' },
      errors: ['record.not_found'],
    }),
  },
  paths: {
    lists: { all: { path: '/payment/deductionFiles/:organisationId', summary: 'Deduction files of every state' } },
    one: { path: '/payment/deductionFile/:id', summary: 'A deduction file with what allows it' },
    steps: {
      approve: {
        path: '/payment/deductionFiles/:organisationId/approve',
        stepUp: true,
        summary: 'Approve a deduction file: what it says of each member is owed from the next schedule on',
        errors: [...approves, ...asksTheBank],
      },
      decline: '/payment/deductionFiles/:organisationId/decline',
    },
  },
})
