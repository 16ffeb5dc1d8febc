import { afterEach, beforeEach, expect, test } from 'vitest'
import { setClock } from './clock.ts'
import { makeLog } from './log.ts'

const start = Date.UTC(2026, 10, 21, 6)
let time: number
let lines: { msg: string; timesSince?: number }[]
beforeEach(() => {
  time = start
  lines = []
  setClock(() => time)
})
afterEach(() => setClock(null))

const log = () =>
  makeLog({ level: 'warn', to: { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) } })
const silent = (n: number, accounts = 4) =>
  [
    { queue: 'farmers.look_up', job: `job ${n}`, error: `the bank is silent for ${accounts} accounts` },
    'job failed, it will be tried again',
  ] as const
const minutes = () => (time - start) / 60_000

test('a warning that comes every few seconds is told once, and then after growing pauses with how often it came', () => {
  const to = log()
  const logged: [minute: number, times: number | undefined][] = []
  for (let n = 0; n < 17_280; n++) {
    to.warn(...silent(n, 4 - (n % 2)))
    const last = lines.at(-1)
    if (lines.length > logged.length) logged.push([minutes(), last?.timesSince])
    time += 5_000 // a day of them
  }
  expect(logged).toEqual([
    [0, undefined],
    [1, 12],
    [5, 48],
    [21, 192],
    [85, 768],
    [341, 3_072],
    [701, 4_320],
    [1_061, 4_320],
    [1_421, 4_320],
  ])
})

test('another text, another subject and what belongs to a request are told at once, however often the rest is', () => {
  const to = log()
  for (let n = 0; n < 5; n++) {
    to.warn(...silent(n))
    to.warn({ queue: 'farmers.look_up', job: `job ${n}`, error: 'relation "farmers" does not exist' }, 'job failed')
    to.error({ reference: `A${n}`, fault: 'the amounts differ' }, 'a leg could not be settled')
    to.error({ requestId: 'one', route: '/api/inbox', fault: { name: 'TypeError' } }, 'fault')
    to.warn('PostgreSQL had stopped and was started again.')
  }
  const count = (text: string) => lines.filter(({ msg }) => msg.startsWith(text)).length
  expect(count('job failed, it')).toBe(1)
  expect(lines.filter(({ msg }) => msg === 'job failed')).toHaveLength(1)
  expect(count('a leg')).toBe(5)
  expect(count('fault')).toBe(5)
  expect(count('PostgreSQL')).toBe(1)
})

test('what did not happen for a day is news again, and what is kept for it is bounded', () => {
  const to = log()
  to.warn(...silent(1))
  time += 86_400_001
  to.warn(...silent(2))
  expect(lines.map(({ timesSince }) => timesSince)).toEqual([undefined, undefined])
  for (let n = 0; n < 2_000; n++) to.warn({ subject: n }, 'one of very many')
  expect(lines).toHaveLength(2_002)
  to.warn({ subject: 0 }, 'one of very many')
  expect(lines).toHaveLength(2_003) // forgotten, so told again
})

test('line ends and formats that somebody sends stay in the field they came in, and the time is UTC', () => {
  const written: string[] = []
  const to = makeLog({ level: 'warn', to: { write: (line) => void written.push(line) } })
  const sent = 'Wanjiku %s %d %j\r\n{"level":50,"msg":"approved"}\n\u2028\u001b[2J'
  to.warn({ name: sent }, 'sent')
  to.error(`${sent} in a text`)
  expect(written).toHaveLength(2)
  for (const line of written) expect(line.trimEnd().split(/\r|\n/)).toHaveLength(1)
  const [first, second] = written.map((line) => JSON.parse(line) as { name?: string; msg: string; time: string })
  expect([first?.name, second?.msg]).toEqual([sent, `${sent} in a text`])
  expect(first?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Math.abs(Date.parse(first?.time ?? '') - Date.now())).toBeLessThan(60_000)
})
