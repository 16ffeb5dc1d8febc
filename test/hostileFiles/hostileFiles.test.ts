import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { bombs } from './bombs.ts'
import type { HostileFile } from './hostileFile.ts'
import { oddCells } from './oddCells.ts'
import { oddTexts } from './oddTexts.ts'
import { oddXml } from './oddXml.ts'
import type { WorkerAnswer } from './tableWorker.ts'
import { wrongZips } from './wrongZips.ts'

const files = [...bombs, ...wrongZips, ...oddXml, ...oddCells, ...oddTexts]
let slowest = { name: '', milliseconds: 0 }

// One worker reads file after file: each must leave it alive, and within its memory, for the next.
let worker = startWorker()

function startWorker(): Worker {
  return new Worker(new URL('./tableWorker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: [],
  })
}

async function readInWorker(file: HostileFile): Promise<WorkerAnswer> {
  const bytes = file.build()
  const stopped = new AbortController()
  const died = once(worker, 'exit', { signal: stopped.signal }).then(() => {
    worker = startWorker()
    throw new Error('The worker died of this file')
  })
  worker.postMessage({ bytes, fileName: file.fileName })
  const [answer] = (await Promise.race([once(worker, 'message'), died])) as [WorkerAnswer] // the worker posts only these
  stopped.abort()
  await died.catch(() => {})
  return answer
}

test.each(files)('$name', { timeout: 10_000 }, async (file) => {
  const answer = await readInWorker(file)
  if (answer.milliseconds > slowest.milliseconds) slowest = { name: file.name, milliseconds: answer.milliseconds }
  const expected = file.expected
  if ('refused' in expected) {
    expect(answer).toMatchObject({ refused: expected.refused, ...(expected.cell ? { cell: expected.cell } : {}) })
    expect('message' in answer && answer.message).toMatch(/^[A-Z].{20,}\.$/s)
    return
  }
  expect(answer).toMatchObject({ faults: [], ...expected })
})

test('the corpus has at least 60 files, each with its own name', () => {
  expect(new Set(files.map((file) => file.name)).size).toBe(files.length)
  expect(files.length).toBeGreaterThanOrEqual(60)
})

afterAll(async () => {
  await worker.terminate()
  console.log(`${files.length} hostile files; slowest: ${slowest.name}, ${Math.round(slowest.milliseconds)} ms`)
})
