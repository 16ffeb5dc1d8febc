import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toAmount, toCents } from '#contract/kit/money.ts'
import type { FactoryWeight } from '#contract/schedules/scheduleFactories.ts'
import type { MembersWithout, SchedulePreview } from '#contract/schedules/scheduleTrials.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Person } from '#test/kit/people.ts'
import {
  detailsOf,
  fewMembers,
  fillPool,
  giveFactories,
  keepFloor,
  linesOf,
  membersOf,
  owe,
  saveSchedule,
} from '#test/kit/schedules.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// What is tried is computed as a schedule is, and nothing comes of it.
let world: World
let maker: Person
const season = currentSeason()
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  await fewMembers(world, 30)
  await giveFactories(world, ['Kagere Hill', 'Kagere Valley'])
  await keepFloor(world)
  await fillPool(world, 'CF4100', 400_000.07)
  const [first, second] = await membersOf(world)
  await owe(world, first!.id, 'KPCU', 10_000_000_000n)
  await owe(world, second!.id, 'COOP', 5_000n)
})
afterAll(() => world?.close())

const loans = async () => (await detailsOf(maker)).body.data.loans.map(({ id }) => id).join(',')
const body = (more: object) => ({ growerCode: 'CF4100', season, loansToRecover: '', ...more })
type Asked = { code?: string; details?: { fields?: object }; data: SchedulePreview }
const ask = (more: object, person = maker) => person.post<Asked>('/payment/schedule/preview', body(more))
const preview = async (more: object) => (await ask(more)).body.data
/** As it is, without what was tried beside it. */
const asItIs = async (more: object) => ({ ...(await preview(more)), tried: undefined })
const retaining = (value: number, unit = 'KES', loansToRecover = '') => ({
  tried: { loansToRecover, retention: { unit, value } },
})

test('a retention that is tried gives, figure by figure, what a schedule of the smaller pool comes to', async () => {
  const loansToRecover = await loans()
  const small = await asItIs({ loansToRecover })
  const saved = (await saveSchedule(world, maker)).body.data
  expect(await maker.post('/payment/communalPayment/withdraw', { id: saved.id })).toMatchObject({ status: 200 })
  await fillPool(world, 'CF4100', 123_456.78)
  const { tried, ...large } = await preview({ loansToRecover, ...retaining(123_456.78, 'KES', loansToRecover) })
  expect({ ...tried?.figures, tried: undefined }).toEqual(small)
  expect(tried?.retained).toBe(123_456.78)
  expect(large).toEqual(await asItIs({ loansToRecover }))
  const { total, recovered, net, carried, members, commissionRate } = saved
  expect(tried?.figures).toMatchObject({ total, recovered, net, carried, members, rate: commissionRate })
})

test('percent are of what lies on the account, cut to whole cents', async () => {
  const pool = (await detailsOf(maker)).body.data.farmerKesAccount.availableBalance
  const share = toAmount((toCents(pool) * 1_234n) / 10_000n)
  const percent = await preview(retaining(12.34, 'PERCENT'))
  expect(percent.tried?.retained).toBe(share)
  expect(percent.tried).toEqual((await preview(retaining(share))).tried)
})

test('all of it retained leaves nobody anything, and nothing retained changes nothing', async () => {
  const all = await preview(retaining(100, 'PERCENT'))
  expect(all.tried?.figures).toMatchObject({ rate: 0, total: 0, net: 0, carried: 0, nothingLeft: 30 })
  expect(all.tried?.without).toBe(30)
  const none = await preview(retaining(0))
  expect({ ...none.tried?.figures, tried: undefined }).toEqual({ ...none, tried: undefined })
})

test('loans that are tried are recovered, and who would get nothing is named, in the trail', async () => {
  const loansToRecover = await loans()
  const { tried } = await preview({ tried: { loansToRecover } })
  expect({ ...tried?.figures, tried: undefined }).toEqual(await asItIs({ loansToRecover }))
  expect(tried?.without).toBe(1)
  const trail = async () =>
    (
      await world.owner.query<{ comment: string }>(
        `select comment from audit_events where kind = 'export' and comment like '%tried%'`,
      )
    ).rows
  expect(await trail()).toEqual([])
  const answer = await maker.post<{ data: z.output<typeof MembersWithout> }>(
    '/payment/schedule/preview/without',
    body({ tried: { loansToRecover } }),
  )
  const [owing] = await membersOf(world)
  expect(answer.body.data).toMatchObject({ count: 1, members: [{ id: owing?.id, memberNumber: owing?.number }] })
  expect(answer.body.data.members[0]?.amount).toBeGreaterThan(0)
  expect(await trail()).toEqual([{ comment: `JSON, tried, ${season}` }])
})

test('factories with rates of their own give a retention in the same proportion', async () => {
  const { body: brought } = await maker.post<{ data: FactoryWeight[] }>('/payment/schedule/factories', {
    growerCode: 'CF4100',
    season,
  })
  const factories = brought.data.map(({ factory, weight, even }) => ({ factory, weight, amount: even }))
  const { tried } = await preview({ factories, ...retaining(50, 'PERCENT') })
  const amounts = tried?.figures.factories.map(({ amount }) => amount) ?? []
  expect(amounts).toHaveLength(factories.length)
  for (const [at, { amount }] of factories.entries())
    expect(Math.abs((amounts[at] ?? 0) * 2 - amount)).toBeLessThanOrEqual(0.03)
  const smaller = factories.map((share, at) => ({ ...share, amount: amounts[at] }))
  expect((await preview({ factories: smaller })).net).toBe(tried?.figures.net)
})

test('nothing is written by it, and what is saved afterwards is how it is', async () => {
  const written = async () =>
    (
      await world.owner.query<object>(
        `select (select count(*) from communal_payments) as schedules, (select count(*) from schedule_lines) as lines,
          (select count(*) from society_transfers) as transfers, (select count(*) from ledger_entries) as entries, (select count(*) from audit_events) as trail`,
      )
    ).rows
  const before = await written()
  await preview(retaining(50_000, 'KES', await loans()))
  expect(await written()).toEqual(before)
  const real = await preview({ loansToRecover: await loans() })
  const saved = (await saveSchedule(world, maker)).body.data
  expect(saved).toMatchObject({ total: real.total, net: real.net, commissionRate: real.rate })
  expect(new Set((await linesOf(maker, saved.id)).map(({ memberNumber }) => memberNumber)).size).toBe(real.members)
  await maker.post('/payment/communalPayment/withdraw', { id: saved.id })
})

describe('what is refused', () => {
  const refused = async (more: object) => {
    const { status, body: answer } = await ask(more)
    return [status, answer.code, Object.keys(answer.details?.fields ?? {})]
  }
  test('a retention above what lies there, by a cent; a negative one; more than all; none in a unit that is not known', async () => {
    const pool = (await detailsOf(maker)).body.data.farmerKesAccount.availableBalance
    const over = [422, 'input.invalid', ['tried.retention']]
    expect((await ask(retaining(pool))).status).toBe(200)
    expect(await refused(retaining(toAmount(toCents(pool) + 1n)))).toEqual(over)
    expect(await refused(retaining(100.01, 'PERCENT'))).toEqual(over)
    for (const wrong of [retaining(-1), retaining(-0.01, 'PERCENT'), retaining(1, 'USD'), retaining(1e13)])
      expect((await refused(wrong)).slice(0, 2)).toEqual([422, 'input.invalid'])
  })

  test('a loan that is not offered', async () => {
    expect((await refused({ tried: { loansToRecover: world.organisationId('CF4101') } })).slice(0, 2)).toEqual([
      422,
      'input.invalid',
    ])
  })

  test('strangers, of the figures and of the names', async () => {
    const { danielMaker, otienoChecker } = world.people
    const names = (person: Person) => person.post('/payment/schedule/preview/without', body(retaining(1)))
    expect((await ask(retaining(1), danielMaker)).status).toBe(404)
    expect((await names(danielMaker)).status).toBe(404)
    expect((await ask(retaining(1), otienoChecker)).status).toBe(403)
    expect((await names(otienoChecker)).status).toBe(403)
  })
})
