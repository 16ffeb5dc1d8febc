import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SeasonAccount } from '#contract/statements/seasonAccount.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { converted } from '#test/kit/conversions.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import {
  decideSchedule,
  fewMembers,
  fillPool,
  keepFloor,
  leaveNothingToSay,
  membersOf,
  owe,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'

// Where the dollars of a season went, to the cent.
let world: World
beforeAll(async () => {
  world = (await makePayingWorld()).world
  await fewMembers(world, 8)
  await leaveNothingToSay(world)
  await keepFloor(world)
})
afterAll(() => world?.close())

const at = () => `/payment/seasonAccount/${world.organisationId('CF4100')}`
const account = async (person = world.people.wanjikuMaker) => (await person.get<SeasonAccount>(at())).body
const cents = (amount: number) => Math.round(amount * 100)

async function mustClose(): Promise<SeasonAccount> {
  const read = await account()
  expect([read.dollars.difference, read.shillings.difference]).toEqual([0, 0])
  return read
}

test('closes to nothing with dollars converted, before and after they are paid, with something held and something carried', async () => {
  const before = await mustClose()
  const deals = [await converted(world, 1_000, '128.950000'), await converted(world, 333.33, '129.123457')]
  await fillPool(world, 'CF4100', 500)
  const came = await mustClose()
  expect(came.conversions.slice(-2).map(({ dealCode, rate, dollars }) => [dealCode, rate, dollars])).toEqual([
    [deals[0], 128.95, 1_000],
    [deals[1], 129.123457, 333.33],
  ])
  expect(cents(came.dollars.converted) - cents(before.dollars.converted)).toBe(133_333)
  const shillings = 12_895_000 + Number((33_333n * 129_123_457n) / 1_000_000n)
  expect(cents(came.shillings.converted) - cents(before.shillings.converted)).toBe(shillings)

  const [first, second] = await membersOf(world)
  await owe(world, first!.id, 'KPCU', 12_345n)
  await world.owner.query(`update farmers set life_state = 'DECEASED' where id = $1`, [second!.id])
  const { data } = (await saveSchedule(world, world.people.wanjikuMaker)).body
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', data)
  const approved = await mustClose()
  expect([approved.shillings.paid, approved.shillings.recovered]).toEqual([0, 0])
  expect(cents(approved.shillings.held)).toBe(cents(data.net) + cents(data.recovered))
  await paySchedule(world, data.id)
  const paid = await mustClose()
  expect(paid.shillings.recovered).toBe(123.45)
  expect(paid.shillings.held).toBeGreaterThan(0)
  expect(cents(paid.shillings.paid) + cents(paid.shillings.held)).toBe(cents(data.net))
  expect(paid.schedules).toMatchObject([{ id: data.id, cycle: 1, paid: paid.shillings.paid, onTheWay: 0 }])
  for (const { total, bonus, recovered, deducted, paid: arrived, held, onTheWay, left } of paid.schedules)
    expect(cents(total) + cents(bonus), 'a schedule is the sum of where it went').toBe(
      [recovered, deducted, arrived, held, onTheWay, left].reduce((sum, amount) => sum + cents(amount), 0),
    )
})

test('leaves as a workbook whose columns add up to nothing', async () => {
  const { bytes } = await world.people.wanjikuMaker.get(`${at()}/workbook`)
  const table = await readTable({ bytes, fileName: 'account.xlsx', caps: {} })
  const sums = [0, 0]
  for await (const batch of table.batches)
    for (const { cells } of batch) for (const column of [0, 1]) sums[column]! += cents(Number(cells[column + 2] || 0))
  expect(sums).toEqual([0, 0])
})

test('is nobody else’s, and of no season that is not there', async () => {
  expect((await world.people.danielMaker.get(at())).status).toBe(404)
  expect((await world.people.wanjikuMaker.get(at(), { season: '1990/1991' })).status).toBe(404)
  const named = await world.people.wanjikuMaker.get<SeasonAccount>(at(), { season: currentSeason() })
  expect(named.body).toEqual(await account())
})
