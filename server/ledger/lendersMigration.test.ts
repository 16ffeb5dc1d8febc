import { randomInt, randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/kit/db.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/kit/migrate.ts'
import { makeEmptyDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { checkLedger } from './checkLedger.ts'
import { move } from './ledger.ts'
import { lendersOf, limitReturn, limitUse } from './limits.ts'

// Limits as they stood when the lender of a whole limit was whoever had raised it last, brought to the lenders of today.
const lastBefore = '0034_limits_by_approval.sql'
const [society, kpcu, coop, third] = ['S', 'KPCU', 'COOP', 'THIRD'].map(() => randomUUID()) as [
  string,
  string,
  string,
  string,
]
const season = '2026/2027'
let database: TestDatabase
let client: Client
let folder: string

beforeEach(async () => {
  database = await makeEmptyDatabase()
  client = new Client(database.config)
  await client.connect()
  folder = await mkdtemp(join(tmpdir(), 'before-lenders-'))
  for (const { name } of await readMigrations(migrationsFolder))
    if (name <= lastBefore) await copyFile(join(migrationsFolder, name), join(folder, name))
  await migrate({ client, folder })
  await client.query(
    `insert into organisations (id, code, name, type) values ($1, 'CF1', 'Society', 'FARMER_SOCIETY'), ($2, 'KPCU', 'KPCU', 'KPCU'), ($3, 'COOP', 'Bank', 'COOPERATIVE_BANK'),
      ($4, 'THIRD', 'Third', 'COOPERATIVE_BANK')`,
    [society, kpcu, coop, third],
  )
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const bring = () => migrate({ client, folder: migrationsFolder })

type Old = { kind: string; owner: string; subject: string; season?: string }
const accounts = new Map<string, string>()

async function account({ kind, owner, subject, season: of = season }: Old): Promise<string> {
  const key = [database.name, kind, owner, subject, of].join(' ')
  const known = accounts.get(key)
  if (known) return known
  const id = randomUUID()
  await client.query(
    `insert into ledger_accounts (id, organisation_id, kind, book, normal_side, may_overdraw, subject_id, season, currency, opened_at)
     select $1, $2, kind, book, normal_side, may_overdraw, $4, $5, 'KES', now() from ledger_account_kinds where kind = $3`,
    [id, owner, kind, subject, of],
  )
  accounts.set(key, id)
  return id
}

type OldMovement = {
  reference: string
  kind?: string
  debit: Old
  credit: Old
  cents: number
  cause?: string
  hold?: string
}
let clock = Date.UTC(2026, 10, 1)
async function moveOld({ reference, kind = 'POST', debit, credit, cents, cause, hold }: OldMovement): Promise<void> {
  clock += 1_000
  await client.query(
    `insert into ledger_movements (id, organisation_id, reference, kind, hold_id, debit_account_id, credit_account_id, book, currency, amount_cents, business_date, cause_kind, cause_id, place, created_at)
     select $1, a.organisation_id, $2, $3, (select id from ledger_movements where reference = $4), $5, $6, a.book, 'KES', $7, '2026-11-01', $8, $9, 1, $10 from ledger_accounts a where a.id = $5`,
    [
      randomUUID(),
      reference,
      kind,
      hold ?? null,
      await account(debit),
      await account(credit),
      cents,
      cause ? 'loan_request' : 'limit_file',
      cause ?? randomUUID(),
      new Date(clock),
    ],
  )
}

const limit = (farmer: string): Old => ({ kind: 'limit', owner: society, subject: farmer })
const used = (farmer: string): Old => ({ kind: 'limit_used', owner: society, subject: farmer })
const owed = (farmer: string): Old => ({ kind: 'loan', owner: society, subject: farmer })
const ofLender = (kind: string, lender: string): Old => ({
  kind,
  owner: lender,
  subject: society,
  season: kind === 'limit_granted' ? season : '',
})

const grant = (farmer: string, lender: string, cents: number) =>
  moveOld({
    reference: `grant/${randomUUID()}`,
    debit: ofLender('limit_granted', lender),
    credit: limit(farmer),
    cents,
  })

type State = 'held' | 'used' | 'released' | 'returned'
type Loan = { id: string; farmer: string; lender: string; cents: number; state: State }
/** A loan as it was written then: `lender` is whoever had granted last. The fee is three in a hundred, taken at once. */
async function lend(loan: Omit<Loan, 'id'>): Promise<Loan> {
  const id = randomUUID()
  const { farmer, lender, cents, state } = loan
  const fee = Math.round(cents * 0.03)
  // The member and the users of these loans are not what is looked at.
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into loan_requests (id, organisation_id, lender_id, farmer_id, season, reference, channel, amount_cents, fee_cents, net_cents, owed_cents, status, makers, made_by, created_at)
     values ($1, $2, $3, $4, $5, $6, 'CLERK', $7, $8, $9, $7, 'PROCESSING', array[$1::uuid], $1, now())`,
    [
      id,
      society,
      lender,
      farmer,
      season,
      `LN${id.replaceAll('-', '').slice(0, 12).toUpperCase()}`,
      cents,
      fee,
      cents - fee,
    ],
  )
  await client.query(`set session_replication_role = origin`)
  const sides = { debit: limit(farmer), credit: used(farmer), cents, cause: id }
  const closing = { ...sides, hold: `limit/${id}` }
  await moveOld({ reference: `limit/${id}`, kind: 'HOLD', ...sides })
  if (state === 'released') await moveOld({ reference: `limit/${id}/released`, kind: 'VOID_HOLD', ...closing })
  if (state === 'used' || state === 'returned') {
    await moveOld({ reference: `limit/${id}/used`, kind: 'POST_HOLD', ...closing })
    const clearing = ofLender('clearing', lender)
    const outside = { kind: 'outside', owner: lender, subject: lender, season: '' }
    const loanOf = (debit: Old, credit: Old, part: number) => ({ debit, credit, cents: part, cause: id })
    await moveOld({ reference: `fill/${id}`, ...loanOf(clearing, outside, cents - fee) })
    await moveOld({ reference: `loan/${id}/paid`, ...loanOf(owed(farmer), clearing, cents - fee) })
    if (fee > 0) await moveOld({ reference: `loan/${id}/fee`, ...loanOf(owed(farmer), ofLender('fee', lender), fee) })
    if (state === 'returned') {
      await moveOld({ reference: `limit/${id}/returned`, debit: used(farmer), credit: limit(farmer), cents, cause: id })
      await moveOld({ reference: `loan/${id}/unpaid`, ...loanOf(clearing, owed(farmer), cents - fee) })
      if (fee > 0)
        await moveOld({ reference: `loan/${id}/unfee`, ...loanOf(ofLender('fee', lender), owed(farmer), fee) })
    }
  }
  return { id, ...loan }
}

type Part = { farmer: string; lender: string; granted: number; used: number; reserved: number }
const partsOf = async (farmer: string) =>
  (
    await client.query<Part>(
      `select farmer_id as farmer, lender_id as lender, granted_cents::int as granted, used_cents::int as used, reserved_cents::int as reserved
       from lender_limits where farmer_id = $1`,
      [farmer],
    )
  ).rows
const sumOf = async (farmer: string) =>
  (
    await client.query(
      `select granted_cents, used_cents, reserved_cents, available_cents, short_cents from farmer_limits where farmer_id = $1`,
      [farmer],
    )
  ).rows

async function sumsOf(farmers: readonly string[]) {
  const sums = []
  for (const farmer of farmers) sums.push(await sumOf(farmer))
  return sums
}

test('one lender keeps everything; of two each gets what was granted, and a loan goes to whose it is', async () => {
  const [alone, both] = [randomUUID(), randomUUID()]
  await grant(alone, coop, 10_000)
  const pending = await lend({ farmer: alone, lender: coop, cents: 2_000, state: 'held' })
  await grant(both, kpcu, 499_100)
  await lend({ farmer: both, lender: kpcu, cents: 100_000, state: 'used' })
  await grant(both, coop, 7_832)
  await lend({ farmer: both, lender: coop, cents: 5_000, state: 'held' })
  const before = await client.query<{ n: number }>('select count(*)::int as n from ledger_movements')
  await bring()
  expect(await partsOf(alone)).toEqual([{ farmer: alone, lender: coop, granted: 10_000, used: 0, reserved: 2_000 }])
  expect((await partsOf(both)).toSorted((a, b) => b.granted - a.granted)).toEqual([
    { farmer: both, lender: kpcu, granted: 499_100, used: 100_000, reserved: 0 },
    { farmer: both, lender: coop, granted: 7_832, used: 0, reserved: 5_000 },
  ])
  // Nothing that stood was touched, and the hold has its new name.
  const { rows } = await client.query(
    `select count(*) filter (where cause_kind <> 'lender_named')::int as kept,
       count(*) filter (where reference = $1)::int as named from ledger_movements`,
    [`limit/${pending.id}/${coop}`],
  )
  expect(rows).toEqual([{ kept: before.rows[0]?.n, named: 1 }])
  expect((await checkLedger(client)).findings).toEqual([])
})

test('who lent over his grants has granted what he lent, and the oldest grant of the others is less by as much', async () => {
  const farmer = randomUUID()
  await grant(farmer, kpcu, 400_000)
  await grant(farmer, third, 50_000)
  await grant(farmer, coop, 7_832)
  await lend({ farmer, lender: coop, cents: 300_000, state: 'used' })
  await lend({ farmer, lender: coop, cents: 140_000, state: 'held' })
  const before = await sumOf(farmer)
  await bring()
  expect(await sumOf(farmer)).toEqual(before)
  const parts = Object.fromEntries((await partsOf(farmer)).map(({ lender, ...part }) => [lender, part]))
  expect(parts[coop]).toMatchObject({ granted: 440_000, used: 300_000, reserved: 140_000 })
  // 432,168 too much: all of the oldest grant, and the rest of the next.
  expect(parts[kpcu]).toBeUndefined()
  expect(parts[third]).toMatchObject({ granted: 17_832, used: 0, reserved: 0 })
  expect((await checkLedger(client)).findings).toEqual([])
})

test('an empty database, and limits on which nothing was granted', async () => {
  await account(limit(randomUUID()))
  await account(used(randomUUID()))
  await account(owed(randomUUID()))
  await bring()
  expect((await checkLedger(client)).findings).toEqual([])
})

const seed = Number(process.env['SEED'] ?? randomInt(1_000_000))
test(`whatever stood: each lender has what is his, the sum is as it was, and every loan goes on, seed ${seed}`, async () => {
  let state = seed
  // A small generator of its own, so that a seed is a story.
  const chance = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const lenders = [kpcu, coop, third]
  const granted = new Map<string, number>()
  const loans: Loan[] = []
  const farmers = Array.from({ length: 14 }, () => randomUUID())
  const give = async (farmer: string, lender: string, cents: number) => {
    await grant(farmer, lender, cents)
    granted.set(`${farmer} ${lender}`, (granted.get(`${farmer} ${lender}`) ?? 0) + cents)
  }
  // In every story somebody has lent over his grants.
  const overlent = farmers[0] ?? ''
  await give(overlent, kpcu, 500_000)
  await give(overlent, coop, 1_000)
  loans.push(await lend({ farmer: overlent, lender: coop, cents: 400_000, state: 'used' }))
  for (const farmer of farmers) {
    let [last, free] = [kpcu, 0]
    for (let n = 0; n < 3 + chance(9); n++) {
      if (n === 0 || chance(3) === 0) {
        last = lenders[chance(3)] ?? kpcu
        const cents = 1_000 + chance(90_000)
        await give(farmer, last, cents)
        free += cents
      } else if (free >= 100) {
        const most = Math.floor((chance(2) === 0 ? free : Math.min(free, 5_000)) / 100)
        const cents = (1 + chance(most)) * 100
        const to = (['held', 'used', 'used', 'released', 'returned'] as const)[chance(5)] ?? 'held'
        loans.push(await lend({ farmer, lender: last, cents, state: to }))
        if (to === 'held' || to === 'used') free -= cents
      }
    }
  }
  const before = await sumsOf(farmers)
  await bring()
  expect(await sumsOf(farmers)).toEqual(before)
  let over = 0
  for (const farmer of farmers) {
    const parts = await partsOf(farmer)
    const lent = (lender: string, wanted: State): number =>
      loans
        .filter((loan) => loan.farmer === farmer && loan.lender === lender && loan.state === wanted)
        .reduce((sum, { cents }) => sum + cents, 0)
    const ofFarmer = lenders.map((lender) => {
      const own = granted.get(`${farmer} ${lender}`) ?? 0
      return { lender, own, used: lent(lender, 'used'), reserved: lent(lender, 'held') }
    })
    const isOver = ofFarmer.some((one) => one.used + one.reserved > one.own)
    if (isOver) over += 1
    for (const { lender, own, used: out, reserved } of ofFarmer) {
      const part = parts.find((one) => one.lender === lender) ?? { granted: 0, used: 0, reserved: 0 }
      expect(part).toMatchObject({ used: out, reserved })
      if (!isOver) expect(part.granted).toBe(own)
      else if (out + reserved > own) expect(part.granted).toBe(out + reserved)
      else expect(part.granted).toBeLessThanOrEqual(own)
      expect(part.granted).toBeGreaterThanOrEqual(out + reserved)
      const { rows } = await client.query<{ cents: number }>(
        `select coalesce(sum(debits_cents - credits_cents), 0)::int as cents from ledger_accounts where kind = 'loan' and subject_id = $1 and lender_id = $2`,
        [farmer, lender],
      )
      expect(rows[0]?.cents).toBe(out)
    }
  }
  expect(over).toBeGreaterThan(0)
  expect((await checkLedger(client)).findings).toEqual([])
  await everyLoanGoesOn(loans)
  expect((await checkLedger(client)).findings).toEqual([])
})

/** What is held is paid out and what was paid comes back, as today's program does it. */
async function everyLoanGoesOn(loans: readonly Loan[]): Promise<void> {
  const db = openDatabase({ connection: { ...database.config, user: 'kahawa_app' }, max: 2 })
  try {
    for (const { id, farmer, lender: lenderId, cents, state: was } of loans) {
      const part = { organisationId: society, farmerId: farmer, season, lenderId }
      if (was === 'held') await db.transaction('system', (tx) => move(tx, [limitUse({ id, lenderId })]))
      if (was === 'held' || was === 'used')
        await db.transaction('system', (tx) => move(tx, [limitReturn(part, id, BigInt(cents))]))
    }
    for (const farmerId of new Set(loans.map(({ farmer }) => farmer)))
      for (const part of await db.transaction('system', (tx) =>
        lendersOf(tx, { organisationId: society, farmerId, season }),
      ))
        expect(part).toMatchObject({ usedCents: 0n, reservedCents: 0n })
  } finally {
    await db.close()
  }
}
