import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

type Named = { id: number; name: string }

test('places are answered inside each other', async () => {
  const { kevinBrokerMaker } = world.people
  const counties = (await kevinBrokerMaker.get<Named[]>('/farmer/allcounties')).body
  expect(counties).toHaveLength(47)
  expect((await kevinBrokerMaker.get<Named[]>('/farmer/subcounties')).body).toHaveLength(290)
  const nyeri = counties.find(({ name }) => name === 'Nyeri')
  const subCounties = (await kevinBrokerMaker.get<Named[]>(`/farmer/allsubcountybycounty/${nyeri?.id}`)).body
  expect(subCounties.map(({ name }) => name)).toContain('Othaya')
  const othaya = subCounties.find(({ name }) => name === 'Othaya')
  const wards = (await kevinBrokerMaker.get<Named[]>(`/farmer/allwards/${othaya?.id}`)).body
  expect(wards.map(({ name }) => name).toSorted()).toEqual(['Chinga', 'Iria-Ini', 'Karima', 'Mahiga'])
  expect((await kevinBrokerMaker.get(`/farmer/allwards/999999`)).body).toEqual([])
})

test('a closed bank is not offered', async () => {
  const { wanjikuMaker } = world.people
  const banks = (await wanjikuMaker.get<{ bankName: string; pic: string }[]>('/bank')).body
  expect(banks.find(({ bankName }) => bankName === 'Co-operative Bank of Kenya')).toMatchObject({ pic: '0011' })
  expect(banks.map(({ bankName }) => bankName)).not.toContain('Spire Bank')
  const institutions = (await wanjikuMaker.get<{ institutionType: string }[]>('/payment/institutions')).body
  expect(new Set(institutions.map(({ institutionType }) => institutionType))).toEqual(
    new Set(['BANK', 'MFB', 'SACCO', 'M-PESA']),
  )
})

test('a society finds itself, a bank all societies, a miller none', async () => {
  const codes = async (person: { get: World['people']['samuelAdministrator']['get'] }) =>
    (await person.get<{ organisationCode: string }[]>('/organization/get-fcs')).body.map((one) => one.organisationCode)
  expect(await codes(world.people.danielMaker)).toEqual(['CF4101'])
  expect((await codes(world.people.peterBankChecker)).toSorted()).toEqual(['CF4100', 'CF4101', 'CF4102'])
  expect(await codes(world.people.aliceMillerChecker)).toEqual([])
})

test('who may upload farmers gets the template under its name', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const answer = await wanjikuMaker.get('/files/downloads', { filename: 'farmer' })
  expect(answer.headers['content-disposition']).toContain('farmer_sample.xlsx')
  expect(answer.bytes.subarray(0, 2).toString()).toBe('PK')
  expect((await otienoChecker.get('/files/downloads', { filename: 'farmer' })).status).toBe(403)
  expect((await wanjikuMaker.get('/files/downloads', { filename: '../etc/passwd' })).status).toBe(404)
})
