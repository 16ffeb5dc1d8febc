import { z } from 'zod'
import { actionAnswer, Comment, Decided, endpoint, Id, idParam, type CommentRule } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { plainDigits, seenVersion } from '#contract/kit/plainNumber.ts'
import { fileBulk } from '#contract/kit/fileBulk.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { record } from '#contract/kit/record.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { catalogueRecordFlow } from './catalogueFlow.ts'

/** Permissions any one of which lets a user read the catalogue lots that name the own organisation, or all of them. */
export const readsCatalogue = [
  'CAN_UPLOAD_CATALOGUE',
  'CAN_APPROVE_CATALOGUE',
  'CAN_APPROVE_GRN',
  'CAN_VIEW_PAYOUTS',
] as const satisfies readonly Permission[]

/** What an edit can change, as the wire names it, with what a person calls it. */
export const catalogueValues = {
  lotNumber: 'Lot number',
  outturn: 'Outturn',
  brokerOutturn: 'Broker outturn',
  grade: 'Grade',
  marks: 'Marks',
  numberOfBags: 'Bags',
  numberOfPocket: 'Pockets',
  weight: 'Weight',
  splitNumber: 'Split number',
  season: 'Season',
  saleNumber: 'Sale number',
  cert: 'Certification',
  remark: 'Remark',
  deleteFlag: 'Remove',
} as const
export type CatalogueValue = keyof typeof catalogueValues

/** What the warehouse sees with its own eyes, and corrects. */
export const warehouseCorrects: readonly CatalogueValue[] = [
  'numberOfBags',
  'numberOfPocket',
  'weight',
  'splitNumber',
  'deleteFlag',
]

/** Why a lot is on hold. */
export const catalogueHolds = {
  SALE_UNKNOWN: 'The sale is not in the calendar',
  NO_DISPATCH: 'No dispatch record has this outturn and grade',
  DISPATCH_OPEN: 'The dispatch of this coffee is not approved by the warehouse, or is being dropped',
  OTHER_SPLIT: 'The coffee was dispatched under other split numbers',
  OTHER_PARTIES: 'The dispatch names another miller, warehouse or broker',
  OTHER_SALE: 'The coffee was dispatched to another sale',
  DUPLICATE: 'Another lot of this sale has this outturn, grade and split',
  OTHER_WEIGHT: 'Bags, pockets or weight are not those of the dispatch',
  TOO_HEAVY: 'It weighs more than the dispatch leaves for it',
} as const
export type CatalogueHold = keyof typeof catalogueHolds

/** One lot of a catalogue. */
export const CatalogueRecord = z
  .object({
    id: Id,
    lotNumber: z.number().int(),
    outturn: z.string(),
    brokerOutturn: z.string(),
    grade: z.string(),
    marks: z.string(),
    numberOfBags: z.number().int(),
    numberOfPocket: z.number().int(),
    weight: z.number().describe('Kilograms'),
    splitNumber: z.string(),
    season: z.string(),
    saleNumber: z.number().int(),
    saleDate: z.string().nullable().describe('Null where the sale is not in the calendar'),
    closesAt: z.iso.datetime({ offset: true }).nullable().describe('When the catalogue of the sale closes'),
    millerCode: z.string(),
    agentCode: z.string().describe('Broker or marketer'),
    agentName: z.string(),
    warehouseCode: z.string(),
    warehouseName: z.string(),
    documentUpload: z.object({ id: Id, fileName: z.string() }),
    deleteFlag: z.boolean().describe('It was asked to be removed: its approval withdraws it'),
    reservePrice: z.number().nullable().describe('USD for 50 kg; null for everybody but its broker'),
    cert: z.string(),
    remark: z.string(),
    holdReason: z.string().describe('Why it is on hold; empty otherwise'),
    holdAvailable: z
      .number()
      .nullable()
      .describe('Kilograms of the dispatch that are there for it, where it says otherwise'),
    previous: z
      .array(z.object({ field: z.string(), before: z.string(), after: z.string() }))
      .describe('What the last edit changed'),
    warehouseAgreed: z.string().nullable().describe('Who agreed for the warehouse'),
    brokerAgreed: z.string().nullable().describe('Who agreed for the broker'),
    comment: z.string().nullable(),
  })
  .extend(Decided.shape)
export type CatalogueRecord = z.output<typeof CatalogueRecord>

const columns = [
  { key: 'lotNumber', title: 'Lot number', as: 'number', sort: true, card: 'title' },
  { key: 'outturn', title: 'Outturn', as: 'name', sort: true },
  { key: 'brokerOutturn', title: 'Broker outturn', as: 'code', leaves: 'first' },
  { key: 'grade', title: 'Grade', as: 'text', sort: true },
  { key: 'marks', title: 'Marks', as: 'text', leaves: 'first' },
  { key: 'numberOfBags', title: 'Bags', as: 'number' },
  { key: 'numberOfPocket', title: 'Pockets', as: 'number' },
  { key: 'weight', title: 'Weight (kg)', as: 'weight', sort: true, card: 'value' },
  { key: 'splitNumber', title: 'Split number', as: 'code' },
  { key: 'season', title: 'Season', as: 'text' },
  { key: 'saleNumber', title: 'Sale number', as: 'number', sort: true },
  { key: 'millerCode', title: 'Miller', as: 'code', leaves: 'first' },
  { key: 'agentCode', title: 'Broker', as: 'code' },
  { key: 'warehouseCode', title: 'Warehouse', as: 'code' },
  { key: 'cert', title: 'Certification', as: 'text', hidden: true },
  { key: 'remark', title: 'Remark', as: 'text', hidden: true },
  { key: 'holdReason', title: 'On hold because', as: 'text', hidden: true },
  { key: 'created', title: 'Uploaded at', as: 'time', sort: true, hidden: true },
  { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
  { key: 'status', title: 'Status', as: 'status', sort: true },
] as const

/** The lots of one file, as the specification lists them. */
export const catalogueFileRecordList = listScreen({
  name: 'catalogue-file-lots',
  title: 'Lots of a catalogue file',
  row: CatalogueRecord,
  columns,
  searchIn: 'Outturn, lot or marks',
  filters: [choiceFilter('status', 'Status', catalogueRecordFlow.states)],
  sort: { key: 'lotNumber', direction: 'asc' },
  pageSize: 10,
})

const byComment = { field: 'comment' } as const satisfies CommentRule
// Whole records may be posted back; only these fields are read.
const decided = z.object({ id: Id, version: seenVersion, comment: Comment })
// Each value is checked by the rule of its column, as in a file.
const cell = oneLine(200).optional()
const needed = (message: string) => oneLine(200).min(1, message)
const quantity = plainDigits().transform(String).optional()

/** An edited lot as it is posted back; what is left out stays as it is. */
const edited = decided.extend({
  lotNumber: plainDigits('Lot number is required').transform(String),
  outTurn: cell.describe('Required, under this name or the next'),
  outturn: cell,
  grade: needed('Grade is required'),
  season: needed('Season is required'),
  saleNumber: plainDigits('Sale number is required').transform(String),
  brokerOutturn: cell,
  marks: cell,
  numberOfBags: quantity,
  numberOfPocket: quantity,
  weight: quantity,
  splitNumber: plainDigits().transform(String).optional(),
  deleteFlag: z.boolean().optional().describe('Asks to remove the lot; both sides agree to that too'),
  reservePrice: plainDigits()
    .transform(String)
    .nullish()
    .describe('USD for 50 kg; users of its broker alone change it'),
  cert: cell,
  remark: cell,
})

const refused = ['record.not_found', 'record.changed', 'step.wrong_state', 'step.comment_required'] as const
const answer = actionAnswer(CatalogueRecord)

/** Lots of the catalogues that name the own organisation; readers who see every organisation get those of all. */
export const catalogueRecord = record({
  flow: catalogueRecordFlow,
  row: CatalogueRecord,
  reads: readsCatalogue,
  headline: ({ lotNumber, saleNumber, season, outturn, grade, agentName, weight, deleteFlag }) => ({
    says: deleteFlag ? 'removeLot' : 'agreeLot',
    name: `${lotNumber}`,
    what: `${outturn} ${grade}`,
    at: agentName,
    member: `${season} ${saleNumber}`,
    kilograms: weight,
  }),
  list: {
    name: 'catalogue-lots',
    title: 'Catalogue lots',
    columns,
    searchIn: 'Outturn, lot or marks',
    filters: [seasonFilter],
    found: ['outturn', 'grade', 'weight', 'status'],
    sort: { key: 'created', direction: 'desc' },
    pageSize: 10,
  },
  paths: {
    lists: {
      all: { path: '/upload/catalogue/records/:organisationId', summary: 'Catalogue lots of every state' },
    },
    one: { path: '/upload/catalogue/record/:id', summary: 'A catalogue lot' },
  },
  calls: {
    pending: endpoint({
      method: 'GET',
      path: '/upload/catalogue/pending',
      allow: readsCatalogue,
      summary: 'Catalogue lots that wait for the warehouse, the broker, or both',
      ...answersList(CatalogueRecord),
    }),
    update: endpoint({
      method: 'POST',
      path: '/upload/catalogue/update',
      allow: ['CAN_APPROVE_CATALOGUE', 'CAN_UPLOAD_CATALOGUE'],
      summary:
        'Edit a lot: a checker agrees by it for the own side and asks the other; the broker corrects what was referred or is on hold',
      body: edited,
      comment: byComment,
      answer,
      errors: [
        ...refused,
        'own_submission',
        'organisation.not_allowed',
        'input.invalid',
        'change.nothing',
        'sale.unknown',
        'sale.catalogue_closed',
      ],
    }),
    approve: endpoint({
      method: 'POST',
      path: '/upload/catalogue/approve-catalogue-item',
      allow: ['CAN_APPROVE_CATALOGUE', 'CAN_UPLOAD_CATALOGUE'],
      summary: 'Approve a lot for the own side, or accept the figures of the warehouse where it was referred',
      body: decided,
      comment: byComment,
      answer,
      errors: [
        ...refused,
        'own_submission',
        'organisation.not_allowed',
        'role.not_allowed',
        'catalogue.not_reconciled',
        'sale.unknown',
        'sale.catalogue_closed',
      ],
    }),
    accept: endpoint({
      method: 'POST',
      path: '/upload/catalogue/miller-approve',
      allow: 'CAN_UPLOAD_CATALOGUE',
      summary: 'Accept the figures of the warehouse for a lot that was referred',
      body: decided,
      comment: byComment,
      answer,
      errors: [...refused, 'organisation.not_allowed', 'sale.unknown', 'sale.catalogue_closed'],
    }),
    reject: endpoint({
      method: 'POST',
      path: '/upload/catalogue/reject',
      allow: 'CAN_APPROVE_CATALOGUE',
      summary: 'Reject a lot for the broker; its coffee is free for another catalogue',
      body: decided,
      comment: byComment,
      answer,
      errors: [...refused, 'own_submission', 'organisation.not_allowed', 'role.not_allowed'],
    }),
    withdraw: endpoint({
      method: 'POST',
      path: '/upload/catalogue/withdraw',
      allow: 'CAN_APPROVE_CATALOGUE',
      summary: 'Withdraw an approved lot before its sale; its coffee is free for another catalogue',
      body: decided,
      comment: byComment,
      answer,
      errors: [...refused, 'own_submission', 'role.not_allowed', 'sale.unknown', 'catalogue.sale_begun'],
    }),
    reset: endpoint({
      method: 'POST',
      path: '/upload/catalogue/reset/:id',
      allow: 'CAN_UPLOAD_CATALOGUE',
      summary:
        'Take a lot, or every lot of a file, back to pending before the catalogue closes; both sides decide anew',
      params: idParam,
      body: z.object({ version: seenVersion, comment: Comment }),
      comment: byComment,
      answer: actionAnswer(z.object({ lots: z.number().int() })),
      errors: [...refused, 'organisation.not_allowed', 'record.none_selected', 'sale.unknown', 'sale.catalogue_closed'],
    }),
    bulk: fileBulk({
      path: '/upload/catalogue/bulk',
      allow: 'CAN_APPROVE_CATALOGUE',
      summary: 'Approve or reject lots of one file: those that were ticked, or all that could have been',
      errors: ['role.not_allowed', 'catalogue.not_reconciled', 'sale.unknown', 'sale.catalogue_closed'],
    }),
  },
})
