import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { counted } from '#contract/kit/counted.ts'
import type { Config } from '#server/config.ts'
import { now } from '../clock.ts'
import type { Figure } from '../figures.ts'
import { isBackupFolder, openBackupFolder } from './backupFolder.ts'
import { dropSlot, type BackupPlan, type BackupStand } from './keepBackups.ts'

/** Backups at work beside a server. */
export type Backups = { stand: () => BackupStand; stop: () => Promise<void> }

const behindAfterMs = 60_000
/** A night and what a large database takes. */
const oldAfterMs = 30 * 3_600_000
const stopWithinMs = 20_000

type Starting = {
  server: BackupPlan['server'] | null
  config: Pick<Config, 'backupDir' | 'backupPassphrase' | 'backupDays' | 'dataDir' | 'key'>
  log: Logger
}

/**
 * Starts to back up our own PostgreSQL in a thread, if the configuration says where to; else lets it forget that somebody did. A
 * passphrase that does not open the folder stops the start, a folder that is away does not.
 */
export async function startBackups({ server, config, log }: Starting): Promise<Backups | null> {
  if (!server) return null
  const { backupDir: folder, backupPassphrase: passphrase, backupDays: days, dataDir } = config
  if (!folder || !passphrase) {
    await dropSlot(server)
    return null
  }
  if (isBackupFolder(folder)) await openBackupFolder({ folder, passphrase })
  const { host, port, user } = server
  const plan: BackupPlan = {
    folder,
    passphrase,
    days,
    server: { host, port, user },
    dataDir,
    hasKey: config.key === undefined,
  }
  const stand: BackupStand = { reachedAt: null, backupAt: null, trouble: null }
  const thread = new Worker(new URL('./backupThread.ts', import.meta.url), { workerData: plan })
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  thread.on('message', (told: Partial<BackupStand>) => {
    const before = stand.trouble
    Object.assign(stand, told)
    if (stand.trouble && stand.trouble !== before) log.error({ trouble: stand.trouble }, 'the backup is in trouble')
    if (before && !stand.trouble) log.info('the backup goes on')
  })
  thread.on('error', (error) => {
    stand.trouble = error instanceof Error ? error.message : String(error)
    log.error({ trouble: stand.trouble }, 'the backup has ended')
  })
  return {
    stand: () => stand,
    stop: async () => {
      thread.postMessage('stop')
      const late = setTimeout(() => void thread.terminate(), stopWithinMs)
      await ended
      clearTimeout(late)
    },
  }
}

/** Why the backup would not save everything now, as a sentence; null while it would. */
export function behind({ reachedAt, backupAt, trouble }: BackupStand): string | null {
  if (trouble) return trouble
  if (!reachedAt || !backupAt) return 'There is no full backup yet.'
  const lag = now().getTime() - reachedAt.getTime()
  if (lag > behindAfterMs) return `The backup is ${counted(Math.round(lag / 1000), 'second')} behind.`
  const hours = Math.round((now().getTime() - backupAt.getTime()) / 3_600_000)
  return now().getTime() - backupAt.getTime() > oldAfterMs
    ? `The last full backup is ${counted(hours, 'hour')} old.`
    : null
}

const since = (at: Date | null | undefined) => (at ? [{ value: (now().getTime() - at.getTime()) / 1000 }] : [])

/** How the backup stands, for operators. */
export const backupFigures: readonly Figure[] = [
  {
    name: 'backup_lag_seconds',
    help: 'For so long what was confirmed may be missing from the backup',
    read: async ({ backups }) => since(backups?.stand().reachedAt),
  },
  {
    name: 'backup_age_seconds',
    help: 'Since the last full backup that was verified',
    read: async ({ backups }) => since(backups?.stand().backupAt),
  },
  {
    name: 'backup_trouble',
    help: '1 while something is in the way of the backup',
    read: async ({ backups }) => (backups ? [{ value: behind(backups.stand()) ? 1 : 0 }] : []),
  },
]
