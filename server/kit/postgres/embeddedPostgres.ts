import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { untilConnected } from './connectionLost.ts'
import { findLockHolder, releaseStaleLocks } from './postgresLock.ts'
import { preparePrivateFolder, prepareBinaries, findAccount, isReachable } from './postgresHome.ts'
import type { Home } from './postgresCluster.ts'
import { createCluster, explain, spawnAs, superuser } from './postgresCluster.ts'
import { StartupError } from '../startupError.ts'

type Log = { info: (message: string) => void; warn: (message: string) => void }

/** A running PostgreSQL of our own, reachable only through the socket folder `host`. */
export type EmbeddedPostgres = {
  host: string
  port: number
  user: string
  dataDir: string
  connectionString: (database: string) => string
  /** Why it stopped and could not be started again, as a sentence; undefined while it runs or is on its way. */
  trouble: () => string | undefined
  stop: () => Promise<void>
}

const port = 5432
const usuallyReadyWithinMs = 300_000

// Sized for 2 cores and a few gigabytes. Given on the command line, so that a new build also changes an old data folder.
const serverSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '256MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  wal_compression: 'on',
  max_wal_size: '2GB',
  // So much log is kept for a backup whose folder is away; then it begins anew, and the disk does not run full.
  max_slot_wal_keep_size: '8GB',
  checkpoint_completion_target: '0.9',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  shared_preload_libraries: '',
  log_min_messages: 'warning',
  // The lines that explain an error repeat the row's values, which are people's.
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
}

/** Starts PostgreSQL in `dataDir`/postgres or joins the one that runs there; throws StartupError with a plain sentence. */
export async function startPostgres(options: {
  dataDir: string
  log: Log
  settings?: Record<string, string>
  /** Where it lives when it is not the one of the data folder. */
  home?: Home
  /** Replaying the log of days takes longer than any start. */
  readyWithinMs?: number
}): Promise<EmbeddedPostgres> {
  const home = options.home ?? prepareHome(options.dataDir, options.log)
  await createCluster(home, options.log)
  const settings = { ...serverSettings, ...options.settings }
  const readyWithinMs = options.readyWithinMs ?? usuallyReadyWithinMs
  const hold = async (): Promise<{ host: string; keeper: Client }> => {
    const host = await ensureRunning({ home, settings, log: options.log, readyWithinMs })
    return { host, keeper: await holdConnection(host) }
  }
  let { host, keeper } = await untilConnected(hold)
  let isStopping = false
  let recovering = Promise.resolve()
  let trouble: string | undefined

  // PostgreSQL dying under us (the kernel short of memory, somebody's kill) is repaired, not reported as broken pages.
  const watch = (client: Client): void => {
    client.once('end', () => {
      if (!isStopping) recovering = recover()
    })
  }
  const recover = async (): Promise<void> => {
    for (let waitMs = 100; !isStopping; waitMs = Math.min(waitMs * 2, 10_000)) {
      try {
        ;({ host, keeper } = await hold())
        watch(keeper)
        trouble = undefined
        options.log.warn('PostgreSQL had stopped and was started again.')
        return
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (message !== trouble) options.log.warn(message)
        trouble = message
        await sleep(waitMs, undefined, { ref: false })
      }
    }
  }
  watch(keeper)

  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await recovering
    const others = await countOtherKeepers(keeper)
    await keeper.end().catch(() => {})
    if (others === 0) await shutDown(home)
  }
  const connectionString = (database: string): string =>
    `postgresql://${superuser}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}&port=${port}`
  return { host, port, user: superuser, dataDir: home.data, connectionString, trouble: () => trouble, stop }
}

/** Creates the database `name` (UTF-8) when it is missing; true when it made it. */
export async function ensureDatabase(
  server: Pick<EmbeddedPostgres, 'host' | 'port' | 'user'>,
  name: string,
): Promise<boolean> {
  const client = new Client({ host: server.host, port: server.port, user: server.user, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rowCount) return false
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    return true
  } catch (error) {
    // Another process may create it between the question and the command.
    if (hasCode(error, '42P04') || hasCode(error, '23505')) return false
    throw error
  } finally {
    await client.end()
  }
}

/** Where the embedded PostgreSQL of a data folder lives, ready to be started. */
export function prepareHome(dataDir: string, log: Pick<Log, 'warn'>): Home {
  if (process.platform === 'win32') {
    throw new StartupError(
      'On Windows, install PostgreSQL 15 or newer and set DATABASE_URL, e.g. postgres://user:password@localhost/kahawa.',
    )
  }
  try {
    const account = findAccount()
    let folder = resolve(dataDir)
    mkdirSync(folder, { recursive: true })
    if (account && !isReachable(folder, account)) {
      const reachable = join('/var/lib/kahawa', hash(folder))
      mkdirSync(reachable, { recursive: true, mode: 0o755 })
      if (!isReachable(reachable, account)) {
        throw new StartupError(
          `PostgreSQL may not run as root, and the account ${account.name} cannot enter ${folder}. ` +
            'Set DATA_DIR to a folder it can enter, e.g. DATA_DIR=/srv/kahawa, or start as an ordinary user.',
        )
      }
      log.warn(
        `The account ${account.name} (PostgreSQL may not run as root) cannot enter ${folder}: ` +
          `the database is kept in ${reachable}. Set DATA_DIR to keep everything in one place.`,
      )
      folder = reachable
    }
    const binaries = prepareBinaries(folder, account)
    // A socket path may hold 107 bytes at most, so a deep data folder gets its socket in the temporary folder.
    const sockets = preparePrivateFolder(join(folder, 'postgres-socket'), `kahawa-${hash(folder)}`, account)
    return { binaries, data: join(folder, 'postgres'), sockets, logFile: join(folder, 'postgres.log'), account }
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(explain(String(error), resolve(dataDir)))
  }
}

type Starting = { home: Home; settings: Record<string, string>; readyWithinMs: number }

/** Returns the socket folder of the PostgreSQL that now answers for this data folder. */
async function ensureRunning({ home, settings, log, readyWithinMs }: Starting & { log: Log }): Promise<string> {
  const deadline = performance.now() + readyWithinMs
  let failures = 0
  let isWaitingLogged = false
  while (performance.now() < deadline) {
    const holder = findLockHolder(home.data)
    if (holder && (await isServerOf(holder.socketDir, home))) return holder.socketDir
    if (holder?.isRunning) {
      // Starting, recovering after a power cut, or shutting down: it ends in one of the other two cases.
      if (!isWaitingLogged) log.info('Waiting for PostgreSQL.')
      isWaitingLogged = true
      await sleep(50)
      continue
    }
    releaseStaleLocks({ dataDir: home.data, socketDir: home.sockets })
    const failure = await launch({ home, settings, readyWithinMs })
    if (failure === undefined) continue
    // Of two starts at the same moment one is refused by the lock of the other, and joins it in the next round. The
    // memory of a killed PostgreSQL is free once the last of its processes has ended.
    failures += 1
    const mayPass = /lock file|pre-existing shared memory/.test(failure)
    if (failures > 20 || !mayPass) throw new StartupError(explain(failure, home.data))
    await sleep(100)
  }
  throw new StartupError(`PostgreSQL did not become ready in time. Its own words are in ${home.logFile}.`)
}

/** Starts the postmaster; answers undefined once it is ready, or its last words when it ended. */
async function launch({ home, settings, readyWithinMs }: Starting): Promise<string | undefined> {
  if (existsSync(home.logFile) && statSync(home.logFile).size > 10_000_000) {
    renameSync(home.logFile, `${home.logFile}.1`)
  }
  const logFile = openSync(home.logFile, 'a', 0o600)
  const logStart = statSync(home.logFile).size
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Detached: Ctrl-C in a terminal reaches the whole process group, and the database must outlive our last transaction.
  const child = spawn(join(home.binaries, 'bin/postgres'), ['-D', home.data, '-k', home.sockets, ...args], {
    ...spawnAs(home),
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  child.unref()
  let ended = ''
  child.once('error', (error) => (ended = String(error)))
  child.once('exit', (code, signal) => (ended = `postgres ended with ${signal ?? code}`))
  const deadline = performance.now() + readyWithinMs
  while (!ended && performance.now() < deadline) {
    if (findLockHolder(home.data)?.status === 'ready' && (await isServerOf(home.sockets, home))) return undefined
    await sleep(20)
  }
  return `${readFileSync(home.logFile, 'utf8').slice(logStart)}\n${ended}`
}

/** True when the server behind the socket is the one of this very data folder. */
async function isServerOf(socketDir: string, home: Home): Promise<boolean> {
  const client = new Client(ownConnection(socketDir, 'kahawa probe'))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder")
    return realpathSync(rows[0]?.folder ?? '') === realpathSync(home.data)
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

// One idle connection per process: PostgreSQL itself then knows who still uses it, even after a kill -9.
async function holdConnection(socketDir: string): Promise<Client> {
  const client = new Client(ownConnection(socketDir, 'kahawa keeper'))
  client.on('error', () => {})
  await client.connect()
  return client
}

async function countOtherKeepers(keeper: Client): Promise<number> {
  const sql = `select count(*)::int as others from pg_stat_activity
               where application_name = 'kahawa keeper' and pid <> pg_backend_pid()`
  const answer = await keeper.query<{ others: number }>(sql).catch(() => undefined)
  return answer?.rows[0]?.others ?? 0
}

async function shutDown(home: Home): Promise<void> {
  const holder = findLockHolder(home.data)
  if (!holder?.isRunning) return
  // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything is written.
  process.kill(holder.pid, 'SIGINT')
  while (findLockHolder(home.data)?.isRunning) await sleep(20)
}

function ownConnection(socketDir: string, applicationName: string) {
  return { host: socketDir, port, user: superuser, database: 'postgres', application_name: applicationName }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
