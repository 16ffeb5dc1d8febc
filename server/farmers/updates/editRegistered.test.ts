import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreatedFarmer, CreatedFarmerDetail } from '#contract/farmers/createdFarmers.ts'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import { trailOf } from '#test/faults/farmerWays.ts'
import { decideFarmer, enterFarmer } from '#test/kit/createdFarmers.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// The specification's client edits approved farmers by the call of created ones: that asks, and changes nothing.
let world: World
let farmer: CreatedFarmer
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
beforeEach(async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const { id } = await enterFarmer(wanjikuMaker)
  await decideFarmer(otienoChecker, 'approve', { id })
  farmer = (await otienoChecker.get<CreatedFarmerDetail>(`/farmer/created/${id}`)).body
})
afterAll(() => world?.close())

type EditAnswer = {
  code?: string
  message: string
  details?: { fields?: Record<string, string> }
  data: UpdateRequest
}
const detail = async () =>
  (await world.people.otienoChecker.get<CreatedFarmerDetail>(`/farmer/created/${farmer.id}`)).body
const edit = (body: object, person: Person = world.people.wanjikuMaker) =>
  person.post<EditAnswer>(`/farmer/update/${farmer.id}`, body)

test('an edit of an approved farmer opens a request, and only its approval changes the farmer', async () => {
  const { otienoChecker } = world.people
  // The whole record comes back, as the specification's form sends it, with two values changed.
  const { status, body } = await edit({ ...farmer, lastName: 'Wambui', mobileNumber: '0711222333' })
  expect([status, body.message]).toEqual([200, 'Sent for approval'])
  expect(body.data).toMatchObject({
    growerId: farmer.id,
    lastName: 'Wambui',
    before: { lastName: 'Kamau', mobileNumber: farmer.mobileNumber },
    after: { lastName: 'Wambui', mobileNumber: '254711222333' },
    status: { statusName: 'PENDING_APPROVAL' },
  })
  expect(await detail()).toMatchObject({ lastName: 'Kamau', version: farmer.version, status: { id: 1 } })
  const { id, version } = body.data
  const approved = await otienoChecker.post<EditAnswer>('/farmer/approve', {
    id,
    version,
    approverComments: 'Marriage seen',
  })
  expect([approved.status, approved.body.message]).toEqual([200, 'Update approved'])
  expect(await detail()).toMatchObject({ lastName: 'Wambui', mobileNumber: '254711222333', status: { id: 1 } })
  // The farmer itself was decided once; the change has a trail of its own.
  expect((await trailOf(world, farmer.id)).filter((line) => line.startsWith('edit'))).toEqual([])
  expect(await trailOf(world, id)).toEqual(['propose -> PENDING_APPROVAL', 'approve PENDING_APPROVAL -> APPROVED'])
})

test('what no request may change stays as it was approved, named field by field', async () => {
  const { status, body } = await edit({ yearOneProduce: 9, currency: 'USD', lastName: 'Wambui' })
  expect([status, body.details?.fields]).toEqual([
    422,
    { currency: 'Stays as it was approved', yearOneProduce: 'Stays as it was approved' },
  ])
  expect(await detail()).toMatchObject({ lastName: 'Kamau', acreage: farmer.acreage })
})

test('the farm of an approved farmer is put right by a request, which moves no money and asks no bank', async () => {
  const { otienoChecker } = world.people
  const { body } = await edit({ ...farmer, acreage: 2.5, numberOfTrees: 410, village: 'Kihuri Juu', yearOfBirth: 1981 })
  expect(body.data).toMatchObject({
    concern: 'PERSONAL_DETAILS',
    after: { acreage: '2.5', numberOfTrees: '410', village: 'Kihuri Juu', yearOfBirth: '1981' },
    notes: [],
  })
  const { id, version } = body.data
  expect((await otienoChecker.post<EditAnswer>('/farmer/approve', { id, version })).status).toBe(200)
  expect(await detail()).toMatchObject({ acreage: 2.5, numberOfTrees: 410, yearOfBirth: 1981 })
  const again = await edit({ acreage: 3, numberOfTrees: 410 })
  expect(again.body.data).toMatchObject({
    concern: 'FARM_DETAILS',
    before: { acreage: '2.5' },
    after: { acreage: '3' },
  })
  expect((await edit({ acreage: 0 })).body.details?.fields).toEqual({ acreage: 'Enter a number greater than zero' })
})

test('another bank may be requested with its kind, and the rules of the form hold', async () => {
  const wrong = await edit({ farmerBankDetail: { account: '12' } })
  expect([wrong.status, wrong.body.details?.fields]).toEqual([422, { accountNumber: '6 to 20 digits' }])
  const account = '0712345678'
  const { body } = await edit({
    institutionTupe: 'M-PESA',
    institution: 'M-PESA',
    accountNumber: account,
    accountName: farmer.fullName,
  })
  expect(body.data).toMatchObject({
    concern: 'BANK_DETAILS',
    after: { accountNumber: expect.stringContaining('712345678') },
  })
})

test('nothing changed, an old version, a second request and a stranger are refused', async () => {
  const { danielMaker, otienoChecker } = world.people
  expect((await edit({ ...farmer })).body.code).toBe('change.nothing')
  expect((await edit({ lastName: 'Late', version: farmer.version - 1 })).body.code).toBe('record.changed')
  expect((await edit({ lastName: 'Theirs' }, danielMaker)).status).toBe(404)
  expect((await edit({ lastName: 'Mine' }, otienoChecker)).body.code).toBe('permission.missing')
  expect((await edit({ lastName: 'First' })).status).toBe(200)
  expect((await edit({ lastName: 'Second' })).body.code).toBe('change.open')
})

test('who may enter farmers but not request changes is refused with the reason', async () => {
  await world.owner.query(
    `update roles set permissions = permissions || '{CAN_UPLOAD_FARMERS}' where name = 'FCS_CHECKER'`,
  )
  const { status, body } = await edit({ lastName: 'Mine' }, world.people.otienoChecker)
  expect([status, body.code]).toEqual([403, 'permission.missing'])
  expect(await detail()).toMatchObject({ lastName: 'Kamau', version: farmer.version })
})
