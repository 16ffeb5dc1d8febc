import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')

/** Our own program as a process, by `npm start`'s script or straight. `stop` ends it and waits. */
type RunningServer = { child: ChildProcess; url: string; readyMs: number; stop: () => Promise<void> }

export async function startProgram({
  script,
  env,
  path = '/',
  withinMs = 60_000,
}: {
  script: string
  env: Record<string, string>
  path?: string
  withinMs?: number
}): Promise<RunningServer> {
  const start = performance.now()
  const child = spawn(process.execPath, [join(root, script)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  void ended.then(() => process.removeListener('exit', kill))
  const url = `http://127.0.0.1:${env['PORT']}`
  while (!(await answers(`${url}${path}`))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    if (performance.now() - start > withinMs) throw new Error(`${script} did not answer within ${withinMs} ms`)
    await sleep(20)
  }
  return {
    child,
    url,
    readyMs: performance.now() - start,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
