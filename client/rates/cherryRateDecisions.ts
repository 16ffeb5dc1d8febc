import { cherryRate, cherryRateFlow, proposingRefused, type CherryRate } from '#contract/cherryRates.ts'
import type { SessionUser } from '#contract/session.ts'
import { actorOf } from '#client/kit/actor.ts'
import { call } from '#client/kit/call.ts'
import { decided, type Decisions, type Given } from '#client/kit/decisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

/** What a decision must know of a rate. */
export type DecidedRate = Pick<CherryRate, 'id' | 'version' | 'organisationName'>

const { calls, list } = cherryRate
const take = (step: 'approve' | 'decline' | 'withdraw') => (row: DecidedRate, given: Given) =>
  call(calls[step], { body: decided(row, given), idempotencyKey: given.key })

/** How cherry rates are decided. */
export const cherryRateDecisions: Decisions<DecidedRate> = {
  flow: cherryRateFlow,
  title: ({ organisationName }) => organisationName,
  take: {
    approve: take('approve'),
    decline: take('decline'),
    withdraw: take('withdraw'),
  },
}

export const cherryRatesSource: ListSource = { list, endpoint: calls.all, waits: cherryRateFlow }

/** Whether the user may propose a rate; the server asks the same rule. */
export const proposes = (user: SessionUser): boolean => proposingRefused(actorOf(user)) === null
