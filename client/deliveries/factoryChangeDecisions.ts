import { factoryChange, factoryChangeFlow } from '#contract/factories.ts'
import type { SessionUser } from '#contract/session.ts'
import { call } from '#client/kit/call.ts'
import { changeDecisions } from '#client/kit/changeDecisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'
import { currentUser } from '#client/kit/user.ts'

/** How changes of factories are decided. */
export const factoryChangeDecisions = changeDecisions(factoryChangeFlow, (step, body, idempotencyKey) =>
  call(factoryChange.calls.decide, {
    params: { organisationId: currentUser()?.organisation.id ?? '' },
    body: { ...body, step },
    idempotencyKey,
  }),
)

export const factoryChangesSource = (user: SessionUser): ListSource => ({
  list: factoryChange.list,
  endpoint: factoryChange.calls.changes,
  params: { organisationId: user.organisation.id },
  waits: factoryChangeFlow,
})
