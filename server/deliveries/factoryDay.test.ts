import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import type { FactoryDay } from '#contract/deliveries/factoryDay.ts'
import { businessDate } from '#server/kit/clock.ts'
import { deliveryForm, memberOf } from '#test/kit/deliveryFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

test('the day of a factory is what anybody has entered for it and nobody has declined, and its sheet is for its society', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker, aminaViewer } = world.people
  const { rows } = await world.owner.query<{ id: string; name: string }>(
    `select id, name from factories where organisation_id = $1 and active order by code limit 2`,
    [world.organisationId('CF4100')],
  )
  const [factory, other] = rows
  const deliveredOn = businessDate()
  const query = { factoryId: factory?.id ?? '', deliveredOn }
  const read = async (person = wanjikuMaker) => person.get<FactoryDay>('/farmercherry/factory-day', query)
  const before = (await read()).body
  expect(before.factoryName).toBe(factory?.name)
  const enter = async (at: number, currentDelivery: number, factoryId = factory?.id) => {
    const body = deliveryForm(memberOf('CF4100', at), currentDelivery, { factoryId, deliveredOn })
    return (await wanjikuMaker.post<{ data: CherryDelivery }>('/farmercherry/', body)).body.data
  }
  await enter(41, 10.5)
  await enter(41, 20)
  await enter(42, 5, other?.id)
  const { id, version } = await enter(43, 40)
  const declined = { action: 'DECLINE', confirmCherry: { id, version }, approverComment: 'Not on the slip' }
  expect((await otienoChecker.post('/farmercherry/approve', declined)).status).toBe(200)
  const after = (await read()).body
  expect([after.kilograms - before.kilograms, after.deliveries - before.deliveries]).toEqual([30.5, 2])

  const sheet = await wanjikuMaker.get('/farmercherry/factory-day/sheet', {
    ...query,
    expectedKg: '31',
    language: 'sw',
  })
  expect([sheet.status, sheet.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect((await read(danielMaker)).status).toBe(404)
  expect((await read(aminaViewer)).status).toBe(403)
})
