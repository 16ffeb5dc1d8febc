import type { AuditEvent } from '#contract/house/audit.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '../db.ts'
import { personal } from '../scope.ts'

/** A line of the audit trail as the database holds it. */
export type StoredEvent = Omit<AuditEvent, 'at'> & { at: Date }

/** The columns of a line, over audit_events as `t`. */
export const eventColumns = sql<StoredEvent>`t.id, t.at, t.action, t.kind, t.record_id as "recordId", t.title, t.actor_name as by, t.actor_role as role,
  t.actor_organisation as "organisationName", t.from_status as "from", t.to_status as "to", t.comment, t.changes`

/** Who may not see personal data does not see it in the history either: long numbers are IDs, mobiles and accounts. */
const hideNumbers = (actor: Actor, changes: AuditEvent['changes']): AuditEvent['changes'] => {
  if (actor.permissions.has('CAN_VIEW_PERSONAL_DATA')) return changes
  const hidden = (value: unknown): unknown =>
    typeof value === 'string' && /\d{5}/.test(value) ? personal(actor, value) : value
  return Object.fromEntries(
    Object.entries(changes).map(([key, { before, after }]) => [key, { before: hidden(before), after: hidden(after) }]),
  )
}

/** A line of the trail on the wire. */
export const shapeEvent =
  (actor: Actor) =>
  (stored: StoredEvent): AuditEvent => ({
    ...stored,
    at: stored.at.toISOString(),
    changes: hideNumbers(actor, stored.changes),
  })
