import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { makeBankWire } from '#server/kit/bank/bankWire.ts'
import { sendSms } from '#server/kit/post/sms.ts'
import { newToken } from '#server/kit/web/sessionToken.ts'
import { clientId, clientSecret } from '../kit/signInProvider.ts'
import { makeWorld, type World } from '../kit/world.ts'

// Whom we ask may be taken over, or name addresses of our own network: nobody leads our calls on.
let world: World
let trap: Server
let neighbour: Server
let status = 302
let trapped: string[] = []
let asked: string[] = []
/** What the neighbour answers instead of leading on. */
let answers: Record<string, unknown> | null = null
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}` // border: it listens on a port

beforeAll(async () => {
  world = await makeWorld()
  trap = createServer((request, response) => {
    trapped.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end('{}')
  })
  neighbour = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = answers?.[request.url?.split('?')[0] ?? '']
    if (answer) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    else response.writeHead(status, { location: `${addressOf(trap)}/inside` }).end()
  })
  for (const server of [trap, neighbour]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  trapped = []
  asked = []
  answers = null
  await world.owner.query(`delete from sign_in_providers; delete from change_requests where subject = 'provider'`)
})
afterAll(async () => {
  for (const server of [trap, neighbour]) {
    server?.closeAllConnections()
    server?.close()
  }
  await world?.close()
})

const codes = [301, 302, 303, 307, 308]

test.each(codes)('the bank leads nobody on by %i', async (code) => {
  status = code
  const wire = makeBankWire({
    url: addressOf(neighbour),
    secret: 'a-secret-of-the-bank',
    timeoutMs: 5_000,
    now: () => new Date(),
  })
  expect(await wire.request({ path: '/transfer', body: { amount: '1' } })).toMatchObject({ outcome: 'silent' })
  expect(await wire.isReachable()).toBe(false)
  expect([asked, trapped]).toEqual([['/transfer', '/health/live'], []])
})

test.each(codes)('the SMS gateway leads nobody on by %i', async (code) => {
  status = code
  const SMS_URL = `${addressOf(neighbour)}/messaging`
  const { sms } = readConfig({ SMS_URL, SMS_USERNAME: 'kahawa', SMS_KEY: 'key', SMS_SENDER: 'KAHAWA' })
  if (!sms) throw new Error('no gateway is set')
  const { end } = await sendSms(sms, { mobileNumber: '254712345678', text: 'Kilo 52.25' })
  expect([end, asked, trapped]).toEqual(['not_taken', ['/messaging'], []])
})

/** Two administrators name the neighbour as the provider of a society. */
async function becomeProvider(): Promise<void> {
  const { samuelAdministrator, beatriceAdministrator } = world.people
  const proposed = await samuelAdministrator.post<{ data: { id: string } }>('/admin/providers', {
    organisationCode: 'CF4100',
    issuer: addressOf(neighbour),
    clientId,
    clientSecret,
    demand: 'PASSWORDS',
    breakGlass: '',
    status: 'ON',
    reason: 'One sign-in for everything',
  })
  await beatriceAdministrator.post('/admin/changes/approve', { id: proposed.body.data.id, version: 1 })
}
type Answer = { code?: string; data?: { address: string } }
const send = async (path: string, body: object, device = newToken()) =>
  (
    await world.stranger({
      method: 'POST',
      path: `/auth/provider/${path}`,
      body: { organisation: 'CF4100', ...body },
      headers: { 'x-kahawa-device': device },
    })
  ).body as Answer
const discovery = '/.well-known/openid-configuration'

test.each(codes)('a sign-in provider leads nobody on by %i', async (code) => {
  status = code
  await becomeProvider()
  expect((await send('begin', {})).code).toBe('provider.down')
  expect([asked, trapped]).toEqual([[discovery], []])
})

const metadata = (changes: Record<string, string>) => ({
  [discovery]: {
    issuer: addressOf(neighbour),
    authorization_endpoint: `${addressOf(neighbour)}/authorize`,
    token_endpoint: `${addressOf(neighbour)}/token`,
    jwks_uri: `${addressOf(neighbour)}/keys`,
    response_types_supported: ['code'],
    ...changes,
  },
})

test('people are led to the page of a provider at a listed host only, whatever it says of itself', async () => {
  await becomeProvider()
  answers = metadata({})
  expect((await send('begin', {})).data?.address).toContain(`${addressOf(neighbour)}/authorize?`)
  answers = metadata({ authorization_endpoint: 'https://evil.example/authorize' })
  expect((await send('begin', {})).code).toBe('provider.down')
})

test('the secret goes to a listed host only, whatever the provider says of itself', async () => {
  await becomeProvider()
  answers = metadata({})
  const device = newToken()
  const begun = await send('begin', {}, device)
  const state = new URL(begun.data?.address ?? '').searchParams.get('state') ?? ''
  // An address of the inside: nobody is asked there, whatever it would have answered.
  answers = metadata({ token_endpoint: addressOf(trap).replace('127.0.0.1', '127.0.0.2') })
  const query = new URLSearchParams({ code: 'c', state }).toString()
  expect((await send('finish', { query }, device)).code).toBe('provider.down')
  expect(trapped).toEqual([])
  expect(asked.filter((path) => path.startsWith('/token'))).toEqual([])
})
