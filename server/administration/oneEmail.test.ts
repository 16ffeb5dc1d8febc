import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '#server/kit/migrate.ts'
import type { Answered, Person } from '#test/kit/people.ts'
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
const told = ({ status, body }: Answered<Body>) => [status, body.code]
const taken = [409, 'email.taken']

test('nobody is invited with the address of somebody else, however it is written', async () => {
  for (const email of ['fcs.maker@demo.example', 'FCS.Maker@Demo.Example']) {
    const refused = await invite(email)
    expect(told(refused)).toEqual(taken)
    expect(refused.body.message).toContain('One address belongs to one user')
    expect(refused.body.details?.fields).toEqual({ email: 'Another user has this address' })
  }
})

test('nor with one that waits for somebody else; a user without one is no trouble', async () => {
  const first = await invite('mary@othameru.example')
  expect(first.status).toBe(200)
  expect(told(await invite('Mary@othameru.example'))).toEqual(taken)
  await beatrice.post('/admin/changes/decline', { ...first.body.data, approverComment: 'Not needed' })
  expect((await invite('Mary@othameru.example')).status).toBe(200)
  for (const _ of [1, 2]) expect((await approve((await invite('')).body.data.id)).status).toBe(200)
})

test('a user changes to no address of another, keeps the own, and may write it otherwise', async () => {
  const { wanjikuMaker } = world.people
  const change = (email: string) => samuel.post<Body>(`/admin/users/${wanjikuMaker.id}`, { email, reason })
  expect(told(await change('fcs.checker@demo.example'))).toEqual(taken)
  expect(told(await change('fcs.maker@demo.example'))).toEqual([422, 'change.nothing'])
  const asked = await change('FCS.maker@demo.example')
  expect((await approve(asked.body.data.id)).status).toBe(200)
})

test('an address that was given away meanwhile is refused at the approval, and the change goes on waiting', async () => {
  const asked = await invite('late@othameru.example')
  await world.owner.query(`update users set email = ' LATE@othameru.example' where username = 'gov.viewer'`)
  expect(told(await approve(asked.body.data.id))).toEqual(taken)
  const { rows } = await world.owner.query<{ status: string }>('select status from change_requests where id = $1', [
    asked.body.data.id,
  ])
  expect(rows).toEqual([{ status: 'PENDING_APPROVAL' }])
  await world.owner.query(`update users set email = 'gov.viewer@demo.example' where username = 'gov.viewer'`)
  expect((await approve(asked.body.data.id)).status).toBe(200)
})

test('of two who ask at once for one address one is refused', async () => {
  const answers = await Promise.all([invite('twin@othameru.example'), invite('Twin@othameru.example', beatrice)])
  expect(answers.map(told).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([[200, undefined], taken])
})

test('the table itself holds no address twice', async () => {
  const clash = world.owner.query(`update users set email = ' FCS.CHECKER@demo.example ' where username = 'gov.viewer'`)
  await expect(clash).rejects.toMatchObject({ code: '23505', constraint: 'one_email_one_user' })
})

test('where addresses stand twice, whoever is not shut out and came first keeps theirs, and the others’ trails say so', async () => {
  const { owner } = world
  const migration = await readFile(join(migrationsFolder, '0041_safer_by_default.sql'), 'utf8')
  await owner.query('drop index one_email_one_user')
  const names = ['miller.maker', 'miller.checker', 'broker.maker']
  await owner.query(`update users set email = 'Mill@thangari.example ' where username = any ($1)`, [names])
  await owner.query(`update users set status = 'SUSPENDED' where username = 'miller.maker'`)
  await owner.query(`update users set email = ' ' where username in ('bank.maker', 'kpcu.maker')`)
  await owner.query(migration)
  const { rows } = await owner.query<{ username: string; email: string | null }>(
    `select username, email from users where username = any ($1) order by id`,
    [[...names, 'bank.maker', 'kpcu.maker']],
  )
  expect(Object.fromEntries(rows.map(({ username, email }) => [username, email]))).toEqual({
    'miller.maker': null,
    'miller.checker': 'Mill@thangari.example ',
    'broker.maker': null,
    'bank.maker': null,
    'kpcu.maker': null,
  })
  const trail = await owner.query<{ username: string; comment: string; before: string }>(
    `select u.username, e.comment, e.changes -> 'email' ->> 'before' as before from audit_events e join users u on u.id = e.record_id
     where e.kind = 'user' and e.action = 'system' order by u.username`,
  )
  expect(trail.rows).toEqual(
    ['broker.maker', 'miller.maker'].map((username) => ({
      username,
      comment: 'Another user has this e-mail',
      before: 'Mill@thangari.example ',
    })),
  )
})
