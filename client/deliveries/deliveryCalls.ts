import { useCall } from '#client/kit/queries.ts'
import { cherryDelivery, cherryDeliveryFlow } from '#contract/deliveries/cherryDeliveries.ts'
import { factoryChange } from '#contract/deliveries/factories.ts'
import { refusal } from '#contract/kit/workflow.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { useUser } from '#client/kit/user.ts'

/** Whether the user enters deliveries of the own society; the server asks the same rule. */
export const enters = (user: SessionUser): boolean =>
  refusal(cherryDeliveryFlow.steps.edit, { status: 'PENDING_APPROVAL', makers: [] }, actorOf(user)) === null

const hour = 3_600_000

/** Seasons that have begun, and their days that may be entered. */
export const useSeasonsCall = () => useCall(cherryDelivery.calls.seasons, {}, { staleTime: hour })

/** Factories of the own society, open and closed. */
export function useFactories() {
  const user = useUser()
  return (
    useCall(factoryChange.calls.list, { params: { organisationId: user.organisation.id } }, { staleTime: hour }).data ??
    []
  )
}
