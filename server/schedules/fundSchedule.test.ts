import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentSeason } from '#server/facts/seasons.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { post } from '#server/ledger/ledger.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'
import { converted } from '#test/kit/conversions.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import {
  decideSchedule,
  fewMembers,
  fillPool,
  keepFloor,
  makePayable,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'
import { fundSchedule } from './fundSchedule.ts'

// Each shilling of a schedule is traced to the conversion that it came from, each dollar to the schedules that it paid.
let world: World
beforeAll(async () => {
  const paying = await makePayingWorld()
  world = paying.world
  await fewMembers(world, 8)
  await makePayable(world)
  await keepFloor(world)
})
afterAll(() => world?.close())

type Traced = { code: string | null; dollars: bigint; shillings: bigint }
const tracedOf = (tx: Tx, id: string): Promise<Traced[]> =>
  rows(
    tx,
    sql<Traced>`select r.deal_code as code, f.dollars_cents as dollars, f.shillings_cents as shillings
      from communal_payment_conversions f left join society_transfers t on t.id = f.transfer_id left join conversion_rates r on r.id = t.conversion_rate_id
      where f.communal_payment_id = ${id} order by f.place`,
  )
const traced = (id: string) => world.house.db.transaction('system', (tx) => tracedOf(tx, id))
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

/** A schedule that is saved by one, approved by another, and paid; with what was set aside for it. */
async function paidSchedule() {
  const { data } = (await saveSchedule(world, world.people.wanjikuMaker)).body
  const { status } = await decideSchedule(world, world.people.margaretManager, 'APPROVE', data)
  expect(status).toBe(200)
  await paySchedule(world, data.id)
  return { id: data.id, cents: BigInt(Math.round((data.net + data.recovered) * 100)) }
}

test('two conversions and shillings between them pay for two schedules in the order in which they came, to the cent', async () => {
  const first = await converted(world, 1_000, '128.950000')
  await fillPool(world, 'CF4100', 500)
  const second = await converted(world, 333.33, '129.123457')
  const one = await paidSchedule()
  const ofOne = await traced(one.id)
  expect(ofOne.map(({ code }) => code)).toEqual([first, null, second])
  expect(ofOne[0]).toMatchObject({ dollars: 100_000n, shillings: 12_895_000n })
  expect(ofOne[1]).toMatchObject({ dollars: 0n, shillings: 50_000n })
  expect(sum(ofOne.map(({ shillings }) => shillings))).toBe(one.cents)
  const third = await converted(world, 2_000, '127.500000')
  const two = await paidSchedule()
  const ofTwo = await traced(two.id)
  // What the rate left over of the second conversion is carried: it goes out before the third.
  expect(ofTwo.map(({ code }) => code)).toEqual([second, third])
  const ofSecond = [...ofOne, ...ofTwo].filter(({ code }) => code === second)
  expect(sum(ofSecond.map(({ dollars }) => dollars))).toBe(33_333n)
  expect(sum(ofSecond.map(({ shillings }) => shillings))).toBe((33_333n * 129_123_457n) / 1_000_000n)
  expect(sum(ofTwo.map(({ shillings }) => shillings))).toBe(two.cents)
  await expect(
    world.owner.query('update communal_payment_conversions set dollars_cents = dollars_cents + 1'),
  ).rejects.toThrow('append-only')
})

type Lot = { dollars: bigint; shillings: bigint }
const lots = fc.array(fc.record({ dollars: fc.bigInt(1n, 10n ** 9n), micros: fc.bigInt(10_000n, 200_000_000n) }), {
  minLength: 1,
  maxLength: 6,
})
/** How much of a hundred of what is there each schedule takes; the last one takes it all. */
const shares = fc.array(fc.bigInt(0n, 100n), { maxLength: 5 })

test('whatever is converted and paid, dollars in are dollars traced, and none twice', async () => {
  const organisationId = world.organisationId('CF4100')
  const account = mirrorOf(organisationId, 'FARMERS_KES')
  const outside = { kind: 'outside', organisationId, subjectId: organisationId } as const
  const undo = new Error('undone')
  await fc.assert(
    fc.asyncProperty(lots, shares, async (given, taken) => {
      const came = given
        .map(({ dollars, micros }): Lot => ({ dollars, shillings: (dollars * micros) / 1_000_000n }))
        .filter(({ shillings }) => shillings > 0n)
      const run = world.house.db.transaction('system', async (tx) => {
        const carried = await leftOn(tx, organisationId)
        const ids = came.map(() => newId())
        for (const [at, { dollars, shillings }] of came.entries()) {
          await sql`insert into society_transfers (id, organisation_id, kind, season, amount_cents, received_cents, conversion_rate_id, status, makers, made_by, created_at)
            select ${ids[at]}, ${organisationId}, 'CONVERSION', ${currentSeason()}, ${dollars}, ${shillings}, c.id, 'DONE', c.makers, c.made_by, c.created_at
            from conversion_rates c order by c.id limit 1`.execute(tx)
          const cause = { kind: 'society_transfer', id: ids[at]! } // as many as lots
          await post(tx, [
            {
              reference: `transfer/${cause.id}/bought`,
              cause,
              debit: account,
              credit: outside,
              amountCents: shillings,
            },
          ])
        }
        let left = carried + sum(came.map(({ shillings }) => shillings))
        for (const share of [...taken, 100n]) {
          const amountCents = (left * share) / 100n
          if (amountCents === 0n) continue
          const id = newId()
          await sql`insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, generated_at, status, makers, made_by, created_at)
            select ${id}, p.organisation_id, p.season, 1, 1, 1, ${left}, p.generated_at, 'REJECTED', p.makers, p.made_by, p.created_at
            from communal_payments p where p.organisation_id = ${organisationId} order by p.id limit 1`.execute(tx)
          const cause = { kind: 'communal_payment', id }
          await post(tx, [
            { reference: `schedule/${id}/approved`, cause, debit: outside, credit: account, amountCents },
          ])
          await fundSchedule(tx, { id, organisationId })
          expect(sum((await tracedOf(tx, id)).map(({ shillings }) => shillings))).toBe(amountCents)
          left -= amountCents
        }
        const whole = await rows(
          tx,
          sql<Lot>`select sum(dollars_cents)::bigint as dollars, sum(shillings_cents)::bigint as shillings from communal_payment_conversions
            where transfer_id = any (${ids}::uuid[]) group by transfer_id order by array_position(${ids}::uuid[], transfer_id)`,
        )
        expect(whole).toEqual(came)
        throw undo
      })
      await run.catch((error: unknown) => {
        if (error !== undo) throw error
      })
    }),
    { numRuns: 25 },
  )
})

const leftOn = async (tx: Tx, organisationId: string): Promise<bigint> => {
  const [found] = await rows(
    tx,
    sql<{
      cents: bigint
    }>`select l.debits_cents - l.credits_cents as cents from society_accounts a join ledger_accounts l on l.id = a.ledger_account_id
      where a.organisation_id = ${organisationId} and a.purpose = 'FARMERS_KES'`,
  )
  return found?.cents ?? 0n
}
