import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { sql, type Scope, type Tx } from '#server/kit/db.ts'
import { kpcu, newCause, newFarmer, openBooks, otherSociety, society, type Books } from '#test/kit/ledgerBooks.ts'
import { move, post, statementOf } from './ledger.ts'
import {
  limitGrant,
  limitBars,
  limitOf,
  limitRelease,
  limitReturn,
  limitUse,
  reserveLimit,
  type LenderLimit,
} from './limits.ts'

let books: Books
const season = '2025/2026'
beforeAll(async () => {
  books = await openBooks()
  setClock(() => Date.UTC(2026, 8, 30, 9))
})
afterEach(() => setClock(() => Date.UTC(2026, 8, 30, 9)))
afterAll(async () => {
  setClock(null)
  await books.close()
})

const clerk: Scope = { organisationId: society, wide: false }
const bank: Scope = { organisationId: kpcu, wide: true }
const run = <T>(work: (tx: Tx) => Promise<T>, scope: Scope = clerk) => books.db.transaction(scope, work)
const look = (limit: LenderLimit, scope: Scope = clerk) => run((tx) => limitOf(tx, limit), scope)
const refused = (code: string) => expect.objectContaining({ name: 'Refused', code }) as unknown

/** A member with a limit as KPCU grants it: 412.5 kg x 40. */
async function memberWith(amountCents: bigint): Promise<LenderLimit> {
  const limit = { organisationId: society, farmerId: newFarmer(), season, lenderId: kpcu }
  const grant = limitGrant(limit, { grantedBy: kpcu, rowId: randomUUID(), amountCents, cause: newCause() })
  await run((tx) => move(tx, [grant]), bank)
  return limit
}
const request = async (limit: LenderLimit, amountCents: bigint): Promise<string> => {
  const requestId = randomUUID()
  await run((tx) => reserveLimit(tx, limit, { requestId, amountCents }))
  return requestId
}

test('a limit is granted, reserved by a request, used by the disbursement and never twice', async () => {
  const limit = await memberWith(1_650_000n)
  expect(await look(limit)).toMatchObject({ grantedCents: 1_650_000n, availableCents: 1_650_000n, reservedCents: 0n })
  const requestId = await request(limit, 1_000_000n)
  expect(await look(limit)).toMatchObject({ reservedCents: 1_000_000n, usedCents: 0n, availableCents: 650_000n })
  await expect(request(limit, 650_001n)).rejects.toEqual(refused('limit.exceeded'))
  for (let times = 0; times < 2; times++)
    await run((tx) => move(tx, [limitUse({ id: requestId, lenderId: kpcu })]), bank)
  await expect(run((tx) => move(tx, [limitRelease({ id: requestId, lenderId: kpcu })]), bank)).rejects.toEqual(
    refused('ledger.hold_closed'),
  )
  expect(await look(limit)).toEqual({
    grantedCents: 1_650_000n,
    usedCents: 1_000_000n,
    reservedCents: 0n,
    arrearsCents: 0n,
    availableCents: 650_000n,
    shortCents: 0n,
  })
  const lines = await run((tx) =>
    statementOf(tx, { kind: 'limit', organisationId: society, subjectId: limit.farmerId, season, lenderId: kpcu }),
  )
  expect(lines.map(({ kind, availableAfterCents }) => [kind, availableAfterCents])).toEqual([
    ['POST', 1_650_000n],
    ['HOLD', 650_000n],
    ['POST_HOLD', 650_000n],
  ])
})

test('a refused request gives its limit back, and so does a reversed loan', async () => {
  const limit = await memberWith(500_000n)
  await run(async (tx) => {
    const requestId = randomUUID()
    await reserveLimit(tx, limit, { requestId, amountCents: 500_000n })
    await move(tx, [limitRelease({ id: requestId, lenderId: kpcu })])
  })
  const requestId = await request(limit, 500_000n)
  await run((tx) => move(tx, [limitUse({ id: requestId, lenderId: kpcu })]), bank)
  expect((await look(limit)).availableCents).toBe(0n)
  for (let times = 0; times < 2; times++) await run((tx) => move(tx, [limitReturn(limit, requestId, 500_000n)]), bank)
  expect(await look(limit)).toMatchObject({ grantedCents: 500_000n, usedCents: 0n, availableCents: 500_000n })
  await expect(run((tx) => move(tx, [limitReturn(limit, randomUUID(), 1n)]), bank)).rejects.toEqual(
    refused('ledger.overdrawn'),
  )
})

test('of many requests at the same instant no more are accepted than the limit has', async () => {
  const limit = await memberWith(1_000_000n)
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => request(limit, 300_000n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refused('limit.exceeded'))
  expect(await look(limit)).toMatchObject({ reservedCents: 900_000n, availableCents: 100_000n })
})

test('what is owed of earlier seasons is taken off, also after the request; whole shillings are offered', async () => {
  const limit = await memberWith(1_000_050n)
  const owe = (amountCents: bigint) =>
    run(
      (tx) =>
        post(tx, [
          {
            reference: randomUUID(),
            debit: {
              kind: 'loan',
              organisationId: society,
              subjectId: limit.farmerId,
              season: '2024/2025',
              lenderId: kpcu,
            },
            credit: { kind: 'outside', organisationId: kpcu, subjectId: kpcu },
            amountCents,
            cause: newCause(),
          },
        ]),
      bank,
    )
  await owe(400_000n)
  expect(await look(limit)).toMatchObject({ arrearsCents: 400_000n, availableCents: 600_000n })
  await run(async (tx) => {
    await expect(reserveLimit(tx, limit, { requestId: randomUUID(), amountCents: 600_100n })).rejects.toEqual(
      refused('limit.exceeded'),
    )
  })
  await request(limit, 600_000n)
  expect(await look(limit)).toMatchObject({ reservedCents: 600_000n, availableCents: 0n, shortCents: 0n })
  expect(await run((tx) => limitBars(tx, [limit]), bank)).toEqual([null])
  await owe(51n)
  expect(await look(limit)).toMatchObject({ availableCents: 0n, shortCents: 1n })
  expect(await run((tx) => limitBars(tx, [limit]), bank)).toEqual(['limit.exceeded'])
})

test('a limit lasts until ninety days after its season', async () => {
  const limit = await memberWith(500_000n)
  setClock(() => Date.parse('2026-12-29T23:59:00+03:00'))
  await request(limit, 100n)
  setClock(() => Date.parse('2026-12-30T00:01:00+03:00'))
  await expect(request(limit, 100n)).rejects.toEqual(refused('limit.expired'))
  expect(await run((tx) => limitBars(tx, [limit]), bank)).toEqual(['limit.expired'])
})

test('no society grants limits, and none sees another’s', async () => {
  const limit = await memberWith(500_000n)
  const other: Scope = { organisationId: otherSociety, wide: false }
  expect((await look(limit, other)).grantedCents).toBe(0n)
  await expect(
    run((tx) => reserveLimit(tx, limit, { requestId: randomUUID(), amountCents: 100n }), other),
  ).rejects.toThrow(/row-level security|no account/)
  const grant = limitGrant(limit, { grantedBy: kpcu, rowId: randomUUID(), amountCents: 100n, cause: newCause() })
  await expect(run((tx) => move(tx, [grant]))).rejects.toThrow(/row-level security/)
  expect(await books.wrong()).toEqual([])
})

test('whether one limit is short is looked up in that limit, also by the plan that is kept for all', async () => {
  const limits = Array.from({ length: 100 }, () => ({
    organisationId: society,
    farmerId: newFarmer(),
    season,
    lenderId: kpcu,
  }))
  const grants = limits.map((limit) =>
    limitGrant(limit, { grantedBy: kpcu, rowId: randomUUID(), amountCents: 1_650_000n, cause: newCause() }),
  )
  const alone = await openBooks({ connections: 1 })
  /** Rows of accounts that are read by the work, as PostgreSQL counts them. */
  const readBy = async (work: (tx: Tx) => Promise<unknown>): Promise<number> => {
    const count = async () => {
      const { rows } = await alone.owner.query<{ n: number }>(
        `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables where relname = 'ledger_accounts'`,
      )
      return rows[0]?.n ?? Number.NaN
    }
    const counting = (tx: Tx) => sql`select pg_stat_force_next_flush()`.execute(tx)
    await alone.db.transaction(clerk, counting)
    const before = await count()
    await alone.db.transaction(clerk, async (tx) => {
      await work(tx)
      await counting(tx)
    })
    return (await count()) - before
  }
  try {
    await alone.db.transaction(bank, (tx) => move(tx, grants))
    await alone.owner.query('analyze ledger_accounts')
    const read = await readBy(async (tx) => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      expect(await limitBars(tx, limits.slice(0, 1))).toEqual([null])
    })
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(20)
  } finally {
    await alone.close()
  }
})
