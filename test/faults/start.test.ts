import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { bareEnvironment } from '../../tools/serving.mjs'

const patience = { timeout: 120_000 }
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kahawa-start-'))
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the program as `npm start` does and answers its exit code and its error output. */
async function start(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../tools/serve.ts')], {
    env: { ...bareEnvironment(), KAHAWA_DEMO: '1', LOG_LEVEL: 'error', PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** One sentence for a person: what is wrong, and no trace of where in the program it was found. */
async function refuses(env: Record<string, string>, sentence: string): Promise<void> {
  const { code, output } = await start(env)
  expect(output).toContain(sentence)
  expect(output).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
}

test('a port that another program has is named before anything is begun', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo // border: it listens on a port, not on a pipe
  const data = join(folder, 'valley')
  await refuses({ DATA_DIR: data, PORT: String(port) }, `Port ${port} is taken by another program`)
  other.close()
  expect(existsSync(data)).toBe(false)
})

test('a database that a later version has changed is left alone', patience, async () => {
  const data = join(folder, 'later')
  const server = await startPostgres({ dataDir: data, log: { info: () => {}, warn: () => {} } })
  const run = async (database: string, sql: string) => {
    const client = new pg.Client({ connectionString: server.connectionString(database) })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await run('postgres', 'create database kahawa')
  await run('kahawa', 'create table schema_migrations (name text primary key, checksum text, applied_at timestamptz)')
  await run('kahawa', `insert into schema_migrations values ('9999_later.sql', '', now())`)
  await server.stop()
  await refuses({ DATA_DIR: data }, 'The database is newer than this program: it already has 9999_later.sql')
  expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false)
})

test('a data folder of an older PostgreSQL is named with its version', async () => {
  const data = join(folder, 'older')
  mkdirSync(join(data, 'postgres'), { recursive: true })
  writeFileSync(join(data, 'postgres/PG_VERSION'), '17\n')
  await refuses({ DATA_DIR: data }, 'was made by PostgreSQL 17; this program brings PostgreSQL 18')
})

test('a data folder that may not be written is named', async () => {
  // Not even root makes folders there.
  await refuses({ DATA_DIR: '/sys/kahawa' }, 'PostgreSQL may not write to /sys/kahawa: give this user the folder')
})

test('a file in the place of the data folder is named', async () => {
  writeFileSync(join(folder, 'letters'), 'Dear society')
  await refuses({ DATA_DIR: join(folder, 'letters') }, 'there is a file of that name')
  await refuses({ DATA_DIR: join(folder, 'letters/below') }, 'there is a file of that name')
})
