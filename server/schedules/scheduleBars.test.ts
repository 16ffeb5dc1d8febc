import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GrowerDetails } from '#contract/schedules/communalPayments.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { converted } from '#test/kit/conversions.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import {
  detailsOf,
  fewMembers,
  fillPool,
  keepFloor,
  makePayable,
  membersOf,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'

// What stands in the way of a schedule, each with how much it is about.
let world: World
let maker: Person
beforeAll(async () => {
  const paying = await makePayingWorld()
  world = paying.world
  maker = world.people.wanjikuMaker
  await fewMembers(world, 12)
  await makePayable(world)
  await keepFloor(world)
})
afterAll(() => world?.close())
beforeEach(() =>
  world.owner.query(
    `update communal_payments set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'; delete from settings where name = 'scheduleNeedsConversion'`,
  ),
)

const season = currentSeason()
type Bar = GrowerDetails['bars'][number]
const barOf = async (code: Bar['code']): Promise<Bar | undefined> =>
  (await detailsOf(maker)).body.data.bars.find((bar) => bar.code === code)
const refusedBy = async () => {
  const { body } = await saveSchedule(world, maker)
  return [body.code, body.message]
}

test('an account that gives no cent for a kilogram is told as that, and only where there is cherry', async () => {
  expect(await barOf('no_money')).toMatchObject({
    blocks: true,
    message: 'What is on the farmers’ shilling account gives less than a cent for a kilogram: convert dollars first',
  })
  const { body } = await detailsOf(maker, '2024/2025')
  const codes = body.data.bars.map(({ code }) => code)
  expect(codes).toContain('no_cherry')
  expect(codes).not.toContain('no_money')
})

describe('where the shillings come from', () => {
  test('shillings of which none come from a conversion are refused, unless the setting lets them', async () => {
    await fillPool(world, 'CF4100', 80_000)
    expect(await barOf('no_conversion')).toBeUndefined()
    await world.owner.query(`delete from settings where name = 'scheduleNeedsConversion'`)
    expect(await barOf('no_conversion')).toMatchObject({ blocks: true, amount: 80_000 })
    expect(await refusedBy()).toEqual([
      'schedule.barred',
      'Nothing on the farmers’ shilling account comes from an approved conversion of dollars',
    ])
  })

  test('once dollars are converted the rest is only told, to the cent', async () => {
    await converted(world, 1_000, '129.000000')
    expect(await barOf('no_conversion')).toBeUndefined()
    expect(await barOf('came_as_shillings')).toMatchObject({ blocks: false, amount: 80_000 })
    expect((await saveSchedule(world, maker)).status).toBe(200)
  })
})

test('a cycle without a lowest rate is refused, unless the setting lets it; an approved one counts all the same', async () => {
  await fillPool(world, 'CF4100', 80_000)
  const floors = (change: string) =>
    world.owner.query(`update communal_rate_limits set ${change} where organisation_id = $1 and season = $2`, [
      world.organisationId('CF4100'),
      season,
    ])
  const set = `insert into settings (name, value) values ('scheduleNeedsFloor', 'false')`
  await floors(`status = 'SUPERSEDED'`)
  try {
    expect(await barOf('no_floor')).toMatchObject({ blocks: true })
    expect(await refusedBy()).toEqual(['schedule.barred', 'No lowest communal rate of this cycle is approved'])
    await world.owner.query(set)
    expect(await barOf('no_floor')).toBeUndefined()
    expect((await saveSchedule(world, maker)).status).toBe(200)
    await floors(`status = 'APPROVED', limit_cents = 100000`)
    expect(await barOf('below_floor')).toMatchObject({ blocks: true })
  } finally {
    await floors(`status = 'APPROVED', limit_cents = 1`)
    await world.owner.query(`delete from settings where name = 'scheduleNeedsFloor'`)
  }
})

test('more retained than is allowed is refused, until a document allows it', async () => {
  const retain = (document: string) =>
    world.owner.query(
      `insert into society_transfers (id, organisation_id, kind, season, amount_cents, received_cents, document, status, makers, made_by, created_at)
        select uuidv7(), $1, 'RETENTION', $2, 12345, 12345, $3, 'DONE', array[u.id], u.id, now() from users u where u.username = 'fcs.maker'`,
      [world.organisationId('CF4100'), season, document],
    )
  await retain('')
  expect(await barOf('retention')).toMatchObject({ blocks: true, amount: 123.45 })
  expect(await refusedBy()).toEqual([
    'schedule.barred',
    'More was retained of the season than is allowed, and no document allows it',
  ])
  await retain('MIN/2026/17')
  expect(await barOf('retention')).toBeUndefined()
})

test('members who cannot be paid and deliveries that wait are told with their kilograms', async () => {
  const [first, second] = await membersOf(world)
  await world.owner.query(`update farmers set account_state = 'UNVERIFIED' where id = $1`, [first!.id])
  await world.owner.query(`update farmers set life_state = 'DECEASED' where id = $1`, [second!.id])
  const kilograms = Number(first!.kilograms) + Number(second!.kilograms)
  expect(await barOf('held_members')).toMatchObject({
    blocks: false,
    count: 2,
    weight: Math.round(kilograms * 1000) / 1000,
  })
  await world.owner.query(`delete from cherry_deliveries where status = 'PENDING_APPROVAL'`)
  expect(await barOf('waiting_deliveries')).toBeUndefined()
  await world.owner.query(
    `insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, kilograms, type, status, makers, made_by, created_at)
      select uuidv7(), f.organisation_id, f.id, $2, (select max(delivered_on) from cherry_deliveries where season = $2), 7.125, 'DELIVERY', 'PENDING_APPROVAL', array[u.id], u.id, now()
      from farmers f join users u on u.username = 'fcs.maker' where f.id = $1`,
    [first!.id, season],
  )
  expect(await barOf('waiting_deliveries')).toMatchObject({ blocks: false, count: 1, weight: 7.125 })
})
