import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveHealth } from '#server/kit/web/health.ts'
import { serveClient } from '#server/kit/web/staticFiles.ts'
import { sendFarmers } from '../kit/farmerUploads.ts'
import { makeWorld, type World } from '../kit/world.ts'
import { head, sendRaw } from './rawRequest.ts'

// Every answer carries every header, whatever answered it: the page, a call, the router or the parser of HTTP.
let world: World
let address: string
let uploadId: string
const pages = mkdtempSync(join(tmpdir(), 'kahawa-pages-'))
beforeAll(async () => {
  world = await makeWorld({ settings: { PUBLIC_URL: 'https://kahawa.example' } })
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Kahawa</title><script nonce="__NONCE__">1</script>')
  writeFileSync(join(pages, 'assets/app.js'), 'export {}')
  mkdirSync(join(pages, '.git'))
  writeFileSync(join(pages, '.git/HEAD'), 'ref: refs/heads/main')
  writeFileSync(join(pages, '.env'), 'DATABASE_URL=secret')
  serveHealth(world.app, world.house)
  serveClient(world.app, pages)
  uploadId = (await sendFarmers(world.people.wanjikuMaker, 2)).id
  // A fault of ours, as a lost table would be.
  await world.owner.query('alter table saved_views rename to lost_views')
  address = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await world?.close()
  rmSync(pages, { recursive: true })
})

const closed = `default-src 'none'; frame-ancestors 'none'`
const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
}
const request = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  head(method, path, { authorization: `Bearer ${world.people.wanjikuMaker.token}`, connection: 'close', ...headers })
const farmers = () => `/api/upload/cherry/getFarmers/${world.organisationId('CF4100')}`

const answers: [string, number, () => string][] = [
  ['a call', 200, () => request('GET', '/api/auth/me')],
  ['a call of a stranger', 401, () => head('GET', '/api/auth/me')],
  ['a call without the permission', 403, () => request('GET', '/api/admin/users?paginate=Y')],
  ['a record that is not there', 404, () => request('GET', '/api/uploads/1/review')],
  ['a call that is not there', 404, () => request('GET', '/api/nothing')],
  ['a method that is not there', 404, () => request('POST', '/')],
  ['a question about methods', 404, () => request('OPTIONS', '/api/auth/me')],
  ['a trace', 404, () => request('TRACE', '/api/auth/me')],
  ['the history of the source', 404, () => head('GET', '/.git/HEAD')],
  ['the folder of the history', 404, () => head('GET', '/.git/')],
  ['a hidden file, its dot encoded', 404, () => head('GET', '/%2eenv')],
  ['the head of a call', 200, () => request('HEAD', '/api/auth/me')],
  ['a wrong input', 422, () => request('GET', '/api/inbox?paginate=maybe')],
  ['a body too long', 413, () => request('POST', '/api/auth/language', { 'content-length': 1e9 })],
  [
    'a body of another type',
    415,
    () => `${request('POST', '/api/auth/language', { 'content-type': 'a/b', 'content-length': 1 })}x`,
  ],
  ['another site', 403, () => request('POST', '/api/auth/language', { origin: 'https://evil.example' })],
  ['a fault of ours', 500, () => request('GET', '/api/views?list=farmers')],
  ['a file', 200, () => request('GET', `${farmers()}?export=csv`)],
  [
    'a file of what no column can hold',
    400,
    () => request('GET', '/api/grn_record/records?export=csv&counts=Y&search=a%00b'),
  ],
  ['a bare list', 200, () => request('GET', farmers())],
  ['events', 200, () => request('GET', `/api/uploads/${uploadId}/progress`, { accept: 'text/event-stream' })],
  ['health', 200, () => head('GET', '/health/ready')],
  ['an asset that is not there', 404, () => head('GET', '/assets/none.js')],
  ['an address that is none', 400, () => head('GET', '/%')],
  ['half a letter', 400, () => head('GET', '/%E0%A4%A')],
  ['a call at an address that is none', 400, () => head('GET', '/api/%zz')],
  ['an address above all ids', 404, () => request('GET', `/api/uploads/${'x'.repeat(5000)}/review`)],
  ['no HTTP', 400, () => 'KAHAWA\r\n\r\n'],
  ['heads without an end', 431, () => head('GET', '/', { 'x-long': 'x'.repeat(100_000) })],
  ['a request to nobody', 400, () => 'GET /api/auth/me HTTP/1.1\r\n\r\n'],
]
test.each(answers)('%s (%i) carries every header', async (_, status, text) => {
  const answer = await sendRaw(address, text())
  expect([answer.status, answer.headers]).toMatchObject([
    status,
    { ...common, 'cache-control': 'no-store', 'content-security-policy': closed },
  ])
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  if (status >= 400) expect(answer.headers['content-type']).toMatch(/^(application\/json|text\/plain); charset=utf-8$/)
})

test('a fault of ours tells a number to ask with, and nothing of the inside', async () => {
  const { status, headers, body } = await sendRaw(address, request('GET', '/api/views?list=farmers'))
  expect(status).toBe(500)
  const { message, ...rest } = JSON.parse(body) as { message: string }
  expect(message).not.toMatch(/saved_views|relation/)
  expect(rest).toEqual({ error: true, code: 'server.fault', details: { requestId: headers['x-request-id'] } })
})

test.each([
  ['the page', '/farmers/uploads', 'no-cache'],
  ['an asset', '/assets/app.js', 'public, max-age=31536000, immutable'],
  ['the calls for people', '/api/docs', 'no-cache'],
])('%s carries every header, and a policy of its own', async (_, path, cacheControl) => {
  const { status, headers } = await sendRaw(address, head('GET', path))
  expect([status, headers]).toMatchObject([200, { ...common, 'cache-control': cacheControl }])
  const policy = headers['content-security-policy'] ?? ''
  expect(policy.split('; ')).toEqual(expect.arrayContaining([`default-src 'none'`, `frame-ancestors 'none'`]))
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
})

test('over plain http no browser is made to stay with TLS', async () => {
  const plain = await makeWorld()
  try {
    const { headers } = await plain.stranger({ method: 'GET', path: '/auth/me' })
    expect(headers).not.toHaveProperty('strict-transport-security')
  } finally {
    await plain.close()
  }
})

test('who signs out leaves no page behind, and keeps what was typed and not sent', async () => {
  const { post } = await world.newSession('fcs.maker')
  expect((await post('/auth/logout')).headers['clear-site-data']).toBe('"cache"')
})

test('a folder is not listed, and a trace does not send back what it was asked with', async () => {
  for (const path of ['/assets', '/assets/', '/assets/..', '/'])
    expect((await sendRaw(address, head('GET', path))).body, path).not.toMatch(/app\.js|HEAD|index of/i)
  const traced = await sendRaw(address, request('TRACE', '/api/auth/me', { 'x-mark': 'koroga' }))
  expect(JSON.stringify(traced)).not.toMatch(/koroga|bearer/i)
})
