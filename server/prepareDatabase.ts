import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { counted } from '#contract/kit/counted.ts'
import { config } from './config.ts'
import { isConnectionLost, untilConnected } from '#server/kit/postgres/connectionLost.ts'
import { ensureDatabase, startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { migrate, migrationsFolder } from '#server/kit/postgres/migrate.ts'
import { keepPrograms } from '#server/kit/postgres/postgresHome.ts'
import { sealSecretsAnew } from '#server/kit/postgres/sealSecretsAnew.ts'
import { StartupError } from './kit/startupError.ts'

/** A migrated database: the owner's way in, the application's way in, and how to let go of it. */
export type Prepared = {
  owner: pg.PoolConfig
  application: pg.PoolConfig
  role: string | undefined
  /** The application's connections come from a pooler. */
  pooled: boolean
  /** Our own PostgreSQL, of which backups are made; null for the one of DATABASE_URL. */
  embedded: { host: string; port: number; user: string } | null
  /** Why our own PostgreSQL does not come back, if it does not. */
  trouble: () => string | undefined
  stop: () => Promise<void>
}

const log = {
  info: (line: string) => process.stdout.write(`${line}\n`),
  warn: (line: string) => process.stderr.write(`${line}\n`),
}

/** Starts the embedded PostgreSQL or connects to the configured one, migrates it, and loads what every database carries. */
export async function prepareDatabase(seed: (owner: pg.Client) => Promise<void>): Promise<Prepared> {
  // An empty database is made by processes of PostgreSQL: the larger modules of ours are read meanwhile.
  const modules = Promise.all([import('./jobs.ts'), import('./kit/jobs.ts')])
  const database = config.databaseUrl ? await reachDatabase(config.databaseUrl) : await embedded()
  try {
    // Every step is a transaction of its own and is left out when it was done: a PostgreSQL that is killed meanwhile
    // comes back and goes on where it was.
    const isOver = () => database.trouble() !== undefined
    await untilConnected(() => bringUpToDate(database, seed), isOver)
    const [{ jobs }, { installJobs }] = await modules
    await untilConnected(() => installJobs({ connection: database.owner, jobs }), isOver)
    return database
  } catch (error) {
    const trouble = database.trouble()
    await database.stop()
    if (isDiskFull(error)) throw new StartupError(diskFull, { cause: error })
    throw isConnectionLost(error) && trouble ? new StartupError(trouble, { cause: error }) : error
  }
}

const diskFull = config.databaseUrl
  ? 'The disk of the database is full: make room and start again.'
  : `The disk of ${config.dataDir} is full: make room and start again.`

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '53100') || isDiskFull(error.cause))

async function bringUpToDate(database: Prepared, seed: (owner: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(database.owner)
  client.on('error', () => {}) // the statement that runs says so
  await client.connect().catch((error: unknown) => {
    if (isConnectionLost(error)) throw error
    throw new StartupError(
      `The database does not let us in: ${error instanceof Error ? error.message : 'unknown reason'}. Check DATABASE_URL.`,
    )
  })
  try {
    const applied = await migrate({ client, folder: migrationsFolder })
    if (applied.length > 0) log.info(`Migrated: ${applied.join(', ')}`)
    await refuseUnsafe(client)
    const sealed = config.otherKey ? await sealSecretsAnew(client, config) : 0
    if (sealed > 0) log.info(`Sealed ${counted(sealed, 'secret')} with the new key`)
    if (!config.databaseUrl) await client.query('alter role kahawa_app login')
    await seed(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function embedded(): Promise<Prepared> {
  const server = await startPostgres({ dataDir: config.dataDir, log })
  await untilConnected(() => ensureDatabase(server, 'kahawa'))
  keepPrograms(dirname(server.dataDir))
  const database = { host: server.host, port: server.port, database: 'kahawa' }
  return {
    owner: { ...database, user: server.user },
    application: { ...database, user: 'kahawa_app' },
    role: undefined,
    pooled: false,
    embedded: { host: server.host, port: server.port, user: server.user },
    trouble: server.trouble,
    stop: server.stop,
  }
}

/** The owner connects; the application takes the walled role on every connection. */
async function reachDatabase(url: string): Promise<Prepared> {
  const connection = { connectionString: url }
  // A database in the next container may start a little later than we do.
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client(connection)
    try {
      await client.connect()
      await client.end()
      return {
        owner: connection,
        // Migrations and the making of queues need a connection to themselves.
        application: config.databasePoolUrl ? { connectionString: config.databasePoolUrl } : connection,
        role: 'kahawa_app',
        pooled: config.databasePoolUrl !== undefined,
        embedded: null,
        trouble: () => undefined,
        stop: async () => {},
      }
    } catch (error) {
      if (attempt === 10)
        throw new StartupError(
          `The database at DATABASE_URL cannot be reached: ${error instanceof Error ? error.message : 'unknown reason'}.`,
        )
      await sleep(1000)
    }
  }
}

/** A database that may forget acknowledged writes is no place for money. */
async function refuseUnsafe(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
  )
  const unsafe = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name)
  if (unsafe.length > 0)
    throw new StartupError(
      `The database runs with ${unsafe.join(' and ')} off and could lose what it confirmed. Turn it on.`,
    )
}
