import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Account } from './accountBook.ts'
import type { Fault } from './faults.ts'
import { bareEnvironment } from '../serving.mjs'

/** The control calls of a running simulator. */
export type BankControls = {
  /** Any control call; throws when the simulator does not accept it. */
  control: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<Record<string, unknown>>
  /** Any number of accounts in one call. */
  load: (accounts: Iterable<Omit<Account, 'status'> & Partial<Account>>) => Promise<Record<string, unknown>>
  setFault: (fault: Fault) => Promise<void>
  clearFaults: () => Promise<void>
}

/** A simulated bank in a process of its own. */
export type SpawnedBank = BankControls & {
  url: string
  secret: string
  pid: number
  /** Resolves with the exit code. */
  stop: () => Promise<number | null>
}

/** The controls of a simulator that runs at this address. */
export function bankControls(url: string): BankControls {
  async function call(method: string, path: string, body?: string): Promise<Record<string, unknown>> {
    const response = await fetch(url + path, body === undefined ? { method } : { method, body })
    const answer = (await response.json()) as Record<string, unknown> // every control call answers with an object
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    control: (method, path, body) => call(method, path, body === undefined ? undefined : JSON.stringify(body)),
    load: (accounts) =>
      call('POST', '/simulator/accounts', Array.from(accounts, (each) => JSON.stringify(each)).join('\n')),
    setFault: async (fault) => void (await call('POST', '/simulator/faults', JSON.stringify(fault))),
    clearFaults: async () => void (await call('DELETE', '/simulator/faults')),
  }
}

/** Starts the simulator as a child process, on a free port unless `env` names one, and waits until it answers. */
export async function spawnBank(env: Record<string, string> = {}): Promise<SpawnedBank> {
  const secret = env.BANK_SECRET ?? 'bank-simulator-secret'
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: { ...bareEnvironment(), BANK_PORT: '0', BANK_SECRET: secret, BANK_ENDS_WITH_STDIN: '1', ...env },
    // Nothing is ever written to its input: the pipe breaks when this process, or the thread that ran this, ends in any way.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then((code) => Promise.reject(new Error(`The bank simulator ended with ${code} before it was ready`))),
  ])
  const url = line.replace(/^.* at /, '')

  return {
    ...bankControls(url),
    url,
    secret,
    pid: child.pid ?? 0,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
