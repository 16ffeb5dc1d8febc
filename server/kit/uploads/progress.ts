import { setTimeout as sleep } from 'node:timers/promises'
import type { UploadProgress } from '#contract/uploads/uploads.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { now } from '../clock.ts'
import { rows, sql, type Tx } from '../db.ts'
import type { House } from '../house.ts'
import { scopeOf } from '../scope.ts'
import { statusOf } from '../web/status.ts'
import type { UploadBinding } from './uploadBinding.ts'

type Stage = UploadProgress['stage']

/** What the maker reads when a file could not be checked for a reason that does not lie in the file. */
export const checkFailed =
  'The file could not be checked, for a reason that does not lie in the file. Nothing was saved; upload it again, and tell support if that fails too.'
const lastBeat = new Map<string, { at: number; pending: number }>()

/** Says how far the work is, in a transaction of its own and at most a few times a second. */
export async function noteProgress(
  house: House,
  { uploadId, stage, rowsDone, add = false }: { uploadId: string; stage: Stage; rowsDone: number; add?: boolean },
): Promise<void> {
  const beat = lastBeat.get(uploadId) ?? { at: 0, pending: 0 }
  beat.pending = add ? beat.pending + rowsDone : rowsDone
  lastBeat.set(uploadId, beat)
  if (add && now().getTime() - beat.at < 250) return
  beat.at = now().getTime()
  if (lastBeat.size > 1000) lastBeat.clear()
  await house.db.transaction('system', (tx) =>
    sql`update upload_progress set stage = ${stage}, rows_done = ${beat.pending}, beat_at = ${now()}
      where upload_id = ${uploadId}`.execute(tx),
  )
}

/** Sets how far an upload is as part of the work itself: it shows when that commits. */
export async function setStage(
  tx: Tx,
  uploadId: string,
  stage: Stage,
  counts: { done?: number; total?: number } = {},
): Promise<void> {
  await sql`update upload_progress set stage = ${stage}, rows_done = coalesce(${counts.done ?? null}, rows_done), rows_total = coalesce(${counts.total ?? null}, rows_total), beat_at = ${now()}
    where upload_id = ${uploadId}`.execute(tx)
}

type Row = Omit<UploadProgress, 'status'> & { status: string }
const selected = sql`u.id, u.file_name as "fileName", u.kind, u.status, u.problem, p.stage, p.rows_done as "rowsDone", p.rows_total as "rowsTotal"
  from uploads u join upload_progress p on p.upload_id = u.id`

const shown =
  (bindings: readonly UploadBinding[]) =>
  (row: Row): UploadProgress => {
    const flow = bindings.find(({ kind }) => kind.name === row.kind)?.record.flow
    if (!flow) throw new Error(`no upload kind ${row.kind}`)
    return { ...row, status: statusOf(flow, row.status) }
  }

/** Progress of one upload; RLS decides whether the reader may see it. */
export async function progressOf(
  tx: Tx,
  bindings: readonly UploadBinding[],
  uploadId: string,
): Promise<UploadProgress | null> {
  const [row] = await rows(tx, sql<Row>`select ${selected} where u.id = ${uploadId}`)
  return row ? shown(bindings)(row) : null
}

/** Own uploads under work, and those that ended within the last minute so that the tray can say so. */
export async function runningUploads(
  tx: Tx,
  bindings: readonly UploadBinding[],
  actor: Actor,
): Promise<UploadProgress[]> {
  const since = new Date(now().getTime() - 60_000)
  const found = await rows(
    tx,
    sql<Row>`select ${selected} where u.made_by = ${actor.userId} and (p.stage in ('stored', 'checking', 'approving') or p.beat_at > ${since}) order by u.id desc limit 20`,
  )
  return found.map(shown(bindings))
}

const isSettled = (stage: Stage): boolean => stage === 'checked' || stage === 'done' || stage === 'refused'

/** Server-sent events until the work has ended. */
export async function* progressEvents(
  house: House,
  actor: Actor,
  bindings: readonly UploadBinding[],
  uploadId: string,
): AsyncGenerator<string> {
  for (let last = '', beats = 0; ; beats++) {
    const progress = await house.db.transaction(scopeOf(actor), (tx) => progressOf(tx, bindings, uploadId), {
      readOnly: true,
    })
    if (!progress) return
    const event = `data: ${JSON.stringify(progress)}\n\n`
    if (event !== last) yield event
    else if (beats % 20 === 0) yield ': still there\n\n'
    last = event
    if (isSettled(progress.stage)) return
    await sleep(300)
  }
}

/** Waits until the work on an upload has ended, for callers that want the result in one answer. Null when it takes longer. */
export async function waitUntilSettled(
  house: House,
  actor: Actor,
  bindings: readonly UploadBinding[],
  uploadId: string,
  longestWaitMs: number,
): Promise<UploadProgress | null> {
  const until = now().getTime() + longestWaitMs
  for (let pause = 10; ; pause = Math.min(250, pause * 2)) {
    const progress = await house.db.transaction(scopeOf(actor), (tx) => progressOf(tx, bindings, uploadId), {
      readOnly: true,
    })
    if (!progress || isSettled(progress.stage)) return progress
    if (now().getTime() > until) return null
    await sleep(pause)
  }
}
