import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit, type Changes } from '../audit/audit.ts'
import { now } from '../clock.ts'
import { isPgError, savepoint, sql, type Tx } from '../db.ts'
import { newId } from '../ids.ts'
import { Refused } from '../refused.ts'
import type { RecordKind } from './recordKind.ts'

type NewRecord = {
  tx: Tx
  actor: Actor
  kind: RecordKind
  /** Whose record it is, where it is not the actor's organisation. */
  organisationId?: string
  /** What people call it, in the trail. */
  title: string
  /** The columns that only this kind has. */
  values: Readonly<Record<string, unknown>>
  /** How the unique indexes begin that allow one open record of its sort: another is refused with change.open. */
  once?: string
  comment?: string | undefined
  changes?: Changes
  request: { id: string }
}

/** Enters a record in the first state of its workflow, made by the actor, with its line in the trail. Answers its id. */
export async function enterRecord(record: NewRecord): Promise<string> {
  const { tx, actor, kind, title, values, once, comment, changes, request } = record
  const { organisationId = actor.organisationId } = record
  const id = newId()
  const [status = ''] = kind.flow.initial
  const own = Object.entries(values)
  try {
    await savepoint(tx, () =>
      sql`insert into ${sql.table(kind.table)} (id, organisation_id, status, makers, made_by, created_at, ${sql.join(own.map(([column]) => sql.ref(column)))})
        values (${id}, ${organisationId}, ${status}, array[${actor.userId}]::uuid[], ${actor.userId}, ${now()}, ${sql.join(own.map(([, value]) => value))})`.execute(
        tx,
      ),
    )
  } catch (error) {
    if (once && isPgError(error) && error.constraint?.startsWith(once)) throw new Refused('change.open')
    throw error
  }
  await writeAudit(tx, {
    by: actor,
    organisationId,
    kind: kind.flow.kind,
    recordId: id,
    title,
    action: 'propose',
    to: status,
    comment: comment || null,
    ...(changes ? { changes } : {}),
    requestId: request.id,
  })
  return id
}
