import { setTimeout as sleep } from 'node:timers/promises'
import { roundTripsOf, type Database } from './db.ts'

/** While calls ask so often, they need the cores: work that may take longer rests between its pieces. */
const busyAskedPerSecond = 50
/** What such work takes of one core then. */
const restedShare = 0.25
const longestRestMs = 2_000

/** Does a piece of work that may take longer, and answers what it answers. */
export type Gently = <Result>(piece: () => Promise<Result>) => Promise<Result>

/**
 * For work in pieces that may take longer: after each it rests while calls queue for a connection, and three times as long as the
 * piece took while calls come, but never for ever.
 */
export function gentlyBeside({ pools }: Database): Gently {
  const asked = (): number => roundTripsOf(pools.calls) + roundTripsOf(pools.changes)
  const areQueued = (): boolean => pools.calls.waitingCount + pools.changes.waitingCount > 0
  return async (piece) => {
    const [since, before] = [performance.now(), asked()]
    const result = await piece()
    const took = performance.now() - since
    const isBusy = asked() - before > (busyAskedPerSecond * took) / 1_000
    const rest = isBusy ? Math.min(took * (1 / restedShare - 1), longestRestMs) : 0
    if (rest > 0) await sleep(rest)
    for (let waited = rest; waited < longestRestMs && areQueued(); waited += 25) await sleep(25)
    return result
  }
}
