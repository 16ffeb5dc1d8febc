import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { dispatchRecordKind as kind } from './dispatchKinds.ts'

type Named = { tx: Tx; actor: Actor; id: string }

/**
 * Locks a dispatch record that a lot is about to take its coffee from: until the transaction ends its file is not dropped, and no other
 * lot takes the same coffee. The actor's organisation is one that the record names.
 */
export const lockDispatched = ({ tx, actor, id }: Named): Promise<unknown> =>
  insideOwnersWall({ tx, actor, kind, id }, () =>
    rows(tx, sql`select from dispatch_records where id = ${id} for update`),
  )

type Dispatched = { organisationId: string; title: string }

/** Says of a locked dispatch record that a lot of it stands in the catalogue of a sale, or that none does any more. */
export const keepCatalogued = ({ tx, actor, id, isIn }: Named & { isIn: boolean }): Promise<void> =>
  insideOwnersWall({ tx, actor, kind, id }, async () => {
    const [record] = await rows(
      tx,
      sql<Dispatched>`select t.organisation_id as "organisationId", ${kind.title} as title from dispatch_records t where t.id = ${id}`,
    )
    if (!record) return
    const [from, to] = isIn ? ['APPROVED', 'CATALOGUED'] : ['CATALOGUED', 'APPROVED']
    await systemStep({ tx, kind, id, ...record, from, to, batch: batchOfHour(kind.flow.kind) })
  })
