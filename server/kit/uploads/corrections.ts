import { readFile } from 'node:fs/promises'
import type { Changes } from '../audit/audit.ts'
import type { House } from '../house.ts'
import type { ReceivedFile } from '../web/receiveFile.ts'
import { Refused } from '../refused.ts'
import { bulkChangesWithCells } from './bulkTrail.ts'
import { rewriteRows, type Draft } from './draft.ts'
import { releaseThread, isOutOfMemory, acquireThread } from './threads.ts'
import type { CorrectionsMessage, CorrectionsTask } from './correctionsWorker.ts'

/** Takes the rows of a corrected annotated workbook into the draft. Rows are found by their original row number. */
export async function importCorrections(
  house: House,
  draft: Draft,
  file: ReceivedFile,
): Promise<{ corrected: number; unknown: number; changes: Changes }> {
  const answer = await readCorrections({
    bytes: new Uint8Array(await readFile(file.path)),
    fileName: file.fileName,
    kind: draft.binding.kind.name,
    maxRows: house.config.uploadMaxRows,
  })
  if (answer.type === 'refused') throw new Refused(answer.as, { message: answer.message })
  const corrections = new Map(answer.rows.map((row) => [row.rowNumber, row]))
  const { rewritten, changes: cells } = await rewriteRows(draft, [...corrections.keys()], (row) => {
    const correction = corrections.get(row.row_number)
    // A column that is not in the file keeps what it had.
    return correction
      ? { cells: correction.cells.map((cell, index) => cell ?? row.cells[index] ?? ''), faults: correction.faults }
      : null
  })
  const corrected = rewritten.length
  const changes = bulkChangesWithCells({ rule: 'A corrected file', rows: rewritten, cells })
  return { corrected, unknown: corrections.size - corrected, changes }
}

function readCorrections(task: CorrectionsTask): Promise<CorrectionsMessage> {
  return new Promise((resolve, reject) => {
    const thread = acquireThread(threadFile)
    thread.once('message', (message: CorrectionsMessage) => {
      releaseThread(threadFile, thread)
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
