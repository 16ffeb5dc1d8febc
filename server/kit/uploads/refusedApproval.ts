import { buffer } from 'node:stream/consumers'
import { errors } from '#contract/house/errors.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Tx } from '../db.ts'
import { RefusedWithFile } from '../refused.ts'
import { errorWorkbook } from './errorWorkbook.ts'
import { traceOf } from './downloads.ts'
import type { UploadBinding } from './uploadBinding.ts'
import { getUpload } from './uploadList.ts'

/** The approval of a file: whose, and of which kind. */
export type Approval = { tx: Tx; actor: Actor; binding: UploadBinding; id: string }

/**
 * 424 for the approval of a whole file whose rows fail. The marks stand only in the transaction that is about to roll back,
 * so the workbook is written from inside it; the upload itself stays as it was.
 */
export async function refusedApproval({ tx, actor, binding, id }: Approval): Promise<RefusedWithFile> {
  const upload = await getUpload(tx, actor, binding.record, id)
  const message = binding.approvalInvalid ?? binding.rowsInvalid ?? errors['upload.rows_invalid'].message
  const file = await errorWorkbook({
    tx,
    read: (work) => work(tx),
    binding,
    uploadId: id,
    fileName: upload.fileName,
    prefix: 'File_Approved_With_Error_',
    message,
  })
  const body = Buffer.isBuffer(file.body) ? file.body : await buffer(file.body)
  const trace = await traceOf({ tx, actor, binding, uploadId: id, action: 'error_file' })
  return new RefusedWithFile('upload.rows_invalid', { reply: { ...file, body }, message, trace })
}
