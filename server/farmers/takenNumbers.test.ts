import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreatedFarmerDetail } from '#contract/farmers/createdFarmers.ts'
import { decideFarmer, enterFarmer, newFarmerBody, postFarmer, type FarmerAnswer } from '#test/kit/createdFarmers.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())

const detailOf = async (id: string) =>
  (await world.people.otienoChecker.get<CreatedFarmerDetail>(`/farmer/created/${id}`)).body

test('a member number and an ID of the own society are refused, naming the field and who has them', async () => {
  const { wanjikuMaker } = world.people
  const first = await enterFarmer(wanjikuMaker)
  const same = await postFarmer(wanjikuMaker, { memberNumber: first.memberNumber })
  expect([same.status, same.body.code]).toEqual([409, 'farmer.registered'])
  expect(same.body.details?.fields).toEqual({
    memberNumber: `Already registered: ${first.memberNumber} Wangari Njeri Kamau`,
  })
  const twice = await postFarmer(wanjikuMaker, { farmerId: first.farmerId })
  expect(Object.keys(twice.body.details?.fields ?? {})).toEqual(['farmerId'])
})

test('of two clerks who enter the same person at once one is refused', async () => {
  const { wanjikuMaker } = world.people
  const body = newFarmerBody()
  const answers = await Promise.all([1, 2, 3].map(() => wanjikuMaker.post<FarmerAnswer>('/farmer/store', body)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('an ID of another society needs the checker’s reason, and nobody learns whose it is', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker } = world.people
  const theirs = await enterFarmer(danielMaker, { firstName: 'Secretive', village: 'Elsewhere' })
  const farmer = await enterFarmer(wanjikuMaker, { farmerId: theirs.farmerId })
  expect((await detailOf(farmer.id)).notes).toContainEqual({
    code: 'registered_elsewhere',
    message: 'Registered in another society; the checker must give a reason',
  })
  const refused = await decideFarmer(otienoChecker, 'approve', farmer)
  expect([refused.status, refused.body.code]).toEqual([409, 'farmer.elsewhere'])
  expect(refused.bytes.toString()).not.toMatch(/Secretive|CF4101|Kirimandu/)
  const reasoned = await decideFarmer(otienoChecker, 'approve', farmer, { override: 'Moved here in October' })
  expect(reasoned.body.data).toMatchObject({ status: { id: 1 }, overrideReason: 'Moved here in October' })
})

test('two societies that approve the same person at once do not both do it without a reason', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker, purityChecker } = world.people
  for (let round = 0; round < 3; round += 1) {
    const ours = await enterFarmer(wanjikuMaker)
    const theirs = await enterFarmer(danielMaker, { farmerId: ours.farmerId })
    const answers = await Promise.all([
      decideFarmer(otienoChecker, 'approve', ours),
      decideFarmer(purityChecker, 'approve', theirs),
    ])
    // A waiting record of another society counts already, so that neither slips through before the other.
    for (const { status } of answers) expect(status).toBe(409)
  }
})

test('somebody who was declined holds neither number nor ID, and finds them taken when edited', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const first = await enterFarmer(wanjikuMaker)
  const declined = await decideFarmer(otienoChecker, 'decline', first)
  expect([declined.body.message, declined.body.data.status]).toEqual([
    'Farmer Approval Declined successfully!',
    { id: 2, statusName: 'DECLINED' },
  ])
  await enterFarmer(wanjikuMaker, { memberNumber: first.memberNumber, farmerId: first.farmerId })
  const again = await wanjikuMaker.post<FarmerAnswer>(`/farmer/update/${first.id}`, { village: 'Kairia' })
  expect([again.status, again.body.code]).toEqual([409, 'farmer.registered'])
  expect(Object.keys(again.body.details?.fields ?? {}).toSorted()).toEqual(['farmerId', 'memberNumber'])
})

test('a form shows while it is typed which numbers are taken, and of other societies only yes or no', async () => {
  const { wanjikuMaker, danielMaker } = world.people
  const ours = await enterFarmer(wanjikuMaker)
  const theirs = await enterFarmer(danielMaker, { firstName: 'Secretive' })
  const ask = async (body: object) => (await wanjikuMaker.post<Record<string, unknown>>('/farmer/check', body)).body
  const typed = {
    farmerId: ours.farmerId,
    memberNumber: ours.memberNumber.toLowerCase(),
    mobileNumber: `0${ours.mobileNumber.slice(3)}`,
    institution: 'Co-operative Bank of Kenya',
    accountNumber: ours.bankAccount,
  }
  const who = `Already registered: ${ours.memberNumber} Wangari Njeri Kamau`
  expect(await ask(typed)).toEqual({
    farmerId: { takenBy: who, elsewhere: false },
    memberNumber: { takenBy: who },
    mobileNumber: { members: 1 },
    accountNumber: { members: 1 },
  })
  expect(await ask({ ...typed, id: ours.id })).toMatchObject({
    farmerId: { takenBy: null },
    accountNumber: { members: 0 },
  })
  const foreign = await ask({
    farmerId: theirs.farmerId,
    memberNumber: theirs.memberNumber,
    mobileNumber: theirs.mobileNumber,
    institution: '11',
    accountNumber: theirs.bankAccount,
  })
  expect(foreign).toEqual({
    farmerId: { takenBy: null, elsewhere: true },
    memberNumber: { takenBy: null },
    mobileNumber: { members: 0 },
    accountNumber: { members: 0 },
  })
})
