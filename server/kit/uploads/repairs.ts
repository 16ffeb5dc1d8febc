import type { CheckContext } from '#contract/kit/field.ts'
import { checkCells, columnKeys, type Repair, type UploadKind } from '#contract/kit/uploadKind.ts'
import type { Changes } from '../audit/audit.ts'
import { businessYear } from '../clock.ts'
import { rows, sql, type Tx } from '../db.ts'
import { Refused } from '../refused.ts'
import { bulkChanges } from './bulkTrail.ts'
import { rewriteRows, type Draft } from './draft.ts'
import type { UploadBinding } from './uploadBinding.ts'

/** A cause in a column, as the problems of an upload are grouped. */
type ProblemGroup = { code: string; column: number }
type FailingRow = { row: number; cells: string[] }

const repairFor = (kind: UploadKind, { code, column }: ProblemGroup): Repair | undefined => {
  const key = columnKeys(kind)[column]
  return kind.repairs.find((known) => known.column === key && known.codes.includes(code))
}

/** What a repair makes of the cell of a row: null unless that puts the cell right, so that nothing is changed for nothing. */
function repaired(kind: UploadKind, repair: Repair, column: number, context: CheckContext) {
  const keys = columnKeys(kind)
  return (cells: readonly string[]): string | null => {
    const before = cells[column] ?? ''
    const row = Object.fromEntries(keys.map((key, index) => [key, cells[index] ?? '']))
    const after = repair.mend(before, row, context).trim()
    if (after === before) return null
    const { problems } = checkCells(kind, cells.with(column, after), context)
    return problems.some((problem) => problem.column === column && problem.severity === 'error') ? null : after
  }
}

const failingRows = (tx: Tx, uploadId: string, { code, column }: ProblemGroup, after: number, most: number) =>
  rows(
    tx,
    sql<FailingRow>`select r.row_number as row, r.cells from upload_rows r
      where r.upload_id = ${uploadId} and r.state = 'failed' and r.row_number > ${after} and exists (
        select 1 from upload_problems p where p.upload_id = r.upload_id and p.row_number = r.row_number and p.code = ${code} and p.column_number = ${column})
      order by r.row_number limit ${most}`,
  )

// Enough to see whether a repair is worth offering; whoever presses it learns the whole.
const tried = 200

/** The label of the repair for a group, where it puts at least one of its first cells right. */
export async function repairOffered(
  tx: Tx,
  binding: UploadBinding,
  uploadId: string,
  group: ProblemGroup,
): Promise<string | null> {
  const repair = repairFor(binding.kind, group)
  if (!repair) return null
  const mend = repaired(binding.kind, repair, group.column, await contextOf(tx, binding))
  const first = await failingRows(tx, uploadId, group, 0, tried)
  return first.some(({ cells }) => mend(cells) !== null) ? repair.label : null
}

const contextOf = async (tx: Tx, binding: UploadBinding): Promise<CheckContext> => ({
  year: businessYear(),
  lists: await binding.lists(tx),
})

const pageSize = 2000
const shownChanges = 20

/** What the repair for a group would change, and how many cells it could not put right. Changes nothing. */
export async function previewRepair(tx: Tx, binding: UploadBinding, uploadId: string, group: ProblemGroup) {
  const repair = declaredRepair(binding.kind, group)
  const mend = repaired(binding.kind, repair, group.column, await contextOf(tx, binding))
  const changes = new Map<string, { from: string; to: string; rows: number }>()
  let mended = 0
  let left = 0
  for (let after = 0; ;) {
    const page = await failingRows(tx, uploadId, group, after, pageSize)
    for (const { cells } of page) {
      const from = cells[group.column] ?? ''
      const to = mend(cells)
      if (to === null) left++
      else {
        mended++
        const key = JSON.stringify([from, to])
        changes.set(key, { from, to, rows: (changes.get(key)?.rows ?? 0) + 1 })
      }
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) break
    after = last.row
  }
  const shown = [...changes.values()].sort((one, other) => other.rows - one.rows).slice(0, shownChanges)
  return { label: repair.label, mended, left, changes: shown, more: changes.size - shown.length }
}

/** Puts every cell right that the declared repair can, and answers how many it did and could not. */
export async function repairCells(
  draft: Draft,
  group: ProblemGroup,
): Promise<{ mended: number; left: number; changes: Changes }> {
  const { tx, binding, upload, context } = draft
  const repair = declaredRepair(binding.kind, group)
  const mend = repaired(binding.kind, repair, group.column, context)
  const broken = await failingNumbers(tx, upload.id, group)
  const { rewritten } = await rewriteRows(draft, broken, (row) => {
    const after = mend(row.cells)
    return after === null ? null : { cells: row.cells.with(group.column, after), typed: [group.column] }
  })
  const column = binding.kind.columns[repair.column]?.title ?? repair.column
  return {
    mended: rewritten.length,
    left: broken.length - rewritten.length,
    changes: bulkChanges({ rule: repair.label, column, rows: rewritten }),
  }
}

function declaredRepair(kind: UploadKind, group: ProblemGroup): Repair {
  const repair = repairFor(kind, group)
  if (!repair)
    throw new Refused('input.invalid', { details: { fields: { code: 'There is no repair for this problem' } } })
  return repair
}

async function failingNumbers(tx: Tx, uploadId: string, { code, column }: ProblemGroup): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{
      row: number
    }>`select distinct r.row_number as "row" from upload_problems p join upload_rows r on r.upload_id = p.upload_id and r.row_number = p.row_number
      where p.upload_id = ${uploadId} and p.code = ${code} and p.column_number = ${column} and r.state = 'failed' order by 1`,
  )
  return found.map(({ row }) => row)
}
