import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { verifyAuditCommand } from '#server/kit/audit/verifyAuditCommand.ts'
import { checkBalancesCommand } from '#server/balances/checkBalancesCommand.ts'
import { config } from '#server/config.ts'
import { jobs } from '#server/jobs.ts'
import { installJobs } from '#server/kit/jobs.ts'
import { migrate, migrationsFolder } from '#server/kit/postgres/migrate.ts'
import { upgradeCluster } from '#server/kit/postgres/upgradeCluster.ts'
import { StartupError } from '#server/kit/startupError.ts'
import { checkLedgerCommand } from '#server/ledger/checkLedgerCommand.ts'
import { runCommand, showProgress } from './ask.ts'

// npm run upgrade [-- --programs FOLDER]: the database of DATA_DIR to the PostgreSQL of this program, with everything in it.
await runCommand(async () => {
  const { values } = parseArgs({ options: { programs: { type: 'string' } } })
  if (config.databaseUrl)
    throw new StartupError(
      'This upgrades the embedded PostgreSQL: the one of DATABASE_URL has its own way (pg_upgrade).',
    )
  const say = (line: string): unknown => process.stdout.write(`${line}\n`)
  const progress = showProgress()
  const { kept } = await upgradeCluster({
    dataDir: config.dataDir,
    programs: values.programs,
    log: { info: say, warn: say },
    progress: (_table, part) => progress('Copying', part),
    prepare: async (server) => {
      const connectionString = server.connectionString('kahawa')
      const client = new Client({ connectionString })
      await client.connect()
      try {
        await migrate({ client, folder: migrationsFolder })
      } finally {
        await client.end()
      }
      await installJobs({ connection: { connectionString }, jobs })
    },
  })
  progress.end()
  const codes = [await verifyAuditCommand(), await checkLedgerCommand(), await checkBalancesCommand()]
  say(`The old database is kept in ${kept}. Remove it when you are sure.`)
  return Math.max(...codes)
})
