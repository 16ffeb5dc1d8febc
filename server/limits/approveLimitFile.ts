import { toAmount, toCents } from '#contract/kit/money.ts'
import { approvedTo } from '#contract/limits/limitFileFlow.ts'
import type { LimitFileEffect } from '#contract/limits/limitFiles.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { mustLockUpload, mustStillBeRight } from '#server/kit/uploads/decideUpload.ts'
import { setStage } from '#server/kit/uploads/progress.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import { cherryRateOf } from '#server/rates/cherryRateRows.ts'
import { isSharedFile } from '#server/uploads/consent.ts'
import { addToLimits, lastLimit, lockLimits } from '#server/ledger/addToLimits.ts'
import { cell, kilogramsOfRow, memberOfRow } from './limitFileChecks.ts'
import { cherryLimitsBinding as binding } from './limitFileKinds.ts'

type Approving = { tx: Tx; actor: Actor; rate: number | undefined }

/** The effect of an approval: the next checker's turn, or at last all rows are added to the limits of their members, or none. */
export const approveEffect =
  ({ tx, actor, rate }: Approving): Effect =>
  async ({ id, status }) => {
    const upload = await mustLockUpload(tx, id)
    await lockLimits(tx, upload.organisationId)
    const { ready } = await mustStillBeRight({ tx, binding, upload })
    const rateCents = await cherryRateOf(tx, upload.organisationId)
    if (rate !== undefined && toCents(rate) !== rateCents)
      throw new Refused('limit.rate_changed', { details: { rate: toAmount(rateCents) } })
    const to = approvedTo(status, { shareData: await isSharedFile(tx, id) })
    if (to !== 'APPROVED') return { to }
    const added = await addToLimits(tx, {
      organisationId: upload.organisationId,
      kind: 'CHERRY',
      uploadId: id,
      grantedBy: actor.organisationId,
      approvedBy: actor.userId,
      cause: { kind: binding.record.flow.kind, id },
      rows: additions(id, rateCents),
    })
    if (added.members !== ready) throw new Error(`${ready - added.members} right rows of upload ${id} became no limits`)
    await countRows(tx, id, added.members)
    await setStage(tx, id, 'done', { done: added.members })
    return {
      to,
      changes: {
        members: { before: null, after: added.members },
        kilograms: { before: null, after: added.kilograms },
        rate: { before: null, after: toAmount(rateCents) },
        added: { before: null, after: toAmount(added.addedCents) },
      },
    }
  }

/** A row's id is its grant. Half a cent is rounded up. */
const additions = (id: string, rateCents: bigint) =>
  sql`select r.id, f.id as farmer_id, ${cell('season')} as season, ${kilogramsOfRow} as kilograms, ${rateCents}::bigint as rate_cents,
    round(${kilogramsOfRow} * ${rateCents}::bigint)::bigint as added_cents
    from upload_rows r join ${memberOfRow} where r.upload_id = ${id} and r.state = 'ready'`

type Sums = { members: number; kilograms: string; cents: string; before: string; seasons: string[] | null }

/** What a file adds: as it was done, or as it would be done at the rate in force. */
export async function effectOf(tx: Tx, id: string): Promise<LimitFileEffect> {
  const done = await one(
    tx,
    sql<
      Sums & { rate: string | null }
    >`select count(*)::int as members, coalesce(sum(kilograms), 0) as kilograms, coalesce(sum(added_cents), 0)::text as cents,
      coalesce(sum(previous_cents), 0)::text as before, array_agg(distinct season) as seasons, max(rate_cents)::text as rate from limit_rows where upload_id = ${id} and kind = 'CHERRY'`,
  )
  if (done.rate !== null) return shapeEffect(done, Number(done.rate), true)
  const { organisation } = await one(
    tx,
    sql<{ organisation: string }>`select organisation_id as organisation from uploads where id = ${id}`,
  )
  const rateCents = await cherryRateOf(tx, organisation)
  const planned = await one(
    tx,
    sql<Sums>`
      select count(*)::int as members, coalesce(sum(a.kilograms), 0) as kilograms, coalesce(sum(a.added_cents), 0)::text as cents,
        coalesce(sum(last.limit_cents), 0)::text as before, array_agg(distinct a.season) as seasons
      from (${additions(id, rateCents)}) a left join lateral (${lastLimit}) last on true`,
  )
  return shapeEffect(planned, Number(rateCents), false)
}

const shapeEffect = (sums: Sums, rateCents: number, done: boolean): LimitFileEffect => ({
  members: sums.members,
  kilograms: Number(sums.kilograms),
  rate: rateCents / 100,
  added: toAmount(sums.cents),
  before: toAmount(sums.before),
  seasons: sums.seasons ?? [],
  done,
})
