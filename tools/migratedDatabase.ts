import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ensureDatabase, startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { migrate, migrationsFolder } from '#server/kit/postgres/migrate.ts'

/** Runs the work with a migrated database that is removed afterwards. */
export async function withMigratedDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-schema-'))
  chmodSync(folder, 0o755)
  const server = await startPostgres({ dataDir: folder, log: { info: () => {}, warn: () => {} } })
  try {
    await ensureDatabase(server, 'kahawa')
    const client = new pg.Client({ host: server.host, port: server.port, user: server.user, database: 'kahawa' })
    await client.connect()
    try {
      await migrate({ client, folder: migrationsFolder })
      return await work(client)
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
