import { execFileSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { setClock } from './clock.ts'
import { firstIdOf, isId, newId } from './ids.ts'

afterEach(() => setClock(null))

const idsOf = (count: number): string[] => Array.from({ length: count }, () => newId())
const millisecondOf = (id: string): number => parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
const mustSortAsMade = (ids: string[]): void => {
  const firstWrong = ids.findIndex((id, n) => n > 0 && id <= (ids[n - 1] ?? ''))
  expect([firstWrong, ids[firstWrong - 1], ids[firstWrong]]).toEqual([-1, undefined, undefined])
}

test('ids sort by the order in which they were made, whatever the clock does', () => {
  let at = Date.UTC(2060, 0, 1)
  setClock(() => at)
  const step = fc.oneof(fc.constant(0), fc.integer({ min: -90_000, max: 1_000 }))
  fc.assert(
    fc.property(fc.array(fc.record({ step, made: fc.nat(40) })), (moments) => {
      const ids = moments.flatMap(({ step: milliseconds, made }) => {
        at += milliseconds
        return idsOf(made)
      })
      mustSortAsMade(ids)
    }),
  )
})

test('thousands of ids of one millisecond sort as made and keep it; many more borrow the next', () => {
  const at = Date.UTC(2070, 0, 1)
  setClock(() => at)
  const ids = idsOf(400_000)
  mustSortAsMade(ids)
  expect(ids.every((id) => isId(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true)
  expect(new Set(ids.slice(0, 100_000).map(millisecondOf))).toEqual(new Set([at]))
  expect(millisecondOf(ids.at(-1) ?? '')).toBeGreaterThan(at)
  expect(millisecondOf(ids.at(-1) ?? '')).toBeLessThan(at + 5)
})

test('an id lies between the first of its moment and the first of the next', () => {
  let at = Date.UTC(2080, 0, 1)
  setClock(() => at)
  for (let n = 0; n < 1_000; n++) {
    at += 1
    const id = newId()
    expect([id >= firstIdOf(new Date(at)), id < firstIdOf(new Date(at + 1))]).toEqual([true, true])
  }
})

test('what follows the counter differs from id to id, so that nobody counts on to the next', () => {
  setClock(() => Date.UTC(2090, 0, 1))
  expect(new Set(idsOf(10_000).map((id) => id.slice(21))).size).toBe(10_000)
})

test('threads and processes that make ids in the same milliseconds never make the same one', async () => {
  const source = `const { newId } = await import(${JSON.stringify(new URL('ids.ts', import.meta.url).href)})
    const { setClock } = await import(${JSON.stringify(new URL('clock.ts', import.meta.url).href)})
    let n = 0
    setClock(() => 4000000000000 + (n++ >> 10))
    const made = Array.from({ length: 20_000 }, () => newId())`
  const ofThread = () =>
    new Promise<string[]>((resolve, reject) => {
      const text = `${source}\n;(await import('node:worker_threads')).parentPort.postMessage(made)`
      const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`))
      worker.once('message', resolve).once('error', reject)
    })
  const ofProcess = (): string[] =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', `${source}\nconsole.log(JSON.stringify(made))`], {
        cwd: import.meta.dirname,
        encoding: 'utf8',
        maxBuffer: 2 ** 24,
      }),
    ) as string[] // border: the line that the process wrote
  const made = [...(await Promise.all([ofThread(), ofThread(), ofThread()])), ofProcess(), ofProcess()]
  for (const ids of made) mustSortAsMade(ids)
  expect(new Set(made.flat()).size).toBe(100_000)
})
