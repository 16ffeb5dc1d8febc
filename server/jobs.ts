import { accountLookUpJob } from './farmers/approveFarmer.ts'
import { lookUpJob } from '#server/farmers/uploads/approveUpload.ts'
import { lookAheadJob } from '#server/farmers/uploads/lookAhead.ts'
import type { Job } from './kit/jobs.ts'
import { checkUpload, failCheck } from './kit/uploads/checkUpload.ts'
import { checkQueue } from './kit/uploads/receiveUpload.ts'
import { registerInvitationMail } from './notifications/invitationMail.ts'
import { mailJobs } from './notifications/mailing.ts'
import { registerPayoutOwners } from '#server/kit/bank/payout.ts'
import { payRetryJob } from './schedules/payRetry.ts'
import { payScheduleJob } from './schedules/paySchedule.ts'
import { payoutOwners } from './payoutOwners.ts'
import { matchJob } from './reconciliation/matchLines.ts'
import { pullGivenUpJob, pullJob } from './reconciliation/pullStatements.ts'
import { recordKinds, uploadBindings } from './records.ts'

const failCheckJob: Job = {
  queue: 'upload.check_given_up',
  retries: 100,
  work: (house, { uploadId }) => (uploadId ? failCheck(house, uploadBindings, uploadId) : Promise.resolve()),
}
const checkJob: Job = {
  queue: checkQueue,
  retries: 5,
  deadLetterQueue: failCheckJob.queue,
  work: (house, { uploadId }) => (uploadId ? checkUpload(house, uploadBindings, uploadId) : Promise.resolve()),
}

const mail = mailJobs(recordKinds)
registerInvitationMail()
registerPayoutOwners(payoutOwners)

/** Every durable piece of work. */
export const jobs: readonly Job[] = [
  failCheckJob,
  checkJob,
  lookAheadJob,
  lookUpJob,
  accountLookUpJob,
  mail.giveUp,
  mail.send,
  matchJob,
  pullGivenUpJob,
  pullJob,
  payScheduleJob,
  payRetryJob,
]
