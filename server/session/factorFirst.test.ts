import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { appCode } from '#test/kit/appCode.ts'
import type { Person } from '#test/kit/people.ts'
import { sampleRequest, unknownId } from '#test/kit/sampleRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { demoPassword } from './demo.ts'

type Code = { code?: string }
type SignedIn = { data: { user: { secondFactorFirst: boolean } } }

let world: World
let time: number
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  time = Date.now()
  setClock(() => time)
  await choose(true)
})
afterEach(() => setClock(null))
afterAll(() => world?.close())

const choose = (value: boolean) =>
  world.owner.query(`update settings set value = $1 where name = 'everybodyNeedsSecondFactor'`, [JSON.stringify(value)])
const isFirst = async (person: Person) =>
  (await person.get<{ secondFactorFirst: boolean }>('/auth/me')).body.secondFactorFirst
const inboxOf = async (person: Person) => {
  const { status, body } = await person.get<Code>('/inbox')
  return status === 200 ? 200 : body.code
}
const signIn = async (username: string) => ((await world.signIn(username)).body as SignedIn).data.user.secondFactorFirst

async function turnOn(person: Person): Promise<string> {
  const enrol = { action: 'enrol', password: demoPassword }
  const { secret } = (await person.post<{ data: { secret: string } }>('/auth/totp', enrol)).body.data
  expect((await person.post('/auth/totp', { action: 'confirm', code: appCode(secret) })).status).toBe(200)
  return secret
}

const before = [
  'GET /auth/me',
  'GET /auth/passkeys',
  'POST /auth/language',
  'POST /auth/logout',
  'POST /auth/passkeys',
  'POST /auth/passkeys/begin',
  'POST /auth/totp',
]
const calls = declaredCalls.filter(({ declared }) => declared.allow !== 'anyone')

describe('where everybody needs a second factor, who has none', () => {
  test('may set one up, read who they are, change the language and sign out', () => {
    const declared = calls.filter(({ declared: { beforeFactor } }) => beforeFactor)
    expect(declared.map(({ declared: { method, path } }) => `${method} ${path}`).toSorted()).toEqual(before)
  })

  test('makes no other call, whatever they may do', async () => {
    const { id: organisationId, code: organisationCode } = organisationOf('CF4100')
    const letIn: string[] = []
    for (const { declared } of calls.filter(({ declared: { beforeFactor } }) => !beforeFactor)) {
      const sample = await sampleRequest(declared, { organisationId, organisationCode, id: unknownId })
      const { method, path, ...options } = sample
      time += 20 // so that nobody takes it for a flood
      const { status, body } = await world.people.wanjikuMaker.request<Code>(method, path, options)
      if (status !== 403 || body.code !== 'second_factor.first') letIn.push(`${method} ${path}: ${status}`)
    }
    expect(letIn).toEqual([])
    expect(calls.length).toBeGreaterThan(200)
  })

  test('hears so when signing in, goes on with the same session once it is set up, and is asked again without it', async () => {
    expect(await signIn('fcs.maker')).toBe(true)
    const { wanjikuMaker } = world.people
    expect([await isFirst(wanjikuMaker), await inboxOf(wanjikuMaker)]).toEqual([true, 'second_factor.first'])
    const secret = await turnOn(wanjikuMaker)
    expect([await isFirst(wanjikuMaker), await inboxOf(wanjikuMaker)]).toEqual([false, 200])
    time += 30_000
    const off = { action: 'disable', password: demoPassword, code: appCode(secret) }
    const disabled = await wanjikuMaker.post<Code>('/auth/totp', off)
    expect(disabled.status).toBe(200)
    expect([await isFirst(wanjikuMaker), await inboxOf(wanjikuMaker)]).toEqual([true, 'second_factor.first'])
  })

  test('is let in when administrators choose otherwise, from the next call on', async () => {
    const { otienoChecker } = world.people
    expect(await inboxOf(otienoChecker)).toBe('second_factor.first')
    await choose(false)
    expect([await isFirst(otienoChecker), await inboxOf(otienoChecker)]).toEqual([false, 200])
    expect(await signIn('fcs.checker')).toBe(false)
  })

  test('is left to the page of the organisation where that is the only way in, but for the user of a bad day', async () => {
    const { otienoChecker, wanjikuMaker } = world.people
    await world.owner.query(
      `insert into sign_in_providers (organisation_id, issuer, client_id, client_secret, required, break_glass, active, changed_at)
       values ($1, 'https://sign-in.example', 'kahawa', '', true, 'fcs.maker', true, now())`,
      [organisationOf('CF4100').id],
    )
    try {
      expect([await isFirst(otienoChecker), await isFirst(wanjikuMaker)]).toEqual([false, true])
      await world.owner.query(`update sign_in_providers set required = false`)
      expect(await isFirst(otienoChecker)).toBe(true)
      // Who has no password can prove none to set a factor up.
      await world.owner.query(`update users set password_hash = null where username = 'fcs.checker'`)
      expect(await isFirst(otienoChecker)).toBe(false)
    } finally {
      await world.owner.query('delete from sign_in_providers')
    }
  })
})
