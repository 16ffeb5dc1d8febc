import type { RawBuilder } from 'kysely'
import { now } from '#server/kit/clock.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { grantLimits } from '#server/ledger/limits.ts'

/** What raises limits: a query of `id, farmer_id, season, kilograms, rate_cents, added_cents`, each member at most once in a season. */
export type Additions = {
  organisationId: string
  kind: 'CHERRY' | 'PARCHMENT'
  uploadId?: string
  /** Who lends: the organisation of KPCU or the bank. */
  grantedBy: string
  approvedBy: string
  cause: { kind: string; id: string }
  rows: RawBuilder<unknown>
}
export type Added = { members: number; kilograms: number; addedCents: bigint }

/**
 * Nobody else raises limits of the society until the transaction ends: what was counted before stays true. Take it before the
 * checks that a raise depends on.
 */
export const lockLimits = (tx: Tx, organisationId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('limits'), hashtext(${organisationId}))`.execute(tx)

/**
 * Raises the limits of members of a society, in two statements for any number of rows: the rows that tell why, and their
 * movements of the ledger. The id of a row is also its grant, so that nothing is added twice.
 */
export async function addToLimits(tx: Tx, added: Additions): Promise<Added> {
  const { organisationId, kind, uploadId = null, grantedBy, approvedBy, cause } = added
  await lockLimits(tx, organisationId)
  const sums = await one(
    tx,
    sql<{ members: number; kilograms: string; cents: string }>`
      with given as materialized (${added.rows}),
      last as materialized (
        select distinct on (l.farmer_id, l.season) l.farmer_id, l.season, l.limit_cents, l.place from limit_rows l
        where l.organisation_id = ${organisationId} and l.season in (select distinct season from given) order by l.farmer_id, l.season, l.place desc),
      written as (
        insert into limit_rows (id, organisation_id, farmer_id, season, kind, upload_id, kilograms, rate_cents, added_cents, previous_cents, limit_cents, granted_by, approved_by, approved_at, place)
        select g.id, ${organisationId}, g.farmer_id, g.season, ${kind}, ${uploadId}, g.kilograms, g.rate_cents, g.added_cents, coalesce(last.limit_cents, 0),
          coalesce(last.limit_cents, 0) + g.added_cents, ${grantedBy}, ${approvedBy}, ${now()}, coalesce(last.place, 0) + 1
        from given g left join last on last.farmer_id = g.farmer_id and last.season = g.season
        returning kilograms, added_cents)
      select count(*)::int as members, coalesce(sum(kilograms), 0) as kilograms, coalesce(sum(added_cents), 0)::text as cents from written`,
  )
  await grantLimits(tx, {
    organisationId,
    grantedBy,
    cause,
    rows: sql`select l.id, l.farmer_id, l.season, l.added_cents as cents from limit_rows l join (${added.rows}) g on g.id = l.id where l.added_cents > 0`,
  })
  return { members: sums.members, kilograms: Number(sums.kilograms), addedCents: BigInt(sums.cents) }
}
