import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/** Holds that something is done, and no oftener than once in a second: of three that pass, or of more on a machine that stands still. */
export async function expectOneASecond(done: () => number): Promise<void> {
  const [before, since] = [done(), performance.now()]
  await sleep(3_000)
  const times = done() - before
  expect(times).toBeGreaterThan(0)
  expect(times).toBeLessThanOrEqual((performance.now() - since) / 1_000 + 1)
}
