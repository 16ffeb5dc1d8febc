import { z } from 'zod'
import { fileBulk } from '#contract/kit/fileBulk.ts'
import { uploadChecked, uploadMakerSteps, uploadStates } from '#contract/kit/uploadFlow.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { uploadColumns, uploadRecord } from '#contract/uploads/uploadRecord.ts'
import { Upload } from '#contract/uploads/uploads.ts'
import { estateCuredFile } from './estateCuredFile.ts'
import { chargeCurrencies, estateCuredRecord, readsEstateCured } from './estateCuredRecords.ts'

const { PENDING_APPROVAL: pending, APPROVED: approved, REJECTED: _rejected, ...states } = uploadStates

/** The life of a file of estate cured coffee: its records are decided one by one, and with the last of them the file is done. */
export const estateCuredFileFlow = workflow({
  kind: 'estate_cured_file',
  record: 'estate cured file',
  initial: ['CHECKING'],
  decidedByParts: 'estate_cured_record',
  states: {
    ...states,
    PENDING_APPROVAL: { ...pending, label: 'Awaiting warehouse and broker' },
    APPROVED: { ...approved, label: 'All records decided' },
  },
  system: [...uploadChecked, { from: 'PENDING_APPROVAL', to: 'APPROVED', why: 'Its last record was decided' }],
  steps: uploadMakerSteps('CAN_UPLOAD_CATALOGUE'),
})

/** A file of estate cured coffee, and how far its records have come. */
export const EstateCuredFile = Upload.extend({
  currency: z.enum(chargeCurrencies).nullable().describe('Of its charges'),
  open: z.number().int().describe('Records that are not decided yet, of those that the reader sees'),
  weight: z.number().describe('Kilograms of the records that the reader sees'),
})
export type EstateCuredFile = z.output<typeof EstateCuredFile>

/** Files of estate cured coffee: those of the own organisation and those that name it. */
export const estateCuredFileRecord = uploadRecord({
  flow: estateCuredFileFlow,
  file: estateCuredFile,
  row: EstateCuredFile,
  headline: ({ fileName: name }) => ({ says: 'approveRecord', name }),
  list: {
    name: 'estate-cured-files',
    title: 'Estate cured files',
    columns: [
      ...uploadColumns('No. of records'),
      { key: 'weight', title: 'Weight (kg)', as: 'weight' },
      { key: 'open', title: 'Not decided yet', as: 'number' },
      { key: 'currency', title: 'Currency of charges', as: 'text', hidden: true },
    ],
  },
  reads: readsEstateCured,
  rows: {
    path: '/upload/estatecured/:id/data',
    summary: 'Records of one estate cured file, of those that the reader sees',
    screen: estateCuredRecord.list,
  },
  upload: {
    path: '/upload/estatecured/:organisationId',
    summary: 'Upload a file of estate cured coffee; the field currency names that of its charges, KES or USD',
    allow: 'CAN_UPLOAD_CATALOGUE',
    errors: ['input.invalid', 'organisation.not_allowed'],
  },
  paths: {
    lists: { list: '/upload/estatecured/files/:organisationId' },
    one: { path: '/upload/estatecured/file/:id', summary: 'One file of estate cured coffee' },
  },
  calls: {
    bulk: fileBulk({
      path: '/upload/estatecured/bulk',
      allow: 'CAN_APPROVE_ESTATE_CURED_BROKER',
      summary: 'Approve or reject records of one file: those that were ticked, or all that the caller could tick',
      errors: ['role.not_allowed'],
    }),
  },
})
