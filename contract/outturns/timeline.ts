import { z } from 'zod'
import { outturnNumber } from '#contract/house/outturns.ts'
import { seasonName } from '#contract/house/seasons.ts'
import { schemaOf } from '#contract/kit/field.ts'
import { endpoint, idParam, organisationIdParam } from '#contract/kit/endpoint.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { readsDispatch } from '#contract/dispatch/readsDispatch.ts'

/** What becomes of coffee, in its order, from the factory to the account of a member. */
export const timelineStages = [
  'DELIVERED',
  'MILLED',
  'DISPATCHED',
  'CATALOGUED',
  'SOLD',
  'PAID',
  'CREDITED',
  'CONVERTED',
  'SCHEDULED',
  'IN_ACCOUNT',
] as const
export type TimelineStage = (typeof timelineStages)[number]

/** Whose turn it is where a stage waits. */
const turns = ['SOCIETY', 'MILLER', 'WAREHOUSE', 'BROKER', 'BUYER', 'BANK'] as const
export type Turn = (typeof turns)[number]

/** `LATE`: it is overdue. `HIDDEN`: it is known to the society, the bank, KPCU and government alone. */
const timelineStates = ['DONE', 'NOW', 'LATE', 'AHEAD', 'HIDDEN'] as const

const Stage = z.object({
  stage: z.enum(timelineStages),
  state: z.enum(timelineStates),
  on: z.iso.date().nullable().describe('The last day on which something of it came this far'),
  done: z.number().int().describe('Records that came this far, or societies'),
  of: z.number().int().describe('Of so many that are known to the reader'),
  ofSocieties: z
    .boolean()
    .describe(
      'Whether societies are counted: of an outturn that several brought, for who reads of all, from the conversion on',
    ),
  due: z.iso.date().nullable().describe('The last day in time for what has not; of payment the prompt day'),
  lateDays: z.number().int().describe('Working days since then'),
  turn: z.enum(turns).nullable().describe('Who must act next; null where it waits for nobody'),
  names: z.array(z.string()).describe('Organisations whose turn it is'),
  people: z
    .array(z.string())
    .describe('Who can do it there, of those whom the reader may know; of the first stage that waits'),
})

/** How far something has come. */
const Timeline = z.object({ season: z.string(), stages: z.array(Stage) })
export type Timeline = z.output<typeof Timeline>

const ofSeason = z.object({ season: z.string().regex(seasonName).optional().describe('The running one unless given') })

export const timelines = {
  outturn: endpoint({
    method: 'GET',
    path: '/outturn/timeline',
    allow: readsDispatch,
    summary:
      'How far an outturn has come, from cherry to the accounts of members: what is done, what is overdue in working days, and who must act next',
    query: z.object({
      outturn: schemaOf(outturnNumber(), 'Outturn'),
      season: z.string().regex(seasonName),
      lot: z
        .string()
        .regex(/^\d{1,5}$/)
        .optional()
        .describe('Of one lot only, by its number'),
    }),
    answer: Timeline.extend({ outturn: z.string() }),
    errors: ['record.not_found'],
  }),
  society: endpoint({
    method: 'GET',
    path: '/society/timeline/:organisationId',
    allow: readsFarmers,
    summary: 'How far the coffee of a society has come in a season, from cherry to the accounts of its members',
    params: organisationIdParam,
    query: ofSeason,
    answer: Timeline,
    errors: ['record.not_found'],
  }),
  farmer: endpoint({
    method: 'GET',
    path: '/farmer/timeline/:id',
    allow: readsFarmers,
    summary:
      'How far the cherry of a farmer has come in a season: the own deliveries and payments, and between them what the society made of it',
    params: idParam,
    query: ofSeason,
    answer: Timeline,
    errors: ['record.not_found'],
  }),
}
