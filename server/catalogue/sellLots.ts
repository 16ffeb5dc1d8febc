import type { Actor } from '#contract/house/permissions.ts'
import { keepSold } from '#server/dispatch/cataloguedRecords.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemSteps } from '#server/kit/records/takeStep.ts'
import { insideWallOf } from '#server/kit/scope.ts'
import { catalogueRecordKind as kind } from './catalogueKinds.ts'

type Sold = { id: string; to: 'SOLD' | 'WITHDRAWN' }
type Locked = { id: string; status: string; title: string; dispatchId: string | null }

/**
 * What the auction does to lots of a closed catalogue: those that were sold are, the others go back and may be offered again. Their
 * dispatch records follow. Each lot was found by the actor through a door of its own.
 */
export async function sellLots({ tx, actor, lots }: { tx: Tx; actor: Actor; lots: readonly Sold[] }): Promise<void> {
  const to = new Map(lots.map((lot) => [lot.id, lot.to]))
  const owners = await rows(
    tx,
    sql<{
      organisationId: string
      ids: string[]
    }>`select organisation_id as "organisationId", array_agg(id order by id) as ids from catalogue_records where id = any (${[...to.keys()]}::uuid[]) group by 1 order by 1`,
  )
  const dispatched = new Set<string>()
  for (const { organisationId, ids } of owners)
    await insideWallOf({ tx, actor, organisationId }, async () => {
      const locked = await rows(
        tx,
        sql<Locked>`select t.id, t.status, ${kind.title} as title, t.dispatch_record_id as "dispatchId" from catalogue_records t where t.id = any (${ids}::uuid[]) order by t.id for update`,
      )
      for (const { dispatchId } of locked) if (dispatchId) dispatched.add(dispatchId)
      const moving = locked
        .map(({ id, status: from, title }) => ({ id, organisationId, title, from, to: to.get(id) ?? from }))
        .filter((lot) => lot.from !== lot.to)
      for (const [target, records] of Map.groupBy(moving, (lot) => lot.to)) {
        const moved = await systemSteps({ tx, kind, records, to: target, batch: batchOfHour(kind.flow.kind) })
        if (moved.length < records.length) throw new Error('lots moved under their lock')
      }
    })
  await keepSold({ tx, actor, ids: [...dispatched].toSorted() })
}
