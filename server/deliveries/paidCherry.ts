import { now } from '#server/kit/clock.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { allSeasons, type Season } from '#server/facts/seasons.ts'

const lockOf = (organisationId: string) => sql`hashtextextended(${`cherry ${organisationId}`}, 0)`

/** Held by whoever writes cherry of a society, until the end of the transaction; taken before any row, so that nobody waits in a ring. */
export const writeCherry = async (tx: Tx, organisationId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(organisationId)})`.execute(tx)
}

/** Until the end of the transaction nobody else writes cherry of the society, and all that was under way is done. */
export const holdCherry = async (tx: Tx, organisationId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${lockOf(organisationId)})`.execute(tx)
}

/** The seasons of the calendar, as they are open to a society: one whose last payment is approved takes no more cherry. */
export async function seasonsFor(tx: Tx, organisationId: string): Promise<Season[]> {
  const { rows: closings } = await sql<{ season: string }>`
    select season from season_closings where organisation_id = ${organisationId} and reopened_at is null`.execute(tx)
  const closed = new Set(closings.map(({ season }) => season))
  return (await allSeasons(tx)).map((season) => ({ ...season, open: season.open && !closed.has(season.name) }))
}

type Paid = { id: string; organisationId: string; season: string; cycle: number; isLast: boolean; sinceLast: boolean }

/**
 * Locks what a communal payment pays: every approved delivery and correction of the season that none has paid before; a last one
 * closes the season. What pays only cherry since the last leaves corrections that take away more than a member brought to the next. For whoever holds the cherry of the society.
 */
export async function lockPaidCherry(
  tx: Tx,
  { id, organisationId, season, cycle, isLast, sinceLast }: Paid,
): Promise<void> {
  await sql`update cherry_deliveries set paid_in = ${`${season} (${cycle})`}
    where organisation_id = ${organisationId} and season = ${season} and status = 'APPROVED' and paid_in is null
      and (not ${sinceLast} or farmer_id in (select d.farmer_id from cherry_deliveries d
        where d.organisation_id = ${organisationId} and d.season = ${season} and d.status = 'APPROVED' and d.paid_in is null group by 1 having sum(d.kilograms) > 0))`.execute(
    tx,
  )
  if (isLast)
    await sql`insert into season_closings (id, organisation_id, season, communal_payment_id, closed_at)
      values (${newId()}, ${organisationId}, ${season}, ${id}, ${now()})`.execute(tx)
}
