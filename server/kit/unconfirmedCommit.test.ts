import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase, sql } from './db.ts'
import { startPostgres } from './postgres/embeddedPostgres.ts'

test('a commit that nobody lets wait for its standby is not taken for one that is safe', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-standby-'))
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
  const settings = { fsync: 'off', shared_buffers: '16MB', synchronous_standby_names: 'nobody' }
  const server = await startPostgres({ dataDir: folder, log: { info: () => {}, warn: () => {} }, settings })
  const owner = new pg.Client({ connectionString: server.connectionString('postgres') })
  const database = openDatabase({ connection: { connectionString: server.connectionString('postgres') }, max: 1 })
  try {
    await owner.connect()
    await owner.query(
      'set synchronous_commit = local; create table kept (n int); create role kahawa_wide; grant insert on kept to kahawa_wide',
    )
    const write = database.transaction('system', (tx) => sql`insert into kept values (1)`.execute(tx))
    const refused = write.catch((error: unknown) => error)
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
    await expect.poll(async () => (await owner.query(cancel)).rowCount, { timeout: 20_000 }).toBe(1)
    expect(await refused).toMatchObject({ name: 'ConnectionLost', isUnknown: true })
    // It is there all the same: who repeats it under its key finds that out.
    expect((await owner.query('select n from kept')).rows).toEqual([{ n: 1 }])
    // What befell a statement by itself is no matter of the transaction that has the connection next.
    const alone = database.ask({ text: 'insert into kept values (2)' })
    await expect.poll(async () => (await owner.query(cancel)).rowCount, { timeout: 20_000 }).toBe(1)
    await alone
    await database.transaction('system', async (tx) => {
      await sql`set local synchronous_commit = local`.execute(tx)
      await sql`insert into kept values (3)`.execute(tx)
    })
  } finally {
    await database.close()
    await owner.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
