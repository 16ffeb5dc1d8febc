import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/kit/freePort.ts'
import { newFarmers, farmersCsv } from '#test/kit/farmerFiles.ts'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import { startCollector, told, type SentSpan } from '#test/kit/collector.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { makeBank } from './bank/bank.ts'
import { now } from './clock.ts'
import { openTraces } from './exportTraces.ts'
import { makeLog } from './log.ts'
import { traced, type Traces } from './traces.ts'

const quiet = makeLog({ level: 'silent' })
let collector: Awaited<ReturnType<typeof startCollector>>
let traces: Traces
let world: World
beforeAll(async () => {
  collector = await startCollector()
  traces = openTraces({ endpoint: collector.endpoint, part: 1, log: quiet, everyMs: 50 })
  world = await makeWorld({ traces })
})
afterAll(async () => {
  await world?.close()
  await traces?.stop()
  await collector?.stop()
})

/** Waits for a span; they are sent a moment after their work. */
const spanOf = (isIt: (span: SentSpan) => boolean): Promise<SentSpan> =>
  expect
    .poll(() => collector.spans().find(isIt), { timeout: 10_000 })
    .toBeDefined()
    .then(() => collector.spans().find(isIt) as SentSpan)
const childrenOf = (parent: SentSpan) => collector.spans().filter(({ parentSpanId }) => parentSpanId === parent.spanId)
const caller = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }

test('a call is a span of its place in the contract, inside the trace of its caller, and its database work is inside it', async () => {
  const { wanjikuMaker } = world.people
  const path = `/dashboard/${world.organisationId('CF4100')}`
  const headers = { traceparent: `00-${caller.trace}-${caller.span}-00` }
  expect((await wanjikuMaker.request('GET', path, { headers })).status).toBe(200)
  const call = await spanOf(({ name }) => name === 'GET /api/dashboard/:organisationId')
  expect(call).toMatchObject({ kind: 2, traceId: caller.trace, parentSpanId: caller.span })
  expect(told(call, 'http.route')).toBe('/api/dashboard/:organisationId')
  expect(told(call, 'http.response.status_code')).toBe(200)
  const work = childrenOf(call)
  // Who calls is found out before, by one statement; the answer is one transaction.
  expect(work.map(({ name }) => name).toSorted()).toEqual(['statement', 'transaction'])
  for (const each of work) expect(each).toMatchObject({ kind: 3, traceId: caller.trace })
  expect(told(work.find(({ name }) => name === 'transaction') as SentSpan, 'kahawa.eyes')).toBe('kahawa_app')
})

test('who calls without a trace, or with one that is none, begins a new one; a refusal is told by its status', async () => {
  const ask = (traceparent: string) => world.stranger({ method: 'GET', path: '/auth/me', headers: { traceparent } })
  for (const wrong of ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', 'x'.repeat(500), "' or 1=1"])
    expect((await ask(wrong)).status).toBe(401)
  await expect.poll(() => collector.spans().filter(({ name }) => name === 'GET /api/auth/me').length).toBe(3)
  const spans = collector.spans().filter(({ name }) => name === 'GET /api/auth/me')
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3)
  expect(spans.map(({ parentSpanId }) => parentSpanId ?? '')).toEqual(['', '', ''])
  expect(spans.map((span) => told(span, 'http.response.status_code'))).toEqual([401, 401, 401])
})

test('a call with a body keeps its work inside its span, and a job is a trace of its own', async () => {
  await sendFarmers(world.people.wanjikuMaker, 2)
  const call = await spanOf(({ name }) => name === 'POST /api/upload/cherry/farmer/:organisationId')
  await expect.poll(() => childrenOf(call).some((span) => told(span, 'kahawa.pool') === 'changes')).toBe(true)
  const job = await spanOf(({ name }) => name === 'job upload.check')
  expect(job.parentSpanId ?? '').toBe('')
  expect(childrenOf(job).map((span) => told(span, 'db.system.name'))).toContain('postgresql')
})

test('a call to the bank carries the trace on, and is a span by its address in the contract of the bank', async () => {
  let heard: IncomingHttpHeaders = {}
  const server = createServer((request, response) => {
    heard = request.headers
    response.writeHead(500).end('out of order')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bank = makeBank({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: 'a secret of sixteen letters',
    timeoutMs: 5_000,
    concurrency: 1,
    now,
    transfers: { callbackUrl: 'http://127.0.0.1/api', mpesaInitiator: { name: '', securityCredential: '' } },
    traces,
  })
  await bank.lookUp({
    institutionCode: '0011',
    institutionType: 'BANK',
    accountNumber: '01109876543210',
  })
  server.close()
  // The world's own bank has spans as well: it may be asked for the files of other tests just then.
  const span = await spanOf(({ traceId, spanId }) => heard['traceparent'] === `00-${traceId}-${spanId}-01`)
  expect(span.name).toMatch(/^bank \//)
  expect(told(span, 'http.response.status_code')).toBe(500)
  expect(told(span, 'error.type')).toBe('server_error')
})

test('nothing of a person, of what was sent or of a secret is in a span', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const [farmer = {}] = newFarmers(1)
  const csv = farmersCsv(1, { firstName: 'Canaria', nationalId: '87654321' })
  await wanjikuMaker.upload(`/upload/cherry/farmer/${world.organisationId('CF4100')}`, 'canary_members.csv', csv)
  await otienoChecker.get(`/upload/cherry/getFarmers/${world.organisationId('CF4100')}`, {
    paginate: 'Y',
    search: 'canarysearch',
  })
  await world.signIn('canaryuser', 'canarypassword')
  await otienoChecker.post('/loan/request', { reference: 'canaryreference', mobileNumber: '0712345678' })
  await spanOf(({ name }) => name === 'POST /api/loan/request')
  await spanOf(({ name }) => name === 'POST /api/auth/login')
  const text = collector.text().toLowerCase()
  const canaries = [
    'canar',
    '87654321',
    '0712345678',
    wanjikuMaker.username,
    'wanjiku',
    'otieno',
    world.organisationId('CF4100'),
  ]
  expect(Object.keys(farmer).length).toBeGreaterThan(0)
  expect(canaries.filter((canary) => text.includes(canary.toLowerCase()))).toEqual([])
  expect(text).not.toMatch(/select |insert |update |password|process\.|host\.name/)
})

test('a line of the log names the trace that it belongs to, and none outside of one', async () => {
  const lines: string[] = []
  const log = makeLog({ level: 'info', to: { write: (line) => void lines.push(line) } })
  let traceId = ''
  await traced(
    { name: 'work' },
    async (span) => {
      traceId = span?.traceId ?? ''
      log.info('inside')
    },
    traces,
  )
  log.info('outside')
  const [inside = {}, outside = {}] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(inside['trace']).toBe(traceId)
  expect(traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(outside).not.toHaveProperty('trace')
})

test('a collector that is away harms nothing, is said once, and lets a server end', async () => {
  const lines: string[] = []
  const log = makeLog({ level: 'info', to: { write: (line) => void lines.push(line) } })
  const away = openTraces({ endpoint: `http://127.0.0.1:${await freePort()}`, part: 1, log, everyMs: 20 })
  const work = () => traced({ name: 'work' }, async () => 'done', away)
  expect(await work()).toBe('done')
  await expect.poll(() => lines.length, { timeout: 15_000 }).toBe(1)
  expect(await work()).toBe('done')
  const begun = performance.now()
  await away.stop()
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'the collector of traces does not take them',
  ])
})

test('a fault is told by its name, and its text stays here', async () => {
  const failing = traced({ name: 'failing work' }, () => Promise.reject(new TypeError('Canaria 87654321')), traces)
  await expect(failing).rejects.toThrow('Canaria')
  const span = await spanOf(({ name }) => name === 'failing work')
  expect(span.status?.code).toBe(2)
  expect(told(span, 'error.type')).toBe('TypeError')
  expect(collector.text()).not.toContain('Canaria')
})
