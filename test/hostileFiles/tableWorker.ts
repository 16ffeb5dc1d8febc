import { parentPort } from 'node:worker_threads'
import { cellAddress } from '#server/kit/sheets/cellAddress.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { SheetRefused } from '#server/kit/sheets/sheetRefused.ts'

// What a worker answers about one file. Times are those inside the worker, without its start.
export type WorkerAnswer = { milliseconds: number } & (
  | { refused: string; message: string; cell: string | undefined }
  | { sheetName: string; header: string[]; rows: string[][]; rowNumbers: number[]; faults: string[] }
)

async function answer(bytes: Uint8Array, fileName: string): Promise<WorkerAnswer> {
  const started = performance.now()
  try {
    const { sheetName, header, batches } = await readTable({ bytes, fileName, caps: {} })
    const rows: string[][] = []
    const rowNumbers: number[] = []
    const faults: string[] = []
    for await (const batch of batches) {
      for (const row of batch) {
        if (rows.length < 100) rows.push(row.cells)
        if (rows.length < 100) rowNumbers.push(row.rowNumber)
        for (const fault of row.faults ?? []) faults.push(`${fault.code} ${cellAddress(fault.column, row.rowNumber)}`)
      }
    }
    return { milliseconds: performance.now() - started, sheetName, header, rows, rowNumbers, faults }
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    return { milliseconds: performance.now() - started, refused: error.code, message: error.message, cell: error.cell }
  }
}

parentPort?.on('message', (file: { bytes: Uint8Array; fileName: string }) => {
  void answer(file.bytes, file.fileName).then((result) => parentPort?.postMessage(result))
})
