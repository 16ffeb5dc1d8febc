import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { listenForMetrics, serveHealth } from './health.ts'

const networks = '10.0.0.7, 10.2.0.0/16, loopback, 2001:db8::/32'
const figures = 'http_request_seconds'
/** Measured from the first reading on: nobody watches a process of which nobody reads. */
const lag = 'nodejs_eventloop_lag_p99_seconds'

describe('the figures for operators', () => {
  let closed: World
  let open: World
  beforeAll(async () => {
    ;[closed, open] = await Promise.all([makeWorld(), makeWorld({ settings: { METRICS_ALLOW: networks } })])
    for (const { app, house } of [closed, open]) serveHealth(app, house)
  })
  afterAll(() => Promise.all([closed?.close(), open?.close()]))
  const read = ({ app }: World, remoteAddress: string) => app.inject({ url: '/metrics', remoteAddress })

  test.each(['127.0.0.1', '10.0.0.7'])('are nowhere to be found from %s unless somebody is named', async (address) => {
    const answer = await read(closed, address)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'record.not_found'])
  })

  test.each([
    ['10.0.0.7', 200],
    ['10.0.0.8', 404],
    ['10.2.255.1', 200],
    ['127.0.0.9', 200],
    ['::1', 200],
    ['::ffff:10.0.0.7', 200],
    ['::ffff:10.0.0.8', 404],
    ['2001:db8::7', 200],
    ['2001:db9::7', 404],
  ])('named machines read them: %s gets %i', async (address, status) => {
    const answer = await read(open, address)
    expect(answer.statusCode).toBe(status)
    if (status === 200) expect(answer.payload).toContain(figures)
  })

  test('have a port of their own where one is set, and nothing else is there', async () => {
    const config = readConfig({ METRICS_PORT: '0', LOG_LEVEL: 'silent' })
    const registry = serveHealth(Fastify(), { ...closed.house, config })
    const served = await listenForMetrics(registry, { ...closed.house, config })
    try {
      const at = (path: string) => fetch(`http://127.0.0.1:${served?.port}${path}`)
      expect(registry.getSingleMetric(lag)).toBeUndefined()
      expect(await (await at('/metrics')).text()).toContain(figures)
      expect(await (await at('/metrics')).text()).toContain(lag)
      const other = await at('/api/auth/me')
      expect([other.status, other.headers.get('x-content-type-options')]).toEqual([404, 'nosniff'])
    } finally {
      await served?.stop()
    }
    expect(await listenForMetrics(registry, closed.house)).toBeNull()
  })
})

test('a machine is named by its address or network', () => {
  expect(() => readConfig({ METRICS_ALLOW: 'prometheus' })).toThrow(
    'METRICS_ALLOW must list addresses or networks of machines',
  )
})
