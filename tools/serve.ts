import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { config } from '#server/config.ts'
import { prepareDatabase, type Prepared } from '#server/prepareDatabase.ts'
import { makeHouse, startServer, type Running } from '#server/start.ts'
import { StartupError } from '#server/kit/startupError.ts'
import { seedDemo } from '../db/seed/demo.ts'
import { seedReference } from '../db/seed/reference.ts'
import { seedRoles } from '../db/seed/roles.ts'
import { spawnBank, type SpawnedBank } from './bankSimulator/spawn.ts'
import { loadDemoBank, printWelcome, seedDemoUploads } from './demo.ts'

/** The process behind npm start: database, demo valley on the first run, bank simulator in demo mode, server. */
async function serve(): Promise<void> {
  let isFirstRun = false
  const prepared = await prepareDatabase(async (owner: pg.Client) => {
    await seedReference({ owner })
    await seedRoles({ owner })
    isFirstRun = (await owner.query('select 1 from organisations limit 1')).rowCount === 0
    if (config.isDemo && isFirstRun) await seedDemo({ owner })
  })
  const bank =
    config.isDemo && !config.bankUrl ? await spawnBank({ BANK_SECRET: randomBytes(24).toString('base64url') }) : null
  const house = makeHouse({
    config,
    connection: prepared.application,
    ...(prepared.role ? { role: prepared.role } : {}),
    // Without a bank every look-up stays silent, and approvals wait until one is configured.
    bank: bank ?? { url: config.bankUrl ?? 'http://bank.invalid', secret: config.bankSecret ?? '' },
  })
  if (bank) await loadDemoBank(bank, house)
  const running = await startServer({ house })
  stopOnSignal({ running, prepared, bank })
  if (config.isDemo && isFirstRun && bank) await seedDemoUploads({ address: running.loopback, house, bank })
  printWelcome({ address: running.address, isDemo: config.isDemo })
}

function stopOnSignal(parts: { running: Running; prepared: Prepared; bank: SpawnedBank | null }): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await parts.running.stop()
    await parts.bank?.stop()
    await parts.prepared.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
}

serve().catch((error: unknown) => {
  process.stderr.write(
    error instanceof StartupError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
})
