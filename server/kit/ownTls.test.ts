import { copyFileSync, utimesSync } from 'node:fs'
import type { Server } from 'node:http'
import { get, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAuthority, type Authority, type Issued } from '#test/kit/certificates.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { routes } from '#server/routes.ts'
import { readConfig } from '#server/config.ts'
import { makeHttp } from './web/http.ts'
import { certificateWatch, tlsOptions } from './ownTls.ts'

let world: World
let authority: Authority
let own: Issued
beforeAll(async () => {
  world = await makeWorld()
  authority = await makeAuthority()
  own = await authority.issue(['kahawa.internal'])
})
afterAll(() => world?.close())

const filesOf = ({ certFile, keyFile }: Issued) => ({ certificate: certFile, key: keyFile })
async function serving(tls: Issued, work: (port: number, server: Server) => Promise<void>): Promise<void> {
  const house = { ...world.house, config: { ...world.house.config, tls: filesOf(tls) } }
  const app = await makeHttp({ house, routes })
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    await work((app.server.address() as AddressInfo).port, app.server)
  } finally {
    await app.close()
  }
}

/** Asks as a proxy does: it trusts the authority of the house, for one name. */
const askedBy = (port: number, more: RequestOptions = {}) =>
  new Promise<{ status: number | undefined }>((resolve, reject) => {
    const path = '/api/auth/welcome'
    get(
      { host: '127.0.0.1', port, path, ca: authority.ca, servername: 'kahawa.internal', agent: false, ...more },
      (answer) => {
        answer.resume()
        resolve({ status: answer.statusCode })
      },
    ).on('error', reject)
  })

test('a proxy that trusts the certificate by its name is answered', async () => {
  await serving(own, async (port) => {
    expect((await askedBy(port)).status).toBe(200)
  })
})

test('another name, and a certificate of another authority, are not trusted', async () => {
  await serving(own, async (port) => {
    await expect(askedBy(port, { servername: 'kahawa.elsewhere' })).rejects.toThrow('Hostname/IP does not match')
  })
  await serving(await (await makeAuthority()).issue(['kahawa.internal']), async (port) => {
    await expect(askedBy(port)).rejects.toThrow(/self-signed certificate|unable to verify/)
  })
})

test('nothing is answered in the clear, nor by an old version of TLS', async () => {
  await serving(own, async (port) => {
    await expect(fetch(`http://127.0.0.1:${port}/api/auth/welcome`)).rejects.toThrow('fetch failed')
    await expect(askedBy(port, { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow(/protocol|version/i)
  })
})

test('files that are none, or do not belong together, stop the start with a sentence', async () => {
  const other = await authority.issue(['kahawa.internal'])
  expect(() => tlsOptions({ certificate: own.certFile, key: other.keyFile })).toThrow('do not belong together')
  expect(() => tlsOptions({ certificate: '/nowhere/kahawa.crt', key: own.keyFile })).toThrow('cannot be read')
  const env = { KAHAWA_DEMO: '0', TLS_CERTIFICATE: own.certFile }
  expect(() => readConfig(env)).toThrow('must be set together')
  expect(() => readConfig({ ...env, KAHAWA_DEMO: '1', TLS_KEY: own.keyFile })).toThrow('not for the demo')
})

test('a renewed certificate is taken without a restart, and half of one is not', async () => {
  const live = await authority.issue(['kahawa.internal'])
  const renewed = await authority.issue(['kahawa.renewed'])
  await serving(live, async (port, server) => {
    const look = certificateWatch(server, filesOf(live))
    expect(look()).toBe('as before')
    copyFileSync(renewed.certFile, live.certFile)
    utimesSync(live.certFile, 1, 1)
    expect(look).toThrow('do not belong together')
    expect((await askedBy(port)).status).toBe(200)
    copyFileSync(renewed.keyFile, live.keyFile)
    expect(look()).toBe('renewed')
    expect((await askedBy(port, { servername: 'kahawa.renewed' })).status).toBe(200)
  })
})
