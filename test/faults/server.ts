import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { newToken, tokenHash } from '#server/kit/web/sessionToken.ts'
import { readyFolder, serverScript } from './readyFolder.ts'
import { personOf, usernames, type Person, type PersonName } from '#test/kit/people.ts'
import { userOf } from '../../db/seed/organisations.ts'
import { spawnBank, type SpawnedBank } from '../../tools/bankSimulator/spawn.ts'
import { bareEnvironment } from '../../tools/serving.mjs'

/** A real server process with its own PostgreSQL and bank, all of which a test may kill. */
export type FaultyServer = {
  bank: SpawnedBank
  /** Everything that the server keeps. */
  data: string
  /** Where the server keeps files on their way in. */
  incoming: string
  address: () => string
  owner: () => pg.Pool
  person: (name: PersonName) => Promise<Person>
  /** kill -9 of the server; PostgreSQL lives on. */
  kill: () => Promise<void>
  /** Starts the server again; answers how many milliseconds passed until it was ready. */
  restart: () => Promise<number>
  /** kill -9 of PostgreSQL's first process, whose others end with it. */
  killPostgres: () => void
  isAlive: () => boolean
  /** Server and PostgreSQL are killed and everything that they kept is gone, as with a stolen machine. */
  lose: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts it, with the data of a demo that has stopped; `settings` are further variables of its environment. */
export async function startFaultyServer(settings: Record<string, string> = {}): Promise<FaultyServer> {
  const ready = await readyFolder()
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-faults-'))
  const temporary = join(folder, 'temporary')
  const data = join(folder, 'data')
  mkdirSync(temporary)
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
  // With the owners that PostgreSQL insists on.
  execFileSync('cp', ['-a', ready, data])
  const bank = await spawnBank()
  await bank.control('POST', '/simulator/answer-any', { on: true })
  let child: ChildProcess
  let address = ''
  let owner: pg.Pool | undefined
  let connection: pg.PoolConfig = {}
  const environment = {
    ...bareEnvironment(),
    PORT: '0',
    DATA_DIR: data,
    TMPDIR: temporary,
    KAHAWA_DEMO: '1',
    LOG_LEVEL: 'error',
    BANK_URL: bank.url,
    BANK_SECRET: bank.secret,
    ...settings,
  }
  const start = async (): Promise<number> => {
    const began = performance.now()
    child = spawn(process.execPath, [serverScript], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout! })
    const ready = await new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => {
        if (line.startsWith('ready ')) resolve(line.slice(6))
        // What the server calls a fault of its own is what these tests are after.
        else if (line.includes('"msg":"fault"')) process.stdout.write(`${line}\n`)
      })
      child.once('exit', (code, signal) =>
        reject(new Error(`the server ended with ${signal ?? code} before it was ready`)),
      )
    })
    const started = JSON.parse(ready) as { address: string; owner: pg.PoolConfig }
    address = started.address
    connection = started.owner
    if (!owner) {
      owner = new pg.Pool({ ...connection, max: 4 })
      owner.on('error', () => {})
    }
    return performance.now() - began
  }
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    bank,
    data,
    incoming: join(data, 'incoming'),
    address: () => address,
    owner: () => owner!, // start has made it
    person: async (name) => {
      const user = userOf(usernames[name])
      const token = newToken()
      await owner!.query(
        `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '12 hours')`,
        [tokenHash(token), user.id],
      )
      return personOf(user, token, (request) => sendRequest(address, request))
    },
    kill,
    restart: start,
    killPostgres: () => process.kill(postgresOf(data), 'SIGKILL'),
    lose: async () => {
      const postmaster = postgresOf(data)
      await kill()
      process.kill(postmaster, 'SIGKILL')
      rmSync(data, { recursive: true, force: true })
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      await owner?.end()
      const isRunning = child.exitCode === null && child.signalCode === null
      const ended = isRunning ? once(child, 'exit') : undefined
      child.kill('SIGTERM')
      await Promise.all([ended, bank.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const postgresOf = (data: string): number =>
  Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

export async function sendRequest(
  address: string,
  { method, path, token, query, body, payload, headers }: Parameters<Parameters<typeof personOf>[2]>[0],
) {
  const url = new URL(`/api${path}`, address)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
  const isJson = payload === undefined && body !== undefined
  const response = await fetch(url, {
    method,
    headers: {
      // The server is killed and started again: no connection of the one before may be taken up again.
      connection: 'close',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: payload ? new Uint8Array(payload) : isJson ? JSON.stringify(body) : null,
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const answerHeaders = Object.fromEntries(response.headers)
  const parsed: unknown =
    answerHeaders['content-type']?.startsWith('application/json') && bytes.length > 0
      ? JSON.parse(bytes.toString())
      : null
  return { status: response.status, body: parsed, bytes, headers: answerHeaders }
}
