import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { sharing } from '#server/uploads/consent.ts'
import { addToLimits, type Added } from '#server/ledger/addToLimits.ts'
import { cell, netWeight } from './parchmentChecks.ts'
import { parchmentKind } from './parchmentKind.ts'
import type { Prices } from './parchmentRows.ts'

type Unlocking = { tx: Tx; uploadId: string; organisationId: string; prices: Prices; approvedBy: string }

/** What the outturns of a record are worth in each season, in whole cents. */
const pools = (uploadId: string, { perKilogram }: Prices) =>
  sql`select ${cell('season')} as season, round(sum(${netWeight} * ${perKilogram}))::bigint as cents
    from upload_rows r where r.upload_id = ${uploadId} and r.state = 'ready' group by 1 having round(sum(${netWeight} * ${perKilogram})) > 0`

/**
 * The share of each member: the pool of a season by the kilograms of cherry that the member's limit rows count. Whole cents, and
 * the cents that are left over go to the largest remainders, so that the shares are the pool to the cent. In grams and cents, with
 * whole numbers only. A row's id follows from the record, the member and the season: it is also the grant, and never two.
 */
const shares = (uploadId: string, organisationId: string, prices: Prices) => sql`
  with pool as (${pools(uploadId, prices)}),
  cherry as (
    select l.farmer_id, l.season, sum(l.kilograms) as kilograms, sum(l.kilograms) * 1000 as grams from limit_rows l
    where l.organisation_id = ${organisationId} and l.kind = 'CHERRY' and l.season in (select season from pool) group by 1, 2),
  exact as (
    select b.farmer_id, b.season, b.kilograms, p.cents, trunc(b.grams) * p.cents as part, trunc(sum(b.grams) over (partition by b.season)) as whole
    from cherry b join pool p on p.season = b.season),
  cut as (
    select e.*, div(part, whole) as share, row_number() over (partition by season order by mod(part, whole) desc, farmer_id) as place,
      cents - sum(div(part, whole)) over (partition by season) as left_over from exact e)
  select overlay(overlay(md5(${uploadId}::text || farmer_id::text || season) placing '8' from 13) placing 'a' from 17)::uuid as id, farmer_id, season, kilograms,
    null::bigint as rate_cents, (share + case when place <= left_over then 1 else 0 end)::bigint as added_cents from cut`

/** Adds the second tranche to the limits of the society's members. Refuses when a pool has nobody to be shared among. */
export async function unlockSecondTranche({
  tx,
  uploadId,
  organisationId,
  prices,
  approvedBy,
}: Unlocking): Promise<Added> {
  const [lost] = await rows(
    tx,
    sql<{ season: string }>`select p.season from (${pools(uploadId, prices)}) p where not exists (
      select from limit_rows l where l.organisation_id = ${organisationId} and l.kind = 'CHERRY' and l.season = p.season)`,
  )
  if (lost) throw new Refused('parchment.no_limits', { details: { season: lost.season } })
  return addToLimits(tx, {
    organisationId,
    kind: 'PARCHMENT',
    uploadId,
    grantedBy: await lenderOf(tx, uploadId),
    approvedBy,
    cause: { kind: parchmentKind.flow.kind, id: uploadId },
    rows: shares(uploadId, organisationId, prices),
  })
}

/** A record that is shared with KPCU requests the fund's money; any other the bank's. */
async function lenderOf(tx: Tx, uploadId: string): Promise<string> {
  const [lender] = await rows(
    tx,
    sql<{ id: string }>`select o.id from organisations o
      where o.active and o.type = case when ${sharing(sql`${uploadId}`)} then 'KPCU' else 'COOPERATIVE_BANK' end order by o.code limit 1`,
  )
  if (!lender) throw new Refused('organisation.not_allowed')
  return lender.id
}
