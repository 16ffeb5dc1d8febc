import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, declaredCalls, type OpenApi } from '#server/kit/web/openApi.ts'
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
