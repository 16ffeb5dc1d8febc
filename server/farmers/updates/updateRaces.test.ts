import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import {
  approve,
  edit,
  freshMember,
  freshMembers,
  addBankAccount,
  newAccount,
  openRequest,
  rowOf,
  withdraw,
} from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
const people = () => world.people
const trail = async (id: string) => {
  const { rows } = await world.owner.query<{ line: string }>(
    `select action || ' ' || actor_name as line from audit_events where record_id = $1 order by id`,
    [id],
  )
  return rows.map(({ line }) => line)
}

describe('at the same time', () => {
  test('of many requests at once one is opened', async () => {
    const member = await freshMember(world)
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((letter) => edit(people().wanjikuMaker, member, { firstName: `Name${letter}` })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  test('of two approvals one copies the values, the other learns who and when', async () => {
    const { wanjikuMaker, otienoChecker, margaretManager } = people()
    for (let round = 0; round < 3; round++) {
      const member = await freshMember(world)
      const request = await openRequest(wanjikuMaker, member, { firstName: `Twice${'ABC'.charAt(round)}` })
      const answers = await Promise.all([otienoChecker, margaretManager].map((one) => approve(one, request, 'Seen')))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect((await rowOf(world, member.id))['version']).toBe(member.version + 1)
    }
  })

  test('taking back and approving at once: exactly one happens', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    for (let round = 0; round < 3; round++) {
      const member = await freshMember(world)
      const request = await openRequest(wanjikuMaker, member, { mobileNumber: `072290020${round}` })
      const [back, approved] = await Promise.all([withdraw(wanjikuMaker, request), approve(otienoChecker, request)])
      expect([back.status, approved.status].toSorted((a, b) => a - b)).toEqual([200, 409])
      const changed = (await rowOf(world, member.id))['mobile_number'] !== member.mobile_number
      expect(changed).toBe(approved.status === 200)
    }
  })

  test('two requests that want the same member number: one farmer gets it', async () => {
    const { wanjikuMaker, otienoChecker, margaretManager } = people()
    const [one, two] = await freshMembers(world, 2)
    const requests = await Promise.all(
      [one!, two!].map((member) => openRequest(wanjikuMaker, member, { memberNumber: 'WANTED9' })),
    )
    const answers = await Promise.all([approve(otienoChecker, requests[0]!), approve(margaretManager, requests[1]!)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { rows } = await world.owner.query(`select 1 from farmers where member_number = 'WANTED9'`)
    expect(rows).toHaveLength(1)
  })

  test('an edit during an approval is refused or comes after it: never both at once, never a crash', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    for (let round = 0; round < 6; round++) {
      const member = await freshMember(world)
      const request = await openRequest(wanjikuMaker, member, { mobileNumber: `072290040${round}` })
      const [approved, edited] = await Promise.all([
        approve(otienoChecker, request),
        edit(wanjikuMaker, member, { lastName: `Last${'ABCDEF'.charAt(round)}` }),
      ])
      expect(approved.status).toBe(200)
      expect([200, 409]).toContain(edited.status)
      if (edited.status === 409) expect(edited.body.code).toBe('change.open')
      // Who came after asks on top of what was approved.
      else expect(edited.body.data.before).toEqual({ lastName: (await rowOf(world, member.id))['last_name'] })
      const { rows } = await world.owner.query<{ n: number }>(
        `select count(*)::int as n from change_requests where target_id = $1 and status = 'PENDING_APPROVAL'`,
        [member.id],
      )
      expect(rows).toEqual([{ n: edited.status === 200 ? 1 : 0 }])
    }
  })

  test('a clerk who had the old farmer on the screen is refused after an approval', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const member = await freshMember(world)
    await approve(otienoChecker, await openRequest(wanjikuMaker, member, { mobileNumber: '0722900500' }))
    const late = await edit(wanjikuMaker, member, { lastName: 'Older', version: member.version })
    expect([late.status, late.body.code]).toEqual([409, 'record.changed'])
    expect(late.body.details).toEqual({ version: member.version + 1 })
  })

  test('a life state and a change of the same farmer: one is requested, whoever is faster', async () => {
    const { wanjikuMaker } = people()
    for (let round = 0; round < 3; round++) {
      const member = await freshMember(world)
      const answers = await Promise.all([
        wanjikuMaker.post('/farmer/life-state', { id: member.id, lifeState: 'SUSPENDED', reason: 'Unpaid shares' }),
        edit(wanjikuMaker, member, { firstName: 'Also' }),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })

  test('the same approval in a crowd and alone counts once', async () => {
    const { wanjikuMaker, otienoChecker, margaretManager } = people()
    const member = await freshMember(world)
    const { id, version } = await openRequest(wanjikuMaker, member, { mobileNumber: '0722900777' })
    const [alone, crowd] = await Promise.all([
      approve(otienoChecker, { id, version }),
      margaretManager.post('/farmer/updates/decide', {
        step: 'approve',
        records: [{ id, version }],
      }),
    ])
    expect([alone.status, crowd.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await rowOf(world, member.id))['version']).toBe(member.version + 1)
  })

  test('two members who are moved to one account at once: whoever decides second is shown the first', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const [one, two] = await freshMembers(world, 2)
    const account = newAccount()
    await addBankAccount(world, account, one!.full_name)
    const first = await openRequest(wanjikuMaker, one!, { bankCode: '11', account })
    const second = await openRequest(wanjikuMaker, two!, { bankCode: '11', account })
    expect(second.notes.map(({ code }) => code)).not.toContain('account_of_another')
    expect((await approve(otienoChecker, first)).status).toBe(200)
    const blind = await approve(otienoChecker, second, 'Looks fine')
    expect([blind.status, blind.body.code]).toEqual([409, 'record.changed'])
    const shown = await otienoChecker.get<UpdateRequest>(`/farmer/update-request/${second.id}`)
    expect(shown.body.notes.map(({ code }) => code)).toContain('account_of_another')
    expect(await trail(second.id)).toEqual(['propose Wanjiku Kamau', 'system Kahawa'])
  })
})

describe('many at once', () => {
  const decide = (step: 'approve' | 'decline', records: UpdateRequest[], approverComment?: string) =>
    people().otienoChecker.post<{ data: { done: number; rows: { id: string; outcome: string; code?: string }[] } }>(
      '/farmer/updates/decide',
      { step, approverComment, records: records.map(({ id, version }) => ({ id, version })) },
    )

  test('those without warnings are approved, those with are left with the reason', async () => {
    const { wanjikuMaker } = people()
    const [plain, risky] = await freshMembers(world, 2)
    const account = newAccount()
    await addBankAccount(world, account, 'SOMEBODY ELSE ENTIRELY')
    const safe = await openRequest(wanjikuMaker, plain!, { mobileNumber: '0722900300' })
    const warned = await openRequest(wanjikuMaker, risky!, { bankCode: '11', account })
    const { status, body } = await decide('approve', [safe, warned], 'All seen')
    expect(status).toBe(200)
    expect(body.data.rows).toMatchObject([
      { id: safe.id, outcome: 'done' },
      { id: warned.id, outcome: 'skipped', code: 'change.has_warnings' },
    ])
    expect((await rowOf(world, risky!.id))['account_number']).toBe(risky!.account_number)
  })

  test('all are rejected with one reason, never without', async () => {
    const { wanjikuMaker } = people()
    const members = await freshMembers(world, 2)
    const requests = await Promise.all(members.map((one) => openRequest(wanjikuMaker, one, { firstName: 'Bulk' })))
    expect((await decide('decline', requests)).status).toBe(422)
    expect((await decide('decline', requests, 'Not signed')).body.data.done).toBe(2)
  })
})
