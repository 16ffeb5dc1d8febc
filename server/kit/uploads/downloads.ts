import { columnKeys } from '#contract/kit/uploadKind.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { isFileOf, type Upload } from '#contract/uploads/uploads.ts'
import type { AuditEntry } from '../audit/audit.ts'
import { one, sql, type Tx } from '../db.ts'
import { leaveTrace } from '../audit/leaveTrace.ts'
import { filePieces } from '../web/receiveFile.ts'
import { Refused } from '../refused.ts'
import { seesPersonalData, stayInsideWallOf } from '../scope.ts'
import { disposition } from '../web/sendAnswer.ts'
import { streamReply, type StreamReply } from '../web/serve.ts'
import { describeErrors } from './errorWorkbook.ts'
import type { UploadBinding } from './uploadBinding.ts'

type Download = { tx: Tx; actor: Actor; binding: UploadBinding; upload: Upload }

/** A file is for those whose it is, and for those of them who may see what stands in it. */
function mustBeReadable(actor: Actor, { kind }: UploadBinding, upload: Upload): void {
  if (!isFileOf(actor.organisationCode, upload)) throw new Refused('upload.file_not_yours')
  if (columnKeys(kind).some((key) => kind.columns[key]?.personal) && !seesPersonalData(actor))
    throw new Refused('permission.missing', { details: { needs: ['CAN_VIEW_PERSONAL_DATA'] } })
  if (upload.removed) throw new Refused('upload.file_removed', { details: { removed: upload.removed } })
}

type TracedDownload = Omit<Download, 'upload'> & { uploadId: string; action: 'download' | 'error_file' }

/** What stands in the trail of whoever downloads a file of an upload: which file, and how many rows. */
export async function traceOf({ tx, actor, binding, uploadId, action }: TracedDownload): Promise<AuditEntry> {
  const rows = action === 'download' ? sql`row_count` : sql`failed_count`
  const file = await one(
    tx,
    sql<{ organisationId: string; title: string; rows: number }>`
      select organisation_id as "organisationId", file_name as title, ${rows} as rows from uploads where id = ${uploadId}`,
  )
  return {
    by: actor,
    organisationId: file.organisationId,
    kind: binding.record.flow.kind,
    recordId: uploadId,
    title: file.title,
    action,
    changes: { rows: { before: null, after: file.rows } },
  }
}

/** The file of an upload as it was sent. */
export async function downloadFile(download: Download): Promise<StreamReply> {
  const { actor, binding, upload } = download
  mustBeReadable(actor, binding, upload)
  const trace = await traceOf({ ...download, uploadId: upload.id, action: 'download' })
  return streamReply({
    // In which letters somebody wrote a text is theirs to know: its bytes go back as they came.
    type: upload.fileType.startsWith('text/') ? 'application/octet-stream' : upload.fileType,
    headers: { 'content-disposition': disposition(upload.fileName) },
    before: ({ db }) => leaveTrace(db, actor, trace),
    produce: (read) => readInside(trace.organisationId, { read, actor }, () => filePieces(read, upload.file)),
  })
}

/** The annotated workbook of an upload: its failing rows. */
export async function downloadErrors(download: Download): Promise<StreamReply> {
  const { tx, actor, binding, upload } = download
  mustBeReadable(actor, binding, upload)
  const trace = await traceOf({ ...download, uploadId: upload.id, action: 'error_file' })
  const { name, type, headers, write } = await describeErrors({
    tx,
    binding,
    uploadId: upload.id,
    fileName: upload.fileName,
    prefix: 'File_With_Error_',
  })
  return streamReply({
    name,
    type,
    headers,
    before: ({ db }) => leaveTrace(db, actor, trace),
    produce: (read) => readInside(trace.organisationId, { read, actor }, () => write((work) => work(read))),
  })
}

/** Reads out what lies behind the wall of another society; the door to it was passed before. */
async function* readInside(
  organisationId: string,
  { read, actor }: { read: Tx; actor: Actor },
  pieces: () => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  await stayInsideWallOf({ tx: read, actor, organisationId })
  yield* pieces()
}
