import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CreatedFarmerDetail } from '#contract/farmers/createdFarmers.ts'
import type { FarmerWithFinding } from '#contract/dataQuality/dataQuality.ts'
import type { SettingName } from '#contract/house/settings.ts'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { decideFarmer, enterFarmer } from '#test/kit/createdFarmers.ts'
import { newFarmers } from '#test/kit/farmerFiles.ts'
import {
  approve,
  freshMembers,
  addBankAccount,
  newAccount,
  openRequest,
  pageOf,
  withdraw,
  type Member,
} from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { problemsOf, uploadRows } from '#test/faults/farmerWays.ts'

let world: World
let subject: Member
let others: Member[]
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const members = await freshMembers(world, 6)
  subject = members[0]!
  others = members.slice(1)
})
afterAll(() => world?.close())
beforeEach(async () => {
  for (const member of [subject, ...others])
    await place(member, newShared(), { life_state: 'ACTIVE', status: 'APPROVED' })
})

type Shared = { account: string; mobile: string }
type Warnings = { account: boolean; mobile: boolean }

let phones = 0
const newShared = (): Shared => ({ account: newAccount(), mobile: `2547990${String(++phones).padStart(5, '0')}` })
const place = (member: Member, { account, mobile }: Shared, more: Record<string, string> = {}) => {
  const values = { institution_code: '11', account_number: account, mobile_number: mobile, ...more }
  const set = Object.keys(values).map((name, index) => `${name} = $${index + 2}`)
  return world.owner.query(`update farmers set ${set.join(', ')} where id = $1`, [member.id, ...Object.values(values)])
}
const warningsIn = (codes: readonly string[], account: string, mobile: string): Warnings => ({
  account: codes.includes(account),
  mobile: codes.includes(mobile),
})

/** Every place that warns of many members on one account or phone. */
const doors: Record<string, (shared: Shared, fill: () => Promise<void>) => Promise<Warnings>> = {
  'a row of a file': async ({ account, mobile }, fill) => {
    await fill()
    const institution = 'Co-operative Bank of Kenya'
    const row = newFarmers(1, { institution, accountNumber: account, mobileNumber: mobile })
    const upload = await uploadRows(world, world.people.wanjikuMaker, row)
    const problems = await problemsOf(world.people.wanjikuMaker, upload.id)
    return warningsIn(
      problems.map(({ code }) => code),
      'shared_account',
      'shared_mobile',
    )
  },
  'a farmer who is entered': async ({ account, mobile }, fill) => {
    const { wanjikuMaker, otienoChecker } = world.people
    await fill()
    const farmer = await enterFarmer(wanjikuMaker, {
      mobileNumber: mobile,
      farmerBankDetail: { bankName: 'Co-operative Bank of Kenya', currency: 'KES', accountName: 'W Kamau', account },
    })
    const { notes } = (await otienoChecker.get<CreatedFarmerDetail>(`/farmer/created/${farmer.id}`)).body
    expect((await decideFarmer(otienoChecker, 'decline', farmer)).status).toBe(200)
    return warningsIn(
      notes.map(({ code }) => code),
      'shared_account',
      'shared_mobile',
    )
  },
  'a change of a member': async ({ account, mobile }, fill) => {
    await fill()
    const request = await openRequest(world.people.wanjikuMaker, subject, {
      bankCode: '11',
      account,
      mobileNumber: mobile,
    })
    await withdraw(world.people.wanjikuMaker, request)
    return warningsIn(
      request.notes.map(({ code }) => code),
      'account_shared',
      'mobile_shared',
    )
  },
  'the approval of a change': async ({ account, mobile }, fill) => {
    const { wanjikuMaker, otienoChecker } = world.people
    const request = await openRequest(wanjikuMaker, subject, { bankCode: '11', account, mobileNumber: mobile })
    expect(request.notes).toEqual([])
    await fill()
    expect((await approve(otienoChecker, request)).body.code).toBe('record.changed')
    const shown = (await otienoChecker.get<UpdateRequest>(`/farmer/update-request/${request.id}`)).body
    await withdraw(wanjikuMaker, shown)
    return warningsIn(
      shown.notes.map(({ code }) => code),
      'account_shared',
      'mobile_shared',
    )
  },
  'the page of a member': async (shared, fill) => {
    await fill()
    await place(subject, shared)
    const { warnings } = await pageOf(world.people.wanjikuMaker, subject.id)
    return warningsIn(
      warnings.map(({ code }) => code),
      'account_shared',
      'mobile_shared',
    )
  },
  'the data quality list': async (shared, fill) => {
    await fill()
    await place(subject, shared)
    await keepFigures(world.house, { all: true })
    const found = async (kind: string) =>
      (await world.people.wanjikuMaker.get<FarmerWithFinding[]>(`/farmers/quality/CF4100/farmers/${kind}`)).body.some(
        ({ id }) => id === subject.id,
      )
    return { account: await found('account_shared'), mobile: await found('phone_shared') }
  },
}

/** The last of the others is somebody who counts, or does not. */
const situations: { last: string; change: Record<string, string>; counts: boolean | Warnings }[] = [
  { last: 'an active member', change: {}, counts: true },
  { last: 'a suspended member', change: { life_state: 'SUSPENDED' }, counts: true },
  { last: 'a farmer who waits for approval', change: { status: 'PENDING_APPROVAL' }, counts: true },
  { last: 'a member who left for another society', change: { life_state: 'TRANSFERRED' }, counts: false },
  { last: 'a member who died', change: { life_state: 'DECEASED' }, counts: false },
  { last: 'a farmer who was declined', change: { status: 'REJECTED' }, counts: false },
  {
    last: 'a member with the same number at another bank',
    change: { institution_code: '68' },
    counts: { account: false, mobile: true },
  },
]

describe.each([2, 5])('when %s members may share an account or a phone', (most) => {
  beforeAll(async () => {
    const name: SettingName = 'sharedAccountWarning'
    await world.owner.query(
      `insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
      [name, most],
    )
  })

  describe.each(Object.entries(doors))('%s', (_door, look) => {
    test('of the last allowed member is not pointed out', async () => {
      const shared = newShared()
      await addBankAccount(world, shared.account, subject.full_name)
      const fill = async () => {
        for (const member of others.slice(0, most - 1)) await place(member, shared)
      }
      expect(await look(shared, fill)).toEqual({ account: false, mobile: false })
    })

    test.each(situations)('counts $last rightly', async ({ change, counts }) => {
      const shared = newShared()
      await addBankAccount(world, shared.account, subject.full_name)
      const fill = async () => {
        for (const member of others.slice(0, most - 1)) await place(member, shared)
        await place(others[most - 1]!, shared, change)
      }
      const expected = typeof counts === 'boolean' ? { account: counts, mobile: counts } : counts
      expect(await look(shared, fill)).toEqual(expected)
    })
  })
})

test('a member who comes back to the society counts again: the decider sees who has the account and the phone now', async () => {
  const { wanjikuMaker } = world.people
  const shared = newShared()
  await place(subject, shared, { life_state: 'TRANSFERRED' })
  for (const member of others) await place(member, shared)
  const opened = await wanjikuMaker.post<{ data: UpdateRequest }>('/farmer/life-state', {
    id: subject.id,
    lifeState: 'ACTIVE',
    reason: 'Came back',
  })
  expect(opened.body.data.notes).toEqual([
    { code: 'account_shared', message: '5 other members: same account' },
    { code: 'mobile_shared', message: '5 other members: same mobile number' },
  ])
})
