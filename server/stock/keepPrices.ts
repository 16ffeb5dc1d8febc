import { now } from '#server/kit/clock.ts'
import { rows, sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startWatched } from '#server/kit/watched.ts'
import { countedAnew, figureColumns } from './priceFigures.ts'

// Any fixed number: it only has to be the same in every process of the same database.
const pricesLock = 7_203_851_472n
/** A society that changes again and again, as while its members are paid, is counted after this pause, or twenty times what its last count took. */
const leastPauseMs = 10_000

type WithDatabase = Pick<House, 'db'>

/** Counts the prices of societies while the server runs. Until a society was counted again, its records are asked instead. */
export function startPrices(house: House): { stop: () => Promise<void> } {
  let isStopping = false
  const watched = startWatched(house, {
    // An organisation that is new waits for the net.
    isDue: (at) =>
      sql`exists (select from price_figures_due d join price_figures_counted c on c.organisation_id = d.organisation_id where ${isPauseOver(at)})`,
    pauseMs: 3_000,
    work: () => keepPrices(house, { shouldContinue: () => !isStopping }),
    what: 'counting the prices of societies',
  })
  return {
    stop: () => {
      isStopping = true
      return watched.stop()
    },
  }
}

/** Counts every society that is due. Answers how many it counted. `shouldContinue` is asked before each of them. */
export async function keepPrices(
  house: WithDatabase,
  { shouldContinue = () => true }: { shouldContinue?: () => boolean } = {},
): Promise<number> {
  let counted = 0
  for (const society of await societiesDue(house)) {
    if (!shouldContinue()) return counted
    counted += await countOnce(house, society)
  }
  return counted
}

const isPauseOver = (at: Date) =>
  sql`c.counted_at + interval '1 millisecond' * greatest(${leastPauseMs}, 20 * c.took_ms) <= ${at}`

const societiesDue = (house: WithDatabase): Promise<string[]> =>
  house.db.transaction(
    'system',
    async (tx) =>
      (
        await rows(
          tx,
          sql<{
            id: string
          }>`select o.id from organisations o left join price_figures_counted c on c.organisation_id = o.id
            where c.counted_at is null or exists (select from price_figures_due d where d.organisation_id = o.id and ${isPauseOver(now())})
            order by c.counted_at nulls first`,
        )
      ).map(({ id }) => id),
    { readOnly: true },
  )

/** The marks go with the count: whoever commits a change after the marks were read leaves one for the next time. */
const countOnce = (house: WithDatabase, society: string): Promise<number> =>
  house.db.transaction('system', async (tx) => {
    const [free] = await rows(
      tx,
      sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${pricesLock} # hashtextextended(${society}, 0)) as free`,
    )
    if (!free?.free) return 0
    const started = performance.now()
    await sql`delete from price_figures_due where organisation_id = ${society}`.execute(tx)
    await sql`delete from price_figures where organisation_id = ${society}`.execute(tx)
    await sql`with society as materialized (select ${society}::uuid as id), ${countedAnew(sql`society`)}
      insert into price_figures (organisation_id, ${figureColumns}) select organisation_id, ${figureColumns} from counted`.execute(
      tx,
    )
    await sql`insert into price_figures_counted (organisation_id, counted_at, took_ms) values (${society}, ${now()}, ${Math.ceil(performance.now() - started)})
      on conflict (organisation_id) do update set counted_at = excluded.counted_at, took_ms = excluded.took_ms`.execute(
      tx,
    )
    return 1
  })
