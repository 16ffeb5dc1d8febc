import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sale } from '#contract/sales/sales.ts'
import { setClock, whichClock } from '#server/kit/clock.ts'
import type { Person } from '#test/kit/people.ts'
import { approvedSale, computeSale, decideSale, proposeSale } from '#test/kit/sales.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// A day among working days: Wednesday 25 November 2026, nine in the morning in Nairobi.
const clock = whichClock()
const today = Date.parse('2026-11-25T09:00:00+03:00')
const began = Date.now()
const at = (moment: number) => setClock(() => moment + Date.now() - began)

let world: World
let broker: Person
let brokerChecker: Person
let marketer: Person
let marketerChecker: Person
beforeAll(async () => {
  at(today)
  world = await makeWorld()
  broker = world.people.kevinBrokerMaker
  brokerChecker = world.people.catherineBrokerChecker
  marketer = world.people.brianMarketerMaker
  marketerChecker = world.people.halimaMarketerChecker
})
afterAll(async () => {
  await world?.close()
  setClock(clock)
})
beforeEach(async () => {
  at(today)
  await world.owner.query('delete from sales')
})

const season = '2026/2027'
const sale12 = { season, saleNumber: 12, saleDate: '2026-12-15' }
const fieldsOf = ({ body }: { body: { details?: { fields?: object } } }) => body.details?.fields
const inForce = async () =>
  (
    await world.owner.query<{ sale: string }>(
      `select sale_number || ' ' || sale_date as sale from sales where status = 'APPROVED' order by sale_number`,
    )
  ).rows.map(({ sale }) => sale)

describe('proposing', () => {
  test('takes the days that follow from the day of the sale, and needs no reason for them', async () => {
    const { status, body } = await proposeSale(broker, sale12)
    expect([status, body.message]).toEqual([200, 'Sent for approval'])
    expect(body.data).toMatchObject({
      ...sale12,
      dispatchCutoff: '2026-12-03T13:00:00.000Z',
      catalogueClose: '2026-12-14T14:00:00.000Z',
      promptDate: '2026-12-22',
      cancels: false,
      before: null,
      departs: [],
      stage: null,
      organisationName: 'Savanna Auction Brokers',
      createdBy: 'Kevin Omondi Okoth',
      status: { id: 3, statusName: 'PENDING_APPROVAL' },
    })
    expect(await inForce()).toEqual([])
  })

  test('wants a reason for a day that is not the usual one, and says which it is', async () => {
    const other = { ...sale12, dispatchCutoff: '2026-12-04T09:00:00+03:00' }
    expect(fieldsOf(await proposeSale(broker, other))).toEqual({ reason: expect.stringMatching(/^Say why/) as string })
    const { body } = await proposeSale(broker, { ...other, reason: 'The road is closed' })
    expect(body.data).toMatchObject({ departs: ['dispatchCutoff'], dispatchCutoff: '2026-12-04T06:00:00.000Z' })
  })

  test('is held to the calendar: season, holidays, and the sales before and after', async () => {
    await approvedSale(world, { ...sale12, saleNumber: 10, saleDate: '2026-12-08' })
    await approvedSale(world, { ...sale12, saleNumber: 14, saleDate: '2026-12-22' })
    const refused = async (proposal: object) => fieldsOf(await proposeSale(broker, { ...sale12, ...proposal }))
    expect(await refused({ saleDate: '2026-12-08' })).toEqual({ saleDate: 'Sale 10 is held on this day or later' })
    expect(await refused({ saleDate: '2026-12-22' })).toEqual({ saleDate: 'Sale 14 is held on this day or earlier' })
    expect(await refused({ saleDate: '2026-12-12' })).toEqual({ saleDate: 'Nobody works on that day: Jamhuri Day' })
    expect(await refused({ season: '2025/2026' })).toEqual({ saleDate: 'This day is not in the season 2025/2026' })
    expect(await refused({ season: '2099/2100' })).toEqual({ season: 'There is no season 2099/2100' })
    expect(await refused({ saleNumber: 100 })).toEqual({ saleNumber: 'At most 99' })
    expect((await proposeSale(broker, sale12)).status).toBe(200)
  })

  test('a number that is in force, or waits, is not proposed twice', async () => {
    await proposeSale(broker, sale12)
    expect((await proposeSale(marketer, { ...sale12, saleDate: '2026-12-16' })).body.code).toBe('change.open')
    await world.owner.query('delete from sales')
    await approvedSale(world, sale12)
    expect((await proposeSale(marketer, { ...sale12, saleDate: '2026-12-16' })).body.code).toBe('sale.in_calendar')
  })

  test('the same number is another sale in another season', async () => {
    await approvedSale(world, sale12)
    const next = { season: '2027/2028', saleNumber: 12, saleDate: '2027-12-14' }
    expect((await approvedSale(world, next)).status.statusName).toBe('APPROVED')
    expect(await inForce()).toEqual(['12 2026-12-15', '12 2027-12-14'])
  })

  test('a society, a mill and a warehouse propose nothing', async () => {
    const { wanjikuMaker, kipronoMillerMaker, rashidWarehouseMaker, estherBankMaker } = world.people
    for (const person of [wanjikuMaker, kipronoMillerMaker, rashidWarehouseMaker, estherBankMaker]) {
      const { status, body } = await person.post<{ code: string }>('/admin/sales', sale12)
      expect([status, body.code]).toEqual([403, 'permission.missing'])
    }
  })

  test('a permission alone does not make a society keeper of the calendar', async () => {
    await world.owner.query(
      `update roles set permissions = permissions || '{CAN_SET_SALE_DAY}', customised = true where name = 'FCS_MAKER'`,
    )
    const { body } = await world.people.wanjikuMaker.post<{ code: string }>('/admin/sales', sale12)
    await world.owner.query(
      `update roles set permissions = array_remove(permissions, 'CAN_SET_SALE_DAY'), customised = false where name = 'FCS_MAKER'`,
    )
    expect(body.code).toBe('organisation.not_allowed')
  })
})

describe('the days that are worked out', () => {
  test('of the next sale: a week after the last one, past those whose dispatch is over', async () => {
    expect(await computeSale(broker)).toMatchObject({ season, saleNumber: 1, saleDate: '2026-12-08', problems: {} })
    await approvedSale(world, sale12)
    expect(await computeSale(broker)).toMatchObject({ saleNumber: 13, saleDate: '2026-12-22', before: null })
  })

  test('of a day: with the holidays in between, and what is in force of the number', async () => {
    const current = await approvedSale(world, sale12)
    const computed = await computeSale(broker, { season, saleNumber: 12, saleDate: '2026-12-29' })
    expect(computed).toMatchObject({
      dispatchCutoff: '2026-12-17T13:00:00.000Z',
      promptDate: '2027-01-06',
      before: { id: current.id, saleDate: '2026-12-15' },
      holidays: [
        { day: '2026-12-25', name: 'Christmas Day' },
        { day: '2026-12-26', name: 'Boxing Day' },
        { day: '2027-01-01', name: "New Year's Day" },
      ],
    })
  })

  test('a gazetted day off moves what follows', async () => {
    await world.owner.query(
      `insert into public_holidays (day, name, day_off, changed_at) values ('2026-12-14', 'Mourning', true, now())`,
    )
    const { catalogueClose } = await computeSale(broker, sale12)
    await world.owner.query(`delete from public_holidays where day = '2026-12-14'`)
    expect(catalogueClose).toBe('2026-12-11T14:00:00.000Z')
  })
})

describe('deciding', () => {
  test('another person puts the sale into the calendar: of the own organisation, or of another that keeps it', async () => {
    for (const [at, decider] of [brokerChecker, marketerChecker, world.people.samuelAdministrator].entries()) {
      const { body } = await proposeSale(broker)
      const { status, body: decided } = await decideSale(decider, 'approve', body.data)
      expect([status, decided.message]).toEqual([200, 'Approved: the sale is in the calendar'])
      expect(decided.data).toMatchObject({ decidedBy: decider.fullName, stage: 'DISPATCH_OPEN' })
      expect(await inForce()).toHaveLength(at + 1)
    }
  })

  test('who proposed cannot approve, and who holds both permissions neither', async () => {
    const administrator = world.people.samuelAdministrator
    const { body } = await proposeSale(administrator)
    expect((await decideSale(administrator, 'approve', body.data)).body.code).toBe('own_submission')
    expect((await decideSale(world.people.beatriceAdministrator, 'approve', body.data)).status).toBe(200)
  })

  test('reaches everybody who may decide, in the inbox and with its history', async () => {
    const { body } = await proposeSale(broker)
    const { id } = body.data
    for (const person of [brokerChecker, marketerChecker, world.people.beatriceAdministrator]) {
      const inbox = await person.get<{ data: { id: string; headline: unknown }[] }>('/inbox', { paginate: 'Y' })
      expect(inbox.body.data.find((item) => item.id === id)?.headline).toEqual({
        says: 'holdSale',
        name: '1, 2026/2027',
        day: '2026-12-08',
      })
      const trail = await person.get<unknown[]>(`/audit/sale/${id}`)
      expect([trail.status, trail.body]).toEqual([200, [expect.objectContaining({ action: 'propose' })]])
    }
    const { body: deciders } = await broker.get<{ organisationName: string }[]>(`/audit/sale/${id}/deciders`)
    expect(new Set(deciders.map(({ organisationName }) => organisationName))).toEqual(
      new Set(['Savanna Auction Brokers', 'Mlima Mweupe Coffee Marketing', 'Kahawa operations']),
    )
  })

  test('a proposal is nobody’s business but of those who keep the calendar', async () => {
    const { body } = await proposeSale(broker)
    const { kipronoMillerMaker, francisWarehouseChecker } = world.people
    for (const person of [kipronoMillerMaker, francisWarehouseChecker]) {
      expect((await person.get<Sale[]>('/admin/sales')).body).toEqual([])
      expect((await person.get(`/admin/sales/${body.data.id}`)).status).toBe(404)
    }
    expect((await world.people.wanjikuMaker.get('/admin/sales')).status).toBe(403)
    await decideSale(marketerChecker, 'approve', body.data)
    for (const person of [kipronoMillerMaker, francisWarehouseChecker])
      expect((await person.get<Sale[]>('/admin/sales')).body).toEqual([
        expect.objectContaining({ saleNumber: 1, stage: 'DISPATCH_OPEN' }),
      ])
    expect((await world.people.wanjikuMaker.get('/organization/get-sales')).body).toHaveLength(1)
  })

  test('two deciders at once: one decides, the other learns who did', async () => {
    const { body } = await proposeSale(broker)
    const answers = await Promise.all([
      decideSale(brokerChecker, 'approve', body.data),
      decideSale(marketerChecker, 'decline', body.data, 'Too early'),
      decideSale(world.people.samuelAdministrator, 'approve', body.data),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const late of answers.filter(({ status }) => status !== 200)) {
      expect(late.body.code).toBe('step.wrong_state')
      expect(late.body.message).toMatch(/^Already /)
    }
  })

  test('two sales that cross each other are not both approved, even at once', async () => {
    const [first, second] = [
      await proposeSale(broker, sale12),
      await proposeSale(marketer, { ...sale12, saleNumber: 13, saleDate: '2026-12-10' }),
    ]
    const answers = await Promise.all([
      decideSale(brokerChecker, 'approve', first.body.data),
      decideSale(marketerChecker, 'approve', second.body.data),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('sale.out_of_bounds')
    expect(await inForce()).toHaveLength(1)
  })
})

test('the list is filtered by season and by stage, and found by number and day', async () => {
  await approvedSale(world, sale12)
  await approvedSale(world, { season: '2025/2026', saleNumber: 30, saleDate: '2026-09-15' })
  const listed = async (query: Record<string, string>) => {
    const { body } = await broker.get<{ data: Sale[] }>('/admin/sales', { paginate: 'Y', ...query })
    return body.data.map(({ saleNumber }) => saleNumber)
  }
  expect(await listed({})).toEqual([12, 30])
  expect(await listed({ filter: 'season:2025/2026' })).toEqual([30])
  expect(await listed({ filter: 'stage:DISPATCH_OPEN' })).toEqual([12])
  expect(await listed({ filter: 'stage:HELD' })).toEqual([30])
  expect(await listed({ search: '2026-09' })).toEqual([30])
})
