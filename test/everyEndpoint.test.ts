import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#contract/house/errors.ts'
import { organisationParams, type Endpoint } from '#contract/kit/endpoint.ts'
import { workflows } from '#contract/index.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { permissions, roles, type Permission } from '#contract/house/permissions.ts'
import { declaredCalls, schemaOf } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { problemsOf } from './kit/declaredAnswers.ts'
import { makeDraft, sendFarmers } from './kit/farmerUploads.ts'
import type { Person } from './kit/people.ts'
import { mayCall, sampleOf, sampleRequest, unknownId, type Facts } from './kit/sampleRequests.ts'
import { readSources } from './kit/sourceFiles.ts'
import { makeWorld, type World } from './kit/world.ts'

type Body = { code?: string; message?: string; data?: Record<string, unknown> }
const calls = declaredCalls.map((call) => ({ ...call, title: `${call.declared.method} ${call.declared.path}` }))
const withSession = calls.filter(({ declared }) => declared.allow !== 'anyone')
const changing = calls.filter(({ declared }) => declared.method !== 'GET')

let world: World
let everybody: Person[]
let waiting: string
let members: Map<string, string>
let draft: string
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  // One person of each role.
  everybody = Object.values(world.people).filter(
    ({ role }, at, all) => all.findIndex((person) => person.role === role) === at,
  )
  waiting = (await sendFarmers(world.people.wanjikuMaker, 3)).id
  draft = (await makeDraft(world.people.wanjikuMaker)).id
  const { rows } = await world.owner.query<{ society: string; id: string }>(
    `select distinct on (organisation_id) organisation_id as society, id from farmers where status = 'APPROVED' order by organisation_id, id`,
  )
  members = new Map(rows.map(({ society, id }) => [society, id]))
  // A payment schedule of every organisation has the id of its organisation.
  await world.owner
    .query(`insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, generated_at, status, makers, made_by, created_at)
    select o.id, o.id, '2025/2026', 1, 1, 1, 100, now(), 'PENDING_APPROVAL', array[u.id], u.id, now() from organisations o join users u on u.username = 'admin'`)
})
afterAll(() => world?.close())

const factsFor = (person: Person, more: Partial<Facts> = {}): Facts => {
  const organisationId = more.organisationId ?? organisationOf(person.organisationCode).id
  // Who sees every society may name a member of any under the own organisation.
  const farmerId = members.get(organisationId) ?? [...members.values()][0]
  const values = { farmerId, commId: organisationId }
  return { organisationId, organisationCode: person.organisationCode, id: unknownId, values, ...more }
}
const sendAs = async (person: Person, declared: Endpoint, facts: Facts) => {
  const { method, path, ...options } = await sampleRequest(declared, facts)
  return person.request<Body>(method, path, options)
}
const organisationParamOf = ({ path }: Endpoint) =>
  Object.keys(organisationParams).find((name) => path.includes(`:${name}`))

describe('who may call', () => {
  test.each(withSession)('$title requires a session', async ({ declared }) => {
    const { method, path, ...options } = await sampleRequest(declared, factsFor(world.people.wanjikuMaker))
    for (const token of [undefined, 'x'.repeat(43)]) {
      const { status, body } = await world.stranger({ ...options, method, path, ...(token ? { token } : {}) })
      expect(status).toBe(401)
      expect(body).toMatchObject({ error: true, code: 'session.missing', message: errors['session.missing'].message })
    }
  })

  test.each(withSession)('$title opens to exactly the roles that hold its permission', async ({ declared }) => {
    const required = [declared.allow].flat() as string[]
    for (const person of everybody) {
      const held: readonly string[] = roles[person.role].permissions
      const isAllowed = declared.allow === 'signed-in' || required.some((permission) => held.includes(permission))
      // The session that signs out must not be the one that everything else uses.
      const caller = declared.path === '/auth/logout' ? await world.newSession(person.username) : person
      const answer = await sendAs(caller, declared, factsFor(person))
      // A template checks the permission of its kind by itself.
      if (declared.path !== '/files/downloads')
        expect([person.username, answer.body?.code === 'permission.missing']).toEqual([person.username, !isAllowed])
      if (!isAllowed) expect(answer.status).toBe(403)
      expect([person.username, problemsOf(declared, answer)]).toEqual([person.username, []])
    }
  })

  const ofOrganisation = calls.filter(({ declared }) => organisationParamOf(declared))
  test.each(ofOrganisation)(
    '$title answers another organisation as not found, for who sees only the own',
    async ({ declared }) => {
      // One of each kind of organisation: what a person may do in it, the test before asks of every role.
      const asked = new Set<string>()
      for (const person of everybody) {
        if (!mayCall(declared, person.role) || asked.has(person.organisationCode)) continue
        asked.add(person.organisationCode)
        const other = organisationOf(person.organisationCode === 'CF4101' ? 'CF4100' : 'CF4101')
        const foreign = await sendAs(
          person,
          declared,
          factsFor(person, { organisationId: other.id, organisationCode: other.code }),
        )
        const seesAll = organisationTypes[organisationOf(person.organisationCode).type].sees === 'all'
        if (declared.method === 'GET') {
          const own = await sendAs(person, declared, factsFor(person))
          expect([person.username, own.status]).toEqual([person.username, 200])
          expect([person.username, foreign.status]).toEqual([person.username, seesAll ? 200 : 404])
        } else if (!seesAll || declared.upload)
          expect([person.username, foreign.status]).toEqual([person.username, 404])
        const nowhere = await sendAs(
          person,
          declared,
          factsFor(person, { organisationId: unknownId, organisationCode: 'CF9999' }),
        )
        expect(nowhere.status).toBe(404)
        expect(nowhere.body.code).toBe('record.not_found')
      }
    },
  )

  test('a checker cannot decide an own record under the path of another organisation', async () => {
    const { otienoChecker } = world.people
    const foreign = world.organisationId('CF4101')
    const { status } = await otienoChecker.post(`/upload/cherry/approve_farmer/${foreign}`, { id: waiting })
    expect(status).toBe(404)
    const { rows } = await world.owner.query('select status from uploads where id = $1', [waiting])
    expect(rows).toEqual([{ status: 'PENDING_APPROVAL' }])
  })
})

describe('bad input', () => {
  const withId = calls.filter(({ declared }) => /:id\b/.test(declared.path))
  test.each(withId)(
    '$title answers an id that is none, and one that nobody has, as not found',
    async ({ declared }) => {
      const person = everybody.find(({ role }) => mayCall(declared, role)) as Person
      for (const id of ['1', 'not-an-id', "' or 1=1 --", '%00', '../../etc/passwd', unknownId, 'x'.repeat(5000)]) {
        const answer = await sendAs(person, declared, factsFor(person, { id }))
        expect([id.slice(0, 40), answer.status]).toEqual([id.slice(0, 40), 404])
      }
    },
  )

  const withBody = calls.filter(({ declared }) => declared.body)
  test.each(withBody)('$title refuses a body of another shape, and says where', async ({ declared }) => {
    const person = everybody.find(({ role }) => mayCall(declared, role)) as Person
    const schema = schemaOf(declared.body as NonNullable<Endpoint['body']>, 'input')
    const shape = (schema.oneOf?.[0] ?? schema) as typeof schema
    const right = sampleOf(shape, { id: waiting, version: 1 }) as Record<string, unknown>
    const wrong = [
      null,
      [],
      'text',
      7,
      ...(shape.required ?? []).flatMap((key) => [without(right, key), { ...right, [key]: { deep: [] } }]),
    ]
    const { method, path } = await sampleRequest(declared, factsFor(person, { id: draft }))
    for (const body of wrong) {
      const answer = await person.request<Body>(method, path, { body })
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 422])
      expect(answer.body).toMatchObject({ code: 'input.invalid', details: { fields: {} } })
    }
  })

  test.each(changing)('$title refuses what is no JSON', async ({ declared }) => {
    const { samuelAdministrator: anybody } = world.people
    const { method, path } = await sampleRequest(declared, factsFor(anybody))
    const broken: [string, string][] = [
      ['{"id": ', 'application/json'],
      ['<id>1</id>', 'application/xml'],
    ]
    // Who takes no body does not read one either.
    if (declared.body || declared.upload) broken.push(['--x--', 'multipart/form-data; boundary=y'])
    for (const [text, type] of broken) {
      const { status } = await anybody.request(method, path, {
        payload: Buffer.from(text),
        headers: { 'content-type': type },
      })
      expect([type, status >= 400 && status < 500]).toEqual([type, true])
    }
  })

  const lists = calls.filter(
    ({ declared }) => declared.query && 'paginate' in (schemaOf(declared.query, 'input').properties ?? {}),
  )
  test.each(lists)('$title refuses a query that it does not declare', async ({ declared }) => {
    const person = everybody.find(({ role }) => mayCall(declared, role)) as Person
    const { path } = await sampleRequest(declared, factsFor(person, { id: waiting }))
    for (const query of [
      { page: '-1' },
      { page: 'one' },
      { size: '0' },
      { size: '101' },
      { size: '1e9' },
      { export: 'exe' },
      { paginate: 'maybe' },
      { search: 'x'.repeat(101) },
    ]) {
      const { status, body } = await person.get<Body>(path, query)
      expect([query, status, body.code]).toEqual([query, 422, 'input.invalid'])
    }
  })

  test('a call that nobody declared is answered in JSON as not found', async () => {
    for (const [method, path] of [
      ['GET', '/nothing/here'],
      ['POST', '/upload/cherry'],
      ['DELETE', '/inbox'],
      ['GET', '/auth/login'],
    ] as const) {
      const answer = await world.people.wanjikuMaker.request<Body>(method, path)
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ error: true, code: 'record.not_found' })
    }
  })
})

describe('foreign pages', () => {
  test.each(changing)('$title refuses what another site’s page sends', async ({ declared }) => {
    const { wanjikuMaker } = world.people
    const { method, path, ...options } = await sampleRequest(declared, factsFor(wanjikuMaker))
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await wanjikuMaker.request<Body>(method, path, {
        ...options,
        headers: { ...options.headers, ...headers },
      })
      expect([headers, answer.status, answer.body.code]).toEqual([headers, 403, 'session.foreign_origin'])
    }
  })

  test('the own pages are let through', async () => {
    const headers = { host: 'kahawa.example', origin: 'https://kahawa.example', 'sec-fetch-site': 'same-origin' }
    const { status } = await world.people.wanjikuMaker.post('/auth/language', { language: 'en' }, { headers })
    expect(status).toBe(200)
  })
})

describe('the catalogue', () => {
  const sources = readSources().filter(({ path, isTest }) => /^(?:contract|server)\//.test(path) && !isTest)

  test.each(Object.keys(errors))('the refusal %s is used somewhere', (code) => {
    const users = sources.filter(
      ({ path, text }) => !/^contract\/house\/(?:tradeE|e)rrors\.ts$/.test(path) && text.includes(`'${code}'`),
    )
    expect(users.map(({ path }) => path)).not.toEqual([])
  })

  test('every refusal that a call declares stands in the catalogue', () => {
    const unknown = calls.flatMap(({ declared }) => (declared.errors ?? []).filter((code) => !(code in errors)))
    expect(unknown).toEqual([])
  })

  test('every permission opens a call or a step, or is declared for a part of the specification that is to come', () => {
    const used = new Set<string>([
      ...calls.flatMap(({ declared }) => [declared.allow].flat()),
      ...workflows.flatMap((flow) => Object.values(flow.steps).map((step) => step.allow)),
      'CAN_VIEW_PERSONAL_DATA', // decides what a list shows, not whether it opens
    ])
    const idle = Object.keys(permissions).filter((permission) => !used.has(permission))
    expect(idle.toSorted()).toEqual(Object.keys(declaredForLater).toSorted())
  })

  test('every permission is held by a role', () => {
    const held = new Set<string>(Object.values(roles).flatMap((role) => [...role.permissions]))
    expect(Object.keys(permissions).filter((permission) => !held.has(permission))).toEqual([])
  })
})

// Permissions of screens that are not built yet, with the part of the specification they come from.
const declaredForLater: Partial<Record<Permission, string>> = {}

const without = (record: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
