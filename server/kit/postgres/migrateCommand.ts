import { Client } from 'pg'
import { config } from '#server/config.ts'
import { ensureDatabase, startPostgres } from './embeddedPostgres.ts'
import { migrate, migrationsFolder } from './migrate.ts'
import { StartupError } from '../startupError.ts'

// npm run migrate: brings the database of this configuration up to this build without starting the server.
const say = (text: string): unknown => process.stdout.write(`${text}\n`)

try {
  await migrateConfigured()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function migrateConfigured(): Promise<void> {
  if (config.databaseUrl) return migrateAt(config.databaseUrl)
  const server = await startPostgres({ dataDir: config.dataDir, log: { info: say, warn: say } })
  try {
    await ensureDatabase(server, 'kahawa')
    await migrateAt(server.connectionString('kahawa'))
  } finally {
    await server.stop()
  }
}

async function migrateAt(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, application_name: 'kahawa migrate' })
  try {
    await client.connect()
  } catch (error) {
    throw new StartupError(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    const applied = await migrate({ client, folder: migrationsFolder })
    say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  } finally {
    await client.end()
  }
}
