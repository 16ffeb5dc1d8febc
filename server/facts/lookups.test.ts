import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrganisationName } from '#contract/house/organisations.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const codes = async (person: Person, path: string, query?: Record<string, string>) =>
  (await person.get<OrganisationName[]>(path, query)).body.map(({ organisationCode }) => organisationCode)

test('a society finds itself and the public trade, and no other society', async () => {
  const { wanjikuMaker } = world.people
  const all = await codes(wanjikuMaker, '/organization/getAll')
  expect(all).toContain('CF4100')
  expect(all.filter((code) => code.startsWith('CF'))).toEqual(['CF4100'])
  expect(all.length).toBeGreaterThan(4)
  expect(await codes(wanjikuMaker, '/organization/get-parent-organization', { q: 'CF' })).toEqual(['CF4100'])
  expect(await codes(wanjikuMaker, '/growerstatus/org')).toEqual(['CF4100'])
})

test('the bank finds every grower by a part of the name or the code, and what it types is only text', async () => {
  const { peterBankChecker } = world.people
  const find = (q: string) => codes(peterBankChecker, '/organization/get-parent-organization', { q })
  expect((await find('')).length).toBeGreaterThan(1)
  expect(await find('cf4101')).toEqual(['CF4101'])
  for (const q of ['%', '_', "' or 1=1 --"]) expect(await find(q)).toEqual([])
})

test('the lists of the trade hold one type each', async () => {
  const { danielMaker } = world.people
  const types = async (path: string) =>
    new Set((await danielMaker.get<OrganisationName[]>(path)).body.map(({ organisationType }) => organisationType.name))
  expect(await types('/organization/get-marketers')).toEqual(new Set(['MARKETER']))
  expect(await types('/broker/findByBrokerActive')).toEqual(new Set(['BROKER']))
  const { body } = await danielMaker.get<{ currency: string }[]>('/organization/currency')
  expect(body.map(({ currency }) => currency)).toEqual(['KES', 'USD'])
  const institutions = await Promise.all(
    ['/instution/get', '/farmer/institutions', '/payment/institutions'].map((path) => danielMaker.get<object[]>(path)),
  )
  for (const answer of institutions) expect(answer.body).toEqual(institutions[0]?.body)
})
