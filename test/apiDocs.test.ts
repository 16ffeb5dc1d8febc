import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenApi } from '#contract/kit/schemas.ts'
import { addressOf, declaredCalls, openApi, operationIn } from '#server/kit/web/openApi.ts'
import { makeWorld, type World } from './kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

test('the OpenAPI document names every declared call, who may make it, and all its statuses', async () => {
  const { status, body } = await world.stranger({ method: 'GET', path: '/openapi.json' })
  expect(status).toBe(200)
  const document = body as OpenApi // the answer of the call above
  expect(document.openapi).toBe('3.1.0')
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const declared = declaredCalls.map((call) => `${call.declared.method} ${addressOf(call.declared)}`)
  expect(named.toSorted()).toEqual(declared.toSorted())
  const decline = document.paths['/api/upload/cherry/decline_farmer']?.['post']
  expect(decline?.['x-permission']).toEqual(['CAN_APPROVE_FARMERS'])
  expect(Object.keys(decline?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '401', '403', '404', '409', '422']),
  )
  const upload = document.paths['/api/upload/cherry/farmer/{organisationId}']?.['post']
  expect(upload?.requestBody?.content['multipart/form-data']?.schema.required).toEqual(['file'])
  expect(Object.keys(upload?.responses['424']?.content ?? {})).toEqual([
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('the example of every body is taken by its declaration, and every refusal says its sentence', () => {
  const document = openApi()
  const posted = declaredCalls.filter(({ declared }) => declared.body && !declared.upload)
  expect(posted.length).toBeGreaterThan(80)
  const refused = posted.flatMap(({ area, name, declared }) => {
    const { example } = operationIn(document, declared).requestBody?.content['application/json'] ?? {}
    const parsed = declared.body?.safeParse(example)
    return parsed?.success ? [] : [`${area}.${name}: ${parsed?.error.message}`]
  })
  expect(refused).toEqual([])
  for (const { declared } of declaredCalls)
    for (const code of operationIn(document, declared)['x-refusals'])
      expect([code, document['x-refusals'][code]?.message]).toEqual([code, expect.stringMatching(/\w \w/)])
})

test('the page for people names every call and runs nothing', async () => {
  const { status, bytes, headers } = await world.stranger({ method: 'GET', path: '/docs' })
  const html = bytes.toString()
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const { area, name, declared } of declaredCalls) {
    expect(html).toContain(`id="${area}.${name}"`)
    expect(html).toContain(declared.summary.replaceAll('"', '&quot;'))
  }
  expect(html).not.toMatch(/<script|\son\w+=|style="|javascript:/i)
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  expect(headers['content-security-policy']).toContain(
    `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  expect(headers['content-security-policy']).toContain(`default-src 'none'`)
})

test('the document travels small to who takes it packed', async () => {
  const get = (encoding?: string) =>
    world.stranger({
      method: 'GET',
      path: '/openapi.json',
      ...(encoding ? { headers: { 'accept-encoding': encoding } } : {}),
    })
  const [plain, packed] = [await get(), await get('gzip, br')]
  expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'br'])
  expect(packed.headers['vary']).toContain('accept-encoding')
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 10)
  expect(JSON.parse(brotliDecompressSync(packed.bytes).toString())).toEqual(plain.body)
})

test('outside the demo the calls show to those only who are signed in', async () => {
  const real = await makeWorld({ settings: { KAHAWA_DEMO: '0' } })
  try {
    for (const path of ['/docs', '/openapi.json']) {
      const stranger = await real.stranger({ method: 'GET', path })
      expect([stranger.status, stranger.body]).toMatchObject([401, { code: 'session.missing' }])
      expect((await real.people.wanjikuMaker.get(path)).status).toBe(200)
    }
  } finally {
    await real.close()
  }
})
