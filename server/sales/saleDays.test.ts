import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findSale, mustTakeDispatch } from '#server/facts/saleDays.ts'
import { setClock, whichClock } from '#server/kit/clock.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

type Upcoming = { timeInMillis: number; saleNo: number | null; saleDate: string | null; dispatchCutoff: string | null }
// A session of the moment: the others have expired by the clock that is set.
const upcoming = async () =>
  (await (await world.newSession('miller.maker')).get<Upcoming>('/timer/upcomingdatewh/GRN')).body

/** A sale as if two people had entered it. */
const enter = (number: number, saleDate: string, cutoff: string, status = 'APPROVED') =>
  world.owner.query(
    `insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
     select gen_random_uuid(), u.organisation_id, '2026/2027', $1, $2::date, $3, ($2::date - 1) + time '17:00' at time zone 'Africa/Nairobi', $2::date + 7, $4, array[u.id], u.id, now()
     from users u where u.username = 'broker.maker'`,
    [number, saleDate, cutoff, status],
  )

describe('the countdown to the cut-off of dispatch', () => {
  const clock = whichClock()
  const at = (moment: string) => setClock(() => Date.parse(moment))
  beforeEach(async () => {
    await world.owner.query('delete from sales')
    await enter(10, '2027-01-12', '2026-12-31T16:00:00+03:00')
    await enter(11, '2027-01-19', '2027-01-07T16:00:00+03:00')
    await enter(12, '2027-01-26', '2027-01-14T16:00:00+03:00', 'PENDING_APPROVAL')
    return () => setClock(clock)
  })

  test('counts to the sale whose cut-off comes first, by the clock of the server', async () => {
    at('2026-12-31T15:59:59.250+03:00')
    expect(await upcoming()).toMatchObject({ timeInMillis: 750, saleNo: 10, saleDate: '2027-01-12' })
  })

  test('goes on to the next sale in the very moment in which the last second is over', async () => {
    at('2026-12-31T16:00:00+03:00')
    expect(await upcoming()).toMatchObject({ timeInMillis: 7 * 86_400_000, saleNo: 11 })
  })

  test('says that nothing takes dispatch when only a proposed sale is left', async () => {
    at('2027-01-07T16:00:00+03:00')
    expect(await upcoming()).toEqual({
      timeInMillis: 0,
      saleNo: null,
      saleDate: null,
      season: null,
      dispatchCutoff: null,
    })
  })

  test('is answered to whoever has signed in, and to nobody else', async () => {
    for (const person of [world.people.wanjikuMaker, world.people.rashidWarehouseMaker, world.people.aminaViewer])
      expect((await person.get('/organization/get-sales')).status).toBe(200)
    expect((await world.stranger({ method: 'GET', path: '/timer/upcomingdatewh/GRN' })).status).toBe(401)
  })

  test('ends for whoever dispatches in that moment too: the server refuses, and names the sale and its cut-off', async () => {
    const take = (number: number) =>
      world.house.db.transaction('system', (tx) => mustTakeDispatch(tx, { season: '2026/2027', number }))
    at('2026-12-31T15:59:59.999+03:00')
    expect((await take(10)).saleDate).toBe('2027-01-12')
    at('2026-12-31T16:00:00+03:00')
    await expect(take(10)).rejects.toMatchObject({
      code: 'sale.dispatch_closed',
      message: 'Sale 10 of 2026/2027 has taken no dispatch since 31 Dec 2026, 16:00. Dispatch to a later sale.',
    })
    await expect(take(12)).rejects.toMatchObject({ code: 'sale.unknown' })
  })
})

test('the sales of the calendar are those in force, the latest first', async () => {
  await world.owner.query('delete from sales')
  await enter(10, '2027-01-12', '2026-12-31T16:00:00+03:00')
  await enter(11, '2027-01-19', '2027-01-07T16:00:00+03:00')
  await enter(12, '2027-01-26', '2027-01-14T16:00:00+03:00', 'PENDING_APPROVAL')
  const { body } =
    await world.people.wanjikuMaker.get<{ saleNumber: number; saleDate: string }[]>('/organization/get-sales')
  expect(body.map(({ saleNumber, saleDate }) => [saleNumber, saleDate])).toEqual([
    [11, '2027-01-19'],
    [10, '2027-01-12'],
  ])
  const found = await world.house.db.transaction('system', (tx) => findSale(tx, { season: '2026/2027', number: 10 }))
  expect(found?.dispatchCutoff).toEqual(new Date('2026-12-31T13:00:00Z'))
})
