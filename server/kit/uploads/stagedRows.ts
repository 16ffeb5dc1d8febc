import { one, rows, sql, type Tx } from '../db.ts'
import type { UploadRecord } from './uploadBinding.ts'

/** Uploads as their work needs them, before their conditions. */
export const selectUpload = sql`select id, organisation_id as "organisationId", kind, file_id as "fileId", file_name as "fileName", status, version from uploads`

/** Locks an upload for its work; null when it is gone. */
export async function lockUpload(tx: Tx, id: string): Promise<UploadRecord | null> {
  const [upload] = await rows(tx, sql<UploadRecord>`${selectUpload} where id = ${id} for update`)
  return upload ?? null
}

export type RowCounts = { rows: number; ready: number; failed: number; warned: number; leftOut: number; done: number }

/** Counts the rows and writes the counts on the upload. Rows that became records are known by the records, not by a flag. */
export async function countRows(tx: Tx, uploadId: string, done = 0): Promise<RowCounts> {
  const counts = await one(
    tx,
    sql<Omit<RowCounts, 'done'>>`
      select count(*)::int as rows, (count(*) filter (where state = 'ready'))::int - ${done} as ready, (count(*) filter (where state = 'failed'))::int as failed,
        (count(*) filter (where state = 'left_out'))::int as "leftOut",
        (select count(distinct p.row_number)::int from upload_problems p where p.upload_id = ${uploadId} and p.severity = 'warning') as warned
      from upload_rows where upload_id = ${uploadId}`,
  )
  await sql`update uploads set row_count = ${counts.rows}, ready_count = ${counts.ready}, failed_count = ${counts.failed}, left_out_count = ${counts.leftOut}, warned_count = ${counts.warned}, done_count = ${done}
    where id = ${uploadId}`.execute(tx)
  return { ...counts, done }
}
