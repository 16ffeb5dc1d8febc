import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentSeason } from '#server/facts/seasons.ts'
import { deliveryForm, memberOf } from '#test/kit/deliveryFiles.ts'
import { agreeFloor, decideSchedule, detailsOf, fillPool, saveSchedule } from '#test/kit/schedules.ts'
import { askToReopen, decideReopening } from '#test/kit/seasonReopenings.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// The last payment closes a season; two people open it again, and a further cycle pays what came since.
let world: World
let maker: Person
let manager: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
})
afterAll(() => world?.close())

const season = currentSeason()
const enter = (n: number) =>
  maker.post<{ code?: string; data: { id: string } }>('/farmercherry', deliveryForm(memberOf('CF4100', n), 25))
const closedOf = async (person: Person) =>
  (await person.get<{ season: string; cycle: number }[]>(`/payment/seasons/${person.organisationCode}`)).body
async function payLast() {
  await fillPool(world, 'CF4100', 200_000)
  await agreeFloor(world, 0.01, { lastPayment: 'true', reason: 'As the general meeting decided' })
  const { body } = await saveSchedule(world, maker)
  return decideSchedule(world, manager, 'APPROVE', body.data)
}

test('a season that is open is not opened; a closed one opens by another person with a reason, and a further cycle closes it again', async () => {
  expect((await askToReopen(world, maker, season)).body.code).toBe('season.not_closed')
  const { body } = await payLast()
  expect(body.data).toMatchObject({ lastPayment: true, status: { id: 1 } })
  expect(await closedOf(maker)).toMatchObject([{ season, cycle: 1 }])
  expect(await closedOf(world.people.danielMaker)).toEqual([])
  expect((await enter(41)).status).toBe(422)
  expect((await detailsOf(maker)).body.data.bars.map(({ code }) => code)).toContain('no_cycle')
  expect((await askToReopen(world, maker, season, '')).status).toBe(422)
  expect((await askToReopen(world, world.people.otienoChecker, season)).status).toBe(403)
  expect((await askToReopen(world, world.people.danielMaker, season)).body.code).toBe('season.not_closed')
  const asked = await askToReopen(world, maker, season)
  expect(asked.body.data).toMatchObject({ reason: 'A book of the factory was found', notes: [] })
  expect((await askToReopen(world, maker, season)).body.code).toBe('change.open')
  // Not by who asked, nobody of another society, and not by the bank, which decides schedules.
  expect((await decideReopening(world, maker, 'approve', asked.body.data)).status).toBe(403)
  expect((await decideReopening(world, world.people.simonManager, 'approve', asked.body.data)).status).toBe(404)
  expect((await decideReopening(world, world.people.peterBankChecker, 'approve', asked.body.data)).status).toBe(403)
  expect((await enter(41)).status).toBe(422)
  expect((await decideReopening(world, manager, 'approve', asked.body.data)).body.message).toBe(
    'Approved: the season takes cherry again',
  )
  const { rows } = await world.owner.query<{ changes: object; comment: string }>(
    `select changes from audit_events where kind = 'season_reopening' and action = 'approve'`,
  )
  expect(rows).toHaveLength(1)
  expect(await closedOf(maker)).toEqual([])
  const entered = await enter(41)
  expect(entered.status).toBe(200)
  const confirmCherry = { id: entered.body.data.id }
  expect(
    (await world.people.otienoChecker.post('/farmercherry/approve', { action: 'approve', confirmCherry })).status,
  ).toBe(200)
  // The bank has carried the first one out; the next cycle pays, and closes once more.
  await world.owner.query(`update communal_payments set status = 'COMPLETED' where status = 'APPROVED'`)
  const again = await payLast()
  expect(again.body.data).toMatchObject({ cycle: 2, lastPayment: true })
  expect(await closedOf(maker)).toMatchObject([{ season, cycle: 2 }])
})

test('what is open already is not opened twice, and after three cycles the decider is told that nothing pays what comes', async () => {
  const one = (await askToReopen(world, maker, season)).body.data
  await world.owner.query('update season_closings set reopened_at = closed_at where reopened_at is null')
  expect((await decideReopening(world, manager, 'approve', one)).body.code).toBe('change.stale')
  await decideReopening(world, manager, 'decline', one)
  await world.owner.query(`update communal_payments set status = 'COMPLETED' where status = 'APPROVED'`)
  await payLast()
  const { data } = (await askToReopen(world, maker, season)).body
  expect(data.notes.map(({ code }) => code)).toEqual(['no_cycle_left'])
})
