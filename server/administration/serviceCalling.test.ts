import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import { writeUses } from '#server/kit/services/serviceUses.ts'
import { memberOf } from '#test/kit/deliveryFiles.ts'
import { borrower, decideLoans, fillFund, grantLimit } from '#test/kit/loans.ts'
import type { Method } from '#test/kit/people.ts'
import { callWithKey, lookUp, makeService, ussdAddress, type ServiceAnswer } from '#test/kit/serviceAccounts.ts'
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
const call = (key: string, method: Method, at: string, options: Parameters<typeof callWithKey>[4] = {}) =>
  callWithKey<Answer>(world, key, method, at, options)
const member = { memberNumber: memberOf('CF4100', 3) }

describe('calling', () => {
  test('it reads what a person of its organisation with its role reads, and is not found what is another’s', async () => {
    const { wanjikuMaker } = world.people
    const own = await limitOf(service.key)
    expect(own.status).toBe(200)
    expect(own.body).toEqual((await wanjikuMaker.get('/loan/member', member)).body)
    const { rows } = await world.owner.query<{ id: string }>(
      `select f.id from farmers f join organisations o on o.id = f.organisation_id where o.code = 'CF4101' limit 1`,
    )
    expect((await call(service.key, 'GET', `/farmer/${rows[0]?.id}/limit`)).status).toBe(404)
  })

  test('it asks for a loan, once however often it sends it, and the trail names the account and its key', async () => {
    await fillFund(world, 'KPCU', 100_000)
    const { id: farmerId } = await borrower(world)
    await grantLimit(world, farmerId, 20_000)
    const body = { farmerId, amount: 500, channel: 'USSD', reference: 'USSD-1' }
    const first = await call(service.key, 'POST', '/loan/request', { body })
    expect([first.status, first.body.code]).toEqual([200, undefined])
    expect(first.body.data).toMatchObject({ channel: 'USSD', createdBy: 'USSD gateway' })
    const [second, third] = await Promise.all([1, 2].map(() => call(service.key, 'POST', '/loan/request', { body })))
    expect([second?.body.data?.['id'], third?.body.data?.['id']]).toEqual([
      first.body.data?.['id'],
      first.body.data?.['id'],
    ])
    const { rows } = await world.owner.query<{ actor_name: string }>(
      `select actor_name from audit_events where kind = 'loan_request' and record_id = $1`,
      [first.body.data?.['id']],
    )
    expect(rows).toEqual([{ actor_name: `USSD gateway, ${service.key.slice(10, 20)}` }])
    // Who searches the trail for the key finds what was done with it.
    const { peterBankChecker, otienoChecker } = world.people
    const found = await peterBankChecker.get<{ data: { recordId: string }[] }>('/audit', {
      search: service.key.slice(10, 20),
      paginate: 'Y',
    })
    expect(found.body.data.map(({ recordId }) => recordId)).toContain(first.body.data?.['id'])
    // A decision is news to people; nobody reads those of a program.
    expect((await decideLoans(otienoChecker, 'approve', [{ id: String(first.body.data?.['id']) }])).status).toBe(200)
    const news = await world.owner.query(`select 1 from notifications where user_id = $1`, [service.id])
    expect(news.rows).toEqual([])
  })

  test('a call outside its scope, also one that any user may make, is 403 and counted', async () => {
    for (const [method, to] of [
      ['GET', '/limit/active/CF4100'],
      ['GET', '/auth/me'],
      ['POST', '/disbursement/approve'],
      ['GET', '/admin/users'],
    ] as const) {
      const { status, body } = await call(service.key, method, to)
      expect([to, status, body.code]).toEqual([to, 403, 'service.call'])
    }
  })

  test('another address is 403 with the address that was seen; IPv4 behind IPv6 is itself', async () => {
    const { status, body } = await limitOf(service.key, '41.90.1.1')
    expect([status, body.code, body.details]).toEqual([403, 'service.address', { address: '41.90.1.1' }])
    expect((await limitOf(service.key, `::ffff:${ussdAddress}`)).status).toBe(200)
    expect((await limitOf(service.key, 'fe80::1%eth0')).status).toBe(403)
  })

  test('a key that was not copied whole, or was made up, is 401', async () => {
    const made = `${service.key.slice(0, -1)}${service.key.endsWith('0') ? '1' : '0'}`
    for (const key of [made, service.key.slice(0, -3), `kahawa_sk_${'x'.repeat(59)}`]) {
      const { status, body } = await limitOf(key)
      expect([status, body.code]).toEqual([401, 'service.key_wrong'])
    }
  })

  test('more than its rate is 429 with the seconds to wait', async () => {
    const slow = await makeService(world, { username: 'slow', name: 'Slow partner', perMinute: 6 })
    expect((await limitOf(slow.key)).status).toBe(200)
    const second = await limitOf(slow.key)
    expect([second.status, second.body.code]).toEqual([429, 'rate.limited'])
    const wait = Number(second.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(10)
    const later = Date.now() + wait * 1000
    setClock(() => later)
    expect((await limitOf(slow.key)).status).toBe(200)
  })

  test('an expired key is 401, of an organisation that is closed too', async () => {
    await world.owner.query(`update organisations set active = false where code = 'CF4100'`)
    const closed = await limitOf(service.key)
    await world.owner.query(`update organisations set active = true where code = 'CF4100'`)
    expect([closed.status, closed.body.code]).toEqual([401, 'service.closed'])
    const later = Date.now() + 91 * 86_400_000
    setClock(() => later)
    const { status, body } = await limitOf(service.key)
    expect([status, body.code]).toEqual([401, 'service.key_expired'])
  })

  test('a key opens nothing as a cookie, in the address, to a call of the whole world, or from an address that only a header names', async () => {
    const send = (headers: Record<string, string>, url = '/api/loan/member') =>
      world.app.inject({ method: 'GET', url, headers, remoteAddress: '41.90.1.1' })
    const { key } = service
    expect((await send({ cookie: `kahawa=${key}` })).statusCode).toBe(401)
    expect((await send({}, `/api/loan/member?token=${key}`)).statusCode).toBe(401)
    const forwarded = await send({ authorization: `Bearer ${key}`, 'x-forwarded-for': ussdAddress })
    expect(forwarded.json<Answer>()).toMatchObject({ code: 'service.address', details: { address: '41.90.1.1' } })
    expect((await call(key, 'POST', '/auth/login', { body: { username: 'admin', password: 'x' } })).body.code).toBe(
      'session.wrong',
    )
  })

  test('a program of the bank fetches a statement, and may not import one: that wants a fresh code of a person', async () => {
    const calls = ['POST /bank/statement/pull', 'GET /reconciliation']
    const more = { username: 'bank.statements', name: 'Statements', organisationCode: 'COOP', role: 'BANK_MAKER' }
    const { key } = await makeService(world, { ...more, calls })
    const { rows } = await world.owner.query<{ number: string }>(
      `select account_number as number from funds f join organisations o on o.id = f.organisation_id where o.code = 'COOP'`,
    )
    const body = { accountNumber: rows[0]?.number, from: '2026-11-01', to: '2026-11-20' }
    const pulled = await call(key, 'POST', '/bank/statement/pull', { body })
    expect([pulled.status, pulled.body.code]).toEqual([200, undefined])
    expect((await call(key, 'GET', '/reconciliation')).status).toBe(200)
    const { rows: asked } = await world.owner.query<{ name: string }>(
      `select u.full_name as name from bank_statement_pulls p join users u on u.id = p.asked_by where p.account_number = $1`,
      [body.accountNumber],
    )
    expect(asked).toEqual([{ name: 'Statements' }])
    expect((await call(key, 'POST', '/bank/statement', { body: {} })).body.code).toBe('service.call')
  })

  test('what the role loses it loses with the next call', async () => {
    await world.owner.query(
      `update roles set permissions = array_remove(permissions, 'CAN_CREATE_LOAN_REQUEST') where name = 'FCS_MAKER'`,
    )
    const { body } = await limitOf(service.key)
    await world.owner.query(
      `update roles set permissions = permissions || '{CAN_CREATE_LOAN_REQUEST}' where name = 'FCS_MAKER'`,
    )
    expect(body.code).toBe('permission.missing')
  })
})

describe('its use', () => {
  test('is counted by hour, key, address and call; the first of a day from an address stands in the trail', async () => {
    const used = await makeService(world, { username: 'counted', name: 'Counted partner' })
    const key = used.key.slice(10, 20)
    for (let n = 0; n < 5; n++) await limitOf(used.key)
    await limitOf(used.key, '196.201.214.8')
    await limitOf(used.key, '41.90.1.1')
    await writeUses(world.house)
    await writeUses(world.house)
    const { body } = await admin().get<{ data: { address: string; outcome: string; calls: number; call: string }[] }>(
      '/admin/service-accounts/uses',
      { search: key, paginate: 'Y' },
    )
    expect(
      body.data.map(({ address, outcome, calls, call: to }) => [address, outcome, calls, to].join(' ')).toSorted(),
    ).toEqual([
      '196.201.214.7 LET_IN 5 GET /loan/member',
      '196.201.214.8 LET_IN 1 GET /loan/member',
      '41.90.1.1 service.address 1 GET /loan/member',
    ])
    const { rows } = await world.owner.query<{ action: string; address: string; key: string }>(
      `select action, changes -> 'address' ->> 'after' as address, changes -> 'key' ->> 'after' as key from audit_events
       where kind = 'service_account' and record_id = $1 and action like 'use%' order by id`,
      [used.id],
    )
    expect(rows).toEqual([
      { action: 'use', address: '196.201.214.7', key },
      { action: 'use', address: '196.201.214.8', key },
      { action: 'use_refused', address: '41.90.1.1', key },
    ])
    const [shown] = (
      await admin().get<{ lastUsedFrom: string; key: string }[]>(`/admin/service-accounts/${used.id}/keys`)
    ).body
    expect(shown).toMatchObject({ key, lastUsedFrom: '196.201.214.8', status: 'ACTIVE' })
  })

  test('from ever new addresses it fills no table', async () => {
    const used = await makeService(world, {
      username: 'wide',
      name: 'Wide partner',
      addresses: ['10.0.0.0/8'],
      perMinute: 6000,
    })
    for (let n = 0; n < 130; n++) expect((await limitOf(used.key, `41.90.1.${n}`)).status).not.toBe(200)
    for (let n = 0; n < 130; n++) expect((await limitOf(used.key, `10.1.1.${n}`)).status).toBe(200)
    await writeUses(world.house)
    const { rows } = await world.owner.query<{ outcome: string; rows: number; calls: number; others: number }>(
      `select outcome, count(*)::int as rows, sum(calls)::int as calls, max(calls) filter (where address = '')::int as others from service_uses
       where account_id = $1 group by outcome order by outcome`,
      [used.id],
    )
    expect(rows).toEqual([
      { outcome: 'LET_IN', rows: 101, calls: 130, others: 30 },
      { outcome: 'service.address', rows: 101, calls: 130, others: 30 },
    ])
  })
})
