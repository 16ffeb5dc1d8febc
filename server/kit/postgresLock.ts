import { closeSync, constants, openSync, readFileSync, readlinkSync, writeSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Who holds a data folder, read from PostgreSQL's own postmaster.pid. */
export type LockHolder = { pid: number; socketDir: string; status: string; isRunning: boolean }

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
  return { pid, socketDir: (lines[4] ?? '').trim(), status: (lines[7] ?? '').trim(), isRunning: isPostgres(pid) }
}

/**
 * Lets PostgreSQL start although a dead server's lock names a number that some other program has now (usual in
 * containers, where numbers are small). The lock is not deleted: the number becomes our own, which PostgreSQL takes for
 * a lock of its parent and replaces, after its own check that no orphan of the dead server still uses the memory block.
 */
export function releaseStaleLock(dataDir: string): void {
  const path = join(dataDir, 'postmaster.pid')
  const holder = findLockHolder(dataDir)
  if (!holder || holder.isRunning) return
  const rest = readFileSync(path, 'utf8').split('\n').slice(1)
  // Never through a link: the folder belongs to an account that may have fewer rights than we have.
  const file = openSync(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW)
  writeSync(file, [String(process.pid), ...rest].join('\n'))
  closeSync(file)
}

function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  if (process.platform === 'linux') {
    try {
      if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return false
    } catch {
      return false
    }
    try {
      return /\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`))
    } catch {
      // Another user's process: its name is readable even when its program file is not.
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    }
  }
  return /postgres/.test(spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? 'postgres')
}
