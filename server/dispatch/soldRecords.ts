import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { systemSteps } from '#server/kit/records/takeStep.ts'
import { dispatchRecordKind as kind } from './dispatchKinds.ts'

type Sold = { id: string; organisationId: string; title: string; from: string }
type Moved = { ids: readonly string[]; from: string; to: string; batch: string }

/** Moves dispatch records on with the lots that hold their coffee. One that is elsewhere already stays. */
async function moveSold(tx: Tx, { ids, from, to, batch }: Moved): Promise<void> {
  const records = await rows(
    tx,
    sql<Sold>`select t.id, t.organisation_id as "organisationId", ${kind.title} as title, t.status as "from" from dispatch_records t
      where t.id = any (${ids}::uuid[]) and t.status = ${from} order by t.id for update`,
  )
  await systemSteps({ tx, kind, records, to, batch })
}

/** Says of a dispatch record that its coffee was collected. The actor's organisation is one that the record names. */
export const keepCollected = ({
  tx,
  actor,
  id,
  batch,
}: {
  tx: Tx
  actor: Actor
  id: string
  batch: string
}): Promise<void> =>
  insideOwnersWall({ tx, actor, kind, id }, () => moveSold(tx, { ids: [id], from: 'PAID', to: 'COLLECTED', batch }))

/** The same of coffee whose last lot was paid. Whoever calls sees every organisation. */
export const keepPaid = (tx: Tx, { ids, batch }: { ids: readonly string[]; batch: string }): Promise<void> =>
  moveSold(tx, { ids, from: 'PENDING_PAYMENT', to: 'PAID', batch })
