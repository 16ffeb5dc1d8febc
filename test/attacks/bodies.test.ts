import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longestBodyOf, type Endpoint } from '#contract/kit/endpoint.ts'
import { roles } from '#contract/house/permissions.ts'
import { signatureHeaders } from '#server/kit/bank/bankSignature.ts'
import type { Schema } from '#contract/kit/schemas.ts'
import { declaredCalls, permissionsOf, schemaOf } from '#server/kit/web/openApi.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import type { Person } from '../kit/people.ts'
import { sampleRequest, unknownId } from '../kit/sampleRequests.ts'
import { makeWorld, type World } from '../kit/world.ts'
import { answerOn, head, sendRaw, openSocket } from './rawRequest.ts'

// Nobody who is not signed in costs more than a few milliseconds: what these tests promise is answered without its body.
let world: World
let address: string
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true, settings: { TRUST_PROXY: 'loopback' } })
  address = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world?.close())

let strangers = 0
const stranger = () => ({ 'x-forwarded-for': `10.1.${(strangers += 1) >> 8}.${strangers & 255}` })
const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
const json = { 'content-type': 'application/json' }
const codeOf = ({ body }: { body: string }) => (JSON.parse(body) as { code: string }).code

const calls = declaredCalls
  .filter(({ declared }) => declared.method !== 'GET')
  .map(({ declared }) => ({ declared, title: `${declared.method} ${declared.path}` }))
const pathOf = async (declared: Endpoint, person: Person) => {
  const { id, code } = organisationOf(person.organisationCode)
  const { path } = await sampleRequest(declared, { organisationId: id, organisationCode: code, id: unknownId })
  return `/api${path}`
}
const mayCall = (declared: Endpoint) => (person: Person) => {
  const held: readonly string[] = roles[person.role].permissions
  const required = permissionsOf(declared)
  return required.length === 0 || required.some((one) => held.includes(one))
}

describe('ten megabytes of brackets', () => {
  const brackets = Buffer.alloc(10_000_000, '[')

  test('to the sign-in are refused before the first of them', async () => {
    const announced = head('POST', '/api/auth/login', { ...stranger(), ...json, 'content-length': brackets.length })
    const answer = await sendRaw(address, announced)
    expect([answer.status, codeOf(answer)]).toEqual([413, 'input.too_large'])
  })

  test('really sent, the sender still reads the refusal', async () => {
    const sent = { method: 'POST', headers: { ...stranger(), ...json }, body: brackets }
    expect((await fetch(`${address}/api/auth/login`, sent)).status).toBe(413)
  })

  test('without a length are cut off where they become too long', async () => {
    const socket = await openSocket(address)
    const piece = `4000\r\n${'['.repeat(0x4000)}\r\n`
    socket.write(head('POST', '/api/auth/login', { ...stranger(), ...json, 'transfer-encoding': 'chunked' }))
    socket.write(piece.repeat(2))
    expect((await answerOn(socket)).status).toBe(413)
  })

  test('as many as a sign-in may have are not followed down', async () => {
    const body = '['.repeat(longestBodyOf({ allow: 'anyone' }))
    const answer = await world.stranger({
      method: 'POST',
      path: '/auth/login',
      payload: Buffer.from(body),
      headers: json,
    })
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'input.malformed' }])
  })

  test('who sends on and on after the answer is hung up on', async () => {
    const socket = await openSocket(address)
    socket.write(head('POST', '/api/auth/login', { ...stranger(), ...json, 'content-length': 10_000_000_000 }))
    const hungUp = new Promise((resolve) => socket.once('close', resolve))
    const send = (): void => {
      while (!socket.destroyed && socket.write(brackets.subarray(0, 65_536)));
    }
    socket.on('drain', send).resume()
    send()
    await hungUp
    expect(socket.bytesWritten).toBeLessThan(200_000_000)
  })
})

describe.each(calls)('$title', ({ declared }) => {
  const longest = longestBodyOf(declared)
  const large = { ...json, 'content-length': 50_000_000 }

  test('answers a stranger before the body', async () => {
    const path = await pathOf(declared, world.people.wanjikuMaker)
    const { status } = await sendRaw(address, head(declared.method, path, { ...stranger(), ...large }))
    expect(status).toBe(declared.allow === 'anyone' && !declared.signed ? 413 : 401)
  })

  test('answers whoever may not make it before the body', async () => {
    const person = Object.values(world.people).find((one) => !mayCall(declared)(one))
    if (!person) return expect(permissionsOf(declared)).toEqual([])
    const { status } = await sendRaw(
      address,
      head(declared.method, await pathOf(declared, person), { ...bearer(person), ...large }),
    )
    expect(status).toBe(403)
  })

  test('refuses a body over its limit, announced or not', async () => {
    const person = Object.values(world.people).find(mayCall(declared)) as Person
    const path = await pathOf(declared, person)
    // A signature is over the body, so whoever carries one is let through to it.
    const headers = { ...bearer(person), ...json, ...(declared.signed ? { [signatureHeaders.signature]: 'x' } : {}) }
    const announced = await sendRaw(address, head(declared.method, path, { ...headers, 'content-length': longest + 1 }))
    expect([announced.status, codeOf(announced)]).toEqual([413, 'input.too_large'])
    if (longest > 300_000) return
    const socket = await openSocket(address)
    const piece = `${(longest + 1).toString(16)}\r\n${' '.repeat(longest + 1)}\r\n`
    socket.write(head(declared.method, path, { ...headers, 'transfer-encoding': 'chunked' }) + piece)
    const answer = await answerOn(socket)
    expect([answer.status, codeOf(answer)]).toEqual([413, 'input.too_large'])
    socket.destroy()
  })

  test('has room for the longest body that its declaration allows', () => {
    if (declared.body) expect(longestOf(schemaOf(declared.body, 'input'))).toBeLessThanOrEqual(longest)
  })
})

const uploads = calls.filter(({ declared }) => declared.upload)
test.each(uploads)('$title refuses a file that says it is too large before its first byte', async ({ declared }) => {
  const person = Object.values(world.people).find(mayCall(declared)) as Person
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 60_000_000 }
  const answer = await sendRaw(address, head('POST', await pathOf(declared, person), { ...bearer(person), ...headers }))
  expect([answer.status, codeOf(answer)]).toEqual([413, 'upload.too_large'])
})

describe('what is no JSON of ours', () => {
  const send = (text: string, type = 'application/json') =>
    world.people.wanjikuMaker.request<{ code: string }>('POST', '/auth/language', {
      payload: Buffer.from(text),
      headers: { 'content-type': type },
    })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'x',
  ])('a body as %s is refused by its type', async (type) => {
    const { status, body } = await send('language=en', type)
    expect([status, body.code]).toEqual([415, 'input.not_json'])
  })

  test.each([
    '{"__proto__":{"language":"en"},"language":"en"}',
    '{"language":"en","a":[{"\\u005f_proto__":{"admin":true}}]}',
    '{"language":"en","constructor":{"prototype":{"admin":true}}}',
    `{"language":"en","deep":${'['.repeat(33)}${']'.repeat(33)}}`,
    `{"language":"en"${Array.from({ length: 1_001 }, (_, n) => `,"f${n}":1`).join('')}}`,
  ])('%.60s is refused', async (text) => {
    const { status, body } = await send(text)
    expect([status, body.code]).toEqual([400, 'input.malformed'])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('an address with thousands of names is refused, one that names a prototype is harmless', async () => {
    const { wanjikuMaker } = world.people
    const names = Array.from({ length: 2_000 }, (_, n) => `n${n}=1`).join('&')
    expect((await wanjikuMaker.get(`/inbox?${names}`)).status).toBe(400)
    expect((await wanjikuMaker.get('/inbox?paginate=Y&__proto__=1&constructor[prototype]=1')).status).toBe(200)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('a form with more fields than any call has is refused', async () => {
    const { wanjikuMaker } = world.people
    const path = `/uploads/${unknownId}/corrections`
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, '1']))
    expect((await wanjikuMaker.upload(path, 'a.csv', 'a', many)).status).toBe(400)
    const named = await wanjikuMaker.upload(path, 'a.csv', 'a', { ['__proto__']: '1', constructor: '1' })
    expect(named.status).toBe(404)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('the body of a call that only reads is not looked at', async () => {
    const { wanjikuMaker } = world.people
    const text = head('GET', '/api/auth/me', { ...bearer(wanjikuMaker), ...json, 'content-length': 50_000_000 })
    expect((await sendRaw(address, text)).status).toBe(200)
  })
})

/** How many characters the longest body takes that a schema allows; where it sets no bound, a sensible one. */
function longestOf(schema: Schema): number {
  const shapes = schema.anyOf ?? schema.oneOf
  if (shapes) return Math.max(...shapes.map((one) => longestOf(one as Schema)))
  if (schema.const !== undefined || schema.enum)
    return Math.max(...[schema.const, ...(schema.enum ?? [])].map((one) => JSON.stringify(one ?? '').length))
  if (schema.type === 'object') {
    const named = Object.entries(schema.properties ?? {}).map(([key, one]) => key.length + 4 + longestOf(one as Schema))
    const open = schema.additionalProperties
    return (
      2 + named.reduce((sum, each) => sum + each, 0) + (typeof open === 'object' ? 100 * (40 + longestOf(open)) : 0)
    )
  }
  if (schema.type === 'array') return 2 + (schema.maxItems ?? 100) * (1 + longestOf((schema.items ?? {}) as Schema))
  return schema.type === 'string' ? 2 + (schema.maxLength ?? 100) : 24
}
