import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UploadRejected, type Answer, type Caller } from '../../bench/load/caller.ts'

/** How many calls were sent, and how many of them were not answered. */
export type Counted = { calls: number; unanswered: number }
type Terms = { until: () => boolean; counted: Counted }

/** Sends again and again, as a program does that was not answered, until it is or the work is over: then null. */
export async function untilAnswered(send: () => Promise<Answer>, { until, counted }: Terms): Promise<Answer | null> {
  while (!until()) {
    counted.calls += 1
    const answer = await send()
    const { status } = answer
    if (status !== 0 && status < 500 && status !== 429 && codeOf(answer) !== 'key.in_progress') return answer
    counted.unanswered += 1
    await sleep(200)
  }
  return null
}

type Sent = { call: Caller; token: string; path: string; file: { name: string; text: string } }

/** The same of a file; answers the id of its upload. */
export async function uploadUntilAnswered(
  { call, token, path, file }: Sent,
  { until, counted }: Terms,
): Promise<string | null> {
  const key = randomUUID()
  while (!until()) {
    try {
      counted.calls += 1
      return await call.upload('upload', token, path, file, { key })
    } catch (error) {
      if (!(error instanceof UploadRejected)) throw error
      counted.unanswered += 1
      await sleep(200)
    }
  }
  return null
}

/** The version of an upload once it was checked and waits for approval; null where it does not. */
export async function versionWhenChecked(
  { call, token, id }: { call: Caller; token: string; id: string },
  { until }: Pick<Terms, 'until'>,
): Promise<number | null> {
  while (!until()) {
    const { status, body } = await call.request('review', token, 'GET', `/uploads/${id}/review`)
    const upload = (body as { upload?: { version: number; status: { statusName: string } } } | null)?.upload
    if (status === 200 && upload && upload.status.statusName !== 'CHECKING')
      return upload.status.statusName === 'PENDING_APPROVAL' ? upload.version : null
    await sleep(100)
  }
  return null
}

/** Why a call was refused. */
export const codeOf = ({ body }: Answer): string | undefined => (body as { code?: string } | null)?.code
