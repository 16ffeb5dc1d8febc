import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Line = Record<string, unknown>
let world: World
let lines: Line[]
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  lines = []
  vi.spyOn(world.house.log, 'warn').mockImplementation((...[fields, text]: unknown[]) => {
    if (text === 'refused') lines.push(fields as Line)
  })
})
afterEach(() => {
  setClock(null)
  vi.restoreAllMocks()
})
afterAll(() => world?.close())

const address = expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/) as string // another one for each request of a test
const idOf = async (username: string): Promise<string> =>
  (await world.owner.query<{ id: string }>('select id from users where username = $1', [username])).rows[0]?.id ?? ''

test('a failed sign-in is in the log, without the name and the password that were typed', async () => {
  await world.signIn('wanjiku-s secret', 'Nobody-knows-this-9')
  expect(lines).toEqual([
    {
      security: 'sign-in',
      code: 'session.wrong',
      call: 'POST /api/auth/login',
      address,
      requestId: expect.stringMatching(/^[\w-]{20,}$/) as string,
    },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/wanjiku|Nobody/)
})

test('a right that somebody lacks is in the log, with who and what', async () => {
  const { wanjikuMaker } = world.people
  expect((await wanjikuMaker.get('/admin/users', { paginate: 'Y' })).status).toBe(403)
  expect(lines).toMatchObject([
    {
      security: 'right',
      code: 'permission.missing',
      call: 'GET /api/admin/users',
      address,
      user: await idOf('fcs.maker'),
      organisation: 'CF4100',
    },
  ])
})

test('a record of somebody else is in the log, without its address', async () => {
  const { wanjikuMaker } = world.people
  const other = world.organisationId('CF4101')
  expect((await wanjikuMaker.get(`/upload/cherry/getFarmers/${other}`)).status).toBe(404)
  expect(lines).toMatchObject([
    {
      security: 'right',
      code: 'record.not_found',
      call: 'GET /api/upload/cherry/getFarmers/:organizationId',
      user: await idOf('fcs.maker'),
    },
  ])
  expect(JSON.stringify(lines)).not.toContain(other)
})

test('input that no screen sends is in the log, without what was sent', async () => {
  const { wanjikuMaker } = world.people
  await wanjikuMaker.post('/auth/password', { current: { $ne: 'x' }, next: 'Seven-brown-goats-9' })
  await world.stranger({
    method: 'POST',
    path: '/auth/login',
    body: 'text of no kind',
    headers: { 'content-type': 'text/plain' },
  })
  expect(lines).toMatchObject([
    { security: 'input', code: 'input.invalid', call: 'POST /api/auth/password', user: await idOf('fcs.maker') },
    { security: 'input', code: 'input.not_json', call: 'POST /api/auth/login', address },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/goats|\$ne|no kind/)
})

test('who calls too often is in the log, by lines that can be gathered', async () => {
  const { otienoChecker } = world.people
  // However long the calls take: nobody's bucket fills again meanwhile.
  const at = Date.now()
  setClock(() => at)
  const answers = await Promise.all(Array.from({ length: 400 }, () => otienoChecker.get('/auth/me')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(10)
  expect(lines).toHaveLength(refused.length)
  expect(new Set(lines.map((line) => JSON.stringify({ ...line, address: '' }))).size).toBe(1)
  expect(lines[0]).toEqual({
    security: 'rate',
    code: 'rate.limited',
    call: 'GET /api/auth/me',
    address,
    user: await idOf('fcs.checker'),
    organisation: 'CF4100',
  })
})

test('what belongs to a day of work is not', async () => {
  expect((await world.stranger({ method: 'GET', path: '/auth/me' })).status).toBe(401)
  expect((await world.people.wanjikuMaker.get('/auth/me')).status).toBe(200)
  expect(lines).toEqual([])
})
