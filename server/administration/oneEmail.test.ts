import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpAnswer, Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { code?: string; message: string; details?: { fields?: Record<string, string> }; data: { id: string } }

let world: World
let samuel: Person
let beatrice: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  samuel = world.people.samuelAdministrator
  beatrice = world.people.beatriceAdministrator
})
afterAll(() => world?.close())

let serial = 0
const reason = 'New at the counter'
const invite = (email: string, who = samuel) =>
  who.post<Body>('/admin/users', {
    username: `mary.${(serial += 1)}`,
    fullName: `Mary Wambui ${serial}`,
    email,
    organisationCode: 'CF4100',
    role: 'FCS_MAKER',
    reason,
  })
const approve = (id: string) => beatrice.post<Body>('/admin/changes/approve', { id })
const refusal = ({ status, body }: HttpAnswer<Body>) => [status, body.code]
const emailTaken = [409, 'email.taken']

test('nobody is invited with the address of somebody else, however it is written', async () => {
  for (const email of ['fcs.maker@demo.example', 'FCS.Maker@Demo.Example']) {
    const refused = await invite(email)
    expect(refusal(refused)).toEqual(emailTaken)
    expect(refused.body.message).toContain('One address belongs to one user')
    expect(refused.body.details?.fields).toEqual({ email: 'Another user has this address' })
  }
})

test('nor with one that waits for somebody else; a user without one is no trouble', async () => {
  const first = await invite('mary@othameru.example')
  expect(first.status).toBe(200)
  expect(refusal(await invite('Mary@othameru.example'))).toEqual(emailTaken)
  await beatrice.post('/admin/changes/decline', { ...first.body.data, approverComment: 'Not needed' })
  expect((await invite('Mary@othameru.example')).status).toBe(200)
  for (const _ of [1, 2]) expect((await approve((await invite('')).body.data.id)).status).toBe(200)
})

test('a user changes to no address of another, keeps the own, and may write it otherwise', async () => {
  const { wanjikuMaker } = world.people
  const change = (email: string) => samuel.post<Body>(`/admin/users/${wanjikuMaker.id}`, { email, reason })
  expect(refusal(await change('fcs.checker@demo.example'))).toEqual(emailTaken)
  expect(refusal(await change('fcs.maker@demo.example'))).toEqual([422, 'change.nothing'])
  const requested = await change('FCS.maker@demo.example')
  expect((await approve(requested.body.data.id)).status).toBe(200)
})

test('an address that was given away meanwhile is refused at the approval, and the change goes on waiting', async () => {
  const requested = await invite('late@othameru.example')
  await world.owner.query(`update users set email = ' LATE@othameru.example' where username = 'gov.viewer'`)
  expect(refusal(await approve(requested.body.data.id))).toEqual(emailTaken)
  const { rows } = await world.owner.query<{ status: string }>('select status from change_requests where id = $1', [
    requested.body.data.id,
  ])
  expect(rows).toEqual([{ status: 'PENDING_APPROVAL' }])
  await world.owner.query(`update users set email = 'gov.viewer@demo.example' where username = 'gov.viewer'`)
  expect((await approve(requested.body.data.id)).status).toBe(200)
})

test('of two who ask at once for one address one is refused', async () => {
  const answers = await Promise.all([invite('twin@othameru.example'), invite('Twin@othameru.example', beatrice)])
  expect(answers.map(refusal).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([[200, undefined], emailTaken])
})

test('the table itself holds no address twice', async () => {
  const clash = world.owner.query(`update users set email = ' FCS.CHECKER@demo.example ' where username = 'gov.viewer'`)
  await expect(clash).rejects.toMatchObject({ code: '23505', constraint: 'one_email_one_user' })
})
