import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreatedFarmerDetail } from '#contract/farmers/createdFarmers.ts'
import { trailOf, until } from '#test/faults/farmerWays.ts'
import { decideFarmer, enterFarmer, type FarmerAnswer } from '#test/kit/createdFarmers.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// What the bank says, or does not say, of the account of a farmer who was entered by hand.
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
beforeEach(() => world.bank.clearFaults())
afterAll(() => world?.close())

const detailOf = async (id: string) =>
  (await world.people.otienoChecker.get<CreatedFarmerDetail>(`/farmer/created/${id}`)).body
const account = (accountNumber: string, name: string, status: 'active' | 'closed' = 'active') =>
  world.bank.load([{ institutionCode: '11', accountNumber, name, ...(status === 'closed' ? { status } : {}) }])
const bankDetail = (number: string) => ({
  farmerBankDetail: { bankName: '11', currency: 'KES', accountName: 'Wangari Njeri Kamau', account: number },
})

test('an account whose name agrees is verified by the approval', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  await account('01109700000001', 'KAMAU WANGARI NJERI')
  const farmer = await enterFarmer(wanjikuMaker, bankDetail('01109700000001'))
  const { body } = await decideFarmer(otienoChecker, 'approve', farmer)
  expect(body.data.accountState).toBe('VERIFIED')
})

test('a name that differs is shown, approved only with a reason, and kept after it', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  await account('01109700000002', 'PETER OTIENO')
  const farmer = await enterFarmer(wanjikuMaker, bankDetail('01109700000002'))
  const seen = await until(
    () => detailOf(farmer.id),
    ({ notes }) => notes.some(({ code }) => code === 'name_differs'),
  )
  expect(seen.notes).toEqual([{ code: 'name_differs', message: 'The bank knows the account as PETER OTIENO' }])
  const bare = await decideFarmer(otienoChecker, 'approve', farmer, { approverComments: ' ' })
  expect([bare.status, bare.body.code, bare.body.details?.fields]).toEqual([
    422,
    'step.comment_required',
    { override: 'Give a reason' },
  ])
  expect(bare.body.details).toMatchObject({ notes: [{ code: 'name_differs' }] })
  const { body } = await decideFarmer(otienoChecker, 'approve', farmer, {
    approverComments: undefined,
    override: 'Her husband, letter of 3 May',
  })
  expect(body.data).toMatchObject({
    accountState: 'NAME_DIFFERS',
    approverComments: 'Her husband, letter of 3 May',
    overrideReason: null,
  })
})

test('a bank that answers between the look and the approval counts: nobody approves what they did not see', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  await world.bank.setFault({ kind: 'error500', accounts: ['01109700000012'] })
  await account('01109700000012', 'PETER OTIENO')
  const farmer = await enterFarmer(wanjikuMaker, bankDetail('01109700000012'))
  expect((await detailOf(farmer.id)).notes.map(({ code }) => code)).toEqual(['account_unchecked'])
  await world.bank.clearFaults()
  const refused = await decideFarmer(otienoChecker, 'approve', farmer, { approverComments: '' })
  expect([refused.status, refused.body.code]).toEqual([422, 'step.comment_required'])
  expect(await detailOf(farmer.id)).toMatchObject({ status: { id: 3 }, notes: [{ code: 'name_differs' }] })
})

test('an account that pays somebody of another society is pointed out without saying whom', async () => {
  const { wanjikuMaker, danielMaker, otienoChecker } = world.people
  await account('01109700000013', 'WANGARI NJERI KAMAU')
  await enterFarmer(danielMaker, { ...bankDetail('01109700000013'), firstName: 'Secretive' })
  const farmer = await enterFarmer(wanjikuMaker, bankDetail('01109700000013'))
  const bare = await decideFarmer(otienoChecker, 'approve', farmer, { approverComments: '' })
  expect([bare.status, bare.body.code]).toEqual([422, 'step.comment_required'])
  expect(bare.body.details).toMatchObject({
    notes: [{ code: 'account_elsewhere', message: 'Somebody in another society is paid to the same account' }],
  })
  expect(bare.bytes.toString()).not.toMatch(/Secretive|CF4101/)
  expect((await decideFarmer(otienoChecker, 'approve', farmer)).status).toBe(200)
})

test('an account that is closed or unknown keeps the farmer from being approved, in plain words', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  await account('01109700000003', 'WANGARI KAMAU', 'closed')
  const farmer = await enterFarmer(wanjikuMaker, bankDetail('01109700000003'))
  const { status, body } = await decideFarmer(otienoChecker, 'approve', farmer)
  expect([status, body.code, body.message]).toEqual([
    409,
    'account.refused',
    'The account is closed. Decline the farmer and ask for the right account.',
  ])
  expect((await detailOf(farmer.id)).status.id).toBe(3)
})

test('when the bank is silent the farmer is approved unverified, and verified once it answers', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  await account('01109700000004', 'WANGARI NJERI KAMAU')
  await world.bank.setFault({ kind: 'error500', accounts: ['01109700000004'] })
  const farmer = await enterFarmer(wanjikuMaker, bankDetail('01109700000004'))
  const { status, body } = await decideFarmer(otienoChecker, 'approve', farmer)
  expect([status, body.data.accountState]).toEqual([200, 'UNVERIFIED'])
  await world.bank.clearFaults()
  const verified = await until(
    () => detailOf(farmer.id),
    ({ accountState }) => accountState === 'VERIFIED',
    60_000,
  )
  expect(verified.status.id).toBe(1)
  expect(await trailOf(world, farmer.id)).toEqual([
    'create -> PENDING_APPROVAL',
    'approve PENDING_APPROVAL -> APPROVED',
    'system APPROVED -> APPROVED',
  ])
})

test('of two checkers at the same instant one approves, the other learns who and when', async () => {
  const { wanjikuMaker, otienoChecker, margaretManager } = world.people
  for (let round = 0; round < 5; round += 1) {
    const farmer = await enterFarmer(wanjikuMaker)
    const answers = await Promise.all([
      decideFarmer(otienoChecker, 'approve', farmer),
      decideFarmer(margaretManager, round % 2 ? 'approve' : 'decline', farmer),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const late = answers.find(({ status }) => status === 409)
    expect(late?.body.details).toMatchObject({ by: expect.stringMatching(/Otieno|Margaret/), at: expect.any(String) })
    const decided = (await trailOf(world, farmer.id)).filter((line) => /^(approve|decline)/.test(line))
    expect(decided).toHaveLength(1)
  }
})

test('a decline needs a comment where there is room for one, and may come by the path of the update requests', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const bare = await enterFarmer(wanjikuMaker)
  const unexplained = await decideFarmer(otienoChecker, 'decline', bare, { approverComments: ' ' })
  expect(unexplained.body.data).toMatchObject({ status: { id: 2 }, approverComments: null })
  const farmer = await enterFarmer(wanjikuMaker)
  const without = await otienoChecker.post<FarmerAnswer>('/farmer/reject', { id: farmer.id, approverComments: ' ' })
  expect([without.status, without.body.code]).toEqual([422, 'step.comment_required'])
  const { body } = await otienoChecker.post<FarmerAnswer>('/farmer/reject', {
    id: farmer.id,
    approverComments: 'No minutes',
  })
  expect(body.data).toMatchObject({ status: { id: 2 }, approverComments: 'No minutes', decidedBy: 'Otieno Ouma' })
})

test('more members on one account than the setting allows are pointed out', async () => {
  const { wanjikuMaker } = world.people
  const shared = bankDetail('01109700000009')
  for (let n = 0; n < 3; n += 1) await enterFarmer(wanjikuMaker, shared)
  const fourth = await enterFarmer(wanjikuMaker, shared)
  expect((await detailOf(fourth.id)).notes).toContainEqual({
    code: 'shared_account',
    message: '3 other members: same account',
  })
})

test('many are decided at once, those with warnings are left for a decision of their own', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  await account('01109700000005', 'WANGARI NJERI KAMAU')
  const plain = await enterFarmer(wanjikuMaker, bankDetail('01109700000005'))
  await account('01109700000006', 'SOMEBODY ELSE')
  const other = await enterFarmer(wanjikuMaker, bankDetail('01109700000006'))
  const young = await enterFarmer(wanjikuMaker, { YearOfBirth: 2015 })
  const { body } = await otienoChecker.post<{ data: object }>('/farmer/created/decide', {
    step: 'approve',
    // A reason for all is a reason for none: warnings are looked at one by one.
    approverComment: 'All seen',
    records: [plain, other, young].map(({ id, version }) => ({ id, version })),
  })
  expect(body.data).toMatchObject({
    done: 1,
    skipped: 2,
    rows: [
      { id: plain.id, outcome: 'done' },
      { id: other.id, outcome: 'skipped', code: 'farmer.has_warnings' },
      { id: young.id, outcome: 'skipped', code: 'farmer.has_warnings' },
    ],
  })
})
