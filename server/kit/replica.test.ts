import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import { startReplicated, type Replicated } from '#test/kit/streamingReplica.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { serveHealth } from './web/health.ts'
import { figures } from '#server/figures.ts'
import { rows, sql } from './db.ts'
import type { Replica } from './replica.ts'

let servers: Replicated
let world: World
let replica: Replica
beforeAll(async () => {
  servers = await startReplicated()
  const settings = {
    DATABASE_URL: servers.database.connectionString,
    DATABASE_READ_URL: servers.replicaUrl,
    DATABASE_READ_LAG_MS: '1000',
    METRICS_ALLOW: 'loopback',
  }
  world = await makeWorld({ database: servers.database, settings, manyRequests: true })
  serveHealth(world.app, world.house, { figures })
  replica = world.house.replica as Replica
}, 120_000)
afterAll(async () => {
  await world?.close()
  await servers?.stop()
}, 60_000)
beforeEach(async () => {
  await expect.poll(isUsable, { timeout: 20_000 }).toBe(true)
})

const isUsable = async (): Promise<boolean> => {
  await replica.look()
  return replica.stand().isUsable
}
const reads = () => Object.fromEntries(replica.stand().reads)

/** What a society sees of a file that it has just sent: in the export of its list, and on its dashboard. */
async function seesOwnFile(): Promise<void> {
  const { wanjikuMaker } = world.people
  const society = world.organisationId('CF4100')
  const { id } = await sendFarmers(wanjikuMaker, 1)
  const list = await wanjikuMaker.get<{ id: string }[]>(`/upload/cherry/farmerFiles/${society}`)
  expect(list.body.map((file) => file.id)).toContain(id)
  const { rows: waiting } = await world.owner.query<{ count: number }>(
    `select count(*)::int as count from uploads where organisation_id = $1 and status = 'PENDING_APPROVAL'`,
    [society],
  )
  const { body } = await wanjikuMaker.get<{ waiting: { kind: string; total: number }[] }>(`/dashboard/${society}`)
  const files = body.waiting.filter(({ kind }) => /upload|file/i.test(kind)).reduce((sum, { total }) => sum + total, 0)
  expect(files).toBe(waiting[0]?.count)
}

test('what somebody has written is in the next report, export and dashboard, which the replica answers', async () => {
  const before = reads()
  for (let turn = 0; turn < 8; turn++) await seesOwnFile()
  const after = reads()
  expect((after['replica'] ?? 0) - (before['replica'] ?? 0)).toBe(16)
  // A list of one page is no report: it stays where its records are decided.
  await world.people.wanjikuMaker.get(`/upload/cherry/farmerFiles/${world.organisationId('CF4100')}`, { paginate: 'Y' })
  expect(reads()).toEqual(after)
})

test('what the replica reads stands behind the same wall, and changes nothing', async () => {
  const { danielMaker } = world.people
  const foreign = await danielMaker.get(`/dashboard/${world.organisationId('CF4100')}`)
  expect(foreign.status).toBe(404)
  const scope = { organisationId: world.organisationId('CF4101'), wide: false }
  const seen = await replica.transaction(scope, (tx) =>
    rows(
      tx,
      sql<{
        id: string
        copy: boolean
      }>`select distinct organisation_id as id, pg_is_in_recovery() as copy from farmers`,
    ),
  )
  expect(seen).toEqual([{ id: scope.organisationId, copy: true }])
  const write = replica.transaction(scope, (tx) => sql`update farmers set version = version`.execute(tx))
  await expect(write).rejects.toMatchObject({ code: '25006' })
})

test('a replica that is held up is not waited for: the primary answers with what was written', async () => {
  await servers.onReplica('select pg_wal_replay_pause()')
  try {
    await seesOwnFile()
    expect(replica.stand().isUsable).toBe(false)
    expect(reads()).toMatchObject({ behind: 1, resting: 1 })
    await replica.look()
    expect(replica.stand()).toMatchObject({ isUsable: false, lagBytes: expect.any(Number) })
    expect(replica.stand().lagBytes).toBeGreaterThan(0)
    const { payload } = await world.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(payload).toMatch(/^report_reads_total\{database="replica",why=""\} [1-9]\d*$/m)
    expect(payload).toContain('report_reads_total{database="primary",why="behind"} 1')
    expect(payload).toContain('read_replica_usable 0')
    expect(payload).toMatch(/^read_replica_lag_bytes [1-9]\d*$/m)
    const health = await world.app.inject({ url: '/health/ready' })
    expect(health.json()).toEqual({ status: 'ready', replica: 'reports are read from the primary' })
  } finally {
    await servers.onReplica('select pg_wal_replay_resume()')
  }
  await expect.poll(isUsable, { timeout: 20_000 }).toBe(true)
  expect((await world.app.inject({ url: '/health/ready' })).json()).toEqual({ status: 'ready' })
})

test('a replica that ends in the middle of a report leaves it to the primary, and is read again when it is back', async () => {
  const scope = { organisationId: world.organisationId('CF4100'), wide: false }
  let turn = 0
  const answered = await replica.transaction(scope, async (tx) => {
    turn += 1
    if (turn === 1) await servers.stopReplica()
    return rows(tx, sql<{ copy: boolean }>`select pg_is_in_recovery() as copy`)
  })
  expect(answered).toEqual([{ copy: false }])
  expect(reads()).toMatchObject({ broken: 1 })
  await seesOwnFile()
  await replica.look()
  expect(replica.stand()).toMatchObject({ isUsable: false, lagBytes: undefined })
  await servers.startReplica()
  await expect.poll(isUsable, { timeout: 20_000 }).toBe(true)
  await seesOwnFile()
})

test('a fault of the report itself is no fault of the replica', async () => {
  const before = reads()
  const scope = { organisationId: world.organisationId('CF4100'), wide: false }
  await expect(replica.transaction(scope, (tx) => sql`select 1 / 0`.execute(tx))).rejects.toMatchObject({
    code: '22012',
  })
  expect(replica.stand().isUsable).toBe(true)
  expect(reads()).toEqual(before)
})

test('a replica that was promoted is no replica any more', async () => {
  const before = reads()
  await servers.onReplica('select pg_promote()')
  await seesOwnFile()
  expect(reads()['replica']).toBe(before['replica'])
  expect(await isUsable()).toBe(false)
})
