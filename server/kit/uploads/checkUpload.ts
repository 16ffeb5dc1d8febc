import type { Workflow } from '#contract/kit/workflow.ts'
import { businessYear } from '../clock.ts'
import { one, sql, type Tx } from '../db.ts'
import { gentlyBeside } from '../gently.ts'
import type { House } from '../house.ts'
import { filePieces } from '../web/receiveFile.ts'
import { uploadCaps } from '../sheets/sheetRefused.ts'
import { systemStep } from '../records/takeStep.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { insertProblems, insertRows } from './packedRows.ts'
import type { CheckMessage, CheckTask } from './checkWorker.ts'
import { checkFailed, noteProgress, setStage } from './progress.ts'
import { crossCheckRows } from './crossCheck.ts'
import { countRows, lockUpload } from './stagedRows.ts'
import { releaseThread, isOutOfMemory, acquireThread } from './threads.ts'
import type { UploadBinding, UploadRecord } from './uploadBinding.ts'

/**
 * Checks a stored file: streams its rows through a worker into the staging tables, then checks them against each other
 * and the register, and moves the upload on. One transaction: a kill in the middle leaves the upload as it was, and the
 * job runs again. A second run of the same job finds the upload moved on and does nothing.
 */
export async function checkUpload(house: House, bindings: readonly UploadBinding[], uploadId: string): Promise<void> {
  await noteProgress(house, { uploadId, stage: 'checking', rowsDone: 0 })
  await house.db.transaction('system', async (tx) => {
    const upload = await lockUpload(tx, uploadId)
    const binding = bindings.find(({ kind }) => kind.name === upload?.kind)
    if (!upload || !binding || upload.status !== 'CHECKING') return
    await tx.executeQuery(sql`select set_config('app.organisation', ${upload.organisationId}, true)`.compile(tx))
    const refused = await stage({ house, tx, upload, binding })
    if (refused) return refuse({ tx, upload, binding }, refused)
    await crossCheckRows({ tx, binding, upload, gently: gentlyBeside(house.db) })
    const counts = await countRows(tx, upload.id)
    if (counts.failed === 0) await binding.sent?.(tx, upload, house.jobs)
    await systemStep({
      ...stepOf({ tx, upload, binding }),
      to: counts.failed > 0 ? 'FAILED_VALIDATION' : firstPendingState(binding.record.flow),
    })
    await setStage(tx, upload.id, 'checked', { done: counts.rows, total: counts.rows })
  })
}

/** Where a right file goes: the kind's own first state of deciding, the same as when a draft is sent. */
export const firstPendingState = ({ steps }: Workflow): string => steps['send']?.to[0] ?? 'PENDING_APPROVAL'

/** Ends an upload whose check has failed for the last time: its maker reads why, and the same file may come again. */
export async function failCheck(house: House, bindings: readonly UploadBinding[], uploadId: string): Promise<void> {
  await house.db.transaction('system', async (tx) => {
    const upload = await lockUpload(tx, uploadId)
    const binding = bindings.find(({ kind }) => kind.name === upload?.kind)
    if (!upload || !binding || upload.status !== 'CHECKING') return
    await refuse({ tx, upload, binding }, { code: 'check_failed', message: checkFailed })
  })
}

type Checking = { tx: Tx; upload: UploadRecord; binding: UploadBinding }

const stepOf = ({ tx, upload, binding }: Checking) => ({
  tx,
  kind: binding.record,
  id: upload.id,
  organisationId: upload.organisationId,
  from: 'CHECKING',
  title: upload.fileName,
})

async function refuse(checking: Checking, { code, message }: NonNullable<End>): Promise<void> {
  const { tx, upload } = checking
  await sql`delete from upload_rows where upload_id = ${upload.id}`.execute(tx)
  await sql`delete from upload_problems where upload_id = ${upload.id}`.execute(tx)
  await sql`update uploads set problem = ${message} where id = ${upload.id}`.execute(tx)
  await systemStep({ ...stepOf(checking), to: 'DISCARDED', changes: { problem: { before: null, after: code } } })
  await setStage(tx, upload.id, 'refused')
}

type Staging = Checking & { house: House }

/** Runs the worker and copies what it sends. Answers why the file was refused as a whole, or null. */
async function stage({ house, tx, upload, binding }: Staging): Promise<End> {
  const { uploadMaxRows: maxRows, uploadMaxBytes: maxBytes } = house.config
  const task: CheckTask = {
    kind: binding.kind.name,
    bytes: await ownBytes(tx, upload.fileId),
    fileName: upload.fileName,
    caps: { maxRows, maxBytes, ...inflatedCaps(maxRows) },
    context: { year: businessYear(), lists: await binding.lists(tx) },
    uploadId: upload.id,
    organisationId: upload.organisationId,
  }
  const columns = columnKeys(binding.kind).length
  let header: string[] = []
  const gently = gentlyBeside(house.db)
  const refused = await runWorker(task, async (message) => {
    if (message.type === 'header') header = message.header
    if (message.type !== 'batch') return
    await gently(async () => {
      await insertRows(tx, upload, message.rows, columns)
      if (message.problems.length > 0) await insertProblems(tx, upload, message.problems)
    })
    await noteProgress(house, { uploadId: upload.id, stage: 'checking', rowsDone: message.count, add: true })
  })
  if (refused) return refused
  await sql`update uploads set header = ${header} where id = ${upload.id}`.execute(tx)
  return null
}

/** The stored file in memory of its own, which is handed to the thread instead of copied. */
async function ownBytes(tx: Tx, fileId: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = await one(tx, sql<{ size: bigint }>`select size from files where id = ${fileId}`)
  const bytes = new Uint8Array(Number(size))
  let at = 0
  for await (const piece of filePieces(tx, fileId)) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

// A row of farmers unpacks to about a kilobyte: who allows more rows than usual allows the bytes that they take.
const inflatedCaps = (maxRows: number) => ({
  maxInflatedBytes: Math.max(uploadCaps.maxInflatedBytes, maxRows * 2_000),
  maxTotalInflatedBytes: Math.max(uploadCaps.maxTotalInflatedBytes, maxRows * 3_000),
})

type End = { code: string; message: string } | null

const threadFile = new URL('checkWorker.ts', import.meta.url)

/** Feeds every message to `handle` in order, acknowledging batches so that the thread never runs ahead of the database. */
function runWorker(task: CheckTask, handle: (message: CheckMessage) => Promise<void>): Promise<End> {
  return new Promise((resolve, reject) => {
    const thread = acquireThread(threadFile)
    let queue = Promise.resolve()
    // Nothing may be staged any more once the end is known: the transaction goes on, or its connection is another's already.
    let isOver = false
    const fail = (how: () => void) => {
      isOver = true
      void queue.then(how, how)
    }
    const succeed = (end: End) => {
      isOver = true
      releaseThread(threadFile, thread)
      resolve(end)
    }
    thread.on('message', (message: CheckMessage) => {
      queue = queue.then(async () => {
        if (isOver) return
        await handle(message)
        if (message.type === 'batch') thread.postMessage('acknowledged')
        if (message.type === 'refused') succeed({ code: message.code, message: message.message })
        if (message.type === 'done') succeed(null)
      })
      queue.catch((error: unknown) => {
        void thread.terminate()
        fail(() => reject(error instanceof Error ? error : new Error('staging failed')))
      })
    })
    // A file that needs more than the cap ends its own thread, never the program.
    thread.on('error', (error: Error) => fail(() => (isOutOfMemory(error) ? resolve(tooMuchMemory) : reject(error))))
    thread.on('exit', () => fail(() => reject(new Error('the check ended without a result'))))
    thread.postMessage(task, [task.bytes.buffer as ArrayBuffer]) // border: ownBytes made it for this
  })
}

const tooMuchMemory = {
  code: 'file_too_large',
  message: 'The file needs more memory than an upload may use. Split it into several files.',
}
