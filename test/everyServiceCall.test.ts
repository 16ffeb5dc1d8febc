import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callName, isServiceCall, serviceCalls } from '#contract/serviceCalls.ts'
import { roles } from '#contract/house/permissions.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { decisionCalls } from './kit/decisionCalls.ts'
import type { HttpAnswer, Method, Person, RequestOptions } from './kit/people.ts'
import { mayCall, sampleRequest, unknownId, type Facts } from './kit/sampleRequests.ts'
import { makeService } from './kit/serviceAccounts.ts'
import { makeWorld, type World } from './kit/world.ts'

// What holds of every call that a program may be given, and of all others: they are walked from the contract.
type Body = { code?: string }
type Program = { person: Person; key: string }

const offered = serviceCalls.map(({ call }) => ({ title: callName(call), declared: call }))
const others = declaredCalls
  .filter(({ declared }) => declared.allow !== 'anyone' && !isServiceCall(callName(declared)))
  .map(({ declared }) => ({ title: callName(declared), declared }))

let world: World
/** For one person of each role that opens a call: a program of the same organisation, in the same role. */
let programs: Program[]
let members: Map<string, { id: string; memberNumber: string }>
const answered = new Set<string>()
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const { rows } = await world.owner.query<{ society: string; id: string; memberNumber: string }>(
    `select distinct on (organisation_id) organisation_id as society, id, member_number as "memberNumber" from farmers where status = 'APPROVED' order by organisation_id, id`,
  )
  members = new Map(rows.map(({ society, ...member }) => [society, member]))
  programs = []
  const people = Object.values(world.people).filter(
    ({ role }, at, all) => role !== 'ADMINISTRATOR' && all.findIndex((person) => person.role === role) === at,
  )
  for (const person of people) {
    const calls = offered.filter(({ declared }) => mayCall(declared, person.role)).map(({ title }) => title)
    const { organisationCode, role } = person
    const username = `program.${person.username}`
    const { key } = await makeService(world, {
      name: username,
      username,
      organisationCode,
      role,
      calls,
      perMinute: 6_000,
      addresses: ['10.0.0.0/8'],
    })
    programs.push({ person, key })
  }
})
afterAll(() => world?.close())

const factsFor = (person: Person, more: Partial<Facts> = {}): Facts => {
  const organisationId = more.organisationId ?? organisationOf(person.organisationCode).id
  const member = members.get(organisationId) ?? [...members.values()][0]
  const values = { farmerId: member?.id, memberNumber: member?.memberNumber }
  return { organisationId, organisationCode: person.organisationCode, id: member?.id ?? unknownId, values, ...more }
}

async function sendAs({ person, key }: Program, declared: Endpoint, facts: Facts) {
  const { method, path, ...options } = await sampleRequest(declared, facts)
  return {
    asProgram: await send(key, method, path, options),
    asPerson: await person.request<Body>(method, path, options),
  }
}

// border: what each call answers is declared; a refusal has a code
const send = async (key: string, method: Method, path: string, options: RequestOptions) =>
  (await world.stranger({ ...options, method, path, token: key })) as HttpAnswer<Body>

test('of every role there is a program, and every offered call is opened by one', () => {
  expect(programs.map(({ person }) => person.role).toSorted()).toEqual(
    Object.keys(roles)
      .filter((role) => role !== 'ADMINISTRATOR')
      .toSorted(),
  )
})

describe.each(offered)('$title', ({ declared, title }) => {
  test('neither decides nor administers nor needs what no program has', () => {
    expect(declared).not.toHaveProperty('stepUp', true)
    expect(declared.reach).toBeUndefined()
    expect(declared.signed).toBeUndefined()
    expect(declared.upload).toBeUndefined()
    expect(declared.allow).not.toBe('anyone')
    expect(decisionCalls.map(({ call }) => call)).not.toContain(title)
  })

  test('answers a program what it answers a person of its role, and no other program', async () => {
    for (const program of programs) {
      const { person } = program
      if (!mayCall(declared, person.role)) {
        const { status, body } = await send(program.key, declared.method, declared.path.replaceAll(/:\w+/g, 'x'), {})
        expect([person.role, status, body.code]).toEqual([person.role, 403, 'service.call'])
        continue
      }
      const { asProgram, asPerson } = await sendAs(program, declared, factsFor(person))
      if (asProgram.status === 200) answered.add(title)
      expect([person.role, asProgram.status]).toEqual([person.role, asPerson.status])
      if (declared.method === 'GET' && asPerson.body)
        expect([person.role, withoutSteps(asProgram.body)]).toEqual([person.role, withoutSteps(asPerson.body)])
    }
  })

  test('finds nothing of another organisation for a program that sees its own', async () => {
    for (const program of programs) {
      const { person } = program
      if (person.organisationCode !== 'CF4100' || !mayCall(declared, person.role)) continue
      const other = organisationOf('CF4101')
      const facts = factsFor(person, { organisationId: other.id, organisationCode: other.code })
      const { asProgram, asPerson } = await sendAs(program, declared, facts)
      expect([person.role, asProgram.status]).toEqual([person.role, asPerson.status])
      expect(asProgram.bytes.toString()).not.toContain(other.id)
    }
  })
})

test('all were really answered, but those of records that nobody has made here and what no sample can invent', () => {
  expect(offered.filter(({ title }) => !answered.has(title)).map(({ title }) => title)).toEqual([
    'POST /loan/request',
    'GET /loan/request/:id',
    'GET /loan/request/:id/track',
    'POST /farmer/payment_statement/find',
    'POST /organization/validateIpslAccountDetails',
    'GET /payouts/:id',
    'POST /bank/statement/pull',
    'GET /sales/settlement/:sale',
  ])
})

/** What is offered to a person to do is nothing to a program. */
const withoutSteps = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (key === 'steps' ? undefined : one)))

test.each(others)('$title is closed to every program', async ({ declared }) => {
  // Where somebody's role opens it, that one's program is tried.
  const program = programs.find((one) => mayCall(declared, one.person.role)) ?? programs[0]
  if (!program) throw new Error('there is no program')
  const { person, key } = program
  const { method, path, ...options } = await sampleRequest(declared, factsFor(person, { id: unknownId }))
  const answer = await send(key, method, path, options)
  expect([answer.status, answer.body.code]).toEqual([403, 'service.call'])
})
