import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toCents, toGrams } from '#contract/kit/money.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import type { FactoryWeight } from '#contract/schedules/scheduleFactories.ts'
import type { ScheduleLine } from '#contract/schedules/scheduleLines.ts'
import type { SchedulePreview } from '#contract/schedules/scheduleTrials.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Person } from '#test/kit/people.ts'
import {
  agreeFloor,
  decideSchedule,
  detailsOf,
  fewMembers,
  fillPool,
  giveFactories,
  makePayable,
  membersOf,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import type { World } from '#test/kit/world.ts'

// A rate for each factory: the pool is split by amounts that the maker enters and the checker sees.
let world: World
let maker: Person
let manager: Person
let factories: string[]
beforeAll(async () => {
  const paying = await makePayingWorld()
  world = paying.world
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
  await fewMembers(world, 30)
  await makePayable(world)
  factories = await giveFactories(world, ['Kagere Hill', 'Kagere Valley'])
  await fillPool(world, 'CF4100', 900_000.05)
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.owner.query(
    `update communal_payments set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'; delete from communal_rate_limits`,
  )
  await agreeFloor(world)
})

const season = currentSeason()
const weights = async () =>
  (await maker.post<{ data: FactoryWeight[] }>('/payment/schedule/factories', { growerCode: 'CF4100', season })).body
    .data
type Amounts = { factory: string | null; amount: number; weight: number }[]
/** So many hundredths of the pool for each factory, in their order. */
async function amountsOf(...hundredths: number[]): Promise<Amounts> {
  const { data } = (await detailsOf(maker)).body
  const pool = toCents(data.farmerKesAccount.availableBalance)
  return (await weights()).map(({ factory, weight }, at) => ({
    factory,
    weight,
    amount: Number((pool * BigInt(hundredths[at] ?? 0)) / 100n) / 100,
  }))
}
async function saved(amounts: Amounts): Promise<CommunalPayment> {
  const { status, body } = await saveSchedule(world, maker, { factories: amounts, loansToRecover: '' })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const linesOf = async (id: string) =>
  (await maker.get<{ data: ScheduleLine[] }>(`/payment/schedule/${id}/lines?paginate=Y&size=100`)).body.data
const sum = (all: readonly bigint[]) => all.reduce((one, other) => one + other, 0n)
const grams = (kilograms: number) => BigInt(Math.round(kilograms * 1000))

async function mustAddUp(schedule: CommunalPayment, amounts: Amounts): Promise<ScheduleLine[]> {
  const lines = await linesOf(schedule.id)
  expect(lines.length).toBe(schedule.members)
  for (const { factory, rate, weight, amount } of schedule.factories) {
    const asked = amounts.find((one) => one.factory === factory)
    expect([amount, weight]).toEqual([asked?.amount, asked?.weight])
    expect(toCents(rate)).toBe((toCents(amount) * 1000n) / grams(weight))
  }
  expect(toCents(schedule.total)).toBe(sum(lines.map(({ initialAmount }) => toCents(initialAmount))))
  for (const { factories: parts, initialAmount, totalCherryWeight } of lines) {
    expect(sum(parts.map(({ amount }) => toCents(amount)))).toBe(toCents(initialAmount))
    expect(sum(parts.map(({ weight }) => grams(weight)))).toBe(grams(totalCherryWeight))
    for (const { weight, rate, amount } of parts) {
      const exact = grams(weight) * toCents(rate)
      const rounded = (2n * exact + 1000n) / 2000n
      expect([rounded, rounded - 1n]).toContain(toCents(amount))
    }
  }
  // No factory has more than its own pool.
  for (const { name, amount } of schedule.factories)
    expect(
      sum(
        lines
          .flatMap(({ factories: parts }) => parts.filter((one) => one.name === name))
          .map((one) => toCents(one.amount)),
      ) <= toCents(amount),
    ).toBe(true)
  return lines
}

test('each line is its kilograms at each factory by the rate of that factory, and the rest is carried', async () => {
  const known = await weights()
  expect(known.map(({ name }) => name)).toEqual(['Kagere Hill', 'Kagere Valley', ''])
  const members = await membersOf(world)
  expect(sum(known.map(({ weight }) => grams(weight)))).toBe(sum(members.map(({ kilograms }) => toGrams(kilograms))))
  const amounts = await amountsOf(40, 45, 10)
  const schedule = await saved(amounts)
  expect(new Set(schedule.factories.map(({ rate }) => rate)).size).toBe(3)
  const lines = await mustAddUp(schedule, amounts)
  expect(lines.some(({ factories: parts }) => parts.length > 1)).toBe(true)
  for (const { memberNumber, totalCherryWeight } of lines)
    expect(grams(totalCherryWeight)).toBe(
      toGrams(members.find(({ number }) => number === memberNumber)?.kilograms ?? '0'),
    )
  expect(toCents(schedule.carried)).toBe(toCents(schedule.totalKesAmount) - toCents(schedule.total) + cents(lines))
  expect((await decideSchedule(world, manager, 'APPROVE', schedule)).status).toBe(200)
  await paySchedule(world, schedule.id)
  expect(await ledgerFindings(world)).toEqual([])
  await world.owner.query(`update communal_payments set status = 'REJECTED' where id = $1`, [schedule.id])
  await world.owner.query(`alter table cherry_deliveries disable trigger keep_paid_cherry`)
  await world.owner.query(`update cherry_deliveries set paid_in = null where paid_in is not null`)
  await world.owner.query(`alter table cherry_deliveries enable trigger keep_paid_cherry`)
  await fillPool(world, 'CF4100', 700_000.03)
})
const cents = (lines: readonly ScheduleLine[]) => sum(lines.map(({ leftOver }) => toCents(leftOver)))

test('whatever each factory is given, lines add up to the header and to their factories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 33 }), { minLength: 3, maxLength: 3 }), async (shares) => {
      const amounts = await amountsOf(...shares)
      const schedule = await saved(amounts)
      await mustAddUp(schedule, amounts)
      expect((await maker.post('/payment/communalPayment/withdraw', { id: schedule.id })).status).toBe(200)
    }),
    { numRuns: 10 },
  )
})

test('what would come of it is shown before it is saved', async () => {
  const amounts = await amountsOf(30, 30, 0)
  const { body } = await maker.post<{ data: SchedulePreview }>('/payment/schedule/preview', {
    growerCode: 'CF4100',
    season,
    loansToRecover: '',
    factories: amounts,
  })
  expect(body.data.factories.map(({ rate }) => rate > 0)).toEqual([true, true, false])
  expect(toCents(body.data.total) <= sum(amounts.map(({ amount }) => toCents(amount)))).toBe(true)
})

test('without amounts there is one rate for all, and nothing is said of factories', async () => {
  const schedule = await saved([])
  expect(schedule.factories).toEqual([])
  expect((await linesOf(schedule.id)).every(({ factories: parts }) => parts.length === 0)).toBe(true)
})

describe('what is refused', () => {
  const refusedFor = async (amounts: Amounts) =>
    (await saveSchedule(world, maker, { factories: amounts })).body.details?.['fields']
  const set = { factories: 'Give each factory that brought cherry an amount, once' }

  test('a factory that is missing, named twice, or of another society', async () => {
    const [first, second, third] = await amountsOf(30, 30, 30)
    expect(await refusedFor([first!, second!])).toEqual(set)
    expect(await refusedFor([first!, second!, second!])).toEqual(set)
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into factories (id, organisation_id, code, name) values (uuidv7(), $1, 'X9', 'Elsewhere') returning id`,
      [world.organisationId('CF4101')],
    )
    expect(await refusedFor([first!, second!, { ...third!, factory: rows[0]!.id }])).toEqual(set)
    expect(await refusedFor([first!, second!, third!, { ...third!, factory: rows[0]!.id }])).toEqual(set)
  })

  test('more than lies on the account, by a cent', async () => {
    const amounts = await amountsOf(50, 50, 0)
    const { data } = (await detailsOf(maker)).body
    const rest = data.farmerKesAccount.availableBalance - amounts[0]!.amount - amounts[1]!.amount
    amounts[2]!.amount = Math.round(rest * 100 + 1) / 100
    const over = { factories: 'The factories together would get more than lies on the account' }
    expect(await refusedFor(amounts)).toEqual(over)
    const preview = { growerCode: 'CF4100', season, loansToRecover: '', factories: amounts }
    expect(
      (await maker.post<{ details: { fields: object } }>('/payment/schedule/preview', preview)).body.details.fields,
    ).toEqual(over)
  })

  test('an amount that gives nothing, and a rate below the lowest of the cycle', async () => {
    expect(await refusedFor(await amountsOf(40, 40, 0))).toEqual({
      factories: 'Each factory needs an amount that gives its members at least a cent for a kilogram',
    })
    const known = await amountsOf(30, 30, 30)
    await world.owner.query('delete from communal_rate_limits')
    const lowest = Math.min(...known.map(({ amount, weight }) => Math.floor((amount * 100) / weight) / 100))
    await agreeFloor(world, Math.round(lowest * 100 + 1) / 100)
    expect((await detailsOf(maker)).body.data.bars.map(({ code }) => code)).not.toContain('below_floor')
    expect(await refusedFor(known)).toEqual({
      factories: 'A factory would get less for a kilogram than the lowest communal rate of this cycle',
    })
  })

  test('kilograms that are not those of now', async () => {
    const amounts = await amountsOf(30, 30, 30)
    amounts[0]!.weight += 0.001
    expect((await saveSchedule(world, maker, { factories: amounts })).body.code).toBe('schedule.figures_changed')
  })

  test('strangers', async () => {
    const { danielMaker, otienoChecker } = world.people
    const body = { growerCode: 'CF4100', season }
    expect((await danielMaker.post('/payment/schedule/factories', body)).status).toBe(404)
    expect((await otienoChecker.post('/payment/schedule/factories', body)).status).toBe(403)
  })
})

test('cherry that moved from one factory to another meanwhile is refused, though the kilograms are the same', async () => {
  const schedule = await saved(await amountsOf(30, 40, 20))
  const { rows } = await world.owner.query<{ id: string }>(
    `select d.id from cherry_deliveries d join season_weights w on w.farmer_id = d.farmer_id and w.season = d.season and w.approved_kg > 0
      where d.factory_id = $1 and d.season = $2 and d.status = 'APPROVED' limit 1`,
    [factories[0], season],
  )
  const to = (factory: string) =>
    world.owner.query('update cherry_deliveries set factory_id = $1 where id = $2', [factory, rows[0]!.id])
  await to(factories[1]!)
  expect((await decideSchedule(world, manager, 'APPROVE', schedule)).body.code).toBe('schedule.stale')
  await to(factories[0]!)
  expect((await manager.get<CommunalPayment>(`/payment/communalPayment/${schedule.id}`)).body.factories).toEqual(
    schedule.factories,
  )
})

test('a correction that takes away more than is left at a factory takes the rest where the member brought most', async () => {
  const [member] = await membersOf(world)
  const enter = (kilograms: number, type: 'DELIVERY' | 'CORRECTION', factory: string | null) =>
    world.owner.query(
      `insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, factory_id, kilograms, type, reason, status, makers, made_by, created_at)
        select uuidv7(), f.organisation_id, f.id, $2, (select max(delivered_on) from cherry_deliveries where season = $2), $3, $4, $5, 'Weighed twice', 'APPROVED', array[u.id], u.id, now()
        from farmers f join users u on u.username = 'fcs.maker' where f.id = $1`,
      [member!.id, season, factory, kilograms, type],
    )
  await enter(5, 'DELIVERY', factories[1]!)
  await enter(-6.5, 'CORRECTION', factories[1]!)
  await enter(-0.25, 'CORRECTION', null)
  const now = (await membersOf(world)).find(({ id }) => id === member!.id)
  const schedule = await saved(await amountsOf(30, 40, 20))
  const line = (await linesOf(schedule.id)).find(({ memberNumber }) => memberNumber === member!.number)
  expect(sum((line?.factories ?? []).map(({ weight }) => grams(weight)))).toBe(toGrams(now?.kilograms ?? '0'))
  expect(line?.factories.every(({ weight, amount }) => weight > 0 && amount >= 0)).toBe(true)
})

test('what each factory got is written once and never changed', async () => {
  const { id } = await saved(await amountsOf(30, 40, 20))
  for (const table of ['schedule_factories', 'schedule_line_factories'])
    await expect(world.owner.query(`delete from ${table}`)).rejects.toThrow('append-only')
  await expect(
    world.owner.query(
      `insert into schedule_factories (id, communal_payment_id, organisation_id, kilograms, amount_cents, rate_cents)
        select uuidv7(), id, organisation_id, 10, 99, 10 from communal_payments where id = $1`,
      [id],
    ),
  ).rejects.toThrow('the_rate_fits_the_amount')
})
