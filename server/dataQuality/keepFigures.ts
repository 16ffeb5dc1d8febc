import { now } from '#server/kit/clock.ts'
import { rows, sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startWatched } from '#server/kit/watched.ts'
import { countSociety } from './countSociety.ts'

// Any fixed number: it only has to be the same in every process of the same database.
const figuresLock = 7_203_851_470n
/** A society whose data change is counted again after this pause, or twenty times what its last count took. */
const leastPauseMs = 10_000
/** A society whose count was requested: after twice what the last count took, so that repeated requests cost little. */
const requestedPauseMs = 2_000
/** Without a change of its own it is counted again for what depends on other societies, on settings and on the calendar. */
const staleMs = 3_600_000

type WithDatabase = Pick<House, 'db'>

/** Counts societies and folds weeks while the server runs. Two servers share the work: each society is counted by one of them. */
export function startFigures(house: House): { stop: () => Promise<void> } {
  let isStopping = false
  const watched = startWatched(house, {
    // What nobody changed, such as a society that is new, waits for the net.
    isDue: (at) =>
      sql`exists (select from figures_due d join society_figures f on f.organisation_id = d.organisation_id where ${isPauseOver(at)})`,
    pauseMs: 3_000,
    work: () => keepFigures(house, { shouldContinue: () => !isStopping }),
    what: 'counting the figures of societies',
  })
  return {
    stop: () => {
      isStopping = true
      return watched.stop()
    },
  }
}

type Options = {
  /** Every society, whether due or not. */
  all?: boolean
  /** Checked before each society: a large register must not hold up the end of the server. */
  shouldContinue?: () => boolean
}

/** Counts every society that is due. Answers how many it counted; the fault of a society is thrown after the others had their turn. */
export async function keepFigures(
  house: WithDatabase,
  { all = false, shouldContinue = () => true }: Options = {},
): Promise<number> {
  let counted = 0
  const faults: unknown[] = []
  for (const society of await societiesDue(house, all)) {
    if (!shouldContinue()) return counted
    try {
      counted += await countOnce(house, society)
    } catch (fault) {
      // It stays due and stands first the next time: nobody behind it may wait for it.
      faults.push(fault)
    }
  }
  await house.db.transaction('system', (tx) => sql`select fold_deliveries()`.execute(tx))
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} of the societies that are due: ${String(faults[0])}`)
  return counted
}

/** The pause of the society with the mark `d` and the figures `f`. */
const isPauseOver = (at: Date) => sql`f.counted_at + interval '1 millisecond'
  * case when d.asked then greatest(${requestedPauseMs}, 2 * f.took_ms) else greatest(${leastPauseMs}, 20 * f.took_ms) end <= ${at}`

const societiesDue = (house: WithDatabase, all: boolean): Promise<string[]> =>
  house.db.transaction(
    'system',
    async (tx) => {
      const at = now()
      const due = await rows(
        tx,
        sql<{ id: string }>`select o.id from organisations o left join society_figures f on f.organisation_id = o.id
          where o.type = 'FARMER_SOCIETY' and (${all} or f.counted_at is null or f.counted_at < ${new Date(at.getTime() - staleMs)}
            or exists (select from figures_due d where d.organisation_id = o.id and ${isPauseOver(at)}))
          order by f.counted_at nulls first`,
      )
      return due.map(({ id }) => id)
    },
    { readOnly: true },
  )

/** The marks go with the count: whoever commits a change after the marks were read leaves one for the next time. */
const countOnce = (house: WithDatabase, society: string): Promise<number> =>
  house.db.transaction('system', async (tx) => {
    const [free] = await rows(
      tx,
      sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(${figuresLock} # hashtextextended(${society}, 0)) as free`,
    )
    if (!free?.free) return 0
    await sql`delete from figures_due where organisation_id = ${society}`.execute(tx)
    await countSociety(tx, society)
    return 1
  })
