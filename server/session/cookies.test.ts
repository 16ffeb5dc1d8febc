import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/kit/world.ts'
import { demoPassword } from './demo.ts'

let world: World
let other: World
beforeAll(async () => {
  world = await makeWorld({ settings: { TRUST_PROXY: 'uniquelocal' } })
  other = await makeWorld({ settings: { PUBLIC_URL: 'https://kahawa.example' } })
})
afterAll(() => Promise.all([world?.close(), other?.close()]))

const https = { 'x-forwarded-proto': 'https' }
const whoIs = async (cookie: string, headers: Record<string, string> = {}, { stranger } = world): Promise<unknown> => {
  const answer = await stranger({ method: 'GET', path: '/auth/me', headers: { cookie, ...headers } })
  return answer.status === 200 ? (answer.body as { username: string }).username : answer.status // border: the call answers a user
}
/** Cookies of an answer as a browser would send them back. */
const sentBack = (header = ''): string =>
  [...header.matchAll(/(?:^|,)([\w-]+=[\w-]+)/g)].map(([, pair]) => pair).join('; ')

describe('which cookie signs in', () => {
  const tokens = () => ({ mine: world.people.wanjikuMaker.token, theirs: world.people.danielMaker.token })

  test('over https only the __Host- cookie does, whatever a sub-domain has set beside it', async () => {
    const { mine, theirs } = tokens()
    expect(await whoIs(`__Host-kahawa=${mine}`, https)).toBe('fcs.maker')
    expect(await whoIs(`kahawa=${theirs}`, https)).toBe(401)
    expect(await whoIs(`kahawa=${theirs}; __Host-kahawa=${mine}`, https)).toBe('fcs.maker')
    expect(await whoIs(`__Host-kahawa=${mine}; kahawa=${theirs}`, https)).toBe('fcs.maker')
  })

  test('over plain http only the plain one does', async () => {
    const { mine, theirs } = tokens()
    expect(await whoIs(`kahawa=${mine}`)).toBe('fcs.maker')
    expect(await whoIs(`__Host-kahawa=${theirs}`)).toBe(401)
    expect(await whoIs(`__Host-kahawa=${theirs}; kahawa=${mine}`)).toBe('fcs.maker')
  })

  test('two of the same name are nobody’s', async () => {
    const { mine, theirs } = tokens()
    expect(await whoIs(`kahawa=${theirs}; kahawa=${mine}`)).toBe(401)
    expect(await whoIs(`__Host-kahawa=${theirs}; __Host-kahawa=${mine}`, https)).toBe(401)
  })

  test('names that only look like it do not', async () => {
    const { mine } = tokens()
    for (const cookie of [
      `x__Host-kahawa=${mine}`,
      `=__Host-kahawa=${mine}`,
      `__host-kahawa=${mine}`,
      `a=1,__Host-kahawa=${mine}`,
    ])
      expect([cookie, await whoIs(cookie, https)]).toEqual([cookie, 401])
  })

  test('a house whose address is https takes no plain cookie, not even over http', async () => {
    const { token } = other.people.wanjikuMaker
    expect(await whoIs(`kahawa=${token}`, {}, other)).toBe(401)
    expect(await whoIs(`__Host-kahawa=${token}`, {}, other)).toBe('fcs.maker')
  })
})

test('what the sign-in sets is what counts at the next call, in both modes', async () => {
  for (const headers of [{}, https]) {
    const body = { username: 'gov.viewer', password: demoPassword }
    const signedIn = await world.stranger({ method: 'POST', path: '/auth/login', body, headers })
    const cookie = sentBack(signedIn.headers['set-cookie'])
    expect(await whoIs(cookie, headers)).toBe('gov.viewer')
    const out = await world.stranger({ method: 'POST', path: '/auth/logout', headers: { cookie, ...headers } })
    expect(out.status).toBe(200)
    expect(await whoIs(cookie, headers)).toBe(401)
  }
})

test('a planted device becomes no known device of who signs in over https', async () => {
  const planted = 'p'.repeat(43)
  const body = { username: 'gov.viewer', password: demoPassword }
  const signedIn = await world.stranger({
    method: 'POST',
    path: '/auth/login',
    body,
    headers: { cookie: `kahawa-device=${planted}`, ...https },
  })
  expect(signedIn.status).toBe(200)
  expect(signedIn.headers['x-kahawa-device']).not.toBe(planted)
})
