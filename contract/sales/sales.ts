import { z } from 'zod'
import { keysOf } from '#contract/kit/keysOf.ts'
import { seasonFilter, seasonName } from '#contract/house/seasons.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { actionAnswer, Actionable, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { choiceFilter } from '#contract/kit/listScreen.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { plainNumber, seenVersion } from '#contract/kit/plainNumber.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { record } from '#contract/kit/record.ts'
import { workflow } from '#contract/kit/workflow.ts'

/** Who keeps the calendar of sales. */
const keepers = ['OPERATOR', 'BROKER', 'MARKETER'] as const

const { approve, ...steps } = proposalSteps({
  propose: 'CAN_SET_SALE_DAY',
  approve: 'CAN_APPROVE_SALE_DAY',
  to: 'APPROVED',
  organisationTypes: keepers,
})

/**
 * The life of a sale in the calendar: one person proposes its days, another decides, and the next approved change of the same
 * number takes its place. A cancellation is a proposal too.
 */
export const saleFlow = workflow({
  kind: 'sale',
  record: 'sale',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    APPROVED: { id: 1, name: 'APPROVED', label: 'In force', tone: 'good' },
    ...turnedDown,
    SUPERSEDED: { id: 342, name: 'SUPERSEDED', label: 'Replaced', tone: 'neutral' },
    CANCELLED: { id: 348, name: 'CANCELLED', label: 'Cancelled', tone: 'bad' },
  },
  system: [
    { from: 'APPROVED', to: 'SUPERSEDED', why: 'A later change of the sale was approved, or the sale was cancelled' },
  ],
  steps: { approve: { ...approve, to: ['APPROVED', 'CANCELLED'] }, ...steps },
})

/** How far a sale in force has come, by the clock of the server. */
export const saleStages = {
  DISPATCH_OPEN: { label: 'Takes dispatch', tone: 'good' },
  DISPATCH_CLOSED: { label: 'Dispatch closed', tone: 'waiting' },
  CATALOGUE_CLOSED: { label: 'Catalogue closed', tone: 'info' },
  HELD: { label: 'Sale held', tone: 'neutral' },
} as const
export type SaleStage = keyof typeof saleStages
const stages = keysOf(saleStages)

const Moment = z.iso.datetime({ offset: true })

/** The days of a sale: the first is set, the others follow from it unless somebody says otherwise. */
const DaysOfSale = z.object({
  saleDate: z.iso.date(),
  dispatchCutoff: Moment.describe('From then on no coffee is dispatched to it'),
  catalogueClose: Moment.describe('From then on its catalogue stands as it is'),
  promptDate: z.iso.date().describe('Last day on which a buyer pays'),
})
export type DaysOfSale = z.output<typeof DaysOfSale>

/** Days that may be set otherwise than they follow from the day of the sale. */
export const movableDays = ['dispatchCutoff', 'catalogueClose', 'promptDate'] as const
export type MovableDay = (typeof movableDays)[number]

/** What one person proposed of a sale, and what became of it. */
export const Sale = z
  .object({
    id: Id,
    season: z.string(),
    saleNumber: z.number().int(),
    ...DaysOfSale.shape,
    cancels: z.boolean().describe('It takes the sale out of the calendar'),
    before: DaysOfSale.nullable().describe('What was in force when it was proposed; null for a new sale'),
    departs: z.array(z.enum(movableDays)).describe('Days that are not those that follow from the day of the sale'),
    stage: z.enum(stages).nullable().describe('Of a sale in force only'),
    reason: z.string(),
    organisationName: z.string().describe('Whose proposal it is'),
    createdBy: z.string(),
    dateCreated: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type Sale = z.output<typeof Sale>

/** The days that follow from the day of a sale, and what is to be known before they are proposed. */
export const ComputedSale = z.object({
  ...DaysOfSale.shape,
  season: z.string(),
  saleNumber: z.number().int(),
  before: DaysOfSale.extend({ id: Id }).nullable().describe('What is in force of this number'),
  holidays: z
    .array(z.object({ day: z.iso.date(), name: z.string() }))
    .describe('Between the cut-off and the prompt day'),
  problems: z.record(z.string(), z.string()).describe('By field: why this sale cannot be proposed'),
})
export type ComputedSale = z.output<typeof ComputedSale>

/** Everybody of the trade reads the calendar; who only reads is shown what is in force. */
const reads = [
  'CAN_SET_SALE_DAY',
  'CAN_APPROVE_SALE_DAY',
  'CAN_UPLOAD_GRN',
  'CAN_APPROVE_GRN',
  'CAN_UPLOAD_CATALOGUE',
  'CAN_APPROVE_CATALOGUE',
  'CAN_APPROVE_ESTATE_CURED_BROKER',
] as const satisfies readonly Permission[]

const Season = z.string('Season is required').regex(seasonName, 'Write the season as 2026/2027')
const SaleNumber = plainNumber(
  z.number('Enter a number from 1 to 99').int('Enter a whole number').min(1, 'At least 1').max(99, 'At most 99'),
)
const SaleDate = z.iso.date('Enter the day of the sale')
const reason = oneLine(500)

/** The calendar of sales with what was proposed for it. */
export const sale = record({
  flow: saleFlow,
  row: Sale,
  reads,
  headline: ({ season, saleNumber, saleDate, cancels, before }) => ({
    says: cancels ? 'cancelSale' : before ? 'changeSale' : 'holdSale',
    name: `${saleNumber}, ${season}`,
    day: saleDate,
  }),
  list: {
    name: 'sales',
    title: 'Sales',
    columns: [
      { key: 'saleNumber', title: 'Sale', as: 'name', sort: true, card: 'title', leaves: 'never' },
      { key: 'season', title: 'Season', as: 'text', sort: true, hidden: 'under' },
      { key: 'saleDate', title: 'Sale day', as: 'date', sort: true, card: 'value', leaves: 'never' },
      { key: 'dispatchCutoff', title: 'Dispatch until', as: 'time', sort: true, leaves: 'never' },
      { key: 'catalogueClose', title: 'Catalogue closes', as: 'time' },
      { key: 'promptDate', title: 'Prompt day', as: 'date' },
      { key: 'stage', title: 'Stage', as: 'status', leaves: 'later' },
      { key: 'organisationName', title: 'Proposed by', as: 'text', hidden: 'own' },
      { key: 'createdBy', title: 'Created by', as: 'text', hidden: true },
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true, hidden: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Number, season or day, such as 2026-12',
    filters: [seasonFilter, choiceFilter('stage', 'Stage', saleStages)],
    sort: { key: 'saleDate', direction: 'desc' },
    pageSize: 10,
  },
  paths: {
    lists: { all: { path: '/admin/sales', summary: 'The calendar of sales, with what was proposed for it' } },
    one: { path: '/admin/sales/:id', summary: 'One proposal for the calendar of sales' },
    steps: {
      approve: {
        path: '/admin/sales/approve',
        summary: 'Put a sale into the calendar, change it there, or take it out, as was proposed',
        errors: ['change.stale', 'sale.out_of_bounds', 'sale.past', 'sale.has_coffee'],
      },
      decline: '/admin/sales/decline',
      withdraw: '/admin/sales/withdraw',
    },
  },
  calls: {
    compute: endpoint({
      method: 'GET',
      path: '/admin/sales/computed',
      allow: 'CAN_SET_SALE_DAY',
      summary:
        'The days that follow from the day of a sale, by the calendar of public holidays; without a day those of the next sale',
      query: z.object({
        season: Season.optional(),
        saleNumber: SaleNumber.optional(),
        saleDate: SaleDate.optional(),
      }),
      answer: ComputedSale,
    }),
    propose: endpoint({
      method: 'POST',
      path: '/admin/sales',
      allow: 'CAN_SET_SALE_DAY',
      summary: 'Propose a sale, or another day of one in force; what is left out follows from the day of the sale',
      body: z.object({
        season: Season,
        saleNumber: SaleNumber,
        saleDate: SaleDate,
        dispatchCutoff: Moment.optional(),
        catalogueClose: Moment.optional(),
        promptDate: z.iso.date().optional(),
        replaces: Id.optional().describe('The sale in force that is changed; left out for a new one'),
        reason: reason.optional(),
      }),
      answer: actionAnswer(Sale),
      errors: [
        'input.invalid',
        'change.open',
        'change.nothing',
        'change.stale',
        'sale.in_calendar',
        'organisation.not_allowed',
      ],
    }),
    cancel: endpoint({
      method: 'POST',
      path: '/admin/sales/cancel',
      allow: 'CAN_SET_SALE_DAY',
      summary: 'Propose that a sale in force is cancelled',
      body: z.object({ id: Id, version: seenVersion, reason: reason.min(1, 'Reason is required') }),
      answer: actionAnswer(Sale),
      errors: [
        'input.invalid',
        'change.open',
        'change.stale',
        'record.not_found',
        'sale.past',
        'sale.has_coffee',
        'organisation.not_allowed',
      ],
    }),
  },
})
