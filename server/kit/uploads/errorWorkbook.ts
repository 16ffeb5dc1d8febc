import { columnKeys } from '#contract/kit/uploadKind.ts'
import { rows, sql, type Tx } from '../db.ts'
import { fileReply, workbookType, type FileReply } from '../refused.ts'
import { writeErrorWorkbook, type FailedRow } from '../sheets/writeErrorWorkbook.ts'
import { sheetOf } from './sheetOf.ts'
import type { UploadBinding } from './uploadBinding.ts'

type Problem = { column: number; message: string; severity: string }
type Failing = { row_number: number; cells: string[]; problems: Problem[] }

/** Runs a piece of work in a transaction that can see the upload, also long after the call's own has ended. */
export type ReadTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

type FailedUpload = {
  tx: Tx
  binding: UploadBinding
  uploadId: string
  fileName: string
  prefix: string
  /** What the refusal says that the workbook comes with. */
  message?: string
}

/**
 * The failing rows in the template's own form, bad cells marked, with a summary header for the screen. Rows are read by
 * `read` a thousand at a time while the file is sent: nobody's memory holds them all.
 */
export async function errorWorkbook({ read, ...failed }: FailedUpload & { read: ReadTransaction }): Promise<FileReply> {
  const { write, ...file } = await describeErrors(failed)
  return fileReply({ ...file, body: write(read) })
}

/** The same as what a stream needs: name, type and headers at once, the rows when they are written. */
export async function describeErrors({ tx, binding, uploadId, fileName, prefix, message }: FailedUpload) {
  const { kind } = binding
  const titles = columnKeys(kind).map((key) => kind.columns[key]!.title)
  const template = sheetOf(kind, await binding.listedNames?.(tx))
  const [counts] = await rows(
    tx,
    sql<{ read: number; valid: number; failed: number }>`
      select row_count as read, row_count - failed_count as valid, failed_count as failed from uploads where id = ${uploadId}`,
  )
  const first = (await failingRows(tx, uploadId, { after: 0, most: 5 })).map((row) => ({
    row: row.row_number,
    errors: row.problems.slice(0, 3).map(({ column, message }) => `${titles[column] ?? 'Row'}: ${message}`),
  }))
  const name = `${prefix}${fileName.replace(/\.\w+$/, '')}.xlsx`
  return {
    name,
    type: workbookType,
    write: (read: ReadTransaction) => writeErrorWorkbook({ template, rows: failedRows(read, uploadId) }),
    headers: { 'x-upload-summary': asciiJson({ id: uploadId, message, ...counts, first }) },
  }
}

const pageSize = 1000

async function* failedRows(read: ReadTransaction, uploadId: string): AsyncGenerator<FailedRow> {
  for (let after = 0; ;) {
    const page = await read((tx) => failingRows(tx, uploadId, { after, most: pageSize }))
    for (const { row_number: rowNumber, cells, problems } of page) {
      const errors = problems.filter(({ severity }) => severity === 'error')
      yield {
        rowNumber,
        cells,
        problems: errors.map(({ column, message }) => ({ column: column === -1 ? null : column, message })),
      }
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.row_number
  }
}

const failingRows = (tx: Tx, uploadId: string, { after, most }: { after: number; most: number }): Promise<Failing[]> =>
  rows(
    tx,
    sql<Failing>`
      select r.row_number, r.cells, found.problems
      from (select upload_id, row_number, cells from upload_rows where upload_id = ${uploadId} and state = 'failed' and row_number > ${after} order by row_number limit ${most}) r
      cross join lateral (
        select coalesce(json_agg(json_build_object('column', p.column_number, 'message', p.message, 'severity', p.severity) order by p.column_number), '[]') as problems
        from upload_problems p where p.upload_id = r.upload_id and p.row_number = r.row_number) found
      order by r.row_number`,
  )

/** Header values are ASCII: other characters stand as JSON escapes. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
