import { farmerCompanyUploadFlow, farmerUploadFlow, farmerUploads } from '#contract/farmerUploads.ts'
import { uploads, type Upload } from '#contract/uploads.ts'
import { call, type CallRefused } from '#client/kit/call.ts'
import type { Decisions, Given } from '#client/kit/decisions.ts'
import { download, saveFile } from '#client/kit/download.ts'
import { showMessage } from '#client/kit/messages.ts'
import { currentUser } from '#client/kit/user.ts'
import { currentWords } from '#client/kit/words.ts'

/** Rows whose ID is registered in another society, each with the reason to register it all the same. */
export type Override = { row: number; reason: string }

/** A reason of fewer letters is not one; the contract says the same. */
export const shortestReason = 3

/** What a decision must know of an upload. */
export type DecidedUpload = Pick<Upload, 'id' | 'version' | 'fileName'>

const ownOrganisation = () => ({ organisationId: currentUser()?.organisation.id ?? '' })
const body = ({ id, version }: DecidedUpload, { comment }: Given) => ({
  id,
  version,
  ...(comment === undefined ? {} : { approverComment: comment }),
})
const overrides = ({ more }: Given) => {
  // The dialog's own form gives the value back as it was set.
  const given = ((more as Override[] | undefined) ?? []).filter(({ reason }) => reason.trim().length >= shortestReason)
  return given.length > 0 ? { override: given } : {}
}

/** Some rows could not become farmers: the annotated workbook is saved at once, and the message says why. */
function refused(fault: CallRefused, upload: DecidedUpload): boolean {
  if (fault.code !== 'upload.rows_invalid') return false
  const { blob, fileName } = fault.details
  if (blob instanceof Blob) saveFile(blob, typeof fileName === 'string' ? fileName : upload.fileName)
  else void download(uploads.errorFile, { params: { id: upload.id } })
  showMessage({ tone: 'bad', text: currentWords().farmers.approvedWithErrors(upload.fileName) })
  return true
}

const makerSteps: Decisions<DecidedUpload>['take'] = {
  send: ({ id, version }, { key }) => call(uploads.send, { params: { id }, body: { version }, idempotencyKey: key }),
  withdraw: ({ id, version }, { key }) =>
    call(uploads.withdraw, { params: { id }, body: { version }, idempotencyKey: key }),
  discard: ({ id, version }, { key }) =>
    call(uploads.discard, { params: { id }, body: { version }, idempotencyKey: key }),
}
const decline: Decisions<DecidedUpload>['take'][string] = (upload, given) =>
  call(farmerUploads.decline, { body: { ...body(upload, given), action: 'REJECT' }, idempotencyKey: given.key })
const takeMany: NonNullable<Decisions<DecidedUpload>['takeMany']> = async (step, records, { comment, key }) => {
  const told = comment === undefined ? {} : { approverComment: comment }
  // Only steps declared for bulk come here, and those are the two of the call.
  const decided = { step: step as 'approve' | 'decline', records, ...told }
  return (await call(farmerUploads.decideMany, { body: decided, idempotencyKey: key })).data
}

/** How farmer uploads are decided. */
export const farmerUploadDecisions: Decisions<DecidedUpload> = {
  flow: farmerUploadFlow,
  title: (upload) => upload.fileName,
  take: {
    ...makerSteps,
    decline,
    approve: (upload, given) =>
      call(farmerUploads.approve, {
        params: ownOrganisation(),
        body: { ...body(upload, given), ...overrides(given), action: 'APPROVE' },
        idempotencyKey: given.key,
      }),
  },
  takeMany,
  refused,
}

/** How farmer company uploads are decided. */
export const farmerCompanyUploadDecisions: Decisions<DecidedUpload> = {
  flow: farmerCompanyUploadFlow,
  title: (upload) => upload.fileName,
  take: {
    ...makerSteps,
    decline,
    approve: (upload, given) =>
      call(farmerUploads.companyApprove, {
        params: ownOrganisation(),
        body: { ...body(upload, given), ...overrides(given), action: 'APPROVE' },
        idempotencyKey: given.key,
      }),
  },
  takeMany,
  refused,
}
