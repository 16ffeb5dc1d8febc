import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { newToken } from '#server/kit/web/sessionToken.ts'
import { addPasskey, type PasskeyRefusal } from '#test/kit/passkeys.ts'
import { clientId, clientSecret, openSignInProvider, type SignInProvider } from '#test/kit/signInProvider.ts'
import { softAuthenticator } from '#test/kit/softAuthenticator.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { demoPassword } from './demo.ts'

type Refusal = PasskeyRefusal & { details: { half: string } }
type Answer = {
  status: number
  body: Refusal & { data: { address: string; token: string; user: { username: string; roleId: { name: string } } } }
}

let world: World
let provider: SignInProvider
let stranger: SignInProvider
beforeAll(async () => {
  world = await makeWorld()
  const back = (code: string) => `http://localhost/sign-in/provider/${code}`
  provider = await openSignInProvider([back('CF4100'), back('CF4101')])
  stranger = await openSignInProvider([back('CF4100'), back('CF4101')])
})
beforeEach(async () => {
  await world.owner.query('delete from sign_in_delays; delete from provider_requests; delete from provider_identities')
  await world.owner.query(
    `delete from passkeys; delete from change_requests where subject = 'provider' and status = 'PENDING_APPROVAL'`,
  )
  await world.owner.query(`update users set status = 'ACTIVE' where status = 'SUSPENDED'`)
  provider.accounts.clear()
  stranger.accounts.clear()
  provider.accounts.set('s-1', {
    email: 'FCS.Checker@demo.example',
    email_verified: true,
    role: 'ADMINISTRATOR',
    groups: ['root'],
  })
  await propose({})
  await propose({ organisationCode: 'CF4101', issuer: stranger.issuer })
})
afterEach(() => setClock(null))
afterAll(async () => {
  await provider?.stop()
  await stranger?.stop()
  await world?.close()
})

const values = () => ({
  organisationCode: 'CF4100',
  issuer: provider.issuer,
  clientId,
  clientSecret,
  demand: 'PASSWORDS',
  breakGlass: '',
  status: 'ON',
  reason: 'They have one sign-in for everything',
})
/** Two administrators. */
async function propose(changes: Record<string, unknown>) {
  const { samuelAdministrator, beatriceAdministrator } = world.people
  const asked = await samuelAdministrator.post<{ data: { id: string }; code?: string }>('/admin/providers', {
    ...values(),
    ...changes,
  })
  if (asked.status !== 200) return asked
  const { id } = asked.body.data
  return beatriceAdministrator.post('/admin/changes/approve', { id, version: 1 })
}

const send = async (path: string, body: object, device: string | null) =>
  (await world.stranger({
    method: 'POST',
    path: `/auth/provider/${path}`,
    body,
    headers: device ? { 'x-kahawa-device': device } : {},
  })) as unknown as Answer
const begin = (device: string, organisation = 'CF4100') => send('begin', { organisation }, device)
const finish = (device: string | null, query: string, organisation = 'CF4100') =>
  send('finish', { organisation, query }, device)
async function walk(subject = 's-1', device = newToken(), organisation = 'CF4100') {
  const { body } = await begin(device, organisation)
  const query = await (organisation === 'CF4100' ? provider : stranger).signIn(body.data.address, subject)
  return finish(device, query, organisation)
}
const login = async (username: string, password = demoPassword) =>
  (await world.stranger({ method: 'POST', path: '/auth/login', body: { username, password } })) as unknown as Answer
const trail = async (username: string): Promise<string[]> => {
  const { rows } = await world.owner.query<{ line: string }>(
    `select concat_ws(' ', action, e.comment) as line from audit_events e join users u on u.id = e.record_id
     where e.kind = 'user' and u.username = $1 order by e.id desc limit 3`,
    [username],
  )
  return rows.map(({ line }) => line).toReversed()
}

describe('the provider of an organisation', () => {
  test('signs a user in whom two people had made, and says nothing of rights', async () => {
    const { status, body } = await walk()
    expect([status, body.data.user.username, body.data.user.roleId.name]).toEqual([200, 'fcs.checker', 'FCS_CHECKER'])
    expect((await trail('fcs.checker')).slice(-2)).toEqual([
      'provider_linked',
      'sign_in Through the provider of the organisation',
    ])
    const out = await world.stranger({ method: 'POST', path: '/auth/logout', token: body.data.token })
    const after = await world.stranger({ method: 'GET', path: '/auth/me', token: body.data.token })
    expect([out.status, after.status]).toEqual([200, 401])
  })

  test('knows the user by the subject from then on, whatever the address is', async () => {
    await walk()
    provider.accounts.set('s-1', { email: 'fcs.maker@demo.example', email_verified: true })
    expect((await walk()).body.data.user.username).toBe('fcs.checker')
  })

  test('makes nobody: a person without a user is told to ask for an invitation', async () => {
    provider.accounts.set('s-2', { email: 'nobody@demo.example', email_verified: true })
    const { rows } = await world.owner.query('select count(*) from users')
    expect((await walk('s-2')).body.code).toBe('provider.unknown_user')
    expect((await world.owner.query('select count(*) from users')).rows).toEqual(rows)
  })

  test('is asked with a code, a verifier, a state and a nonce, and for the address only', async () => {
    const address = new URL((await begin(newToken())).body.data.address)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: 'http://localhost/sign-in/provider/CF4100',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    })
  })

  test('is followed by the second factor of this house, in this browser, within five minutes', async () => {
    const { otienoChecker } = world.people
    const device = softAuthenticator()
    await addPasskey(otienoChecker, device)
    const browser = newToken()
    const half = await walk('s-1', browser)
    expect(half.body.code).toBe('session.code_required')
    const passkey = device.sign(half.body.details.passkey)
    const body = { organisation: 'CF4100', half: half.body.details.half, passkey }
    expect((await send('factor', body, newToken())).body.code).toBe('provider.wrong')
    expect((await send('factor', { ...body, half: `${body.half.slice(0, -8)}AAAAAAAA` }, browser)).body.code).toBe(
      'provider.wrong',
    )
    expect((await send('factor', { ...body, organisation: 'CF4101' }, browser)).body.code).toBe('provider.wrong')
    expect((await world.owner.query('select 1 from provider_identities')).rowCount).toBe(0)
    expect((await send('factor', body, browser)).body.data.user.username).toBe('fcs.checker')
    expect((await trail('fcs.checker')).slice(-1)).toEqual([
      'sign_in Through the provider of the organisation; With a passkey',
    ])
    const again = await walk('s-1', browser)
    setClock(() => Date.now() + 5 * 60_000 + 1000)
    const late = { organisation: 'CF4100', half: again.body.details.half, code: '123456' }
    expect((await send('factor', late, browser)).body.code).toBe('provider.wrong')
  })
})

describe('a thief gets in', () => {
  test('neither with the answer of another provider (mix-up)', async () => {
    stranger.accounts.set('s-1', { email: 'fcs.checker@demo.example', email_verified: true })
    const device = newToken()
    const honest = new URL((await begin(device)).body.data.address)
    const evil = new URL(honest)
    evil.port = new URL(stranger.issuer).port
    const query = await stranger.signIn(evil.href, 's-1')
    expect(new URLSearchParams(query).get('iss')).toBe(stranger.issuer)
    expect((await finish(device, query)).body.code).toBe('provider.wrong')
    // The same without the mark of the other: the code is none of the honest provider.
    const device2 = newToken()
    const state = new URL((await begin(device2)).body.data.address).searchParams.get('state') ?? ''
    const bare = new URLSearchParams(query)
    bare.set('state', state)
    bare.set('iss', provider.issuer)
    expect((await finish(device2, bare.toString())).body.code).toBe('provider.wrong')
  })

  test('nor with a sign-in that was begun for another organisation', async () => {
    stranger.accounts.set('s-9', { email: 'fcs.checker@demo.example', email_verified: true })
    const device = newToken()
    const { body } = await begin(device, 'CF4101')
    const query = await stranger.signIn(body.data.address, 's-9')
    expect((await finish(device, query, 'CF4100')).body.code).toBe('provider.wrong')
  })

  test('nor with a code that served, alone or under a new state', async () => {
    const device = newToken()
    const query = await provider.signIn((await begin(device)).body.data.address, 's-1')
    expect((await finish(device, query)).status).toBe(200)
    expect((await finish(device, query)).body.code).toBe('provider.wrong')
    const fresh = new URLSearchParams(query)
    fresh.set('state', new URL((await begin(device)).body.data.address).searchParams.get('state') ?? '')
    expect((await finish(device, fresh.toString())).body.code).toBe('provider.wrong')
  })

  test('nor with what another browser began, who may still finish', async () => {
    const device = newToken()
    const query = await provider.signIn((await begin(device)).body.data.address, 's-1')
    for (const other of [newToken(), null]) expect((await finish(other, query)).body.code).toBe('provider.wrong')
    expect((await finish(device, query)).status).toBe(200)
  })

  test('nor twice at the same moment, nor ten minutes later', async () => {
    const device = newToken()
    const query = await provider.signIn((await begin(device)).body.data.address, 's-1')
    const both = await Promise.all([finish(device, query), finish(device, query)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    const late = await provider.signIn((await begin(device)).body.data.address, 's-1')
    setClock(() => Date.now() + 10 * 60_000 + 1000)
    expect((await finish(device, late)).body.code).toBe('provider.wrong')
  })

  test.each(['nonce', 'code_verifier'])('nor with another %s than was sent', async (column) => {
    const device = newToken()
    const query = await provider.signIn((await begin(device)).body.data.address, 's-1')
    await world.owner.query(`update provider_requests set ${column} = reverse(${column})`)
    expect((await finish(device, query)).body.code).toBe('provider.wrong')
  })

  test('nor as another person of the provider who was given the address of the user', async () => {
    await walk()
    provider.accounts.set('s-7', { email: 'fcs.checker@demo.example', email_verified: true })
    expect((await walk('s-7')).body.code).toBe('provider.other_subject')
    expect((await trail('fcs.checker')).slice(-1)).toEqual(['sign_in_failed provider.other_subject'])
  })

  test.each([false, undefined, 'true'])('nor with an address that is vouched for by %s', async (verified) => {
    provider.accounts.set('s-3', {
      email: 'fcs.maker@demo.example',
      ...(verified === undefined ? {} : { email_verified: verified as boolean }),
    })
    expect((await walk('s-3')).body.code).toBe('provider.email_not_verified')
  })

  test('nor as a user of another organisation, whatever the provider says', async () => {
    for (const email of ['fcs2.maker@demo.example', 'admin@demo.example', 'kpcu.checker@demo.example']) {
      provider.accounts.set('s-4', { email, email_verified: true })
      expect([email, (await walk('s-4')).body.code]).toEqual([email, 'provider.unknown_user'])
    }
  })

  test('nor as a user who is shut out, linked or not', async () => {
    const status = (value: string) =>
      world.owner.query(`update users set status = $1 where username = 'fcs.checker'`, [value])
    await status('SUSPENDED')
    expect((await walk()).body.code).toBe('session.suspended')
    expect((await world.owner.query('select 1 from provider_identities')).rowCount).toBe(0)
    await status('ACTIVE')
    await walk()
    await status('SUSPENDED')
    expect((await walk()).body.code).toBe('session.suspended')
  })
})

describe('who refuses or does not answer', () => {
  test('is told in a clear sentence, with the password where it opens', async () => {
    const closed = await openSignInProvider(['http://localhost/sign-in/provider/CF4100'])
    await propose({ issuer: closed.issuer })
    const device = newToken()
    closed.accounts.set('s-1', { email: 'fcs.checker@demo.example', email_verified: true })
    const query = await closed.signIn((await begin(device)).body.data.address, 's-1')
    await closed.stop()
    expect((await finish(device, query)).body.code).toBe('provider.down')
    const down = await begin(newToken())
    expect([down.status, down.body.code]).toEqual([503, 'provider.down'])
    expect(down.body.message).toContain('use your password')
    expect((await login('fcs.checker')).status).toBe(200)
    await propose({ issuer: closed.issuer, demand: 'REQUIRED' })
    expect((await begin(newToken())).body.code).toBe('provider.down_required')
  }, 60_000)

  test('says no on its own page: the person is let in nowhere', async () => {
    const device = newToken()
    const state = new URL((await begin(device)).body.data.address).searchParams.get('state')
    const query = new URLSearchParams({ error: 'access_denied', state: state ?? '', iss: provider.issuer })
    expect((await finish(device, query.toString())).body.code).toBe('provider.refused')
  })

  test('has another secret for us: nobody gets in, and the log says what it was', async () => {
    await propose({ clientSecret: 'not-the-secret' })
    expect((await walk()).body.code).toBe('provider.wrong')
    await propose({})
  })

  test('is not there for an organisation without one, or while it is off', async () => {
    expect((await begin(newToken(), 'ML2001')).body.code).toBe('provider.none')
    const device = newToken()
    const query = await provider.signIn((await begin(device)).body.data.address, 's-1')
    await propose({ status: 'OFF' })
    expect((await begin(newToken())).body.code).toBe('provider.none')
    expect((await finish(device, query)).body.code).toBe('provider.none')
    await propose({})
  })
})

describe('an organisation that demands its provider', () => {
  test('refuses passwords but that of one user, and says so to who knew the password only', async () => {
    await propose({ demand: 'REQUIRED', breakGlass: 'fcs.manager' })
    const refused = await login('fcs.checker')
    expect([refused.status, refused.body.code]).toEqual([403, 'session.use_provider'])
    expect((await login('fcs.checker', 'Not-the-password')).body.code).toBe('session.wrong')
    expect((await login('fcs.manager')).status).toBe(200)
    expect((await trail('fcs.manager')).slice(-1)).toEqual([
      'sign_in By the password that opens when the provider is down',
    ])
    expect((await login('fcs2.checker')).status).toBe(200)
    expect((await walk()).status).toBe(200)
    await propose({})
    expect((await login('fcs.checker')).status).toBe(200)
  })
})
