import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDatabase, startPostgres, type EmbeddedPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { newToken, tokenHash } from '#server/kit/web/sessionToken.ts'
import { spawnBank, type SpawnedBank } from '../../tools/bankSimulator/spawn.ts'
import { userOf } from '../../db/seed/organisations.ts'
import { decideFarmer, enterFarmer } from '../kit/createdFarmers.ts'
import { sendFarmers } from '../kit/farmerUploads.ts'
import { freePort } from '../kit/freePort.ts'
import { personOf, usernames, type Person, type PersonName } from '../kit/people.ts'
import { root } from '../kit/sourceFiles.ts'
import { sendRequest } from './server.ts'
import { bareEnvironment } from '../../tools/serving.mjs'

// By npm run test:older alone: a checkout may have no history. KAHAWA_OLDER names the commit of the older release.
const older = process.env['KAHAWA_OLDER'] ?? ''

type Server = { child: ChildProcess; address: string; said: () => string; people: Record<PersonName, Person> }

const log = { info: () => {}, warn: () => {} }
let folder: string
let postgres: EmbeddedPostgres
let bank: SpawnedBank
let owner: pg.Pool
const servers: Server[] = []

describe('a server of the release before', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kahawa-older-'))
    chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
    mkdirSync(join(folder, 'program'))
    const packed = execFileSync('git', ['archive', older], { cwd: root, maxBuffer: 1024 ** 3 })
    execFileSync('tar', ['-x', '-C', join(folder, 'program')], { input: packed })
    symlinkSync(join(root, 'node_modules'), join(folder, 'program/node_modules'))
    postgres = await startPostgres({ dataDir: join(folder, 'database'), log })
    await ensureDatabase(postgres, 'kahawa')
    owner = new pg.Pool({ connectionString: postgres.connectionString('kahawa'), max: 2 })
    owner.on('error', () => {})
    bank = await spawnBank()
    await bank.control('POST', '/simulator/answer-any', { on: true })
  }, 120_000)
  afterAll(async () => {
    await Promise.all(servers.map(({ child }) => end(child)))
    await owner?.end()
    await Promise.all([bank?.stop(), postgres?.stop()])
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  test('works on while the newer one migrates, beside it, and hands over without a call that fails', async () => {
    const before = await start(join(folder, 'program'))
    for (let n = 0; n < 5; n++) await workOnce(before, before)
    const known = await migrations()
    const starting = start(root)
    let isReady = false
    void starting.then(() => (isReady = true)).catch(() => (isReady = true))
    let worked = 0
    while (!isReady) {
      await workOnce(before, before)
      worked += 1
    }
    const after = await starting
    expect(worked).toBeGreaterThan(0)
    expect(await migrations()).toBeGreaterThan(known)
    // What is entered at one is decided at the other, and files of either are checked by whichever takes them.
    for (let n = 0; n < 3; n++) {
      await workOnce(before, after)
      await workOnce(after, before)
    }
    const ended = end(before.child)
    for (let n = 0; n < 3; n++) await workOnce(after, after)
    expect(await ended).toBe(0)
    await workOnce(after, after)
    for (const server of servers) expect(server.said()).not.toMatch(/"msg":"fault"/)
  }, 300_000)
})

const migrations = async (): Promise<number> =>
  (await owner.query<{ n: number }>('select count(*)::int as n from schema_migrations')).rows[0]?.n ?? 0

/** A society's work in short: a list, a farmer entered here and approved there, a file. */
async function workOnce(here: Server, there: Server): Promise<void> {
  expect((await here.people.wanjikuMaker.get('/upload/cherry/getFarmers/CF4100?paginate=Y')).status).toBe(200)
  const entered = await enterFarmer(here.people.wanjikuMaker)
  expect((await decideFarmer(there.people.otienoChecker, 'approve', entered)).status).toBe(200)
  expect((await sendFarmers(here.people.wanjikuMaker, 2)).status.statusName).toBe('PENDING_APPROVAL')
}

async function start(program: string): Promise<Server> {
  const port = await freePort()
  const env = {
    ...bareEnvironment(),
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.connectionString('kahawa'),
    KAHAWA_DEMO: '1',
    LOG_LEVEL: 'error',
    BANK_URL: bank.url,
    BANK_SECRET: bank.secret,
  }
  const child = spawn(process.execPath, ['tools/serve.ts'], { cwd: program, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
  const address = `http://127.0.0.1:${port}`
  while (!(await isReady(address))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${said}`)
    await sleep(100)
  }
  const people = await signedIn(address)
  const server: Server = { child, address, said: () => said, people }
  servers.push(server)
  return server
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Sessions by rows: they count at every server. */
async function signedIn(address: string): Promise<Server['people']> {
  const entries = Object.entries(usernames).map(async ([name, username]) => {
    const [user, token] = [userOf(username), newToken()]
    await owner.query(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '12 hours')`,
      [tokenHash(token), user.id],
    )
    return [name, personOf(user, token, (request) => sendRequest(address, request))] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Server['people'] // border: of each name
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return child.exitCode
}
