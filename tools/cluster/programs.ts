import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a program is started: as whom, and inside which machine. */
type Start = {
  name: string
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** Standard output and error go there. */
  logFile: string
  /** A command that runs the rest of its line, `ip netns exec kahawa-a setpriv ...`; none for this machine and user. */
  inside: readonly string[]
}

/** A program that is started again when it ends, as systemd would, unless it was put down. */
export type Program = {
  name: string
  pid: () => number | null
  /** Ended by kill -9, and not started again before `revive`. */
  killHard: () => void
  revive: () => void
  /** How often it ended although nobody had ended it. */
  ownEnds: () => number
  stop: () => Promise<void>
}

const restartMs = 1_000
const children = new Set<ChildProcess>()
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')))

export function runProgram({ name, command, args, env, logFile, inside }: Start): Program {
  let child: ChildProcess | null = null
  let isWanted = true
  let ownEnds = 0
  let again: NodeJS.Timeout | undefined
  const start = (): void => {
    const log = openSync(logFile, 'a', 0o644)
    const [program = command, ...rest] = [...inside, command, ...args]
    const one = spawn(program, rest, { cwd: '/', env: { ...env }, stdio: ['ignore', log, log] })
    closeSync(log)
    child = one
    children.add(one)
    one.once('error', () => {})
    one.once('close', () => {
      child = null
      children.delete(one)
      if (!isWanted) return
      ownEnds += 1
      again = setTimeout(start, restartMs)
    })
  }
  start()
  return {
    name,
    pid: () => child?.pid ?? null,
    killHard: () => {
      isWanted = false
      child?.kill('SIGKILL')
    },
    revive: () => {
      if (isWanted) return
      isWanted = true
      if (child === null) start()
      else child.once('close', start)
    },
    ownEnds: () => ownEnds,
    stop: async () => {
      isWanted = false
      clearTimeout(again)
      child?.kill('SIGTERM')
      for (let waited = 0; child !== null && waited < 40_000; waited += 50) await sleep(50)
      child?.kill('SIGKILL')
    },
  }
}

/** Asks again until the answer is true, for at most so long; throws by `what` it waited. */
export async function waitUntil(what: string, isTrue: () => Promise<boolean>, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs / 1_000} s`)
    await sleep(100)
  }
}
