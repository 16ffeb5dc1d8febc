import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')

/** A program of ours that is started again whenever it ends, until it is released. */
export type Supervised = {
  name: string
  pid: () => number | null
  starts: () => number
  /** The last lines of standard error of every time it ended although nobody had killed it. */
  ownEnds: () => string[]
  /** Requests that it answered with a fault of its own, which no kill excuses. */
  faults: () => string[]
  end: () => Promise<void>
}

/** With what a program of ours is started whose clock runs ahead. */
export const aheadBy = (ms: number): { args: string[]; env: Record<string, string> } => ({
  args: ms === 0 ? [] : ['--import', join(import.meta.dirname, 'ahead.mjs')],
  env: { CHAOS_AHEAD_MS: String(ms) },
})

export function keepRunning({
  name,
  script,
  env,
  aheadMs,
  onStart,
}: {
  name: string
  script: string
  env: Record<string, string>
  /** By how much its clock runs ahead. */
  aheadMs: number
  onStart: (start: number) => void
}): Supervised {
  const ahead = aheadBy(aheadMs)
  let child: ChildProcess | null = null
  let starts = 0
  const ownEnds: string[] = []
  const faults: string[] = []
  let isReleased = false
  let ended = Promise.resolve()
  const start = (): void => {
    const one = spawn(process.execPath, [...ahead.args, join(root, script)], {
      cwd: root,
      env: { ...process.env, ...ahead.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = one
    starts += 1
    onStart(starts)
    const errorLines: string[] = []
    createInterface({ input: one.stderr }).on('line', (line) => void errorLines.push(line.slice(0, 300)))
    createInterface({ input: one.stdout }).on('line', (line) => {
      if (line.includes('"msg":"fault"')) faults.push(line.slice(0, 600))
    })
    ended = new Promise((resolve) => {
      one.once('exit', (code, signal) => {
        child = null
        if (!isReleased && signal !== 'SIGKILL') ownEnds.push(`code ${code}: ${errorLines.slice(-40).join(' / ')}`)
        resolve()
        if (!isReleased) setTimeout(start, 100)
      })
    })
  }
  process.once('exit', () => child?.kill('SIGKILL'))
  start()
  return {
    name,
    pid: () => child?.pid ?? null,
    starts: () => starts,
    ownEnds: () => ownEnds,
    faults: () => faults,
    end: async () => {
      isReleased = true
      child?.kill('SIGTERM')
      await Promise.race([ended, sleep(20_000)])
      child?.kill('SIGKILL')
    },
  }
}

/** Kills one process that belongs to this run, by its id. Answers whether there was one. */
export function killHard(pid: number | null): boolean {
  if (pid === null) return false
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}

/** The postmaster of the PostgreSQL in a data folder, from its own lock file. */
export function postmasterOf(folder: string): number | null {
  try {
    const pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    // The number may have gone to another program since: only one that runs with this very folder is ours.
    return Number.isInteger(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(folder, 'postgres'))
      ? pid
      : null
  } catch {
    return null
  }
}

/** The backends of that PostgreSQL that serve the program. */
export function backendsOf(folder: string): number[] {
  const postmaster = postmasterOf(folder)
  if (postmaster === null) return []
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const parent = Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1])
      const isOurs = parent === postmaster && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('kahawa_app')
      return isOurs ? [Number(name)] : []
    } catch {
      return [] // it ended while we looked
    }
  })
}
