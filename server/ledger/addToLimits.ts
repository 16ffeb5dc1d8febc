import type { RawBuilder } from 'kysely'
import { now } from '#server/kit/clock.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { grantLimits, openLimits } from './limits.ts'

/** What raises limits: a query of `id, farmer_id, season, kilograms, rate_cents, added_cents`, each member at most once in a season. */
type Additions = {
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
 * Nobody else raises limits of the society until the transaction ends: what was counted before stays true. Call it before the
 * checks that a raise depends on.
 */
export const lockLimits = (tx: Tx, organisationId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('limits'), hashtext(${organisationId}))`.execute(tx)

/** What the member of a row `a` has in its season so far. */
export const lastLimit = sql`select l.limit_cents, l.place from limit_rows l where l.farmer_id = a.farmer_id and l.season = a.season order by l.place desc limit 1`

/**
 * Raises the limits of members of a society, in two statements for any number of rows: the rows that say why, and their
 * movements of the ledger. The id of a row is also its grant, so that nothing is added twice.
 */
export async function addToLimits(tx: Tx, added: Additions): Promise<Added> {
  const { organisationId, kind, uploadId = null, grantedBy, approvedBy, cause } = added
  await lockLimits(tx, organisationId)
  await openLimits(tx, { organisationId, grantedBy, members: sql`select farmer_id, season from (${added.rows}) a` })
  // Each member's last row is looked up by its key: nobody knows the size of tables that have just been filled.
  const written = sql`
    insert into limit_rows (id, organisation_id, farmer_id, season, kind, upload_id, kilograms, rate_cents, added_cents, previous_cents, limit_cents, granted_by, approved_by, approved_at, place)
    select a.id, ${organisationId}, a.farmer_id, a.season, ${kind}, ${uploadId}, a.kilograms, a.rate_cents, a.added_cents, coalesce(last.limit_cents, 0),
      coalesce(last.limit_cents, 0) + a.added_cents, ${grantedBy}, ${approvedBy}, ${now()}, coalesce(last.place, 0) + 1
    from (${added.rows}) a left join lateral (${lastLimit}) last on true
    returning id, farmer_id, season, kilograms, added_cents as cents`
  const sums = await grantLimits(tx, {
    organisationId,
    grantedBy,
    cause,
    rows: written,
    sums: sql<{
      members: number
      kilograms: string
      cents: string
    }>`count(*)::int as members, coalesce(sum(kilograms), 0) as kilograms, coalesce(sum(cents), 0)::text as cents`,
  })
  return { members: sums.members, kilograms: Number(sums.kilograms), addedCents: BigInt(sums.cents) }
}
