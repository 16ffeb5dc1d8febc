import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { closeDatabase } from './closeDatabase.ts'
import { StartupError } from '../startupError.ts'

type Migration = { name: string; sql: string; checksum: string }

const oldestServerVersion = 150_000
// Any fixed number: it only has to be the same in every process that migrates the same database.
const migrationLock = '7203851466'

// Calls wait no longer than this for a migration that waits for a table; a list on its way to somebody takes ten minutes at most.
const longestWaitMs = 1_000
const mostAttempts = 400

// What a migration said when this was for PostgreSQL 18 alone, to the same effect: databases that have it go on with the file of today.
const earlierWordings: Readonly<Record<string, string>> = {
  '0001_walls.sql': 'a4586de1546687041e4548b05e88bab0e12b9cfd6a8b4a76e5bd1f9ce4d556b4',
  '0047_society_transfers.sql': '334763100fa23ffd297ea0b17bc41de4e97b1b55e5e46a78b9d71a98ad16ee7a',
  '0089_buyers_payments.sql': '212bb959577ce17b584dbe02fa955ed6245f5cdfb061efc821cf32a4c97fbac8',
}

/** Where the migrations of this build are. */
export const migrationsFolder = join(import.meta.dirname, '../../../db/migrations')

/**
 * Brings the schema up to this build, each file in its own transaction, and returns the names it applied.
 * Safe when several processes start at once. Throws StartupError when the database does not belong to this build.
 */
export async function migrate(options: { client: ClientBase; folder: string }): Promise<string[]> {
  const { client, folder } = options
  await refuseOldServer(client)
  const migrations = await readMigrations(folder)
  await inLockedTransaction(client, async () => {
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    )
    await compare(client, migrations)
  })
  const applied: string[] = []
  for (const migration of migrations) {
    const isNew = await untilFree(() => inLockedTransaction(client, () => apply(client, migrations, migration)))
    if (isNew) applied.push(migration.name)
  }
  await inLockedTransaction(client, () => closeDatabase(client))
  return applied
}

/** Reads and checks the migration files: numbered 0001_name.sql, no number twice, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const seen = new Map<string, string>()
  for (const name of names) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
      throw new StartupError(`The migration ${name} must be named like 0001_farmers.sql.`)
    }
    const twin = seen.get(name.slice(0, 4))
    if (twin) throw new StartupError(`The migrations ${twin} and ${name} have the same number: renumber the newer one.`)
    seen.set(name.slice(0, 4), name)
  }
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may turn line ends around; that is not an edit.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function refuseOldServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; words: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as words`,
  )
  const server = rows[0]
  if (server && server.number >= oldestServerVersion) return
  throw new StartupError(`PostgreSQL ${server?.words} is too old: this program needs PostgreSQL 15 or newer.`)
}

async function compare(client: ClientBase, migrations: Migration[]): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of rows) {
    const expected = known.get(name)
    if (expected === undefined) {
      throw new StartupError(
        `The database is newer than this program: it already has ${name}. Start the version that made it, or a later one.`,
      )
    }
    if (expected !== checksum && earlierWordings[name] !== checksum) {
      throw new StartupError(
        `The migration ${name} was edited after it was applied to this database. Undo the edit and write a new migration.`,
      )
    }
  }
  return new Set(rows.map(({ name }) => name))
}

async function apply(client: ClientBase, migrations: Migration[], migration: Migration): Promise<boolean> {
  // Asked again under the lock: another process may have applied it since.
  const done = await compare(client, migrations)
  if (done.has(migration.name)) return false
  const later = [...done].find((name) => name > migration.name)
  if (later) {
    throw new StartupError(
      `The migration ${migration.name} comes before ${later}, which this database already has: give it a later number.`,
    )
  }
  try {
    // Other servers are at work: who wants a table stands behind a migration that waits for it.
    await client.query(`set local lock_timeout = '${longestWaitMs}ms'`)
    await client.query(migration.sql)
  } catch (error) {
    throw new StartupError(`The migration ${migration.name} failed${describe(error, migration.sql)}`, { cause: error })
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    migration.name,
    migration.checksum,
  ])
  return true
}

function describe(error: unknown, sql: string): string {
  if (!(error instanceof Error)) return `: ${String(error)}`
  const position = 'position' in error ? Number(error.position) : Number.NaN
  const line = position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : ''
  return `${line}: ${error.message}`
}

/** Again and again while a table is in use, with pauses in which those who stood behind go first. */
async function untilFree<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      const isInUse = cause instanceof Error && 'code' in cause && cause.code === '55P03'
      if (!isInUse || attempt === mostAttempts) throw error
      await sleep(longestWaitMs)
    }
  }
}

async function inLockedTransaction<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
