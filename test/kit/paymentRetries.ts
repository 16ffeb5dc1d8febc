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

/** Lets the bank refuse a line of an approved schedule, as its answer would; answers the id of the line. */
export async function refuseLine({ owner }: World, scheduleId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `update schedule_lines set status = 'FAILED', reason = 'The account is closed', settled_at = now() where id = (
       select id from schedule_lines where communal_payment_id = $1 and status in ('PENDING', 'QUEUED') order by id limit 1) returning id`,
    [scheduleId],
  )
  if (!rows[0]) throw new Error('Every line of the schedule is paid or held')
  return rows[0].id
}

/** Retries in every state that people bring about; the last ones wait. */
export async function makeRetries(world: World, scheduleId: string): Promise<void> {
  const { wanjikuMaker, otienoChecker } = world.people
  const ask = async () => {
    const { body } = await initiateRetry(wanjikuMaker, await refuseLine(world, scheduleId))
    if (!body.data) throw new Error(JSON.stringify(body))
    return body.data
  }
  await wanjikuMaker.post('/payment/retry/withdraw', { id: (await ask()).id })
  await decideRetry(otienoChecker, await ask(), 'REJECT')
  await decideRetry(otienoChecker, await ask(), 'APPROVE')
  for (let waiting = 0; waiting < 3; waiting += 1) await ask()
}
