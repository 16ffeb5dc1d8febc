import { z } from 'zod'
import type { Permission } from '#contract/house/permissions.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'

/** In what a balance is counted. */
const balanceUnits = { KG: 'Kilograms', USD: 'Dollars', KES: 'Shillings' } as const
type BalanceUnit = keyof typeof balanceUnits

type Declared = {
  unit: BalanceUnit
  /** What it is called, what came to the point, and what went on from it. */
  label: string
  came: string
  went: string
  /** When both sides may differ all the same; without it they are equal to the gram or the cent. */
  unless?: string
  /** The kind of record to look at where it does not close. */
  at:
    | 'farmer'
    | 'parchment'
    | 'outturn'
    | 'dispatch_record'
    | 'catalogue_record'
    | 'eslip'
    | 'society_transfer'
    | 'communal_payment'
    | null
}

/**
 * What must close, in the order in which coffee becomes money. Each balance is held record by record: what came to a point against
 * what went on from it, so that two mistakes never hide each other.
 */
export const balances = {
  CHERRY: {
    unit: 'KG',
    label: 'Cherry of members',
    came: 'Approved deliveries',
    went: 'Season weights of members',
    at: 'farmer',
  },
  PARCHMENT: {
    unit: 'KG',
    label: 'Cherry to parchment',
    came: 'Parchment that the cherry gives',
    went: 'Parchment that mills took in',
    unless: 'Less parchment may be at the mill than the cherry gives, and as much more as the setting allows.',
    at: 'parchment',
  },
  MILLING: {
    unit: 'KG',
    label: 'Parchment to clean coffee',
    came: 'Parchment of the outturns',
    went: 'Clean coffee dispatched',
    unless: 'Of a season that goes on less may be dispatched so far; otherwise within what is usual for the grades.',
    at: 'outturn',
  },
  CATALOGUE: {
    unit: 'KG',
    label: 'Dispatch to catalogue',
    came: 'Received by warehouses',
    went: 'Lots in catalogues',
    unless: 'A part may be in no catalogue yet, and scales may differ by a kilogram.',
    at: 'dispatch_record',
  },
  OFFERED: {
    unit: 'KG',
    label: 'Closed catalogue',
    came: 'As the catalogue closed',
    went: 'Its lots as they are now',
    at: null,
  },
  SOLD: {
    unit: 'KG',
    label: 'Catalogue to sale',
    came: 'Lots that are sold',
    went: 'Lots on e-slips',
    at: 'catalogue_record',
  },
  HAMMER: {
    unit: 'USD',
    label: 'Hammer to e-slip',
    came: 'Kilograms by the price of the auction',
    went: 'Gross of e-slips',
    at: 'eslip',
  },
  LEGS: { unit: 'USD', label: 'E-slip to legs', came: 'Gross of e-slips', went: 'Legs of e-slips', at: 'eslip' },
  BUYERS: {
    unit: 'USD',
    label: 'Buyers to e-slips',
    came: 'Booked as paid by buyers',
    went: 'Gross of e-slips that are paid',
    at: 'eslip',
  },
  DISTRIBUTION: {
    unit: 'USD',
    label: 'Legs to clearing',
    came: 'Legs of e-slips that are paid',
    went: 'Booked out of the proceeds',
    at: 'eslip',
  },
  LEG_PAYOUTS: {
    unit: 'USD',
    label: 'Legs to payouts',
    came: 'Legs that were sent',
    went: 'Their payouts at the bank',
    at: 'eslip',
  },
  ARRIVAL: {
    unit: 'USD',
    label: 'Payouts to accounts',
    came: 'Legs that are paid',
    went: 'Booked as arrived',
    at: 'eslip',
  },
  DOLLARS_UNDER_WAY: {
    unit: 'USD',
    label: 'Dollars under way',
    came: 'In clearing',
    went: 'Legs and transfers not carried out yet',
    at: null,
  },
  TRANSFERS: {
    unit: 'USD',
    label: 'Transfers of societies',
    came: 'Orders that were carried out',
    went: 'Booked as arrived, or as sold to the bank',
    at: 'society_transfer',
  },
  CONVERSION: {
    unit: 'KES',
    label: 'Dollars to shillings',
    came: 'Dollars by the rate of the deal',
    went: 'Shillings booked',
    at: 'society_transfer',
  },
  ORIGIN: {
    unit: 'KES',
    label: 'Shillings to schedules',
    came: 'Traced to conversions',
    went: 'Set aside for schedules',
    at: 'communal_payment',
  },
  SCHEDULE: {
    unit: 'KES',
    label: 'Schedules to lines',
    came: 'Set aside for schedules',
    went: 'Lines: members, lenders and payees',
    at: 'communal_payment',
  },
  TAKEN: {
    unit: 'KES',
    label: 'Lines to lenders and payees',
    came: 'Taken of members',
    went: 'Payments to lenders and payees',
    unless: 'A schedule that was approved this moment has ordered none yet.',
    at: 'communal_payment',
  },
  MEMBER_PAYOUTS: {
    unit: 'KES',
    label: 'Lines to payouts',
    came: 'Lines that are paid',
    went: 'Their payouts at the bank',
    at: 'communal_payment',
  },
  MEMBERS: {
    unit: 'KES',
    label: 'Lines to accounts of members',
    came: 'Lines that are paid',
    went: 'Booked as arrived',
    at: 'communal_payment',
  },
  SHILLINGS_UNDER_WAY: {
    unit: 'KES',
    label: 'Shillings under way',
    came: 'In clearing',
    went: 'Lines and payments not carried out yet',
    at: null,
  },
} as const satisfies Record<string, Declared>
export type BalanceName = keyof typeof balances
export const balanceNames = Object.keys(balances) as [BalanceName, ...BalanceName[]] // border: the keys of the list

/** Whether both sides agree. */
export const balanceStates = {
  OPEN: { label: 'Does not close', tone: 'bad' },
  CLOSED: { label: 'Closes', tone: 'good' },
} as const
type BalanceState = keyof typeof balanceStates

/** A record of a balance that does not close. Sides as in the balance. */
const BalanceFinding = z.object({
  record: z.string().describe('As a person knows it: an outturn, an e-slip, a member number'),
  target: z.string().describe('Where to look: the id of the record, or of an outturn its number; empty for none'),
  came: z.number(),
  went: z.number(),
})
export type BalanceFinding = z.output<typeof BalanceFinding>

/** One balance of a society, season and sale, as the last night found it. Kilograms, dollars or shillings, as its name says. */
export const Balance = z.object({
  id: Id,
  name: z.enum(balanceNames),
  label: z.string(),
  unit: z.enum(Object.keys(balanceUnits) as [BalanceUnit, ...BalanceUnit[]]), // border: the keys of the list
  organisationCode: z.string().describe('Empty of what is nobody’s alone'),
  organisationName: z.string(),
  season: z.string().describe('Empty where it is not of a season'),
  saleNumber: z.number().int().nullable(),
  came: z.number(),
  went: z.number(),
  difference: z.number().describe('What came less what went on'),
  records: z.number().int().describe('Records that were compared'),
  open: z.number().int().describe('Of those that do not close'),
  state: z.enum(Object.keys(balanceStates) as [BalanceState, ...BalanceState[]]), // border: the keys of the list
  findings: z.array(BalanceFinding).describe('The first records that do not close'),
  day: z.iso.date(),
  checkedAt: z.iso.datetime({ offset: true }),
})
export type Balance = z.output<typeof Balance>

export const balanceList = listScreen({
  name: 'balances',
  title: 'Balances',
  row: Balance,
  columns: [
    { key: 'label', title: 'Balance', as: 'name', card: 'title' },
    { key: 'organisationName', title: 'Organisation', as: 'name', hidden: 'own', sort: true },
    { key: 'season', title: 'Season', as: 'text', sort: true },
    { key: 'saleNumber', title: 'Sale number', as: 'number', sort: true },
    { key: 'unit', title: 'Counted in', as: 'text', leaves: 'first' },
    { key: 'came', title: 'Came', as: 'weight' },
    { key: 'went', title: 'Went on', as: 'weight' },
    { key: 'difference', title: 'Difference', as: 'weight', card: 'value' },
    { key: 'records', title: 'Records', as: 'number', leaves: 'first' },
    { key: 'open', title: 'Do not close', as: 'number', sort: true },
    { key: 'state', title: 'State', as: 'status' },
    { key: 'checkedAt', title: 'Checked at', as: 'time', hidden: true },
  ],
  searchIn: 'Balance, or name or code of the organisation',
  filters: [
    choiceFilter('state', 'State', balanceStates),
    choiceFilter('name', 'Balance', balances),
    choiceFilter('unit', 'Counted in', balanceUnits),
    seasonFilter,
  ],
  sort: { key: 'open', direction: 'desc' },
  pageSize: 20,
})

/** Permissions any one of which lets a user see whether the own books close, or everybody's. */
export const readsBalances = ['CAN_VIEW_FARMERS', 'CAN_ADMINISTER'] as const satisfies readonly Permission[]

export const balanceReports = {
  list: endpoint({
    method: 'GET',
    path: '/balances',
    allow: readsBalances,
    summary:
      'Kilograms from cherry to sale and money from the hammer to accounts, held record by record: what does not close, as the last night found it',
    ...answersList(Balance),
  }),
}
