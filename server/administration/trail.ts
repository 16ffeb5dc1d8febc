import type { AdminSubject } from '#contract/administration/adminChanges.ts'
import type { AuditEvent } from '#contract/house/audit.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { eventColumns, shapeEvent, type StoredEvent } from '#server/kit/audit/auditRows.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'

const trailLength = 50

type Of = { kind: Extract<AdminSubject, 'user' | 'service_account'>; id: string; targetId: string }

/** The end of a trail, the oldest line first; with the changes that were requested before there was a record. */
export async function trailOf(tx: Tx, actor: Actor, { kind, id, targetId }: Of): Promise<AuditEvent[]> {
  const events = await rows(
    tx,
    sql<StoredEvent>`select ${eventColumns} from audit_events t where (t.kind = ${kind} and t.record_id = ${id})
        or (t.kind = 'admin_change' and t.record_id in (select c.id from change_requests c where c.kind = 'admin_change' and c.subject = ${kind} and c.target_id = ${targetId}))
      order by t.id desc limit ${trailLength}`,
  )
  return events.toReversed().map(shapeEvent(actor))
}
