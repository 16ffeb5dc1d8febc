import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { idleMinutes, longestHours } from '#server/kit/web/sessionToken.ts'
import { appCode } from '#test/kit/appCode.ts'
import type { RequestOptions } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { demoPassword } from './demo.ts'
import { sessionSweep } from './session.ts'

type Refused = { code: string; details?: { retryAfterSeconds?: number } }
type SignedIn = { data: { token: string; expiresAt: string; user: { username: string } } }
type Totp = { data: { secret: string; uri: string; recoveryCodes: string[] } }

let world: World
let time: number
const pass = (seconds: number): void => {
  time += seconds * 1000
}

beforeAll(async () => {
  world = await makeWorld({ settings: { TRUST_PROXY: 'uniquelocal' } })
})
beforeEach(async () => {
  time = Date.now()
  setClock(() => time)
  await world.owner.query('delete from sign_in_delays')
})
afterEach(() => setClock(null))
afterAll(() => world.close())

const login = (username: string, more: { password?: string; code?: string } & Pick<RequestOptions, 'headers'> = {}) => {
  const { headers, ...body } = more
  return world.stranger({
    method: 'POST',
    path: '/auth/login',
    body: { username, password: demoPassword, ...body },
    ...(headers ? { headers } : {}),
  })
}
const me = (token: string) => world.stranger({ method: 'GET', path: '/auth/me', token })
const tokenOf = (answer: { body: unknown }): string => (answer.body as SignedIn).data.token
const codeIn = (answer: { body: unknown }): string => (answer.body as Refused).code
const actions = async (username: string): Promise<string[]> => {
  const { rows } = await world.owner.query<{ action: string }>(
    `select action from audit_events e join users u on u.id = e.record_id where e.kind = 'user' and u.username = $1 order by e.id`,
    [username],
  )
  return rows.map(({ action }) => action)
}

test('the right password opens a session that the bearer header and the cookie both carry', async () => {
  const answer = await login('Gov.Viewer')
  expect(answer).toMatchObject({ status: 200, body: { error: false, data: { user: { username: 'gov.viewer' } } } })
  expect((answer.body as SignedIn).data.expiresAt).toBe(new Date(time + longestHours * 3_600_000).toISOString())
  const token = tokenOf(answer)
  expect((await me(token)).body).toMatchObject({
    username: 'gov.viewer',
    organisation: { organisationType: { id: 7, name: 'GOVERMENT' } },
    roleId: { name: 'GOVERNMENT_VIEWER', permissions: ['CAN_VIEW_FARMERS', 'CAN_VIEW_PAYOUTS', 'CAN_VIEW_AUDIT'] },
  })
  const byCookie = await world.stranger({ method: 'GET', path: '/auth/me', headers: { cookie: `kahawa=${token}` } })
  expect(byCookie.status).toBe(200)
  expect(await actions('gov.viewer')).toEqual(['sign_in'])
})

test('only the hash of the token is stored, and every sign-in has a new one', async () => {
  const first = tokenOf(await login('kpcu.maker'))
  const second = tokenOf(await login('kpcu.maker'))
  expect(second).not.toBe(first)
  const { rows } = await world.owner.query<{ all: string }>(`select string_agg(s::text, ' ') as all from sessions s`)
  expect(rows[0]?.all).not.toContain(first)
})

test('the cookie is out of reach of scripts and of other sites', async () => {
  const { headers } = await login('kpcu.checker')
  expect(headers['set-cookie']).toMatch(/^kahawa=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict(,|$)/)
  expect(headers['set-cookie']).not.toContain('Secure')
  const secure = await login('kpcu.checker', { headers: { 'x-forwarded-proto': 'https' } })
  expect(secure.headers['set-cookie']).toMatch(/^__Host-kahawa=[^;]+; Path=\/; [^,]*; Secure,__Host-kahawa-device=/)
})

test('a wrong password and an unknown user are told the same', async () => {
  const wrong = await login('broker.maker', { password: 'Not-the-password' })
  const unknown = await login('nobody.here')
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(unknown.body).toEqual(wrong.body)
  expect(codeIn(wrong)).toBe('session.wrong')
  expect(await actions('broker.maker')).toEqual(['sign_in_failed'])
})

test('a suspended user is told so only with the right password, and loses the running session', async () => {
  const token = tokenOf(await login('broker.checker'))
  await world.owner.query(`update users set status = 'SUSPENDED' where username = 'broker.checker'`)
  expect((await me(token)).status).toBe(401)
  expect(codeIn(await login('broker.checker'))).toBe('session.suspended')
  expect(codeIn(await login('broker.checker', { password: 'Wrong-password' }))).toBe('session.wrong')
})

test('a session ends after half an hour without use and after twelve hours in any case', async () => {
  const idle = tokenOf(await login('miller.maker'))
  const busy = tokenOf(await login('miller.maker'))
  for (let minutes = 0; minutes < longestHours * 60; minutes += idleMinutes - 1) {
    expect((await me(busy)).status, `after ${minutes} minutes`).toBe(200)
    pass((idleMinutes - 1) * 60)
  }
  expect((await me(busy)).status).toBe(401)
  expect((await me(idle)).status).toBe(401)
})

test('guessing gets slower and slower, and says how long to wait', async () => {
  const guess = () => login('marketer.maker', { password: 'Guess' })
  for (let failed = 0; failed < 3; failed++) expect(codeIn(await guess())).toBe('session.wrong')
  const waits: number[] = []
  for (let n = 0; n < 12; n++) {
    const refused = await guess()
    expect([refused.status, codeIn(refused)]).toEqual([429, 'session.delayed'])
    const wait = (refused.body as Refused).details?.retryAfterSeconds ?? 0
    expect(refused.headers['retry-after']).toBe(String(wait))
    waits.push(wait)
    pass(wait)
    expect(codeIn(await guess())).toBe('session.wrong')
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  expect((await login('marketer.maker')).status).toBe(429)
  pass(900)
  expect((await login('marketer.maker')).status).toBe(200)
  expect((await login('marketer.maker')).status).toBe(200)
})

test('a burst of guesses at once is counted one by one', async () => {
  const burst = await Promise.all(Array.from({ length: 12 }, () => login('marketer.checker', { password: 'Guess' })))
  expect(burst.filter(({ status }) => status === 401).length).toBe(3)
  expect(burst.filter(({ status }) => status === 429).length).toBe(9)
})

test('a stranger who guesses cannot keep the owner out of a known device', async () => {
  const first = await login('fcs.checker')
  const device = first.headers['x-kahawa-device'] ?? ''
  for (let n = 0; n < 5; n++) await login('fcs.checker', { password: 'Guess' })
  expect((await login('fcs.checker')).status).toBe(429)
  expect((await login('fcs.checker', { headers: { 'x-kahawa-device': 'A'.repeat(43) } })).status).toBe(429)
  const entered = await login('fcs.checker', { headers: { cookie: `theme=dark; kahawa-device=${device}` } })
  expect(entered.status).toBe(200)
  // A stranger learns nothing by it, and the device of one user is no help for another.
  expect((await login('fcs.checker')).status).toBe(429)
  for (let n = 0; n < 5; n++) await login('fcs.manager', { password: 'Guess', headers: { 'x-kahawa-device': device } })
  expect((await login('fcs.manager', { headers: { 'x-kahawa-device': device } })).status).toBe(429)
})

test('the known device has a count of its own', async () => {
  const device = (await login('fcs2.checker')).headers['x-kahawa-device'] ?? ''
  const headers = { 'x-kahawa-device': device }
  for (let n = 0; n < 3; n++) expect((await login('fcs2.checker', { password: 'Guess', headers })).status).toBe(401)
  expect((await login('fcs2.checker', { headers })).status).toBe(429)
  expect((await login('fcs2.checker')).status).toBe(200)
})

test('the second factor is asked for, each of its codes is good once, and recovery codes replace it once each', async () => {
  const person = await world.newSession('bank.checker')
  expect(codeIn(await person.post('/auth/totp', { action: 'enrol', password: 'Wrong' }))).toBe('session.wrong')
  const { data } = (await person.post<Totp>('/auth/totp', { action: 'enrol', password: demoPassword })).body
  expect(data.uri).toMatch(/^otpauth:\/\/totp\/Kahawa:bank\.checker\?/)
  expect(codeIn(await person.post('/auth/totp', { action: 'confirm', code: '000000' }))).toBe('session.code_wrong')
  // Not confirmed yet: nobody is locked out by a code that was never scanned.
  expect((await login('bank.checker')).status).toBe(200)
  const confirmed = await person.post<Totp>('/auth/totp', { action: 'confirm', code: appCode(data.secret) })
  const codes = confirmed.body.data.recoveryCodes
  expect(new Set(codes).size).toBe(10)
  expect(codeIn(await person.post('/auth/totp', { action: 'enrol', password: demoPassword }))).toBe('step.wrong_state')

  expect(codeIn(await login('bank.checker'))).toBe('session.code_required')
  const replayed = await login('bank.checker', { code: appCode(data.secret) })
  expect(codeIn(replayed)).toBe('session.code_wrong')
  pass(30)
  const code = appCode(data.secret)
  expect((await login('bank.checker', { code })).status).toBe(200)
  expect(codeIn(await login('bank.checker', { code }))).toBe('session.code_wrong')
  pass(30)
  const early = appCode(data.secret, 60_000)
  expect(codeIn(await login('bank.checker', { code: early }))).toBe('session.code_wrong')

  await world.owner.query('delete from sign_in_delays')
  const [recovery = '', another = ''] = codes
  expect((await login('bank.checker', { code: recovery.toUpperCase().replace('-', ' ') })).status).toBe(200)
  expect(codeIn(await login('bank.checker', { code: recovery }))).toBe('session.code_wrong')
  const { rows } = await world.owner.query(`select u::text as row from users u where username = 'bank.checker'`)
  expect(rows[0]?.row).not.toContain(another)

  const off = await person.post('/auth/totp', { action: 'disable', password: demoPassword, code: another })
  expect(off.status).toBe(200)
  expect((await login('bank.checker')).status).toBe(200)
  expect(await actions('bank.checker')).toEqual(expect.arrayContaining(['totp_on', 'totp_off']))
})

test('two sign-ins with the same code at once: one wins', async () => {
  const person = await world.newSession('bank.maker')
  const { data } = (await person.post<Totp>('/auth/totp', { action: 'enrol', password: demoPassword })).body
  await person.post('/auth/totp', { action: 'confirm', code: appCode(data.secret) })
  pass(60)
  const code = appCode(data.secret)
  const both = await Promise.all([login('bank.maker', { code }), login('bank.maker', { code })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('a password without a code wins no fresh guesses at the code', async () => {
  const person = await world.newSession('warehouse.user')
  const { data } = (await person.post<Totp>('/auth/totp', { action: 'enrol', password: demoPassword })).body
  await person.post('/auth/totp', { action: 'confirm', code: appCode(data.secret) })
  for (let n = 0; n < 3; n++) {
    expect(codeIn(await login('warehouse.user', { code: '123456' }))).toBe('session.code_wrong')
    await login('warehouse.user')
  }
  expect((await login('warehouse.user', { code: '123456' })).status).toBe(429)
})

test('a new password ends the other sessions', async () => {
  const mine = tokenOf(await login('warehouse.maker'))
  const other = tokenOf(await login('warehouse.maker'))
  const change = (current: string, next: string) =>
    world.stranger({ method: 'POST', path: '/auth/password', token: mine, body: { current, next } })
  expect(codeIn(await change('Not-this-one', 'Seven-brown-goats-9'))).toBe('session.wrong')
  for (const weak of [
    'short',
    'fourteen-chars',
    demoPassword,
    'passwordpassword',
    'warehouse.maker',
    'aaaaaaaaaaaaaaaaaa',
  ])
    expect([weak, codeIn(await change(demoPassword, weak))]).toEqual([weak, 'password.weak'])
  await world.owner.query('delete from sign_in_delays')
  expect((await change(demoPassword, 'Seven-brown-goats-9')).status).toBe(200)
  expect((await me(mine)).status).toBe(200)
  expect((await me(other)).status).toBe(401)
  expect((await login('warehouse.maker')).status).toBe(401)
  expect((await login('warehouse.maker', { password: 'Seven-brown-goats-9' })).status).toBe(200)
  expect(await actions('warehouse.maker')).toContain('password_changed')
})

test('guesses at the password inside a session are slowed down too', async () => {
  const { samuelAdministrator } = world.people
  const guess = () => samuelAdministrator.post('/auth/password', { current: 'Guess', next: 'Seven-brown-goats-9' })
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) statuses.push((await guess()).status)
  expect(statuses).toEqual([401, 401, 401, 429])
})

test('signing out ends the session and takes the cookie away', async () => {
  const token = tokenOf(await login('miller.checker'))
  pass(1)
  const out = await world.stranger({ method: 'POST', path: '/auth/logout', token })
  expect(out.headers['set-cookie']).toMatch(/^kahawa=; Path=\/; Max-Age=0; HttpOnly/)
  expect((await me(token)).status).toBe(401)
  expect(await actions('miller.checker')).toEqual(['sign_in', 'sign_out'])
})

test('a permission that is taken away is gone at the next request', async () => {
  const { aminaViewer } = world.people
  expect((await aminaViewer.get('/audit', { paginate: 'Y' })).status).toBe(200)
  await world.owner.query(`update roles set permissions = '{CAN_VIEW_FARMERS}' where name = 'GOVERNMENT_VIEWER'`)
  expect(await aminaViewer.get('/audit', { paginate: 'Y' })).toMatchObject({
    status: 403,
    body: { code: 'permission.missing' },
  })
})

test('another site cannot use the cookie', async () => {
  const token = tokenOf(await login('kpcu.checker'))
  const cookie = `kahawa=${token}`
  const foreign = (headers: Record<string, string>) =>
    world.stranger({
      method: 'POST',
      path: '/auth/language',
      body: { language: 'sw' },
      headers: { cookie, ...headers },
    })
  expect(codeIn(await foreign({ origin: 'https://evil.example' }))).toBe('session.foreign_origin')
  expect(codeIn(await foreign({ 'sec-fetch-site': 'cross-site' }))).toBe('session.foreign_origin')
  expect((await foreign({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await me(token)).body).toMatchObject({ language: 'sw' })
})

test('the sign-in screen offers the demo users, and no one who changed the password', async () => {
  const { body } = await world.stranger({ method: 'GET', path: '/auth/welcome' })
  const { demo } = body as { demo: { password: string; users: { username: string; role: string }[] } }
  expect(demo.password).toBe(demoPassword)
  expect(demo.users[0]).toMatchObject({ username: 'fcs.maker', role: 'Society clerk' })
  expect(demo.users.map(({ username }) => username)).not.toContain('warehouse.maker')
})

test('the sweep removes what nobody can use any more', async () => {
  await login('kpcu.maker')
  await login('kpcu.maker', { password: 'Guess' })
  await world.owner.query(
    `insert into idempotency_keys (user_id, key, organisation_id, request_hash, answer, created_at)
     select id, 'old', organisation_id, '', '{}', $1 from users where username = 'kpcu.maker'`,
    [new Date(time)],
  )
  const counts = async (): Promise<unknown> => {
    const { rows } = await world.owner.query(
      `select (select count(*)::int from sessions) as sessions, (select count(*)::int from sign_in_delays) as delays,
        (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from known_devices) as devices`,
    )
    return rows[0]
  }
  pass(71 * 3600)
  await sessionSweep.work(world.house, {})
  expect(await counts()).toMatchObject({ sessions: 0, delays: 0, keys: 1 })
  pass(181 * 86_400)
  await sessionSweep.work(world.house, {})
  expect(await counts()).toEqual({ sessions: 0, delays: 0, keys: 0, devices: 0 })
})
