import { cherryDelivery, cherryDeliveryFlow, type CherryDelivery } from '#contract/cherryDeliveries.ts'
import { call } from '#client/kit/call.ts'
import { commented, type Decisions, type Given } from '#client/kit/decisions.ts'

/** What a decision must know of a delivery. */
export type DecidedDelivery = Pick<CherryDelivery, 'id' | 'version' | 'fullName'>

const decide =
  (action: 'approve' | 'decline') =>
  ({ id, version }: DecidedDelivery, { comment, key }: Given) =>
    call(cherryDelivery.calls.decide, {
      body: { action, confirmCherry: { id, version }, ...commented(comment) },
      idempotencyKey: key,
    })

/** How deliveries are decided, on their own screen and in the inbox. */
export const deliveryDecisions: Decisions<DecidedDelivery> = {
  flow: cherryDeliveryFlow,
  title: (delivery) => delivery.fullName,
  take: { approve: decide('approve'), decline: decide('decline') },
  takeMany: async (step, records, { comment, key }) => {
    const told = commented(comment)
    // Only steps declared for bulk come here, and those are the two of the call.
    const body = { step: step as 'approve' | 'decline', records, ...told }
    return (await call(cherryDelivery.calls.decideMany, { body, idempotencyKey: key })).data
  },
}
