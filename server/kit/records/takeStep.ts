import { commentTexts, neverMay, refusal, type Step } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit, writeAudits, type Changes } from '../audit/audit.ts'
import { nairobiTime, now } from '../clock.ts'
import { isPgError, rows, sql, together, type Tx } from '../db.ts'
import { newId } from '../ids.ts'
import { notifyMakers, notifyTogether } from './notify.ts'
import { oneOf } from './pageRows.ts'
import { barredFrom, makersWith, visibleTo, type RecordKind } from './recordKind.ts'
import { Refused } from '../refused.ts'
import type { RequestFacts } from '../web/serve.ts'

/** A record under its lock. */
export type Locked = {
  id: string
  organisationId: string
  status: string
  version: number
  makers: string[]
  title: string
}

/** A record that is being decided, and what the decider wrote, if anything. */
export type Decided = Locked & { comment: string | null }

/** What an effect answers: the state when the step has several, and what it changed for the audit trail. */
export type Effect = (record: Decided) => Promise<{ to?: string; changes?: Changes } | void>

/** What a step must know of the request that takes it. */
export type StepRequest = Pick<RequestFacts, 'id' | 'comment' | 'isWritten'>

type StepInput = {
  tx: Tx
  actor: Actor
  kind: RecordKind
  step: string
  id: string
  version?: number | undefined
  comment?: string | undefined
  request: StepRequest
  effect?: Effect
}

/**
 * The only way a record changes state by a person: lock, refuse or write, decision, audit and effect in one transaction.
 * Answers the state it came to. Throws Refused; a second decision learns who decided first and when.
 */
export async function takeStep(input: StepInput): Promise<{ id: string; from: string; to: string }> {
  const { tx, actor, kind } = input
  const step: Step | undefined = kind.flow.steps[input.step]
  if (!step) throw new Refused('step.wrong_state')
  const { lastComment, barred, ...record } = await lockOne(input)
  await refuseStep(input, step, record, barred)
  const known = await knownComments(tx, kind, [input], input.request)
  const comment = newComment(input, lastComment, known, input.request)
  const reason = mustExplain(input, step, comment)
  const outcome = (await input.effect?.({ ...record, comment })) ?? {}
  const to = outcome.to ?? step.to[0]
  if (!to || !step.to.includes(to)) throw new Error(`${kind.flow.kind}: ${input.step} may not lead to ${String(to)}`)
  const written = writeStep({ tx, actor, kind, records: [{ ...record, comment }], to, decides: step.who === 'other' })
  const traced = writeAudit(tx, {
    by: actor,
    ...subjectOf(kind, record),
    action: input.step,
    from: record.status,
    to,
    comment,
    changes: { ...outcome.changes, ...reason },
    requestId: input.request.id,
  })
  const told =
    step.who === 'other' &&
    notifyMakers(tx, {
      makers: record.makers,
      by: actor,
      batch: input.request.id,
      ...subjectOf(kind, record),
      to,
      comment,
    })
  await together([written, traced, told])
  return { id: record.id, from: record.status, to }
}

/** A record as the trail and its notifications name it. */
export const subjectOf = (
  { flow }: RecordKind,
  { id, organisationId, title }: Pick<Locked, 'id' | 'organisationId' | 'title'>,
) => ({
  organisationId,
  kind: flow.kind,
  recordId: id,
  title,
})

/** Refuses a step that requires a comment and has none, beside the field of the call. */
export function mustGiveReason(
  step: Step,
  { comment, request }: { comment?: string | undefined; request: StepRequest },
) {
  if (step.comment !== 'required') return
  const message = comment?.trim() ? commentTexts.notNew : (step.commentMissing ?? commentTexts.missing)
  const fields = { [request.comment?.field ?? 'approverComment']: message }
  throw new Refused('step.comment_required', { message, details: { fields } })
}

/** Refuses a step without the reason that it requires. Answers what the trail says where the call had no room for one. */
export function mustExplain(input: StepInput, step: Step, comment: string | null): Changes {
  if (step.comment !== 'required' || comment) return {}
  if (!input.request.comment?.noRoomFor?.includes(input.kind.flow.kind)) mustGiveReason(step, input)
  return { reason: { before: null, after: commentTexts.none } }
}

/** Refuses, in this order: who never may, a record that has moved on, who made it, one that was changed, and whose turn it is not. */
export async function refuseStep(
  input: Omit<StepInput, 'effect'>,
  step: Step,
  record: Locked,
  barred: string[],
): Promise<void> {
  const never = neverMay(step, input.actor)
  if (never) throw new Refused(never)
  const code = refusal(step, { status: record.status, makers: barred }, input.actor)
  // Also of a record that they have changed since: to open it again would lead them nowhere.
  if (code === 'own_submission') throw new Refused(code)
  if (code === 'step.wrong_state' || (code && (await couldDecideBefore(input, step))))
    throw new Refused('step.wrong_state', await whyNotNow(input, step, record))
  if (input.version !== undefined && input.version !== record.version)
    throw new Refused('record.changed', await lastChange(input, record, 'Changed after you opened it'))
  if (code) throw new Refused(code)
}

/** A record that has not come so far says what it waits for; one that has gone on, who took it on. */
async function whyNotNow(input: StepInput, step: Step, record: Locked) {
  const late = await lastChange(input, record)
  const message = step.notYetIn?.[record.status]
  return message ? { ...late, message } : late
}

/** Whether the record came to its present stage out of one where the actor could have decided: they are late, not in the wrong place. */
async function couldDecideBefore({ tx, actor, kind, id }: StepInput, step: Step): Promise<boolean> {
  const theirs = step.from.filter((status) => refusal(step, { status, makers: [] }, actor) === null)
  const [last] = await rows(
    tx,
    sql<{ from: string | null }>`select from_status as "from" from audit_events
      where kind = ${kind.flow.kind} and record_id = ${id} and from_status <> to_status order by id desc limit 1`,
  )
  return theirs.some((status) => status === last?.from)
}

type Commented = Pick<StepInput, 'id' | 'version' | 'comment'>

/**
 * What the decider wrote. Whole records are posted back with the comment of an earlier decision, and those are the words of
 * somebody else: only another text than the record carried is a comment on this step. Of a call that was written for its decision
 * every comment is, also the very words of an earlier one.
 */
export function newComment(
  { id, comment }: Commented,
  last: string | null,
  known: ReadonlySet<string>,
  { isWritten }: StepRequest,
): string | null {
  const written = comment?.trim()
  if (!written) return null
  return !isWritten && (written === last || known.has(id)) ? null : written
}

/** The records of which somebody has said the same before. Who names no version may have read one before any of its decisions. */
export async function knownComments(
  tx: Tx,
  { flow }: RecordKind,
  decisions: readonly Commented[],
  { isWritten }: StepRequest,
): Promise<ReadonlySet<string>> {
  const unsure = decisions.filter(({ version, comment }) => version === undefined && comment?.trim())
  if (isWritten || unsure.length === 0) return new Set()
  const said = await rows(
    tx,
    sql<{
      id: string
    }>`select g.id from unnest(${unsure.map(({ id }) => id)}::uuid[], ${unsure.map(({ comment }) => comment?.trim())}::text[]) as g (id, comment)
      where exists (select from audit_events e where e.kind = ${flow.kind} and e.record_id = g.id and e.comment = g.comment)`,
  )
  return new Set(said.map(({ id }) => id))
}

/** Locks a record the user may see; somebody else's is "not found". */
export async function lockRecord(input: Pick<StepInput, 'tx' | 'actor' | 'kind' | 'id'>): Promise<Locked> {
  const { lastComment: _lastComment, barred: _barred, ...record } = await lockOne(input)
  return record
}

async function lockOne({ id, ...input }: Pick<StepInput, 'tx' | 'actor' | 'kind' | 'id'>) {
  const [record] = await lockAll({ ...input, ids: [id] })
  if (!record) throw new Refused('record.not_found')
  return record
}

type Locking = Pick<StepInput, 'tx' | 'actor' | 'kind'> & { ids: readonly string[] }

/** The same of many, in the order of their ids, with what decides whether a step may be taken; those that the user may not see are missing. */
export const lockAll = ({ tx, actor, kind, ids }: Locking) =>
  rows(
    tx,
    sql<Locked & { lastComment: string | null; barred: string[] }>`
      select t.id, t.organisation_id as "organisationId", t.status, t.version, t.makers, ${kind.title} as title, t.decision_comment as "lastComment", ${barredFrom(kind)} as barred
      from ${sql.table(kind.table)} t where ${oneOf(sql`t.id`, ids)} and ${visibleTo(kind, actor)} ${ids.length === 1 ? sql`` : sql`order by t.id`} for update`,
  )

/** Counts an edit by a maker: the version rises, the editor becomes a maker, the trail says what changed. */
export async function noteEdit(input: {
  tx: Tx
  actor: Actor
  kind: RecordKind
  record: Locked
  action: string
  changes: Changes
  requestId: string
}): Promise<number> {
  const { tx, actor, kind, record } = input
  const version = record.version + 1
  await sql`update ${sql.table(kind.table)} set version = ${version}, makers = ${makersWith(actor.userId)} where id = ${record.id}`.execute(
    tx,
  )
  await writeAudit(tx, {
    by: actor,
    ...subjectOf(kind, record),
    action: input.action,
    from: record.status,
    to: record.status,
    changes: input.changes,
    requestId: input.requestId,
  })
  return version
}

/** A record that the system moves on, from the state in which it was found. */
type Moving = { id: string; organisationId: string; from: string; title: string; changes?: Changes }
type Batch = {
  tx: Tx
  kind: RecordKind
  to: string
  /** Several records that share one line of the notifications; each on its own when left out. */
  batch?: string | undefined
}

/** A change of state that the system makes by itself, declared in the workflow. Answers false when the record was elsewhere already. */
export async function systemStep({ tx, kind, to, batch, ...record }: Batch & Moving): Promise<boolean> {
  const moved = await systemSteps({ tx, kind, to, batch, records: [record] })
  return moved.length === 1
}

/** The same of many records, by one statement for each thing that is written. Answers the ids of those that were where they were found. */
export async function systemSteps({
  tx,
  kind,
  to,
  batch,
  records,
}: Batch & { records: readonly Moving[] }): Promise<string[]> {
  for (const from of new Set(records.map((record) => record.from)))
    if (from !== to && !kind.flow.system?.some((move) => move.from === from && move.to === to))
      throw new Error(`${kind.flow.kind}: no system step from ${from} to ${to}`)
  const [first, ...others] = records
  if (!first) return []
  const found =
    others.length === 0
      ? sql`where t.id = ${first.id} and t.status = ${first.from}`
      : sql`from unnest(${records.map(({ id }) => id)}::uuid[], ${records.map(({ from }) => from)}::text[]) as found (id, state)
          where t.id = found.id and t.status = found.state`
  const moved = await rows(
    tx,
    sql<{
      id: string
      makers: string[]
    }>`update ${sql.table(kind.table)} t set status = ${to}, version = version + 1 ${found} returning t.id, t.makers`,
  )
  const makersOf = new Map(moved.map(({ id, makers }) => [id, makers]))
  const written = records.filter(({ id }) => makersOf.has(id))
  for (const [organisationId, own] of Map.groupBy(written, (record) => record.organisationId))
    await writeAudits(tx, {
      by: { system: 'Kahawa', organisationId },
      organisationId,
      kind: kind.flow.kind,
      action: 'system',
      records: own.map((record) => ({ ...record, to })),
    })
  await notifyTogether(tx, async () => {
    for (const record of written)
      // The end of a check is announced where the maker waits for it; what comes later is notified.
      if (record.from !== to && !kind.flow.states[record.from]?.makerOnly)
        await notifyMakers(tx, {
          makers: makersOf.get(record.id) ?? [],
          by: null,
          batch: batch ?? newId(),
          ...subjectOf(kind, record),
          to,
          comment: null,
        })
  })
  return written.map(({ id }) => id)
}

type Written = Pick<StepInput, 'tx' | 'actor' | 'kind'> & { records: readonly Decided[]; to: string; decides: boolean }

/** Writes the new state of records, by one statement for each comment. */
export async function writeStep({ tx, actor, kind, records, to, decides }: Written): Promise<void> {
  const writes = [...Map.groupBy(records, ({ comment }) => comment)].map(([comment, own]) => {
    const decision = decides
      ? sql`, decided_by = ${actor.userId}, decided_at = ${now()}, decision_comment = ${comment}`
      : sql``
    const ids = own.map(({ id }) => id)
    return sql`update ${sql.table(kind.table)} set status = ${to}, version = version + 1 ${decision} where ${oneOf(sql`id`, ids)}`.execute(
      tx,
    )
  })
  try {
    await together(writes)
  } catch (error) {
    // The wall below the rule: should the rule ever fail, the database still knows maker from checker.
    if (isPgError(error) && error.constraint === 'maker_is_not_checker') throw new Refused('own_submission')
    throw error
  }
}

/** Who moved the record on, when and where to: the answer to a late decision. */
async function lastChange(
  { tx, kind }: StepInput,
  record: Locked,
  what = `Already ${lowerFirst(kind.flow.states[record.status]?.label ?? record.status)}`,
): Promise<{ message: string; details: Record<string, unknown> }> {
  const [last] = await rows(
    tx,
    sql<{ by: string; at: Date; to: string | null; changes: unknown }>`
      select actor_name as by, at, to_status as to, changes from audit_events
      where kind = ${kind.flow.kind} and record_id = ${record.id} order by actor_id is null, id desc limit 1`,
  )
  const details = {
    status: record.status,
    version: record.version,
    by: last?.by ?? null,
    at: last?.at.toISOString() ?? null,
    changes: last?.changes ?? {},
  }
  return { message: last ? `${what}: ${last.by}, ${nairobiTime(last.at)}.` : `${what}.`, details }
}

const lowerFirst = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)
