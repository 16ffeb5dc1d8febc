import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stepUpMinutes } from '#server/kit/web/stepUp.ts'
import { borrower, fillFund, ledgerBalance, waitingLoan } from '#test/kit/loans.ts'
import {
  addPasskey,
  challengeOf,
  passkeysOf,
  provePasskey,
  requestAtDoor,
  signIn,
  ticketOf,
  type PasskeyRefusal,
} from '#test/kit/passkeys.ts'
import type { Person } from '#test/kit/people.ts'
import { softAuthenticator, type SoftAuthenticator } from '#test/kit/softAuthenticator.ts'
import { beginFactorless } from '#test/kit/factorless.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Odd = Parameters<SoftAuthenticator['sign']>[1]

let world: World
const { time, pass } = beginFactorless(() => world)
beforeAll(async () => {
  world = await makeWorld()
  await fillFund(world, 'KPCU', 100_000)
})
afterAll(() => world.close())

/** As after a while, in which nobody has failed. */
const forgetFailures = () => world.owner.query('delete from sign_in_delays')
const actions = async (username: string): Promise<string[]> => {
  const { rows } = await world.owner.query<{ line: string }>(
    `select concat_ws(' ', action, e.comment) as line from audit_events e join users u on u.id = e.record_id
     where e.kind = 'user' and u.username = $1 order by e.id`,
    [username],
  )
  return rows.map(({ line }) => line)
}

describe('a passkey at the door', () => {
  test('is asked for after the password, and signs its owner in', async () => {
    const { wanjikuMaker } = world.people
    const device = softAuthenticator()
    expect((await addPasskey(wanjikuMaker, device)).body.data.recoveryCodes).toHaveLength(10)
    const asked = await signIn(world, 'fcs.maker')
    expect([asked.status, asked.body.code]).toEqual([401, 'session.code_required'])
    expect(asked.body.details).toMatchObject({
      app: false,
      passkey: { rpId: 'localhost', userVerification: 'required', allowCredentials: [{ type: 'public-key' }] },
    })
    const passkey = device.sign(asked.body.details.passkey)
    const signedIn = await signIn(world, 'fcs.maker', { passkey })
    expect(signedIn).toMatchObject({ status: 200, body: { data: { user: { passkeyEnabled: true } } } })
    expect(await passkeysOf(wanjikuMaker)).toMatchObject([
      { name: 'My phone', lastUsed: new Date(time()).toISOString(), synced: false, copied: false },
    ])
    // The same signature once more.
    expect((await signIn(world, 'fcs.maker', { passkey })).body.code).toBe('passkey.wrong')
    expect((await actions('fcs.maker')).slice(-3)).toEqual([
      'passkey_added My phone',
      'sign_in With a passkey',
      'sign_in_failed passkey.wrong',
    ])
  })

  test('is never asked for by who does not know the password, nor is its owner named', async () => {
    await addPasskey(world.people.otienoChecker, softAuthenticator())
    const refused = await signIn(world, 'fcs.checker', { password: 'Not-the-password' })
    expect([refused.body.code, refused.body.details]).toEqual(['session.wrong', undefined])
    expect((await world.owner.query('select from passkey_challenges')).rowCount).toBe(0)
  })

  test('is refused without the right password, however well it signs', async () => {
    const device = softAuthenticator()
    await addPasskey(world.people.otienoChecker, device)
    const passkey = device.sign(await requestAtDoor(world, 'fcs.checker'))
    expect((await signIn(world, 'fcs.checker', { password: 'Not-the-password', passkey })).body.code).toBe(
      'session.wrong',
    )
    // That try did not use it up: it never came so far.
    expect((await signIn(world, 'fcs.checker', { passkey })).status).toBe(200)
  })

  test.each<[string, Odd]>([
    ['of a page of a stranger', { origin: 'https://kahawa.evil.example' }],
    ['of another port of this machine', { origin: 'http://localhost:9999' }],
    ['for another name', { rpId: 'evil.example' }],
    ['without its owner', { verified: false }],
    ['over a challenge that was made up', { challenge: 'bWFkZS11cA' }],
    ['that makes a passkey', { type: 'webauthn.create' }],
  ])('opens nothing by a signature %s', async (_, odd) => {
    const device = softAuthenticator()
    await addPasskey(world.people.otienoChecker, device)
    const passkey = device.sign(await requestAtDoor(world, 'fcs.checker'), odd)
    expect((await signIn(world, 'fcs.checker', { passkey })).body.code).toBe('passkey.wrong')
  })

  test('signs for its owner alone, at the door alone, and within five minutes', async () => {
    const [device, other] = [softAuthenticator(), softAuthenticator()]
    const { otienoChecker } = world.people
    await addPasskey(otienoChecker, device)
    await addPasskey(world.people.danielMaker, other)
    const foreign = other.sign(await requestAtDoor(world, 'fcs.checker'))
    expect((await signIn(world, 'fcs.checker', { passkey: foreign })).body.code).toBe('passkey.wrong')
    const ofAnother = device.sign(await requestAtDoor(world, 'fcs2.maker'))
    expect((await signIn(world, 'fcs.checker', { passkey: ofAnother })).body.code).toBe('passkey.wrong')
    await forgetFailures()
    const forMoney = device.sign(await challengeOf(otienoChecker))
    expect((await signIn(world, 'fcs.checker', { passkey: forMoney })).body.code).toBe('passkey.wrong')
    const late = device.sign(await requestAtDoor(world, 'fcs.checker'))
    pass(5 * 60)
    expect((await signIn(world, 'fcs.checker', { passkey: late })).body.code).toBe('passkey.wrong')
  })

  test('that comes twice at the same moment opens one session', async () => {
    const device = softAuthenticator()
    await addPasskey(world.people.otienoChecker, device)
    const passkey = device.sign(await requestAtDoor(world, 'fcs.checker'))
    const both = await Promise.all([
      signIn(world, 'fcs.checker', { passkey }),
      signIn(world, 'fcs.checker', { passkey }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('leaves a recovery code as the other way in, and its tampered signature none', async () => {
    const device = softAuthenticator()
    const [recovery = ''] = (await addPasskey(world.people.otienoChecker, device)).body.data.recoveryCodes ?? []
    const right = device.sign(await requestAtDoor(world, 'fcs.checker'))
    const signature = Buffer.from(right.response.signature, 'base64url')
    signature[20] = (signature[20] ?? 0) ^ 1
    const passkey = { ...right, response: { ...right.response, signature: signature.toString('base64url') } }
    expect((await signIn(world, 'fcs.checker', { passkey })).body.code).toBe('passkey.wrong')
    expect((await signIn(world, 'fcs.checker', { code: recovery })).status).toBe(200)
    expect((await signIn(world, 'fcs.checker', { code: recovery })).body.code).toBe('session.code_wrong')
  })
})

describe('a copied passkey', () => {
  test('is stopped once it counts backwards, and its owner is not let in by the password alone', async () => {
    const { otienoChecker } = world.people
    const device = softAuthenticator()
    const [recovery = ''] = (await addPasskey(otienoChecker, device)).body.data.recoveryCodes ?? []
    expect(await ticketOf(otienoChecker, device, { counter: 40 })).toHaveProperty('x-step-up')
    expect(await ticketOf(otienoChecker, device, { counter: 40 })).toBe('passkey.wrong')
    expect(await passkeysOf(otienoChecker)).toMatchObject([{ copied: true }])
    expect((await actions('fcs.checker')).filter((line) => line.startsWith('passkey_copied'))).toEqual([
      'passkey_copied My phone',
    ])
    const asked = await signIn(world, 'fcs.checker')
    expect([asked.body.code, asked.body.details.passkey]).toEqual(['session.code_required', null])
    expect((await signIn(world, 'fcs.checker', { code: recovery })).status).toBe(200)
  })

  test('is no matter of keys that live in an account: they always count 0', async () => {
    const { otienoChecker } = world.people
    const device = softAuthenticator({ synced: true })
    await addPasskey(otienoChecker, device)
    for (let n = 0; n < 3; n++) expect(await ticketOf(otienoChecker, device)).toHaveProperty('x-step-up')
    expect(await passkeysOf(otienoChecker)).toMatchObject([{ synced: true, copied: false }])
  })
})

describe('a passkey for money', () => {
  const authorise = async (person: Person, headers: Record<string, string> = {}) => {
    const { id } = await borrower(world)
    const loan = await waitingLoan(world, id, 1_000)
    await world.people.otienoChecker.post('/disbursement/approve', [{ id: loan.id }])
    return person.post<PasskeyRefusal & { data: { done: number } }>('/disbursement/authorize', [{ id: loan.id }], {
      headers,
    })
  }
  beforeEach(async () => {
    await world.owner.query(
      `insert into settings (name, value) values ('moneyNeedsFreshCode', 'true') on conflict (name) do update set value = excluded.value`,
    )
  })
  afterEach(() => world.owner.query(`update settings set value = 'false' where name = 'moneyNeedsFreshCode'`))

  test('lets it go for five minutes in this session, and not in another', async () => {
    const { mercyKpcuChecker: mercy } = world.people
    const device = softAuthenticator()
    await addPasskey(mercy, device)
    const kpcu = world.organisationId('KPCU')
    const before = await ledgerBalance(world, 'fund', kpcu, kpcu)
    expect((await authorise(mercy)).body.code).toBe('step_up.required')
    const ticket = (await ticketOf(mercy, device)) as Record<string, string>
    const elsewhere = await world.newSession('kpcu.checker')
    expect((await authorise(elsewhere, ticket)).body.code).toBe('step_up.required')
    expect((await authorise(mercy, ticket)).body.data).toMatchObject({ done: 1 })
    pass(stepUpMinutes * 60)
    expect((await authorise(mercy, ticket)).body.code).toBe('step_up.required')
    expect(await ledgerBalance(world, 'fund', kpcu, kpcu)).toBe(before - 970)
    expect((await actions('kpcu.checker')).slice(-1)).toEqual(['step_up My phone'])
  })

  test('signs a challenge of this session only, and what it signed at the door sends nothing', async () => {
    const { mercyKpcuChecker: mercy } = world.people
    const device = softAuthenticator()
    await addPasskey(mercy, device)
    const elsewhere = await world.newSession('kpcu.checker')
    const foreign = device.sign(await challengeOf(elsewhere))
    expect((await provePasskey(mercy, foreign)).body.code).toBe('passkey.wrong')
    const atDoor = device.sign(await requestAtDoor(world, 'kpcu.checker'))
    expect((await provePasskey(mercy, atDoor)).body.code).toBe('passkey.wrong')
  })
})
