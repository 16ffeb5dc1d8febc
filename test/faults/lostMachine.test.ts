/**
 * The drill: everything a machine keeps is lost in the middle of work, and is put together again from the backup folder,
 * as it was at a moment. KAHAWA_FAULT_SECONDS=60 works longer before.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { makeCaller, type Caller } from '../../bench/load/caller.ts'
import { prepareMoney } from '../../bench/load/money.ts'
import { openSessions } from '../../bench/load/sessions.ts'
import { workWithMoney } from '../chaos/moneyWork.ts'
import { until } from './farmerWays.ts'
import { startFaultyServer, type FaultyServer } from './server.ts'
import { bareEnvironment } from '../../tools/serving.mjs'

const seconds = Number(process.env['KAHAWA_FAULT_SECONDS'] ?? 6)
const patience = { timeout: 300_000 }
const passphrase = 'nine tall grevilleas by the river'
let folder: string
let backups: string
let server: FaultyServer

/** A loan request that was confirmed: when it was sent, and when its answer came. */
type Confirmed = { reference: string; sentAt: number; answeredAt: number }
const confirmed: Confirmed[] = []
let middle: Date
let figures: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kahawa-lost-'))
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
  backups = join(folder, 'backups')
  server = await startFaultyServer({
    BACKUP_DIR: backups,
    BACKUP_PASSPHRASE: passphrase,
    METRICS_ALLOW: 'loopback',
  })
  await until(health, ({ backup }) => backup === undefined, 60_000)
  // What was begun is continued by the next server, where it ended.
  await server.kill()
  await server.restart()
  await until(health, ({ backup }) => backup === undefined, 60_000)
  figures = await (await fetch(`${server.address()}/metrics`)).text()
  await workAndLose()
}, 240_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const health = async () => (await (await fetch(`${server.address()}/health/ready`)).json()) as { backup?: string }

/** Two societies borrow; in the middle of it a moment is noted, and a little later everything is gone. */
async function workAndLose(): Promise<void> {
  const owner = new pg.Client(server.owner().options)
  await owner.connect()
  const tokens = await openSessions(server.data)
  const call = noting(makeCaller(server.address()))
  const borrowers = await prepareMoney({ owner, call, tokens, bank: server.bank })
  await owner.end()
  let isOver = false
  const work = workWithMoney({ call, tokens, borrowers, seed: 1, until: () => isOver })
  await sleep(seconds * 1000)
  middle = new Date()
  await sleep(seconds * 500)
  // The kill falls into the work: what is answered from now on was never confirmed.
  await server.lose()
  isOver = true
  await work.catch(() => {})
}

function noting(call: Caller): Caller {
  return {
    ...call,
    request: async (kind, token, method, path, body, key) => {
      const sentAt = Date.now()
      const answer = await call.request(kind, token, method, path, body, key)
      if (path === '/loan/request' && answer.status === 200)
        confirmed.push({ reference: (body as { reference: string }).reference, sentAt, answeredAt: Date.now() })
      return answer
    },
  }
}

test('the server says how far behind its backup is, and a second start goes on in the same line', () => {
  const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(figures)?.[1])
  expect(figure('backup_lag_seconds')).toBeLessThan(60)
  expect(figure('backup_age_seconds')).toBeLessThan(120)
  expect(figure('backup_trouble')).toBe(0)
  expect(readdirSync(backups)).toHaveLength(2)
})

/** `npm run restore`, as a person runs it. */
async function restore(name: string, args: string[] = [], typed = passphrase) {
  const data = join(folder, name)
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../tools/restore.ts'), ...args], {
    env: { ...bareEnvironment(), DATA_DIR: data, LOG_LEVEL: 'error' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(`${typed}\n`)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { data, code, output }
}

/** What a restored folder holds: references of loan requests, and the newest line of the trail. */
async function read(data: string): Promise<{ references: Set<string>; newest: Date; sessions: number }> {
  const restored = await startPostgres({ dataDir: data, log: { info: () => {}, warn: () => {} } })
  const client = new pg.Client({ connectionString: restored.connectionString('kahawa') })
  await client.connect()
  try {
    const { rows } = await client.query<{ reference: string }>(
      'select channel_reference as reference from loan_requests where channel_reference is not null',
    )
    const { rows: last } = await client.query<{ at: Date; sessions: number }>(
      `select max(at) as at, (select count(*)::int from sessions) as sessions from audit_events where action <> 'restore'`,
    )
    return {
      references: new Set(rows.map(({ reference }) => reference)),
      newest: last[0]?.at ?? new Date(0),
      sessions: last[0]?.sessions ?? -1,
    }
  } finally {
    await client.end()
    await restored.stop()
  }
}

const missing = (references: Set<string>, before: Date) =>
  confirmed.filter(({ reference, answeredAt }) => answeredAt < before.getTime() && !references.has(reference))

test(
  'restored to a moment: all that was confirmed before it is there, nothing after it, and the books agree',
  patience,
  async () => {
    const { data, code, output } = await restore('moment', [backups, '--until', middle.toISOString()])
    expect(output).toMatch(/The audit trail is whole: \d+ events in the chain, signed up to number \d+/)
    expect(output).toContain('The ledger is right')
    expect(output).not.toMatch(/OPEN|WRONG|BROKEN/)
    expect({ code, output }).toMatchObject({ code: 0 })
    const { references, newest, sessions } = await read(data)
    expect(confirmed.filter(({ answeredAt }) => answeredAt < middle.getTime()).length).toBeGreaterThan(5)
    expect(missing(references, middle)).toEqual([])
    const after = confirmed.filter(({ sentAt }) => sentAt > middle.getTime())
    expect(after.length).toBeGreaterThan(2)
    expect(after.filter(({ reference }) => references.has(reference))).toEqual([])
    expect(newest.getTime()).toBeLessThanOrEqual(middle.getTime())
    expect(sessions).toBe(0)
    // Keys and heads came along: the signed heads are those of before, and go on.
    expect(readdirSync(data)).toEqual(expect.arrayContaining(['audit-heads.jsonl', 'audit-key.pem']))
  },
)

test(
  'restored to the newest: all that was confirmed up to a moment shortly before the loss is there',
  patience,
  async () => {
    const { data, code, output } = await restore('newest', [backups])
    expect({ code, output }).toMatchObject({ code: 0 })
    const reached = new Date(/what was there at (\S+),/.exec(output)?.[1] ?? Number.NaN)
    const last = Math.max(...confirmed.map(({ answeredAt }) => answeredAt))
    process.stdout.write(`lost: the last ${((last - reached.getTime()) / 1000).toFixed(1)} s before the kill\n`)
    expect(last - reached.getTime()).toBeLessThan(15_000)
    expect(missing((await read(data)).references, reached)).toEqual([])
  },
)

test(
  'what stands in the way of a restore is said in a sentence, and the folder is as empty as before',
  patience,
  async () => {
    const says = async (sentence: string, name: string, args: string[], typed?: string) => {
      const { code, output, data } = await restore(name, args, typed)
      expect(output).toContain(sentence)
      expect(output).not.toMatch(/^\s+at /m)
      expect(code).toBe(1)
      return data
    }
    await says('Say from where', 'none', [])
    await says('There is no backup of Kahawa in', 'none', [join(folder, 'nowhere')])
    await says('The passphrase does not open this backup.', 'none', [backups], 'nine tall grevilleas')
    await says('Write the moment as 2026-11-25 14:30', 'none', [backups, '--until', 'yesterday'])
    await says('The oldest backup is of', 'none', [backups, '--until', '2020-01-01 00:00'])
    await says('What was saved before that moment reaches to', 'none', [backups, '--until', '2099-01-01 00:00'])
    const used = join(folder, 'used')
    mkdirSync(used)
    writeFileSync(join(used, 'letters.txt'), 'Dear society')
    await says('is not empty: restore into an empty folder', 'used', [backups])
    expect(readdirSync(used)).toEqual(['letters.txt'])
    expect(existsSync(join(folder, 'none', 'postgres'))).toBe(false)
  },
)
