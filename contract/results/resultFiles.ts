import { z } from 'zod'
import { Id } from '#contract/kit/endpoint.ts'
import { choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { uploadChecked, uploadMakerSteps, uploadStates } from '#contract/kit/uploadFlow.ts'
import { workflow } from '#contract/kit/workflow.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { uploadColumns, uploadRecord } from '#contract/uploads/uploadRecord.ts'
import { countedRows, Upload } from '#contract/uploads/uploads.ts'
import { resultFile as file } from './resultFile.ts'

/** Who reads files of results: those who send them and those who decide. What comes of them more people read. */
export const readsResultFiles = ['CAN_UPLOAD_RESULTS', 'CAN_APPROVE_RESULTS'] as const satisfies readonly Permission[]

/** Whose users send results: the bank those of a whole sale, a broker or marketer those of its own lots. */
export const sendsResults = ['COOPERATIVE_BANK', 'BROKER', 'MARKETER'] as const satisfies readonly OrganisationType[]

const decides = {
  from: ['PENDING_APPROVAL'],
  allow: 'CAN_APPROVE_RESULTS',
  organisationTypes: sendsResults,
  who: 'other',
  bulk: true,
} as const

/** The life of a file of results: another person of whoever sent it approves it as a whole. Source: domain 10.13. */
export const resultFileFlow = workflow({
  kind: 'auction_result_file',
  record: 'auction result file',
  initial: ['CHECKING'],
  states: uploadStates,
  system: [...uploadChecked],
  steps: {
    approve: { ...decides, label: 'Approve', to: ['APPROVED'], comment: 'optional', tone: 'main' },
    decline: { ...decides, label: 'Decline', to: ['REJECTED'], comment: 'required', tone: 'danger' },
    ...uploadMakerSteps('CAN_UPLOAD_RESULTS'),
  },
})

/** A file of results with its sale, and what its lots fetch. */
export const ResultFile = Upload.extend({
  season: z.string(),
  saleNumber: z.number().int().nullable(),
  sold: z.number().int().describe('Lots that were sold'),
  unsold: z.number().int(),
  weight: z.number().describe('Kilograms that were sold'),
  grossValue: z.number().describe('USD that the sold lots fetch'),
})
export type ResultFile = z.output<typeof ResultFile>

/** A row of a file: a result already, or still a staged row without an id. */
const ResultRow = z.object({
  id: Id.nullable(),
  row: z.number().int(),
  lotNumber: z.string(),
  outturn: z.string(),
  grade: z.string(),
  numberOfBags: z.string(),
  numberOfPocket: z.string(),
  weight: z.number(),
  buyerCode: z.string(),
  price: z.number().nullable().describe('USD for 50 kg; null where it was not sold'),
  grossValue: z.number().nullable().describe('USD'),
  invoiceNumber: z.string(),
  state: z.enum(['ready', 'failed', 'left_out', 'done']),
  message: z.string(),
})
export type ResultRow = z.output<typeof ResultRow>

const resultRowList = listScreen({
  name: 'auction-result-rows',
  title: 'Results of a file',
  row: ResultRow,
  columns: [
    { key: 'row', title: 'Row', as: 'number', sort: true },
    { key: 'lotNumber', title: 'Lot number', as: 'code', card: 'title' },
    { key: 'outturn', title: 'Outturn', as: 'name', sort: true },
    { key: 'grade', title: 'Grade', as: 'text' },
    { key: 'numberOfBags', title: 'Bags', as: 'code' },
    { key: 'numberOfPocket', title: 'Pockets', as: 'code' },
    { key: 'weight', title: 'Weight (kg)', as: 'weight' },
    { key: 'buyerCode', title: 'Buyer', as: 'code' },
    { key: 'price', title: 'Price (USD for 50 kg)', as: 'money' },
    { key: 'grossValue', title: 'Value (USD)', as: 'money', card: 'value' },
    { key: 'invoiceNumber', title: 'Invoice', as: 'code' },
    { key: 'state', title: 'State', as: 'text' },
  ],
  searchIn: 'Lot, outturn, buyer or invoice',
  filters: [
    choiceFilter('state', 'State', { done: 'Registered', ready: 'Ready', failed: 'With errors', left_out: 'Left out' }),
  ],
  sort: { key: 'row', direction: 'asc' },
  pageSize: 10,
})

/** Files of auction results, sent by the bank or by the broker of their lots. */
export const resultFileRecord = uploadRecord({
  flow: resultFileFlow,
  file,
  row: ResultFile,
  headline: ({ season, saleNumber, grossValue, ...row }) => ({
    says: 'bookResults',
    name: `${saleNumber ?? ''}`,
    member: season,
    dollars: grossValue,
    ...countedRows(row),
  }),
  list: {
    name: 'auction-result-files',
    title: 'Auction result files',
    columns: [
      ...uploadColumns('Lots'),
      { key: 'season', title: 'Season', as: 'text', hidden: true },
      { key: 'saleNumber', title: 'Sale number', as: 'number' },
      { key: 'sold', title: 'Sold', as: 'number' },
      { key: 'unsold', title: 'Not sold', as: 'number' },
      { key: 'weight', title: 'Weight sold (kg)', as: 'weight' },
      { key: 'grossValue', title: 'Value (USD)', as: 'money' },
    ],
  },
  reads: readsResultFiles,
  rows: { path: '/sales/results/file/:id/rows', summary: 'Results of one file', screen: resultRowList },
  upload: {
    path: '/sales/results/:organisationId',
    summary: 'Upload what the auction gave for the lots of one sale',
    allow: 'CAN_UPLOAD_RESULTS',
    errors: ['organisation.not_allowed'],
  },
  paths: {
    lists: {
      list: { path: '/sales/results/files/:organisationId', summary: 'Auction result files of every state' },
    },
    one: { path: '/sales/results/file/:id', summary: 'One file of auction results' },
    steps: {
      approve: {
        path: '/sales/results/approve/:organisationId',
        stepUp: true,
        summary:
          'Approve a file of auction results: lots are sold, and those that were not are free for another sale. Where a price is below the reserve of its lot a comment says why',
        errors: [
          'upload.rows_invalid',
          'results.below_reserve',
          'results.being_paid',
          'eslip.no_fee_rule',
          'eslip.no_sale',
        ],
      },
      decline: '/sales/results/decline/:organisationId',
    },
    many: {
      path: '/sales/results/bulk/:organisationId',
      stepUp: true,
      summary: 'Decide several files of auction results; each has its own outcome',
    },
  },
})
