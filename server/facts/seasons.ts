import { Refused } from '#server/kit/refused.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'

export type Season = { name: string; startsOn: string; endsOn: string; open: boolean }

const columns = sql<Season>`name, to_char(starts_on, 'YYYY-MM-DD') as "startsOn", to_char(ends_on, 'YYYY-MM-DD') as "endsOn", open`

/** Every season of the table, newest first. */
export const allSeasons = (tx: Tx): Promise<Season[]> =>
  rows(tx, sql<Season>`select ${columns} from seasons order by starts_on desc`)

export async function findSeason(tx: Tx, name: string): Promise<Season | undefined> {
  const [season] = await rows(tx, sql<Season>`select ${columns} from seasons where name = ${name}`)
  return season
}

/** The season of today, by the calendar of the crop year. */
export const currentSeason = (): string => seasonOfDate(businessDate())

/** The season of this name; refuses one that nobody has entered, beside the field `season`. */
export async function mustBeSeason(tx: Tx, name: string): Promise<Season> {
  const season = await findSeason(tx, name)
  if (!season) throw new Refused('input.invalid', { details: { fields: { season: `There is no season ${name}` } } })
  return season
}
