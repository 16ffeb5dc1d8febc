import pg from 'pg'
import type { Config } from '#server/config.ts'
import { ensureDatabase, startPostgres } from './embeddedPostgres.ts'

/** Name of our database in the embedded PostgreSQL. */
const databaseName = 'kahawa'

/**
 * One connection as the owner of the tables, for commands beside the server: it starts the embedded PostgreSQL when none is
 * configured and none runs. `close` stops only what it started.
 */
export async function connectOwner({
  config,
  say,
}: {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  say: (message: string) => void
}): Promise<{ client: pg.Client; close: () => Promise<void> }> {
  const log = { info: () => {}, warn: say }
  const own = config.databaseUrl === undefined ? await startPostgres({ dataDir: config.dataDir, log }) : null
  if (own) await ensureDatabase(own, databaseName)
  const client = new pg.Client({ connectionString: config.databaseUrl ?? own?.connectionString(databaseName) })
  await client.connect()
  return {
    client,
    close: async () => {
      await client.end()
      await own?.stop()
    },
  }
}
