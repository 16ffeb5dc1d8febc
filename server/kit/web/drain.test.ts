import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectOverTls } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#server/routes.ts'
import { makeAuthority } from '#test/kit/certificates.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { drainOnClose } from './drain.ts'
import { serveHealth } from './health.ts'
import { makeHttp } from './http.ts'

const body = JSON.stringify({ username: 'nobody', password: 'wrong' })
const head = (path: string, more = ''): string => `${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${more}\r\n`
const signIn = head('POST /api/auth/login', `content-type: application/json\r\ncontent-length: ${body.length}\r\n`)

describe('a server that is told to stop', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())

  async function listening(
    trustProxy: readonly string[] | false,
    times?: { noticeMs: number; longestMs: number },
    house = world.house,
  ) {
    const app = await makeHttp({ house, routes })
    serveHealth(app, world.house, { drain: drainOnClose(app, { trustProxy }, times) })
    app.get('/progress', async (_request, reply) => {
      void reply.type('text/event-stream').send(endless())
      return reply
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    ports.set(app, Number(new URL(app.listeningOrigin).port))
    return app
  }
  async function* endless(): AsyncGenerator<string> {
    for (;;) {
      yield 'data: 1\n\n'
      await sleep(20)
    }
  }
  const ports = new Map<FastifyInstance, number>()
  async function open(app: FastifyInstance, first: string): Promise<Socket> {
    const socket = connect(ports.get(app) ?? 0, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(first)
    return socket
  }
  test('answers what it had begun to read, takes nobody new, and ends', async () => {
    const app = await listening(false)
    const begun = await open(app, signIn + body.slice(0, 5))
    const idle = await open(app, head('GET /health/live'))
    await once(idle, 'data')
    const idleEnded = once(idle, 'close')
    const closed = app.close()
    await idleEnded // a connection that waits for nothing is closed at once
    expect(app.server.listening).toBe(false)
    begun.write(body.slice(5))
    const answer = await text(begun)
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toMatch(/connection: close/i)
    await closed
  })

  test('ends a view of progress at once, and what takes too long a little later', async () => {
    const app = await listening(false, { noticeMs: 0, longestMs: 300 })
    const view = await open(app, head('GET /progress'))
    await once(view, 'data')
    const never = await open(app, signIn + body.slice(0, 5))
    const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(connections).toBe(2)
    const [viewEnded, neverEnded] = [view, never].map(async (socket) => {
      socket.on('error', () => {}).resume()
      await once(socket, 'close')
      return performance.now()
    })
    const startedAt = performance.now()
    await app.close()
    expect(Number(await viewEnded) - startedAt).toBeLessThan(Number(await neverEnded) - startedAt)
    expect(Number(await neverEnded) - startedAt).toBeGreaterThan(250)
  })

  test('waits for no connection on which nothing was asked, as browsers and proxies keep them, in the clear or over TLS', async () => {
    const authority = await makeAuthority()
    const { certFile, keyFile } = await authority.issue(['kahawa.internal'])
    const tls = { certificate: certFile, key: keyFile }
    const house = { ...world.house, config: { ...world.house.config, tls } }
    const ready = {
      clear: { app: await listening(false), connected: (port: number) => connect(port, '127.0.0.1'), event: 'connect' },
      tls: {
        app: await listening(false, undefined, house),
        connected: (port: number) =>
          connectOverTls({ port, host: '127.0.0.1', ca: authority.ca, servername: 'kahawa.internal' }),
        event: 'session', // the last thing of a handshake
      },
    }
    for (const { app, connected, event } of Object.values(ready)) {
      const socket = connected(ports.get(app) ?? 0)
      await once(socket, event)
      const startedAt = performance.now()
      await Promise.all([once(socket.on('error', () => {}).resume(), 'close'), app.close()])
      expect(performance.now() - startedAt).toBeLessThan(6_000) // half of what would be waited for whatever runs
    }
  })

  test('gives a proxy notice: it says that it is not ready, and still serves whoever comes', async () => {
    const app = await listening(['127.0.0.1'], { noticeMs: 2_000, longestMs: 1_000 })
    const ready = () => fetch(`${app.listeningOrigin}/health/ready`)
    expect((await ready()).status).toBe(200)
    const closed = app.close()
    await expect.poll(async () => (await ready()).status, { interval: 5 }).toBe(503)
    const late = await fetch(`${app.listeningOrigin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([late.status, late.headers.get('connection')]).toEqual([401, 'close'])
    expect(app.server.listening).toBe(true)
    await closed
    expect(app.server.listening).toBe(false)
  })
})
