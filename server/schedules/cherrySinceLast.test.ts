import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { deliveryForm, memberOf } from '#test/kit/deliveryFiles.ts'
import { agreeDeduction, asPremium } from '#test/kit/deductions.ts'
import { agreeFloor, decideSchedule, detailsOf, fillPool, linesOf, saveSchedule } from '#test/kit/schedules.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { readRaw } from '#test/recompute/rawTables.ts'
import { recompute } from '#test/recompute/recompute.ts'

// Where the setting says so, a cycle pays for the cherry that no cycle before it has paid, and for no other.
let world: World
let maker: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.owner.query(
    `alter table cherry_deliveries disable trigger keep_paid_cherry;
     update cherry_deliveries set paid_in = null where paid_in is not null;
     alter table cherry_deliveries enable trigger keep_paid_cherry;
     update communal_payments set status = 'REJECTED' where status <> 'REJECTED';
     update deductions set status = 'ENDED' where status = 'APPROVED';
     delete from communal_rate_limits; delete from settings where name = 'cherrySinceLastPayment'`,
  )
})

const countSinceLast = (on: boolean) =>
  world.owner.query(
    `insert into settings (name, value) values ('cherrySinceLastPayment', $1) on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(on)],
  )
const send = async (path: string, body: object): Promise<CherryDelivery> => {
  const answer = await maker.post<{ data: CherryDelivery }>(`/farmercherry/${path}`, body)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const { id } = answer.body.data
  const decision = { action: 'approve', confirmCherry: { id }, approverComment: 'Seen' }
  const { status } = await world.people.otienoChecker.post('/farmercherry/approve', decision)
  expect(status).toBe(200)
  return answer.body.data
}
const bring = (member: number, currentDelivery: number, more: object = {}) =>
  send('', deliveryForm(memberOf('CF4100', member), currentDelivery, more))
const correct = ({ id, memberNumber, season }: CherryDelivery, kilograms: number) =>
  send('correction', { memberNumber, season, kilograms, reason: 'Wrong scale', correctsId: id })

async function saved(more: object = {}): Promise<CommunalPayment> {
  await fillPool(world, 'CF4100', 60_000)
  await agreeFloor(world)
  const { status, body } = await saveSchedule(world, maker, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const approve = (schedule: CommunalPayment) => decideSchedule(world, world.people.margaretManager, 'APPROVE', schedule)
async function paid(): Promise<CommunalPayment> {
  const schedule = await saved()
  expect((await approve(schedule)).status).toBe(200)
  // The bank has carried it out.
  await world.owner.query(`update communal_payments set status = 'COMPLETED' where id = $1`, [schedule.id])
  return schedule
}
const weighedIn = async ({ id }: CommunalPayment) =>
  Object.fromEntries(
    (await linesOf(maker, id)).map(({ memberNumber, totalCherryWeight }) => [memberNumber, totalCherryWeight]),
  )
/** What somebody finds who counts the raw tables anew. Where money came from is not of these tests: earlier ones have left some. */
const differences = async () =>
  recompute(
    await readRaw(async (text, values) => (await world.owner.query(text, [...(values ?? [])])).rows),
  ).differences.filter((difference) => !difference.includes('shillings that came in'))

test('the second cycle weighs what came since the first, and nobody else has a line', async () => {
  await countSinceLast(true)
  await bring(31, 40)
  const first = await paid()
  expect(first.sinceLastPayment).toBe(true)
  await bring(31, 12.5)
  await bring(32, 7.5)
  const details = (await detailsOf(maker)).body.data
  expect([details.totalCherry, details.members, details.sinceLastPayment]).toEqual([20, 2, true])
  const second = await paid()
  expect([second.totalCherryWeight, second.commissionRate]).toEqual([
    20,
    Math.floor((second.totalKesAmount * 100) / 20) / 100,
  ])
  expect(await weighedIn(second)).toEqual({ [memberOf('CF4100', 31)]: 12.5, [memberOf('CF4100', 32)]: 7.5 })
  // The line names the deliveries that it is made of, and none that was paid before.
  const line = (await linesOf(maker, second.id)).find(({ memberNumber }) => memberNumber === memberOf('CF4100', 31))!
  const { body } = await maker.get<{ deliveries: { kilograms: number }[]; deliveryCount: number }>(
    `/payment/scheduleLine/${line.id}`,
  )
  expect([body.deliveryCount, body.deliveries.map(({ kilograms }) => kilograms)]).toEqual([1, [12.5]])
  expect(await differences()).toEqual([])
})

test('without it each cycle weighs the whole season', async () => {
  await paid()
  await bring(33, 5)
  const { kilograms } = (
    await world.owner.query<{ kilograms: number }>(
      'select sum(approved_kg)::float as kilograms from season_totals where organisation_id = $1 and season = $2',
      [world.organisationId('CF4100'), currentSeason()],
    )
  ).rows[0]!
  expect((await detailsOf(maker)).body.data.totalCherry).toBeCloseTo(kilograms, 3)
})

test('what corrections take away beyond what came since is carried to the cycle after', async () => {
  await countSinceLast(true)
  const delivery = await bring(34, 40)
  await paid()
  await correct(delivery, -10)
  await bring(34, 4)
  await bring(35, 9)
  const second = await paid()
  expect(await weighedIn(second)).toEqual({ [memberOf('CF4100', 35)]: 9 })
  await bring(34, 16)
  const third = await paid()
  expect(await weighedIn(third)).toEqual({ [memberOf('CF4100', 34)]: 10 })
  expect(await differences()).toEqual([])
})

test('a schedule that was saved before the setting changed is computed anew', async () => {
  await countSinceLast(true)
  await paid()
  await bring(36, 8)
  const schedule = await saved()
  await countSinceLast(false)
  expect((await approve(schedule)).body.code).toBe('schedule.stale')
  await countSinceLast(true)
  expect((await approve(schedule)).status).toBe(200)
})

test('premiums by the kilogram are those of who is paid now, so that the pool holds them', async () => {
  await countSinceLast(true)
  await paid()
  await bring(37, 10)
  await agreeDeduction(world, { ...asPremium, amount: 1 })
  const second = await paid()
  const lines = await linesOf(maker, second.id)
  expect(lines.map(({ memberNumber }) => memberNumber)).toEqual([memberOf('CF4100', 37)])
  const given = lines.reduce((sum, { initialAmount, bonus }) => sum + initialAmount + bonus, 0)
  expect(given).toBeLessThanOrEqual(second.totalKesAmount)
  expect(await differences()).toEqual([])
})

test('a pool that is split over factories weighs at each what came there since', async () => {
  await countSinceLast(true)
  await paid()
  const { rows } = await world.owner.query<{ id: string; name: string }>(
    `select id, name from factories where organisation_id = $1 order by name limit 1`,
    [world.organisationId('CF4100')],
  )
  const [factory] = rows
  await bring(38, 30, { factoryId: factory?.id })
  await bring(39, 10)
  await fillPool(world, 'CF4100', 60_000)
  const body = { growerCode: 'CF4100', season: currentSeason() }
  const { data } = (
    await maker.post<{ data: { name: string; weight: number; members: number }[] }>('/payment/schedule/factories', body)
  ).body
  expect(data.map(({ name, weight, members }) => [name, weight, members])).toEqual([
    [factory?.name, 30, 1],
    ['', 10, 1],
  ])
})
