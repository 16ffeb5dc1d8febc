import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { roles } from '#contract/house/permissions.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { eicar, startClamd, type Clamd } from '#test/kit/clamd.ts'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import { withFile } from '#test/kit/people.ts'
import { sampleRequest, unknownId } from '#test/kit/sampleRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { organisationOf } from '../../../db/seed/organisations.ts'
import { serveHealth } from './health.ts'
import { declaredCalls, permissionsOf } from './openApi.ts'
import { openScanner } from './virusScanner.ts'

let clamd: Clamd
let world: World
let dataDir: string
beforeAll(async () => {
  clamd = await startClamd()
  dataDir = mkdtempSync(join(tmpdir(), 'kahawa-scanned-'))
  world = await makeWorld({ settings: { SCANNER_ADDRESS: clamd.address, DATA_DIR: dataDir } })
})
beforeEach(() => clamd.behave('well'))
afterAll(async () => {
  await world?.close()
  await clamd?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const kept = async () =>
  (await world.owner.query<{ n: number }>('select count(*)::int as n from files')).rows[0]?.n ?? -1
const uploads = declaredCalls
  .filter(({ declared }) => declared.upload)
  .map(({ declared }) => ({ declared, title: `${declared.method} ${declared.path}` }))

/** Sends a file by a call, as somebody who may make it. */
async function send(declared: Endpoint, content: string) {
  const person = Object.values(world.people).find(({ role }) => {
    const [held, required]: [readonly string[], readonly string[]] = [roles[role].permissions, permissionsOf(declared)]
    return required.length === 0 || required.some((one) => held.includes(one))
  })
  if (!person) throw new Error(`nobody may call ${declared.path}`)
  const { id, code } = organisationOf(person.organisationCode)
  const { path } = await sampleRequest(declared, { organisationId: id, organisationCode: code, id: unknownId })
  return person.request<{ code: string; message: string }>('POST', path, await withFile('members.csv', content))
}

test('there are calls that take a file', () => expect(uploads.length).toBeGreaterThan(10))

test.each(uploads)('$title refuses a file with a virus, and one that nobody could scan', async ({ declared }) => {
  const before = await kept()
  const infected = await send(declared, `Member,Name\n1,${eicar}\n`)
  expect([infected.status, infected.body.code]).toEqual([422, 'upload.infected'])
  clamd.behave('gone')
  const unscanned = await send(declared, 'Member,Name\n1,Wanjiku\n')
  expect([unscanned.status, unscanned.body.code]).toEqual([503, 'upload.not_scanned'])
  expect(await kept()).toBe(before)
  expect(readdirSync(join(dataDir, 'incoming'))).toEqual([])
})

test('a file without a virus is scanned whole, and taken', async () => {
  await sendFarmers(world.people.wanjikuMaker, 3)
  const { rows } = await world.owner.query<{ size: number }>('select size::int from files order by id desc limit 1')
  expect(clamd.scanned.at(-1)).toBe(rows[0]?.size)
})

test.each(['gone', 'too large', 'silent'] as const)('a scanner that is %s lets nothing through', async (mood) => {
  const lines: string[] = []
  const log = { warn: () => {}, error: (fields: object) => void lines.push(JSON.stringify(fields)) }
  const [host = '', port] = clamd.address.split(':')
  const scanner = openScanner({ at: { host, port: Number(port) }, log, patience: 200 })
  clamd.behave(mood)
  await expect(scanner.scan({ path: import.meta.filename })).rejects.toMatchObject({ code: 'upload.not_scanned' })
  expect(scanner.stand()).toMatchObject({ unscanned: 1, isAway: true })
  expect(lines).toHaveLength(1)
  clamd.behave('well')
  await scanner.scan({ path: import.meta.filename })
  expect(scanner.stand()).toEqual({ clean: 1, infected: 0, unscanned: 1, isAway: false })
})

test('whoever is on call sees it: in the figures, and where readiness is asked for', async () => {
  const app = Fastify()
  serveHealth(app, {
    ...world.house,
    config: { ...world.house.config, metrics: { address: undefined, allow: ['loopback'] } },
  })
  clamd.behave('gone')
  await sendFarmers(world.people.wanjikuMaker, 1).catch(() => {})
  const { payload } = await app.inject('/metrics')
  expect(payload).toMatch(/^virus_scanner_answers 0$/m)
  expect(payload).toMatch(/^scanned_files\{outcome="infected"\} \d+$/m)
  expect((await app.inject('/health/ready')).json()).toMatchObject({
    status: 'ready',
    scanner: 'files are refused: the virus scanner does not answer',
  })
  await app.close()
})
