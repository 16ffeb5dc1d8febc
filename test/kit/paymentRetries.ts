import type { PaymentRetry } from '#contract/schedules/paymentRetries.ts'
import { payRetryJob } from '#server/schedules/payRetry.ts'
import type { Person } from './people.ts'
import { atTheBank } from './societyTransfers.ts'
import type { World } from './world.ts'

type Answer = { code?: string; message: string; details?: Record<string, unknown>; data: PaymentRetry }

/** Asks for a line, or the payment to a lender, to be paid again; as it was where `more` says nothing else. */
export const initiateRetry = (person: Person, id: string, more: object = {}) =>
  person.post<Answer>('/payment/initiateScheduleRetry', { id, type: 'RETRY', ...more })

export const decideRetry = (person: Person, { id }: { id: string }, action: 'APPROVE' | 'REJECT') =>
  person.post<Answer>('/payment/approveScheduleRetry', { commId: id, action })

/** Orders what an approved retry pays, twice as a queue may, and lets the bank carry it out. */
export async function payAgain(world: World, { id: retryId }: { id: string }): Promise<void> {
  await payRetryJob.work(world.house, { retryId })
  await payRetryJob.work(world.house, { retryId })
  await atTheBank(world)
}
