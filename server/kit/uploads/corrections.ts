import { readFile } from 'node:fs/promises'
import type { Changes } from '../audit/audit.ts'
import type { House } from '../house.ts'
import type { ReceivedFile } from '../web/receiveFile.ts'
import { Refused } from '../refused.ts'
import { toldWithCells } from './bulkTrail.ts'
import { rewriteRows, type Draft } from './draft.ts'
import { giveBack, isOutOfMemory, takeThread } from './threads.ts'
import type { CorrectionsMessage, CorrectionsTask } from './correctionsWorker.ts'

/** Takes the rows of a corrected annotated workbook into the draft. Rows are found by their original row number. */
export async function takeCorrections(
  house: House,
  draft: Draft,
  file: ReceivedFile,
): Promise<{ corrected: number; unknown: number; changes: Changes }> {
  const read = await readCorrections({
    bytes: new Uint8Array(await readFile(file.path)),
    fileName: file.fileName,
    kind: draft.binding.kind.name,
    maxRows: house.config.uploadMaxRows,
  })
  if (read.type === 'refused') throw new Refused(read.as, { message: read.message })
  const wanted = new Map(read.rows.map((row) => [row.rowNumber, row]))
  const { rewritten, changes: cells } = await rewriteRows(draft, [...wanted.keys()], (row) => {
    const given = wanted.get(row.row_number)
    // A column that is not in the file keeps what it had.
    return given
      ? { cells: given.cells.map((cell, index) => cell ?? row.cells[index] ?? ''), faults: given.faults }
      : null
  })
  const corrected = rewritten.length
  const changes = toldWithCells({ rule: 'A corrected file', rows: rewritten, cells })
  return { corrected, unknown: wanted.size - corrected, changes }
}

function readCorrections(task: CorrectionsTask): Promise<CorrectionsMessage> {
  return new Promise((resolve, reject) => {
    const thread = takeThread(threadFile)
    thread.once('message', (message: CorrectionsMessage) => {
      giveBack(threadFile, thread)
      resolve(message)
    })
    thread.once('error', (error: Error) => (isOutOfMemory(error) ? resolve(tooMuchMemory) : reject(error)))
    thread.once('exit', () => reject(new Error('the corrected file could not be read')))
    thread.postMessage(task)
  })
}

const threadFile = new URL('correctionsWorker.ts', import.meta.url)
const tooMuchMemory = {
  type: 'refused',
  as: 'upload.too_large',
  message: 'The file needs more memory than an upload may use.',
} as const satisfies CorrectionsMessage
