import { z } from 'zod'
import { actionAnswer, Decided, decisionBody, decisionErrors, endpoint, Id } from '#contract/kit/endpoint.ts'
import { choiceFilter } from '#contract/kit/listScreen.ts'
import { plainDigits } from '#contract/kit/plainNumber.ts'
import { record } from '#contract/kit/record.ts'
import { readsFarmers, type Permission } from '#contract/house/permissions.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { estateCuredFlow } from './estateCuredFlow.ts'

/** Permissions any one of which lets a user read estate cured coffee: of the own organisation, or that names it. */
export const readsEstateCured = [
  ...readsFarmers,
  'CAN_UPLOAD_CATALOGUE',
  'CAN_APPROVE_CATALOGUE',
  'CAN_APPROVE_ESTATE_CURED_BROKER',
] as const satisfies readonly Permission[]

/** Currencies that the charges of a file may be in. */
export const chargeCurrencies = ['KES', 'USD'] as const
export type ChargeCurrency = (typeof chargeCurrencies)[number]

/** Why a record is on hold. */
export const estateCuredHolds = {
  TAKEN: 'Another record of this season has this outturn, grade and split',
  SALE_UNKNOWN: 'No sale of this number is in the sales calendar of the season',
  SALE_CLOSED: 'The catalogue of this sale is closed',
} as const
export type EstateCuredHold = keyof typeof estateCuredHolds

/** An estate cured record, by the names of the specification. */
export const EstateCured = z
  .object({
    id: Id,
    uploadId: Id,
    documentUpload: z.object({ fileName: z.string() }),
    lot: z.string(),
    growerCode: z.string(),
    growerOutturn: z.string(),
    curedOutturn: z.string(),
    brokerOutturn: z.string(),
    mark: z.string(),
    grade: z.string(),
    bags: z.number().int(),
    pockets: z.number().int().describe('Kilograms beyond whole bags of 60'),
    cleanNetWeight: z.number().describe('Kilograms'),
    splitNumber: z.string(),
    saleNumber: z.number().int(),
    cropSeason: z.string(),
    brokerCode: z.string(),
    brokerName: z.string(),
    warehouseCode: z.string(),
    warehouseName: z.string(),
    organisationCode: z.string(),
    organisationName: z.string().describe('Who sent the file'),
    currency: z.enum(chargeCurrencies).describe('Of the charges'),
    transportCharge: z.number(),
    dryingCharge: z.number(),
    handSortingCharge: z.number(),
    deliveryDate: z.iso.date(),
    holdReason: z.string().describe('Why it is on hold; empty otherwise'),
    earlier: z
      .object({ bags: z.number().int(), pockets: z.number().int(), cleanNetWeight: z.number() })
      .nullable()
      .describe('As it was before a party corrected it last'),
    warehouseMaker: z.string().nullable().describe('Who of the warehouse agreed first'),
    warehouseChecker: z.string().nullable().describe('Who of the warehouse agreed second'),
    brokerChecker: z.string().nullable().describe('Who of the broker or marketer agreed'),
    approverComment: z.string().nullable().describe('Of the decision that it stands by'),
    lastComment: z.string().nullable().describe('Of the decision before, while it waits for the next one'),
  })
  .extend(Decided.shape)
export type EstateCured = z.output<typeof EstateCured>

// Each value is checked by the rule of its column, as in a file; what is left out stays as it is.
const cell = z.string().trim().max(100).optional()
const edited = decisionBody.extend({
  outturn: cell.describe('As it was cured'),
  numberOfBags: plainDigits().transform(String).optional(),
  numberOfPocket: plainDigits().transform(String).optional(),
  weight: plainDigits().transform(String).optional().describe('Kilograms of clean coffee'),
  splitNumber: cell,
  lotNumber: cell,
  saleNumber: plainDigits().transform(String).optional().describe('Another sale, for whoever sent the record'),
  deleteFlag: z.enum(['Y', 'N']).optional().describe('Y: the record is deleted, by whoever sent it'),
})

export type EstateCuredUpdate = z.output<typeof edited>

/** Records of estate cured coffee: of the own organisation and those that name it; readers who see every organisation get all. */
export const estateCuredRecord = record({
  flow: estateCuredFlow,
  row: EstateCured,
  reads: readsEstateCured,
  headline: ({ curedOutturn: name, grade: what, organisationName: at, cleanNetWeight: kilograms }) => ({
    says: 'agreeEstateCured',
    name: `${name} ${what}`,
    at,
    kilograms,
  }),
  list: {
    name: 'estate-cured-records',
    title: 'Estate cured records',
    columns: [
      { key: 'lot', title: 'Lot', as: 'code', sort: true },
      { key: 'growerCode', title: 'Grower code', as: 'code', leaves: 'first' },
      { key: 'growerOutturn', title: 'Grower outturn', as: 'code', leaves: 'first' },
      { key: 'curedOutturn', title: 'Cured outturn', as: 'name', sort: true, card: 'title' },
      { key: 'brokerOutturn', title: 'Broker outturn', as: 'code', leaves: 'first' },
      { key: 'mark', title: 'Marks', as: 'text' },
      { key: 'grade', title: 'Grade', as: 'text', sort: true, leaves: 'never' },
      { key: 'bags', title: 'Bags', as: 'number' },
      { key: 'pockets', title: 'Pockets', as: 'number' },
      { key: 'cleanNetWeight', title: 'Clean net weight (kg)', as: 'weight', sort: true, card: 'value' },
      { key: 'splitNumber', title: 'Split number', as: 'code' },
      { key: 'saleNumber', title: 'Sale number', as: 'number', sort: true },
      { key: 'cropSeason', title: 'Season', as: 'text' },
      { key: 'brokerCode', title: 'Broker code', as: 'code' },
      { key: 'warehouseCode', title: 'Warehouse', as: 'code' },
      { key: 'transportCharge', title: 'Transport charge', as: 'money', leaves: 'later' },
      { key: 'dryingCharge', title: 'Drying charge', as: 'money', leaves: 'later' },
      { key: 'handSortingCharge', title: 'Hand sorting charge', as: 'money', leaves: 'later' },
      { key: 'currency', title: 'Currency', as: 'text' },
      { key: 'deliveryDate', title: 'Delivery date', as: 'date', sort: true },
      { key: 'organisationName', title: 'Sent by', as: 'text', hidden: 'own' },
      { key: 'created', title: 'Date', as: 'time', sort: true, hidden: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'status', title: 'Status', as: 'status', sort: true },
    ],
    searchIn: 'Outturn, lot or grower code',
    found: ['lot', 'grade', 'cleanNetWeight', 'status'],
    filters: [choiceFilter('status', 'Status', estateCuredFlow.states), { ...seasonFilter, key: 'cropSeason' }],
    sort: { key: 'created', direction: 'desc' },
    pageSize: 10,
  },
  paths: {
    lists: {
      list: {
        path: '/upload/estatecured/records/:organisationId',
        summary: 'Estate cured records of every file',
      },
    },
    one: { path: '/upload/estatecured/record/:id', summary: 'One estate cured record' },
    many: {
      path: '/upload/estatecured/decide',
      summary: 'Approve or reject records of any files; each has its own outcome',
    },
  },
  calls: {
    update: endpoint({
      method: 'POST',
      path: '/upload/estatecured/update',
      allow: ['CAN_UPLOAD_CATALOGUE', 'CAN_APPROVE_ESTATE_CURED_BROKER'],
      summary:
        'Edit a record: whoever sent it when it was referred back or is on hold, a party while it decides; who has agreed to other values is asked again',
      body: edited,
      answer: actionAnswer(EstateCured),
      errors: [...decisionErrors, 'input.invalid', 'change.nothing', 'role.not_allowed'],
    }),
  },
})
