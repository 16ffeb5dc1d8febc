import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { decideDeductionFile, premiumTerms, sendDeductions } from '#test/kit/deductionFiles.ts'
import { agreeDeduction, asPremium, decideDeduction, endDeduction } from '#test/kit/deductions.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import { decideRetry, initiateRetry, payAgain } from '#test/kit/paymentRetries.ts'
import {
  agreeFloor,
  decideSchedule,
  fillPool,
  linesOf,
  makePayable,
  membersOf,
  owe,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'
import { compareCalls, type Ask } from './compareCalls.ts'
import { readRaw, type RawTables } from './rawTables.ts'
import { recompute } from './recompute.ts'

// The money of schedules is counted a second time, by somebody who knows nothing of the program; and whoever moves a cent is found.
let world: World
let raw: RawTables
beforeAll(async () => {
  world = (await makePayingWorld()).world
  await makePayable(world)
  // Each payment is a call of the bank: of the members some are enough.
  await world.owner.query(
    `delete from cherry_deliveries where season = $2 and organisation_id = $1 and farmer_id not in (
       select farmer_id from season_weights where organisation_id = $1 and season = $2 and approved_kg > 0 order by farmer_id limit 24)`,
    [world.organisationId('CF4100'), currentSeason()],
  )
  await aSeason()
  raw = await readTables()
})
afterAll(() => world?.close())

const readTables = () => readRaw(async (text, values) => (await world.owner.query(text, [...(values ?? [])])).rows)
const ask: Ask = async (method, path, body) => {
  const { wanjikuMaker } = world.people
  return (method === 'GET' ? await wanjikuMaker.get(path) : await wanjikuMaker.post(path, body)).body
}

/** The command as somebody runs it: how it ends, and what it says. */
function command(): { status: number | null; stdout: string } {
  const env = { ...process.env, DATABASE_URL: world.database.connectionString }
  return spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, encoding: 'utf8' })
}

/**
 * What is taken and added beside loans: by kilograms and by members, of which one takes more than some have; and of the transport, which
 * ends before the second payment.
 */
async function someDeductions(): Promise<void> {
  await agreeDeduction(world, { ...asPremium, title: 'Certificate', amount: 1.37 })
  await agreeDeduction(world, { title: 'Fertiliser', amount: 2.11 })
  await agreeDeduction(world, { title: 'Shares', kind: 'SACCO', basis: 'PER_MEMBER', amount: 3_000.01 })
  await agreeDeduction(world, { title: 'Lorry', kind: 'TRANSPORT', amount: 0.53 })
  // By file: seedlings, of which one member has more than the cherry of both payments, and a premium of another.
  const [first, , third] = await membersOf(world)
  await agreeFile([
    { memberNumber: first!.number, amount: '333.37' },
    { memberNumber: third!.number, amount: '1000000' },
  ])
  await agreeFile([{ memberNumber: first!.number, amount: '77.03' }], {
    ...premiumTerms(),
    institution: '',
    accountNumber: '',
  })
}
async function agreeFile(rows: Record<string, string>[], terms: Record<string, string> = {}): Promise<void> {
  const { wanjikuMaker, margaretManager } = world.people
  const sent = await sendDeductions(world, wanjikuMaker, rows, terms)
  const { status, body } = await decideDeductionFile(world, margaretManager, 'approve', sent)
  if (status !== 200) throw new Error(JSON.stringify(body))
}
async function endTransport(): Promise<void> {
  const { wanjikuMaker, margaretManager } = world.people
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from deductions where title = 'Lorry' and status = 'APPROVED'`,
  )
  const { body } = await endDeduction(world, wanjikuMaker, rows[0]!.id)
  const ended = await decideDeduction(world, margaretManager, 'approve', body.data)
  if (ended.status !== 200) throw new Error(JSON.stringify(ended.body))
}

/** A season of two payments: loans of two lenders and two seasons, a held member, a refused one who is paid later, and more money. */
async function aSeason(): Promise<void> {
  const { wanjikuMaker, margaretManager, otienoChecker } = world.people
  const [first, second, third] = await membersOf(world)
  // Whom the valley gives the most cherry has something left to hold and to refuse, whatever the day is.
  const { rows: heaviest } = await world.owner.query<{ id: string }>(
    `select farmer_id as id from season_weights where organisation_id = $1 and season = $2 and not farmer_id = any ($3) order by approved_kg desc limit 2`,
    [world.organisationId('CF4100'), currentSeason(), [first, second, third].map((one) => one!.id)],
  )
  const [dead, refused] = heaviest
  await owe(world, first!.id, 'KPCU', 50_000n)
  await owe(world, first!.id, 'COOP', 30_001n, '2025/2026')
  await owe(world, first!.id, 'COOP', 77n)
  await owe(world, second!.id, 'COOP', 10_000_000_000n)
  await owe(world, third!.id, 'KPCU', 1n)
  await world.owner.query(`update farmers set life_state = 'DECEASED' where id = $1`, [dead!.id])
  const closed = '01109093333333'
  const { rows } = await world.owner.query<{ name: string }>(
    `update farmers set institution_code = '11', account_number = $2 where id = $1 returning full_name as name`,
    [refused!.id, closed],
  )
  const atBank = (status: 'active' | 'closed') =>
    world.bank.load([{ institutionCode: '11', accountNumber: closed, name: rows[0]!.name, status }])
  await atBank('closed')
  for (const [pool, agree] of [
    [1_000_000.07, someDeductions],
    [500_000.33, endTransport],
  ] as const) {
    await agree()
    await fillPool(world, 'CF4100', pool)
    await agreeFloor(world)
    const saved = await saveSchedule(world, wanjikuMaker)
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
    const schedule: CommunalPayment = saved.body.data
    const approved = await decideSchedule(world, margaretManager, 'APPROVE', schedule)
    if (approved.status !== 200) throw new Error(JSON.stringify(approved.body))
    await paySchedule(world, schedule.id)
    await atBank('active')
    const line = (await linesOf(wanjikuMaker, schedule.id)).find(({ status }) => status === 'FAILED')
    if (!line) continue
    const { body } = await initiateRetry(wanjikuMaker, line.id)
    await decideRetry(otienoChecker, body.data, 'APPROVE')
    await payAgain(world, body.data)
  }
}

test('every line, header, payment and balance comes to what stands in the tables', () => {
  expect(raw.schedules.map(({ cycle, status }) => [cycle, status])).toEqual([
    [1, 'PARTIALLY_PAID'],
    [2, 'PARTIALLY_PAID'],
  ])
  expect(raw.lines.length).toBe(48)
  const { differences, societies } = recompute(raw)
  expect(differences).toEqual([])
  const {
    shillingsIn = 0n,
    paid = 0n,
    recovered = 0n,
    deducted = 0n,
    waiting = 0n,
    carried = 0n,
  } = societies.get('CF4100') ?? {}
  expect([shillingsIn, paid + recovered + deducted + waiting + carried]).toEqual([150_000_040n, 150_000_040n])
  expect(waiting > 0n && recovered > 0n && deducted > 0n && carried > 0n).toBe(true)
})

test('what is taken and added beside loans is in it: taken once, owed on where it was too much, and paid to each payee', () => {
  const [, second] = raw.schedules
  expect(raw.rules.map(({ kind, basis, until }) => [kind, basis, until !== null])).toEqual([
    ['PREMIUM', 'PER_KG', false],
    ['INPUTS', 'PER_KG', false],
    ['SACCO', 'PER_MEMBER', false],
    ['TRANSPORT', 'PER_KG', true],
    ['INPUTS', 'BY_FILE', false],
    ['PREMIUM', 'BY_FILE', false],
  ])
  const linesBy = Map.groupBy(raw.deductions, ({ rule }) => rule)
  const farmers = raw.rules.map(({ id }) => linesBy.get(id)?.length)
  // One owes more than all cherry to a lender who comes before the SACCO: nothing is left for its shares in either cycle.
  expect([farmers[0], farmers[1]]).toEqual([24, 24])
  expect(farmers[2]! > 0 && farmers[3]! > 0 && farmers[3]! < 24).toBe(true)
  // Of the seedlings the first owes nothing more after the first cycle; the third pays in both.
  expect([farmers[4], farmers[5]]).toEqual([3, 1])
  expect([BigInt(second!.bonus), BigInt(raw.schedules[0]!.bonus) > 0n]).toEqual([0n, true])
  const paid = raw.lenderPayments.filter(({ rule, status }) => rule !== null && status === 'SUCCESS')
  expect(new Set(paid.map(({ rule }) => rule)).size).toBe(4)
})

test('the command says so, and ends well', () => {
  const { status, stdout } = command()
  expect([status, stdout]).toEqual([0, expect.stringContaining('Everything agrees: 2 schedules with 48 lines')])
})

test('the calls say the same of headers, balances and the statements of members, to the cent', async () => {
  const { compared, differences } = await compareCalls(ask, raw, recompute(raw))
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(200)
})

const takenIn = ({ rules, deductions }: RawTables) =>
  deductions.find(({ rule }) => rules.find(({ id }) => id === rule)?.kind !== 'PREMIUM')!

const moved: [string, RegExp, (copy: RawTables) => void][] = [
  ['a line', /net with what is left over/, ({ lines }) => void (lines[7]!.net = String(BigInt(lines[7]!.net) + 1n))],
  [
    'a header',
    /total of the header/,
    ({ schedules }) => void (schedules[0]!.total = String(BigInt(schedules[0]!.total) - 1n)),
  ],
  [
    'a recovery',
    /recovered for/,
    ({ recoveries }) => void (recoveries[0]!.cents = String(BigInt(recoveries[0]!.cents) + 1n)),
  ],
  [
    'a deduction',
    /taken by .*: .* is right/,
    (copy) => void (takenIn(copy).cents = String(BigInt(takenIn(copy).cents) + 1n)),
  ],
  [
    'what a file says',
    /taken by Seedlings/,
    ({ amounts }) => void (amounts.find(({ cents }) => cents === '33337')!.cents = '33336'),
  ],
  [
    'a premium',
    /added by Certificate/,
    ({ rules, deductions }) => {
      const added = deductions.find(({ rule }) => rules.find(({ id }) => id === rule)?.kind === 'PREMIUM')!
      added.cents = String(BigInt(added.cents) - 1n)
    },
  ],
  [
    'what a line says was deducted',
    /, deducted: /,
    ({ lines }) => void (lines[5]!.deducted = String(BigInt(lines[5]!.deducted) + 1n)),
  ],
  [
    'what a payee got',
    /payee of .*: /,
    ({ lenderPayments }) => {
      const one = lenderPayments.find(({ rule }) => rule !== null)!
      one.cents = String(BigInt(one.cents) + 1n)
    },
  ],
  ['the rate', /rate: /, ({ schedules }) => void (schedules[1]!.rate = String(BigInt(schedules[1]!.rate) - 1n))],
  [
    'a gram',
    /kilograms x 1000/,
    ({ brought }) =>
      void (brought[3]!.kilograms = `${brought[3]!.kilograms}`.replace(/\d$/, (d) => String((Number(d) + 1) % 10))),
  ],
  ['a payout', /, paid: /, ({ payouts }) => void (payouts.find(({ status }) => status === 'PAID')!.cents += '0')],
  [
    'a second payout',
    /was paid 2 times/,
    ({ payouts }) => void payouts.push({ ...payouts.find(({ status }) => status === 'PAID')! }),
  ],
  [
    'what is set aside',
    /set aside and not paid/,
    ({ asideMoves }) => void (asideMoves[0]!.cents = String(BigInt(asideMoves[0]!.cents) + 1n)),
  ],
  [
    'the account',
    /shillings that came in/,
    ({ accountMoves }) =>
      void accountMoves.push({
        ...accountMoves.find(({ causeKind }) => causeKind === 'communal_payment')!,
        cents: '-1',
      }),
  ],
]

test.each(moved)('a cent of %s that was moved by hand is found and named', (_what, named, move) => {
  const copy = structuredClone(raw)
  move(copy)
  expect(recompute(copy).differences.join('\n')).toMatch(named)
})

test('so is one that was moved in the tables themselves, also where a call says it', async () => {
  await world.owner.query(
    `update schedule_lines set total_cents = total_cents + 1, net_cents = net_cents + 1 where id = $1`,
    [raw.lines.find(({ net, way }) => net !== '0' && way !== 'MPESA')!.id],
  )
  const now = await readTables()
  const recomputed = recompute(now)
  expect(recomputed.differences.length).toBeGreaterThan(2)
  const { status, stdout } = command()
  expect([status, stdout]).toEqual([1, expect.stringContaining('DIFFERS  CF4100')])
  const { differences } = await compareCalls(ask, now, recomputed)
  expect(differences.some((words) => words.includes('the call says'))).toBe(true)
})
