import type { RawBuilder } from 'kysely'
import { adminChangeFlow, type AdminSubject } from '#contract/administration/adminChanges.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { changeKind } from '#server/kit/records/changeRequests.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'

export const adminChangeKind = changeKind(adminChangeFlow)

export type Values = Record<string, unknown>
export type ProposedChange = { tx: Tx; actor: Actor; targetId: string; before: Values; after: Values }

/** One thing that administration changes: how it is read, which changes of it are allowed, and what an approval does. */
export type Subject = {
  name: AdminSubject
  /** The values of a new one where none are given. */
  blank: Values
  /** The values in force, locked; null when there is nothing of this name yet. */
  read: (tx: Tx, targetId: string) => Promise<Values | null>
  /** Refuses what this administrator may neither request nor approve. Answers notes for the other one. */
  examine: (change: ProposedChange) => Promise<ChangeRequest['notes']>
  /** Makes it so. `before` and `after` are whole: the values in force, none for a new one, and those with the change. */
  apply: (change: ProposedChange & { changeId: string }) => Promise<void>
}

/**
 * Changes of administration are made one after the other: each is examined against what the one before left. Of two
 * administrators who shut each other out at once, the second is out already.
 */
export async function oneAfterTheOther(tx: Tx, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(7203851468)`.execute(tx)
  if (!(await administers(tx, actor.userId))) throw new Refused('session.suspended')
}

/** Whether a user administers, now. */
export async function administers(tx: Tx, userId: string | undefined): Promise<boolean> {
  const administrators = await rows(
    tx,
    sql`select 1 from users u join roles r on r.name = u.role_name
      where u.id = ${userId} and u.status = 'ACTIVE' and 'CAN_ADMINISTER' = any (r.permissions)`,
  )
  return administrators.length > 0
}

/** Whether a change of a target, named by an expression over `t`, waits for a decision. */
export const changeWaits = (subject: AdminSubject, targetId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from change_requests c where c.kind = 'admin_change' and c.subject = ${sql.lit(subject)} and c.target_id = ${targetId} and c.status = 'PENDING_APPROVAL')`
