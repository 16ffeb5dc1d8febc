import { columnKeys } from '#contract/kit/uploadKind.ts'
import { rows, sql, type Tx } from '../db.ts'
import { fileReply, type FileReply } from '../refused.ts'
import { writeErrorWorkbook } from '../sheets/writeErrorWorkbook.ts'
import { sheetOf } from './sheetOf.ts'
import type { UploadBinding } from './uploadBinding.ts'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Failing = {
  row_number: number
  cells: string[]
  problems: { column: number; message: string; severity: string }[]
}

/** The failing rows in the template's own form, bad cells marked, with a summary header for the screen. */
export async function errorWorkbook({
  tx,
  binding,
  uploadId,
  fileName,
  prefix,
}: {
  tx: Tx
  binding: UploadBinding
  uploadId: string
  fileName: string
  prefix: string
}): Promise<FileReply> {
  const failing = await rows(
    tx,
    sql<Failing>`select r.row_number, r.cells, json_agg(json_build_object('column', p.column_number, 'message', p.message, 'severity', p.severity)) as problems
      from upload_rows r join upload_problems p on p.upload_id = r.upload_id and p.row_number = r.row_number
      where r.upload_id = ${uploadId} and r.state = 'failed' group by r.row_number, r.cells order by r.row_number`,
  )
  const { kind } = binding
  const titles = columnKeys(kind).map((key) => kind.columns[key]!.title)
  const body = writeErrorWorkbook({
    template: sheetOf(kind),
    rows: failing.map((row) => ({
      rowNumber: row.row_number,
      cells: row.cells,
      problems: row.problems
        .filter(({ severity }) => severity === 'error')
        .map(({ column, message }) => ({ column: column === -1 ? null : column, message })),
    })),
  })
  const [counts] = await rows(
    tx,
    sql<{
      read: number
      valid: number
      failed: number
    }>`select row_count as read, row_count - failed_count as valid, failed_count as failed from uploads where id = ${uploadId}`,
  )
  const first = failing.slice(0, 5).map((row) => ({
    row: row.row_number,
    errors: row.problems.slice(0, 3).map(({ column, message }) => `${titles[column] ?? 'Row'}: ${message}`),
  }))
  const name = `${prefix}${fileName.replace(/\.\w+$/, '')}.xlsx`
  return fileReply({
    name,
    type: mediaType,
    body,
    headers: { 'x-upload-summary': asciiJson({ id: uploadId, ...counts, first }) },
  })
}

/** Header values are ASCII: other characters stand as JSON escapes. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
