import { rows, sql, type Tx } from '#server/kit/db.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { dispatchRecordKind as kind } from './dispatchKinds.ts'

type Sold = { id: string; organisationId: string; title: string }

/**
 * Moves dispatch records on with the lots that hold their coffee. Those that are elsewhere already stay. Whoever calls sees them all, or
 * is inside the wall of their mill.
 */
export async function moveSold(
  tx: Tx,
  { ids, from, to, batch }: { ids: readonly string[]; from: string; to: string; batch: string },
): Promise<void> {
  if (ids.length === 0) return
  const found = await rows(
    tx,
    sql<Sold>`select t.id, t.organisation_id as "organisationId", ${kind.title} as title from dispatch_records t
      where t.id = any (${ids}::uuid[]) and t.status = ${from} order by t.id for update`,
  )
  for (const record of found) await systemStep({ tx, kind, ...record, from, to, batch })
}
