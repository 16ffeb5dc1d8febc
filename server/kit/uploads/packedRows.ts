import { sql, type Tx } from '../db.ts'
import type { UploadRecord } from './uploadBinding.ts'

// A batch travels from the worker to the database as one text: ASCII's own separators between fields and rows.
// COPY would be the usual way; PostgreSQL refuses it on tables with row-level security.
export const fieldMark = '\x1f'
export const rowMark = '\x1e'
const separators = new RegExp(`[\0${rowMark}${fieldMark}]`, 'g')

/** A cell without the two separators, which no keyboard writes, and without NUL, which PostgreSQL cannot hold. */
export const plainField = (text: string): string => text.replace(separators, ' ')

const fields = (bytes: Uint8Array) =>
  sql`(select string_to_array(line, ${fieldMark}) as a from string_to_table(${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)}::text, ${rowMark}) line) packed`

/** Stages a batch of rows: id, row number, state, then the cells as written and as understood. */
export async function insertRows(tx: Tx, upload: UploadRecord, bytes: Uint8Array, columns: number): Promise<void> {
  const from = (start: number) => sql`a[${sql.lit(start)}:${sql.lit(start + columns - 1)}]`
  await sql`insert into upload_rows (id, upload_id, organisation_id, row_number, state, cells, clean)
    select a[1]::uuid, ${upload.id}, ${upload.organisationId}, a[2]::int, a[3], ${from(4)}, ${from(4 + columns)}
    from ${fields(bytes)}`.execute(tx)
}

/** Stages the problems of a batch: row number, column, code, message, severity. */
export async function insertProblems(tx: Tx, upload: UploadRecord, bytes: Uint8Array): Promise<void> {
  await sql`insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
    select ${upload.id}, ${upload.organisationId}, a[1]::int, a[2]::int, a[3], a[4], a[5]
    from ${fields(bytes)}`.execute(tx)
}
