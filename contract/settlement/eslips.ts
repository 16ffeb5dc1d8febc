import { z } from 'zod'
import { Actionable, Id, Status } from '#contract/kit/endpoint.ts'
import { record, statusFilter } from '#contract/kit/record.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { handlers } from '#contract/house/organisationTypes.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { legKinds, type LegKind } from './eslipMoney.ts'
import { readsSold } from './settlementReaders.ts'

/** The life of an e-slip: it waits for the buyer's money, and then for the warehouse to hand the coffee over. */
export const eslipFlow = workflow({
  kind: 'eslip',
  record: 'e-slip',
  initial: ['PENDING_PAYMENT'],
  states: {
    PENDING_PAYMENT: { id: 210, name: 'PENDING-PAYMENT', label: 'Sold, awaiting payment', tone: 'waiting' },
    PAID: { id: 211, name: 'PAID', label: 'Paid, awaiting collection', tone: 'info' },
    COLLECTED: { id: 212, name: 'COLLECTED', label: 'Collected', tone: 'good' },
    DEFAULTED: { id: 216, name: 'DEFAULTED', label: 'Not paid in time', tone: 'bad' },
    VOID: { id: 217, name: 'VOID', label: 'Void', tone: 'neutral' },
  },
  system: [
    { from: 'PENDING_PAYMENT', to: 'PAID', why: 'The buyer has paid' },
    { from: 'PENDING_PAYMENT', to: 'DEFAULTED', why: 'The prompt day has passed without a payment' },
    { from: 'DEFAULTED', to: 'PAID', why: 'The buyer has paid late' },
    { from: 'PENDING_PAYMENT', to: 'VOID', why: 'The result of the sale was corrected' },
    { from: 'DEFAULTED', to: 'VOID', why: 'The result of the sale was corrected' },
  ],
  steps: {
    release: {
      label: 'Release',
      from: ['PAID'],
      to: ['COLLECTED'],
      allow: 'CAN_APPROVE_GRN',
      organisationTypes: ['WAREHOUSE'],
      notYetIn: {
        PENDING_PAYMENT: 'The buyer has not paid this lot. It is released once the payment has arrived.',
        DEFAULTED: 'The buyer has not paid this lot in time. It is released once the payment has arrived.',
      },
      who: 'other',
      comment: 'optional',
      tone: 'main',
      bulk: true,
    },
  },
})

const kinds = Object.keys(legKinds) as [LegKind, ...LegKind[]] // border: the keys of the list

/** How far the payment of a leg has come. */
export const legStates = {
  WAITING: { label: 'Waiting', tone: 'neutral' },
  PROCESSING: { label: 'At the bank', tone: 'info' },
  PAID: { label: 'Paid', tone: 'good' },
  FAILED: { label: 'Refused by the bank', tone: 'bad' },
} as const
type LegState = keyof typeof legStates
const states = Object.keys(legStates) as [LegState, ...LegState[]] // border: the keys of the list

/** To whom a part of the proceeds goes. */
const Leg = z.object({
  kind: z.enum(kinds),
  payeeName: z.string().describe('Empty where it is no organisation of the house'),
  amount: z.number().describe('USD'),
  basis: z.string().describe('How it was worked out'),
  status: z.enum(states),
  reason: z.string(),
})

const Share = z.object({
  growerCode: z.string(),
  growerName: z.string(),
  weight: z.number(),
  gross: z.number(),
  net: z.number(),
})

/** One sold lot and where its proceeds go. What only its growers, its broker and the bank may know is null or missing for others. */
export const Eslip = z
  .object({
    id: Id,
    eslipNumber: z.string(),
    season: z.string(),
    saleNumber: z.number().int(),
    saleDate: z.iso.date(),
    lotNumber: z.string(),
    outturn: z.string(),
    grade: z.string(),
    bags: z.number().int(),
    pockets: z.number().int(),
    weight: z.number().describe('Kilograms'),
    price: z.number().nullable().describe('USD for 50 kg'),
    gross: z.number().nullable().describe('USD'),
    totalDeductions: z.number().nullable(),
    net: z.number().nullable(),
    invoiceNumber: z.string().nullable(),
    growerCode: z.string(),
    growerName: z.string().describe('Empty where the lot was bulked, or nobody knows'),
    buyerCode: z.string(),
    buyerName: z.string(),
    brokerCode: z.string(),
    brokerName: z.string(),
    millerCode: z.string(),
    millerName: z.string(),
    warehouseCode: z.string(),
    warehouseName: z.string(),
    promptDate: z.iso.date(),
    paidOn: z.iso.date().nullable(),
    warrantNumber: z.string().nullable(),
    warrantDate: z.iso.date().nullable(),
    releasedAt: z.iso.datetime({ offset: true }).nullable(),
    legs: z.array(Leg).describe('Those that the reader may know'),
    shares: z.array(Share).describe('The same of the growers of the lot'),
    dateCreated: z.iso.datetime({ offset: true }),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type Eslip = z.output<typeof Eslip>

/** E-slips that name the own organisation; readers who see every organisation get all. */
export const eslip = record({
  flow: eslipFlow,
  row: Eslip,
  reads: readsSold,
  headline: ({ lotNumber: name, weight: kilograms, buyerName: at }) => ({ says: 'releaseLot', name, at, kilograms }),
  list: {
    name: 'eslips',
    title: 'E-slips',
    columns: [
      { key: 'eslipNumber', title: 'E-slip', as: 'code', sort: true, card: 'title', leaves: 'never' },
      { key: 'saleNumber', title: 'Sale', as: 'number', sort: true },
      { key: 'season', title: 'Season', as: 'text', hidden: 'under' },
      { key: 'lotNumber', title: 'Lot', as: 'code', sort: true },
      { key: 'outturn', title: 'Outturn', as: 'code', sort: true },
      { key: 'grade', title: 'Grade', as: 'text' },
      { key: 'weight', title: 'Weight (kg)', as: 'weight' },
      { key: 'growerName', title: 'Grower', as: 'name', hidden: 'own' },
      { key: 'buyerName', title: 'Buyer', as: 'name', leaves: 'later' },
      { key: 'invoiceNumber', title: 'Invoice', as: 'code', leaves: 'first', notFor: handlers },
      { key: 'price', title: 'USD per 50 kg', as: 'money', leaves: 'first', notFor: handlers },
      { key: 'gross', title: 'Gross (USD)', as: 'money', notFor: handlers },
      {
        key: 'totalDeductions',
        title: 'Deductions (USD)',
        as: 'money',
        leaves: 'first',
        notFor: [...handlers, 'BUYER'],
      },
      { key: 'net', title: 'Net (USD)', as: 'money', card: 'value', leaves: 'never', notFor: [...handlers, 'BUYER'] },
      { key: 'promptDate', title: 'Prompt day', as: 'date', sort: true },
      { key: 'paidOn', title: 'Paid on', as: 'date' },
      { key: 'warrantNumber', title: 'Warrant', as: 'code', hidden: true },
      { key: 'releasedAt', title: 'Collected at', as: 'time', hidden: true },
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true, hidden: true },
      { key: 'status', title: 'Status', as: 'status', leaves: 'never' },
    ],
    searchIn: 'E-slip, lot, outturn, warrant, grower or buyer',
    filters: [seasonFilter, statusFilter(eslipFlow)],
    sort: { key: 'eslipNumber', direction: 'desc' },
    pageSize: 10,
  },
  paths: {
    lists: { all: { path: '/eslips', summary: 'E-slips: what each sold lot fetched, and where it goes' } },
    one: '/eslips/:id',
    steps: {
      release: {
        path: '/eslips/release',
        summary: 'Hand the coffee of a paid lot over to its buyer',
      },
    },
    many: { path: '/eslips/decide', summary: 'Hand the coffee of several paid lots over' },
  },
})
