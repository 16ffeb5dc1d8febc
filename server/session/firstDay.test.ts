import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide, uploadRows } from '#test/faults/farmerWays.ts'
import { newFarmers } from '#test/kit/farmerFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world.close())

type Items = { items: { name: string; done: boolean }[] }
const itemsOf = async (person: Person) => (await person.get<Items>('/first-day')).body.items
const doneBy = async (person: Person) => (await itemsOf(person)).flatMap(({ name, done }) => (done ? name : []))

test('each role has a first day of its own', async () => {
  const { wanjikuMaker, otienoChecker, estherBankMaker, halimaMarketerChecker } = world.people
  const names = async (person: Person) => (await itemsOf(person)).map(({ name }) => name)
  expect(await names(wanjikuMaker)).toEqual(['firstFile', 'firstSession', 'firstLoan', 'firstExport'])
  expect(await names(otienoChecker)).toEqual(['secondFactor', 'firstApproval', 'firstExport'])
  expect(await names(estherBankMaker)).toEqual(['firstRate', 'firstStatement', 'firstExport'])
  expect(await names(halimaMarketerChecker)).toEqual(['secondFactor', 'firstApproval'])
})

test('an item is done when this very user has done it, and for nobody else', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker, purityChecker } = world.people
  expect(await doneBy(wanjikuMaker)).toEqual([])
  const upload = await uploadRows(world, wanjikuMaker, newFarmers(2))
  expect(await doneBy(wanjikuMaker)).toEqual(['firstFile'])
  expect(await doneBy(otienoChecker)).toEqual([])
  await decide(world, otienoChecker, upload)
  expect(await doneBy(otienoChecker)).toEqual(['firstApproval'])
  await wanjikuMaker.get('/farmers/export', { format: 'csv' })
  for (const stranger of [danielMaker, purityChecker]) expect(await doneBy(stranger)).toEqual([])
})

test('what people of another organisation have done is not shown, whoever is named', async () => {
  const { rows } = await world.owner.query<{ id: string; society: string }>(
    `select u.id, o.id as society from users u, organisations o where u.username = 'fcs.maker' and o.id <> u.organisation_id and o.code = 'CF4101'`,
  )
  const [one] = rows
  const client = await world.owner.connect()
  try {
    await client.query(`begin; set local role kahawa_app`)
    await client.query(`select set_config('app.organisation', $1, true)`, [one?.society])
    expect((await client.query('select * from first_actions($1)', [one?.id])).rows).toEqual([])
    await client.query('rollback')
  } finally {
    client.release()
  }
})
