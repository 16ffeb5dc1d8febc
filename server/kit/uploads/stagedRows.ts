import { one, rows, sql, type Tx } from '../db.ts'
import type { UploadBinding, UploadRecord } from './uploadBinding.ts'

/** Locks an upload for its work; null when it is gone. */
export async function lockUpload(tx: Tx, id: string): Promise<UploadRecord | null> {
  const [found] = await rows(
    tx,
    sql<UploadRecord>`select id, organisation_id as "organisationId", kind, file_id as "fileId", file_name as "fileName", status, version from uploads where id = ${id} for update`,
  )
  return found ?? null
}

/** Finds anew what only the other rows and the register can show, and sets the state of every row by its problems. */
export async function crossCheckRows(tx: Tx, binding: UploadBinding, upload: UploadRecord): Promise<void> {
  await sql`delete from upload_problems where upload_id = ${upload.id} and code = any (${[...binding.crossCodes]})`.execute(
    tx,
  )
  await binding.crossCheck(tx, upload)
  await setStates(tx, upload.id)
}

async function setStates(tx: Tx, uploadId: string): Promise<void> {
  await sql`
    with wrong as materialized (select distinct row_number from upload_problems where upload_id = ${uploadId} and severity = 'error')
    update upload_rows r set state = case when w.row_number is null then 'ready' else 'failed' end
    from upload_rows x left join wrong w on w.row_number = x.row_number
    where x.upload_id = ${uploadId} and r.id = x.id and x.state <> 'left_out'
      and x.state <> case when w.row_number is null then 'ready' else 'failed' end`.execute(tx)
}

export type RowCounts = { rows: number; ready: number; failed: number; warned: number; leftOut: number; done: number }

/** Counts the rows and writes the counts on the upload. Rows that became records are told by the records, not by a flag. */
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

/** Marks every row whose value in a column stands in another row of the file too. */
export async function markRepeats(tx: Tx, upload: UploadRecord, column: number): Promise<void> {
  await sql`
    insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
    select ${upload.id}, ${upload.organisationId}, r.row_number, ${column}, 'repeated_in_file', 'Also in row ' || coalesce(lag(r.row_number) over same, lead(r.row_number) over same), 'error'
    from upload_rows r
    join (select clean[${sql.lit(column + 1)}] as value from upload_rows where upload_id = ${upload.id} and state <> 'left_out' and clean[${sql.lit(column + 1)}] <> '' group by 1 having count(*) > 1) twice
      on twice.value = r.clean[${sql.lit(column + 1)}]
    where r.upload_id = ${upload.id} and r.state <> 'left_out'
    window same as (partition by twice.value order by r.row_number)`.execute(tx)
}
