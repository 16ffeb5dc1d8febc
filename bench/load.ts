// npm run load [-- --rate 200 --duration 60 --warm-up 30 --uploads 1 --upload-rows 50000 --kinds --growth]
// A real server process over an embedded PostgreSQL; four reads in five; every change by the person whose task it is. Half of the
// changes are commands of money: loan requests, approvals and authorisations, whose payouts go to a simulated bank meanwhile.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchFolder } from './kit/benchHouse.ts'
import { load as loadAverage } from './kit/report.ts'
import { writeFarmersFile } from './kit/farmerWorkbook.ts'
import { spawnBank } from '../tools/bankSimulator/spawn.ts'
import { costOfKinds, costOfRun } from './load/cost.ts'
import { growthTable, watchGrowth } from './load/growth.ts'
import { makeCaller, type Caller } from './load/caller.ts'
import { prepareMoney } from './load/money.ts'
import { makeWork, type Kind } from './load/work.ts'
import { judge, outcomeTable, readsLine } from './load/outcome.ts'
import { openSessions, withOwner } from './load/sessions.ts'
import { freePort } from '../test/kit/freePort.ts'
import { startProgram } from './kit/runningServer.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    duration: { type: 'string', default: '60' },
    // A server that has just begun compiles its own code and plans its statements: work grows to the rate meanwhile, and is reported apart.
    'warm-up': { type: 'string', default: '30' },
    // Large files, one after the other, while the work runs.
    uploads: { type: 'string', default: '0' },
    // Afterwards each kind of call alone, for what it costs.
    kinds: { type: 'boolean', default: false },
    'upload-rows': { type: 'string', default: '50000' },
    // What the server holds meanwhile: a slow run of half an hour shows whether it grows.
    growth: { type: 'boolean', default: false },
  },
})
const rate = Math.min(2_000, Number(values.rate))
const duration = Math.min(3_600, Number(values.duration))
const files = Math.min(100, Number(values.uploads))
const warmUp = Math.min(600, Number(values['warm-up']))
// Nobody waits longer in the queue than this many: a server that has stopped answering must not fill our memory.
const mostInFlight = 500

const { folder, remove } = benchFolder()
// A bank of our own: that of the demo comes with a demo that would run into the measure.
const bank = await spawnBank()
await bank.control('POST', '/simulator/answer-any', { on: true })
const env = {
  PORT: String(await freePort()),
  METRICS_ALLOW: 'loopback',
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  KAHAWA_DEMO: '1',
  LOG_LEVEL: 'error',
  BANK_URL: bank.url,
  BANK_SECRET: bank.secret,
}
const server = await startProgram({ script: 'tools/serve.ts', env, path: '/health/ready' })
try {
  process.exitCode = await drive()
} finally {
  await server.stop()
  await bank.stop()
  remove()
}

async function drive(): Promise<number> {
  const call = makeCaller(server.url)
  const sessions = await openSessions(folder)
  const borrowers = await withOwner(folder, (owner) => prepareMoney({ owner, call, tokens: sessions, bank }))
  const work = makeWork(call, sessions, borrowers)
  await work.prepare()
  const path = join(folder, 'big.xlsx')
  // Written before the clock runs: making it keeps this process from timing anything else.
  if (files > 0)
    await writeFarmersFile(path, { rows: Number(values['upload-rows']), firstSerial: 15_000_000, prefix: 'L' })
  await during(warmUp, work.perform, { isGrowing: true })
  process.stdout.write(`the first ${warmUp} s: ${readsLine(call.samples)}\n`)
  call.reset()
  const started = performance.now()
  const isOver = (): boolean => performance.now() - started >= duration * 1_000
  const uploading = files > 0 ? bigUploads({ call, sessions, path, files, isOver }) : Promise.resolve(null)
  uploading.catch(() => {}) // reported where it is awaited
  let [dropped, lag] = [0, '']
  let held: Awaited<ReturnType<typeof watchGrowth>> = []
  const sides = { url: server.url, folder }
  const cost = await costOfRun(sides, call, async () => {
    held = await watchGrowth(server.url, async () => {
      dropped = await during(duration, work.perform)
    })
    lag = await eventLoopLag() // since the last look at the metrics
  })
  const uploads = await uploading
  const lines = outcomeTable(call.samples)
  process.stdout.write(`${lines}\n`)
  process.stdout.write(
    `event loop lag of the server: ${lag}; dropped here: ${dropped}; load average ${loadAverage()}\n`,
  )
  process.stdout.write(`${await payoutsNow()}\n`)
  if (uploads)
    process.stdout.write(
      `uploads of ${values['upload-rows']} rows were checked within ${uploads.map((took) => `${(took / 1_000).toFixed(1)} s`).join(', ')}\n`,
    )
  process.stdout.write(`${cost}\n`)
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const isSteady = !values.growth || growthTable(held, say)
  const code = judge(call.samples, dropped, say) || (isSteady ? 0 : 1)
  if (values.kinds) process.stdout.write(`${await costOfKinds(sides, call, work.kinds)}\n`)
  return code
}

/** Work at the rate, or growing to it, for so many seconds, and until the last of it is answered. Answers how many were dropped. */
async function during(
  seconds: number,
  perform: (kind: Kind) => Promise<void>,
  { isGrowing = false } = {},
): Promise<number> {
  const running = new Set<Promise<unknown>>()
  const started = performance.now()
  let dropped = 0
  for (let n = 0; performance.now() - started < seconds * 1_000; n++) {
    const due = started + 1_000 * (isGrowing ? Math.sqrt((2 * seconds * n) / rate) : n / rate)
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    if (running.size >= mostInFlight) {
      dropped += 1
      continue
    }
    const one = perform(n % 5 === 4 ? 'change' : 'read').finally(() => running.delete(one))
    running.add(one)
  }
  await Promise.all(running)
  return dropped
}

type Uploading = { call: Caller; sessions: Record<string, string>; path: string; files: number; isOver: () => boolean }

/** The same large file so often while the work runs: a declined one may be sent again. Answers what each check took. */
async function bigUploads({ call, sessions, path, files, isOver }: Uploading): Promise<number[]> {
  const [maker, checker] = [sessions['fcs2.maker'] ?? '', sessions['fcs2.checker'] ?? '']
  const took: number[] = []
  do {
    const start = performance.now()
    const id = await call.upload('big upload', maker, '/upload/cherry/farmer/CF4101', path)
    await untilChecked(call, maker, id)
    took.push(performance.now() - start)
    const decline = { id, approverComment: 'It comes again' }
    const { status } = await call.request('big upload', checker, 'POST', '/upload/cherry/decline_farmer', decline)
    if (status !== 200) break // it stands among the errors of the run
  } while (took.length < files && !isOver())
  return took
}

async function untilChecked(call: Caller, token: string, id: string): Promise<void> {
  for (;;) {
    const { body } = await call.request('progress', token, 'GET', `/uploads/${id}/progress`)
    const stage = (body as { stage?: string } | null)?.stage
    if (stage === 'checked') return
    if (stage === 'refused') throw new Error('the large upload was refused')
    await sleep(500)
  }
}

/** How far the payouts came that the authorisations opened. */
function payoutsNow(): Promise<string> {
  return withOwner(folder, async (owner) => {
    const { rows } = await owner.query<{ status: string; n: number }>(
      'select status, count(*)::int as n from payouts group by 1 order by 2 desc',
    )
    return `payouts: ${rows.map(({ status, n }) => `${n} ${status}`).join(', ') || 'none'}`
  })
}

async function eventLoopLag(): Promise<string> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN) * 1_000
  return `p99 ${of('nodejs_eventloop_lag_p99_seconds').toFixed(0)} ms, largest ${of('nodejs_eventloop_lag_max_seconds').toFixed(0)} ms`
}
