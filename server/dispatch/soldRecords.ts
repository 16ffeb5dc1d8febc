import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { dispatchRecordKind as kind } from './dispatchKinds.ts'

type Sold = { id: string; organisationId: string; title: string }
type Moved = { id: string; from: string; to: string; batch: string }

/** Moves a dispatch record on with the lots that hold its coffee, inside the wall of its mill. One that is elsewhere already stays. */
async function moveSold(tx: Tx, { id, from, to, batch }: Moved): Promise<void> {
  const [record] = await rows(
    tx,
    sql<Sold>`select t.id, t.organisation_id as "organisationId", ${kind.title} as title from dispatch_records t
      where t.id = ${id} and t.status = ${from} for update`,
  )
  if (record) await systemStep({ tx, kind, ...record, from, to, batch })
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
  insideOwnersWall({ tx, actor, kind, id }, () => moveSold(tx, { id, from: 'PAID', to: 'COLLECTED', batch }))

/** The same of coffee whose last lot was paid. Whoever calls sees every organisation. */
export const keepPaid = (tx: Tx, { id, batch }: { id: string; batch: string }): Promise<void> =>
  moveSold(tx, { id, from: 'PENDING_PAYMENT', to: 'PAID', batch })
