import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../bench/load/caller.ts'

/** How many calls were sent, and how many of them were not answered. */
export type Counted = { calls: number; unanswered: number }

/** Sends again and again, as a program does that was not answered, until it is or the work is over: then null. */
export async function untilAnswered(
  send: () => Promise<Answer>,
  { until, counted }: { until: () => boolean; counted: Counted },
): Promise<Answer | null> {
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

/** Why a call was refused. */
export const codeOf = ({ body }: Answer): string | undefined => (body as { code?: string } | null)?.code
