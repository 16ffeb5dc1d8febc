import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDatabase, prepareHome, startPostgres, type EmbeddedPostgres } from '../postgres/embeddedPostgres.ts'
import { makeLog } from '../log.ts'
import { listBackups, openBackupFolder, type Manifest } from './backupFolder.ts'
import { restoreErased } from './erasedLines.ts'
import { erasedName } from './houseFiles.ts'
import { backUpOnce, type BackupPlan } from './keepBackups.ts'
import { chooseBackup, restoreFiles } from './restore.ts'
import { startBackups } from './startBackups.ts'

const log = { info: () => {}, warn: () => {} }
const passphrase = 'nine tall grevilleas by the river'
const canary = 'Wanjiku-29384756-canary'
const secret = 'secret-of-the-second-factor'
let folder: string
let plan: BackupPlan
let server: EmbeddedPostgres
let made: Manifest
let client: Client

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kahawa-backups-'))
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
  const dataDir = join(folder, 'data')
  server = await startPostgres({ dataDir, log, settings: { shared_buffers: '16MB', max_connections: '10' } })
  await ensureDatabase(server, 'kahawa')
  client = new Client({ connectionString: server.connectionString('kahawa') })
  await client.connect()
  await client.query(`create table farmers as select '${canary}'::text as name, n from generate_series(1, 20000) n`)
  writeFileSync(join(dataDir, 'secrets.key'), secret)
  const { host, port, user } = server
  plan = {
    folder: join(folder, 'backups'),
    passphrase,
    days: 14,
    server: { host, port, user },
    dataDir,
    hasKey: true,
  }
  ;({ made } = await backUpOnce(plan, () => {}))
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const at = (part: string, { line, name } = made) => join(plan.folder, line, name, part)

test('nothing of it can be read without the passphrase, and its sums are those of its files', () => {
  for (const { name, bytes, sha256 } of made.files) {
    const content = readFileSync(at(name))
    expect(content.toString('latin1')).not.toMatch(new RegExp(`${canary}|${secret}`))
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256])
  }
  expect(made.files.map(({ name }) => name)).toEqual(expect.arrayContaining(['base', 'files', 'house-secrets.key']))
})

test('the passphrase is stretched: each guess costs 128 MB and a good part of a second', () => {
  const { scrypt } = JSON.parse(readFileSync(join(plan.folder, 'kahawa-backup.json'), 'utf8')) as {
    scrypt: { N: number; r: number; p: number; salt: string }
  }
  expect(scrypt.N * scrypt.r * 128).toBeGreaterThanOrEqual(128 * 1024 ** 2)
  expect(Buffer.from(scrypt.salt, 'base64').length).toBeGreaterThanOrEqual(16)
})

/** Puts the newest backup together in an empty folder; answers the folder. */
async function restore(name: string): Promise<string> {
  const dataDir = join(folder, name)
  const opened = await openBackupFolder({ folder: plan.folder, passphrase })
  const choice = await chooseBackup(opened, await listBackups(opened), null)
  await restoreFiles({ folder: opened, choice, home: prepareHome(dataDir, log), dataDir, progress: () => {} })
  return dataDir
}

test('put together again it is what it was, with its keys', async () => {
  const dataDir = await restore('restored')
  const restored = await startPostgres({ dataDir, log })
  const other = new Client({ connectionString: restored.connectionString('kahawa') })
  await other.connect()
  try {
    expect((await other.query('select count(*)::int as n, min(name) as name from farmers')).rows).toEqual([
      { n: 20_000, name: canary },
    ])
    expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8')).toBe(secret)
  } finally {
    await other.end()
    await restored.stop()
  }
})

test.each(['base', 'files', 'house-secrets.key'])(
  'damage to %s is noticed, and leaves nothing behind',
  async (part) => {
    const whole = readFileSync(at(part))
    const broken = Buffer.from(whole)
    broken[broken.length >> 1] = (broken[broken.length >> 1] ?? 0) ^ 1
    writeFileSync(at(part), broken)
    try {
      await expect(restore(`broken-${part}`)).rejects.toThrow(`${at(part)} is damaged`)
      const left = readdirSync(join(folder, `broken-${part}`)).filter((name) => name !== 'postgres-socket')
      expect(left).toEqual([])
    } finally {
      writeFileSync(at(part), whole)
    }
  },
)

test('a manifest that was changed, and a missing file, are noticed', async () => {
  const manifest = readFileSync(at('manifest.json'), 'utf8')
  writeFileSync(at('manifest.json'), manifest.replace('"timeline": 1', '"timeline": 2'))
  await expect(restore('forged')).rejects.toThrow('manifest.json is damaged')
  writeFileSync(at('manifest.json'), manifest)
  renameSync(at('files'), at('gone'))
  await expect(restore('without')).rejects.toThrow('is missing from the backup')
  renameSync(at('gone'), at('files'))
})

test('a folder that is not for these backups is refused in a sentence', async () => {
  const open = (path: string, options: { passphrase?: string; database?: string } = {}) =>
    openBackupFolder({ folder: path, passphrase, database: made.database, ...options })
  await expect(open(plan.folder, { passphrase: `${passphrase}!` })).rejects.toThrow('does not open this backup')
  await expect(open(plan.folder, { database: '17' })).rejects.toThrow('holds the backups of another database')
  const other = join(folder, 'letters')
  mkdirSync(other)
  await expect(open(other, { passphrase: 'short' })).rejects.toThrow('at least 15 characters')
  writeFileSync(join(other, 'letters.txt'), 'Dear society')
  await expect(open(other)).rejects.toThrow('holds other files: choose an empty folder')
})

/** How a server is configured that backs up all the time. */
const always = () => ({
  backupDir: join(folder, 'always'),
  backupPassphrase: passphrase,
  backupDays: 14,
  dataDir: plan.dataDir,
  key: undefined,
})
const begin = (config: Parameters<typeof startBackups>[0]['config']) =>
  startBackups({ server: plan.server, config, log: makeLog({ level: 'silent' }) })

test('while a server writes its log down, a second one of the folder waits, and a lost log begins a new line', async () => {
  const config = always()
  const lines = () => readdirSync(config.backupDir).filter((name) => name.startsWith('20'))
  const patience = { timeout: 60_000 }
  const first = await begin(config)
  await expect.poll(() => first?.stand().backupAt, patience).toBeInstanceOf(Date)
  const second = await begin(config)
  await expect.poll(() => second?.stand().trouble, patience).toContain('Another server')
  await second?.stop()
  await first?.stop()
  expect(lines()).toHaveLength(1)
  // Switched off for so long that PostgreSQL kept the log no longer.
  await client.query(`select pg_drop_replication_slot('kahawa_backup')`)
  for (let n = 0; n < 3; n += 1) {
    await client.query(`select pg_switch_wal()`)
    await client.query(`insert into farmers values ('later', 0)`)
  }
  await client.query('checkpoint')
  const third = await begin(config)
  await expect.poll(lines, patience).toHaveLength(2)
  await expect.poll(() => third?.stand().trouble === null && third.stand().backupAt, patience).toBeInstanceOf(Date)
  await third?.stop()
  const opened = await openBackupFolder({ folder: config.backupDir, passphrase })
  const { backup } = await chooseBackup(opened, await listBackups(opened), null)
  expect(backup.line).toBe(lines().toSorted().at(-1))
})

test('who was erased is kept in its newest state, sealed, and comes back with every backup', async () => {
  const erased = join(plan.dataDir, erasedName)
  const config = always()
  const backups = await begin(config)
  await expect.poll(() => backups?.stand().backupAt, { timeout: 60_000 }).toBeInstanceOf(Date)
  // After the full backup: only what is written since knows of it.
  writeFileSync(erased, 'first\n')
  const lines = readdirSync(config.backupDir).filter((name) => name.startsWith('20'))
  const kept = join(config.backupDir, lines.toSorted().at(-1) ?? '', 'erased')
  await expect.poll(() => existsSync(kept), { timeout: 60_000 }).toBe(true)
  const before = readFileSync(kept)
  appendFileSync(erased, 'second\n')
  await expect.poll(() => readFileSync(kept).equals(before), { timeout: 60_000 }).toBe(false)
  await backups?.stop()
  rmSync(erased)
  expect(readFileSync(kept).toString('latin1')).not.toMatch(/first|second/)
  const opened = await openBackupFolder({ folder: config.backupDir, passphrase })
  const target = join(folder, 'erased-restored')
  mkdirSync(target)
  const bring = async () => restoreErased({ folder: opened, backups: await listBackups(opened), dataDir: target })
  expect(await bring()).toEqual([])
  expect(readFileSync(join(target, erasedName), 'utf8')).toBe('first\nsecond\n')
  writeFileSync(kept, 'torn')
  expect(await bring()).toEqual([kept])
})

test('a backup folder whose disk is away is not made anew', async () => {
  const config = always()
  renameSync(config.backupDir, `${config.backupDir}-unmounted`)
  mkdirSync(config.backupDir)
  const backups = await begin(config)
  await expect.poll(() => backups?.stand().trouble, { timeout: 60_000 }).toContain('is its disk mounted?')
  expect(readdirSync(config.backupDir)).toEqual([])
  rmSync(config.backupDir, { recursive: true })
  renameSync(`${config.backupDir}-unmounted`, config.backupDir)
  await expect.poll(() => backups?.stand().trouble, { timeout: 60_000 }).toBeNull()
  await backups?.stop()
})

test('away to another folder and back: the line of the first goes on without a gap, or a new one begins in it', async () => {
  const patience = { timeout: 60_000 }
  const [first, second] = [
    { ...always(), backupDir: join(folder, 'disk-a') },
    { ...always(), backupDir: join(folder, 'disk-b') },
  ]
  const lines = ({ backupDir }: typeof first) => readdirSync(backupDir).filter((name) => name.startsWith('20'))
  /** Backs up until everything that was written before is there. */
  const backUpTo = async (config: typeof first) => {
    const from = Date.now()
    const backups = await begin(config)
    await expect
      .poll(() => backups?.stand().trouble === null && backups.stand().backupAt, patience)
      .toBeInstanceOf(Date)
    await expect.poll(() => Number(backups?.stand().reachedAt) > from, patience).toBe(true)
    await backups?.stop()
  }
  const reaches = async ({ backupDir }: typeof first, until: Date | null) => {
    const opened = await openBackupFolder({ folder: backupDir, passphrase })
    return chooseBackup(opened, await listBackups(opened), until)
  }
  await backUpTo(first)
  await client.query(`insert into farmers values ('while the other disk was in', 0)`)
  await backUpTo(second)
  const meanwhile = new Date()
  await backUpTo(first)
  // PostgreSQL had kept the log, so that nothing is missing in the first folder either.
  expect([lines(first).length, lines(second).length]).toEqual([1, 1])
  expect((await reaches(first, meanwhile)).reachedAt >= meanwhile).toBe(true)
  // Away for so long that it had not.
  const before = (await reaches(first, null)).reachedAt
  await backUpTo(second)
  await client.query(`select pg_drop_replication_slot('kahawa_backup')`)
  for (let n = 0; n < 3; n += 1) {
    await client.query(`select pg_switch_wal()`)
    await client.query(`insert into farmers values ('later', 0)`)
  }
  await client.query('checkpoint')
  const missing = new Date()
  await backUpTo(first)
  expect(lines(first)).toHaveLength(2)
  await expect(reaches(first, missing)).rejects.toThrow(
    `What was saved before that moment reaches to ${before.toISOString()}`,
  )
  // Each is known again: one whose disk is away is not made anew.
  renameSync(second.backupDir, `${second.backupDir}-unmounted`)
  mkdirSync(second.backupDir)
  const backups = await begin(second)
  await expect.poll(() => backups?.stand().trouble, patience).toContain('is its disk mounted?')
  expect(readdirSync(second.backupDir)).toEqual([])
  await backups?.stop()
})

test('without a backup folder PostgreSQL keeps no log for one', async () => {
  const slots = async () => (await client.query('select slot_name from pg_replication_slots')).rows
  expect(await slots()).toEqual([{ slot_name: 'kahawa_backup' }])
  const config = { ...always(), backupDir: undefined, backupPassphrase: undefined }
  expect(await begin(config)).toBeNull()
  expect(await slots()).toEqual([])
})
