import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '../db.ts'
import { Refused } from '../refused.ts'
import { insideWallOf } from '../scope.ts'
import { visibleTo, type RecordKind } from './recordKind.ts'

/**
 * Works inside the wall of the organisation whose record it is: an organisation that the record names has found it through its own
 * door. Throws `record.not_found` to everybody else.
 */
export async function insideOwnersWall<Result>(
  { tx, actor, kind, id }: { tx: Tx; actor: Actor; kind: RecordKind; id: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const [record] = await rows(
    tx,
    sql<{
      owner: string
    }>`select t.organisation_id as owner from ${sql.table(kind.table)} t where t.id = ${id} and ${visibleTo(kind, actor)}`,
  )
  if (!record) throw new Refused('record.not_found')
  return insideWallOf({ tx, actor, organisationId: record.owner }, work)
}
