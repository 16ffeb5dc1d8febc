import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startWatched } from '#server/kit/watched.ts'

const leastPauseMs = 10_000

/** What changes again and again is counted again after this pause, or twenty times what its last count took. */
export const pauseOf = (tookMs: ReturnType<typeof sql>) =>
  sql`interval '1 millisecond' * greatest(${leastPauseMs}, 20 * ${tookMs})`

type Counting = {
  what: string
  /** Whether something that was counted before is due; what is new waits for the net. */
  isDue: Parameters<typeof startWatched>[1]['isDue']
  work: (shouldContinue: () => boolean) => Promise<unknown>
}

/** Counts behind the calls while the server runs, and comes to an end between two counts when it stops. */
export function startCounting(house: House, { work, ...counting }: Counting): { stop: () => Promise<void> } {
  let isStopping = false
  const watched = startWatched(house, { ...counting, pauseMs: 3_000, work: () => work(() => !isStopping) })
  return {
    stop: () => {
      isStopping = true
      return watched.stop()
    },
  }
}

type Each = {
  /** Any fixed number: it only has to be the same in every process of the same database. */
  lock: bigint
  /** Of one organisation, in its transaction. Its marks go with the count: whoever commits a change after they were read leaves one for the next time. */
  count: (tx: Tx, organisation: string) => Promise<unknown>
  /** Checked before each: many must not hold up the end of the server. */
  shouldContinue: () => boolean
}

/**
 * Counts these organisations one by one; two servers share them. Answers how many were counted here. What fails stays due and stands first
 * the next time: nobody behind it may wait for it, and its fault is thrown after the others had their turn.
 */
export async function countEach(
  { db }: Pick<House, 'db'>,
  organisations: readonly string[],
  { lock, count, shouldContinue }: Each,
): Promise<number> {
  let counted = 0
  const faults: unknown[] = []
  const countOnce = (organisation: string): Promise<number> =>
    db.transaction('system', async (tx) => {
      const [free] = await rows(
        tx,
        sql<{
          free: boolean
        }>`select pg_try_advisory_xact_lock(${lock} # hashtextextended(${organisation}, 0)) as free`,
      )
      if (!free?.free) return 0
      await count(tx, organisation)
      return 1
    })
  for (const organisation of organisations) {
    if (!shouldContinue()) return counted
    try {
      counted += await countOnce(organisation)
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} of the societies that are due: ${String(faults[0])}`)
  return counted
}
