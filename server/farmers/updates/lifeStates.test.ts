import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEvent } from '#contract/house/audit.ts'
import type { Person } from '#test/kit/people.ts'
import { lifeStates, type LifeState } from '#contract/farmers/lifeStates.ts'
import { deliveriesCsv, deliveryForm } from '#test/kit/deliveryFiles.ts'
import { problemsOf, uploadRows } from '#test/faults/farmerWays.ts'
import { newFarmers } from '#test/kit/farmerFiles.ts'
import {
  approve,
  edit,
  freshMember,
  addBankAccount,
  newAccount,
  openRequest,
  pageOf,
  rowOf,
  withdraw,
  type UpdateAnswer,
  type Member,
} from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
const requestState = (person: Person, member: Pick<Member, 'id'>, lifeState: string, reason = 'The family told us') =>
  person.post<UpdateAnswer>('/farmer/life-state', { id: member.id, lifeState, reason })

test('a life state changes by request and a second person only, with a reason', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker } = world.people
  const member = await freshMember(world)
  expect((await requestState(wanjikuMaker, member, 'DECEASED', ' ')).status).toBe(422)
  expect((await requestState(wanjikuMaker, member, 'GONE')).status).toBe(422)
  expect((await requestState(otienoChecker, member, 'DECEASED')).status).toBe(403)
  expect((await requestState(danielMaker, member, 'DECEASED')).status).toBe(404)
  const same = await requestState(wanjikuMaker, member, 'ACTIVE')
  expect([same.status, same.body.code]).toEqual([422, 'change.nothing'])
  const { body } = await requestState(wanjikuMaker, member, 'DECEASED')
  expect(body.data).toMatchObject({ subject: 'life_state', concern: 'LIFE_STATE', after: { lifeState: 'DECEASED' } })
  expect((await rowOf(world, member.id))['life_state']).toBe('ACTIVE')
  expect((await approve(otienoChecker, body.data)).status).toBe(200)
  expect((await rowOf(world, member.id))['life_state']).toBe('DECEASED')
  expect((await pageOf(otienoChecker, member.id)).warnings.map(({ code }) => code)).toContain('not_active')
})

/** Brings a member into a life state as people do: one asks, another approves. */
async function bring(member: Member, ...states: LifeState[]): Promise<Member> {
  const { wanjikuMaker, otienoChecker } = world.people
  for (const state of states) {
    const { status } = await approve(
      otienoChecker,
      (await requestState(wanjikuMaker, member, state)).body.data,
      'Papers seen',
    )
    expect(status).toBe(200)
  }
  return member
}

test('from each life state only those follow that make sense, and nobody leaves from among the dead', async () => {
  const { wanjikuMaker } = world.people
  const ways: Record<LifeState, LifeState[]> = { ACTIVE: [], SUSPENDED: [], DECEASED: [], TRANSFERRED: [], ERASED: [] }
  // Nobody comes to be erased so: that is a request of its own.
  for (const from of lifeStates.filter((state) => state !== 'ERASED')) {
    const member = await freshMember(world)
    if (from !== 'ACTIVE') await bring(member, from)
    for (const to of lifeStates) {
      const { status, body } = await requestState(wanjikuMaker, member, to)
      if (status === 200) {
        ways[from].push(to)
        await withdraw(wanjikuMaker, body.data)
      } else expect([status, body.code]).toEqual(to === from ? [422, 'change.nothing'] : [409, 'farmer.life_state'])
    }
  }
  expect(ways).toEqual({
    ACTIVE: ['SUSPENDED', 'DECEASED', 'TRANSFERRED'],
    SUSPENDED: ['ACTIVE', 'DECEASED', 'TRANSFERRED'],
    DECEASED: ['ACTIVE'],
    TRANSFERRED: ['ACTIVE'],
    ERASED: [],
  })
})

test('who returns from among the dead is looked at alone, with a reason', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await bring(await freshMember(world), 'DECEASED')
  const { data } = (await requestState(wanjikuMaker, member, 'ACTIVE', 'It was his father')).body
  expect(data.notes.map(({ code }) => code)).toEqual(['deceased'])
  const crowd = await otienoChecker.post<{ code?: string }>('/farmer/updates/decide', {
    step: 'approve',
    approverComment: 'All seen',
    records: [{ id: data.id, version: data.version }],
  })
  expect([crowd.status, crowd.body.code]).toEqual([409, 'change.has_warnings'])
  expect((await approve(otienoChecker, data)).body.code).toBe('step.comment_required')
  expect((await approve(otienoChecker, data, 'Seen with his ID card')).status).toBe(200)
  expect((await rowOf(world, member.id))['life_state']).toBe('ACTIVE')
})

test.each(['SUSPENDED', 'DECEASED', 'TRANSFERRED'] as const)(
  'who is %s delivers nothing, by hand or by file',
  async (state) => {
    const { wanjikuMaker } = world.people
    const member = await bring(await freshMember(world), state)
    const lookUp = await wanjikuMaker.get<UpdateAnswer>('/farmercherry/farmer', { memberNumber: member.member_number })
    expect([lookUp.status, lookUp.body.code]).toEqual([404, 'delivery.unknown_member'])
    const entered = await wanjikuMaker.post<UpdateAnswer>('/farmercherry/', deliveryForm(member.member_number, 20))
    expect([entered.status, entered.body.details]).toEqual([
      422,
      { fields: { memberNumber: 'No approved, active member has this number' } },
    ])
    const file = await wanjikuMaker.upload(
      `/upload/cherry/deliveries/${world.organisationId('CF4100')}`,
      'book.csv',
      deliveriesCsv(1, { memberNumber: member.member_number }),
    )
    expect(file.status).toBe(424)
    await bring(member, 'ACTIVE')
    expect((await wanjikuMaker.get('/farmercherry/farmer', { memberNumber: member.member_number })).status).toBe(200)
  },
)

test('a change of account of who is suspended needs a reason, other changes need none', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await bring(await freshMember(world), 'SUSPENDED')
  const renamed = await openRequest(wanjikuMaker, member, { mobileNumber: '0733600801' })
  expect(renamed.notes).toEqual([])
  expect((await approve(otienoChecker, renamed)).status).toBe(200)
  const account = newAccount()
  await addBankAccount(world, account, member.full_name)
  const moved = await openRequest(wanjikuMaker, member, { bankCode: '11', account })
  expect(moved.notes.map(({ code }) => code)).toEqual(['suspended'])
  expect((await approve(otienoChecker, moved)).body.code).toBe('step.comment_required')
})

test('of the dead only the account changes, for the next of kin and with a reason', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await bring(await freshMember(world), 'DECEASED')
  const account = newAccount()
  await addBankAccount(world, account, 'Grace Muthoni Wanjohi')
  for (const values of [
    { firstName: 'Other' },
    { farmerId: '99887766' },
    { bankCode: '11', account, lastName: 'Other' },
  ]) {
    const { status, body } = await edit(wanjikuMaker, member, values)
    expect([status, body.code]).toEqual([409, 'farmer.deceased'])
  }
  const request = await openRequest(wanjikuMaker, member, {
    bankCode: '11',
    account,
    accountName: 'Grace Muthoni Wanjohi',
    reason: 'Letters of administration of 3 November',
  })
  expect(request.notes.map(({ code }) => code)).toEqual(['name_differs', 'deceased'])
  expect((await approve(otienoChecker, request)).body.code).toBe('step.comment_required')
  expect((await approve(otienoChecker, request, 'Letters seen')).status).toBe(200)
  expect(await rowOf(world, member.id)).toMatchObject({ account_number: account, life_state: 'DECEASED' })
})

test('of who has left nothing changes but the return', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await freshMember(world)
  const early = await openRequest(wanjikuMaker, member, { firstName: 'Late' })
  // Nobody can do this through the product; the approval looks all the same.
  await world.owner.query(`update farmers set life_state = 'TRANSFERRED' where id = $1`, [member.id])
  expect((await approve(otienoChecker, early)).body.code).toBe('farmer.left')
  await withdraw(wanjikuMaker, early)
  for (const values of [{ firstName: 'Other' }, { bankCode: '11', account: newAccount() }]) {
    const { status, body } = await edit(wanjikuMaker, member, values)
    expect([status, body.code]).toEqual([409, 'farmer.left'])
  }
  await bring(member, 'ACTIVE')
  expect((await edit(wanjikuMaker, member, { firstName: 'Other' })).status).toBe(200)
})

test('no file registers again whom the society has, alive or not; another society may take who has left', async () => {
  const { wanjikuMaker, danielMaker } = world.people
  for (const state of ['SUSPENDED', 'DECEASED', 'TRANSFERRED'] as const) {
    const member = await bring(await freshMember(world), state)
    const [again, there] = newFarmers(2, { farmerId: member.id_number })
    const here = await uploadRows(world, wanjikuMaker, [again!])
    expect((await problemsOf(wanjikuMaker, here.id)).map(({ code }) => code)).toEqual(['registered_here'])
    const elsewhere = await uploadRows(world, danielMaker, [there!])
    const codes = (await problemsOf(danielMaker, elsewhere.id)).map(({ code }) => code)
    expect([state, codes]).toEqual([state, state === 'TRANSFERRED' ? [] : ['registered_elsewhere']])
  }
})

test('of a suspension and its withdrawal at once exactly one happens', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await freshMember(world)
  const { data } = (await requestState(wanjikuMaker, member, 'SUSPENDED')).body
  const answers = await Promise.all([approve(otienoChecker, data), withdraw(wanjikuMaker, data)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('who has left frees the ID for another society, and needs a reason to come back once it is registered there', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker, purityChecker } = world.people
  const member = await freshMember(world)
  const elsewhere = await freshMember(world, { society: 'CF4101' })
  const request = await openRequest(danielMaker, elsewhere, { farmerId: member.id_number })
  expect(request.notes.map(({ code }) => code)).toEqual(['registered_elsewhere'])
  await withdraw(danielMaker, request)
  await approve(otienoChecker, (await requestState(wanjikuMaker, member, 'TRANSFERRED')).body.data)
  const free = await openRequest(danielMaker, elsewhere, { farmerId: member.id_number })
  expect(free.notes).toEqual([])
  expect((await approve(purityChecker, free)).status).toBe(200)
  const back = (await requestState(wanjikuMaker, member, 'ACTIVE')).body.data
  expect(back.notes.map(({ code }) => code)).toEqual(['registered_elsewhere'])
  expect((await approve(otienoChecker, back)).body.code).toBe('step.comment_required')
  expect((await approve(otienoChecker, back, 'Left the other society in May')).status).toBe(200)
})

test('the history of a farmer tells its requests and plots in order, and nothing of anybody else', async () => {
  const { wanjikuMaker, otienoChecker, aminaViewer } = world.people
  const [member, other] = [await freshMember(world), await freshMember(world)]
  await openRequest(wanjikuMaker, other, { firstName: 'Somebody' })
  await approve(otienoChecker, await openRequest(wanjikuMaker, member, { mobileNumber: '0733600700' }))
  await wanjikuMaker.post(`/farmer/${member.id}/plots`, {
    name: 'Home',
    geometry: '{"type":"Point","coordinates":[36.910000,-0.410000]}',
    areaHa: 0.5,
  })
  const path = `/farmer/${member.id}/history`
  const { body } = await otienoChecker.get<AuditEvent[]>(path)
  expect(body.map(({ kind, action, by }) => `${kind} ${action} ${by}`)).toEqual([
    'farmer_update propose Wanjiku Kamau',
    'farmer_update approve Otieno Ouma',
    'farm_plot create Wanjiku Kamau',
  ])
  expect(body[0]?.changes['mobileNumber']).toEqual({ before: member.mobile_number, after: '254733600700' })
  expect((await aminaViewer.get(path)).bytes.toString()).not.toContain('733600700')
})
