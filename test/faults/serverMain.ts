import type pg from 'pg'
import { config } from '#server/config.ts'
import { startBackups } from '#server/kit/backup/startBackups.ts'
import { prepareDatabase } from '#server/prepareDatabase.ts'
import { makeHouse, startServer } from '#server/start.ts'
import { needNoFactors, seedDemo } from '../../db/seed/demo.ts'
import { seedReference } from '../../db/seed/reference.ts'
import { seedRoles } from '../../db/seed/roles.ts'

/** A server that is there to be killed: the product over its own data folder, with the bank of the test. */
const prepared = await prepareDatabase(async (owner: pg.Client) => {
  await seedReference({ owner })
  await seedRoles({ owner })
  await seedDemo({ owner })
  await needNoFactors({ owner })
})
if (process.argv.includes('once')) {
  await prepared.stop()
  process.exit(0)
}
const house = makeHouse({
  config,
  connection: prepared.application,
  bank: { url: config.bankUrl ?? '', secret: config.bankSecret ?? '' },
})
const backups = await startBackups({ server: prepared.embedded, config, log: house.log })
const running = await startServer({ house: backups ? { ...house, backups } : house })
process.stdout.write(`ready ${JSON.stringify({ address: running.address, owner: prepared.owner })}\n`)
process.on('SIGTERM', () => {
  void running
    .stop()
    .then(() => backups?.stop())
    .then(prepared.stop)
    .then(() => process.exit(0))
})
