import type { Workflow } from '#contract/kit/workflow.ts'
import { uploads, type Upload } from '#contract/uploads.ts'
import { call, type CallRefused } from './call.ts'
import { commented, decided, type Decided, type Decisions, type Given, type Outcome } from './decisions.ts'
import { download, saveFile } from './download.ts'
import { showMessage } from './messages.ts'
import { currentWords } from './words.ts'

/** What a decision must know of an upload. */
export type DecidedUpload = Pick<Upload, 'id' | 'version' | 'fileName'>

type DecidedMany = {
  step: 'approve' | 'decline'
  records: { id: string; version: number }[]
  approverComment?: string
}

/** The calls that decide uploads of one kind. */
export type UploadDecisionCalls = {
  flow: Workflow
  approve: (body: Decided, given: Given) => Promise<{ message: string }>
  decline: (body: Decided, given: Given) => Promise<{ message: string }>
  /** Steps that only this kind has. */
  more?: Record<string, (body: Decided, given: Given) => Promise<{ message: string }>>
  /** Where the workflow lets many be decided at once. */
  decideMany?: (body: DecidedMany, key: string) => Promise<{ data: Outcome }>
}

/** How uploads are decided: the maker's steps are the same for every kind, the checker's are calls of its own. */
export const uploadDecisions = (calls: UploadDecisionCalls): Decisions<DecidedUpload> => ({
  flow: calls.flow,
  title: (upload) => upload.fileName,
  take: {
    send: ({ id, version }, { key }) => call(uploads.send, { params: { id }, body: { version }, idempotencyKey: key }),
    withdraw: ({ id, version }, { key }) =>
      call(uploads.withdraw, { params: { id }, body: { version }, idempotencyKey: key }),
    discard: ({ id, version }, { key }) =>
      call(uploads.discard, { params: { id }, body: { version }, idempotencyKey: key }),
    ...Object.fromEntries(
      Object.entries({ approve: calls.approve, decline: calls.decline, ...calls.more }).map(([name, take]) => [
        name,
        (upload: DecidedUpload, given: Given) => take(decided(upload, given), given),
      ]),
    ),
  },
  ...(calls.decideMany ? { takeMany: takeMany(calls.decideMany) } : {}),
  refused: saveErrors,
})

const takeMany =
  (decideMany: NonNullable<UploadDecisionCalls['decideMany']>): NonNullable<Decisions<DecidedUpload>['takeMany']> =>
  async (step, records, { comment, key }) => {
    const told = commented(comment)
    // Only steps declared for bulk come here, and those are the two of the call.
    return (await decideMany({ step: step as DecidedMany['step'], records, ...told }, key)).data
  }

/** Some rows could not become records: the annotated workbook is saved at once, and the message says why. */
function saveErrors(fault: CallRefused, upload: DecidedUpload): boolean {
  if (fault.code !== 'upload.rows_invalid') return false
  const { blob, fileName } = fault.details
  if (blob instanceof Blob) saveFile(blob, typeof fileName === 'string' ? fileName : upload.fileName)
  else void download(uploads.errorFile, { params: { id: upload.id } })
  showMessage({ tone: 'bad', text: currentWords().uploads.approvedWithErrors(upload.fileName) })
  return true
}
