import {
  cherryRateFlow,
  cherryRateList,
  cherryRates,
  proposingRefused,
  type CherryRate,
} from '#contract/cherryRates.ts'
import type { SessionUser } from '#contract/session.ts'
import { actorOf } from '#client/kit/actor.ts'
import { call } from '#client/kit/call.ts'
import { decided, type Decisions, type Given } from '#client/kit/decisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

/** What a decision must know of a rate. */
export type DecidedRate = Pick<CherryRate, 'id' | 'version' | 'organisationName'>

const take =
  (endpoint: typeof cherryRates.approve | typeof cherryRates.reject | typeof cherryRates.withdraw) =>
  (row: DecidedRate, given: Given) =>
    call(endpoint, { body: decided(row, given), idempotencyKey: given.key })

/** How cherry rates are decided. */
export const cherryRateDecisions: Decisions<DecidedRate> = {
  flow: cherryRateFlow,
  title: ({ organisationName }) => organisationName,
  take: {
    approve: take(cherryRates.approve),
    decline: take(cherryRates.reject),
    withdraw: take(cherryRates.withdraw),
  },
}

export const cherryRatesSource: ListSource = { list: cherryRateList, endpoint: cherryRates.all, waits: cherryRateFlow }

/** Whether the user may propose a rate; the server asks the same rule. */
export const proposes = (user: SessionUser): boolean => proposingRefused(actorOf(user)) === null
