import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { config } from '#server/config.ts'
import { inMegabytes } from '#server/kit/backup/baseBackup.ts'
import { isBackupFolder } from '#server/kit/backup/backupFolder.ts'
import { backUpOnce } from '#server/kit/backup/keepBackups.ts'
import { startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { StartupError, commandLine } from '#server/kit/startupError.ts'
import { askPassphrase, runCommand, showProgress } from './ask.ts'

// npm run backup -- FOLDER: everything as it is now, sealed and read back, while the server goes on or stands still.
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [given = config.backupDir, ...others] = positionals
  if (!given || others.length > 0)
    throw new StartupError(`Say where to: ${commandLine('backup', '/mnt/backup/kahawa')}`)
  if (config.databaseUrl)
    throw new StartupError(
      'This backs up the embedded PostgreSQL. The one of DATABASE_URL is backed up by its own tools (docs/operating.md).',
    )
  const folder = resolve(given)
  if (!relative(config.dataDir, folder).startsWith('..'))
    throw new StartupError(`Choose a folder outside ${config.dataDir}: both would be lost together.`)
  const passphrase = await askPassphrase({ isNew: !isBackupFolder(folder) })
  const say = (line: string): unknown => process.stdout.write(`${line}\n`)
  const server = await startPostgres({ dataDir: config.dataDir, log: { info: say, warn: say } })
  try {
    const progress = showProgress()
    const { made, removed } = await backUpOnce(
      {
        folder,
        passphrase,
        days: config.backupDays,
        server,
        dataDir: config.dataDir,
        hasKey: config.key === undefined,
      },
      (doing, part) => progress({ copying: 'Copying', verifying: 'Reading it back' }[doing], part),
    )
    progress.end()
    const sealed = made.files.reduce((sum, { bytes }) => sum + bytes, 0)
    say(`Saved in ${folder}/${made.line}/${made.name}: ${inMegabytes(made.plainBytes)}, sealed ${inMegabytes(sealed)}.`)
    say(`It holds everything up to ${made.endedAt}. Every file was read back and is as PostgreSQL listed it.`)
    if (removed > 0) say(`${removed} older ${removed === 1 ? 'backup was' : 'backups were'} removed by the rule.`)
    if (!made.hasKey) say('The key of KAHAWA_KEY is not in it: keep it elsewhere.')
    if (statSync(folder).dev === statSync(config.dataDir).dev)
      say('It lies on the same disk as the database: take a copy to another machine.')
  } finally {
    await server.stop()
  }
})
