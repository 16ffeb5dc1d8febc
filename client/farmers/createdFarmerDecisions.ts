import { createdFarmerFlow, createdFarmer, type CreatedFarmer } from '#contract/createdFarmers.ts'
import type { SessionUser } from '#contract/session.ts'
import { call } from '#client/kit/call.ts'
import { commented, type Decisions, type Given } from '#client/kit/decisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

/** A reason of fewer letters is not one; the contract says the same. */
export const shortestReason = 3

/** The farmers of the own society, or of all in reach. The call that exports them is the list's twin. */
export const createdFarmersSource = (user: SessionUser): ListSource => ({
  list: createdFarmer.list,
  endpoint: createdFarmer.calls.list,
  params: { organizationId: user.organisation.id },
  waits: createdFarmerFlow,
})

/** What a decision must know of a farmer. */
export type DecidedFarmer = Pick<CreatedFarmer, 'id' | 'version' | 'fullName'>

const decide =
  (action: 'approve' | 'decline') =>
  (farmer: DecidedFarmer, { comment, more, key }: Given) => {
    // The dialog's own form gives the value back as it was set.
    const override = ((more as string | undefined) ?? '').trim()
    return call(createdFarmer.calls.approve, {
      body: {
        action,
        confirmFarmer: farmer.id,
        version: farmer.version,
        ...(comment === undefined ? {} : { approverComments: comment }),
        ...(action === 'approve' && override.length >= shortestReason ? { override } : {}),
      },
      idempotencyKey: key,
    })
  }

/** How created farmers are decided. */
export const createdFarmerDecisions: Decisions<DecidedFarmer> = {
  flow: createdFarmerFlow,
  title: (farmer) => farmer.fullName,
  take: { approve: decide('approve'), decline: decide('decline') },
  takeMany: async (step, records, { comment, key }) => {
    const told = commented(comment)
    const ids = records.map(({ id, version }) => ({ id, version }))
    // Only steps declared for bulk come here, and those are the two of the call.
    const decided = { step: step as 'approve' | 'decline', records: ids, ...told }
    return (await call(createdFarmer.calls.decideMany, { body: decided, idempotencyKey: key })).data
  },
}
