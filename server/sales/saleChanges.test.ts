import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sale } from '#contract/sales/sales.ts'
import { findSale } from '#server/facts/saleDays.ts'
import { setClock, whichClock } from '#server/kit/clock.ts'
import { decideFile, newDispatch, sendDispatch } from '#test/kit/dispatchFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { approvedSale, decideSale, proposeSale } from '#test/kit/sales.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// A day among working days: Wednesday 25 November 2026, nine in the morning in Nairobi.
const clock = whichClock()
const today = Date.parse('2026-11-25T09:00:00+03:00')
const began = Date.now()
const at = (moment: number) => setClock(() => moment + Date.now() - began)

let world: World
let current: Sale
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
  current = await approvedSale(world, sale12)
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
const change = (sale: Sale, more: object, person = broker) =>
  proposeSale(person, {
    season: sale.season,
    saleNumber: sale.saleNumber,
    saleDate: sale.saleDate,
    dispatchCutoff: sale.dispatchCutoff,
    catalogueClose: sale.catalogueClose,
    promptDate: sale.promptDate,
    replaces: sale.id,
    reason: 'The exchange has said so',
    ...more,
  })
const cancel = ({ id }: Sale, person = broker) =>
  person.post<{ data: Sale; code?: string }>('/admin/sales/cancel', { id, reason: 'No coffee' })

test('a sale in force is changed by two people, and stands until then; what stood is kept', async () => {
  const { body } = await change(current, { dispatchCutoff: '2026-12-04T13:00:00Z' }, marketer)
  expect(body.data).toMatchObject({ before: { dispatchCutoff: current.dispatchCutoff }, departs: ['dispatchCutoff'] })
  const find = () => world.house.db.transaction('system', (tx) => findSale(tx, { season, number: 12 }))
  expect((await find())?.dispatchCutoff.toISOString()).toBe(current.dispatchCutoff)
  const { body: decided } = await decideSale(brokerChecker, 'approve', body.data)
  expect(decided.message).toBe('Approved: the sale is changed')
  expect((await find())?.dispatchCutoff.toISOString()).toBe('2026-12-04T13:00:00.000Z')
  expect((await broker.get<Sale>(`/admin/sales/${current.id}`)).body.status.statusName).toBe('SUPERSEDED')
})

test('a sale in force is not changed to what it is, nor without a reason', async () => {
  expect((await change(current, {})).body.code).toBe('change.nothing')
  expect(fieldsOf(await change(current, { saleDate: '2026-12-16', reason: '' }))).toMatchObject({
    reason: expect.stringMatching(/^Say why/) as string,
  })
})

test('a change of what is in force no more is stale: when it is proposed, and when it is decided', async () => {
  const { body: first } = await change(current, { dispatchCutoff: '2026-12-04T13:00:00Z' })
  await world.owner.query(`update sales set status = 'WITHDRAWN' where id = $1`, [first.data.id])
  const { body: second } = await change(current, { promptDate: '2026-12-21' })
  await decideSale(brokerChecker, 'approve', second.data)
  expect((await change(current, { dispatchCutoff: '2026-12-04T13:00:00Z' })).body.code).toBe('change.stale')
  await world.owner.query(`update sales set status = 'PENDING_APPROVAL' where id = $1`, [first.data.id])
  expect((await decideSale(brokerChecker, 'approve', { id: first.data.id })).body.code).toBe('change.stale')
})

test('a sale in force is cancelled by two people; then nothing is found of it, and its number is free again', async () => {
  const { body } = await cancel(current, marketer)
  expect(body.data).toMatchObject({ cancels: true, saleDate: current.saleDate })
  expect((await change(current, { promptDate: '2026-12-21' })).body.code).toBe('change.open')
  const { body: decided } = await decideSale(brokerChecker, 'approve', body.data)
  expect([decided.message, decided.data.status.statusName]).toEqual(['Approved: the sale is cancelled', 'CANCELLED'])
  expect(await inForce()).toEqual([])
  expect((await cancel(current)).status).toBe(409)
  expect((await proposeSale(broker, sale12)).status).toBe(200)
})

test('a sale that coffee was dispatched to is not cancelled, asked for before or after', async () => {
  const { body } = await cancel(current)
  const { kipronoMillerMaker: miller, francisWarehouseChecker: warehouse } = world.people
  const file = await sendDispatch(miller, newDispatch(1, { saleNumber: '12' }))
  expect((await decideSale(marketerChecker, 'approve', body.data)).body.code).toBe('sale.has_coffee')
  expect(await inForce()).toEqual(['12 2026-12-15'])
  await decideSale(marketerChecker, 'decline', body.data, 'There is coffee')
  expect((await cancel(current)).body.code).toBe('sale.has_coffee')
  // Coffee that the warehouse has refused holds nothing.
  expect((await decideFile(warehouse, 'reject', file)).status).toBe(200)
  expect((await cancel(current)).status).toBe(200)
})

test('a cancellation that is declined leaves it in force', async () => {
  const { body } = await cancel(current)
  await decideSale(brokerChecker, 'decline', body.data, 'There is coffee')
  expect(await inForce()).toEqual(['12 2026-12-15'])
})

test('what has passed is not moved, but dispatch may be opened again before the sale', async () => {
  at(Date.parse('2026-12-04T09:00:00+03:00'))
  const late = await world.newSession('broker.maker')
  expect(fieldsOf(await change(current, { dispatchCutoff: '2026-12-02T13:00:00Z' }, late))).toEqual({
    dispatchCutoff: 'This has passed: choose a moment to come',
  })
  const { body } = await change(current, { dispatchCutoff: '2026-12-07T13:00:00Z' }, late)
  await decideSale(await world.newSession('broker.checker'), 'approve', body.data)
  expect(await inForce()).toEqual(['12 2026-12-15'])
  const miller = await world.newSession('miller.maker')
  expect((await miller.get('/timer/upcomingdatewh/GRN')).body).toMatchObject({ saleNo: 12 })
})

test('a sale that was held keeps its days but the prompt day, and is not cancelled', async () => {
  at(Date.parse('2026-12-15T00:00:00+03:00'))
  const late = await world.newSession('broker.maker')
  const held = 'The sale was held: only its prompt day can still be changed'
  expect(fieldsOf(await change(current, { saleDate: '2026-12-16' }, late))).toEqual({ saleDate: held })
  expect(fieldsOf(await change(current, { catalogueClose: '2026-12-14T12:00:00Z' }, late))).toEqual({
    catalogueClose: held,
  })
  expect((await cancel(current, late)).body.code).toBe('sale.past')
  expect((await change(current, { promptDate: '2026-12-21' }, late)).status).toBe(200)
})

test('a change that waited until its moment passed is not approved', async () => {
  const { body } = await change(current, { dispatchCutoff: '2026-12-02T13:00:00Z' })
  at(Date.parse('2026-12-02T16:00:00+03:00'))
  const { body: refused } = await decideSale(await world.newSession('marketer.checker'), 'approve', body.data)
  expect([refused.code, refused.message]).toEqual([
    'sale.out_of_bounds',
    'This cannot be any more: This has passed: choose a moment to come.',
  ])
  expect(await inForce()).toEqual(['12 2026-12-15'])
})

test('a sale comes through the stages of its course, each to the millisecond', async () => {
  const stageAt = async (moment: string) => {
    setClock(() => Date.parse(moment))
    const person = await world.newSession('broker.maker')
    return (await person.get<Sale>(`/admin/sales/${current.id}`)).body.stage
  }
  expect(await stageAt('2026-12-03T15:59:59.999+03:00')).toBe('DISPATCH_OPEN')
  expect(await stageAt('2026-12-03T16:00:00+03:00')).toBe('DISPATCH_CLOSED')
  expect(await stageAt('2026-12-14T16:59:59.999+03:00')).toBe('DISPATCH_CLOSED')
  expect(await stageAt('2026-12-14T17:00:00+03:00')).toBe('CATALOGUE_CLOSED')
  // Midnight in Nairobi is nine in the evening before in Greenwich.
  expect(await stageAt('2026-12-15T20:59:59.999Z')).toBe('CATALOGUE_CLOSED')
  expect(await stageAt('2026-12-15T21:00:00Z')).toBe('HELD')
})
