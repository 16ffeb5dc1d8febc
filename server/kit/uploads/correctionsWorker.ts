import { parentPort } from 'node:worker_threads'
import { uploadKinds } from '#contract/index.ts'
import { matchHeader, type UploadKind } from '#contract/kit/uploadKind.ts'
import { readTable } from '../sheets/readTable.ts'
import { SheetRefused } from '../sheets/sheetRefused.ts'
import { originalRowTitle } from '../sheets/writeErrorWorkbook.ts'
import { lowerPriority } from './lowerPriority.ts'

export type CorrectionsTask = { kind: string; bytes: Uint8Array; fileName: string; maxRows: number }
export type CorrectionsMessage =
  | { type: 'rows'; rows: CorrectedRow[] }
  | { type: 'refused'; message: string; as: 'upload.columns_missing' | 'upload.not_a_table' | 'upload.too_large' }
/** Cells in declared order; null where the file lacks the column. */
type CorrectedRow = {
  rowNumber: number
  cells: (string | null)[]
  faults: { column: number; code: string; message: string }[]
}
// PostgreSQL's integer; no sheet has so many rows.
const lastRow = 2_147_483_647

async function read(task: CorrectionsTask): Promise<CorrectionsMessage> {
  const kind = uploadKinds.find(({ name }) => name === task.kind) as UploadKind | undefined
  if (!kind) throw new Error(`no upload kind ${task.kind}`)
  const table = await readTable({ bytes: task.bytes, fileName: task.fileName, caps: { maxRows: task.maxRows } })
  const { positions, absent } = matchHeader(kind, table.header)
  const original = table.header.findIndex((title) => title.toUpperCase() === originalRowTitle.toUpperCase())
  if (original === -1) absent.push(originalRowTitle)
  if (absent.length > 0)
    return {
      type: 'refused',
      as: 'upload.columns_missing',
      message: `Columns are missing: ${absent.join(', ')}. Correct the rows in the annotated workbook and send that.`,
    }
  const rows: CorrectedRow[] = []
  for await (const batch of table.batches)
    for (const row of batch) {
      const rowNumber = Number(row.cells[original])
      if (Number.isSafeInteger(rowNumber) && rowNumber > 0 && rowNumber <= lastRow)
        rows.push({
          rowNumber,
          cells: positions.map((position) => (position === -1 ? null : (row.cells[position] ?? ''))),
          faults: (row.faults ?? []).flatMap((fault) => {
            const column = positions.indexOf(fault.column)
            return column === -1 ? [] : [{ ...fault, column }]
          }),
        })
    }
  return { type: 'rows', rows }
}

const isTooLarge = ({ code }: SheetRefused) => code === 'too_many_rows' || code === 'file_too_large'

lowerPriority()
parentPort?.on('message', (task: CorrectionsTask) => {
  read(task).then(
    (message) => parentPort?.postMessage(message),
    (error: unknown) => {
      if (!(error instanceof SheetRefused))
        return setImmediate(() => {
          throw error
        })
      const as = isTooLarge(error) ? 'upload.too_large' : 'upload.not_a_table'
      return parentPort?.postMessage({ type: 'refused', as, message: error.message } satisfies CorrectionsMessage)
    },
  )
})
