import { commentTexts, neverMay, refusal, type Step } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit, type Changes } from '../audit/audit.ts'
import { now } from '../clock.ts'
import { isPgError, rows, sql, type Tx } from '../db.ts'
import { newId } from '../ids.ts'
import { tellMakers } from './notify.ts'
import { visibleTo, type RecordKind } from './recordKind.ts'
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
type Decided = Locked & { comment: string | null }

/** What an effect answers: the state when the step has several, and what it changed for the audit trail. */
export type Effect = (record: Decided) => Promise<{ to?: string; changes?: Changes } | void>

/** What a step must know of the request that takes it. */
export type StepRequest = Pick<RequestFacts, 'id' | 'comment'>

type Ask = {
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
export async function takeStep(ask: Ask): Promise<{ id: string; from: string; to: string }> {
  const { tx, actor, kind } = ask
  const step: Step | undefined = kind.flow.steps[ask.step]
  if (!step) throw new Refused('step.wrong_state')
  const { lastComment, ...record } = await lockWithComment(ask)
  await mayTake(ask, step, record)
  const comment = await newComment(ask, record, lastComment)
  const isUnexplained = step.comment === 'required' && !comment
  if (isUnexplained && !ask.request.comment?.noRoomFor?.includes(kind.flow.kind)) mustSayWhy(step, ask)
  const outcome = (await ask.effect?.({ ...record, comment })) ?? {}
  const to = outcome.to ?? step.to[0]
  if (!to || !step.to.includes(to)) throw new Error(`${kind.flow.kind}: ${ask.step} may not lead to ${String(to)}`)
  await write({ ask, record, to, decides: step.who === 'other', comment })
  await writeAudit(tx, {
    by: actor,
    organisationId: record.organisationId,
    kind: kind.flow.kind,
    recordId: record.id,
    title: record.title,
    action: ask.step,
    from: record.status,
    to,
    comment,
    changes: { ...outcome.changes, ...(isUnexplained ? { reason: { before: null, after: commentTexts.none } } : {}) },
    requestId: ask.request.id,
  })
  if (step.who === 'other')
    await tellMakers(tx, {
      makers: record.makers,
      by: actor,
      batch: ask.request.id,
      kind: kind.flow.kind,
      recordId: record.id,
      title: record.title,
      to,
      comment,
    })
  return { id: record.id, from: record.status, to }
}

/** Refuses a step that wants a comment and is given none, beside the field of the call. */
export function mustSayWhy(step: Step, { comment, request }: { comment?: string | undefined; request: StepRequest }) {
  if (step.comment !== 'required') return
  const message = comment?.trim() ? commentTexts.notNew : (step.commentMissing ?? commentTexts.missing)
  const fields = { [request.comment?.field ?? 'approverComment']: message }
  throw new Refused('step.comment_required', { message, details: { fields } })
}

/** Refuses, in this order: who never may, a record that has moved on, who made it, one that was changed, and whose turn it is not. */
async function mayTake(ask: Ask, step: Step, record: Locked): Promise<void> {
  const never = neverMay(step, ask.actor)
  if (never) throw new Refused(never)
  const code = refusal(step, record, ask.actor)
  if (code === 'step.wrong_state' || (code && (await wasTheirTurn(ask, step))))
    throw new Refused('step.wrong_state', await whatHappened(ask, record))
  // Also of a record that they have changed since: to open it again would lead them nowhere.
  if (code === 'own_submission') throw new Refused(code)
  if (ask.version !== undefined && ask.version !== record.version)
    throw new Refused('record.changed', await whatHappened(ask, record, 'Changed after you opened it'))
  if (code) throw new Refused(code)
}

/** Whether the record came to its present stage out of one where the actor could have decided: they are late, not in the wrong place. */
async function wasTheirTurn({ tx, actor, kind, id }: Ask, step: Step): Promise<boolean> {
  const theirs = step.from.filter((status) => refusal(step, { status, makers: [] }, actor) === null)
  const [last] = await rows(
    tx,
    sql<{ from: string | null }>`select from_status as "from" from audit_events
      where kind = ${kind.flow.kind} and record_id = ${id} and from_status <> to_status order by id desc limit 1`,
  )
  return theirs.some((status) => status === last?.from)
}

/**
 * What the decider wrote. Whole records are posted back with the comment of an earlier decision, and those are the words of
 * somebody else: only another text than the record carried is a comment on this step.
 */
async function newComment(ask: Ask, { id }: Locked, lastComment: string | null): Promise<string | null> {
  const { tx, kind, version } = ask
  const comment = ask.comment?.trim()
  if (!comment || comment === lastComment) return null
  if (version !== undefined) return comment
  // Who names no version may have read the record before any of its decisions.
  const known = await rows(
    tx,
    sql`select from audit_events where kind = ${kind.flow.kind} and record_id = ${id} and comment = ${comment} limit 1`,
  )
  return known.length > 0 ? null : comment
}

/** Locks a record the user may see; somebody else's is "not found". */
export async function lockRecord(ask: Pick<Ask, 'tx' | 'actor' | 'kind' | 'id'>): Promise<Locked> {
  const { lastComment: _lastComment, ...record } = await lockWithComment(ask)
  return record
}

async function lockWithComment({ tx, actor, kind, id }: Pick<Ask, 'tx' | 'actor' | 'kind' | 'id'>) {
  const [record] = await rows(
    tx,
    sql<
      Locked & { lastComment: string | null }
    >`select t.id, t.organisation_id as "organisationId", t.status, t.version, t.makers, ${kind.title} as title, t.decision_comment as "lastComment"
      from ${sql.table(kind.table)} t where t.id = ${id} and ${visibleTo(kind, actor)} for update`,
  )
  if (!record) throw new Refused('record.not_found')
  return record
}

/** Counts an edit by a maker: the version rises, the editor becomes a maker, the trail says what changed. */
export async function noteEdit(ask: {
  tx: Tx
  actor: Actor
  kind: RecordKind
  record: Locked
  action: string
  changes: Changes
  requestId: string
}): Promise<number> {
  const { tx, actor, kind, record } = ask
  const version = record.version + 1
  await sql`update ${sql.table(kind.table)} set version = ${version}, makers = case when ${actor.userId} = any (makers) then makers else array_append(makers, ${actor.userId}::uuid) end where id = ${record.id}`.execute(
    tx,
  )
  await writeAudit(tx, {
    by: actor,
    organisationId: record.organisationId,
    kind: kind.flow.kind,
    recordId: record.id,
    title: record.title,
    action: ask.action,
    from: record.status,
    to: record.status,
    changes: ask.changes,
    requestId: ask.requestId,
  })
  return version
}

/** A change of state that the system makes by itself, declared in the workflow. Answers false when the record was elsewhere already. */
export async function systemStep(ask: {
  tx: Tx
  kind: RecordKind
  id: string
  organisationId: string
  from: string
  to: string
  title: string
  changes?: Changes
  /** Several records that are told of in one line; each on its own when left out. */
  batch?: string
}): Promise<boolean> {
  const { tx, kind, from, to } = ask
  if (from !== to && !kind.flow.system?.some((move) => move.from === from && move.to === to))
    throw new Error(`${kind.flow.kind}: no system step from ${from} to ${to}`)
  const [moved] = await rows(
    tx,
    sql<{
      makers: string[]
    }>`update ${sql.table(kind.table)} set status = ${to}, version = version + 1 where id = ${ask.id} and status = ${from} returning makers`,
  )
  if (!moved) return false
  await writeAudit(tx, {
    by: { system: 'Kahawa', organisationId: ask.organisationId },
    organisationId: ask.organisationId,
    kind: kind.flow.kind,
    recordId: ask.id,
    title: ask.title,
    action: 'system',
    from,
    to,
    changes: ask.changes ?? {},
  })
  // The end of a check is announced where the maker waits for it; what comes later has to be told.
  if (from !== to && !kind.flow.states[from]?.makerOnly)
    await tellMakers(tx, {
      makers: moved.makers,
      by: null,
      batch: ask.batch ?? newId(),
      kind: kind.flow.kind,
      recordId: ask.id,
      title: ask.title,
      to,
      comment: null,
    })
  return true
}

async function write({
  ask,
  record,
  to,
  decides,
  comment,
}: {
  ask: Ask
  record: Locked
  to: string
  decides: boolean
  comment: string | null
}): Promise<void> {
  const decision = decides
    ? sql`, decided_by = ${ask.actor.userId}, decided_at = ${now()}, decision_comment = ${comment}`
    : sql``
  try {
    await sql`update ${sql.table(ask.kind.table)} set status = ${to}, version = version + 1 ${decision} where id = ${record.id}`.execute(
      ask.tx,
    )
  } catch (error) {
    // The wall below the rule: should the rule ever fail, the database still knows maker from checker.
    if (isPgError(error) && error.constraint === 'maker_is_not_checker') throw new Refused('own_submission')
    throw error
  }
}

/** Who moved the record on, when and where to: the answer to a late decision. */
async function whatHappened(
  { tx, kind }: Ask,
  record: Locked,
  what = `Already ${lowerFirst(kind.flow.states[record.status]?.label ?? record.status)}`,
): Promise<{ message: string; details: Record<string, unknown> }> {
  const [last] = await rows(
    tx,
    sql<{
      by: string
      at: Date
      to: string | null
      changes: unknown
    }>`select actor_name as by, at, to_status as to, changes from audit_events
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
const nairobiTime = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', dateStyle: 'medium', timeStyle: 'short' }).format(at)
