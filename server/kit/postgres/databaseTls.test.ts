import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/kit/db.ts'
import { makeAuthority, type Authority, type Issued } from '#test/kit/certificates.ts'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { prepareHome, startPostgres, type EmbeddedPostgres } from './embeddedPostgres.ts'
import { createCluster } from './postgresCluster.ts'
import { findAccount } from './postgresHome.ts'

// A PostgreSQL of an operator's own, as deploy/cluster has one: it answers by TLS only, to whoever knows the password.
const address = '127.0.0.77'
const password = 'c0ffee4f17a98be2d3305c61'
const log = { info: () => {}, warn: () => {} }
let folder: string
let authority: Authority
let server: EmbeddedPostgres
let database: TestDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kahawa-tls-'))
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
  authority = await makeAuthority()
  const home = prepareHome(folder, log)
  await createCluster(home, log)
  giveCertificate(home.data, await authority.issue([address]))
  writeFileSync(join(home.data, 'pg_hba.conf'), 'local all all trust\nhostssl all kahawa 127.0.0.0/8 scram-sha-256\n')
  const account = findAccount()
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, home.data])
  server = await startPostgres({
    dataDir: folder,
    log,
    settings: { listen_addresses: address, ssl: 'on', fsync: 'off', shared_buffers: '64MB' },
  })
  database = await makeTestDatabase(server)
  await asOwner(`alter role kahawa password '${password}'`)
}, 120_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Overwritten, so that they stay those of who runs PostgreSQL. */
function giveCertificate(data: string, { cert, key }: Issued): void {
  writeFileSync(join(data, 'server.crt'), cert)
  writeFileSync(join(data, 'server.key'), key, { mode: 0o600 })
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.connectionString('postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function renew(certificate: Issued): Promise<void> {
  giveCertificate(server.dataDir, certificate)
  await asOwner('select pg_reload_conf()')
}

const urlOf = (parameters: string) =>
  `postgres://kahawa:${password}@${address}:${server.port}/${database.name}?${parameters}`
async function askOver(parameters: string) {
  const db = openDatabase({ connection: { connectionString: urlOf(parameters) }, max: 1 })
  try {
    const { rows } = await db.ask<{ ssl: boolean; version: string; who: string }>({
      text: 'select ssl, version, current_user as who from pg_stat_ssl where pid = pg_backend_pid()',
    })
    return rows[0]
  } finally {
    await db.close()
  }
}

test('the program speaks TLS to a database whose certificate names it', async () => {
  expect(await askOver(`sslmode=verify-full&sslrootcert=${authority.caFile}`)).toEqual({
    ssl: true,
    version: 'TLSv1.3',
    who: 'kahawa',
  })
})

test('a certificate for another name is refused, before the password is sent', async () => {
  const named = await authority.issue(['database.elsewhere.example'])
  await renew(named)
  const parameters = `sslmode=verify-full&sslrootcert=${authority.caFile}`
  await expect
    .poll(() =>
      askOver(parameters).then(
        () => 'let in',
        (error: Error) => error.message,
      ),
    )
    .toMatch(/does not match certificate's altnames/)
  await renew(await authority.issue([address]))
  await expect
    .poll(() =>
      askOver(parameters).then(
        ({ ssl } = { ssl: false, version: '', who: '' }) => ssl,
        () => false,
      ),
    )
    .toBe(true)
})

test('a certificate of another authority is refused, and so is whoever asks in the clear', async () => {
  const other = await makeAuthority()
  await expect(askOver(`sslmode=verify-full&sslrootcert=${other.caFile}`)).rejects.toThrow(
    /self-signed|unable to verify/,
  )
  await expect(askOver('sslmode=disable')).rejects.toThrow(/no encryption|rejects connection/)
})
