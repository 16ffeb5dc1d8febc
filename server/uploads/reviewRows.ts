import type { RawBuilder } from 'kysely'
import type { ListQuery, PageOf } from '#contract/kit/listScreen.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { ReviewRow } from '#contract/uploads/uploads.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { pageWithin } from '#server/kit/records/pageWithin.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal } from '#server/kit/scope.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'

type CellError = {
  row: number
  column: string | null
  columnKey: string | null
  value: string
  code: string
  message: string
  severity: 'error' | 'warning'
}

type StoredError = Omit<CellError, 'column' | 'columnKey' | 'value'> & { position: number; value: string | null }

// What became of a row: a record made from it has the row's id.
const state = sql<ReviewRow['state']>`
  case when f.id is not null then 'done' when r.state = 'ready' and u.status = 'PENDING_ACCOUNT_VALIDATION' then 'waiting' else r.state end`
const problemsIn = (marks: RawBuilder<unknown>) => sql<ReviewRow['problems']>`
  coalesce((select json_agg(json_build_object('column', p.column_number, 'code', p.code, 'message', p.message, 'severity', p.severity) order by p.column_number, p.severity = 'note')
  from (${marks}) p where p.row_number = r.row_number), '[]')`
const from = sql`upload_rows r join uploads u on u.id = r.upload_id left join farmers f on f.id = r.id`

/** What a reader asks of one upload. */
export type ReviewRequest = { tx: Tx; actor: Actor; binding: UploadBinding; uploadId: string }

const storedMarks = (uploadId: string) =>
  sql`select row_number, column_number, code, message, severity from upload_problems where upload_id = ${uploadId}`

/** Everything that is said of rows: their problems, and what the kind knows besides. */
export function marksOf({ actor, binding, uploadId }: Omit<ReviewRequest, 'tx'>): RawBuilder<unknown> {
  const answers = binding.answers?.(uploadId, actor)
  return answers ? sql`${storedMarks(uploadId)} union all ${answers}` : storedMarks(uploadId)
}

type RowsQuery = {
  page: number
  size: number
  show: 'problems' | 'all' | 'left_out'
  code?: string | undefined
  column?: number | undefined
}

/** Rows of an upload for the review grid, in the order of the sheet. */
export async function pageOfRows({
  query,
  ...review
}: ReviewRequest & { query: RowsQuery }): Promise<PageOf<ReviewRow>> {
  const { tx, uploadId } = review
  const marks = marksOf(review)
  const problem = sql`r.row_number in (select p.row_number from (${marks}) p where ${query.code ? sql`p.code = ${query.code}` : sql`p.severity <> 'note'`}
    ${query.column === undefined ? sql`` : sql`and p.column_number = ${query.column}`})`
  const filter = {
    all: sql`true`,
    left_out: sql`r.state = 'left_out'`,
    problems: sql`${problem} and r.state <> 'left_out'`,
  }[query.show]
  const where = sql`r.upload_id = ${uploadId} and ${filter}`
  const total = (await one(tx, sql<{ n: number }>`select count(*)::int as n from upload_rows r where ${where}`)).n
  const { data, page } = await pageWithin(query, async (number) => ({
    data: await rows(
      tx,
      sql<ReviewRow>`select r.row_number as row, r.cells, ${state} as state, ${problemsIn(marks)} as problems from ${from} where ${where} order by r.row_number limit ${query.size} offset ${number * query.size}`,
    ),
    counted: total,
  }))
  const shown = await shownTo(review)
  return {
    data: data.map((row) => ({ ...row, cells: row.cells.map((cell, column) => shown(cell, column)) })),
    page,
  }
}

/** What a reader is shown of a cell: personal values masked, and what only the sender may know to nobody else. */
async function shownTo({ tx, actor, binding: { kind }, uploadId }: ReviewRequest) {
  const columns = columnKeys(kind).map((key) => kind.columns[key]!)
  const { owner } = await one(
    tx,
    sql<{ owner: string }>`select organisation_id as owner from uploads where id = ${uploadId}`,
  )
  return (cell: string, column: number): string => {
    if (columns[column]?.secret && owner !== actor.organisationId) return ''
    return columns[column]?.personal ? personal(actor, cell) : cell
  }
}

/** One row as the grid shows it. */
export async function reviewRow(tx: Tx, uploadId: string, row: number): Promise<ReviewRow> {
  const [stored] = await rows(
    tx,
    sql<ReviewRow>`select r.row_number as row, r.cells, ${state} as state, ${problemsIn(storedMarks(uploadId))} as problems from ${from} where r.upload_id = ${uploadId} and r.row_number = ${row}`,
  )
  if (!stored) throw new Refused('record.not_found')
  return stored
}

/** The errors of an upload one by one: row, column, value and message. */
export async function pageOfErrors({
  query,
  ...review
}: ReviewRequest & { query: ListQuery }): Promise<PageOf<CellError>> {
  const {
    tx,
    binding: { kind },
    uploadId,
  } = review
  const total = (
    await one(
      tx,
      sql<{ n: number }>`
        select count(*)::int as n from upload_problems p join upload_rows r on r.upload_id = p.upload_id and r.row_number = p.row_number
        where p.upload_id = ${uploadId} and r.state <> 'left_out'`,
    )
  ).n
  const { data: found, page } = await pageWithin(query, async (number) => ({
    data: await rows(
      tx,
      sql<StoredError>`
        select p.row_number as row, p.column_number as position, r.cells[p.column_number + 1] as value, p.code, p.message, p.severity
        from upload_problems p join upload_rows r on r.upload_id = p.upload_id and r.row_number = p.row_number
        where p.upload_id = ${uploadId} and r.state <> 'left_out' order by p.row_number, p.column_number, p.code limit ${query.size} offset ${number * query.size}`,
    ),
    counted: total,
  }))
  const keys = columnKeys(kind)
  const shown = await shownTo(review)
  const data = found.map(({ position, value, ...error }) => {
    const key = keys[position] ?? null
    const column = key === null ? null : kind.columns[key]!
    return { ...error, value: shown(value ?? '', position), columnKey: key, column: column?.title ?? null }
  })
  return { data, page }
}
