import { createHash } from 'node:crypto'
import { errors, type ErrorCode } from '#contract/house/errors.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { writeAudit, type Changes } from '../audit/audit.ts'
import { now } from '../clock.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '../db.ts'
import type { House } from '../house.ts'
import { newId } from '../ids.ts'
import { keepFile, type ReceivedFile } from '../web/receiveFile.ts'
import { Refused, RefusedWithFile } from '../refused.ts'
import { mustBeOwn, scopeOf, type Organisation } from '../scope.ts'
import { done, reply, type RequestFacts } from '../web/serve.ts'
import { errorWorkbook, type ReadTransaction } from './errorWorkbook.ts'
import { checkFailed, waitUntilSettled } from './progress.ts'
import { traceOf } from './downloads.ts'
import type { UploadBinding } from './uploadBinding.ts'

export const checkQueue = 'upload.check'

type ReceiveCall = {
  tx: Tx
  actor: Actor
  organisation: Organisation
  file: ReceivedFile
  house: House
  request: RequestFacts
}

/**
 * Keeps the file and opens its upload, with the job that will check it; `changes` stand in its first line of the trail. Refuses the same
 * bytes a second time; `of` is what was said beside them, where the same rows may be meant of something else.
 */
export async function receiveUpload(
  { tx, actor, organisation, file, house, request }: ReceiveCall,
  binding: UploadBinding,
  changes: Changes = {},
  of = '',
): Promise<{ id: string }> {
  mustBeOwn(actor, organisation)
  const id = newId()
  const sha256 = of === '' ? file.sha256 : createHash('sha256').update(file.sha256).update(of).digest()
  const fileId = await keepFile(tx, actor.organisationId, file)
  try {
    await savepoint(tx, () =>
      sql`insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by, created_at)
        values (${id}, ${actor.organisationId}, ${binding.kind.name}, ${fileId}, ${file.fileName}, ${sha256}, 'CHECKING', ${[actor.userId]}, ${actor.userId}, ${now()})`.execute(
        tx,
      ),
    )
  } catch (error) {
    if (isPgError(error) && error.constraint === 'uploads_same_file') throw await sameFile(tx, actor, binding, sha256)
    throw error
  }
  await sql`insert into upload_progress (upload_id, organisation_id, stage, beat_at)
    values (${id}, ${actor.organisationId}, 'stored', ${now()})`.execute(tx)
  await writeAudit(tx, {
    by: actor,
    organisationId: actor.organisationId,
    kind: binding.record.flow.kind,
    recordId: id,
    title: file.fileName,
    action: 'upload',
    to: 'CHECKING',
    changes: { size: { before: null, after: file.size }, ...changes },
    requestId: request.id,
  })
  await house.jobs.send(tx, checkQueue, { uploadId: id })
  return { id }
}

async function sameFile(tx: Tx, actor: Actor, binding: UploadBinding, sha256: Buffer): Promise<Refused> {
  const [first] = await rows(
    tx,
    sql<{ id: string; file_name: string; by: string; created_at: Date; own: boolean }>`
      select u.id, u.file_name, m.full_name as by, u.created_at, u.made_by = ${actor.userId} as own from uploads u join users m on m.id = u.made_by
      where u.organisation_id = ${actor.organisationId} and u.kind = ${binding.kind.name} and u.file_sha256 = ${sha256} and u.status not in ('DISCARDED', 'REJECTED')`,
  )
  if (!first) return new Refused('upload.same_file')
  return new Refused('upload.same_file', {
    message: `This very file was already uploaded by ${first.by} as ${first.file_name}.`,
    details: { id: first.id, fileName: first.file_name, by: first.by, at: first.created_at.toISOString() },
  })
}

export type SettleCall = { actor: Actor; house: House; request: RequestFacts }
// The default of most proxies; whoever may wait longer sends respond-async.
const longestWaitMs = 55_000

/** What must be known of an upload to answer for it, however much more its kind says. */
type Settled = Pick<Upload, 'id' | 'fileName' | 'status'>

/**
 * Turns the end of the check into an answer: 202 at once for clients that follow the progress, else the result itself. `read`
 * reads the upload as its list does.
 */
export async function settleUpload<Shaped extends Settled>(
  { actor, house, request }: SettleCall,
  { id }: { id: string },
  binding: UploadBinding,
  read: (tx: Tx) => Promise<Shaped>,
) {
  house.jobs.wake(checkQueue)
  const shaped = () => house.db.transaction(scopeOf(actor), read, { readOnly: true })
  const accepted = async () => reply(done('The file is kept and being checked.', await shaped()), { status: 202 })
  if (request.respondAsync) return accepted()
  const progress = await waitUntilSettled(house, actor, [binding], id, longestWaitMs)
  if (!progress) return accepted()
  if (progress.stage === 'refused')
    throw new Refused(refusedAs(progress.problem ?? ''), { message: progress.problem ?? '' })
  const upload = await shaped()
  if (upload.status.id === 88) throw await rowsInvalid({ house, actor, binding, upload, prefix: 'File_With_Error_' })
  return done('Success', upload)
}

/** The reason is kept as the sentence for the person; its beginning or end shows the class of refusal. */
function refusedAs(problem: string): ErrorCode {
  if (problem === checkFailed) return 'upload.file_failed'
  if (problem.startsWith('Columns are missing')) return 'upload.columns_missing'
  return problem.endsWith('Split it into several files.') ? 'upload.too_large' : 'upload.not_a_table'
}

type InvalidUpload = { house: House; actor: Actor; binding: UploadBinding; upload: Settled; prefix: string }

/** 424 with the annotated workbook as its body. */
export async function rowsInvalid({ house, actor, binding, upload, prefix }: InvalidUpload): Promise<RefusedWithFile> {
  const read: ReadTransaction = (work) => house.db.transaction(scopeOf(actor), work, { readOnly: true })
  const message = binding.rowsInvalid ?? errors['upload.rows_invalid'].message
  const { reply, trace } = await read(async (tx) => ({
    reply: await errorWorkbook({ tx, read, binding, uploadId: upload.id, fileName: upload.fileName, prefix, message }),
    trace: await traceOf({ tx, actor, binding, uploadId: upload.id, action: 'error_file' }),
  }))
  return new RefusedWithFile('upload.rows_invalid', { reply, message, trace })
}
