import { forgetAnswers, lookUpAccounts } from '#server/farmers/lookUpAccounts.ts'
import type { Tx } from '#server/kit/db.ts'
import type { Job, Jobs } from '#server/kit/jobs.ts'
import { lockUpload } from '#server/kit/uploads/stagedRows.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'

const lookAheadQueue = 'farmers.look_ahead'

/** As a file goes to its checker: what the bank said of it before is forgotten, and it is asked while the checker reads. */
export async function beginLookUps(tx: Tx, { id }: UploadRecord, jobs: Pick<Jobs, 'send'>): Promise<void> {
  await forgetAnswers(tx, id)
  await jobs.send(tx, lookAheadQueue, { uploadId: id })
}

/** Looks up the accounts of a waiting file, and stops when it is decided: the approval looks up whatever is left. */
export const lookAheadJob: Job = {
  queue: lookAheadQueue,
  retries: 8,
  work: async (house, { uploadId }) => {
    const upload = uploadId && (await house.db.transaction('system', (tx) => lockUpload(tx, uploadId)))
    if (!upload || upload.status !== 'PENDING_APPROVAL') return
    const { answered, silent } = await lookUpAccounts(house, upload)
    if (silent > 0 && answered === 0) throw new Error(`the bank is silent for ${silent} accounts`)
  },
}
