// npm run chaos [-- --minutes 2 --seed 1]
// Server, bank simulator and PostgreSQL under light work, and kill -9 at random moments. Then: what was acknowledged, stands.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchFolder } from '../../bench/kit/benchHouse.ts'
import { freePort } from '../../bench/kit/runningServer.ts'
import { makeCaller } from '../../bench/load/caller.ts'
import { openSessions, withOwner } from '../../bench/load/sessions.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { checkInvariants, isSettled } from './invariants.ts'
import { workLightly } from './lightWork.ts'
import { backendsOf, keepRunning, killHard, postmasterOf } from './victims.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const minutes = Math.min(60, Number(values.minutes))
const seed = Number(values.seed)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const chance = chanceFrom(`chaos ${seed}`)
const { folder, remove } = benchFolder()
const [port, bankPort] = [await freePort(), await freePort()]
const url = `http://127.0.0.1:${port}`
const secret = 'chaos-bank-secret-of-the-run'

say(`chaos for ${minutes} minutes, seed ${seed}`)
const bank = keepRunning({
  name: 'bank',
  script: 'tools/bankSimulator/main.ts',
  env: { BANK_PORT: String(bankPort), BANK_SECRET: secret, BANK_STATE_FILE: join(folder, 'bank.json') },
})
const restarts: number[] = []
const server = keepRunning({
  name: 'server',
  script: 'tools/serve.ts',
  env: {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    KAHAWA_DEMO: '1',
    LOG_LEVEL: 'error',
    BANK_URL: `http://127.0.0.1:${bankPort}`,
    BANK_SECRET: secret,
  },
  // A start that is killed itself is no measure: the next one is.
  onStart: (start) => {
    void whenReady().then((took) => {
      if (start === server.starts()) restarts.push(took)
    })
  },
})

try {
  process.exitCode = await torment()
} finally {
  await server.end()
  await bank.end()
  // The server stops its PostgreSQL; one that outlived a killed server is ended here, by its id.
  const left = postmasterOf(folder)
  if (left !== null) process.kill(left, 'SIGINT')
  while (postmasterOf(folder) !== null) await sleep(50)
  remove()
}

async function torment(): Promise<number> {
  const first = await whenReady()
  say(`ready ${Math.round(first)} ms after the look began`)
  restarts.length = 0
  await answerAny()
  const tokens = await openSessions(folder)
  const call = makeCaller(url)
  const end = performance.now() + minutes * 60_000
  let isOver = false
  const workers = [0, 1, 2].map((worker) => workLightly({ call, tokens, seed, worker, until: () => isOver }))
  const kills = new Map<string, number>()
  while (performance.now() < end) {
    await sleep(chance.between(800, 6_000))
    const victim = chance.pick(['server', 'server', 'backend', 'backend', 'postmaster', 'both', 'bank'])
    const backends = backendsOf(folder)
    const pid = {
      server: server.pid(),
      bank: bank.pid(),
      postmaster: postmasterOf(folder),
      both: server.pid(),
      backend: backends[chance.between(0, Math.max(0, backends.length - 1))] ?? null,
    }[victim as 'server']
    if (victim === 'both') killHard(postmasterOf(folder))
    if (killHard(pid)) kills.set(victim, (kills.get(victim) ?? 0) + 1)
    if (victim === 'bank') void answerAny()
  }
  await whenReady()
  await answerAny()
  // Work goes on a little after the last kill, so that its callers get their answers.
  await sleep(3_000)
  isOver = true
  const done = await Promise.all(workers)
  say(`killed: ${[...kills].map(([name, n]) => `${n} x ${name}`).join(', ')}; server started ${server.starts()} times`)
  for (const { name, ownEnds } of [server, bank])
    for (const words of ownEnds()) say(`BROKEN  the ${name} ended by itself: ${words}`)
  for (const words of server.faults()) say(`BROKEN  a request was answered with 500: ${words}`)
  const uploads = done.flatMap((one) => one.uploads)
  const approved = done.flatMap((one) => one.approved)
  say(
    `${uploads.length} uploads and ${approved.length} approvals acknowledged; ${done.reduce((sum, one) => sum + one.unanswered, 0)} calls had to be repeated`,
  )
  const slowest = Math.max(0, ...restarts)
  say(
    `${slowest <= 5_000 ? 'kept  ' : 'BROKEN'}  ready within 5 s of a restart: slowest of ${restarts.length} ${Math.round(slowest)} ms`,
  )
  return withOwner(folder, async (owner) => {
    const waited = performance.now()
    while (!(await isSettled(owner)) && performance.now() - waited < 60_000) await sleep(250)
    say(`everything had ended ${((performance.now() - waited) / 1_000).toFixed(1)} s after the last call`)
    const { lines, broken } = await checkInvariants(owner, { uploads, approved })
    lines.forEach(say)
    const verified = await auditVerified()
    const ownEnds = server.ownEnds().length + bank.ownEnds().length
    const failed = broken + ownEnds + server.faults().length
    return failed === 0 && verified && slowest <= 5_000 ? 0 : 1
  })
}

/** Milliseconds until the server answers that it is ready. */
async function whenReady(): Promise<number> {
  const start = performance.now()
  for (;;) {
    try {
      const { status } = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(1_000) })
      if (status === 200) return performance.now() - start
    } catch {
      // not yet
    }
    if (performance.now() - start > 120_000) throw new Error('the server does not come back')
    await sleep(25)
  }
}

/** The simulator forgets this switch when it is killed. */
async function answerAny(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      const { ok } = await fetch(`http://127.0.0.1:${bankPort}/simulator/answer-any`, {
        method: 'POST',
        body: '{"on":true}',
      })
      if (ok) return
    } catch {
      // not yet
    }
    await sleep(100)
  }
}

async function auditVerified(): Promise<boolean> {
  const verified = spawnSync(process.execPath, [join(import.meta.dirname, '../../server/kit/verifyAuditCommand.ts')], {
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8',
  })
  say(
    `${verified.status === 0 ? 'kept  ' : 'BROKEN'}  audit:verify: ${verified.stdout.trim() || verified.stderr.trim().slice(0, 300)}`,
  )
  return verified.status === 0
}
