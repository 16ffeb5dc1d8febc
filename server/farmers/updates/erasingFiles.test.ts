import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasureLeftovers } from '#contract/keeping/erasure.ts'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { decideDeductionFile, newAmounts, premiumTerms, uploadDeductions } from '#test/kit/deductionFiles.ts'
import { askedErasure, askErasure, canaryMember, columnsHolding, saidIn } from '#test/kit/erasures.ts'
import { csvOf, newFarmers } from '#test/kit/farmerFiles.ts'
import { approve } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())

const society = () => world.organisationId('CF4100')
const leftovers = erasureLeftovers.flatMap(({ columns }) => columns)
const leftOf = async (words: readonly string[]) =>
  (await columnsHolding(world, words)).filter((name) => !leftovers.includes(name))

test('a file that names the member and is not decided stands in the way, whatever names him', async () => {
  const { wanjikuMaker, otienoChecker, margaretManager } = world.people
  const { member, secrets } = await canaryMember(world, 'c')
  const bar = async () => (await askErasure(wanjikuMaker, member)).body.code
  // He is registered already: a row to correct, in a draft that his clerk has not sent.
  const [numbers] = newFarmers(1)
  const row = { ...numbers, firstName: secrets[0], middleName: '', lastName: secrets[2], farmerId: member.id_number }
  const again = await wanjikuMaker.upload<{ data: { id: string; version: number } }>(
    `/upload/cherry/farmer/${society()}`,
    'twice.csv',
    csvOf(farmersFile, [row as Record<string, string>]),
    {},
    { headers: { prefer: 'respond-async' } },
  )
  const draft = again.body.data.id
  await wanjikuMaker.request('GET', `/uploads/${draft}/progress`, { headers: { accept: 'text/event-stream' } })
  expect(await bar()).toBe('erasure.files_open')
  const errors = await wanjikuMaker.get(`/uploads/${draft}/error-file`)
  expect(await saidIn(errors.bytes)).toContain(secrets[0])
  const { rows } = await world.owner.query<{ version: number }>('select version from uploads where id = $1', [draft])
  expect((await wanjikuMaker.post(`/uploads/${draft}/discard`, { version: rows[0]?.version })).status).toBe(200)
  // A premium, in a file that says the number and, spelled otherwise, the name.
  const [amount] = newAmounts(1)
  const taken = { ...amount, memberNumber: member.member_number, fullName: `${secrets[2]}, ${secrets[0]} (Mzee)` }
  const premium = await uploadDeductions(world, wanjikuMaker, [taken], premiumTerms())
  expect([premium.status, premium.body.code]).toEqual([200, undefined])
  expect(await bar()).toBe('erasure.files_open')
  expect((await decideDeductionFile(world, margaretManager, 'decline', premium.body.data)).status).toBe(200)
  expect(await columnsHolding(world, ['(Mzee)'], ['upload_rows'])).toContain('upload_rows.cells')
  const request = await askedErasure(world, member)
  expect((await approve(otienoChecker, request, 'Letter seen')).status).toBe(200)
  expect(await leftOf([...secrets, '(Mzee)'])).toEqual([])
  const emptied = await wanjikuMaker.get(`/uploads/${draft}/error-file`)
  const said = await saidIn(emptied.bytes)
  expect(secrets.filter((secret) => said.includes(secret))).toEqual([])
})
