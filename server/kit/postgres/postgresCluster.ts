import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Account } from './postgresHome.ts'
import { isRunning } from '../isRunning.ts'
import { StartupError, commandLine } from '../startupError.ts'

/** Where one embedded PostgreSQL lives and as whom it runs. */
export type Home = {
  binaries: string
  data: string
  sockets: string
  logFile: string
  account: Account | undefined
  /** Of the programs in `binaries`, when they are not the ones that this program brings. */
  majorVersion?: string
}

/** The database account that the program and its migrations use. */
export const superuser = 'kahawa'

/** The release of PostgreSQL that this program brings. */
export const majorVersion = '18'

/** Makes the empty database when there is none; refuses a folder that is not ours to use. */
export async function createCluster(home: Home, log: { info: (message: string) => void }): Promise<void> {
  // An upgrade was cut off after the new database was whole.
  if (!existsSync(home.data) && existsSync(`${home.data}.upgraded`)) renameSync(`${home.data}.upgraded`, home.data)
  const versionFile = join(home.data, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version === (home.majorVersion ?? majorVersion)) return
    throw new StartupError(
      `The data folder ${home.data} was made by PostgreSQL ${version}; this program brings PostgreSQL ${majorVersion}. ` +
        (Number(version) < Number(majorVersion)
          ? `Stop every server and run ${commandLine('upgrade')}, which keeps everything.`
          : 'That is newer: start it with the Kahawa that it belongs to.'),
    )
  }
  if (existsSync(home.data) && readdirSync(home.data).length > 0) {
    throw new StartupError(`The folder ${home.data} is not empty and is not a database: move it away and start again.`)
  }
  log.info('Creating an empty database.')
  // Made beside and renamed at the end: a start that was cut off leaves no half database behind.
  const unfinished = `${home.data}.new-${process.pid}-${randomUUID().slice(0, 8)}`
  removeUnfinished(home)
  mkdirSync(unfinished, { mode: 0o700 })
  if (home.account) chownSync(unfinished, home.account.uid, home.account.gid)
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const initialised = await run(home, 'initdb', [
    '-D',
    unfinished,
    '-U',
    superuser,
    '--auth=trust',
    '--encoding=UTF8',
    '--data-checksums',
    `--locale=${locale}`,
    // Releases before 17 have no order of their own; the one of the system for C.UTF-8 is the same.
    ...(Number(home.majorVersion ?? majorVersion) < 17
      ? []
      : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
    '--lc-messages=C',
    '--text-search-config=simple',
    '--no-instructions',
  ])
  if (initialised.code !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new StartupError(explain(initialised.output, home.data))
  }
  try {
    renameSync(unfinished, home.data)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Two first starts at once: the other one was faster, and its database is as good.
    if (!existsSync(versionFile)) throw error
  }
}

function removeUnfinished(home: Home): void {
  const prefix = 'postgres.new-'
  for (const name of readdirSync(dirname(home.data))) {
    if (!name.startsWith(prefix) || isRunning(Number.parseInt(name.slice(prefix.length), 10))) continue
    rmSync(join(dirname(home.data), name), { recursive: true, force: true })
  }
}

/** PostgreSQL's last words as one sentence that says what to do. */
export function explain(output: string, dataDir: string): string {
  if (/No space left|ENOSPC|quota exceeded/i.test(output))
    return `The disk of ${dataDir} is full: make room and start again.`
  if (/EEXIST|ENOTDIR/.test(output)) {
    return `${dataDir} cannot be a folder, because there is a file of that name: set DATA_DIR to another one.`
  }
  if (/Permission denied|EACCES|EPERM|Operation not permitted|EROFS|Read-only/i.test(output)) {
    return `PostgreSQL may not write to ${dataDir}: give this user the folder, or set DATA_DIR to another one.`
  }
  if (/Cannot allocate memory|could not map anonymous shared memory/i.test(output)) {
    return 'There is not enough free memory for PostgreSQL: it needs about 400 MB.'
  }
  if (/look up effective user/i.test(output)) {
    return 'This user has no name on this machine, which PostgreSQL needs: use a named user, or set DATABASE_URL.'
  }
  if (/pre-existing shared memory block/i.test(output)) {
    return `Parts of an earlier PostgreSQL still use ${dataDir}: wait a moment, then start again.`
  }
  const lines = output.split('\n').filter((line) => /FATAL|PANIC|error|ended with/i.test(line))
  return `PostgreSQL did not start in ${dataDir}: ${(lines[0] ?? output.trim()).replace(/^.*?(FATAL|PANIC):\s*/, '')}`
}

/** How every PostgreSQL program is started: as its account and free of the caller's surroundings. */
export function spawnAs(home: Home) {
  // PostgreSQL goes by its own locale; the caller's PG* variables and folder must not change what it does.
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: '/', env, ...(home.account && { uid: home.account.uid, gid: home.account.gid }) }
}

async function run(home: Home, program: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(join(home.binaries, 'bin', program), args, {
    ...spawnAs(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
  const code = await new Promise<number | null>((done) => {
    child.once('error', (error) => done(((output += String(error)), 1)))
    child.once('close', done)
  })
  return { code, output }
}
