import { dispatchFileFlow, openRecords, receivedRecords } from '#contract/dispatch/dispatchFlow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { systemStep, takeStep, type Effect, type StepRequest } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { setStage } from '#server/kit/uploads/progress.ts'
import { standing } from './decideFile.ts'
import { dispatchFileKind, dispatchRecordKind as kind } from './dispatchKinds.ts'
import { overDispatched } from './outturnWeight.ts'

type Deciding = { tx: Tx; actor: Actor; request: StepRequest }
type RecordStep = {
  id: string
  step: 'approve' | 'reject' | 'edit'
  version?: number | undefined
  comment?: string | undefined
}

/**
 * Takes a step of one record, inside the wall of the mill whose record it is. The file is locked first, as every decision on it does:
 * it is decided with the last of its records.
 */
export async function decideRecord(
  { tx, actor, request }: Deciding,
  { id, step, version, comment }: RecordStep,
  effect: Effect,
): Promise<void> {
  await insideOwnersWall({ tx, actor, kind, id }, async () => {
    const file = await one(
      tx,
      sql<{ id: string; organisationId: string; fileName: string; isBeingDropped: boolean; isOpen: boolean }>`
        select u.id, u.organisation_id as "organisationId", u.file_name as "fileName", u.status = 'PENDING_DELETION' as "isBeingDropped", u.status = 'PENDING_APPROVAL' as "isOpen"
        from uploads u where u.id = (select t.upload_id from dispatch_records t where t.id = ${id}) for update`,
    )
    const checked: Effect = (record) => {
      if (file.isBeingDropped) throw new Refused('dispatch.being_dropped')
      return effect(record)
    }
    await takeStep({ tx, actor, kind, step, id, version, comment, request, effect: checked })
    if (file.isOpen) await closeFile(tx, file)
  })
}

/** Moves a file on whose last record was decided. */
async function closeFile(tx: Tx, file: { id: string; organisationId: string; fileName: string }): Promise<void> {
  const state = await one(
    tx,
    sql<{
      open: number
      received: number
    }>`select (count(*) filter (where status = any (${openRecords})))::int as open, (count(*) filter (where status = any (${receivedRecords})))::int as received
      from dispatch_records where upload_id = ${file.id}`,
  )
  const to = state.open > 0 ? null : standing(state)
  if (!to) return
  const { id, organisationId, fileName: title } = file
  await systemStep({
    tx,
    kind: dispatchFileKind,
    id,
    organisationId,
    from: dispatchFileFlow.steps.approve.from[0] ?? '',
    to,
    title,
  })
  await setStage(tx, id, 'done')
}

type Standing = { isAtMill: boolean; deleteFlag: boolean }

/**
 * The effect of an approval. At the mill it agrees to what the warehouse has changed; at the warehouse the coffee is received, or the
 * record removed where both have agreed to that. What does not add up with the parchment of its outturn is put on hold.
 */
export const approveEffect =
  (tx: Tx): Effect =>
  async ({ id, organisationId }) => {
    const { isAtMill, deleteFlag } = await one(
      tx,
      sql<Standing>`select status = 'REFERRED_TO_MILLER' as "isAtMill", delete_flag as "deleteFlag" from dispatch_records where id = ${id}`,
    )
    if (isAtMill) return { to: 'PENDING_WAREHOUSE_APPROVAL' }
    if (deleteFlag) return { to: 'DELETED' }
    const [over] = await overDispatched(tx, organisationId, sql`d.id = ${id}`)
    if (over) {
      await sql`update dispatch_records set status = 'HOLDING_STATUS', hold_reason = ${over.reason} where id = ${id}`.execute(
        tx,
      )
      return { to: 'HOLDING_STATUS', changes: { holdReason: { before: null, after: over.reason } } }
    }
    await sql`update dispatch_records set require_reapproval = false where id = ${id}`.execute(tx)
    return { to: 'APPROVED' }
  }

/** The effect of declining one record: its coffee may be dispatched again. */
export const rejectEffect: Effect = async () => {}
