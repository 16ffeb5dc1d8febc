import { z } from 'zod'
import { actionAnswer, Actionable, endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { record } from '#contract/kit/record.ts'
import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { seasonFilter } from '#contract/house/seasons.ts'

/** A society pays its members at most so often in a season. Source: specification 2. */
const mostCycles = 3

/** The life of a lowest rate: one person of the society sets it, another approves it before the money is shared. */
export const communalRateFlow = workflow({
  kind: 'communal_rate_limit',
  record: 'lowest communal rate',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    APPROVED: { id: 1, name: 'APPROVED', label: 'In force', tone: 'good' },
    ...turnedDown,
    SUPERSEDED: { id: 342, name: 'SUPERSEDED', label: 'Replaced', tone: 'neutral' },
  },
  system: [{ from: 'APPROVED', to: 'SUPERSEDED', why: 'Another lowest rate of the cycle was approved' }],
  steps: proposalSteps({
    propose: 'CAN_SET_COMMUNAL_RATE',
    approve: 'CAN_APPROVE_COMMUNAL_RATE',
    to: 'APPROVED',
    organisationTypes: ['FARMER_SOCIETY'],
  }),
})

/** What the farmers' shilling account would give for each kilogram now. */
export const CycleFigures = z.object({
  season: z.string(),
  cycle: z.number().int().describe('The next payment of the season, 1 to 3'),
  rate: z
    .number()
    .describe('KES per kg that the account gives now: available by approved kilograms, cut to whole cents'),
  available: z.number().describe('KES on the farmers’ shilling account, as the ledger has it'),
  totalCherry: z.number().describe('Approved kilograms of the season'),
  members: z.number().int().describe('Members who have something approved'),
})
export type CycleFigures = z.output<typeof CycleFigures>

/** The least that a society pays for a kilogram in a cycle. */
export const CommunalRate = z
  .object({
    id: Id,
    fcs: z.object({ id: Id, organisationName: z.string(), organisationCode: z.string() }),
    organisationName: z.string(),
    season: z.string(),
    cycle: z.number().int(),
    communalRateLimit: z.number().describe('KES per kg'),
    computedRate: z.number().describe('KES per kg that the account gave when it was set'),
    lastPayment: z.boolean().describe('The season takes no more after this cycle'),
    figures: CycleFigures.nullable().describe('As they are now; of a waiting one only'),
    reason: z.string(),
    limitSetBy: z.string(),
    dateCreated: z.iso.datetime({ offset: true }),
    limitApprovedBy: z.string().nullable().describe('Who approved or declined it'),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    approverComment: z.string().nullable(),
    status: Status,
  })
  .extend(Actionable.shape)
export type CommunalRate = z.output<typeof CommunalRate>

const reads = [...readsFarmers, 'CAN_SET_COMMUNAL_RATE', 'CAN_APPROVE_COMMUNAL_RATE'] as const

/** A season as the specification asks for it. Source of the texts: specification 2, section 5. */
export const SeasonName = z
  .string('Please input season')
  .trim()
  .min(1, 'Please input season')
  .regex(/^20\d\d\/20\d\d$/, 'Please input valid season format')
/** The code of a society, as the specification asks for it. */
export const GrowerCode = z.string('Grower code is required').trim().min(1, 'Grower code is required').max(40)

/** Whole shillings and cents; what an older client writes as text is understood. */
const Floor = plainNumber(
  z
    .number('Enter a number greater than zero')
    .positive('Enter a number greater than zero')
    .max(1_000, 'At most KES 1,000 per kg')
    .refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, 'At most 2 decimals'),
)
/** `true` and `false`, also as the texts that an older client sends. */
const Flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

/** Lowest rates of the own society; readers who see every organisation get those of all. */
export const communalRate = record({
  flow: communalRateFlow,
  row: CommunalRate,
  reads,
  headline: ({ organisationName: at, season: name, cycle, communalRateLimit: rate }) => ({
    says: 'setFloor',
    name,
    at,
    count: cycle,
    rate,
  }),
  list: {
    name: 'communal-rates',
    title: 'Lowest communal rates',
    columns: [
      { key: 'organisationName', title: 'FCS', as: 'name', sort: true, card: 'title', hidden: 'own' },
      { key: 'season', title: 'Season', as: 'text', sort: true },
      { key: 'cycle', title: 'Cycle', as: 'number', sort: true },
      { key: 'communalRateLimit', title: 'Lowest rate (KES per kg)', as: 'money', sort: true, card: 'value' },
      { key: 'computedRate', title: 'Rate by the account', as: 'money', hidden: true },
      { key: 'lastPayment', title: 'Last payment', as: 'text', hidden: true },
      { key: 'limitSetBy', title: 'Set by', as: 'text' },
      { key: 'dateCreated', title: 'Created at', as: 'time', sort: true },
      { key: 'limitApprovedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'decidedAt', title: 'Decided on', as: 'time', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Name or code of the society',
    filters: [seasonFilter],
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 7,
  },
  paths: {
    lists: {
      all: {
        path: '/payment/fetchCommunalRateLimits/:organizationId',
        paged: true,
        summary: 'Lowest rates of every state',
      },
    },
    one: { path: '/payment/communalRateLimit/:id', summary: 'A lowest rate, with the figures of now while it waits' },
    act: {
      path: '/payment/approveCommunalRate/:loggedInOrgId',
      id: 'limitId',
      actions: { APPROVE: 'approve', REJECT: 'decline' },
      stepUp: true,
      summary: 'Approve or decline a lowest rate; an approved one takes the place of the one before in its cycle',
      errors: ['communal_rate.other_cycle'],
      comment: { noRoomFor: [communalRateFlow.kind] },
    },
    steps: { withdraw: '/payment/communalRateLimit/withdraw' },
  },
  calls: {
    info: endpoint({
      method: 'POST',
      path: '/payment/fetchFCSLimitInfo',
      allow: reads,
      reads: true,
      summary: 'The next cycle of the running season, and what the farmers’ shilling account gives for a kilogram',
      body: z.object({ growerCode: GrowerCode }),
      answer: z.object({ data: CycleFigures }),
      errors: ['record.not_found'],
    }),
    compute: endpoint({
      method: 'POST',
      path: '/payment/computeCycle',
      allow: reads,
      reads: true,
      summary: 'The next cycle of a season, and what the farmers’ shilling account gives for a kilogram',
      body: z.object({ growerCode: GrowerCode, season: SeasonName }),
      answer: z.object({ data: CycleFigures }),
      errors: ['record.not_found', 'input.invalid'],
    }),
    set: endpoint({
      method: 'POST',
      path: '/payment/setCommunalRateLimit',
      allow: 'CAN_SET_COMMUNAL_RATE',
      summary: 'Set the least that the society pays for a kilogram in the next cycle; another person decides',
      body: z.object({
        growerCode: GrowerCode,
        limit: Floor,
        season: SeasonName,
        paymentCycle: plainNumber(z.number('Cycle is required').int().min(1).max(mostCycles)),
        lastPayment: Flag.default(false),
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(CommunalRate),
      errors: [
        'input.invalid',
        'change.open',
        'change.nothing',
        'communal_rate.other_cycle',
        'organisation.not_allowed',
        'record.not_found',
      ],
    }),
  },
})
