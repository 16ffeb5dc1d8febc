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

const actorOf = (by: By) =>
  'userId' in by
    ? { id: by.userId, name: by.fullName, role: by.role, organisation: by.organisationName }
    : { id: null, name: by.system, role: 'SYSTEM', organisation: '' }

/** Writes the one audit row of a change, in the transaction of the change. */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const actor = actorOf(entry.by)
  await sql`insert into audit_events (id, at, organisation_id, actor_id, actor_name, actor_role, actor_organisation, kind, record_id, title, action, from_status, to_status, comment, changes, request_id)
    values (${newId()}, ${now()}, ${entry.organisationId}, ${actor.id}, ${actor.name}, ${actor.role}, ${actor.organisation}, ${entry.kind}, ${entry.recordId}, ${entry.title},
      ${entry.action}, ${entry.from ?? null}, ${entry.to ?? null}, ${entry.comment ?? null}, ${JSON.stringify(entry.changes ?? {})}, ${entry.requestId ?? null})`.execute(
    tx,
  )
}

type AuditedMany = Pick<AuditEntry, 'by' | 'organisationId' | 'kind' | 'action' | 'comment' | 'requestId'> & {
  records: readonly (Pick<AuditEntry, 'title' | 'from' | 'to' | 'changes' | 'comment'> & {
    id: string
    /** Where they are of several. */
    organisationId?: string
  })[]
}

/** The same for many records that one decision has changed: a row for each, by one statement. */
export async function writeAudits(tx: Tx, { records, ...entry }: AuditedMany): Promise<void> {
  if (records.length === 0) return
  const actor = actorOf(entry.by)
  const lines = records.map(({ id, organisationId, title, from, to, comment, changes }) => ({
    id: newId(),
    organisation: organisationId ?? entry.organisationId,
    record: id,
    title,
    from: from ?? null,
    to: to ?? null,
    comment: comment ?? entry.comment ?? null,
    changes: changes ?? {},
  }))
  await sql`insert into audit_events (id, at, organisation_id, actor_id, actor_name, actor_role, actor_organisation, kind, record_id, title, action, from_status, to_status, comment, changes, request_id)
    select l.id, ${now()}, l.organisation, ${actor.id}, ${actor.name}, ${actor.role}, ${actor.organisation}, ${entry.kind}, l.record, l.title,
      ${entry.action}, l."from", l."to", l.comment, l.changes, ${entry.requestId ?? null}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (id uuid, organisation uuid, record uuid, title text, "from" text, "to" text, comment text, changes jsonb)`.execute(
    tx,
  )
}
