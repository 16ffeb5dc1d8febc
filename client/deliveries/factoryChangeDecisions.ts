import { factories, factoryChangeFlow, factoryChangeList } from '#contract/factories.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { SessionUser } from '#contract/session.ts'
import { call } from '#client/kit/call.ts'
import type { Decisions, Given } from '#client/kit/decisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'
import { currentUser } from '#client/kit/user.ts'

/** What a decision must know of a change. */
export type DecidedChange = Pick<ChangeRequest, 'id' | 'version' | 'title'>

const take =
  (step: 'approve' | 'decline' | 'withdraw') =>
  ({ id, version }: DecidedChange, { comment, key }: Given) =>
    call(factories.decide, {
      params: { organisationId: currentUser()?.organisation.id ?? '' },
      body: { id, version, step, ...(comment === undefined ? {} : { approverComment: comment }) },
      idempotencyKey: key,
    })

/** How changes of factories are decided. */
export const factoryChangeDecisions: Decisions<DecidedChange> = {
  flow: factoryChangeFlow,
  title: (change) => change.title,
  take: { approve: take('approve'), decline: take('decline'), withdraw: take('withdraw') },
}

export const factoryChangesSource = (user: SessionUser): ListSource => ({
  list: factoryChangeList,
  endpoint: factories.changes,
  params: { organisationId: user.organisation.id },
  waits: factoryChangeFlow,
})
