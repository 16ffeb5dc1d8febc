import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { jobs } from '#server/jobs.ts'
import { ensureDatabase, startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import type { House } from '#server/kit/house.ts'
import { installJobs } from '#server/kit/jobs.ts'
import { migrate, migrationsFolder } from '#server/kit/postgres/migrate.ts'
import { makeHouse } from '#server/start.ts'
import { needNoFactors, seedDemo } from '../../db/seed/demo.ts'
import { seedReference } from '../../db/seed/reference.ts'
import { seedRoles } from '../../db/seed/roles.ts'

/** A PostgreSQL of its own with the settings of the product, the demo valley in it, and a house over it that does no jobs by itself. */
export type BenchHouse = {
  house: House
  owner: pg.Client
  dataDir: string
  postgresVersion: string
  close: () => Promise<void>
}

export const quiet = { info: () => {}, warn: () => {} }

/** A folder that the account of PostgreSQL can enter. One that is named is kept afterwards, so that a million farmers are made once. */
export function benchFolder(dataFolder?: string): { folder: string; remove: () => void } {
  const folder = dataFolder ? resolve(dataFolder) : mkdtempSync(join(tmpdir(), 'kahawa-bench-'))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  return { folder, remove: () => dataFolder ?? rmSync(folder, { recursive: true, force: true }) }
}

/** Starts PostgreSQL in the folder, with the product's own settings, and prepares it as `npm start` would. */
export async function openBenchHouse(dataFolder?: string): Promise<BenchHouse> {
  const { folder, remove } = benchFolder(dataFolder)
  const server = await startPostgres({ dataDir: folder, log: quiet })
  await ensureDatabase(server, 'kahawa')
  const database = { host: server.host, port: server.port, database: 'kahawa' }
  const owner = new pg.Client({ ...database, user: server.user })
  await owner.connect()
  await migrate({ client: owner, folder: migrationsFolder })
  await owner.query('alter role kahawa_app login')
  await seedReference({ owner })
  await seedRoles({ owner })
  await seedDemo({ owner })
  await needNoFactors({ owner })
  await installJobs({ connection: { ...database, user: server.user }, jobs })
  const house = makeHouse({
    config: readConfig({
      LOG_LEVEL: 'silent',
      KAHAWA_DEMO: '1',
      DATA_DIR: folder,
      UPLOAD_MAX_ROWS: '5000000',
      UPLOAD_MAX_BYTES: '500MB',
    }),
    connection: { ...database, user: 'kahawa_app' },
    bank: { url: 'http://bank.invalid', secret: '' },
  })
  const { rows } = await owner.query<{ version: string }>(`select current_setting('server_version') as version`)
  return {
    house,
    owner,
    dataDir: folder,
    postgresVersion: rows[0]?.version ?? '',
    close: async () => {
      await house.db.close()
      await owner.end()
      await server.stop()
      remove()
    },
  }
}
