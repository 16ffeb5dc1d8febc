import { parentPort } from 'node:worker_threads'
import { uploadKinds } from '#contract/index.ts'
import type { CheckContext } from '#contract/kit/field.ts'
import { checkCells, matchHeader, type CellProblem, type UploadKind } from '#contract/kit/uploadKind.ts'
import { newId } from '../ids.ts'
import { readTable } from '../sheets/readTable.ts'
import { SheetRefused, type SheetCaps } from '../sheets/sheetRefused.ts'
import { lowerPriority } from './lowerPriority.ts'
import { fieldMark, plainField, rowMark } from './packedRows.ts'

/** Reads, checks and encodes a file on a thread of its own, which has no database and a cap on its memory. */
export type CheckTask = {
  kind: string
  bytes: Uint8Array
  fileName: string
  caps: Partial<SheetCaps>
  context: CheckContext
  uploadId: string
  organisationId: string
}
export type CheckMessage =
  | { type: 'header'; sheetName: string; header: string[] }
  | { type: 'batch'; rows: Uint8Array; problems: Uint8Array; count: number }
  | { type: 'done' }
  | { type: 'refused'; code: string; message: string; absent?: string[] }

const unacknowledged = 8
/** Few enough that no statement about them keeps a core for longer than a call may wait. */
const rowsAtOnce = 500

async function run(task: CheckTask): Promise<void> {
  const port = parentPort
  const kind = uploadKinds.find(({ name }) => name === task.kind) as UploadKind | undefined
  if (!port || !kind) throw new Error(`no upload kind ${task.kind}`)
  const post = (message: CheckMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  let waiting = 0
  let resume = () => {}
  const acknowledge = (message: unknown) => {
    if (message !== 'acknowledged') return
    waiting -= 1
    resume()
  }
  port.on('message', acknowledge)
  try {
    const table = await readTable({ bytes: task.bytes, fileName: task.fileName, caps: task.caps })
    const { positions, absent } = matchHeader(kind, table.header)
    if (absent.length > 0) {
      const list = absent.join(', ')
      return post({
        type: 'refused',
        code: 'columns_missing',
        message: `Columns are missing: ${list}. Download the template and use its headings.`,
        absent,
      })
    }
    post({ type: 'header', sheetName: table.sheetName, header: table.header })
    for await (const batch of table.batches)
      for (let from = 0; from < batch.length; from += rowsAtOnce) {
        const some = batch.slice(from, from + rowsAtOnce)
        const encoded = encode({ task, kind, positions, batch: some })
        while (waiting >= unacknowledged) await new Promise<void>((resolve) => (resume = resolve))
        waiting += 1
        post({ type: 'batch', ...encoded, count: some.length }, [
          encoded.rows.buffer as ArrayBuffer,
          encoded.problems.buffer as ArrayBuffer,
        ])
      }
    post({ type: 'done' })
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    post({ type: 'refused', code: error.code, message: error.message })
  } finally {
    port.off('message', acknowledge)
  }
}

type Batch = { rowNumber: number; cells: string[]; faults?: { column: number; code: string; message: string }[] }[]

type UncheckedBatch = { task: CheckTask; kind: UploadKind; positions: number[]; batch: Batch }

function encode({ task, kind, positions, batch }: UncheckedBatch) {
  const rows: string[] = []
  const problems: string[] = []
  for (const row of batch) {
    const cells = positions.map((position) => (position === -1 ? '' : plainField(row.cells[position] ?? '')))
    const { clean, problems: found } = checkCells(kind, cells, task.context)
    const faults = (row.faults ?? []).flatMap((fault): CellProblem[] => {
      const column = positions.indexOf(fault.column)
      return column === -1 ? [] : [{ ...fault, column, severity: 'error' }]
    })
    const all =
      faults.length === 0
        ? found
        : [...faults, ...found.filter(({ column }) => !faults.some((fault) => fault.column === column))]
    const state = all.some(({ severity }) => severity === 'error') ? 'failed' : 'ready'
    rows.push(
      `${newId()}${fieldMark}${row.rowNumber}${fieldMark}${state}${fieldMark}${cells.join(fieldMark)}${fieldMark}${clean.join(fieldMark)}`,
    )
    for (const { column, code, message, severity } of all)
      problems.push([row.rowNumber, column, code, plainField(message), severity].join(fieldMark))
  }
  return { rows: packed(rows), problems: packed(problems) }
}

/** Bytes in a buffer of their own, so that it can be handed to the other thread instead of copied. */
function packed(lines: string[]): Uint8Array {
  const text = lines.join(rowMark)
  const bytes = new Uint8Array(Buffer.byteLength(text))
  new TextEncoder().encodeInto(text, bytes)
  return bytes
}

// One task after the other; the last acknowledgements of a task may arrive after its end.
lowerPriority()
parentPort?.on('message', (task: CheckTask | 'acknowledged') => {
  if (task === 'acknowledged') return
  // A fault ends the thread with its error, which the other side receives.
  run(task).catch((error: unknown) => {
    setImmediate(() => {
      throw error
    })
  })
})
