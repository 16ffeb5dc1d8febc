import type { Actor } from '#contract/house/permissions.ts'
import { now } from '../clock.ts'
import { sql, type Tx } from '../db.ts'
import { newId } from '../ids.ts'

/** Who acts: a user, or the system in the name of the decision that set it to work. */
export type By = Actor | { system: string; organisationId: string }

export type Changes = Record<string, { before: unknown; after: unknown }>
export type AuditEntry = {
  by: By
  organisationId: string
  kind: string
  recordId: string
  title: string
  action: string
  from?: string | null
  to?: string | null
  comment?: string | null
  changes?: Changes
  requestId?: string
}

/** Writes the one audit row of a change, in the transaction of the change. */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { by } = entry
  const actor =
    'userId' in by
      ? { id: by.userId, name: by.fullName, role: by.role, organisation: by.organisationName }
      : { id: null, name: by.system, role: 'SYSTEM', organisation: '' }
  await sql`insert into audit_events (id, at, organisation_id, actor_id, actor_name, actor_role, actor_organisation, kind, record_id, title, action, from_status, to_status, comment, changes, request_id)
    values (${newId()}, ${now()}, ${entry.organisationId}, ${actor.id}, ${actor.name}, ${actor.role}, ${actor.organisation}, ${entry.kind}, ${entry.recordId}, ${entry.title},
      ${entry.action}, ${entry.from ?? null}, ${entry.to ?? null}, ${entry.comment ?? null}, ${JSON.stringify(entry.changes ?? {})}, ${entry.requestId ?? null})`.execute(
    tx,
  )
}
