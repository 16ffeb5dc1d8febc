import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Upload } from '#contract/uploads/uploads.ts'
import { farmersCsv } from './kit/farmerFiles.ts'
import { makeWorld, type World } from './kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('everybody of the valley is signed in', async () => {
  for (const person of Object.values(world.people)) {
    const { status, body } = await person.get<{ username: string }>('/auth/me')
    expect(status).toBe(200)
    expect(body.username).toBe(person.username)
  }
})

test('the real sign-in opens a session with the password of the demo', async () => {
  expect((await world.signIn('fcs.maker', 'not the password')).status).toBe(401)
  const { status, body } = await world.signIn('fcs.maker')
  expect(status).toBe(200)
  expect(body).toMatchObject({ error: false, data: { user: { username: 'fcs.maker' } } })
})

test('a farmers file is checked, approved and becomes farmers', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const society = world.organisationId('CF4100')
  const sent = await wanjikuMaker.upload<{ data: Upload }>(
    `/upload/cherry/farmer/${society}`,
    'new_members.csv',
    farmersCsv(3),
  )
  expect(sent.body).toMatchObject({ data: { numberOfLots: 3, ready: 3, status: { statusName: 'PENDING_APPROVAL' } } })
  const { id, version } = sent.body.data
  const approved = await otienoChecker.post(`/upload/cherry/approve_farmer/${society}`, { id, version })
  expect(approved.body).toMatchObject({ error: false, data: { done: 3, status: { statusName: 'APPROVED' } } })
})
