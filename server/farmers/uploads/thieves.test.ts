import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreatedFarmer, CreatedFarmerDetail } from '#contract/farmers/createdFarmers.ts'
import { isPgError } from '#server/kit/db.ts'
import { trailOf } from '#test/faults/farmerWays.ts'
import { decideFarmer, enterFarmer, newFarmerBody, postFarmer, type FarmerAnswer } from '#test/kit/createdFarmers.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// What somebody would try who wants a member that does not exist, or money that is not theirs.
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())

const detail = async (id: string) =>
  (await world.people.otienoChecker.get<CreatedFarmerDetail>(`/farmer/created/${id}`)).body

test('what was edited after it was looked at is not approved: by version, and by the whole record posted back', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const farmer = await enterFarmer(wanjikuMaker)
  const account = newFarmerBody().farmerBankDetail.account
  await wanjikuMaker.post<FarmerAnswer>(`/farmer/update/${farmer.id}`, { accountNumber: account })
  const whole = (record: object) =>
    otienoChecker.post<FarmerAnswer>('/farmer/approve', {
      action: 'approve',
      confirmFarmer: record,
      approverComments: 'Seen',
    })
  for (const late of [await decideFarmer(otienoChecker, 'approve', farmer), await whole(farmer)])
    expect(late).toMatchObject({ status: 409, body: { code: 'record.changed', details: { by: 'Wanjiku Kamau' } } })
  expect((await detail(farmer.id)).status.id).toBe(3)
  const { version } = await detail(farmer.id)
  // Of a record posted back only id and version are read.
  const forged = { ...farmer, version, bankAccount: '99999999', makers: [], status: { id: 1, statusName: 'APPROVED' } }
  const { status, body } = await whole(forged)
  expect([status, body.data.bankAccount]).toEqual([200, account])
})

test('an entry that says it is approved already, or of another society, waits in the own one', async () => {
  const { wanjikuMaker } = world.people
  const { status, body } = await postFarmer(wanjikuMaker, {
    status: 'APPROVED',
    accountState: 'VERIFIED',
    organisation: { id: world.organisationId('CF4101'), organisationCode: 'CF4101', village: 'Kihuri' },
    organisationId: world.organisationId('CF4101'),
    makers: [],
    createdBy: 'Somebody else',
    overrideReason: 'Mine',
  })
  expect([status, body.data]).toMatchObject([
    200,
    {
      status: { id: 3 },
      accountState: 'UNVERIFIED',
      growerCode: 'CF4100',
      createdBy: 'Wanjiku Kamau',
      overrideReason: null,
    },
  ])
})

test('the database knows maker from checker, should every rule above it fail', async () => {
  const { wanjikuMaker } = world.people
  const farmer = await enterFarmer(wanjikuMaker)
  const direct = world.house.db.transaction({ organisationId: world.organisationId('CF4100'), wide: false }, (tx) =>
    tx
      .updateTable('farmers')
      .set({ status: 'APPROVED', decided_by: wanjikuMaker.id })
      .where('id', '=', farmer.id)
      .execute(),
  )
  const error: unknown = await direct.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(isPgError(error) && error.constraint).toBe('maker_is_not_checker')
})

test('every checker who may not decide is refused by every call that decides, and nothing moves', async () => {
  const { wanjikuMaker, purityChecker, peterBankChecker, mercyKpcuChecker, aminaViewer, samuelAdministrator } =
    world.people
  const farmer = await enterFarmer(wanjikuMaker)
  const { id, version } = farmer
  for (const person of [purityChecker, peterBankChecker, mercyKpcuChecker, aminaViewer, samuelAdministrator]) {
    const single = [
      await decideFarmer(person, 'approve', farmer),
      await person.post('/farmer/reject', { id, approverComments: 'No' }),
    ]
    for (const { status } of single) expect([403, 404], person.username).toContain(status)
    const many = await person.post<{ data?: { done: number } }>('/farmer/created/decide', {
      step: 'approve',
      records: [{ id, version }],
    })
    expect(many.body.data?.done ?? 0, person.username).toBe(0)
  }
  expect(await detail(id)).toMatchObject({ version, status: { id: 3 } })
})

test('numbers cannot be tried out by the form: the check says wait', async () => {
  const quick = await makeWorld()
  try {
    const { wanjikuMaker } = quick.people
    const check = (n: number) => wanjikuMaker.post<FarmerAnswer>('/farmer/check', { farmerId: String(20_000_000 + n) })
    const startedAt = performance.now()
    let tried = 0
    let answer = await check(tried)
    // Sixty at once, and one more in each second: whoever goes on is let through now and then, so the first refusal counts.
    while (answer.status === 200 && tried < 300) answer = await check((tried += 1))
    expect([answer.status, answer.body.code]).toEqual([429, 'rate.limited'])
    expect(tried).toBeLessThanOrEqual(60 + Math.ceil((performance.now() - startedAt) / 1000))
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.body.details?.['retryAfterSeconds']).toBeGreaterThan(0)
  } finally {
    await quick.close()
  }
})

test('of an approval, a decline and an edit at the same instant exactly one happens', async () => {
  const { wanjikuMaker, otienoChecker, margaretManager } = world.people
  for (let round = 0; round < 5; round += 1) {
    const { id, version }: CreatedFarmer = await enterFarmer(wanjikuMaker)
    const answers = await Promise.all([
      decideFarmer(otienoChecker, 'approve', { id, version }),
      decideFarmer(margaretManager, 'decline', { id, version }),
      wanjikuMaker.post<FarmerAnswer>(`/farmer/update/${id}`, { version, village: 'Late' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await detail(id)).toMatchObject({ version: version + 1 })
    expect(await trailOf(world, id)).toHaveLength(2)
  }
})
