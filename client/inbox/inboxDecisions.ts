import { farmerCompanyUploadFlow, farmerUploadFlow, farmerUploads } from '#contract/farmerUploads.ts'
import type { InboxItem } from '#contract/inbox.ts'
import { workflow, type Workflow } from '#contract/kit/workflow.ts'
import { uploads } from '#contract/uploads.ts'
import { call } from '#client/kit/call.ts'
import type { Decisions, Given } from '#client/kit/decisions.ts'
import { download, saveFile } from '#client/kit/download.ts'
import { showRefusal } from '#client/kit/queries.ts'

type Kind = {
  flow: Workflow
  approve: typeof farmerUploads.approve | typeof farmerUploads.companyApprove
  view: '/farmers/$id/details' | '/farmercompany/$id/details'
}

/** Each kind of record that may stand in the inbox: its workflow, its calls and where all of it is shown. */
const kinds: Record<string, Kind> = {
  [farmerUploadFlow.kind]: { flow: farmerUploadFlow, approve: farmerUploads.approve, view: '/farmers/$id/details' },
  [farmerCompanyUploadFlow.kind]: {
    flow: farmerCompanyUploadFlow,
    approve: farmerUploads.companyApprove,
    view: '/farmercompany/$id/details',
  },
}

const { approve, decline } = farmerUploadFlow.steps
/** The steps all kinds share, for the list as a whole; an open record brings its own workflow. */
const mixed = workflow({
  kind: 'inbox',
  record: 'record',
  initial: Object.keys(farmerUploadFlow.states),
  states: { ...farmerUploadFlow.states, ...farmerCompanyUploadFlow.states },
  steps: { approve, decline },
})

const body = ({ id, version }: InboxItem, { comment }: Given) => ({
  id,
  version,
  ...(comment === undefined ? {} : { approverComment: comment }),
})

/** Where a record of the inbox is shown as a whole. */
export const viewOf = ({ id, kind }: InboxItem) => {
  const to = kinds[kind]?.view
  return to && { to, params: { id } }
}

/** How the records of the inbox are decided; `kind` is that of the open record. */
export const decisionsOn = (kind: string | undefined, organisationId: string): Decisions<InboxItem> => ({
  flow: (kind && kinds[kind]?.flow) || mixed,
  title: (item) => item.title,
  take: {
    approve: (item, given) => {
      const to = kinds[item.kind]?.approve
      if (!to) throw new Error(`No call approves a ${item.kind}`)
      return call(to, {
        params: { organisationId },
        body: { ...body(item, given), action: 'APPROVE' },
        idempotencyKey: given.key,
      })
    },
    decline: (item, given) =>
      call(farmerUploads.decline, { body: { ...body(item, given), action: 'REJECT' }, idempotencyKey: given.key }),
  },
  takeMany: async (step, records, { comment, key }) => {
    const told = comment === undefined ? {} : { approverComment: comment }
    // Only steps declared for bulk come here, and those are the two of the call.
    const decided = { step: step as 'approve' | 'decline', records, ...told }
    return (await call(farmerUploads.decideMany, { body: decided, idempotencyKey: key })).data
  },
  refused: (refused, { id, title }) => {
    if (refused.code !== 'upload.rows_invalid') return false
    const { blob, fileName } = refused.details
    if (blob instanceof Blob) saveFile(blob, typeof fileName === 'string' ? fileName : title)
    else void download(uploads.errorFile, { params: { id } })
    showRefusal(refused)
    return true
  },
})
