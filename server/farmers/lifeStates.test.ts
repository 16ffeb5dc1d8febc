import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEvent } from '#contract/audit.ts'
import type { Person } from '#test/kit/people.ts'
import {
  approve,
  freshMember,
  openRequest,
  pageOf,
  rowOf,
  withdraw,
  type Answer,
  type Member,
} from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
const ask = (person: Person, member: Pick<Member, 'id'>, lifeState: string, reason = 'The family told us') =>
  person.post<Answer>('/farmer/life-state', { id: member.id, lifeState, reason })

test('a life state changes by request and a second person only, with a reason', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker } = world.people
  const member = await freshMember(world)
  expect((await ask(wanjikuMaker, member, 'DECEASED', ' ')).status).toBe(422)
  expect((await ask(wanjikuMaker, member, 'GONE')).status).toBe(422)
  expect((await ask(otienoChecker, member, 'DECEASED')).status).toBe(403)
  expect((await ask(danielMaker, member, 'DECEASED')).status).toBe(404)
  const same = await ask(wanjikuMaker, member, 'ACTIVE')
  expect([same.status, same.body.code]).toEqual([422, 'change.nothing'])
  const { body } = await ask(wanjikuMaker, member, 'DECEASED')
  expect(body.data).toMatchObject({ subject: 'life_state', concern: 'LIFE_STATE', after: { lifeState: 'DECEASED' } })
  expect((await rowOf(world, member.id))['life_state']).toBe('ACTIVE')
  expect((await approve(otienoChecker, body.data)).status).toBe(200)
  expect((await rowOf(world, member.id))['life_state']).toBe('DECEASED')
  expect((await pageOf(otienoChecker, member.id)).warnings.map(({ code }) => code)).toContain('not_active')
})

test('of a suspension and its withdrawal at once exactly one happens', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const member = await freshMember(world)
  const { data } = (await ask(wanjikuMaker, member, 'SUSPENDED')).body
  const answers = await Promise.all([approve(otienoChecker, data), withdraw(wanjikuMaker, data)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('who has left frees the ID for another society, and needs a reason to come back once it is taken there', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker, purityChecker } = world.people
  const member = await freshMember(world)
  const elsewhere = await freshMember(world, { society: 'CF4101' })
  const taken = await openRequest(danielMaker, elsewhere, { farmerId: member.id_number })
  expect(taken.notes.map(({ code }) => code)).toEqual(['registered_elsewhere'])
  await withdraw(danielMaker, taken)
  await approve(otienoChecker, (await ask(wanjikuMaker, member, 'TRANSFERRED')).body.data)
  const free = await openRequest(danielMaker, elsewhere, { farmerId: member.id_number })
  expect(free.notes).toEqual([])
  expect((await approve(purityChecker, free)).status).toBe(200)
  const back = (await ask(wanjikuMaker, member, 'ACTIVE')).body.data
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
