import type { RawBuilder } from 'kysely'
import type { Workflow } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '../db.ts'

/**
 * Where the records of a workflow live. The table has the columns id, organisation_id, status, version, makers, made_by,
 * decided_by, decided_at, decision_comment and created_at; everything that decides, lists or audits finds them here.
 */
export type RecordKind = {
  flow: Workflow
  /** Table name, as in the migration. */
  table: string
  /** Condition that picks this kind's rows of the table `t`. */
  where: RawBuilder<boolean>
  /** Title of a record, over the table `t`. */
  title: RawBuilder<string>
  /** What is at stake in the inbox, over the table `t`: '312 farmers'. */
  atStake: RawBuilder<string>
  /** Over the table `t`: the records that wait for this user among those that the steps allow; all of them when left out. */
  decidedBy?: (actor: Actor) => RawBuilder<boolean>
  /** Over the table `t`: who may not decide as it stands besides its makers, such as who has taken the step before. */
  barred?: RawBuilder<string[]>
  /** Of very many records: the table that counts the waiting ones behind them, by `organisation_id` and `day`, in `waiting`. */
  waitingByDay?: string
  /** Over the table `t`: the organisations besides the record's own whose users decide on it. */
  decidedAt?: RawBuilder<string[]>
  /** Whoever its steps allow decides on it, of whatever organisation: the wall shows them what waits. */
  decidedAnywhere?: true
}

export const recordKind = (declared: RecordKind): RecordKind => declared

/** Over the table `t`: everybody whom the rule of the maker keeps from deciding. */
export const barredFrom = ({ barred }: RecordKind): RawBuilder<string[]> =>
  barred ? sql<string[]>`(t.makers || ${barred})` : sql<string[]>`t.makers`

/** The makers of a record, whom a user joins who changes it: each stands there once. */
export const makersWith = (userId: string): RawBuilder<string[]> =>
  sql<string[]>`case when ${userId}::uuid = any (makers) then makers else array_append(makers, ${userId}::uuid) end`

/** Drafts are seen by their maker only. */
export function visibleTo(kind: RecordKind, actor: Actor): RawBuilder<boolean> {
  const hidden = Object.entries(kind.flow.states)
    .filter(([, state]) => state.makerOnly)
    .map(([name]) => name)
  return hidden.length === 0
    ? kind.where
    : sql<boolean>`(${kind.where} and (not t.status = any (${hidden}) or t.made_by = ${actor.userId}))`
}
