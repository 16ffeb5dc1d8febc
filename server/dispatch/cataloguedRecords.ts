import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemSteps } from '#server/kit/records/takeStep.ts'
import { insideWallOf } from '#server/kit/scope.ts'
import { dispatchRecordKind as kind } from './dispatchKinds.ts'

type Named = { tx: Tx; actor: Actor; id: string }
type Many = Omit<Named, 'id'> & { ids: readonly string[] }

/**
 * Locks dispatch records that lots are about to take their coffee from, or to free: until the transaction ends none of their files is
 * dropped, and no other lot takes the same coffee. Answers those that are there; the actor stands inside the wall of one whom they name.
 */
export async function lockDispatched(many: Many): Promise<ReadonlySet<string>> {
  const locked = new Set<string>()
  await insideTheirWalls(many, async (own) => {
    const found = await rows(
      many.tx,
      sql<{
        id: string
      }>`select id from dispatch_records where id = any (${own}::uuid[]) order by id for update`,
    )
    for (const { id } of found) locked.add(id)
  })
  return locked
}

/** Works with dispatch records inside the walls of their owners, one after the other, in one order for everybody. */
async function insideTheirWalls(
  { tx, actor, ids }: Many,
  work: (own: readonly string[]) => Promise<unknown>,
): Promise<void> {
  if (ids.length === 0) return
  const owners = await rows(
    tx,
    sql<{
      organisationId: string
      own: string[]
    }>`select organisation_id as "organisationId", array_agg(id order by id) as own from dispatch_records where id = any (${ids}::uuid[]) group by 1 order by 1`,
  )
  for (const { organisationId, own } of owners) await insideWallOf({ tx, actor, organisationId }, () => work(own))
}

type Dispatched = { organisationId: string; title: string }

/** Says of locked dispatch records that a lot of each stands in the catalogue of a sale, in the order in which they are named. */
export const keepCatalogued = (many: Many): Promise<void> => move(many, 'APPROVED', 'CATALOGUED')

/** Says of a locked dispatch record that no lot of it stands in a catalogue any more. */
export const keepFree = ({ id, ...named }: Named): Promise<void> =>
  move({ ...named, ids: [id] }, 'CATALOGUED', 'APPROVED')

const move = (many: Many, from: string, to: string): Promise<void> =>
  insideTheirWalls(many, async (own) => {
    const { tx } = many
    const found = await rows(
      tx,
      sql<
        Dispatched & { id: string; from: string }
      >`select t.id, t.organisation_id as "organisationId", ${kind.title} as title, ${from} as "from"
        from dispatch_records t join unnest(${many.ids}::uuid[]) with ordinality as named (id, place) on named.id = t.id
        where t.id = any (${own}::uuid[]) order by named.place`,
    )
    await systemSteps({ tx, kind, records: found, to, batch: batchOfHour(kind.flow.kind) })
  })

type Standing = Dispatched & { id: string; from: string; to: string }

/**
 * Lets dispatch records follow what the auction gave for their lots: sold as soon as one of them is, free again once none stands in a
 * catalogue any more. What is paid stays as it is.
 */
export const keepSold = (many: Many): Promise<void> =>
  insideTheirWalls(many, async (own) => {
    const { tx } = many
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
