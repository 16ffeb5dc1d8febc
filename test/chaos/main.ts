// npm run chaos [-- --minutes 2 --seed 1 --recoveries]
// Server, bank simulator and PostgreSQL under light work with uploads and loans, faults of the bank and kill -9 at random moments.
// Then: what was acknowledged stands, nothing was paid twice, nothing was lost.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { benchFolder } from '../../bench/kit/benchHouse.ts'
import { load } from '../../bench/kit/report.ts'
import { freePort } from '../kit/freePort.ts'
import { makeCaller } from '../../bench/load/caller.ts'
import { prepareMoney } from '../../bench/load/money.ts'
import { openSessions, withOwner } from '../../bench/load/sessions.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { bankControls } from '../../tools/bankSimulator/spawn.ts'
import { away, usualFaults } from './bankFaults.ts'
import type { BankBook } from './bankBook.ts'
import { checkInvariants, openBalances, openWork } from './invariants.ts'
import { workLightly } from './lightWork.ts'
import { workWithMoney, type MoneyAcknowledged } from './moneyWork.ts'
import { prepareSales, settleBeside } from './heldSale.ts'
import { pullOnce, workWithSales, type SalesAcknowledged } from './saleWork.ts'
import { prepareSchedules, workWithSchedules, type SchedulesAcknowledged } from './scheduleWork.ts'
import { aheadBy, backendsOf, keepRunning, killHard, postmasterOf, type Supervised } from './victims.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** The schedules recover loans, some of which are paid out before anything is killed. */
    recoveries: { type: 'boolean', default: false },
  },
})
const minutes = Math.min(60, Number(values.minutes))
const seed = Number(values.seed)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const chance = chanceFrom(`chaos ${seed}`)
const { folder, remove } = benchFolder()
const [port, bankPort] = [await freePort(), await freePort()]
const url = `http://127.0.0.1:${port}`
const bankUrl = `http://127.0.0.1:${bankPort}`
const controls = bankControls(bankUrl)
const secret = 'chaos-bank-secret-of-the-run'
/** Longer than an order may still be on its way, and shorter than the audit trail takes for a clock that was set. */
const muchLaterMs = 20 * 60_000

let isDisturbed = false
const restarts: number[] = []
const started: Supervised[] = []

const startBank = (aheadMs = 0): Supervised =>
  supervise({
    name: 'bank',
    script: 'tools/bankSimulator/main.ts',
    env: { BANK_PORT: String(bankPort), BANK_SECRET: secret, BANK_STATE_FILE: join(folder, 'bank.json') },
    aheadMs,
    onStart: () => void setBankUp(),
  })
const startServer = (aheadMs = 0): Supervised =>
  supervise({
    name: 'server',
    script: 'tools/serve.ts',
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      KAHAWA_DEMO: '1',
      LOG_LEVEL: 'error',
      BANK_URL: bankUrl,
      BANK_SECRET: secret,
    },
    aheadMs,
    // A start that is killed itself is no measure: the next one is.
    onStart: (start) => {
      void whenReady().then((took) => {
        if (isDisturbed && start === server.starts()) restarts.push(took)
      })
    },
  })
function supervise(options: Parameters<typeof keepRunning>[0]): Supervised {
  const one = keepRunning(options)
  started.push(one)
  return one
}

say(`chaos for ${minutes} minutes, seed ${seed}${values.recoveries ? ', with recoveries' : ''}, load average ${load()}`)
let bank = startBank()
let server = startServer()
try {
  process.exitCode = await runChaos()
} finally {
  await server.end()
  await bank.end()
  // The server stops its PostgreSQL; one that outlived a killed server is ended here, by its id.
  const left = postmasterOf(folder)
  if (left !== null) process.kill(left, 'SIGINT')
  while (postmasterOf(folder) !== null) await sleep(50)
  remove()
}

async function runChaos(): Promise<number> {
  say(`ready ${Math.round(await whenReady())} ms after the look began`)
  await setBankUp()
  const tokens = await openSessions(folder)
  const call = makeCaller(url)
  const borrowers = await withOwner(folder, (owner) => prepareMoney({ owner, call, tokens, bank: controls }))
  await withOwner(folder, (owner) => prepareSchedules(owner, controls))
  const sale = await withOwner(folder, (owner) => prepareSales(owner, controls))
  const balances = await withOwner(folder, openBalances)
  // Some accounts were closed since they were verified: what goes there comes back.
  const closed = [...borrowers.values()].flat().filter((_, at) => at % 10 === 4)
  await controls.load(closed.map((account) => ({ ...account, name: 'CLOSED', status: 'closed' as const })))
  let isOver = false
  const until = (): boolean => isOver
  const lendingOut = workWithMoney({ call, tokens, borrowers, seed, until })
  if (values.recoveries) await untilLent()
  isDisturbed = true
  await setBankUp()
  const uploading = [0, 1, 2].map((worker) => workLightly({ call, tokens, seed, worker, until }))
  const payingMembers = workWithSchedules({
    call,
    tokens,
    until,
    recovers: values.recoveries,
  })
  const selling = workWithSales({ call, tokens, bank: controls, sale, seed, until })
  const settling = settleBeside(sale, until)
  say(`killed: ${await killAtRandom()}; server started ${server.starts()} times, bank ${bank.starts()} times`)
  await whenReady()
  isDisturbed = false
  await setBankUp()
  // Work goes on a little after the last kill, so that its callers get their answers.
  await sleep(3_000)
  isOver = true
  const uploads = await Promise.all(uploading)
  const money = await lendingOut
  const schedules: SchedulesAcknowledged = await payingMembers
  const sales = await selling
  await settling
  const calls = [...uploads, money, schedules, sales].reduce((sum, one) => sum + one.unanswered, 0)
  say(
    `${uploads.flatMap((one) => one.uploads).length} uploads acknowledged, ${describeMoney(money)}, ${schedules.approved.length} of ${schedules.saved.length} schedules approved, ${describeSales(sales)}; ${calls} calls had to be repeated`,
  )
  await settleEverything(() => pullOnce({ call, tokens, sale }))
  return withOwner(folder, async (owner) => {
    const book = (await controls.control('GET', '/simulator/ledger')) as BankBook // border: what this call answers
    const { lines, broken } = await checkInvariants(owner, { uploads, money, schedules, sales, book, balances })
    lines.forEach(say)
    const slowest = Math.max(0, ...restarts)
    say(
      `${slowest <= 5_000 ? 'kept  ' : 'BROKEN'}  ready within 5 s of a restart: slowest of ${restarts.length} ${Math.round(slowest)} ms`,
    )
    const faults = started.flatMap(({ name, ownEnds, faults: of }) => [
      ...ownEnds().map((words) => `the ${name} ended by itself: ${words}`),
      ...of().map((words) => `a request was answered with 500: ${words}`),
    ])
    for (const words of faults) say(`BROKEN  ${words}`)
    const isVerified = auditVerified()
    say(`load average ${load()} at the end`)
    return broken === 0 && faults.length === 0 && isVerified && slowest <= 5_000 ? 0 : 1
  })
}

/** Waits until some members with cherry owe what they were paid. */
async function untilLent(): Promise<void> {
  const lent = (owner: pg.Client) =>
    owner.query<{ n: number }>(
      `select count(*)::int as n from loan_requests l where status = 'SUCCESS' and exists (select from season_weights w where w.farmer_id = l.farmer_id and w.approved_kg > 0)`,
    )
  const start = performance.now()
  for (;;) {
    const n = (await withOwner(folder, lent)).rows[0]?.n ?? 0
    if (n >= 20 || performance.now() - start > 180_000) return say(`${n} loans were paid out before the first kill`)
    await sleep(500)
  }
}

/** Answers how many of each kind were killed. */
async function killAtRandom(): Promise<string> {
  const end = performance.now() + minutes * 60_000
  const kills = new Map<string, number>()
  while (performance.now() < end) {
    // Now and then a start is killed too; on a slow machine nothing else would ever be.
    if (chance.happens(0.8)) await whenReady()
    await sleep(chance.between(800, 6_000))
    const victim = chance.pick([
      'server',
      'server',
      'backend',
      'backend',
      'postmaster',
      'both',
      'bank',
      'bank',
      'bank away',
    ])
    const backends = backendsOf(folder)
    const pid = {
      server: server.pid(),
      bank: bank.pid(),
      postmaster: postmasterOf(folder),
      both: server.pid(),
      backend: backends[chance.between(0, Math.max(0, backends.length - 1))] ?? null,
      'bank away': null,
    }[victim as 'server']
    if (victim === 'both') killHard(postmasterOf(folder))
    const isDone = victim === 'bank away' ? await sendBankAway(chance.between(2_000, 60_000)) : killHard(pid)
    if (isDone) kills.set(victim, (kills.get(victim) ?? 0) + 1)
  }
  return [...kills].map(([name, n]) => `${n} x ${name}`).join(', ')
}

function describeMoney({ requested, approved, authorised, refused, rejections }: MoneyAcknowledged): string {
  const why = [...rejections].map(([code, n]) => `${n} x ${code}`).join(', ')
  return `${requested.size} loans requested, ${approved.size} approved, ${authorised.size} authorised, ${refused.size} refused${why && `, rejected ${why}`}`
}

function describeSales({ results, corrections, payments, deposits, released, refusals }: SalesAcknowledged): string {
  const why = [...refusals].map(([code, n]) => `${n} x ${code}`).join(', ')
  return `${results.length} files of results approved, ${corrections.length} corrected, ${deposits.size} invoices paid at the bank, ${payments.length} recorded by people, ${released.size} lots handed over${why && `, refused ${why}`}`
}

/** Bank and server go on much later, when what went astray can no longer arrive, until nothing is on its way. */
async function settleEverything(askOnceMore: () => Promise<unknown>): Promise<void> {
  const before = await withOwner(folder, openWork)
  await server.end()
  await bank.end()
  bank = startBank(muchLaterMs)
  await setBankUp()
  server = startServer(muchLaterMs)
  await whenReady()
  await askOnceMore()
  const start = performance.now()
  const isOpen = (open: Record<string, number>): boolean => Object.values(open).some((n) => n > 0)
  while (performance.now() - start < 180_000 && isOpen(await withOwner(folder, openWork))) await sleep(1_000)
  say(
    `open when the work ended ${JSON.stringify(before)}, and ${((performance.now() - start) / 1_000).toFixed(0)} s later ${JSON.stringify(await withOwner(folder, openWork))}`,
  )
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

/** What the simulator forgets when it is killed: its faults, and the time that an order takes. */
async function setBankUp(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      await controls.control('POST', '/simulator/answer-any', { on: true })
      await controls.control('PUT', '/simulator/pace', { settleMs: isDisturbed ? 150 : 0 })
      await controls.clearFaults()
      if (isDisturbed) for (const fault of usualFaults) await controls.setFault(fault)
      return
    } catch {
      await sleep(100) // not yet
    }
  }
}

async function sendBankAway(ms: number): Promise<boolean> {
  try {
    await controls.clearFaults()
    for (const fault of [...away(ms), ...usualFaults]) await controls.setFault(fault)
    return true
  } catch {
    return false // it is being killed
  }
}

function auditVerified(): boolean {
  const command = join(import.meta.dirname, '../../server/kit/audit/verifyAuditCommand.ts')
  const ahead = aheadBy(muchLaterMs)
  const verified = spawnSync(process.execPath, [...ahead.args, command], {
    env: { ...process.env, ...ahead.env, DATA_DIR: folder },
    encoding: 'utf8',
  })
  say(
    `${verified.status === 0 ? 'kept  ' : 'BROKEN'}  audit:verify: ${verified.stdout.trim() || verified.stderr.trim().slice(0, 300)}`,
  )
  return verified.status === 0
}
