import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '#contract/kit/counted.ts'
import { verifyAuditCommand } from '#server/kit/audit/verifyAuditCommand.ts'
import { config } from '#server/config.ts'
import { checkBalancesCommand } from '#server/balances/checkBalancesCommand.ts'
import { restoreErased } from '#server/kit/backup/erasedLines.ts'
import { listBackups, openBackupFolder } from '#server/kit/backup/backupFolder.ts'
import { chooseBackup, recoverySettings, restoreFiles, saidOf, type Choice } from '#server/kit/backup/restore.ts'
import { prepareHome, startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { keepErased } from '#server/farmers/updates/erasedRegister.ts'
import { openDatabase } from '#server/kit/db.ts'
import { now } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import { migrate, migrationsFolder } from '#server/kit/postgres/migrate.ts'
import { connectOwner } from '#server/kit/postgres/ownerConnection.ts'
import { majorVersion, type Home } from '#server/kit/postgres/postgresCluster.ts'
import { findLockHolder } from '#server/kit/postgres/postgresLock.ts'
import { StartupError, commandLine } from '#server/kit/startupError.ts'
import { checkLedgerCommand } from '#server/ledger/checkLedgerCommand.ts'
import { askPassphrase, runCommand, showProgress } from './ask.ts'

// npm run restore -- FOLDER [--until TIME]: a backup into an empty DATA_DIR, as it was at a moment; then everything is recomputed.

const replayWithinMs = 24 * 3_600_000
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = { info: say, warn: say }

await runCommand(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { until: { type: 'string' } } })
  const [folder, ...others] = positionals
  if (!folder || others.length > 0)
    throw new StartupError(
      `Say from where: ${commandLine('restore', '/mnt/backup/kahawa', '[--until "2026-11-25 14:30"]')}`,
    )
  if (config.databaseUrl)
    throw new StartupError('This restores into the embedded PostgreSQL: leave DATABASE_URL out (docs/operating.md).')
  const until = values.until === undefined ? null : readMoment(values.until)
  refuseUsedFolder(config.dataDir)
  const opened = await openBackupFolder({
    folder: resolve(folder),
    passphrase: await askPassphrase({ isNew: false }),
  })
  const backups = await listBackups(opened)
  const choice = await chooseBackup(opened, backups, until)
  const made = String(Math.floor(choice.backup.postgres / 10_000))
  if (made !== majorVersion)
    throw new StartupError(
      `The backup was made by PostgreSQL ${made}, this program brings ${majorVersion}: restore it with the Kahawa that made it, then bring that folder up to date.`,
    )
  say(`Restoring what was there at ${saidOf(until ?? choice.reachedAt)}, from the backup of ${choice.backup.endedAt}.`)
  const home = prepareHome(config.dataDir, log)
  const progress = showProgress()
  await restoreFiles({ folder: opened, choice, home, dataDir: config.dataDir, progress })
  for (const path of await restoreErased({ folder: opened, backups, dataDir: config.dataDir }))
    say(`${path} could not be read: who was erased stands in the others too, unless it was erased last.`)
  progress.end()
  try {
    await replay(home, choice)
  } catch (error) {
    await emptyAgain(home)
    throw error
  }
  return check(choice)
})

/** 2026-11-25 14:30 in Nairobi, or with the zone that is written behind it. */
function readMoment(text: string): Date {
  const isZoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
  const moment = new Date(isZoned ? text : `${text.trim().replace(' ', 'T')}+03:00`)
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/.test(text) || Number.isNaN(moment.getTime()))
    throw new StartupError('Write the moment as 2026-11-25 14:30 (Nairobi) or 2026-11-25T11:30:00Z.')
  return moment
}

function refuseUsedFolder(dataDir: string): void {
  if (findLockHolder(join(dataDir, 'postgres'))?.isRunning)
    throw new StartupError(`Kahawa is running in ${dataDir}: stop it, and restore into an empty folder.`)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new StartupError(
      `${dataDir} is not empty: restore into an empty folder, e.g. DATA_DIR=./restored ${commandLine('restore', 'FOLDER')}.`,
    )
}

/** Lets PostgreSQL replay the log up to the moment. */
async function replay(home: Home, { until, segments }: Choice): Promise<void> {
  say(`Replaying the log (${segments.length * 16} MB).`)
  const start = () => startPostgres({ dataDir: config.dataDir, log, readyWithinMs: replayWithinMs })
  const server = await start().catch((error: unknown) => {
    // Nothing was written after the moment, so PostgreSQL never came by it: everything there is belongs to it.
    if (!until || !/before configured recovery target/.test(String(error))) throw error
    const settings = join(home.data, 'postgresql.auto.conf')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^recovery_target_time = .*\n/gm, ''))
    return start()
  })
  const { client, close } = await connectOwner({ config, say })
  try {
    for (const setting of Object.keys(recoverySettings(null))) await client.query(`alter system reset ${setting}`)
  } finally {
    await close()
    await server.stop()
  }
}

async function emptyAgain(home: Home): Promise<void> {
  await rm(home.data, { recursive: true, force: true })
  for (const name of readdirSync(config.dataDir)) await rm(join(config.dataDir, name), { recursive: true, force: true })
}

/** Brings the schema up to this program, ends every session, leaves a line in the trail, and recomputes everything. */
async function check({ backup, until, reachedAt }: Choice): Promise<number> {
  const { client, connection, close } = await connectOwner({ config, say })
  try {
    await migrate({ client, folder: migrationsFolder })
    await client.query('delete from sessions')
    await client.query(
      `insert into audit_events (id, at, organisation_id, actor_name, actor_role, actor_organisation, kind, record_id, title, action, comment, changes)
       select $1, $2, id, 'Command line', 'SYSTEM', '', 'organisation', id, name, 'restore', $3, '{}' from organisations
       order by type = 'OPERATOR' desc, created_at, id limit 1`,
      [newId(), now(), `As it was at ${saidOf(until ?? reachedAt)}`],
    )
    const hasKey = backup.hasKey || config.key !== undefined
    if (hasKey) await eraseAgain(connection)
    const findings = [await verifyAuditCommand(), await checkLedgerCommand(), await checkBalancesCommand()]
    if (!hasKey)
      say(
        'Secrets were sealed with the key of KAHAWA_KEY, which is in no backup: set it before you start. Who was erased since is erased again then.',
      )
    if (findings.some((code) => code !== 0)) {
      say('The database is restored, but what stands above does not agree: see docs/operating.md before anybody works.')
      return 1
    }
    say(
      `Restored as it was at ${saidOf(until ?? reachedAt)}. Everybody signs in anew. Start it with ${commandLine('start')}.`,
    )
    say('What the bank did after that moment is not known here: bring its statement before anything is paid.')
    return 0
  } finally {
    await close()
  }
}

/** Who was erased after that moment came back with it, and goes again. */
async function eraseAgain(connection: { connectionString: string | undefined }): Promise<void> {
  const db = openDatabase({ connection, max: 1 })
  try {
    const { again, waiting } = await keepErased({ db, config })
    if (again.length > 0)
      say(`Erased again, because they were erased after that moment: ${counted(again.length, 'member')}.`)
    if (waiting.length > 0)
      say(
        `Not erased yet, because a loan, a payment, a delivery or a file is open again: ${counted(waiting.length, 'member')}. A server erases them as it closes.`,
      )
  } finally {
    await db.close()
  }
}
