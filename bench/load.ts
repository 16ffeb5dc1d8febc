// npm run load [-- --rate 200 --duration 60 --with-upload --upload-rows 50000]
// A real server process over an embedded PostgreSQL; four reads in five; every change by the person whose task it is.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchFolder } from './kit/benchHouse.ts'
import { load as loadAverage } from './kit/report.ts'
import { writeFarmersFile } from './kit/farmerWorkbook.ts'
import { makeCaller, type Caller } from './load/caller.ts'
import { makeWork, type Kind } from './load/work.ts'
import { judge, outcomeTable } from './load/outcome.ts'
import { openSessions } from './load/sessions.ts'
import { freePort, startProgram } from './kit/runningServer.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    duration: { type: 'string', default: '60' },
    'with-upload': { type: 'boolean', default: false },
    'upload-rows': { type: 'string', default: '50000' },
  },
})
const rate = Math.min(2_000, Number(values.rate))
const duration = Math.min(3_600, Number(values.duration))
// Nobody waits longer in the queue than this many: a server that has stopped answering must not fill our memory.
const mostInFlight = 500

const { folder, remove } = benchFolder()
const env = {
  PORT: String(await freePort()),
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  KAHAWA_DEMO: '1',
  LOG_LEVEL: 'error',
}
const server = await startProgram({ script: 'tools/serve.ts', env, path: '/health/ready' })
try {
  process.exitCode = await drive()
} finally {
  await server.stop()
  remove()
}

async function drive(): Promise<number> {
  const call = makeCaller(server.url)
  const sessions = await openSessions(folder)
  const work = makeWork(call, sessions)
  await work.prepare()
  const path = join(folder, 'big.xlsx')
  // Written before the clock runs: making it keeps this process from timing anything else.
  if (values['with-upload'])
    await writeFarmersFile(path, { rows: Number(values['upload-rows']), firstSerial: 30_000_000, prefix: 'L' })
  call.reset()
  const upload = values['with-upload'] ? bigUpload(call, sessions, path) : Promise.resolve(null)
  const started = performance.now()
  const running = new Set<Promise<unknown>>()
  let dropped = 0
  for (let n = 0; performance.now() - started < duration * 1_000; n++) {
    const due = started + (n * 1_000) / rate
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    if (running.size >= mostInFlight) {
      dropped += 1
      continue
    }
    const kind: Kind = n % 5 === 4 ? 'change' : 'read'
    const one = work.take(kind).finally(() => running.delete(one))
    running.add(one)
  }
  await Promise.all(running)
  const took = await upload
  const lag = await eventLoopLag()
  const lines = outcomeTable(call.samples)
  process.stdout.write(`${lines}\n`)
  process.stdout.write(
    `event loop lag of the server: ${lag}; dropped here: ${dropped}; load average ${loadAverage()}\n`,
  )
  if (took !== null)
    process.stdout.write(`the upload of ${values['upload-rows']} rows ended after ${(took / 1_000).toFixed(1)} s\n`)
  return judge(call.samples, dropped, (line) => void process.stdout.write(`${line}\n`))
}

async function bigUpload(call: Caller, sessions: Record<string, string>, path: string): Promise<number> {
  const start = performance.now()
  const id = await call.upload('big upload', sessions['fcs2.maker'] ?? '', 'CF4101', path)
  for (;;) {
    const { body } = await call.ask('progress', sessions['fcs2.maker'] ?? '', 'GET', `/uploads/${id}/progress`)
    const { stage } = body as { stage: string } // border: the declared answer
    if (stage === 'checked' || stage === 'refused') return performance.now() - start
    await sleep(500)
  }
}

async function eventLoopLag(): Promise<string> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN) * 1_000
  return `p99 ${of('nodejs_eventloop_lag_p99_seconds').toFixed(0)} ms, largest ${of('nodejs_eventloop_lag_max_seconds').toFixed(0)} ms`
}
