import type { RawBuilder } from 'kysely'
import { one, rows, sql, type Tx } from '../db.ts'
import type { Gently } from '../gently.ts'
import { countRows } from './stagedRows.ts'
import type { UploadBinding, UploadRecord } from './uploadBinding.ts'

/** Numbers of rows, or null for every row of the upload. */
type RowNumbers = readonly number[] | null

/** A check that no row shows by itself, only the other rows or the register. */
export type CrossRule = {
  code: string
  /** The column that bears the mark. */
  column: number
  /**
   * Columns by whose values rows are marked together; rows that are marked together have the same value in the first.
   * Without any, each row is marked for itself.
   */
  ties: readonly number[]
  /** Marks those of the rows that break the rule. */
  mark: (tx: Tx, upload: UploadRecord, numbers: RowNumbers) => Promise<void>
}

/** The condition that keeps a query over `upload_rows r` to these rows. */
export const among = (numbers: RowNumbers) =>
  numbers === null ? sql`true` : sql`r.row_number = any (${numbers}::int[])`

/**
 * `usual`, whose `value` most rows of the file say: one that says otherwise is marked, not all the others. For a query that begins
 * with `with`; asked once, not for each row.
 */
export const usually = (of: RawBuilder<unknown>, { id }: UploadRecord) =>
  sql`usual as materialized (select mode() within group (order by ${of}) as value from upload_rows r where r.upload_id = ${id} and r.state <> 'left_out')`

type CheckedUpload = { tx: Tx; binding: UploadBinding; upload: UploadRecord; gently?: Gently }

const atOnce: Gently = (piece) => piece()

/** Finds anew what only the other rows and the register can show, and sets the state of every row by its problems. */
export async function crossCheckRows({ tx, binding, upload, gently = atOnce }: CheckedUpload): Promise<void> {
  const codes = binding.crossRules.map(({ code }) => code)
  await sql`delete from upload_problems where upload_id = ${upload.id} and code = any (${codes})`.execute(tx)
  for (const rule of binding.crossRules) await gently(() => rule.mark(tx, upload, null))
  await gently(() => setStates(tx, upload, null))
}

/** What an edit does to a row, as the rules understand it; a row that is left out has no values. */
export type Edited = { row: number; before: readonly string[]; after: readonly string[] }

/** More edits than these are not checked one by one: the whole upload is checked at once, which then takes less. */
export const mostEdits = 500
const mostTied = 5000

/**
 * Writes an edit and checks what it can have changed: the edited rows, and the rows tied to them by a value they had or
 * have now; null stands for many. What the register has learnt about other rows since is found when the draft is sent.
 */
export async function writeAndRecheck(
  checked: CheckedUpload,
  edits: readonly Edited[] | null,
  write: () => Promise<void>,
) {
  const { tx, upload } = checked
  const affected = edits && (await affectedBy(checked, edits))
  if (!edits || !affected) {
    await write()
    await crossCheckRows(checked)
    await countRows(tx, upload.id)
    return
  }
  const all = [...new Set([...edits.map(({ row }) => row), ...affected.flatMap(({ numbers }) => numbers)])]
  const before = await tally(tx, upload, all)
  await write()
  for (const { rule, numbers } of affected) {
    await sql`delete from upload_problems r where upload_id = ${upload.id}
      and code = ${rule.code} and column_number = ${rule.column} and ${among(numbers)}`.execute(tx)
    await rule.mark(tx, upload, numbers)
  }
  await setStates(tx, upload, all)
  const after = await tally(tx, upload, all)
  await sql`update uploads set ready_count = ready_count + ${after.ready - before.ready}, failed_count = failed_count + ${after.failed - before.failed},
      left_out_count = left_out_count + ${after.leftOut - before.leftOut}, warned_count = warned_count + ${after.warned - before.warned}
    where id = ${upload.id}`.execute(tx)
}

type Affected = { rule: CrossRule; numbers: number[] }[]

/** For each rule the rows that it must look at again; null when they are too many. */
async function affectedBy({ tx, binding, upload }: CheckedUpload, edits: readonly Edited[]): Promise<Affected | null> {
  const affected: Affected = []
  for (const rule of binding.crossRules) {
    const [first] = rule.ties
    if (first === undefined) {
      affected.push({ rule, numbers: edits.map(({ row }) => row) })
      continue
    }
    const moved = edits.filter(({ before, after }) => rule.ties.some((tie) => before[tie] !== after[tie]))
    if (moved.length === 0) continue
    const values = moved.flatMap(({ before, after }) => [before[first], after[first]]).filter(Boolean)
    const tied = await rows(
      tx,
      sql<{ row: number }>`
        select row_number as "row" from upload_rows where upload_id = ${upload.id} and clean[${sql.lit(first + 1)}] = any (${values}) limit ${mostTied + 1}`,
    )
    if (tied.length > mostTied) return null
    affected.push({ rule, numbers: [...new Set([...tied, ...moved].map(({ row }) => row))] })
  }
  return affected
}

const tally = (tx: Tx, upload: UploadRecord, numbers: readonly number[]) =>
  one(
    tx,
    sql<{ ready: number; failed: number; leftOut: number; warned: number }>`
      select (count(*) filter (where state = 'ready'))::int as ready, (count(*) filter (where state = 'failed'))::int as failed, (count(*) filter (where state = 'left_out'))::int as "leftOut",
        (select count(distinct r.row_number)::int from upload_problems r where r.upload_id = ${upload.id} and r.severity = 'warning' and ${among(numbers)}) as warned
      from upload_rows r where r.upload_id = ${upload.id} and ${among(numbers)}`,
  )

async function setStates(tx: Tx, upload: UploadRecord, numbers: RowNumbers): Promise<void> {
  // Each row looks up its own errors by their key: joined, a file of nothing but errors would hold each against every row.
  await sql`
    update upload_rows r set state = case r.state when 'ready' then 'failed' else 'ready' end
    where r.upload_id = ${upload.id} and r.state <> 'left_out' and ${among(numbers)} and (r.state = 'failed') <> exists (
      select from upload_problems p
    where p.upload_id = r.upload_id and p.row_number = r.row_number and p.severity = 'error')`.execute(tx)
}

/** The rule that a value may stand only once in a column of a file: marks every row whose value another row has too. */
export const noRepeats = (column: number): CrossRule => ({
  code: 'repeated_in_file',
  column,
  ties: [column],
  mark: async (tx, upload, numbers) => {
    const value = sql`r.clean[${sql.lit(column + 1)}]`
    const here = sql`r.upload_id = ${upload.id} and r.state <> 'left_out' and ${among(numbers)}`
    await sql`
      insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
      select ${upload.id}, ${upload.organisationId}, r.row_number, ${column}, 'repeated_in_file', 'Also in row ' || coalesce(lag(r.row_number) over same, lead(r.row_number) over same), 'error'
      from upload_rows r
      join (select ${value} as value from upload_rows r where ${here} and ${value} <> '' group by 1 having count(*) > 1) twice on twice.value = ${value}
      where ${here}
      window same as (partition by twice.value order by r.row_number)`.execute(tx)
  },
})
