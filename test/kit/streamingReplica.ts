import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { prepareHome, startPostgres, type EmbeddedPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { findAccount } from '#server/kit/postgres/postgresHome.ts'
import { makeTestDatabase, type TestDatabase } from './testDatabase.ts'

const log = { info: () => {}, warn: () => {} }
// Confirmed is written, as in the product; that the machine itself fails is not tried here.
const settings = { fsync: 'off', shared_buffers: '64MB', max_connections: '100', wal_keep_size: '512MB' }

/** A PostgreSQL with a world's database, and a second one that follows it by streaming. */
export type Replicated = {
  database: TestDatabase
  /** The way of the program to the replica. */
  replicaUrl: string
  /** The superuser's statements on the replica. */
  onReplica: (statement: string) => Promise<pg.QueryResult>
  stopReplica: () => Promise<void>
  startReplica: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts both. The replica is a copy of the folder of the primary, made while that works, as BASE_BACKUP makes one. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-replicated-'))
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
  const [primaryFolder, replicaFolder] = [join(folder, 'primary'), join(folder, 'replica')]
  const primary = await startPostgres({ dataDir: primaryFolder, log, settings })
  const database = await makeTestDatabase(primary)
  await copyWhile(primary, replicaFolder)
  const start = () =>
    startPostgres({ dataDir: replicaFolder, log, settings: { ...settings, hot_standby_feedback: 'on' } })
  let replica = await start()
  return {
    database,
    replicaUrl: `postgresql://kahawa_app@localhost/${database.name}?host=${encodeURIComponent(replica.host)}&port=${replica.port}`,
    onReplica: (statement) => asSuperuser(replica, (client) => client.query(statement)),
    stopReplica: () => replica.stop(),
    startReplica: async () => void (replica = await start()),
    stop: async () => {
      await replica.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function copyWhile(primary: EmbeddedPostgres, to: string): Promise<void> {
  const { data } = prepareHome(to, log)
  await asSuperuser(primary, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    cpSync(primary.dataDir, data, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !/\/postmaster\.(?:pid|opts)$/.test(path),
    })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  })
  writeFileSync(join(data, 'standby.signal'), '')
  const way = `host=${primary.host} port=${primary.port} user=${primary.user}`
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${way}'\n`)
  const account = findAccount()
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, data])
}

async function asSuperuser<Result>(server: EmbeddedPostgres, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: server.connectionString('postgres') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
