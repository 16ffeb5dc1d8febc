import { z } from 'zod'
import { ChangeRequest, changeFlow, changeRecord } from '#contract/kit/changeRequest.ts'
import { actionAnswer, endpoint, Id, organisationIdParam } from '#contract/kit/endpoint.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { scheduleReads } from './scheduleLines.ts'

/** A season whose last payment a society has approved: it takes no more cherry of that society. */
export const ClosedSeason = z.object({
  id: Id,
  season: z.string(),
  organisationName: z.string(),
  organisationCode: z.string(),
  scheduleId: Id.describe('The schedule of its last payment'),
  cycle: z.number().int(),
  closedAt: z.iso.datetime({ offset: true }),
})
export type ClosedSeason = z.output<typeof ClosedSeason>

/** Opening a closed season again: one person of the society asks for it with a reason, another decides. */
export const seasonReopeningFlow = changeFlow({
  kind: 'season_reopening',
  record: 'season reopening',
  propose: 'CAN_CREATE_PAYMENT_SCHEDULE',
  approve: 'CAN_APPROVE_PAYMENT_SCHEDULE',
  organisationTypes: ['FARMER_SOCIETY'],
})

/** What a decider of a reopening is pointed at. */
export const reopeningNotes = {
  no_cycle_left: 'All three cycles of the season are paid: no schedule pays what is brought now.',
} as const

export const seasonReopening = changeRecord({
  flow: seasonReopeningFlow,
  list: { name: 'season-reopenings', title: 'Season reopenings', searchIn: 'Season', pageSize: 7 },
  headline: ({ targetId, organisationName: at }) => ({
    says: 'reopenSeason',
    name: targetId.slice(targetId.indexOf('/') + 1),
    at,
  }),
  reads: scheduleReads,
  paths: {
    lists: {
      changes: {
        path: '/payment/seasons/:organisationId/reopenings',
        summary: 'Requests to open a closed season again',
      },
    },
    one: '/payment/seasons/reopening/:id',
    decide: {
      path: '/payment/seasons/:organisationId/decide',
      summary: 'Approve or reject the reopening of a closed season, or withdraw the own request',
      errors: ['change.stale'],
      stepUp: true,
    },
  },
  calls: {
    closed: endpoint({
      method: 'GET',
      path: '/payment/seasons/:organisationId',
      allow: scheduleReads,
      summary: 'Seasons that the last payment has closed, newest first',
      params: organisationIdParam,
      answer: z.array(ClosedSeason),
    }),
    propose: endpoint({
      method: 'POST',
      path: '/payment/seasons/:organisationId',
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      summary: 'Request that a closed season takes cherry again, with a reason',
      params: organisationIdParam,
      body: z.object({
        season: z.string('Season is required').trim().max(20),
        reason: oneLine(500).min(1, 'Reason is required'),
      }),
      answer: actionAnswer(ChangeRequest),
      errors: ['change.open', 'season.not_closed', 'record.not_found', 'organisation.not_allowed', 'input.invalid'],
    }),
  },
})
