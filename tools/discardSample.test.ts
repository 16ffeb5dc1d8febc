import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAdmin } from './createAdmin.ts'
import { discardSample } from './discardSample.ts'
import { withMigratedDatabase } from './migratedDatabase.ts'
import { seedDemo } from '../db/seed/demo.ts'
import { seedReference } from '../db/seed/reference.ts'
import { seedRoles } from '../db/seed/roles.ts'
import { readSample } from '../db/seed/sample.ts'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'

const admin = { username: 'jane.mwangi', fullName: 'Jane Mwangi', password: 'Nine-tall-grevilleas' }
let database: TestDatabase
let owner: pg.Client
let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kahawa-sample-'))
})
beforeEach(async () => {
  database = await makeTestDatabase()
  owner = new pg.Client(database.config)
  owner.on('error', () => {})
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const yes = async () => true
const discard = (confirm: Parameters<typeof discardSample>[0]['confirm'] = yes) =>
  discardSample({ owner, dataDir, confirm })

/** Every table with its rows, of the invented moments nothing. */
async function contentOf(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('sample_data', 'schema_migrations') order by 1`,
  )
  const content: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${name}`)
    content[name] = rows[0]?.n ?? 0
  }
  return content
}
const disabledTriggers = async (): Promise<number> =>
  (await owner.query(`select from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).rowCount ?? -1

test('what stands afterwards is what a house has that began empty, and it is not filled again', async () => {
  for (const name of ['demo-bank.json', 'audit-heads.jsonl', 'secrets.key']) writeFileSync(join(dataDir, name), '{}')
  // Something for the trail, whose rows nobody else may remove.
  await createAdmin({ owner, admin: { ...admin, username: 'another' }, another: true })
  const before = await contentOf(owner)
  expect([before['farmers'], before['cherry_deliveries'], before['audit_events']]).not.toContain(0)
  expect(await discard(async ({ rows, added }) => rows['farmers'] === before['farmers'] && added.length === 1)).toBe(
    true,
  )
  const empty = await withMigratedDatabase(async (client) => {
    await seedReference({ owner: client })
    await seedRoles({ owner: client })
    return contentOf(client)
  })
  expect(await contentOf(owner)).toEqual(empty)
  expect(await disabledTriggers()).toBe(0)
  await expect(owner.query('delete from ledger_account_kinds')).rejects.toThrow('append-only')
  const left = ['demo-bank.json', 'audit-heads.jsonl', 'secrets.key'].filter((name) => existsSync(join(dataDir, name)))
  expect(left).toEqual(['secrets.key'])
  expect((await readSample(owner))?.discardedAt).toBeInstanceOf(Date)
  await expect(discard()).rejects.toThrow('was thrown away already')
  await createAdmin({ owner, admin, another: false })
})

test('nothing goes without a word, and nothing of a house that had no sample', async () => {
  const before = await contentOf(owner)
  expect(await discard(async () => false)).toBe(false)
  expect(await contentOf(owner)).toEqual(before)
  await owner.query('delete from sample_data')
  await expect(discard()).rejects.toThrow('No sample data was ever loaded')
  expect(await contentOf(owner)).toEqual(before)
  await seedDemo({ owner })
  expect(await readSample(owner)).toBeUndefined()
})

test('who was added beside the sample is named before anything goes', async () => {
  await createAdmin({ owner, admin, another: true })
  const named: string[][] = []
  expect(
    await discard(async ({ added }) => {
      named.push(added)
      return false
    }),
  ).toBe(false)
  expect(named).toEqual([['jane.mwangi']])
})

test('a server that runs, or has come while somebody was asked, keeps everything', async () => {
  const before = await contentOf(owner)
  const server = new pg.Client({ ...database.config, application_name: 'kahawa' })
  server.on('error', () => {})
  expect(
    await discard(async () => {
      await server.connect()
      return true
    }).catch(String),
  ).toContain('Stop every server first')
  await expect(discard()).rejects.toThrow('Stop every server first')
  await server.end()
  expect(await contentOf(owner)).toEqual(before)
})

test('killed half-way, it has done nothing', async () => {
  const before = await contentOf(owner)
  const killer = new pg.Client(database.config)
  killer.on('error', () => {})
  await killer.connect()
  // Dies in the middle of emptying: the last table of all is held by somebody else until then.
  await killer.query('begin; lock table wards in access share mode')
  const discarding = discard().catch((error: unknown) => error)
  // By that table alone: for a moment it waits for others too, such as those that PostgreSQL is just cleaning.
  await expect
    .poll(async () => {
      const { rows } = await killer.query<{ killed: boolean }>(
        `select pg_terminate_backend(pid) as killed from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pg_backend_pid() = any (pg_blocking_pids(pid))`,
      )
      return rows
    })
    .toEqual([{ killed: true }])
  expect(await discarding).toBeInstanceOf(Error)
  await killer.query('commit')
  expect(await contentOf(killer)).toEqual(before)
  expect((await readSample(killer))?.discardedAt).toBeNull()
  await killer.end()
})
