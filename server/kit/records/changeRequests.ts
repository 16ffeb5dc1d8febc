import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Changes } from '../audit/audit.ts'
import { rows, sql, type Tx } from '../db.ts'
import { decidedColumns, makerAndDecider, shapeDecided, type DecidedRow } from './decidedRow.ts'
import { enterRecord } from './enterRecord.ts'
import type { ListSource } from './listPage.ts'
import { recordKind, type RecordKind } from './recordKind.ts'
import { sqlCounted } from './sqlCounted.ts'
import { Refused } from '../refused.ts'
import type { Organisation } from '../scope.ts'

type Values = Record<string, unknown>

/** The record kind behind a workflow of change requests; all of them share one table. */
export const changeKind = (flow: Workflow): RecordKind =>
  recordKind({
    flow,
    table: 'change_requests',
    where: sql<boolean>`t.kind = ${sql.lit(flow.kind)}`,
    title: sql<string>`t.title`,
    atStake: sqlCounted(sql`(select count(*) from jsonb_object_keys(t.after))`, 'value'),
  })

/**
 * Opens a request: only the values that differ are kept. Answers its id. Throws `change.nothing` when nothing would change and
 * `change.open` when the target has an open one.
 */
export async function openChange(proposal: {
  tx: Tx
  actor: Actor
  kind: RecordKind
  subject?: string
  targetId: string
  organisationId: string
  title: string
  before: Values
  after: Values
  notes?: ChangeRequest['notes']
  reason?: string | undefined
  requestId: string
}): Promise<string> {
  const { tx, actor, kind } = proposal
  const { flow } = kind
  const differing = Object.keys(proposal.after).filter(
    (key) => JSON.stringify(proposal.before[key] ?? null) !== JSON.stringify(proposal.after[key] ?? null),
  )
  if (differing.length === 0) throw new Refused('change.nothing')
  const pick = (values: Values): Values => Object.fromEntries(differing.map((key) => [key, values[key] ?? null]))
  const [before, after] = [pick(proposal.before), pick(proposal.after)]
  return enterRecord({
    tx,
    actor,
    kind,
    organisationId: proposal.organisationId,
    title: proposal.title,
    values: {
      kind: flow.kind,
      subject: proposal.subject ?? flow.kind,
      target_id: proposal.targetId,
      title: proposal.title,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      notes: JSON.stringify(proposal.notes ?? []),
      reason: proposal.reason ?? '',
    },
    once: 'one_open_change',
    comment: proposal.reason,
    changes: changesOf(before, after),
    request: { id: proposal.requestId },
  })
}

/** Before and after of each value, as the audit trail and the decision drawer show them. */
export const changesOf = (before: Values, after: Values): Changes =>
  Object.fromEntries(Object.keys(after).map((key) => [key, { before: before[key] ?? null, after: after[key] ?? null }]))

export type StoredChange = DecidedRow & {
  id: string
  organisation_id: string
  subject: string
  target_id: string
  title: string
  organisation_name: string
  organisation_code: string
  before: Values
  after: Values
  notes: ChangeRequest['notes']
  reason: string
}
const from = sql`change_requests t join organisations o on o.id = t.organisation_id ${makerAndDecider}`
const select = sql<StoredChange>`t.id, t.organisation_id, t.subject, t.target_id, t.title, o.name as organisation_name, o.code as organisation_code, t.before, t.after, t.notes, t.reason, ${decidedColumns}`

/** How a list of change requests is read, newest or open first; a feature adds its own columns for filters. */
export function changeSource(
  kind: RecordKind,
  organisation: Organisation,
  columns: ListSource<StoredChange>['columns'] = {},
): ListSource<StoredChange> {
  return {
    base: sql`change_requests t`,
    from,
    select,
    where: [kind.where, ...(organisation ? [sql`t.organisation_id = ${organisation.id}`] : [])],
    columns: { created: sql`t.id`, status: sql`t.status`, subject: sql`t.subject`, ...columns },
    search: sql<string>`upper(t.title)`,
  }
}

/** A change request on the wire, with the steps this user may take. */
export const shapeChange =
  ({ flow }: RecordKind, actor: Actor) =>
  (stored: StoredChange): ChangeRequest => ({
    id: stored.id,
    subject: stored.subject,
    targetId: stored.target_id,
    title: stored.title,
    organisationName: stored.organisation_name,
    organisationCode: stored.organisation_code,
    before: stored.before,
    after: stored.after,
    notes: stored.notes,
    reason: stored.reason,
    ...shapeDecided(flow, stored, actor),
    approverComments: stored.decision_comment,
  })

/** What `serveRecord` must know of every kind of change request. */
export const changeParts = (kind: RecordKind) => ({
  kind,
  source: ({ organisation }: { organisation: Organisation }) => changeSource(kind, organisation),
  shape: (actor: Actor) => shapeChange(kind, actor),
})

/** One request of a kind that the user may see; the effect of its approval reads what shall be from it. */
export async function getChange(tx: Tx, kind: RecordKind, id: string): Promise<StoredChange> {
  const [stored] = await rows(tx, sql<StoredChange>`select ${select} from ${from} where t.id = ${id} and ${kind.where}`)
  if (!stored) throw new Refused('record.not_found')
  return stored
}
