import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemStep, systemSteps } from '#server/kit/records/takeStep.ts'
import { insideWallOf } from '#server/kit/scope.ts'
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

type Standing = Dispatched & { id: string; from: string; to: string }

/**
 * Lets dispatch records follow what the auction gave for their lots: sold as soon as one of them is, free again once none stands in a
 * catalogue any more. What is paid stays as it is.
 */
export async function keepSold({ tx, actor, ids }: Omit<Named, 'id'> & { ids: readonly string[] }): Promise<void> {
  const owners = await rows(
    tx,
    sql<{
      organisationId: string
      own: string[]
    }>`select organisation_id as "organisationId", array_agg(id order by id) as own from dispatch_records where id = any (${ids}::uuid[]) group by 1 order by 1`,
  )
  for (const { organisationId, own } of owners)
    await insideWallOf({ tx, actor, organisationId }, async () => {
      await rows(tx, sql`select from dispatch_records where id = any (${own}::uuid[]) order by id for update`)
      const standing = await rows(
        tx,
        sql<Standing>`select t.id, t.organisation_id as "organisationId", ${kind.title} as title, t.status as "from",
            case when bool_or(c.status = 'SOLD') then 'PENDING_PAYMENT' when bool_or(c.status = 'APPROVED') then 'CATALOGUED' else 'APPROVED' end as "to"
          from dispatch_records t left join catalogue_records c on c.dispatch_record_id = t.id
          where t.id = any (${own}::uuid[]) and t.status in ('APPROVED', 'CATALOGUED', 'PENDING_PAYMENT') group by t.id order by t.id`,
      )
      for (const [to, records] of Map.groupBy(standing, (record) => record.to))
        await systemSteps({
          tx,
          kind,
          records: records.filter(({ from }) => from !== to),
          to,
          batch: batchOfHour(kind.flow.kind),
        })
    })
}
