import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FileInJson, isBinary, type Endpoint } from '#contract/kit/endpoint.ts'
import type { Schema } from '#contract/kit/schemas.ts'
import { declaredCalls, schemaOf } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { problemsOf } from './kit/declaredAnswers.ts'
import { makeRecords } from './kit/everyRecord.ts'
import type { HttpAnswer, Person, PersonName } from './kit/people.ts'
import { mayCall, sampleRequest, unknownId } from './kit/sampleRequests.ts'
import { specifiedCalls, type Envelope, type SpecifiedCall } from './kit/specification.ts'
import { sendDispatch } from './kit/dispatchFiles.ts'
import { eslipIn } from './kit/eslips.ts'
import { makeSchedule } from './kit/everyKind.ts'
import { specifiedPosts } from './kit/specifiedPosts.ts'
import { makeWorld, type World } from './kit/world.ts'

const titled = specifiedCalls.map((call) => ({ ...call, title: `${call.method} ${call.path}` }))
/** Calls are the same whatever their parameters are called. */
const shapeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(/:\w+/g, ':')}`
const declaredAs = (call: SpecifiedCall): Endpoint | undefined =>
  declaredCalls.find(({ declared }) => shapeOf(declared) === shapeOf(call))?.declared
const declaredOf = (call: SpecifiedCall): Endpoint => {
  const declared = declaredAs(call)
  if (!declared) throw new Error(`${call.method} ${call.path} is not declared`)
  return declared
}

test('the specification has 127 calls, each named once', () => {
  expect(new Set(specifiedCalls.map(shapeOf)).size).toBe(127)
  expect(specifiedCalls).toHaveLength(127)
})

test.each(titled)('$title is built', (call) => expect(declaredAs(call)).toBeDefined())

/** The shapes of a schema, those of a union one by one. */
const alternatives = (schema: Schema): Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? []).length > 0
    ? (schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => alternatives(one as Schema))
    : [schema]
const namesIn = (schema: Schema): string[] =>
  alternatives(schema).flatMap((one) =>
    one.type === 'array' ? namesIn(one.items as Schema) : Object.keys(one.properties ?? {}),
  )
/** An envelope as the names that stand in it; null for what is no object. */
const namesOf = (envelope: Envelope): readonly string[] | null => {
  if (typeof envelope !== 'string') return envelope
  if (envelope.startsWith('list in')) return ['error', 'message', 'data']
  return ['list', 'number', 'csv', 'pdf', 'file', 'unspecified'].includes(envelope) ? null : envelope.split(',')
}
const defaultOf = (query: Schema | null, name: string) => (query?.properties?.[name] as Schema | undefined)?.default

describe.each(titled)('$title', (call) => {
  const { envelope } = call

  test('is declared with the envelope that the specification shows', () => {
    const { answer, query } = declaredOf(call)
    if (isBinary(answer)) {
      if (envelope === 'csv' || envelope === 'pdf') expect(answer.binary).toBe(envelope)
      else expect(envelope).toBe('file')
      return
    }
    const shapes = alternatives(schemaOf(answer, 'output'))
    const objects = shapes.filter(({ type }) => type === 'object')
    const names = namesOf(envelope)
    if (envelope === 'list') expect(shapes.some(({ type }) => type === 'array')).toBe(true)
    if (envelope === 'number') expect(shapes.map(({ type }) => type)).toEqual(['number'])
    if (names) {
      expect(objects).toHaveLength(1)
      expect(Object.keys(objects[0]?.properties ?? {})).toEqual(expect.arrayContaining([...names]))
    }
    // A list that can be had in both shapes declares which one is the default.
    if (shapes.length > 1)
      expect(defaultOf(query ? schemaOf(query, 'input') : null, 'paginate')).toBe(names ? 'Y' : undefined)
  })

  test('knows what the specification sends', () => {
    const { query, orJson, body = orJson && FileInJson } = declaredOf(call)
    expect(query ? namesIn(schemaOf(query, 'input')) : []).toEqual(expect.arrayContaining([...(call.query ?? [])]))
    expect(body ? namesIn(schemaOf(body, 'input')) : []).toEqual(expect.arrayContaining([...(call.body ?? [])]))
  })
})

let world: World
let everybody: Person[]
let ids: Record<string, string>
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  everybody = Object.values(world.people)
  await makeRecords(world)
  ids = await idsOf(world)
})
afterAll(() => world?.close())

const readers: Partial<Record<string, PersonName>> = {
  '/loan/recon/download/:organisationId': 'peterBankChecker',
  '/disbursement/pending/:organisationId': 'otienoChecker',
  '/disbursement/approved/:organisationId': 'otienoChecker',
  '/upload/parchment/download-error/:id': 'wanjikuMaker',
  '/grn_record/details': 'francisWarehouseChecker',
  '/upload/catalogue/:id/data': 'catherineBrokerChecker',
}
const queries: Partial<Record<string, Record<string, string>>> = {
  '/farmercherry/farmer/status': { status: 'APPROVED' },
}

/** Records of the world that stand behind the ids of paths. */
async function idsOf({ owner, organisationId }: World): Promise<Record<string, string>> {
  const one = async (query: string) =>
    (await owner.query<{ id: string }>(query, [organisationId('CF4100')])).rows[0]?.id ?? ''
  const upload = (kind: string) =>
    one(
      `select id from uploads where organisation_id = $1 and kind = '${kind}' and status <> 'FAILED_VALIDATION' limit 1`,
    )
  return {
    '/upload/cherry/farmer/:id': await upload('farmers'),
    '/upload/cherry/farmerCompany/:id': await upload('farmer_companies'),
    '/upload/cherry/:id/download': await upload('farmers'),
    '/upload/cherry/limit/:id': await upload('cherry_limits'),
    '/upload/cherry/loanSchedule/:id': await one(
      `select id from uploads where organisation_id = $1 and kind = 'cherry_limits' and status = 'APPROVED' limit 1`,
    ),
    '/upload/parchment/delivery/:id': await upload('parchment'),
    '/upload/parchment/download-error/:id': await upload('parchment'),
    '/grn_record/details': (await sendDispatch(world.people.kipronoMillerMaker)).id,
    '/upload/catalogue/:id/data': await one(
      `select id from uploads where kind = 'catalogue' and $1::uuid is not null limit 1`,
    ),
    '/growerstatus/stockDetails/:id': await eslipIn(world),
    commId: await makeSchedule(world),
    farmerId: await one(`select farmer_id as id from loan_requests where organisation_id = $1 limit 1`),
  }
}

/** What stands on top of an answer. */
function topOf({ body, headers }: HttpAnswer): 'list' | 'number' | 'csv' | 'pdf' | 'file' | string[] {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('application/json'))
    return type.startsWith('text/csv') ? 'csv' : type === 'application/pdf' ? 'pdf' : 'file'
  if (Array.isArray(body)) return 'list'
  return typeof body === 'number' ? 'number' : Object.keys(body ?? {})
}

/** Holds what came against what the specification shows. */
function expectEnvelope({ envelope }: SpecifiedCall, answer: HttpAnswer): void {
  if (envelope === 'unspecified') return
  const names = namesOf(envelope)
  if (names) expect(topOf(answer)).toEqual(expect.arrayContaining([...names]))
  else if (envelope === 'file') expect(['file', 'csv']).toContain(topOf(answer))
  else expect(topOf(answer)).toBe(envelope)
}

describe('without paginate', () => {
  const reading = titled.filter(({ method }) => method === 'GET')
  test.each(reading)('$title answers in its envelope', async (call) => {
    const declared = declaredOf(call)
    const named = readers[call.path]
    const person = named
      ? world.people[named]
      : (everybody.find(({ organisationCode, role }) => organisationCode === 'CF4100' && mayCall(declared, role)) ??
        everybody.find(({ role }) => mayCall(declared, role)))
    if (!person) throw new Error('nobody may')
    const { path, query } = await sampleRequest(declared, {
      organisationId: organisationOf(person.organisationCode).id,
      organisationCode: person.organisationCode,
      id: ids[call.path] ?? unknownId,
      values: {
        fileId: ids['/grn_record/details'],
        farmerId: ids['farmerId'],
        commId: ids['commId'],
        memberNumber: await memberNumber(),
        q: 'oth',
      },
    })
    const answer = await person.get(path, { ...query, ...queries[call.path] })
    expect([answer.status, problemsOf(declared, answer)]).toEqual([200, []])
    expectEnvelope(call, answer)
  })

  const acting = titled.filter(({ method }) => method === 'POST')
  test('every call that changes something is made here', () => {
    expect(Object.keys(specifiedPosts).toSorted()).toEqual(acting.map(({ path }) => path).toSorted())
  })
  test.each(acting)('$title answers in its envelope to what the specification sends', async (call) => {
    const answer = await specifiedPosts[call.path]!(world) // the test above names them all
    // A file has bytes and no body.
    expect([answer.status, answer.body ?? answer.bytes]).toEqual([200, expect.anything()])
    expect(answer.bytes.length).toBeGreaterThan(0)
    expect(problemsOf(declaredOf(call), answer)).toEqual([])
    expectEnvelope(call, answer)
  })
})

const memberNumber = async () =>
  (
    await world.owner.query<{ n: string }>(
      `select member_number as n from farmers where organisation_id = $1 and status = 'APPROVED' limit 1`,
      [world.organisationId('CF4100')],
    )
  ).rows[0]?.n
