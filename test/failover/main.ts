// npm run failover [-- --seed 1 --rounds 1]
// A cluster of three machines, each in a network of its own, under work with uploads, loans and schedules. Machines, programs and cables fail
// one after the other, and nobody does anything about it. Then: what was acknowledged stands, nothing was paid twice, and writes
// were never away for more than 15 s. Root only, because of the networks.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { StartupError } from '#server/kit/startupError.ts'
import { load } from '../../bench/kit/report.ts'
import { makeCaller, type Caller } from '../../bench/load/caller.ts'
import { prepareMoney } from '../../bench/load/money.ts'
import { asOwner, sessionsBy } from '../../bench/load/sessions.ts'
import { bankControls } from '../../tools/bankSimulator/spawn.ts'
import { startCluster, type Cluster } from '../../tools/cluster/cluster.ts'
import { apart } from '../../tools/cluster/machines.ts'
import { waitUntil } from '../../tools/cluster/programs.ts'
import type { BankBook } from '../chaos/bankBook.ts'
import { checkInvariants, openBalances, openWork } from '../chaos/invariants.ts'
import { workLightly } from '../chaos/lightWork.ts'
import { workWithMoney } from '../chaos/moneyWork.ts'
import { prepareSchedules, workWithSchedules } from '../chaos/scheduleWork.ts'
import { aheadBy } from '../chaos/victims.ts'
import { faultsOf } from './faults.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rounds: { type: 'string', default: '1' },
    port: { type: 'string', default: '5500' },
    /** Keeps the folder with the logs of all programs. */
    keep: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** Longer than an order may still be on its way, and shorter than the audit trail takes for a clock that was set. */
const muchLaterMs = 20 * 60_000
const promisedMs = 15_000
let stop = async (): Promise<void> => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(1)))

const folder = mkdtempSync(join(tmpdir(), 'kahawa-failover-'))
// etcd wants a disk of its own. Three of them and three databases on the one disk of this machine would wait for each other.
const etcdFolder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kahawa-etcd-'))
try {
  const machines = apart()
  say(`failover, seed ${seed}, load average ${load()}`)
  const cluster = await startCluster({
    folder,
    etcdFolder,
    machines,
    port: Number(values.port),
    settings: { LOG_LEVEL: 'error' },
    say,
  })
  stop = cluster.stop
  process.exitCode = await failOver(cluster, faultsOf(cluster, machines))
} catch (error) {
  process.exitCode = 1
  process.stderr.write(
    `${error instanceof StartupError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
} finally {
  await stop()
  rmSync(etcdFolder, { recursive: true, force: true })
  if (values.keep) say(`logs in ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}

async function failOver(cluster: Cluster, faults: ReturnType<typeof faultsOf>): Promise<number> {
  const controls = bankControls(cluster.bankUrl)
  // Whoever is the primary.
  const lent = <Result>(work: (owner: pg.Client) => Promise<Result>) =>
    asOwner({ connectionString: cluster.databaseUrl }, work)
  await controls.control('POST', '/simulator/answer-any', { on: true })
  const tokens = await lent(sessionsBy)
  const acknowledgedAt: number[] = []
  const call = noting(makeCaller(cluster.url), acknowledgedAt)
  const borrowers = await lent((owner) => prepareMoney({ owner, call, tokens, bank: controls }))
  await lent((owner) => prepareSchedules(owner, controls))
  const balances = await lent(openBalances)
  await controls.control('PUT', '/simulator/pace', { settleMs: 150 })
  let isOver = false
  const until = (): boolean => isOver
  const lendingOut = workWithMoney({ call, tokens, borrowers, seed, until })
  const uploading = [0, 1].map((worker) => workLightly({ call, tokens, seed, worker, until }))
  const payingMembers = workWithSchedules({ call, tokens, until, recovers: false })
  await sleep(5_000)
  const broken: string[] = []
  for (let round = 0; round < Number(values.rounds); round++) for (const fault of faults) await bear(fault)
  isOver = true
  const [uploads, money, schedules] = await Promise.all([Promise.all(uploading), lendingOut, payingMembers])
  const calls = [...uploads, money, schedules].reduce((sum, one) => sum + one.unanswered, 0)
  say(
    `${acknowledgedAt.length} writes acknowledged: ${uploads.flatMap((one) => one.uploads).length} uploads, ${money.requested.size} loans requested, ${money.authorised.size} authorised, ${schedules.approved.length} schedules approved; ${calls} calls had to be repeated`,
  )
  // Bank and servers go on much later, when what went astray can no longer arrive, until nothing is on its way.
  await cluster.restartServers(aheadBy(muchLaterMs))
  await controls.control('POST', '/simulator/answer-any', { on: true })
  const nothingOpen = async () => Object.values(await lent(openWork)).every((n) => n === 0)
  await waitUntil('the end of all work', nothingOpen, 180_000).catch((error: unknown) => say(String(error)))
  const book = (await controls.control('GET', '/simulator/ledger')) as BankBook // border: what this call answers
  const checked = await lent((owner) => checkInvariants(owner, { uploads, money, schedules, book, balances }))
  checked.lines.forEach(say)
  for (const line of broken) say(`BROKEN  ${line}`)
  const verified = ['one', 'two'].map((name) => isTrailWhole(cluster, name))
  say(`load average ${load()} at the end`)
  return checked.broken === 0 && broken.length === 0 && verified.every(Boolean) ? 0 : 1

  /** One fault, until the cluster is whole again and has worked a little. */
  async function bear({ name, run }: (typeof faults)[number]): Promise<void> {
    const before = performance.now()
    const first = acknowledgedAt.length
    await run()
    const given = performance.now()
    await sleep(3_000) // Patroni tells of what was killed a moment later
    await waitUntil('a whole cluster', cluster.isWhole, 120_000)
    const whole = performance.now()
    await sleep(5_000)
    const times = [before, ...acknowledgedAt.slice(first), performance.now()]
    const away = Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? time)))
    const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
    say(
      `${away <= promisedMs ? 'kept  ' : 'BROKEN'}  ${name}: no write for ${seconds(away)}, ${times.length - 2} writes meanwhile, whole ${seconds(whole - given)} after`,
    )
    if (away > promisedMs) broken.push(`${name}: writes were away for ${seconds(away)}`)
  }
}

/** Notes when a write was acknowledged. */
function noting(call: Caller, acknowledgedAt: number[]): Caller {
  return {
    ...call,
    request: async (kind, token, method, path, ...rest) => {
      const answer = await call.request(kind, token, method, path, ...rest)
      if (method === 'POST' && answer.status >= 200 && answer.status < 300) acknowledgedAt.push(performance.now())
      return answer
    },
    upload: async (...of) => {
      const id = await call.upload(...of)
      acknowledgedAt.push(performance.now())
      return id
    },
  }
}

function isTrailWhole({ serverEnv, folder: at }: Cluster, name: string): boolean {
  const command = join(import.meta.dirname, '../../server/kit/audit/verifyAuditCommand.ts')
  const ahead = aheadBy(muchLaterMs)
  const { status, stdout, stderr } = spawnSync(process.execPath, [...ahead.args, command], {
    env: { ...serverEnv, ...ahead.env, DATA_DIR: join(at, `server-${name}`) },
    encoding: 'utf8',
  })
  say(
    `${status === 0 ? 'kept  ' : 'BROKEN'}  audit:verify of server ${name}: ${stdout.trim() || stderr.trim().slice(0, 300)}`,
  )
  return status === 0
}
