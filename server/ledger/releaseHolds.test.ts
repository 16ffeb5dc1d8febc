import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import type { Tx } from '#server/kit/db.ts'
import { standingWork } from '#server/standingWork.ts'
import {
  clearingOf,
  fund,
  newCause,
  newFarmer,
  openBooks,
  outside,
  society,
  type Books,
} from '#test/kit/ledgerBooks.ts'
import { readSources } from '#test/kit/sourceFiles.ts'
import type { AccountName } from './accounts.ts'
import { balanceOf, post, reserve, voidHold } from './ledger.ts'
import { releaseHolds } from './releaseHolds.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterEach(() => setClock(null))
afterAll(async () => {
  const wrong = await books.wrong()
  await books.close()
  expect(wrong).toEqual([])
})

const cause = newCause()
const run = <T>(work: (tx: Tx) => Promise<T>) => books.db.transaction('system', work)
const available = async (money: AccountName) => (await run((tx) => balanceOf(tx, money))).availableCents

/** A fund with 1,000 cents of which each hold keeps ten until the given time. */
async function heldFund(count: number, expiresAt: Date): Promise<{ money: AccountName; holds: string[] }> {
  const money: AccountName = { ...fund, subjectId: newFarmer() }
  const from: AccountName = { ...outside, subjectId: newFarmer() }
  const holds = Array.from({ length: count }, (_, n) => `hold/${money.subjectId}/${n}`)
  await run(async (tx) => {
    await post(tx, [{ reference: `fill/${money.subjectId}`, debit: money, credit: from, amountCents: 100_000n, cause }])
    await reserve(
      tx,
      holds.map((reference) => ({
        reference,
        debit: clearingOf(society),
        credit: money,
        amountCents: 10n,
        cause,
        expiresAt,
      })),
    )
  })
  return { money, holds }
}

test('what is held for too long is released once, however many servers look, and the rest stays held', async () => {
  const at = Date.now()
  const { money } = await heldFund(1_200, new Date(at + 60_000))
  const later = await heldFund(1, new Date(at + 120_000))
  expect(await releaseHolds(books)).toBe(0)
  expect(await available(money)).toBe(88_000n)
  setClock(() => at + 60_000)
  await Promise.all([releaseHolds(books), releaseHolds(books), releaseHolds(books)])
  expect(await available(money)).toBe(100_000n)
  expect(await available(later.money)).toBe(99_990n)
  expect(await releaseHolds(books)).toBe(0)
})

test('a void by the name of the release is that release; by another name it comes too late', async () => {
  const at = Date.now()
  const { money, holds } = await heldFund(1, new Date(at + 60_000))
  const [hold = ''] = holds
  setClock(() => at + 60_000)
  await releaseHolds(books)
  await run((tx) => voidHold(tx, [{ reference: `${hold}/expired`, hold, cause }]))
  await expect(run((tx) => voidHold(tx, [{ reference: `${hold}/refused`, hold, cause }]))).rejects.toMatchObject({
    code: 'ledger.hold_closed',
  })
  expect(await available(money)).toBe(100_000n)
})

test('somebody who gives one back in the same moment does not keep the others held', async () => {
  const at = Date.now()
  const { money, holds } = await heldFund(40, new Date(at + 60_000))
  setClock(() => at + 60_000)
  const byHand = holds.slice(0, 20).map((hold) =>
    run((tx) => voidHold(tx, [{ reference: `${hold}/refused`, hold, cause }])).then(
      () => 'released',
      (error: { code?: string }) => error.code,
    ),
  )
  const [, ...outcomes] = await Promise.all([releaseHolds(books), ...byHand])
  for (const one of outcomes) expect(['released', 'ledger.hold_closed']).toContain(one)
  await releaseHolds(books)
  expect(await available(money)).toBe(100_000n)
})

test('everything that repeats by itself is started by the server', () => {
  // The runner of jobs has its look, and is started as such.
  const others = ['interval', 'jobs', 'records/countBehind', 'watched'].map((name) => `server/kit/${name}.ts`)
  const starting = readSources().flatMap(({ path, text, isTest }) =>
    !isTest && path.startsWith('server/') && /start(?:Interval|Watched|Counting)\(/.test(text) && !others.includes(path)
      ? (/export (?:const|function) (start\w+)/.exec(text)?.[1] ?? `${path} starts nothing by name`)
      : [],
  )
  expect(starting).toContain('startReleasingHolds')
  expect(starting).toContain('startExpiringLoans')
  expect(starting.toSorted()).toEqual(standingWork.map(({ name }) => name).toSorted())
})
