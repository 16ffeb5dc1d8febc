import { randomBytes } from 'node:crypto'
import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { Client } from 'pg'
import { config } from '#server/config.ts'
import { hostsOf, keepToHosts } from '#server/kit/outbound.ts'
import { StartupError } from '#server/kit/startupError.ts'
import { expectFreePort } from '#server/kit/web/listen.ts'
import { prepareDatabase, type Prepared } from '#server/prepareDatabase.ts'
import type { Backups } from '#server/kit/backup/startBackups.ts'
import type { Traces } from '#server/kit/traces.ts'
import type { Running } from '#server/start.ts'
import { needNoFactors, seedDemo } from '../db/seed/demo.ts'
import { seedReference } from '../db/seed/reference.ts'
import { seedRoles } from '../db/seed/roles.ts'
import { markSample, readSample } from '../db/seed/sample.ts'
import { gatewayAt } from './bankSimulator/smsGateway.ts'
import { spawnBank, type SpawnedBank } from './bankSimulator/spawn.ts'

/** What has been started so far and must be stopped again. */
type Parts = { prepared?: Prepared; bank?: SpawnedBank; backups?: Backups; running?: Running }

/** Whom nothing in the settings names is not spoken to by this process, whatever package would. */
function keepToSettings(): void {
  keepToHosts(hostsOf(config), (host) =>
    process.stderr.write(`A connection to ${host} was refused: no setting names it.\n`),
  )
}

/** The process behind npm start: database, demo valley on the first run, bank simulator in demo mode, server. */
async function serve(parts: Parts): Promise<void> {
  keepToSettings()
  await expectFreePort(config)
  let isFirstRun = false
  let isDemo = config.isDemo
  let isEmpty = false
  const needsBank = config.isDemo && !config.bankUrl
  // Database and bank start in processes of their own: the modules of the server are read meanwhile.
  const starting = [
    prepareDatabase(async (owner: pg.Client) => {
      await seedReference({ owner })
      await seedRoles({ owner })
      isFirstRun ||= (await owner.query('select 1 from organisations limit 1')).rowCount === 0
      // A house whose sample was thrown away is for real.
      isDemo = config.isDemo && !(await readSample(owner))?.discardedAt
      if (isDemo && isFirstRun) await seedDemo({ owner })
      if (isDemo) await needNoFactors({ owner })
      isEmpty = (await owner.query('select 1 from users limit 1')).rowCount === 0
    }).then((prepared) => (parts.prepared = prepared)),
    needsBank ? spawnDemoBank().then((bank) => (parts.bank = bank)) : Promise.resolve(null),
    import('#server/start.ts'),
    import('./demo.ts'),
    import('./demoBank.ts'),
    import('#server/kit/backup/startBackups.ts'),
  ] as const
  await Promise.allSettled(starting) // a start that fails stops everything that has begun
  const [prepared, spawned, { makeHouse, openLogs, startServer }, demo, { openDemoBank }, { startBackups }] =
    await Promise.all(starting)
  if (!isDemo) await spawned?.stop()
  const bank = isDemo ? spawned : null
  const logs = openLogs(config)
  const traces = await wantedTraces(logs.log)
  const made = makeHouse({
    // The texts of the demo go to the simulator: nobody's telephone rings.
    config: { ...config, isDemo, sms: config.sms ?? (bank ? gatewayAt(bank.url) : undefined) },
    connection: prepared.application,
    ...(prepared.role ? { role: prepared.role } : {}),
    pooled: prepared.pooled,
    traces,
    logs,
    // Without a bank every look-up stays silent, and approvals wait until one is configured.
    bank: bank ?? { url: config.bankUrl ?? 'http://bank.invalid', secret: config.bankSecret ?? '' },
  })
  const backups = await startBackups({ server: prepared.embedded, config, log: made.log })
  if (backups) parts.backups = backups
  const withBank = bank ? await openDemoBank({ bank, house: made }) : made
  const house = backups ? { ...withBank, backups } : withBank
  const running = await startServer({ house })
  parts.running = running
  demo.printWelcome({ address: running.address, isDemo, isEmpty, isDemoGone: config.isDemoAsked && !isDemo })
  if (isDemo && isFirstRun && bank) {
    const { seedValley } = await import('./demoValley.ts')
    await seedValley({ address: running.loopback, house, bank })
    await asOwner(prepared, markSample)
  }
}

/** The packages that make traces are read only where somebody wants them. */
async function wantedTraces(log: Logger): Promise<Traces | undefined> {
  if (!config.traces) return undefined
  const { openTraces } = await import('#server/kit/exportTraces.ts')
  return openTraces({ ...config.traces, log })
}

async function asOwner({ owner }: Prepared, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new Client(owner)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** The simulated bank of the demo. Its book lies beside the database, so that it still knows after a restart what it has paid. */
async function spawnDemoBank(): Promise<SpawnedBank> {
  // The database reports a folder that cannot be used.
  await mkdir(config.dataDir, { recursive: true })
  await access(config.dataDir, constants.W_OK)
  return spawnBank({
    BANK_SECRET: randomBytes(24).toString('base64url'),
    BANK_STATE_FILE: join(config.dataDir, 'demo-bank.json'),
  })
}

async function stop({ running, bank, backups, prepared }: Parts): Promise<void> {
  await running?.stop()
  await bank?.stop()
  await backups?.stop() // what was written last is in the backup too
  await prepared?.stop()
}

function stopOnSignal(parts: Parts, served: Promise<void>): void {
  let isStopping = false
  const stopOnce = async () => {
    if (isStopping) return
    isStopping = true
    // PostgreSQL outlives this program: a start that is called off must have come to where it can be stopped.
    if (!parts.running) await Promise.race([served.catch(() => {}), sleep(10_000)])
    await stop(parts)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stopOnce())
}

const parts: Parts = {}
const served = serve(parts)
stopOnSignal(parts, served)
served.catch(async (error: unknown) => {
  process.stderr.write(
    error instanceof StartupError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  )
  await stop(parts).catch(() => {})
  process.exit(1)
})
