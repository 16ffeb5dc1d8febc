import { sql, type Tx } from '../db.ts'
import { among, type CrossRule } from './crossCheck.ts'
import type { UploadRecord } from './uploadBinding.ts'

type Query = ReturnType<typeof sql>
type Severity = 'error' | 'warning'
type Marking<Key> = {
  /** The column that bears the mark. */
  key: Key
  code: string
  severity?: Severity | ((tx: Tx) => Promise<Severity>)
  ties?: readonly Key[]
}
/** `here` limits a query to the rows that are checked. */
type RuleQuery = { tx: Tx; upload: UploadRecord; here: Query }

/** How the queries and rules of a kind of upload speak of its staged rows, `upload_rows r`. `keys` are its columns in their order. */
export function stagedCells<Key extends string>(keys: readonly Key[]) {
  const at = (key: Key): number => {
    const index = keys.indexOf(key)
    if (index === -1) throw new Error(`there is no column ${key}`)
    return index
  }
  /** Where a cell stands in the arrays of a row, which count from one. */
  const place = (key: Key) => sql<number>`${sql.lit(at(key) + 1)}`
  /** The understood text of a cell; null where there is none. */
  const cell = (key: Key) => sql<string>`nullif(r.clean[${place(key)}], '')`
  /** The cell as it was written. */
  const written = (key: Key) => sql<string>`coalesce(r.cells[${place(key)}], '')`
  /** What a list shows of a cell: as it was understood, else as it was written. */
  const entered = (key: Key) => sql<string>`coalesce(${cell(key)}, ${written(key)})`
  /** A rule by a query that answers `row_number` and `message` for every row `r` that breaks it. */
  const rule = (
    { key, code, severity = 'error', ties = [] }: Marking<Key>,
    find: (query: RuleQuery) => Promise<Query> | Query,
  ): CrossRule => ({
    code,
    column: at(key),
    ties: ties.map(at),
    mark: async (tx, upload, numbers) => {
      const here = sql`r.upload_id = ${upload.id} and r.state <> 'left_out' and ${among(numbers)}`
      const matches = await find({ tx, upload, here })
      const how = typeof severity === 'string' ? severity : await severity(tx)
      await sql`
        insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
        select ${upload.id}, ${upload.organisationId}, row_number, ${at(key)}, ${code}, message, ${how}
        from (${matches}) found`.execute(tx)
    },
  })
  return { at, place, cell, written, entered, rule }
}
