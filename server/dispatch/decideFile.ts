import { dispatchRecordFlow, openRecords, receivedRecords, soldRecords } from '#contract/dispatch/dispatchFlow.ts'
import type { Receipt } from '#contract/dispatch/dispatchRecords.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { RawBuilder } from 'kysely'
import { writeAudits } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { setStage } from '#server/kit/uploads/progress.ts'
import { overDispatched } from './outturnWeight.ts'
import { makersWith } from '#server/kit/records/recordKind.ts'

type Deciding = { tx: Tx; actor: Actor; request: { id: string } }
type Outcome = 'APPROVED' | 'REJECTED' | 'HOLDING_STATUS' | 'DELETED'
type Line = {
  id: string
  title: string
  outTurnNumber: string
  grade: string
  kilograms: string
  before: string
  outcome: Outcome
}

/** Records that many may be decided of at once: nobody has edited them, and they wait for the first time. Source: specification 3, section 4. */
export const decidedTogether = sql<boolean>`(t.status = 'PENDING_APPROVAL' and not t.require_reapproval)`

/** Locks the records of a file in the order of their ids, so that two decisions never wait for each other in a ring. */
const lockRecords = (tx: Tx, fileId: string) =>
  rows(
    tx,
    sql<{
      id: string
      version: number
      together: boolean
    }>`select t.id, t.version, ${decidedTogether} as together from dispatch_records t
      where t.upload_id = ${fileId} order by t.id for update`,
  )

type Moving = Deciding & {
  file: { id: string; organisationId: string }
  /** Over the table `t`: which records of the file. */
  which: RawBuilder<unknown>
  to: Outcome
  action: string
  comment: string | null
}

/**
 * Moves records of a file on by one statement, each with its line in the trail. The decision is on the file: a record that the decider
 * has edited goes with it, and is nobody's decision of its own.
 */
async function moveRecords({ tx, actor, request, file, which, to, action, comment }: Moving): Promise<Line[]> {
  const moved = await rows(
    tx,
    sql<Omit<Line, 'outcome'>>`
      with before as (select t.id, t.status from dispatch_records t where t.upload_id = ${file.id} and ${which})
      update dispatch_records t set status = ${to}, version = t.version + 1,
        decided_by = case when ${actor.userId}::uuid = any (t.makers) then null else ${actor.userId}::uuid end, decided_at = ${now()}, decision_comment = ${comment}
      from before where t.id = before.id
      returning t.id, t.outturn || ' ' || t.grade as title, t.outturn as "outTurnNumber", t.grade, t.net_kg as kilograms, before.status as before`,
  )
  await writeAudits(tx, {
    by: actor,
    organisationId: file.organisationId,
    kind: dispatchRecordFlow.kind,
    action,
    comment,
    requestId: request.id,
    records: moved.map(({ id, title, before: from }) => ({ id, title, from, to })),
  })
  return moved.map((line) => ({ ...line, outcome: to }))
}

/** Puts those on hold whose outturn gave less than is dispatched of it. */
async function holdRecords({
  tx,
  actor,
  request,
  file,
  which,
  comment,
}: Omit<Moving, 'to' | 'action'>): Promise<Line[]> {
  const over = await overDispatched(
    tx,
    file.organisationId,
    sql`d.id in (select t.id from dispatch_records t where t.upload_id = ${file.id} and ${which})`,
  )
  if (over.length === 0) return []
  const reasons = JSON.stringify(over)
  const held = await rows(
    tx,
    sql<Omit<Line, 'outcome'>>`
      update dispatch_records t set status = 'HOLDING_STATUS', hold_reason = o.reason, version = t.version + 1
      from jsonb_to_recordset(${reasons}::jsonb) as o (id uuid, reason text) where t.id = o.id
      returning t.id, t.outturn || ' ' || t.grade as title, t.outturn as "outTurnNumber", t.grade, t.net_kg as kilograms, 'PENDING_APPROVAL' as before`,
  )
  await writeAudits(tx, {
    by: actor,
    organisationId: file.organisationId,
    kind: dispatchRecordFlow.kind,
    action: 'hold',
    comment,
    requestId: request.id,
    records: held.map(({ id, title, before: from }) => ({
      id,
      title,
      from,
      to: 'HOLDING_STATUS',
      changes: { holdReason: { before: null, after: over.find((each) => each.id === id)?.reason ?? '' } },
    })),
  })
  return held.map((line) => ({ ...line, outcome: 'HOLDING_STATUS' as const }))
}

type FileDecision = Deciding & {
  file: { id: string; organisationId: string }
  comment: string | null
  /** Over the table `t`, among those that are decided together. */
  approved: RawBuilder<unknown>
  declined: RawBuilder<unknown>
}

/** Decides records of a file at once: those that can be received are, those that cannot are held, and the others are declined. */
async function decideRecords({ approved, declined, ...decision }: FileDecision): Promise<Line[]> {
  const { tx, file } = decision
  await lockRecords(tx, file.id)
  const held = await holdRecords({ ...decision, which: sql`${decidedTogether} and ${approved}` })
  const rejected = await moveRecords({
    ...decision,
    which: sql`${decidedTogether} and ${declined}`,
    to: 'REJECTED',
    action: 'reject',
  })
  const received = await moveRecords({
    ...decision,
    which: sql`${decidedTogether} and ${approved}`,
    to: 'APPROVED',
    action: 'approve',
  })
  return [...received, ...rejected, ...held]
}

const stateOfRecords = (tx: Tx, fileId: string) =>
  one(
    tx,
    sql<{ open: number; openKg: string; received: number; sold: number }>`
      select (count(*) filter (where status = any (${openRecords})))::int as open, coalesce(sum(net_kg) filter (where status = any (${openRecords})), 0) as "openKg",
        (count(*) filter (where status = any (${receivedRecords})))::int as received, (count(*) filter (where status = any (${soldRecords})))::int as sold
      from dispatch_records where upload_id = ${fileId}`,
  )

/** How a file stands whose records are decided: approved with the first that is received, declined when none is left, else it waits. */
export function standing({ open, received }: { open: number; received: number }): 'APPROVED' | 'REJECTED' | null {
  if (received > 0) return 'APPROVED'
  return open > 0 ? null : 'REJECTED'
}

/** Approves a file: whatever nobody has edited is received. */
export const approveFile =
  (deciding: Deciding): Effect =>
  async ({ id, organisationId, comment }) => {
    const { tx } = deciding
    const lines = await decideRecords({
      ...deciding,
      file: { id, organisationId },
      comment,
      approved: sql`true`,
      declined: sql`false`,
    })
    const to = standing(await stateOfRecords(tx, id))
    if (lines.length === 0 && to !== 'APPROVED')
      throw new Refused('record.none_selected', { message: 'No record selected for action APPROVE' })
    await setStage(tx, id, 'done')
    return { to: to ?? 'PENDING_APPROVAL', changes: summed(lines) }
  }

/** Declines a file with everything in it that is not decided. */
export const declineFile =
  (deciding: Deciding): Effect =>
  async ({ id, organisationId, comment }) => {
    const { tx } = deciding
    await lockRecords(tx, id)
    if ((await stateOfRecords(tx, id)).received > 0) throw new Refused('dispatch.record_approved')
    const which = sql`t.status = any (${openRecords})`
    const file = { id, organisationId }
    const lines = await moveRecords({ ...deciding, file, which, to: 'REJECTED', action: 'reject', comment })
    await setStage(tx, id, 'done')
    return { changes: summed(lines) }
  }

type Every = {
  action: 'APPROVE_SELECTED_REJECT_OTHERS' | 'REJECT_SELECTED_APPROVE_OTHERS'
  records: readonly { id: string; version: number }[]
  others?: readonly { id: string; version: number }[] | undefined
}

/** Decides every record of a file that nobody has edited, those that are ticked one way and the others the other way. */
export const decideEvery =
  (deciding: Deciding, { action, records, others }: Every, keep: (lines: Line[]) => void): Effect =>
  async ({ id, organisationId, comment }) => {
    const { tx } = deciding
    const stored = new Map((await lockRecords(tx, id)).map((record) => [record.id, record]))
    const mine = new Map([...records, ...(others ?? [])].map((seen) => [seen.id, seen.version]))
    const changed = [...mine].flatMap(([each, version]) => {
      const record = stored.get(each)
      if (!record) throw new Refused('record.not_found')
      return record.version !== version || !record.together ? [each] : []
    })
    const unseen = others ? [...stored.values()].filter((one) => one.together && !mine.has(one.id)) : []
    if (changed.length + unseen.length > 0)
      throw new Refused('record.changed', { details: { records: [...changed, ...unseen.map((one) => one.id)] } })
    const ticked = sql`t.id = any (${records.map((record) => record.id)}::uuid[])`
    const isApproval = action === 'APPROVE_SELECTED_REJECT_OTHERS'
    const lines = await decideRecords({
      ...deciding,
      file: { id, organisationId },
      comment,
      approved: isApproval ? ticked : sql`not ${ticked}`,
      declined: isApproval ? sql`not ${ticked}` : ticked,
    })
    if (lines.length === 0)
      throw new Refused('record.none_selected', { message: `No record selected for action ${action}` })
    const state = await stateOfRecords(tx, id)
    const to = standing(state)
    await setStage(tx, id, 'done')
    keep(lines)
    return { to: to ?? 'PENDING_APPROVAL', changes: summed(lines) }
  }

/** What became of the records, as the answer and the trail count them. */
const sumOf = (lines: readonly Line[], outcome: Outcome): Receipt['approved'] => {
  const these = lines.filter((line) => line.outcome === outcome)
  const grams = these.reduce((sum, { kilograms }) => sum + Math.round(Number(kilograms) * 1000), 0)
  return { count: these.length, kilograms: grams / 1000 }
}
const named = { APPROVED: 'received', REJECTED: 'declined', HOLDING_STATUS: 'held', DELETED: 'removed' } as const
const summed = (lines: readonly Line[]) =>
  Object.fromEntries(
    Object.entries(named).flatMap(([outcome, name]) => {
      const { count } = sumOf(lines, outcome as Outcome) // border: the keys of the list above
      return count === 0 ? [] : [[name, { before: null, after: count }] as const]
    }),
  )

/** The receipt of a decision over every record. */
export async function receiptOf(tx: Tx, fileId: string, lines: readonly Line[]): Promise<Omit<Receipt, 'status'>> {
  const { open, openKg } = await stateOfRecords(tx, fileId)
  return {
    fileId,
    approved: sumOf(lines, 'APPROVED'),
    declined: sumOf(lines, 'REJECTED'),
    held: sumOf(lines, 'HOLDING_STATUS'),
    left: { count: open, kilograms: Number(openKg) },
    rows: lines.map(({ id, outTurnNumber, grade, outcome }) => ({ id, outTurnNumber, grade, outcome })),
  }
}

/** Asks to delete an approved file, or throws a draft away. Who asks is a maker of it from then on; why stands where the decider reads it. */
export const dropFile =
  (tx: Tx, actor: Actor): Effect =>
  async ({ id, comment }) => {
    const { isSent } = await one(
      tx,
      sql<{ isSent: boolean }>`select exists (select from dispatch_records where upload_id = ${id}) as "isSent"`,
    )
    if (!isSent) return { to: 'DISCARDED' }
    await lockRecords(tx, id)
    if ((await stateOfRecords(tx, id)).sold > 0) throw new Refused('dispatch.catalogued')
    await sql`update uploads set decided_by = null, decided_at = null, decision_comment = ${comment},
        makers = ${makersWith(actor.userId)} where id = ${id}`.execute(tx)
    return { to: 'PENDING_DELETION' }
  }

/** Deletes a file: its records stay where they can be read, and their coffee is free for another dispatch. */
export const deleteFile =
  (deciding: Deciding): Effect =>
  async ({ id, organisationId, comment }) => {
    const { tx } = deciding
    await lockRecords(tx, id)
    if ((await stateOfRecords(tx, id)).sold > 0) throw new Refused('dispatch.catalogued')
    const which = sql`t.status <> 'REJECTED'`
    const file = { id, organisationId }
    const lines = await moveRecords({ ...deciding, file, which, to: 'DELETED', action: 'delete', comment })
    return { changes: summed(lines) }
  }
