import { z } from 'zod'
import { dispatchFileFlow } from './dispatchFlow.ts'
import { dispatchSheet } from './dispatchSheet.ts'
import { readsDispatch } from './readsDispatch.ts'
import { Disclaimer } from '#contract/house/disclaimers.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { actionAnswer, endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { uploadRecord } from '#contract/uploads/uploadRecord.ts'
import { Upload } from '#contract/uploads/uploads.ts'

/** A dispatch file: what stands in it, for which sale and warehouse, and how far its records are decided. */
export const DispatchFile = Upload.extend({
  totalBags: z.number().int(),
  totalWeight: z.number().describe('Net kilograms of the records that the reader sees'),
  season: z.string().nullable().describe('Null until its rows are right'),
  saleNumber: z.number().int().nullable(),
  saleDate: z.iso.date().nullable().describe('Null too where the calendar has its sale no longer'),
  dispatchCutoff: z.iso.datetime({ offset: true }).nullable().describe('Until then its sale takes dispatch'),
  warehouseCode: z.string().nullable(),
  warehouseName: z.string().nullable(),
  waiting: z.number().int().describe('Records that await the warehouse for the first time'),
  referred: z.number().int().describe('Records with the miller, back at the warehouse, or on hold'),
  approved: z.number().int().describe('Records that the warehouse has received'),
  rejected: z.number().int(),
  termsVersion: z.number().int().describe('Wording of the terms that was accepted with it'),
  dateCreated: z.iso.datetime({ offset: true }),
})
export type DispatchFile = z.output<typeof DispatchFile>

/** A row of a file that is not sent yet, as it was written. */
export const DispatchRow = z.object({
  id: Id,
  row: z.number().int(),
  outturn: z.string(),
  grade: z.string(),
  splitNumber: z.string(),
  marks: z.string(),
  bags: z.number(),
  pockets: z.number(),
  netWeight: z.number(),
  broker: z.string(),
  state: z.enum(['ready', 'failed', 'left_out']),
  message: z.string(),
})
export type DispatchRow = z.output<typeof DispatchRow>

export const dispatchRowList = listScreen({
  name: 'dispatch-rows',
  title: 'Rows of a dispatch file',
  row: DispatchRow,
  columns: [
    { key: 'row', title: 'Row', as: 'number', sort: true },
    { key: 'outturn', title: 'Outturn', as: 'name', sort: true, card: 'title' },
    { key: 'grade', title: 'Grade', as: 'text', sort: true },
    { key: 'splitNumber', title: 'Split number', as: 'text', hidden: true },
    { key: 'marks', title: 'Marks', as: 'text' },
    { key: 'bags', title: 'Bags', as: 'number' },
    { key: 'pockets', title: 'Pockets', as: 'number' },
    { key: 'netWeight', title: 'Net weight (kg)', as: 'weight', card: 'value' },
    { key: 'broker', title: 'Broker', as: 'code' },
    { key: 'state', title: 'State', as: 'text' },
  ],
  searchIn: 'Outturn, grade or marks',
  filters: [choiceFilter('state', 'State', { ready: 'Ready', failed: 'With errors', left_out: 'Left out' })],
  sort: { key: 'row', direction: 'asc' },
  pageSize: 10,
})

/** Dispatch files of a mill, and those whose records name the reader's organisation. */
export const dispatchFile = uploadRecord({
  flow: dispatchFileFlow,
  file: dispatchSheet,
  row: DispatchFile,
  reads: readsDispatch,
  headline: ({ waiting: count, totalWeight: kilograms, organisationName: at, status }) =>
    status.statusName === 'PENDING_DELETION'
      ? { says: 'deleteDispatch', at, kilograms }
      : { says: 'receiveDispatch', count, kilograms, at },
  list: {
    name: 'dispatch-files',
    title: 'Dispatch files',
    columns: [
      { key: 'fileName', title: 'File name', as: 'name', sort: true, card: 'title' },
      { key: 'organisationName', title: 'Miller', as: 'text', hidden: 'own' },
      { key: 'warehouseName', title: 'Warehouse', as: 'text', hidden: true },
      { key: 'season', title: 'Season', as: 'text', hidden: true },
      { key: 'saleNumber', title: 'Sale number', as: 'number', sort: true },
      { key: 'numberOfLots', title: 'Lots', as: 'number', sort: true },
      { key: 'totalBags', title: 'Bags', as: 'number' },
      { key: 'totalWeight', title: 'Weight (kg)', as: 'weight', card: 'value' },
      { key: 'createdBy', title: 'Uploaded by', as: 'text', sort: true },
      { key: 'status', title: 'Status', as: 'status', sort: true },
      { key: 'dateCreated', title: 'Date', as: 'time', sort: true, leaves: 'never' },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'referred', title: 'Not as dispatched', as: 'number', hidden: true },
      { key: 'failed', title: 'Rows with errors', as: 'number', hidden: true },
    ],
    filters: [choiceFilter('status', 'Status', dispatchFileFlow.states), seasonFilter],
    searchIn: 'File name, outturn or code of the mill',
    found: ['createdBy', 'dateCreated', 'status'],
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 10,
  },
  rows: {
    path: '/grn_record/rows/:id',
    summary: 'Rows of a dispatch file as they were written, for who repairs it',
    screen: dispatchRowList,
  },
  upload: {
    path: '/grn_record',
    allow: 'CAN_UPLOAD_GRN',
    summary:
      'Upload a dispatch file, as a form with the field file or as JSON {fileName, fileType, fileData} with the bytes in base64. Who sends it accepts the terms; termsVersion: the wording that was shown',
    // Ten megabytes of file in base64, and its name; a larger one comes as a form.
    json: 14_000_000,
    errors: ['input.invalid', 'organisation.not_allowed', 'dispatch.terms_changed', 'sale.dispatch_closed'],
  },
  paths: {
    lists: { list: { path: '/grn_record/files', paged: 10, summary: 'Dispatch files, a page of ten at a time' } },
    one: { path: '/grn_record/files/:id', summary: 'One dispatch file' },
    steps: {
      approve: {
        path: '/grn_record/approve',
        summary: 'Approve a dispatch file: every record of it that nobody has edited is received',
        errors: ['record.none_selected'],
      },
      decline: {
        path: '/grn_record/reject',
        summary: 'Decline a dispatch file with every record of it',
        errors: ['dispatch.record_approved'],
      },
      drop: {
        path: '/grn_record/delete-grnFile',
        summary: 'Ask to delete an approved dispatch file, or throw the own draft of one away',
        errors: ['dispatch.catalogued'],
      },
      approveDrop: {
        path: '/grn_record/approve-delete-grnFile',
        summary: 'Delete a dispatch file whose mill asked for it; its records can still be read',
        errors: ['dispatch.catalogued'],
      },
      rejectDrop: {
        path: '/grn_record/reject-delete-grnFile',
        summary: 'Keep a dispatch file whose mill asked to delete it',
      },
    },
  },
  calls: {
    terms: endpoint({
      method: 'GET',
      path: '/grn_record/terms',
      allow: readsDispatch,
      summary: 'The terms in force for dispatch files, and whether the user has accepted them',
      answer: Disclaimer,
    }),
    acceptTerms: endpoint({
      method: 'POST',
      path: '/grn_record/terms',
      allow: 'CAN_UPLOAD_GRN',
      summary: 'Accept the terms, as before a dispatch file is uploaded',
      body: z.object({ version: z.number().int() }),
      answer: actionAnswer(Disclaimer),
      errors: ['dispatch.terms_changed'],
    }),
    download: endpoint({
      method: 'GET',
      path: '/grn_record/download/:id',
      allow: readsDispatch,
      summary: 'A dispatch file as it was sent, for its mill and for whoever it waits for; audited',
      params: idParam,
      answer: { binary: 'any' },
      errors: ['record.not_found', 'upload.file_not_yours', 'upload.file_removed'],
    }),
  },
})
