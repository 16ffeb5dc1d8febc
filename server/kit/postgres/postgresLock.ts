import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isRunning } from '../isRunning.ts'

/** Who holds a data folder, read from PostgreSQL's own postmaster.pid. */
type LockHolder = { pid: number; socketDir: string; status: string; isRunning: boolean }

/** Reads the lock; undefined when the folder is not locked. `isRunning` is false when the lock was left by a dead server. */
export function findLockHolder(dataDir: string): LockHolder | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  // Lines of postmaster.pid: pid, data folder, start time, port, socket folder, listen address, shared memory, status.
  return {
    pid,
    socketDir: (lines[4] ?? '').trim(),
    status: (lines[7] ?? '').trim(),
    isRunning: isPostgresOf(pid, dataDir),
  }
}

/**
 * Lets PostgreSQL start over what a killed one left: its two locks when their number is not a living PostgreSQL of this
 * data folder (some other program may have it now, and a killed process keeps it until its parent has looked), and its
 * orphans, which hold the memory that a new one must not share with them.
 */
export function releaseStaleLocks({ dataDir, socketDir }: { dataDir: string; socketDir: string }): void {
  const holder = findLockHolder(dataDir)
  if (holder?.isRunning) return
  if (holder) {
    endOrphans(dataDir)
    takeOverLock(join(dataDir, 'postmaster.pid'))
  }
  const socketLock = join(socketDir, '.s.PGSQL.5432.lock')
  const number = readFirstLine(socketLock)
  if (number !== undefined && !isPostgresOf(Number(number), dataDir)) rmSync(socketLock, { force: true })
}

// The lock is not deleted: the number becomes our own, which PostgreSQL takes for a lock of its parent and replaces,
// after its own check that nobody uses the memory of the dead server any more.
function takeOverLock(path: string): void {
  const rest = readFileSync(path, 'utf8').split('\n').slice(1)
  // Never through a link: the folder belongs to an account that may have fewer rights than we have.
  const file = openSync(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW)
  writeSync(file, [String(process.pid), ...rest].join('\n'))
  closeSync(file)
}

// A backend notices the death of its first process only when it waits for something: a long query would keep every new
// start out until it ends. Nobody can get its answer any more, and what it has not committed is gone either way.
function endOrphans(dataDir: string): void {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || !isPostgresOf(Number(name), dataDir)) continue
    try {
      // Only children call themselves so; a first process that is just starting keeps its command line.
      const isChild = readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith('postgres: ')
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1])
      if (isChild && !isPostgresOf(parent, dataDir)) process.kill(Number(name), 'SIGKILL')
    } catch {
      // It ended while we looked.
    }
  }
}

const readFirstLine = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').split('\n')[0]
  } catch {
    return undefined
  }
}

/** Whether the process is a living PostgreSQL at work in this data folder. */
function isPostgresOf(pid: number, dataDir: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return false
  if (process.platform !== 'linux') {
    // Elsewhere nobody tells which folder a process works in: any PostgreSQL counts.
    const { status, stdout } = spawnSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    return status === 0 && /^[^Z].*postgres/.test(stdout.trim())
  }
  try {
    if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return false
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
  } catch {
    return false
  }
  try {
    // All processes of a PostgreSQL work in its data folder.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
  } catch {
    // Another user's process, whose folder we may not see.
    return isRunning(pid)
  }
}
