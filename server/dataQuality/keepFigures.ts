import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { countEach, pauseOf, startCounting } from '#server/kit/records/countBehind.ts'
import { countSociety } from './countSociety.ts'

// Any fixed number: it only has to be the same in every process of the same database.
const figuresLock = 7_203_851_470n
/** A society whose count was requested: after twice what the last count took, so that repeated requests cost little. */
const requestedPauseMs = 2_000
/** Without a change of its own it is counted again for what depends on other societies, on settings and on the calendar. */
const staleMs = 3_600_000

type WithDatabase = Pick<House, 'db'>

/** Counts societies and folds weeks while the server runs. Two servers share the work: each society is counted by one of them. */
export const startFigures = (house: House) =>
  startCounting(house, {
    isDue: (at) =>
      sql`exists (select from figures_due d join society_figures f on f.organisation_id = d.organisation_id where ${isPauseOver(at)})`,
    work: (shouldContinue) => keepFigures(house, { shouldContinue }),
    what: 'counting the figures of societies',
  })

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
  try {
    return await countEach(house, await societiesDue(house, all), {
      lock: figuresLock,
      count: countOnce,
      shouldContinue,
    })
  } finally {
    if (shouldContinue()) await house.db.transaction('system', (tx) => sql`select fold_deliveries()`.execute(tx))
  }
}

/** The pause of the society with the mark `d` and the figures `f`. */
const isPauseOver = (at: Date) => sql`f.counted_at
  + case when d.asked then interval '1 millisecond' * greatest(${requestedPauseMs}, 2 * f.took_ms) else ${pauseOf(sql`f.took_ms`)} end <= ${at}`

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

async function countOnce(tx: Tx, society: string): Promise<void> {
  await sql`delete from figures_due where organisation_id = ${society}`.execute(tx)
  await countSociety(tx, society)
}
