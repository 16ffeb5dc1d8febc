import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit, type AuditEntry } from './audit.ts'
import type { House } from '../house.ts'
import { insideWallOf, scopeOf } from '../scope.ts'

/** Writes who exports or downloads something, in a transaction of its own before the first byte leaves: in the trail of whose it is. */
export const leaveTrace = (db: House['db'], actor: Actor, entry: AuditEntry): Promise<void> =>
  db.transaction(scopeOf(actor), (tx) =>
    insideWallOf({ tx, actor, organisationId: entry.organisationId }, () => writeAudit(tx, entry)),
  )
