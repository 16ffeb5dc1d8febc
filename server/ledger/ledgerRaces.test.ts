import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, isPgError, type Tx } from '#server/kit/db.ts'
import { ConnectionLost } from '#server/kit/postgres/connectionLost.ts'
import { Refused } from '#server/kit/refused.ts'
import {
  clearingOf,
  feeOf,
  fund,
  loanOf,
  newCause,
  newFarmer,
  openBooks,
  outside,
  society,
  type Books,
} from '#test/kit/ledgerBooks.ts'
import type { AccountName } from './accounts.ts'
import { balanceOf, move, post, reserve, type Movement } from './ledger.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks({ connections: 12 })
  await books.owner.query(`alter database "${books.database.name}" set deadlock_timeout = '20ms'`)
})
afterAll(() => books.close())

const cause = newCause()
const run = <T>(work: (tx: Tx) => Promise<T>) => books.db.transaction('system', work)
const own = (name: AccountName): AccountName => ({ ...name, subjectId: newFarmer() })
const fill = (money: AccountName, amountCents: bigint) =>
  run((tx) =>
    post(tx, [{ reference: `fill/${money.subjectId}`, debit: money, credit: own(outside), amountCents, cause }]),
  )
const balance = async (name: AccountName) => (await run((tx) => balanceOf(tx, name))).balanceCents
const seed = Number(process.env['SEED'] ?? randomInt(1_000_000))

// Several transactions of one to three lists each, on connections of their own. The scheduler picks who goes on after every
// statement, so that their locks meet in every order.
const wishes = fc.array(
  fc.array(
    fc.record({
      kind: fc.constantFrom('post', 'reserve', 'post_hold', 'void_hold', 'repeat'),
      from: fc.nat(2),
      to: fc.nat(2),
      amount: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  { minLength: 2, maxLength: 5 },
)

test(`whatever the order, nothing is overdrawn, lost or done twice, seed ${seed}`, { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), wishes, async (scheduler, transactions) => {
      const money = [own(fund), own(fund), own(fund)]
      for (const one of money) await fill(one, 100n)
      const mark = money[0]!.subjectId
      const hold = `held/${mark}`
      const clearing = clearingOf(newFarmer())
      await run((tx) => reserve(tx, [{ reference: hold, debit: clearing, credit: money[0]!, amountCents: 40n, cause }]))
      const made: Movement[] = []
      const work = transactions.map(async (steps, person) => {
        const proposed: Movement[] = []
        await run(async (tx) => {
          proposed.length = 0 // the transaction may be tried again
          for (const [step, { kind, from, to, amount }] of steps.entries()) {
            await scheduler.schedule(Promise.resolve(), `${person}.${step} ${kind}`)
            const movement = movementOf({
              kind,
              amount,
              money,
              from,
              to,
              clearing,
              hold,
              mark,
              name: `${person}.${step}`,
            })
            await move(tx, [movement])
            proposed.push(movement)
          }
          await scheduler.schedule(Promise.resolve(), `${person} commits`)
        }).then(
          () => made.push(...proposed),
          (error: unknown) => {
            // Several lists in one transaction may block another's; whoever gave way five times has done nothing.
            if (!(error instanceof Refused) && !(isPgError(error) && error.code === '40P01')) throw error
          },
        )
      })
      await scheduler.waitFor(Promise.all(work))
      // What was acknowledged is what stands: once each, and the shillings are all there.
      const { rows } = await books.owner.query<{ reference: string }>(
        `select reference from ledger_movements where reference like $1 and reference <> $2`,
        [`%${mark}%`, hold],
      )
      const standing = rows.map(({ reference }) => reference).filter((name) => !name.startsWith('fill/'))
      expect(standing.toSorted()).toEqual([...new Set(made.map(({ reference }) => reference))].toSorted())
      expect(made.filter((one) => 'hold' in one && one.hold === hold).length).toBeLessThanOrEqual(1)
      let sum = await balance(clearing)
      for (const one of money) {
        const { balanceCents, availableCents } = await run((tx) => balanceOf(tx, one))
        expect(availableCents).toBeGreaterThanOrEqual(0n)
        sum += balanceCents
      }
      expect(sum).toBe(300n)
    }),
    { numRuns: Number(process.env['RUNS'] ?? 15), seed },
  )
  expect(await books.wrong()).toEqual([])
})

type Step = {
  kind: string
  amount: number
  money: AccountName[]
  from: number
  to: number
  clearing: AccountName
  hold: string
  mark: string
  name: string
}
function movementOf({ kind, amount, money, from, to, clearing, hold, mark, name }: Step): Movement {
  const common = { reference: `${mark}/${name}`, cause }
  if (kind === 'post_hold' || kind === 'void_hold') return { ...common, type: kind, hold }
  const sides = { credit: money[from]!, debit: from === to ? clearing : money[to]!, amountCents: BigInt(amount) }
  if (kind === 'reserve') return { ...common, ...sides, type: 'hold' }
  // Everybody who repeats means the same intent.
  if (kind === 'repeat')
    return { type: 'post', reference: `${mark}/same`, cause, credit: money[1]!, debit: money[2]!, amountCents: 7n }
  return { ...common, ...sides, type: 'post' }
}

test('lists over the same accounts in all orders never wait for each other in a ring', async () => {
  const accounts = Array.from({ length: 6 }, () => own(outside))
  let tries = 0
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const order = accounts.map((_account, at) => accounts[(at * (n % 2 ? 1 : 5) + n) % 6]!)
      const list = order.slice(1).map((debit, at) => ({
        reference: `ring/${accounts[0]!.subjectId}/${n}/${at}`,
        debit,
        credit: order[at]!,
        amountCents: 1n,
        cause,
      }))
      await run((tx) => {
        tries += 1
        return post(tx, list)
      })
    }),
  )
  expect(tries).toBe(60) // whoever meets a ring is tried again
  expect(await books.wrong()).toEqual([])
})

test('societies do not wait for each other, though the fund they borrow from is one', async () => {
  const money = own(fund)
  await fill(money, 1_000n)
  const clearings = [own(clearingOf(society)), own(clearingOf(society))]
  for (const clearing of clearings)
    await run((tx) =>
      post(tx, [{ reference: `out/${clearing.subjectId}`, debit: clearing, credit: money, amountCents: 500n, cause }]),
    )
  const payOut = (tx: Tx, clearing: AccountName) => {
    const [loan, fee] = [loanOf(newFarmer()), { ...feeOf(society), subjectId: clearing.subjectId }]
    return post(tx, [
      { reference: `paid/${loan.subjectId}`, debit: loan, credit: clearing, amountCents: 100n, cause },
      { reference: `fee/${loan.subjectId}`, debit: loan, credit: fee, amountCents: 3n, cause },
    ])
  }
  // The second society is paid out while the first one's transaction is still open.
  await run(async (tx) => {
    await payOut(tx, clearings[0]!)
    await run((other) => payOut(other, clearings[1]!))
  })
  expect(await Promise.all(clearings.map(balance))).toEqual([400n, 400n])
})

test('killed before the commit, nothing happened; tried again, it happens once', async () => {
  const money = own(fund)
  await fill(money, 1_000n)
  const clearing = own(clearingOf(society))
  const list: Movement[] = [
    { type: 'post', reference: `k/${money.subjectId}/1`, debit: clearing, credit: money, amountCents: 400n, cause },
    { type: 'hold', reference: `k/${money.subjectId}/2`, debit: clearing, credit: money, amountCents: 300n, cause },
  ]
  const killed = run(async (tx) => {
    await move(tx, list)
    const { rows } = await clientOf(tx).query<{ pid: number }>('select pg_backend_pid() as pid')
    await books.owner.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  })
  await expect(killed).rejects.toBeInstanceOf(ConnectionLost)
  expect(await run((tx) => balanceOf(tx, money))).toEqual({
    balanceCents: 1_000n,
    availableCents: 1_000n,
    heldCents: 0n,
  })
  for (let times = 0; times < 2; times++) await run((tx) => move(tx, list))
  expect(await run((tx) => balanceOf(tx, money))).toEqual({ balanceCents: 600n, availableCents: 300n, heldCents: 300n })
  expect(await books.wrong()).toEqual([])
})
