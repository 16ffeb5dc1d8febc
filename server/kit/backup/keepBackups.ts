import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '../clock.ts'
import { StartupError } from '../startupError.ts'
import { archiveLog, slotName } from './archiveLog.ts'
import {
  isBackupFolder,
  listBackups,
  nameOfMoment,
  openBackupFolder,
  removeBackup,
  writeWhole,
  type BackupFolder,
  type Manifest,
} from './backupFolder.ts'
import { makeBaseBackup, type Progress } from './baseBackup.ts'
import { lineName } from './houseFiles.ts'
import { backupsToKeep } from './keepRule.ts'
import {
  connectReplication,
  connectWatch,
  identify,
  placeOf,
  segmentBytesOf,
  segmentOf,
  type ServerAddress,
} from './replication.ts'

/** What is backed up, and where to. */
export type BackupPlan = {
  folder: string
  passphrase: string
  days: number
  server: ServerAddress
  dataDir: string
  hasKey: boolean
}

/** How the backup stands: until when nothing is missing, when the newest full one ended, and what is in its way. */
export type BackupStand = { reachedAt: Date | null; backupAt: Date | null; trouble: string | null }

/** Backups that somebody asked for, while no log is written into that folder. */
const byHand = 'by-hand'
const lookEveryMs = 30_000
const againAfterMs = 600_000
const reconnectAfterMs = 2_000
/** Half past one in the night in Nairobi. */
const nightlyMs = (22 * 60 + 30) * 60_000
const dayMs = 86_400_000

/** Backs up until it is told to stop: the log without a pause, everything once in each night, old backups removed by the rule. */
export async function keepBackups(
  plan: BackupPlan,
  tell: (stand: Partial<BackupStand>) => void,
  signal: AbortSignal,
): Promise<void> {
  let folder: BackupFolder | null = null
  while (!signal.aborted) {
    try {
      const server = await readServer(plan.server)
      folder ??= await openKept(plan, server.database)
      await keepLine({ plan, folder, server, tell, signal })
    } catch (error) {
      if (signal.aborted) return
      const trouble = error instanceof Error ? error.message : String(error)
      tell({ trouble })
      if (isLineLost(error)) await forgetMark(plan)
      await sleep(reconnectAfterMs, undefined, { signal }).catch(() => {})
    }
  }
}

/** A full backup now, by somebody's hand. It joins the log that the server writes into the same folder. */
export async function backUpOnce(plan: BackupPlan, progress: Progress): Promise<{ made: Manifest; removed: number }> {
  const { database } = await readServer(plan.server)
  const folder = await openKept(plan, database)
  const mark = await readMark(plan)
  const line = mark && existsSync(join(folder.path, mark.line)) ? mark.line : byHand
  const made = await makeBaseBackup({ ...plan, folder, line, progress })
  return { made, removed: await removeOld(folder, plan.days) }
}

type Server = { database: string; timeline: number; segmentBytes: number }

async function readServer(address: ServerAddress): Promise<Server> {
  const client = await connectReplication(address)
  try {
    return { ...(await identify(client)), segmentBytes: await segmentBytesOf(client) }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Opens or makes the folder, but never makes it anew where the one of before should be: its disk may not be there. */
async function openKept(plan: BackupPlan, database: string): Promise<BackupFolder> {
  if ((await readMark(plan)) && !isBackupFolder(plan.folder))
    throw new StartupError(
      `The backups that were in ${plan.folder} are not there: is its disk mounted? To begin anew, remove ${join(plan.dataDir, lineName)}.`,
    )
  return openBackupFolder({ folder: plan.folder, passphrase: plan.passphrase, database })
}

type Mark = { line: string; folder: string; timeline: number }
type Marked = Pick<BackupPlan, 'dataDir' | 'folder'>
// Whoever changes disks by turns has two or three.
const mostFolders = 20

/** Which line this database is in each folder that it was ever backed up to, the one of today first. */
async function readMarks(dataDir: string): Promise<Mark[]> {
  try {
    const { others = [], ...newest } = JSON.parse(await readFile(join(dataDir, lineName), 'utf8')) as Mark & {
      others?: Mark[]
    }
    return [newest, ...others]
  } catch {
    return []
  }
}

/** The line in this folder; null when the database has none there. */
const readMark = async ({ dataDir, folder }: Marked): Promise<Mark | null> =>
  (await readMarks(dataDir)).find((mark) => mark.folder === folder) ?? null

async function writeMark(dataDir: string, mark: Mark): Promise<void> {
  const others = (await readMarks(dataDir)).filter(({ folder }) => folder !== mark.folder)
  await writeWhole(join(dataDir, lineName), JSON.stringify({ ...mark, others: others.slice(0, mostFolders) }))
}

/** The next start in this folder begins a new line; what is known of other folders stays. */
async function forgetMark({ dataDir, folder }: Marked): Promise<void> {
  const [newest, ...others] = (await readMarks(dataDir)).filter((mark) => mark.folder !== folder)
  if (newest) await writeWhole(join(dataDir, lineName), JSON.stringify({ ...newest, others }))
  else await rm(join(dataDir, lineName), { force: true })
}

type Line = {
  plan: BackupPlan
  folder: BackupFolder
  server: Server
  tell: (stand: Partial<BackupStand>) => void
  signal: AbortSignal
}

async function keepLine({ plan, folder, server, tell, signal }: Line): Promise<void> {
  const mark = await readMark(plan)
  const isGoingOn = mark?.timeline === server.timeline && existsSync(join(folder.path, mark.line))
  const line = isGoingOn ? mark.line : `${nameOfMoment(now())}-${randomBytes(2).toString('hex')}`
  if (!isGoingOn) {
    await dropSlot(plan.server)
  }
  await writeMark(plan.dataDir, { line, folder: plan.folder, timeline: server.timeline })
  let newest = (await listBackups(folder)).findLast((backup) => backup.line === line) ?? null
  tell({ backupAt: newest && new Date(newest.endedAt) })
  const ended = new AbortController()
  const first = Promise.withResolvers<void>()
  const archiving = archiveLog({
    folder,
    line,
    server: plan.server,
    timeline: server.timeline,
    segmentBytes: server.segmentBytes,
    dataDir: plan.dataDir,
    heads: () => newest && { name: newest.name, from: newest.headsBytes },
    reached: (at) => {
      tell({ reachedAt: at, ...(backupTrouble === null ? { trouble: null } : {}) })
      first.resolve()
    },
    signal,
  })
  let backupTrouble: string | null = null
  const backingUp = async (): Promise<void> => {
    await first.promise // the log is kept from here on, so that the backup is continued without a gap
    for (let waitMs = 0; !signal.aborted && !ended.signal.aborted;) {
      await sleep(waitMs, undefined, { signal: AbortSignal.any([signal, ended.signal]) })
      waitMs = lookEveryMs
      if (newest && !isDue(newest, now())) continue
      try {
        newest = await makeBaseBackup({ ...plan, folder, line, progress: () => {} })
        backupTrouble = null
        tell({ backupAt: new Date(newest.endedAt) })
        await removeOld(folder, plan.days)
      } catch (error) {
        backupTrouble = error instanceof Error ? error.message : String(error)
        tell({ trouble: backupTrouble })
        waitMs = againAfterMs
      }
    }
  }
  const backups = backingUp().catch(() => {}) // told to stop
  try {
    await archiving
  } finally {
    ended.abort()
    first.resolve()
    await backups
  }
}

/** Whether a night has begun since the newest full backup. */
export function isDue({ endedAt }: Pick<Manifest, 'endedAt'>, at: Date): boolean {
  const night = Math.floor((at.getTime() - nightlyMs) / dayMs) * dayMs + nightlyMs
  return new Date(endedAt).getTime() < night
}

/** PostgreSQL no longer has the log that comes next, or what was written last is damaged: a new line begins. */
function isLineLost(error: unknown): boolean {
  if (error instanceof StartupError) return /is damaged/.test(error.message)
  return error instanceof Error && 'code' in error && ['58P01', '55000'].includes(String(error.code))
}

/** Lets PostgreSQL forget the backup, so that it keeps no log for one that nobody makes any more. */
export async function dropSlot(server: ServerAddress): Promise<void> {
  const client = await connectWatch(server)
  try {
    await client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
      [slotName],
    )
  } finally {
    await client.end()
  }
}

/** Removes the backups that the rule does not keep, and the log that no kept one needs. Answers how many backups went. */
async function removeOld(folder: BackupFolder, days: number): Promise<number> {
  const backups = await listBackups(folder)
  const { whole, monthly } = backupsToKeep(backups, now(), days)
  const gone = backups.filter((backup) => !whole.has(backup) && !monthly.has(backup))
  for (const { line, name } of gone) {
    await removeBackup(join(folder.path, line, name))
    await rm(join(folder.path, line, 'heads', name), { force: true })
  }
  for (const line of new Set(backups.map((backup) => backup.line))) {
    const ofLine = backups.filter((backup) => backup.line === line)
    const oldest = ofLine.find((backup) => whole.has(backup))
    const wal = join(folder.path, line, 'wal')
    for (const name of await readdir(wal).catch(() => [])) {
      const size = BigInt(oldest?.segmentBytes ?? 1)
      if (oldest && segmentOf(name, size) >= placeOf(oldest.startLsn) / size) continue
      await rm(join(wal, name))
    }
    if (ofLine.every((backup) => gone.includes(backup)))
      await rm(join(folder.path, line), { recursive: true, force: true })
  }
  return gone.length
}
