import { lookUpJob } from './farmers/approveUpload.ts'
import type { Job } from './kit/jobs.ts'
import { checkUpload } from './kit/uploads/checkUpload.ts'
import { checkQueue } from './kit/uploads/receiveUpload.ts'
import { uploadBindings } from './uploadBindings.ts'

const checkJob: Job = {
  queue: checkQueue,
  retries: 5,
  work: (house, { uploadId }) => (uploadId ? checkUpload(house, uploadBindings, uploadId) : Promise.resolve()),
}

/** Every durable piece of work. */
export const jobs: readonly Job[] = [checkJob, lookUpJob]
