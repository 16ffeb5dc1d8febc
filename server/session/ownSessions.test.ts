import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnSession } from '#contract/session/ownSessions.ts'
import { idleMinutes } from '#server/kit/web/sessionToken.ts'
import { appCode } from '#test/kit/appCode.ts'
import { addPasskey } from '#test/kit/passkeys.ts'
import type { Person } from '#test/kit/people.ts'
import { softAuthenticator } from '#test/kit/softAuthenticator.ts'
import { beginFactorless } from '#test/kit/factorless.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { demoPassword } from './demo.ts'

type Listed = { proof: string; sessions: OwnSession[] }
type Refusal = { code: string; message: string }

let world: World
const { time, pass: passSeconds } = beginFactorless(() => world)
const pass = (minutes: number): void => passSeconds(minutes * 60)
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const browser =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const login = async (username: string, headers: Record<string, string> = {}): Promise<string> => {
  const body = { username, password: demoPassword }
  const answer = await world.stranger({ method: 'POST', path: '/auth/login', body, headers })
  return (answer.body as { data: { token: string } }).data.token
}
const statusOf = async (token: string): Promise<number> =>
  (await world.stranger({ method: 'GET', path: '/auth/me', token })).status
const listOf = async (person: Person): Promise<Listed> => (await person.get<Listed>('/auth/sessions')).body
const other = async (person: Person): Promise<OwnSession> => {
  const found = (await listOf(person)).sessions.find(({ current }) => !current)
  if (!found) throw new Error('there is no other session')
  return found
}
const onlyThis = (person: Person) =>
  world.owner.query(
    `delete from sessions s using users u where u.id = s.user_id and u.username = $1
       and s.token_hash <> sha256(convert_to($2, 'utf8'))`,
    [person.username, person.token],
  )

test('users see where they are signed in: the device, the address, since when and when it was last used', async () => {
  const { otienoChecker } = world.people
  await onlyThis(otienoChecker)
  await login('fcs.checker', { 'user-agent': browser })
  const { proof, sessions } = await listOf(otienoChecker)
  expect(proof).toBe('password')
  expect(sessions.map(({ current }) => current)).toEqual([true, false])
  expect(sessions[1]).toMatchObject({ device: browser, since: new Date(time()).toISOString() })
  expect(sessions[1]?.address).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  expect(JSON.stringify(sessions)).not.toContain('hash')
})

test('what is idle or has run out is not in the list, and nobody else’s is', async () => {
  const { otienoChecker } = world.people
  await onlyThis(otienoChecker)
  await login('fcs.checker')
  pass(idleMinutes - 2)
  await otienoChecker.get('/auth/me')
  expect((await listOf(otienoChecker)).sessions).toHaveLength(2)
  pass(3)
  expect((await listOf(otienoChecker)).sessions).toHaveLength(1)
})

test('one of them is ended by the password, at once and for good', async () => {
  const { otienoChecker, danielMaker } = world.people
  await onlyThis(otienoChecker)
  const lost = await login('fcs.checker')
  const { id } = await other(otienoChecker)
  const end = (person: Person, body: object) => person.post<Refusal>(`/auth/sessions/${id}/end`, body)
  expect((await end(danielMaker, { password: demoPassword })).body.code).toBe('record.not_found')
  expect((await end(otienoChecker, {})).body.code).toBe('session.wrong')
  expect((await end(otienoChecker, { password: 'Not-the-password' })).body.code).toBe('session.wrong')
  expect(await statusOf(lost)).toBe(200)
  expect((await end(otienoChecker, { password: demoPassword })).status).toBe(200)
  expect(await statusOf(lost)).toBe(401)
  expect((await end(otienoChecker, { password: demoPassword })).body.code).toBe('record.not_found')
  const { rows } = await world.owner.query<{ changes: object }>(
    `select changes from audit_events where action = 'sessions_ended' order by id desc limit 1`,
  )
  expect(rows[0]?.changes).toEqual({ sessions: { before: null, after: 1 } })
})

test('all others are ended together, and the one that asks goes on', async () => {
  const { wanjikuMaker } = world.people
  const others = [await login('fcs.maker'), await login('fcs.maker')]
  const ended = await wanjikuMaker.post<Refusal>('/auth/sessions/end-others', { password: demoPassword })
  expect(ended.body.message).toBe('Your other sessions have ended')
  expect(await Promise.all(others.map(statusOf))).toEqual([401, 401])
  expect((await listOf(wanjikuMaker)).sessions).toMatchObject([{ current: true }])
})

test('who has a second factor proves it, and the password alone ends nothing', async () => {
  const { otienoChecker } = world.people
  await addPasskey(otienoChecker, softAuthenticator())
  expect((await listOf(otienoChecker)).proof).toBe('factor')
  const thief = await world.newSession('fcs.checker')
  const { id } = await other(thief)
  for (const path of [`/auth/sessions/${id}/end`, '/auth/sessions/end-others'])
    expect((await thief.post<Refusal>(path, { password: demoPassword })).body.code).toBe('step_up.required')
  expect((await otienoChecker.get('/auth/me')).status).toBe(200)
})

test('who signs in at a provider only ends sessions when that was a moment ago', async () => {
  const { rows } = await world.owner.query<{ hash: string }>(
    `update users u set password_hash = null from users o where u.id = o.id and u.username = 'fcs2.maker' returning o.password_hash as hash`,
  )
  try {
    const asked = await world.newSession('fcs2.maker')
    await world.newSession('fcs2.maker')
    await world.owner.query(`update sessions set created_at = $1, last_seen_at = $1`, [new Date(time())])
    expect((await listOf(asked)).proof).toBe('new sign-in')
    pass(11)
    expect((await asked.post<Refusal>('/auth/sessions/end-others')).body.code).toBe('session.not_new')
    pass(-2)
    expect((await asked.post<Refusal>('/auth/sessions/end-others')).status).toBe(200)
    expect((await listOf(asked)).sessions).toHaveLength(1)
  } finally {
    await world.owner.query(`update users set password_hash = $1 where username = 'fcs2.maker'`, [rows[0]?.hash])
  }
})

test('signing in again in the same browser makes a new token and ends the one of before', async () => {
  const before = await login('kpcu.maker')
  const elsewhere = await login('kpcu.maker')
  const after = await login('kpcu.maker', { cookie: `kahawa=${before}` })
  expect(after).not.toBe(before)
  expect(await Promise.all([before, elsewhere, after].map(statusOf))).toEqual([401, 200, 200])
})

test('whoever changes a factor may end the other sessions with it, and need not', async () => {
  const { lydiaMaker } = world.people
  const kept = await login('fcs3.maker')
  const totp = (body: object) => lydiaMaker.post<{ data: { secret: string } }>('/auth/totp', body)
  const enrol = async () => (await totp({ action: 'enrol', password: demoPassword })).body.data.secret
  const secret = await enrol()
  expect((await totp({ action: 'confirm', code: appCode(secret) })).status).toBe(200)
  expect(await statusOf(kept)).toBe(200)
  pass(1)
  const off = { action: 'disable', password: demoPassword, code: appCode(secret) }
  expect((await totp({ ...off, endOthers: true })).status).toBe(200)
  expect(await statusOf(kept)).toBe(401)

  const again = await login('fcs3.maker')
  const fresh = await enrol()
  expect((await totp({ action: 'confirm', code: appCode(fresh), endOthers: true })).status).toBe(200)
  expect([await statusOf(again), await statusOf(lydiaMaker.token)]).toEqual([401, 200])
})

test('and so does whoever adds a passkey or removes one', async () => {
  const { georgeChecker } = world.people
  const first = await login('fcs3.checker')
  const device = softAuthenticator()
  const { data } = (
    await georgeChecker.post<{ data: Parameters<typeof device.create>[0] }>('/auth/passkeys/begin', {
      password: demoPassword,
    })
  ).body
  const added = await georgeChecker.post<{ data: { recoveryCodes: string[] } }>('/auth/passkeys', {
    name: 'My phone',
    passkey: device.create(data),
    endOthers: true,
  })
  expect([added.status, await statusOf(first)]).toEqual([200, 401])
  const second = await world.newSession('fcs3.checker')
  const [key] = (await georgeChecker.get<{ passkeys: { id: string }[] }>('/auth/passkeys')).body.passkeys
  const removed = await georgeChecker.post(`/auth/passkeys/${key?.id}/remove`, {
    password: demoPassword,
    code: added.body.data.recoveryCodes[0],
    endOthers: true,
  })
  expect([removed.status, await statusOf(second.token)]).toEqual([200, 401])
})
