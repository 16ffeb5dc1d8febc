import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPasskey,
  beginPasskey,
  passkeysOf,
  requestAtDoor,
  sendPasskey,
  signIn,
  ticketOf,
  type PasskeyList,
  type PasskeyRefusal,
} from '#test/kit/passkeys.ts'
import { appCode } from '#test/kit/appCode.ts'
import { softAuthenticator } from '#test/kit/softAuthenticator.ts'
import { beginFactorless } from '#test/kit/factorless.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { demoPassword } from './demo.ts'
import { sessionSweep } from './session.ts'

let world: World
const { pass } = beginFactorless(() => world)
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

describe('whoever holds a session and the password, and no second factor', () => {
  test('adds no passkey, turns on no app, and removes nothing', async () => {
    const { otienoChecker } = world.people
    const device = softAuthenticator()
    await addPasskey(otienoChecker, device)
    const [key] = await passkeysOf(otienoChecker)
    const thief = await world.newSession('fcs.checker')
    const tries = [
      beginPasskey(thief),
      thief.post<PasskeyRefusal>('/auth/totp', { action: 'enrol', password: demoPassword }),
      thief.post<PasskeyRefusal>('/auth/totp', { action: 'confirm', code: '123456' }),
      thief.post<PasskeyRefusal>(`/auth/passkeys/${key?.id}/remove`, { password: demoPassword }),
      sendPasskey(
        thief,
        'Mine',
        softAuthenticator().create({ challenge: 'x', rp: { id: 'localhost', name: '' } } as never),
      ),
    ]
    for (const answer of await Promise.all(tries))
      expect([answer.status, answer.body.code]).toEqual([403, 'step_up.required'])
    const guessed = await thief.post<PasskeyRefusal>(`/auth/passkeys/${key?.id}/remove`, {
      password: demoPassword,
      code: '123456',
    })
    expect(guessed.body.code).toBe('session.code_wrong')
    expect(await passkeysOf(otienoChecker)).toHaveLength(1)
  })

  test('cannot finish with a passkey that was begun before the owner turned a factor on', async () => {
    const { otienoChecker } = world.people
    const thief = await world.newSession('fcs.checker')
    const { data } = (await beginPasskey(thief)).body
    await addPasskey(otienoChecker, softAuthenticator())
    expect((await sendPasskey(thief, 'Mine', softAuthenticator().create(data))).body.code).toBe('step_up.required')
  })
})

describe('the own passkeys', () => {
  test('are several with names, each with its last use, and go one by one', async () => {
    const { otienoChecker } = world.people
    const [phone, key] = [softAuthenticator(), softAuthenticator({ synced: true })]
    await addPasskey(otienoChecker, phone)
    const ticket = (await ticketOf(otienoChecker, phone)) as Record<string, string>
    expect((await addPasskey(otienoChecker, key, 'My phone', ticket)).body.code).toBe('passkey.name_taken')
    // With a factor at hand there are recovery codes already.
    expect((await addPasskey(otienoChecker, key, 'Key in the safe', ticket)).body.data).toEqual({})
    const [first, second] = await passkeysOf(otienoChecker)
    expect([first?.name, first?.lastUsed !== null, second?.name, second?.lastUsed]).toEqual([
      'My phone',
      true,
      'Key in the safe',
      null,
    ])
    const remove = (id: string | undefined, headers = {}) =>
      otienoChecker.post<PasskeyRefusal>(`/auth/passkeys/${id}/remove`, { password: demoPassword }, { headers })
    expect(
      (
        await world.people.danielMaker.post<PasskeyRefusal>(`/auth/passkeys/${first?.id}/remove`, {
          password: demoPassword,
        })
      ).body.code,
    ).toBe('record.not_found')
    expect((await remove(first?.id, ticket)).status).toBe(200)
    expect((await passkeysOf(otienoChecker)).map(({ name }) => name)).toEqual(['Key in the safe'])
    expect(
      (await signIn(world, 'fcs.checker', { passkey: phone.sign(await requestAtDoor(world, 'fcs.checker')) })).body
        .code,
    ).toBe('passkey.wrong')
    expect((await remove(second?.id, ticket)).status).toBe(200)
    expect((await signIn(world, 'fcs.checker')).status).toBe(200)
    expect((await world.owner.query(`select from users where recovery_hashes <> '{}'`)).rowCount).toBe(0)
  })

  test('are ten at most, and a challenge makes one', async () => {
    const { otienoChecker } = world.people
    const device = softAuthenticator()
    const { data } = (await beginPasskey(otienoChecker)).body
    const made = device.create(data)
    expect((await sendPasskey(otienoChecker, 'One', made)).status).toBe(200)
    const ticket = (await ticketOf(otienoChecker, device)) as Record<string, string>
    expect((await sendPasskey(otienoChecker, 'Two', made, ticket)).body.code).toBe('passkey.wrong')
    await world.owner.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, synced, name, created_at)
       select gen_random_uuid(), user_id, n::text, public_key, 0, false, 'Key ' || n, now() from passkeys, generate_series(2, 10) n`,
    )
    expect((await beginPasskey(otienoChecker, ticket)).body.code).toBe('passkey.too_many')
  })

  test('the last one stays while the password is too short to stand alone', async () => {
    const { otienoChecker } = world.people
    const device = softAuthenticator()
    await addPasskey(otienoChecker, device)
    const [key] = await passkeysOf(otienoChecker)
    const change = (current: string, next: string) => otienoChecker.post('/auth/password', { current, next })
    expect((await change(demoPassword, 'kijani-9')).status).toBe(200)
    const headers = (await ticketOf(otienoChecker, device)) as Record<string, string>
    const remove = await otienoChecker.post<PasskeyRefusal>(
      `/auth/passkeys/${key?.id}/remove`,
      { password: 'kijani-9' },
      { headers },
    )
    expect(remove.body.code).toBe('password.weak')
    await world.owner.query(
      `update users set password_hash = (select password_hash from users where username = 'fcs.maker') where username = 'fcs.checker'`,
    )
  })

  test('stand beside the app: either opens, and either goes while the other stays', async () => {
    const { otienoChecker } = world.people
    type Totp = { data: { secret: string } }
    const device = softAuthenticator()
    await addPasskey(otienoChecker, device)
    const headers = (await ticketOf(otienoChecker, device)) as Record<string, string>
    const totp = (body: object) => otienoChecker.post<Totp>('/auth/totp', body, { headers })
    const { secret } = (await totp({ action: 'enrol', password: demoPassword })).body.data
    const code = () => appCode(secret)
    // Enrolled is not yet confirmed: its code opens nothing.
    expect((await signIn(world, 'fcs.checker', { code: code() })).body.code).toBe('session.code_wrong')
    await totp({ action: 'confirm', code: code() })
    expect((await signIn(world, 'fcs.checker')).body.details).toMatchObject({
      app: true,
      passkey: { rpId: 'localhost' },
    })
    pass(30)
    expect((await signIn(world, 'fcs.checker', { code: code() })).status).toBe(200)
    // The phone is lost: the passkey turns the app off.
    const fresh = (await ticketOf(otienoChecker, device)) as Record<string, string>
    const off = { action: 'disable', password: demoPassword }
    expect((await otienoChecker.post<PasskeyRefusal>('/auth/totp', off)).body.code).toBe('step_up.required')
    expect((await otienoChecker.post('/auth/totp', off, { headers: fresh })).status).toBe(200)
    expect((await signIn(world, 'fcs.checker')).body.details).toMatchObject({ app: false })
  })

  test('count as the second factor of who decides, and of the list of users', async () => {
    const { georgeChecker, samuelAdministrator } = world.people
    const missing = async () =>
      (
        await world.owner.query<{ second_factor_missing: boolean }>(
          `select second_factor_missing from find_session(sha256($1), now(), '30 minutes')`,
          [Buffer.from(georgeChecker.token)],
        )
      ).rows[0]?.second_factor_missing
    const require = (value: string) =>
      world.owner.query(`update settings set value = $1 where name = 'checkersNeedSecondFactor'`, [value])
    await require('true')
    expect(await missing()).toBe(true)
    await addPasskey(georgeChecker, softAuthenticator())
    expect(await missing()).toBe(false)
    await require('false')
    type Users = { data: { secondFactor: string }[] }
    const { body } = await samuelAdministrator.get<Users>('/admin/users', {
      paginate: 'Y',
      search: georgeChecker.username,
    })
    expect(body.data.map(({ secondFactor }) => secondFactor)).toEqual(['On'])
  })

  test('go with a lost second factor that two administrators reset, and stay with a lost password', async () => {
    const { samuelAdministrator, beatriceAdministrator, simonManager } = world.people
    await addPasskey(simonManager, softAuthenticator())
    const reset = async (secondFactor: boolean) => {
      const path = `/admin/users/${simonManager.id}/reset`
      const asked = await samuelAdministrator.post<{ data: { id: string } }>(path, { secondFactor, reason: 'Lost' })
      const { id } = asked.body.data
      expect((await beatriceAdministrator.post('/admin/changes/approve', { id, version: 1 })).status).toBe(200)
      const { rows } = await world.owner.query(`select 1 from passkeys where user_id = $1`, [simonManager.id])
      return rows.length
    }
    expect([await reset(false), await reset(true)]).toEqual([1, 0])
  })

  test('need a name of the product: none at an address of numbers, and none at a name that somebody sends along', async () => {
    const { otienoChecker } = world.people
    for (const host of ['127.0.0.1:4000', '[::1]:4000', 'kahawa.example', 'localhost.evil.example']) {
      const list = await otienoChecker.request<PasskeyList>('GET', '/auth/passkeys', { headers: { host } })
      expect([host, list.body.available]).toEqual([host, false])
      expect([host, (await beginPasskey(otienoChecker, { host })).body.code]).toEqual([host, 'passkey.no_address'])
    }
  })

  test('leave no challenges behind', async () => {
    await beginPasskey(world.people.otienoChecker)
    pass(301)
    await sessionSweep.work(world.house, {})
    expect((await world.owner.query('select from passkey_challenges')).rowCount).toBe(0)
  })
})
