import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommunalRate, CycleFigures } from '#contract/payments/communalRates.ts'
import { centsPerKilogram, toGrams } from '#contract/kit/money.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { cycleOf, decideFloor, setFloor } from '#test/kit/communalRates.ts'
import { fillAccount } from '#test/kit/societyMoney.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
let manager: Person
beforeAll(async () => {
  world = await makeWorld()
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
})
afterAll(() => world?.close())
beforeEach(() => world.owner.query('delete from communal_rate_limits'))

async function waiting(limit = 90, more: object = {}): Promise<CommunalRate> {
  const { status, body } = await setFloor(maker, limit, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const statuses = async () =>
  (
    await world.owner.query<{ status: string; cents: string }>(
      'select status, limit_cents::text as cents from communal_rate_limits order by id',
    )
  ).rows.map(({ status, cents }) => `${status} ${cents}`)

describe('the rate that the account gives', () => {
  test('is what is available by the approved kilograms, cut to whole cents, as anybody can count it again', async () => {
    const { rows } = await world.owner.query<{ grams: string; members: number }>(
      `select (sum(approved_kg) * 1000)::bigint::text as grams, (count(*) filter (where approved_kg > 0))::integer as members
       from season_weights w join organisations o on o.id = w.organisation_id where o.code = 'CF4100' and season = $1`,
      [currentSeason()],
    )
    const grams = BigInt(rows[0]?.grams ?? 0)
    expect((await cycleOf(maker, 'CF4100')).body.data).toMatchObject({ cycle: 1, rate: 0, available: 0 })
    await fillAccount(world, 'CF4100', 'FARMERS_KES', 6_189_600.05)
    const expected = Number((618_960_005n * 1_000n) / grams) / 100
    const { data } = (await cycleOf(maker, 'CF4100')).body
    expect(data).toEqual({
      season: currentSeason(),
      cycle: 1,
      rate: expected,
      available: 6_189_600.05,
      totalCherry: Number(grams) / 1000,
      members: rows[0]?.members,
    })
    // What `fetchFCSLimitInfo` says of the running season is the same.
    const info = await maker.post<{ data: CycleFigures }>('/payment/fetchFCSLimitInfo', { growerCode: 'CF4100' })
    expect(info.body.data).toEqual(data)
  })

  test('never promises more than the account has, and never leaves a whole cent for everybody behind', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 13n), fc.integer({ min: 1, max: 10 ** 9 }), (cents, gramsOf) => {
        const kilograms = (gramsOf / 1000).toFixed(3)
        const rate = centsPerKilogram(cents, kilograms)
        expect(rate * toGrams(kilograms) <= cents * 1000n).toBe(true)
        expect((rate + 1n) * toGrams(kilograms) > cents * 1000n).toBe(true)
      }),
    )
    expect([centsPerKilogram(100n, '0'), centsPerKilogram(-5n, '12')]).toEqual([0n, 0n])
  })

  test('is nobody else’s: another society and a miller find nothing, who reads all finds each', async () => {
    const { danielMaker, kipronoMillerMaker, aminaViewer } = world.people
    expect((await cycleOf(danielMaker, 'CF4100')).body.code).toBe('record.not_found')
    expect((await cycleOf(kipronoMillerMaker, 'CF4100')).body.code).toBe('permission.missing')
    expect((await cycleOf(aminaViewer, 'CF4101')).body.data.cycle).toBe(1)
    expect((await cycleOf(aminaViewer, 'ML2001')).body.code).toBe('record.not_found')
  })

  test.each([
    ['2026', 'Please input valid season format'],
    ['', 'Please input season'],
    ['2090/2091', 'There is no season 2090/2091'],
  ])('the season %j is refused beside its field', async (season, message) => {
    const { body } = await cycleOf(maker, 'CF4100', season)
    expect(body.details?.['fields']).toEqual({ season: message })
  })
})

describe('setting a lowest rate', () => {
  test('it waits with the figures of now, and holds once another person of the society has approved it', async () => {
    const floor = await waiting(91.25, { lastPayment: 'true', reason: 'As the general meeting decided' })
    expect(floor).toMatchObject({
      communalRateLimit: 91.25,
      cycle: 1,
      season: currentSeason(),
      lastPayment: true,
      limitSetBy: maker.fullName,
      fcs: { organisationCode: 'CF4100' },
      figures: { cycle: 1 },
      status: { id: 3 },
    })
    expect((await decideFloor(world, maker, 'APPROVE', floor)).status).toBe(403)
    const { body } = await decideFloor(world, manager, 'APPROVE', floor)
    expect(body.data).toMatchObject({ status: { id: 1 }, limitApprovedBy: manager.fullName, figures: null })
  })

  test.each([
    ['limit', 0, {}, 'Enter a number greater than zero'],
    ['limit', 90.125, {}, 'At most 2 decimals'],
    ['limit', 1000.01, {}, 'At most KES 1,000 per kg'],
    ['season', 90, { season: '2026-27' }, 'Please input valid season format'],
    ['season', 90, { season: '2090/2091' }, 'There is no season 2090/2091'],
  ])('%s is refused beside its field: %s %j', async (field, limit, more, message) => {
    const { status, body } = await setFloor(maker, limit, more)
    expect([status, body.details?.['fields']]).toEqual([422, { [field]: message }])
  })

  test('of another cycle than the next one it is refused, and of a closed season', async () => {
    expect((await setFloor(maker, 90, { paymentCycle: 2 })).body.code).toBe('communal_rate.other_cycle')
    await world.owner.query('update seasons set open = false where name = $1', [currentSeason()])
    try {
      expect((await setFloor(maker, 90)).body.details?.['fields']).toEqual({
        season: `The season ${currentSeason()} is closed`,
      })
    } finally {
      await world.owner.query('update seasons set open = true where name = $1', [currentSeason()])
    }
  })

  test('the same again is no change, another one takes its place in one step', async () => {
    await decideFloor(world, manager, 'APPROVE', await waiting(90))
    expect((await setFloor(maker, 90)).body.code).toBe('change.nothing')
    await decideFloor(world, manager, 'APPROVE', await waiting(95))
    expect(await statuses()).toEqual(['SUPERSEDED 9000', 'APPROVED 9500'])
  })

  test('one waits per society, also when two are set at once; two approvals at once leave one', async () => {
    const set = await Promise.all([setFloor(maker, 90), setFloor(maker, 92)])
    expect(set.map(({ body }) => body.code ?? 'sent').toSorted()).toEqual(['change.open', 'sent'])
    const floor = set.find(({ status }) => status === 200)?.body.data
    const decided = await Promise.all(['APPROVE', 'REJECT'].map((action) => decideAs(action, floor?.id ?? '')))
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('who is of no society may not, nor for another one', async () => {
    const { danielMaker, estherBankMaker } = world.people
    expect((await setFloor(estherBankMaker, 90, { growerCode: 'CF4100' })).body.code).toBe('permission.missing')
    expect((await setFloor(danielMaker, 90, { growerCode: 'CF4100' })).body.code).toBe('record.not_found')
    expect(await statuses()).toEqual([])
  })
})

const decideAs = (action: string, id: string) => decideFloor(world, manager, action as 'APPROVE' | 'REJECT', { id })
