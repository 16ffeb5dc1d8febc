import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { borrower } from '#test/kit/loans.ts'
import {
  askForService,
  callWithKey,
  decideService,
  lookUp,
  makeService,
  serviceRow,
  showKey,
  ussd,
  type ServiceAnswer,
} from '#test/kit/serviceAccounts.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Answer = ServiceAnswer

let world: World
let service: { id: string; key: string }
beforeAll(async () => {
  world = await makeWorld()
  service = await makeService(world)
})
afterAll(() => world?.close())
afterEach(() => setClock(null))

const limitOf = (key: string, from?: string) => lookUp(world, key, from)
const admin = () => world.people.samuelAdministrator
const other = () => world.people.beatriceAdministrator
const path = (rest = '') => `/admin/service-accounts/${service.id}${rest}`
const reason = 'It is time'

describe('making one', () => {
  test('takes two administrators, and shows the key once to who asked for it', async () => {
    const asked = await askForService(world, { username: 'app.gateway', name: 'App gateway' })
    expect(asked.status).toBe(200)
    const { id } = asked.body.data
    expect((await admin().post<Answer>('/admin/changes/approve', { id, version: 1 })).body.code).toBe('own_submission')
    expect((await decideService(world, id)).status).toBe(200)
    expect((await decideService(world, id)).body.code).toBe('step.wrong_state')
    const row = await serviceRow(world, 'app.gateway')
    expect(row).toMatchObject({ status: 'NO_KEY', keyWaiting: true })
    const ofOther = await other().post<Answer>(`/admin/service-accounts/${row.id}/key`)
    expect([ofOther.status, ofOther.body.code]).toEqual([409, 'service.no_key'])
    const key = await showKey(world, row.id)
    expect(key).toMatch(/^kahawa_sk_[0-9A-Za-z]{59}$/)
    const again = await admin().post<Answer>(`/admin/service-accounts/${row.id}/key`)
    expect([again.status, again.body.code]).toEqual([409, 'service.no_key'])
    expect(await serviceRow(world, 'app.gateway')).toMatchObject({ status: 'ACTIVE', keyWaiting: false })
    expect((await limitOf(key)).status).toBe(200)
  })

  test('the key stands nowhere in the database, in the trail or in a stored answer', async () => {
    const { rows: tables } = await world.owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    for (const { name } of tables) {
      const { rows } = await world.owner.query(`select 1 from "${name}" t where t::text like $1 limit 1`, [
        `%${service.key.slice(20)}%`,
      ])
      expect([name, rows.length]).toEqual([name, 0])
    }
  })

  test('asked twice it is one request; a name of a person is taken', async () => {
    const twice = await Promise.all([1, 2].map(() => askForService(world, { username: 'twice' })))
    expect(twice.map(({ body }) => body.code ?? 'ok').toSorted()).toEqual(['change.open', 'ok'])
    expect((await askForService(world, { username: 'fcs.maker' })).body.code).toBe('name.taken')
    expect((await askForService(world)).body.code).toBe('name.taken')
  })

  test('nobody gives a role that is not for the organisation, a call that the role does not open, or one that is offered to no program', async () => {
    const codeOf = async (more: Partial<typeof ussd>) =>
      (await askForService(world, { username: 'wrong', ...more })).body.code
    expect(await codeOf({ role: 'MILLER_MAKER' })).toBe('role.wrong_organisation')
    expect(await codeOf({ organisationCode: 'OPERATOR', role: 'ADMINISTRATOR' })).toBe('role.wrong_organisation')
    expect(await codeOf({ organisationCode: 'CF9999' })).toBe('input.invalid')
    expect(await codeOf({ calls: ['GET /payouts'] })).toBe('input.invalid')
    expect(await codeOf({ calls: ['POST /disbursement/approve'] })).toBe('input.invalid')
    expect(await codeOf({ addresses: ['196.201.214.0/33'] })).toBe('input.invalid')
    expect(await codeOf({ addresses: ['example.org'] })).toBe('input.invalid')
  })

  test('a person of another organisation, or without the permission, neither sees nor asks', async () => {
    const { otienoChecker, wanjikuMaker } = world.people
    expect((await wanjikuMaker.get<Answer>('/admin/service-accounts')).body.code).toBe('permission.missing')
    expect((await otienoChecker.post<Answer>('/admin/service-accounts', ussd)).body.code).toBe('permission.missing')
    expect((await otienoChecker.post<Answer>(path('/stop'), { reason })).body.code).toBe('permission.missing')
  })

  test('it is no user: it is in no list of people, signs in nowhere, and is not changed as one', async () => {
    const { body } = await admin().get<{ data: object[] }>('/admin/users', { search: 'ussd', paginate: 'Y' })
    expect(body.data).toEqual([])
    expect((await world.signIn('ussd.gateway')).status).toBe(401)
    expect((await admin().post<Answer>(`/admin/users/${service.id}/suspend`, { reason })).status).toBe(404)
    expect(
      (await admin().post<Answer>(`/admin/users/${service.id}/reset`, { secondFactor: false, reason })).status,
    ).toBe(404)
  })
})

describe('a new key', () => {
  test('works beside the one before for the overlap, then the one before is over', async () => {
    const one = await makeService(world, { username: 'rotated', name: 'Rotated partner' })
    const asked = await admin().post<Answer>(`/admin/service-accounts/${one.id}/rotate`, { overlapHours: 24, reason })
    expect(asked.status).toBe(200)
    await decideService(world, String(asked.body.data?.['id']))
    expect((await limitOf(one.key)).status).toBe(200)
    const next = await showKey(world, one.id)
    expect([(await limitOf(one.key)).status, (await limitOf(next)).status]).toEqual([200, 200])
    const later = Date.now() + 24 * 3_600_000 + 1000
    setClock(() => later)
    expect((await limitOf(one.key)).body.code).toBe('service.key_expired')
    expect((await limitOf(next)).status).toBe(200)
  })

  test('whose answer was lost is made anew with the same idempotency key, and the lost one is worth nothing', async () => {
    const asked = await askForService(world, { username: 'lost', name: 'Lost answer' })
    await decideService(world, asked.body.data.id)
    const { id } = await serviceRow(world, 'lost')
    const lost = await showKey(world, id, 'one press')
    const seen = await showKey(world, id, 'one press')
    expect([(await limitOf(lost)).body.code, (await limitOf(seen)).status]).toEqual(['service.key_wrong', 200])
    await expect(showKey(world, id, 'one press')).rejects.toThrow('service.no_key')
    await expect(showKey(world, id, 'another press')).rejects.toThrow('service.no_key')
  })

  test('whose making broke off is made by the repetition, and by no other press', async () => {
    const asked = await askForService(world, { username: 'broken', name: 'Broken off' })
    await decideService(world, asked.body.data.id)
    const { id } = await serviceRow(world, 'broken')
    // What a kill between the two transactions leaves: the place is taken, and no key is made.
    await world.owner.query(`
      create function break_off() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger break_off before update of key on service_keys for each row execute function break_off()`)
    await expect(showKey(world, id, 'broken press')).rejects.toThrow('server.fault')
    await world.owner.query(`drop trigger break_off on service_keys; drop function break_off()`)
    await expect(showKey(world, id, 'another press')).rejects.toThrow('service.no_key')
    expect((await limitOf(await showKey(world, id, 'broken press'))).status).toBe(200)
  })

  test('of two presses at once one is shown', async () => {
    const asked = await askForService(world, { username: 'pressed', name: 'Pressed twice' })
    await decideService(world, asked.body.data.id)
    const { id } = await serviceRow(world, 'pressed')
    const shown = await Promise.allSettled([showKey(world, id), showKey(world, id)])
    expect(shown.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is not shown after its time, nor after its account has ended', async () => {
    const asked = await askForService(world, { username: 'late', name: 'Late partner' })
    await decideService(world, asked.body.data.id)
    const { id } = await serviceRow(world, 'late')
    const later = Date.now() + 73 * 3_600_000
    setClock(() => later)
    await world.owner.query(
      `update sessions set last_seen_at = now() + interval '73 hours', expires_at = now() + interval '80 hours'`,
    )
    await expect(showKey(world, id)).rejects.toThrow('service.no_key')
    setClock(null)
    await world.owner.query(`update sessions set last_seen_at = now(), expires_at = now() + interval '12 hours'`)
  })
})

describe('stopping', () => {
  test('one administrator stops it at once; to let it in again takes two', async () => {
    const one = await makeService(world, { username: 'leaked', name: 'Leaked partner' })
    const at = `/admin/service-accounts/${one.id}`
    expect((await other().post<Answer>(`${at}/stop`, { reason })).status).toBe(200)
    expect((await limitOf(one.key)).body.code).toBe('service.stopped')
    expect((await other().post<Answer>(`${at}/stop`, { reason })).body.code).toBe('change.nothing')
    const asked = await admin().post<Answer>(`${at}/resume`, { reason })
    expect((await limitOf(one.key)).body.code).toBe('service.stopped')
    await decideService(world, String(asked.body.data?.['id']))
    expect((await limitOf(one.key)).status).toBe(200)
  })

  test('one key is stopped for ever, and the others work on', async () => {
    const one = await makeService(world, { username: 'twokeys', name: 'Two keys' })
    const at = `/admin/service-accounts/${one.id}`
    const asked = await admin().post<Answer>(`${at}/rotate`, { overlapHours: 168, reason })
    await decideService(world, String(asked.body.data?.['id']))
    const next = await showKey(world, one.id)
    const keys = (await other().get<{ id: string; key: string }[]>(`${at}/keys`)).body
    const old = keys.find(({ key }) => key === one.key.slice(10, 20))
    expect((await other().post<Answer>(`/admin/service-accounts/keys/${old?.id}/stop`, { reason })).status).toBe(200)
    expect([(await limitOf(one.key)).body.code, (await limitOf(next)).status]).toEqual(['service.key_stopped', 200])
    expect((await other().post<Answer>(`/admin/service-accounts/keys/${old?.id}/stop`, { reason })).body.code).toBe(
      'change.nothing',
    )
  })

  test('a stop overtakes a call on its way: what was let in before writes nothing any more', async () => {
    const one = await makeService(world, { username: 'onitsway', name: 'On its way' })
    const { id: farmerId } = await borrower(world)
    const body = { farmerId, amount: 500, channel: 'USSD', reference: 'USSD-late' }
    // All connections for changes are taken: the call is let in, and waits for one.
    const { pool } = world.house.db.changes
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    const waiting = callWithKey<Answer>(world, one.key, 'POST', '/loan/request', { body })
    await expect.poll(() => pool.waitingCount).toBe(1)
    await world.owner.query(`update service_accounts set status = 'STOPPED' where id = $1`, [one.id])
    for (const client of taken) client.release()
    expect(await waiting).toMatchObject({ status: 401, body: { code: 'service.stopped' } })
    const { rows } = await world.owner.query(`select 1 from loan_requests where channel_reference = 'USSD-late'`)
    expect(rows).toEqual([])
  })

  test('ended by two it never opens again', async () => {
    const one = await makeService(world, { username: 'ended', name: 'Ended partner' })
    const at = `/admin/service-accounts/${one.id}`
    const asked = await admin().post<Answer>(`${at}/end`, { reason })
    expect((await limitOf(one.key)).status).toBe(200)
    await decideService(world, String(asked.body.data?.['id']))
    expect((await limitOf(one.key)).body.code).toBe('service.stopped')
    for (const step of ['rotate', 'end', 'resume'])
      expect([step, (await admin().post<Answer>(`${at}/${step}`, { overlapHours: 1, reason })).body.code]).toEqual([
        step,
        'change.nothing',
      ])
  })
})

test('a change that was approved meanwhile is not undone by an older request', async () => {
  const one = await makeService(world, { username: 'edited', name: 'Edited partner' })
  const at = `/admin/service-accounts/${one.id}`
  const asked = await admin().post<Answer>(at, {
    perMinute: 30,
    addresses: ['10.1.0.0/16', '196.201.214.7/32'],
    reason,
  })
  expect((await admin().post<Answer>(at, { perMinute: 60, reason })).body.code).toBe('change.open')
  await world.owner.query(`update service_accounts set per_minute = 10 where id = $1`, [one.id])
  expect((await decideService(world, String(asked.body.data?.['id']))).body.code).toBe('change.stale')
  await world.owner.query(`update service_accounts set per_minute = 600 where id = $1`, [one.id])
  expect((await decideService(world, String(asked.body.data?.['id']))).status).toBe(200)
  const { rows } = await world.owner.query(`select per_minute, addresses::text[] from service_accounts where id = $1`, [
    one.id,
  ])
  expect(rows).toEqual([{ per_minute: 30, addresses: ['10.1.0.0/16', '196.201.214.7/32'] }])
})
