import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { countEach, pauseOf, startCounting } from '#server/kit/records/countBehind.ts'
import { countedAnew, figureColumns } from './priceFigures.ts'

// Any fixed number: it only has to be the same in every process of the same database.
const pricesLock = 7_203_851_472n

type WithDatabase = Pick<House, 'db'>

/** Counts the prices of societies while the server runs. Until a society was counted again, its records are asked instead. */
export const startPrices = (house: House) =>
  startCounting(house, {
    isDue: (at) =>
      sql`exists (select from price_figures_due d join price_figures_counted c on c.organisation_id = d.organisation_id where ${isPauseOver(at)})`,
    work: (shouldContinue) => keepPrices(house, { shouldContinue }),
    what: 'counting the prices of societies',
  })

/** Counts every society that is due. Answers how many it counted; the fault of a society is thrown after the others had their turn. */
export const keepPrices = async (
  house: WithDatabase,
  { shouldContinue = () => true }: { shouldContinue?: () => boolean } = {},
): Promise<number> =>
  countEach(house, await societiesDue(house), { lock: pricesLock, count: countOnce, shouldContinue })

const isPauseOver = (at: Date) => sql`c.counted_at + ${pauseOf(sql`c.took_ms`)} <= ${at}`

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

async function countOnce(tx: Tx, society: string): Promise<void> {
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
}
