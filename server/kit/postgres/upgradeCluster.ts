import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { counted } from '#contract/kit/counted.ts'
import { StartupError, commandLine } from '../startupError.ts'
import { copyDatabase } from './copyDatabase.ts'
import { ensureDatabase, prepareHome, startPostgres, type EmbeddedPostgres } from './embeddedPostgres.ts'
import { majorVersion, type Home } from './postgresCluster.ts'
import { findLockHolder } from './postgresLock.ts'
import { preparePrivateFolder, programsOf } from './postgresHome.ts'

type Upgrade = {
  dataDir: string
  /** A folder with bin/postgres of the old release; undefined means the one that was kept in the data folder. */
  programs: string | undefined
  /** Makes in a database everything but rows, as the program does at each start. */
  prepare: (server: EmbeddedPostgres) => Promise<void>
  log: { info: (line: string) => void; warn: (line: string) => void }
  progress: (table: string, part: number) => void
}

/**
 * Brings the database of a data folder to the PostgreSQL of this program: a new one is made beside it, every row is copied and
 * compared, and only then the two change places. The old one stays beside it. Cut off at any moment, one of the two is in place.
 */
export async function upgradeCluster({
  dataDir,
  programs,
  prepare,
  log,
  progress,
}: Upgrade): Promise<{ kept: string }> {
  const home = prepareHome(dataDir, log)
  const old = oldHome(home, programs)
  const made: Home = {
    ...home,
    data: `${home.data}.upgrading`,
    sockets: preparePrivateFolder(`${home.sockets}-new`, `kahawa-upgrade-${process.pid}`, home.account),
  }
  rmSync(made.data, { recursive: true, force: true })
  const servers: EmbeddedPostgres[] = []
  try {
    log.info(`Starting PostgreSQL ${old.majorVersion} and ${majorVersion} side by side.`)
    for (const one of [old, made]) {
      const server = await startPostgres({ dataDir, log: { info: () => {}, warn: log.warn }, home: one })
      servers.push(server)
      await ensureDatabase(server, 'kahawa')
      await prepare(server)
    }
    const [from, to] = servers.map((server) => new Client({ connectionString: server.connectionString('kahawa') }))
    if (!from || !to) throw new Error('both were started')
    await Promise.all([from.connect(), to.connect()])
    try {
      await refuseFullDisk(from, home)
      const { tables, rows } = await copyDatabase({ from, to, progress })
      log.info(`Copied and compared ${counted(rows, 'row')} of ${counted(tables, 'table')}.`)
    } finally {
      await Promise.all([from.end(), to.end()])
    }
  } catch (error) {
    await stopAll(servers)
    rmSync(made.data, { recursive: true, force: true })
    throw error
  } finally {
    await stopAll(servers)
    rmSync(made.sockets, { recursive: true, force: true })
  }
  const kept = `${home.data}-${old.majorVersion}`
  // Whole from here on: a start between the two that follow brings it to its place.
  renameSync(made.data, upgradedOf(home.data))
  renameSync(home.data, kept)
  renameSync(upgradedOf(home.data), home.data)
  return { kept }
}

/** A whole database that only has to be put in its place. */
const upgradedOf = (data: string): string => `${data}.upgraded`

async function stopAll(servers: EmbeddedPostgres[]): Promise<void> {
  for (const server of servers.splice(0)) await server.stop()
}

/** The database as it stands, with the programs that made it. */
function oldHome(home: Home, given: string | undefined): Home & { majorVersion: string } {
  const versionFile = join(home.data, 'PG_VERSION')
  if (!existsSync(versionFile)) throw new StartupError(`There is no database in ${home.data}.`)
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version === majorVersion)
    throw new StartupError(`The database in ${home.data} is of PostgreSQL ${version} already.`)
  if (Number(version) > Number(majorVersion))
    throw new StartupError(
      `The database in ${home.data} is of PostgreSQL ${version}, which is newer than this program’s.`,
    )
  if (findLockHolder(home.data)?.isRunning)
    throw new StartupError(`PostgreSQL is running in ${home.data}: stop every server first.`)
  const kept = `${home.data}-${version}`
  if (existsSync(kept)) throw new StartupError(`${kept} is there already: move it away.`)
  const folder = dirname(home.data)
  const found = readdirSync(folder).filter((name) => name.startsWith(`${programsOf('')}${version}.`))
  const binaries = given ?? (found.length > 0 ? join(folder, found.toSorted().at(-1) ?? '') : undefined)
  if (!binaries || !existsSync(join(binaries, 'bin/postgres')))
    throw new StartupError(
      `The programs of PostgreSQL ${version} are not here. Start the Kahawa that this folder belongs to once, which leaves them in ${folder}, or name a folder with bin/postgres: ${commandLine('upgrade', `--programs /usr/lib/postgresql/${version}`)}`,
    )
  return { ...home, binaries, majorVersion: version }
}

async function refuseFullDisk(from: Client, { data }: Home): Promise<void> {
  const { rows } = await from.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  const { bavail, bsize } = statfsSync(dirname(data))
  const needed = Number(rows[0]?.bytes) * 1.2
  if (bavail * bsize < needed)
    throw new StartupError(
      `There is not enough room in ${dirname(data)} for a second database: ${Math.ceil(needed / 1e6)} MB are needed.`,
    )
}
