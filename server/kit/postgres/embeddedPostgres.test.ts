import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EmbeddedPostgres } from './embeddedPostgres.ts'
import { ensureDatabase, startPostgres } from './embeddedPostgres.ts'

const log = { info: () => {}, warn: () => {} }
const small = { shared_buffers: '16MB', max_connections: '10' }
let dataDir: string
let servers: EmbeddedPostgres[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kahawa-embedded-'))
  // As root PostgreSQL runs under another account, which must be able to enter.
  chmodSync(dataDir, 0o755)
})
afterEach(async () => {
  for (const server of servers) await server.stop()
  servers = []
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir: folder, log, settings: small })
  servers.push(server)
  return server
}

async function query(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.connectionString('kahawa') })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows.flatMap((row) => Object.values(row))
  } finally {
    await client.end()
  }
}

const postmasterPid = (): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

test('what was written is there after a stop and a start, in UTF-8 and with checksums', async () => {
  const first = await start()
  expect(await ensureDatabase(first, 'kahawa')).toBe(true)
  expect(await ensureDatabase(first, 'kahawa')).toBe(false)
  await query(first, `create table counties as select 'Mũrang''a' as name`)
  await first.stop()
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  const second = await start()
  const sql = `select upper(name) as name, current_setting('data_checksums') as sums, current_setting('fsync') as fsync,
                 current_setting('listen_addresses') as listen from counties`
  expect(await query(second, sql)).toEqual(["MŨRANG'A", 'on', 'on', ''])
  expect(statSync(second.host).mode & 0o777).toBe(0o700)
})

test('after our process was killed, the next one joins the PostgreSQL that lived on and stops it', async () => {
  const script = join(dataDir, 'killed.ts')
  const module = join(import.meta.dirname, 'embeddedPostgres.ts')
  writeFileSync(
    script,
    `import { startPostgres } from ${JSON.stringify(module)}
     await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: console, settings: ${JSON.stringify(small)} })
     process.kill(process.pid, 'SIGKILL')`,
  )
  await once(spawn(process.execPath, [script], { stdio: 'ignore' }), 'exit')
  const pid = postmasterPid()
  const server = await start()
  expect(postmasterPid()).toBe(pid)
  await server.stop()
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('two that start at once share one PostgreSQL, and the last to leave stops it', async () => {
  const [first, second] = await Promise.all([start(), start()])
  await ensureDatabase(first, 'kahawa')
  await first.stop()
  expect(await query(second, 'select 1')).toEqual([1])
  await second.stop()
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('the lock of a dead PostgreSQL, whose number another program has now, does not stop a start', async () => {
  await (await start()).stop()
  const other = spawn('sleep', ['60'])
  const lines = [other.pid, join(dataDir, 'postgres'), 1, 5432, join(dataDir, 'gone'), '', '  1 1', 'ready   ']
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o600 })
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    spawnSync('chown', [`${uid}:${gid}`, join(dataDir, 'postgres/postmaster.pid')])
  }
  try {
    const server = await start()
    expect(await ensureDatabase(server, 'kahawa')).toBe(true)
    expect(other.exitCode).toBeNull()
  } finally {
    other.kill()
  }
})

test('the locks of a killed PostgreSQL that nobody has buried yet do not stop a start', async () => {
  const first = await start()
  await first.stop()
  // A process that has ended and whose parent does not look keeps its number.
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const as = process.getuid?.() === 0 ? { uid, gid } : {}
  const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], {
    ...as,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const dead = Number(String(await once(parent.stdout, 'data')))
  const state = () => spawnSync('ps', ['-o', 'stat=', '-p', String(dead)], { encoding: 'utf8' }).stdout
  await expect.poll(state, { timeout: 15_000 }).toContain('Z')
  const lines = [dead, join(dataDir, 'postgres'), 1, 5432, first.host, '', '  1 1', 'ready   ']
  for (const lock of [join(dataDir, 'postgres/postmaster.pid'), join(first.host, '.s.PGSQL.5432.lock')]) {
    writeFileSync(lock, `${lines.join('\n')}\n`, { mode: 0o600 })
    if (as.uid) chownSync(lock, uid, gid)
  }
  try {
    const words = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    const before = words().length
    expect(await ensureDatabase(await start(), 'kahawa')).toBe(true)
    expect(words().slice(before)).not.toContain('already exists')
  } finally {
    parent.kill()
  }
})

// Elsewhere a program cannot see which processes work in a folder.
test.runIf(process.platform === 'linux')(
  'a query that outlives its killed PostgreSQL does not keep the next one out',
  async () => {
    const server = await start()
    await ensureDatabase(server, 'kahawa')
    const client = new Client({ connectionString: server.connectionString('kahawa') })
    client.on('error', () => {})
    await client.connect()
    const endless = client.query('do $$ begin loop end loop; end $$').catch(() => 'broken')
    const isBusy = `select count(*)::int from pg_stat_activity where state = 'active' and query like 'do %'`
    await expect.poll(() => query(server, isBusy), { timeout: 15_000 }).toEqual([1])
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(() => query(server, 'select 1').catch(() => []), { timeout: 15_000 }).toEqual([1])
    expect(await endless).toBe('broken')
  },
)

test('a PostgreSQL that dies is started again', async () => {
  const server = await start()
  await ensureDatabase(server, 'kahawa')
  const dead = postmasterPid()
  process.kill(dead, 'SIGKILL')
  await expect.poll(() => query(server, 'select 1').catch(() => []), { timeout: 15_000 }).toEqual([1])
  await expect.poll(postmasterPid, { timeout: 15_000 }).not.toBe(dead)
})

test('a data folder too deep for a socket path works through the temporary folder', async () => {
  const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(deep, { recursive: true })
  const server = await start(deep)
  expect(server.host.startsWith(tmpdir())).toBe(true)
  expect(await ensureDatabase(server, 'kahawa')).toBe(true)
})

test('a data folder of another PostgreSQL is refused in a sentence', async () => {
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow('was made by PostgreSQL 17; this program brings PostgreSQL 18')
})

test('a folder with other files in the place of the database is left alone', async () => {
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/letters.txt'), 'Dear society')
  await expect(start()).rejects.toThrow('is not empty and is not a database')
  expect(readFileSync(join(dataDir, 'postgres/letters.txt'), 'utf8')).toBe('Dear society')
})

test('a value that a unique column refuses never reaches the log of the database', async () => {
  const server = await start()
  await ensureDatabase(server, 'kahawa')
  await query(server, 'create table people (id_number text unique, phone text not null check (length(phone) = 12))')
  await query(server, `insert into people values ('29384756', '254712345678')`)
  const client = new Client({ connectionString: server.connectionString('kahawa') })
  await client.connect()
  try {
    for (const [id, phone] of [
      ['29384756', '254798765432'],
      ['11223344', '254700111'],
      ['55667788', null],
    ])
      await expect(client.query('insert into people values ($1, $2)', [id, phone])).rejects.toThrow(/violates/)
  } finally {
    await client.end()
  }
  const output = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(output.match(/violates/g)).toHaveLength(3)
  for (const value of ['29384756', '254798765432', '254700111', '11223344', '55667788'])
    expect(output).not.toContain(value)
})
