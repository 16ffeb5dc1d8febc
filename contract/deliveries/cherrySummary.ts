import { z } from 'zod'
import { endpoint, organisationIdParam } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

/**
 * How the cherry of a season stands: some of it waits for a decision, all of it is decided, a cycle has paid for it, or the season takes
 * no more. Source: domain 10.13.
 */
export const cherrySeasonStates = {
  OPEN: { label: 'Deliveries waiting', tone: 'waiting' },
  APPROVED: { label: 'All approved', tone: 'good' },
  PAID_1: { label: 'First payment made', tone: 'good' },
  PAID_2: { label: 'Second payment made', tone: 'good' },
  PAID_3: { label: 'Third payment made', tone: 'good' },
  CLOSED: { label: 'Season closed', tone: 'neutral' },
} as const
export type CherrySeasonState = keyof typeof cherrySeasonStates
const states = Object.keys(cherrySeasonStates) as [CherrySeasonState, ...CherrySeasonState[]] // border: the keys of the list

/** The cherry of a society in a season. Source: specification 2, cherry summary report. */
export const CherrySummary = z.object({
  id: z.string().describe('Code of the society and season'),
  growerCode: z.string(),
  organisationName: z.string(),
  season: z.string(),
  numberOfFarmers: z.number().int().describe('Members who have something approved'),
  totalCherry: z.number().describe('Approved kilograms'),
  pendingCherry: z.number().describe('Kilograms that wait for a decision'),
  status: z.enum(states),
})
export type CherrySummary = z.output<typeof CherrySummary>

export const cherrySummaryList = listScreen({
  name: 'cherry-summary',
  title: 'Cherry summary',
  row: CherrySummary,
  columns: [
    { key: 'organisationName', title: 'Organisation', as: 'name', sort: true, card: 'title', hidden: 'own' },
    { key: 'growerCode', title: 'Grower code', as: 'code', sort: true },
    { key: 'season', title: 'Season', as: 'text', sort: true },
    { key: 'numberOfFarmers', title: 'No. of farmers', as: 'number', sort: true },
    { key: 'totalCherry', title: 'Total cherry', as: 'weight', sort: true, card: 'value', leaves: 'never' },
    { key: 'pendingCherry', title: 'Waiting', as: 'weight', sort: true },
    { key: 'status', title: 'Status', as: 'status' },
  ],
  searchIn: 'Season, or name or code of the society',
  filters: [seasonFilter, choiceFilter('status', 'Status', cherrySeasonStates)],
  sort: { key: 'season', direction: 'desc' },
  pageSize: 7,
})

export const cherrySummary = {
  report: endpoint({
    method: 'GET',
    path: '/upload/cherry/summaryReport/:organisationId',
    reports: true,
    allow: readsFarmers,
    summary: 'The cherry of each season: members, kilograms, and what waits',
    params: organisationIdParam,
    ...answersList(CherrySummary),
  }),
}
