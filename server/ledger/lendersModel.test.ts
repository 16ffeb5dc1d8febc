import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import type { Scope, Tx } from '#server/kit/db.ts'
import {
  bank,
  kpcu,
  limitOf as limitPart,
  newCause,
  newFarmer,
  openBooks,
  season,
  society,
  type Books,
} from '#test/kit/ledgerBooks.ts'
import { move, post } from './ledger.ts'
import {
  lendersOf,
  limitGrant,
  limitOf,
  limitRelease,
  limitReturn,
  limitUse,
  reserveLimit,
  type Limit,
} from './limits.ts'

// Random grants, requests, releases, uses, returns and arrears of two lenders against a model of a few lines, several at once.
// After each: every lender's part is the model's, the sum is theirs, nobody is below zero, and a refusal has changed nothing.
let books: Books
beforeAll(async () => {
  books = await openBooks()
  setClock(() => Date.UTC(2026, 11, 1, 9))
})
afterAll(async () => {
  setClock(null)
  await books.close()
})

const clerk: Scope = { organisationId: society, wide: false }
const teller: Scope = { organisationId: kpcu, wide: true }
const run = <T>(work: (tx: Tx) => Promise<T>, scope: Scope) => books.db.transaction(scope, work)
const lenders = [kpcu, bank] as const

type Part = { granted: bigint; used: bigint; held: bigint; arrears: bigint }
type Request = { id: string; lender: number; amount: bigint; state: 'held' | 'used' | 'over' }
type Model = { limit: Limit; parts: [Part, Part]; requests: Request[] }

const none = (): Part => ({ granted: 0n, used: 0n, held: 0n, arrears: 0n })
const freeOf = ({ granted, used, held, arrears }: Part): bigint => granted - used - held - arrears
const sumOf = ({ parts: [a, b] }: Model): bigint => freeOf(a) + freeOf(b)
const whole = (cents: bigint): bigint => (cents > 0n ? (cents / 100n) * 100n : 0n)
const less = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const partOf = (model: Model, lender: number): Part => model.parts[lender] ?? none()
const met = new Map<string, number>()
const note = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)

type Closing = 'release' | 'use' | 'return'
type Act =
  | { do: 'grant'; lender: number; cents: number }
  | { do: 'second'; lender: number; cents: number }
  | { do: 'owe'; lender: number; cents: number }
  | { do: 'ask'; asks: { lender: number; cents: number }[] }
  | { do: 'close'; how: Closing; pick: number }

async function act(model: Model, one: Act): Promise<void> {
  const { limit } = model
  if (one.do === 'grant' || one.do === 'second') {
    const grantedBy = lenders[one.lender] ?? kpcu
    const grant = { grantedBy, rowId: randomUUID(), amountCents: BigInt(one.cents), cause: newCause() }
    const raise = run((tx) => move(tx, [limitGrant(limit, grant)]), teller)
    // The second tranche meets a request on the other lender's part, which it must neither help nor hinder.
    const other = 1 - one.lender
    const [, reservations] = await Promise.all([
      raise,
      one.do === 'second' ? reserveAll(model, [{ lender: other, cents: 100 }]) : null,
    ])
    partOf(model, one.lender).granted += grant.amountCents
    if (reservations) settle(model, reservations, 'any')
    note(one.do)
  } else if (one.do === 'owe') {
    const lenderId = lenders[one.lender] ?? kpcu
    const { organisationId, farmerId: subjectId } = limit
    const debit = { kind: 'loan', organisationId, subjectId, season: '2024/2025', lenderId } as const
    const credit = { kind: 'outside', organisationId: lenderId, subjectId: lenderId } as const
    const owed = { reference: randomUUID(), debit, credit, amountCents: BigInt(one.cents), cause: newCause() }
    await run((tx) => post(tx, [owed]), teller)
    partOf(model, one.lender).arrears += owed.amountCents
    note('owe')
  } else if (one.do === 'ask')
    settle(model, await reserveAll(model, one.asks), one.asks.length === 1 ? 'exactly' : 'any')
  else await close(model, one.how, one.pick)
}

type Reservation = { id: string; lender: number; amount: bigint; error: unknown }
const reserveAll = (model: Model, asks: { lender: number; cents: number }[]): Promise<Reservation[]> =>
  Promise.all(
    asks.map(async ({ lender, cents }) => {
      const [id, amount] = [randomUUID(), BigInt(cents)]
      const part = { ...model.limit, lenderId: lenders[lender] ?? kpcu }
      const reserving = run((tx) => reserveLimit(tx, part, { requestId: id, amountCents: amount }), clerk)
      return { id, lender, amount, error: await reserving.then(() => null).catch((error: unknown) => error) }
    }),
  )

/** Takes what was reserved into the model. Of one request it knows the outcome; of several at once, that none took too much. */
function settle(model: Model, reservations: readonly Reservation[], sure: 'exactly' | 'any'): void {
  for (const { id, lender, amount, error } of reservations) {
    const part = partOf(model, lender)
    if (sure === 'exactly') expect(error === null).toBe(amount <= less(freeOf(part), sumOf(model)))
    if (error === null) {
      part.held += amount
      model.requests.push({ id, lender, amount, state: 'held' })
    } else expect(error).toMatchObject({ name: 'Refused', code: 'limit.exceeded' })
    note(error === null ? 'reserved' : 'refused')
  }
  if (reservations.some(({ error }) => error === null)) {
    expect(sumOf(model)).toBeGreaterThanOrEqual(0n)
    for (const part of model.parts) expect(part.granted - part.used - part.held).toBeGreaterThanOrEqual(0n)
  }
}

async function close(model: Model, how: Closing, pick: number): Promise<void> {
  const state = how === 'return' ? 'used' : 'held'
  const some = model.requests.filter((request) => request.state === state)
  const request = some[pick % Math.max(1, some.length)]
  if (!request) return
  const part = partOf(model, request.lender)
  const lenderId = lenders[request.lender] ?? kpcu
  const wrong = lenders[1 - request.lender] ?? kpcu
  const { id, amount } = request
  // Nobody closes a hold in another lender's name.
  await expect(run((tx) => move(tx, [limitUse({ id, lenderId: wrong })]), teller)).rejects.toThrow(/null value/)
  if (how === 'release') await run((tx) => move(tx, [limitRelease({ id, lenderId })]), teller)
  if (how === 'use') await run((tx) => move(tx, [limitUse({ id, lenderId })]), teller)
  if (how === 'return') await run((tx) => move(tx, [limitReturn({ ...model.limit, lenderId }, id, amount)]), teller)
  if (state === 'held') part.held -= amount
  if (how === 'use') part.used += amount
  if (how === 'return') part.used -= amount
  request.state = how === 'use' ? 'used' : 'over'
  note(how)
}

async function compare(model: Model): Promise<void> {
  const { sum, parts } = await run(
    async (tx) => ({ sum: await limitOf(tx, model.limit), parts: await lendersOf(tx, model.limit) }),
    clerk,
  )
  const available = whole(sumOf(model))
  const total = (of: (part: Part) => bigint): bigint => of(model.parts[0]) + of(model.parts[1])
  expect(sum).toEqual({
    grantedCents: total(({ granted }) => granted),
    usedCents: total(({ used }) => used),
    reservedCents: total(({ held }) => held),
    // Without a limit there is nothing to take arrears off.
    arrearsCents: total(({ granted }) => granted) > 0n ? total(({ arrears }) => arrears) : 0n,
    availableCents: available,
    shortCents: total(({ granted }) => granted) > 0n && sumOf(model) < 0n ? -sumOf(model) : 0n,
  })
  for (const [at, part] of model.parts.entries()) {
    const found = parts.find(({ lenderId }) => lenderId === lenders[at])
    if (part.granted === 0n) expect(found).toBeUndefined()
    else
      expect(found).toMatchObject({
        grantedCents: part.granted,
        usedCents: part.used,
        reservedCents: part.held,
        arrearsCents: part.arrears,
        availableCents: less(whole(freeOf(part)), available),
        shortCents: freeOf(part) < 0n ? -freeOf(part) : 0n,
      })
  }
}

const lender = fc.nat(1)
const cents = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 50_000 }))
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('grant' as const, 'second' as const), lender, cents }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('owe' as const), lender, cents: fc.integer({ min: 1, max: 9_000 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      asks: fc.array(fc.record({ lender, cents }), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      how: fc.constantFrom<Closing>('release', 'use', 'return'),
      pick: fc.nat(50),
    }),
  },
)

const seed = Number(process.env['SEED'] ?? randomInt(1_000_000))
test(`two lenders of one limit do what a model of them does, seed ${seed}`, { timeout: 300_000 }, async () => {
  const walk = (numRuns: number, from: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 8, maxLength: 25, size: 'max' }), async (all) => {
        const limit = { organisationId: society, farmerId: newFarmer(), season }
        const model: Model = { limit, parts: [none(), none()], requests: [] }
        for (const one of all) {
          await act(model, one)
          await compare(model)
        }
      }),
      { numRuns, seed: from },
    )
  await walk(Number(process.env['RUNS'] ?? 15), seed)
  // A test that never gets anywhere proves nothing: what chance has left out is gone on for.
  const outcomes = ['grant', 'owe', 'refused', 'release', 'reserved', 'return', 'second', 'use']
  for (let more = 1; more <= 20 && outcomes.some((outcome) => !met.has(outcome)); more += 1) await walk(5, seed + more)
  expect(await books.wrong()).toEqual([])
  expect([...met.keys()].toSorted()).toEqual(outcomes)
})

test('nothing moves from one lender to another', async () => {
  const limit = { organisationId: society, farmerId: newFarmer(), season }
  const part = (lenderId: string) => limitPart(limit.farmerId, lenderId)
  const give = { grantedBy: kpcu, rowId: randomUUID(), amountCents: 500n, cause: newCause() }
  await run((tx) => move(tx, [limitGrant(limit, give)]), teller)
  for (const [debit, credit] of [
    [part(kpcu), part(bank)],
    [part(kpcu), { ...part(bank), kind: 'limit_used' as const, lenderId: bank }],
  ] as const) {
    const crossing = { reference: randomUUID(), debit, credit, amountCents: 1n, cause: newCause() }
    await expect(run((tx) => post(tx, [crossing]), clerk)).rejects.toThrow('from one lender to another')
  }
  expect(await books.wrong()).toEqual([])
})
