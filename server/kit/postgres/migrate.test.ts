import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '#test/kit/testDatabase.ts'
import { makeTestDatabase } from '#test/kit/testDatabase.ts'
import { migrate, migrationsFolder } from './migrate.ts'

let database: TestDatabase
let client: Client
let folder: string

beforeAll(async () => {
  database = await makeTestDatabase()
  client = new Client(database.config)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  // The template is migrated already: these tests play with a schema of their own.
  await client.query('drop schema if exists played cascade; create schema played; set search_path to played')
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql)
const run = (by = client): Promise<string[]> => migrate({ client: by, folder })

test('every migration is applied once, in the order of its number', async () => {
  await write('0002_lots.sql', 'alter table lots add column weight_kg numeric')
  await write('0001_first.sql', 'create table lots (id int)')
  expect(await run()).toEqual(['0001_first.sql', '0002_lots.sql'])
  expect(await run()).toEqual([])
  await write('0003_more.sql', 'create table more (id int); insert into more values (1)')
  expect(await run()).toEqual(['0003_more.sql'])
})

test('a migration that fails leaves nothing behind and names its line', async () => {
  await write('0001_first.sql', 'create table lots (id int);\n\ninsert into nowhere values (1);')
  await expect(run()).rejects.toThrow('0001_first.sql failed at line 3: relation "nowhere" does not exist')
  const { rows } = await client.query("select to_regclass('played.lots') as lots")
  expect(rows).toEqual([{ lots: null }])
})

test('an edited migration is refused, but other line ends are no edit', async () => {
  await write('0001_first.sql', 'create table lots (\nid int)')
  await run()
  await write('0001_first.sql', 'create table lots (\r\nid int)')
  expect(await run()).toEqual([])
  await write('0001_first.sql', 'create table lots (\nid bigint)')
  await expect(run()).rejects.toThrow('0001_first.sql was edited after it was applied')
})

test('a database that is newer than the program is refused', async () => {
  await write('0001_first.sql', 'select 1')
  await write('0002_second.sql', 'select 1')
  await run()
  await rm(join(folder, '0002_second.sql'))
  await expect(run()).rejects.toThrow('The database is newer than this program: it already has 0002_second.sql')
})

test('a migration that comes late with an early number is refused', async () => {
  await write('0002_second.sql', 'select 1')
  await run()
  await write('0001_first.sql', 'select 1')
  await expect(run()).rejects.toThrow('0001_first.sql comes before 0002_second.sql')
})

test('two files with one number, or a name out of line, are refused', async () => {
  await write('0001_first.sql', 'select 1')
  await write('0001_other.sql', 'select 1')
  await expect(run()).rejects.toThrow('have the same number')
  await rm(join(folder, '0001_other.sql'))
  await write('2_Second.sql', 'select 1')
  await expect(run()).rejects.toThrow('must be named like 0001_farmers.sql')
})

test('of two programs that start at once, each migration is applied by one of them', async () => {
  await write('0001_first.sql', 'create table lots (id int)')
  await write('0002_second.sql', 'create table more (id int)')
  const other = new Client(database.config)
  await other.connect()
  await other.query('set search_path to played')
  const applied = await Promise.all([run(), run(other)])
  await other.end()
  expect(applied.flat().toSorted()).toEqual(['0001_first.sql', '0002_second.sql'])
})

test('an old PostgreSQL is refused in plain words', async () => {
  const old = { query: async () => ({ rows: [{ number: 140019, words: '14.19 (Debian)' }] }) }
  // Border: only `query` is asked before the refusal.
  const refused = migrate({ client: old as unknown as Client, folder })
  await expect(refused).rejects.toThrow(
    'PostgreSQL 14.19 (Debian) is too old: this program needs PostgreSQL 15 or newer.',
  )
})

test('the template of the tests has every migration of this build, by this wording or the one for PostgreSQL 18 alone', async () => {
  await client.query('set search_path to public')
  expect(await migrate({ client, folder: migrationsFolder })).toEqual([])
  await client.query(
    `update schema_migrations set checksum = 'a4586de1546687041e4548b05e88bab0e12b9cfd6a8b4a76e5bd1f9ce4d556b4' where name = '0001_walls.sql'`,
  )
  expect(await migrate({ client, folder: migrationsFolder })).toEqual([])
})

test('ids that the database makes are of version 7 and grow with time, before PostgreSQL 18 too', async () => {
  await client.query('set search_path to public')
  const { rows } = await client.query<{ id: string }>(
    'select uuidv7() as id, pg_sleep(0.002) from generate_series(1, 3)',
  )
  const ids = rows.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted())
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Math.abs(Number.parseInt(id.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000)
  }
})
