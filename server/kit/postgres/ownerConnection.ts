import pg from 'pg'
import type { Config } from '#server/config.ts'
import { ensureDatabase, startPostgres } from './embeddedPostgres.ts'

/** Name of our database in the embedded PostgreSQL. */
const databaseName = 'kahawa'

type OwnerOptions = { config: Pick<Config, 'databaseUrl' | 'dataDir'>; say: (message: string) => void }

/**
 * One connection as the owner of the tables, for commands beside the server: it starts the embedded PostgreSQL when none is
 * configured and none runs. `connection` opens more of them; `close` stops only what it started.
 */
export async function connectOwner({ config, say }: OwnerOptions): Promise<{
  client: pg.Client
  connection: { connectionString: string | undefined }
  close: () => Promise<void>
}> {
  const log = { info: () => {}, warn: say }
  const embedded = config.databaseUrl === undefined ? await startPostgres({ dataDir: config.dataDir, log }) : null
  if (embedded) await ensureDatabase(embedded, databaseName)
  const connection = { connectionString: config.databaseUrl ?? embedded?.connectionString(databaseName) }
  const client = new pg.Client(connection)
  await client.connect()
  return {
    client,
    connection,
    close: async () => {
      await client.end()
      await embedded?.stop()
    },
  }
}
