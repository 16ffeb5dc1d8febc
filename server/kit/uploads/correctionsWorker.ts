import { parentPort, workerData } from 'node:worker_threads'
import { uploadKinds } from '#contract/index.ts'
import { matchHeader, type UploadKind } from '#contract/kit/uploadKind.ts'
import { readTable } from '../sheets/readTable.ts'
import { SheetRefused } from '../sheets/sheetRefused.ts'
import { originalRowTitle } from '../sheets/writeErrorWorkbook.ts'

export type CorrectionsTask = { kind: string; bytes: Uint8Array; fileName: string; maxRows: number }
export type CorrectionsMessage =
  | { type: 'rows'; rows: { rowNumber: number; cells: string[] }[] }
  | { type: 'refused'; message: string; absent?: boolean }

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
      absent: true,
      message: `Columns are missing: ${absent.join(', ')}. Correct the rows in the annotated workbook and send that.`,
    }
  const rows: { rowNumber: number; cells: string[] }[] = []
  for await (const batch of table.batches)
    for (const row of batch) {
      const rowNumber = Number(row.cells[original])
      if (Number.isSafeInteger(rowNumber) && rowNumber > 0)
        rows.push({
          rowNumber,
          cells: positions.map((position) => (position === -1 ? '' : (row.cells[position] ?? ''))),
        })
    }
  return { type: 'rows', rows }
}

read(workerData as CorrectionsTask).then(
  (message) => parentPort?.postMessage(message),
  (error: unknown) => {
    if (!(error instanceof SheetRefused)) throw error
    parentPort?.postMessage({ type: 'refused', message: error.message } satisfies CorrectionsMessage)
  },
)
