import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makePayingWorld, type PayingWorld, type PayoutOptions } from '#test/kit/payouts.ts'
import type { Fault } from '../../tools/bankSimulator/faults.ts'
import type { Paying } from './leasedLegs.ts'

let paying: PayingWorld
beforeAll(async () => {
  paying = await makePayingWorld()
})
afterEach(async () => {
  await paying.world.bank.clearFaults()
  await paying.drain()
  await paying.expectEveryShilling()
})
afterAll(() => paying?.close())

const seed = Number(process.env['SEED'] ?? randomInt(1_000_000))
const ways = ['INTERNALFT', 'PESALINK', 'MPESA'] as const
const mixed = (count: number): PayoutOptions[] =>
  Array.from({ length: count }, (_, at) => ({
    paymentType: ways[at % 3] ?? 'INTERNALFT',
    amountCents: 100_000n + BigInt(at) * 100n,
    ...(at % 10 === 7 ? { to: 'closed' as const } : {}),
  }))
const statuses = async (sources: readonly string[]) => {
  const expected = new Set(sources)
  const counted: Record<string, number> = {}
  for (const { sourceId, status } of await paying.payouts())
    if (expected.has(sourceId)) counted[status] = (counted[status] ?? 0) + 1
  return counted
}
const faults = async (...ordered: Fault[]) => {
  for (const fault of ordered) await paying.world.bank.setFault(fault)
}

test(
  'with time-outs, doubles, late and mixed-up messages nothing is paid twice and nothing is lost',
  { timeout: 120_000 },
  async () => {
    await faults(
      { kind: 'timeout', when: 'after', rate: 0.07 },
      { kind: 'timeout', when: 'before', rate: 0.03 },
      { kind: 'duplicate', rate: 0.05 },
      { kind: 'late', when: 'before', rate: 0.03, delayMs: 900 },
      { kind: 'error500', rate: 0.02 },
      { kind: 'wrong', rate: 0.02 },
      { kind: 'callbackTwice', rate: 0.05 },
      { kind: 'callbackLate', rate: 0.05, delayMs: 900 },
      { kind: 'callbackAfterNext', rate: 0.05 },
      { kind: 'callbackWrong', rate: 0.03 },
      { kind: 'callbackNever', rate: 0.05 },
    )
    const sources = await paying.open(mixed(300))
    await paying.drain()
    const counted = await statuses(sources)
    expect(
      (counted['PAID'] ?? 0) +
        (counted['REVERSED'] ?? 0) +
        (counted['FAILED'] ?? 0) +
        (counted['REVERSAL_FAILED'] ?? 0),
    ).toBe(300)
    // What went astray before it arrived is refused as never received, so some are not paid; most are.
    expect(counted['PAID']).toBeGreaterThan(200)
  },
)

test('while the bank is away little is put in doubt, and afterwards everything is paid', async () => {
  const sources = await paying.open(mixed(120).map(({ to: _to, ...wanted }) => wanted))
  await faults({ kind: 'away', when: 'before' })
  await paying.tick()
  const { rows } = await paying.world.owner.query<{ n: number }>(
    `select count(*)::int as n from payout_legs l join payouts p on p.id = l.payout_id where l.status = 'IN_DOUBT' and p.source_id = any ($1)`,
    [sources],
  )
  expect(rows[0]?.n).toBeGreaterThan(0)
  expect(rows[0]?.n).toBeLessThan(80)
  await paying.world.bank.clearFaults()
  await paying.drain()
  const counted = await statuses(sources)
  expect((counted['PAID'] ?? 0) + (counted['FAILED'] ?? 0)).toBe(120)
  const certain = await paying.world.owner.query(
    `select p.reference from payouts p where p.source_id = any ($1) and p.status = 'FAILED'
      and not exists (select from payout_events e where e.payout_id = p.id and e.says = 'IN_DOUBT')`,
    [sources],
  )
  expect(certain.rows, 'payouts that failed and were never in doubt').toEqual([])
  expect(counted['PAID']).toBeGreaterThan(40)
})

test('three servers at once take every leg once', async () => {
  const sources = await paying.open(mixed(150).map(({ to: _to, ...wanted }) => wanted))
  let isOver = false
  const server = async (): Promise<void> => {
    while (!isOver) await paying.tick(paying.patient)
  }
  const servers = [server(), server(), server()]
  await expect.poll(() => statuses(sources), { timeout: 50_000 }).toEqual({ PAID: 150 })
  isOver = true
  await Promise.all(servers)
  expect(await statuses(sources)).toEqual({ PAID: 150 })
})

class Killed extends Error {}

/** A server that dies at its n-th step: before the step, or after it and before it knows the answer. Nothing works in it afterwards. */
function dying({ at, when }: { at: number; when: 'before' | 'after' }): Paying & { steps: () => number } {
  let steps = 0
  let isDead = false
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed()
    steps += 1
    const dies = steps === at
    if (dies) isDead = true
    if (dies && when === 'before') throw new Killed()
    const answer = await work()
    if (isDead) throw new Killed()
    return answer
  }
  const { db, bank } = paying.paying
  return {
    ...paying.paying,
    db: { ...db, transaction: (scope, work, options) => step(() => db.transaction(scope, work, options)) },
    bank: {
      ...bank,
      transfer: (order) => step(() => bank.transfer(order)),
      status: (order, sentAt) => step(() => bank.status(order, sentAt)),
    },
    steps: () => steps,
  }
}

test(
  'a server that is killed between any two steps leaves nothing unpaid and pays nothing twice',
  { timeout: 300_000 },
  async () => {
    const payments: PayoutOptions[] = [{ paymentType: 'PESALINK', to: 'closed' }, { paymentType: 'MPESA' }]
    for (const when of ['before', 'after'] as const) {
      let isWhole = false
      for (let at = 1; !isWhole; at += 1) {
        const sources = await paying.open(payments)
        const server = dying({ at, when })
        try {
          for (let round = 0; round < 6; round += 1) {
            await paying.tick(server)
            await paying.bankIsIdle()
          }
          isWhole = true
        } catch (error) {
          if (!(error instanceof Killed)) throw error
        }
        await paying.drain()
        const [elsewhere, mobile] = await Promise.all(sources.map((sourceId) => paying.payoutOfSource(sourceId)))
        // What was leased and never sent is refused as never received; all else has its proper end.
        expect(['REVERSED', 'FAILED', 'REVERSAL_FAILED'], `${when} step ${at}`).toContain(elsewhere?.status)
        expect(['PAID', 'REVERSED', 'FAILED'], `${when} step ${at}`).toContain(mobile?.status)
        expect(at).toBeLessThan(120)
      }
      await paying.expectEveryShilling()
    }
  },
)

const fault = fc.oneof(
  fc.record({
    kind: fc.constantFrom('timeout', 'late', 'wrong', 'garbage', 'error500', 'drop', 'away', 'duplicate'),
    when: fc.constantFrom('before', 'after'),
    delayMs: fc.constantFrom(20, 700),
    for: fc.record({ count: fc.integer({ min: 1, max: 4 }) }),
  }),
  fc.record({
    kind: fc.constantFrom(
      'callbackNever',
      'callbackTwice',
      'callbackLate',
      'callbackAfterNext',
      'callbackWrong',
      'callbackGarbage',
    ),
    delayMs: fc.constantFrom(20, 700),
    for: fc.record({ count: fc.integer({ min: 1, max: 4 }) }),
  }),
)
const step = fc.oneof(
  fc.record({
    do: fc.constant('open' as const),
    paymentType: fc.constantFrom(...ways),
    isClosed: fc.boolean(),
    shillings: fc.integer({ min: 1, max: 900_000 }),
  }),
  fc.record({ do: fc.constant('fault' as const), fault }),
  fc.record({ do: fc.constantFrom('send' as const, 'time' as const, 'twoServers' as const) }),
  fc.record({
    do: fc.constant('kill' as const),
    at: fc.integer({ min: 1, max: 12 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
)

test(
  'whatever is paid, whatever goes wrong and whoever dies, every shilling is found',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        for (const one of steps) {
          if (one.do === 'open')
            await paying.open([
              {
                paymentType: one.paymentType,
                amountCents: BigInt(one.shillings) * 100n,
                ...(one.isClosed ? { to: 'closed' as const } : {}),
              },
            ])
          if (one.do === 'fault') await faults(one.fault as Fault)
          if (one.do === 'send') await paying.tick()
          if (one.do === 'twoServers') await Promise.all([paying.tick(), paying.tick()])
          if (one.do === 'kill')
            await paying.tick(dying(one)).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
          if (one.do === 'time') {
            await paying.bankIsIdle()
            await paying.passTime()
          }
        }
        await paying.world.bank.clearFaults()
        await paying.drain()
        await paying.expectEveryShilling()
      }),
      { numRuns: Number(process.env['RUNS'] ?? 15), seed, endOnFailure: false },
    )
  },
)
