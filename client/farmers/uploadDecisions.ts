import {
  farmerCompanyUpload,
  farmerCompanyUploadFlow,
  farmerUploadFlow,
  farmerUpload,
} from '#contract/farmerUploads.ts'
import { call } from '#client/kit/call.ts'
import type { Given } from '#client/kit/decisions.ts'
import { uploadDecisions, type UploadDecisionCalls } from '#client/kit/uploadDecisions.ts'
import { currentUser } from '#client/kit/user.ts'

/** Rows whose ID is registered in another society, each with the reason to register it all the same. */
export type Override = { row: number; reason: string }

/** A reason of fewer letters is not one; the contract says the same. */
export const shortestReason = 3

const ownOrganisation = () => ({ organisationId: currentUser()?.organisation.id ?? '' })
const overrides = ({ more }: Given) => {
  // The dialog's own form gives the value back as it was set.
  const given = ((more as Override[] | undefined) ?? []).filter(({ reason }) => reason.trim().length >= shortestReason)
  return given.length > 0 ? { override: given } : {}
}

// One call declines uploads of both kinds, and one decides many of them.
const shared: Pick<UploadDecisionCalls, 'decline' | 'decideMany'> = {
  decline: (body, { key }) =>
    call(farmerUpload.calls.decline, { body: { ...body, action: 'REJECT' }, idempotencyKey: key }),
  decideMany: (body, key) => call(farmerUpload.calls.decideMany, { body, idempotencyKey: key }),
}

/** How farmer uploads are decided. */
export const farmerUploadDecisions = uploadDecisions({
  ...shared,
  flow: farmerUploadFlow,
  approve: (body, given) =>
    call(farmerUpload.calls.approve, {
      params: ownOrganisation(),
      body: { ...body, ...overrides(given), action: 'APPROVE' },
      idempotencyKey: given.key,
    }),
})

/** How farmer company uploads are decided. */
export const farmerCompanyUploadDecisions = uploadDecisions({
  ...shared,
  flow: farmerCompanyUploadFlow,
  approve: (body, given) =>
    call(farmerCompanyUpload.calls.approve, {
      params: ownOrganisation(),
      body: { ...body, ...overrides(given), action: 'APPROVE' },
      idempotencyKey: given.key,
    }),
})
