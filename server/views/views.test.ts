import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedView } from '#contract/house/views.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const save = (person: Person, name: string, shared: boolean, query = 'filter=gender:FEMALE') =>
  person.post<{ data: SavedView }>('/views', { list: 'farmers', name, query, shared })
const names = async (person: Person) =>
  (await person.get<SavedView[]>('/views', { list: 'farmers' })).body.map(({ name }) => name)

test('a view is seen by its owner, and by colleagues when it is shared', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker, peterBankChecker, estherBankMaker } = world.people
  await save(wanjikuMaker, 'Women', false)
  await save(wanjikuMaker, 'Unverified', true)
  await save(estherBankMaker, 'Of the bank', true)
  expect(await names(wanjikuMaker)).toEqual(['Unverified', 'Women'])
  expect(await names(otienoChecker)).toEqual(['Unverified'])
  expect(await names(danielMaker)).toEqual([])
  // The bank reads every society's farmers, not their clerks' views.
  expect(await names(peterBankChecker)).toEqual(['Of the bank'])
})

test('saving under the same name replaces the view', async () => {
  const { halimaMarketerChecker } = world.people
  const first = await save(halimaMarketerChecker, 'Mine', false)
  const second = await save(halimaMarketerChecker, 'Mine', true, 'sort=-created')
  expect(second.body.data).toEqual({ ...first.body.data, shared: true, query: 'sort=-created' })
  expect(await names(halimaMarketerChecker)).toEqual(['Mine'])
})

test("nobody deletes a colleague's view", async () => {
  const { danielMaker, purityChecker } = world.people
  const { id } = (await save(danielMaker, 'Kabare ward', true)).body.data
  expect((await purityChecker.request('DELETE', `/views/${id}`)).status).toBe(404)
  expect((await danielMaker.request('DELETE', `/views/${id}`)).status).toBe(200)
  expect((await danielMaker.request('DELETE', `/views/${id}`)).status).toBe(404)
})
