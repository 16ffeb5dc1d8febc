import type { RawBuilder } from 'kysely'
import type { Actor } from '#contract/house/permissions.ts'
import { one, rows, sql, type Tx } from '../db.ts'
import { waitingCondition } from './listPage.ts'
import { barredFrom, type RecordKind } from './recordKind.ts'

/** How much there is to do for a user at a screen that is no list of records. */
export type Work = { screen: string; count: (tx: Tx, actor: Actor) => Promise<number> }

/** The rows `t` of a kind that this user could decide, as what follows `from`. */
const rowsWaiting = (kind: RecordKind, actor: Actor) =>
  sql`${sql.table(kind.table)} t where ${kind.where} and ${waitingCondition(kind, actor)}`

/** Everything of every kind that this user could decide, as one table `t`. */
export function waitingFor(kinds: readonly RecordKind[], actor: Actor): RawBuilder<unknown> {
  const parts = kinds.map(
    (kind) => sql`
    select t.id, ${kind.flow.kind} as kind, ${kind.title} as title, ${kind.atStake} as amount, t.organisation_id, t.made_by, t.created_at, t.status, t.version, ${barredFrom(kind)} as makers
    from ${rowsWaiting(kind, actor)}`,
  )
  return sql`(${sql.join(parts, sql` union all `)}) t`
}

/** Those of the kinds of which anything waits for this user. */
export async function kindsWaiting(tx: Tx, kinds: readonly RecordKind[], actor: Actor): Promise<RecordKind[]> {
  const questions = kinds.map((kind) => sql`exists (select from ${rowsWaiting(kind, actor)})`)
  const { wait } = await one(tx, sql<{ wait: boolean[] }>`select array[${sql.join(questions)}]::boolean[] as wait`)
  return kinds.filter((_, place) => wait[place])
}

/** How many records of a kind wait, and how many of them came after a moment. */
type Waiting = { kind: string; total: number; fresh: number }

/**
 * Counts what waits for a user by kind. What was made after the moment is new; so is what was made before and came back after
 * it, such as a draft that was sent only now.
 */
export async function countWaiting(
  tx: Tx,
  kinds: readonly RecordKind[],
  actor: Actor,
  seenAt: Date | null,
): Promise<Waiting[]> {
  const parts = kinds.map(
    (kind) => sql`
    select ${kind.flow.kind}::text as kind, count(*)::int as total, count(*) filter (where ${isFresh(kind, seenAt)})::int as fresh
    from ${rowsWaiting(kind, actor)}`,
  )
  return rows(tx, sql<Waiting>`select kind, total, fresh from (${sql.join(parts, sql` union all `)}) c where total > 0`)
}

const isFresh = ({ flow }: RecordKind, seenAt: Date | null): RawBuilder<unknown> =>
  seenAt === null
    ? sql`true`
    : sql`t.created_at > ${seenAt} or (t.version > 1 and exists (
        select 1 from audit_events e where e.kind = ${flow.kind} and e.record_id = t.id and e.at > ${seenAt} and e.to_status = t.status and e.from_status <> t.status))`
