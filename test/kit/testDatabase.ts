import { createHash, randomUUID } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { Client } from 'pg'
import type { EmbeddedPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { prepareHome, startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import type { Home } from '#server/kit/postgres/postgresCluster.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/kit/postgres/migrate.ts'
import { removeReadyFolder } from '../faults/readyFolder.ts'
import { removeCertificates } from './certificates.ts'
import { startPooler } from './pooler.ts'

/** A database of its own for one test file; pass `config` to pg, or `connectionString` to anything that wants one. */
export type TestDatabase = {
  name: string
  config: { host: string; port: number; user: string; database: string }
  connectionString: string
  /** How the program's own connections come: straight, or through a pooler. */
  application: { connection: pg.PoolConfig; role?: string; pooled: boolean }
  /** Removes the database, closing the connections that a test forgot. */
  drop: () => Promise<void>
}

type Connection = { host: string; port: number; user: string }
type Shared = Connection & { template: string; pooler: number | null }

// Vitest's workers inherit the environment of the process that ran `setup`.
const variable = 'KAHAWA_TEST_POSTGRES'
const seedFile = join(import.meta.dirname, 'templateSeed.ts')
const templateLock = 7_203_851_467
let own: Promise<EmbeddedPostgres> | undefined

/** Vitest's globalSetup: one PostgreSQL for the whole run and one migrated template; the last run that uses it stops it. */
export async function setup(): Promise<() => Promise<void>> {
  removeReadyFolder() // of a run that broke off, whose number we have now
  const server = await startTestPostgres()
  const binary = process.env['KAHAWA_TEST_POOLER']
  const pooler = binary ? await startPooler({ binary, to: connectionOf(server) }) : null
  const template = await prepareTemplate(server)
  const shared: Shared = { ...connectionOf(server), template, pooler: pooler?.port ?? null }
  process.env[variable] = JSON.stringify(shared)
  return async () => {
    removeReadyFolder()
    removeCertificates()
    await pooler?.stop()
    await server.stop()
  }
}

/** Copies the migrated template into a new database, on another server than that of all tests where one is named. */
export async function makeTestDatabase(on?: Connection): Promise<TestDatabase> {
  const shared = on ? { ...connectionOf(on), template: await prepareTemplate(on), pooler: null } : await findShared()
  // The process number tells the next run which databases were left behind; threads share it, so chance does the rest.
  const name = `test_${process.pid}_${randomUUID().slice(0, 8)}`
  // Copied as files, which costs a third of writing every page through the log.
  const run = on ? (sql: string) => asAdmin(on, (client) => client.query(sql)) : (sql: string) => lent(shared, sql)
  await run(`create database "${name}" template "${shared.template}" strategy file_copy`)
  // As `closeDatabase` does at every start; a connection to the copy for it alone would cost more than the copy.
  await run(`revoke temporary on database "${name}" from public`)
  const config = { ...connectionOf(shared), database: name }
  return {
    name,
    config,
    // Through a pooler as the owner, who sees everything: what forgot to take the program's role would show.
    application:
      shared.pooler === null
        ? { connection: { ...config, user: 'kahawa_app' }, pooled: false }
        : { connection: { ...config, host: '127.0.0.1', port: shared.pooler }, role: 'kahawa_app', pooled: true },
    connectionString: `postgresql://${config.user}@localhost/${name}?host=${encodeURIComponent(config.host)}&port=${config.port}`,
    drop: async () => void (await run(`drop database if exists "${name}" with (force)`)),
  }
}

const memory = '/dev/shm'
const muchMemory = 6 * 1024 ** 3

/** Every world is a database of 1,300 files, made and dropped within seconds: in memory where that has room, else on the disk. */
function roomyFolder(): string {
  if (!existsSync(memory) || process.availableMemory() < muchMemory) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < muchMemory ? tmpdir() : memory
}

/** For tools outside vitest (benchmarks, load): the same server, stopped by the caller. */
async function startTestPostgres(): Promise<EmbeddedPostgres> {
  // Kept between runs and shared by runs at the same time: databases carry the process number, templates a hash.
  const dataDir = join(roomyFolder(), `kahawa-test-${process.getuid?.() ?? 0}`)
  const quiet = { info: () => {}, warn: () => {} }
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Few rows stand in a world: to plan a statement for its values, five times on each connection, takes longer than any plan saves.
    plan_cache_mode: 'force_generic_plan',
    max_wal_size: '256MB',
    max_connections: '200',
  }
  return startPostgres({
    dataDir,
    log: quiet,
    settings: { ...settings, shared_buffers: '128MB' },
    ...olderHome(dataDir),
  })
}

/** `npm run test:servers` names a folder with bin/postgres of an older release, called by its number as Debian does. */
function olderHome(dataDir: string): { home?: Home } {
  const binaries = process.env['KAHAWA_TEST_PROGRAMS']
  if (!binaries) return {}
  const majorVersion = basename(binaries)
  return { home: { ...prepareHome(`${dataDir}-${majorVersion}`, { warn: () => {} }), binaries, majorVersion } }
}

async function findShared(): Promise<Shared> {
  const inherited = process.env[variable]
  if (inherited) return JSON.parse(inherited) as Shared
  own ??= startTestPostgres()
  const server = await own
  return { ...connectionOf(server), template: await prepareTemplate(server), pooler: null }
}

/** Makes the template database of this very schema when it is missing, and returns its name. */
async function prepareTemplate(server: Connection): Promise<string> {
  const hash = createHash('sha256')
  const migrations = existsSync(migrationsFolder) ? await readMigrations(migrationsFolder) : []
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`)
  const seed = await loadSeed()
  if (seed) hash.update(await readFile(seedFile)).update(seed.seedFingerprint())
  const template = `template_${hash.digest('hex').slice(0, 16)}`
  await asAdmin(server, async (client) => {
    // Two runs at once: the second waits here and finds the template made. This is the test server, never the product's.
    await client.query(`select pg_advisory_lock(${templateLock})`)
    await dropLeftovers(client)
    const found = await client.query('select 1 from pg_database where datname = $1', [template])
    if (found.rowCount) return
    const unfinished = `unfinished_${template}`
    await client.query(`drop database if exists "${unfinished}" with (force)`)
    await client.query(`create database "${unfinished}"`)
    const schema = new Client({ ...connectionOf(server), database: unfinished })
    await schema.connect()
    try {
      if (migrations.length > 0) await migrate({ client: schema, folder: migrationsFolder })
      await seed?.seedTemplate(schema)
    } finally {
      await schema.end()
    }
    await client.query(`alter database "${unfinished}" rename to "${template}"`)
  })
  return template
}

type Seed = { seedTemplate: (client: Client) => Promise<void>; seedFingerprint: () => string }

/** test/kit/templateSeed.ts adds rows that every test starts with, and tells when they would be others. */
async function loadSeed(): Promise<Seed | null> {
  return existsSync(seedFile) ? ((await import(seedFile)) as Seed) : null // border: a path is not typed
}

async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; isOld: boolean }>(
    `select datname as name, (pg_stat_file('base/' || oid || '/PG_VERSION', missing_ok => true)).modification < now() - interval '1 day' as "isOld"
     from pg_database where datname like 'test\\_%' or datname like 'template\\_%'`,
  )
  for (const { name, isOld } of rows) {
    const owner = /^test_(\d+)_/.exec(name)?.[1]
    if (owner ? !isAlive(Number(owner)) : isOld) await client.query(`drop database if exists "${name}" with (force)`)
  }
}

async function asAdmin<Result>(
  server: Connection,
  work: (client: Client) => Promise<Result>,
  database = 'postgres',
): Promise<Result> {
  const client = new Client({ ...connectionOf(server), database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The connection of this worker to the server of all tests: each that is opened and closed takes 40 ms of its processors. */
let kept: Promise<Kept> | undefined
type Kept = Client & { ref: () => void; unref: () => void } // border: its types forget them

async function lent(server: Connection, sql: string): Promise<void> {
  kept ??= connectKept(server)
  const client = await kept
  client.ref()
  try {
    await client.query(sql)
  } finally {
    client.unref() // nobody ends it: a worker that has nothing else to do may go
  }
}

async function connectKept(server: Connection): Promise<Kept> {
  const client = new Client({ ...connectionOf(server), database: 'postgres' }) as Kept
  client.on('error', () => (kept = undefined))
  try {
    await client.connect()
  } catch (error) {
    kept = undefined
    throw error
  }
  return client
}

function connectionOf({ host, port, user }: Connection): Connection {
  return { host, port, user }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
