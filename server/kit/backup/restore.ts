import { createHash, type Hash } from 'node:crypto'
import { chownSync, existsSync } from 'node:fs'
import { appendFile, mkdir, open, readdir, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '../startupError.ts'
import type { Home } from '../postgres/postgresCluster.ts'
import { sealedIn, type BackupFolder, type Manifest } from './backupFolder.ts'
import { baseName, contentOf, explainDisk, listName, mustHaveRoom, readFileList } from './baseBackup.ts'
import { headsName } from '../audit/auditChain.ts'
import { placeOf, segmentName } from './replication.ts'
import { damaged, readSealed } from './sealedFile.ts'
import { readTar } from './tarStream.ts'

/** What to restore: a full backup, and the log since until a moment. */
export type Choice = { backup: Manifest; segments: string[]; reachedAt: Date; until: Date | null }

/** Chooses the full backup before the moment and the log from there. Throws StartupError when the backups do not reach it. */
export async function chooseBackup(
  folder: BackupFolder,
  backups: readonly Manifest[],
  until: Date | null,
): Promise<Choice> {
  const [oldest] = backups
  if (!oldest) throw new StartupError(`There is no whole backup in ${folder.path} yet.`)
  const before = backups.filter(({ endedAt }) => !until || new Date(endedAt) <= until)
  // The newest of each line: a database that was restored before has gone on in a line of its own.
  const newest = new Map(before.map((backup) => [backup.line, backup]))
  const choices: Choice[] = []
  for (const backup of newest.values()) choices.push({ backup, ...(await followLog(folder, backup)), until })
  const farthest = choices.toSorted((one, other) => Number(other.reachedAt) - Number(one.reachedAt))[0]
  if (!farthest)
    throw new StartupError(
      `The oldest backup is of ${saidOf(new Date(oldest.endedAt))}: choose that or a later moment.`,
    )
  if (!until) return farthest
  if (farthest.reachedAt < until)
    throw new StartupError(
      `What was saved before that moment reaches to ${saidOf(farthest.reachedAt)}. Choose that or an earlier moment, or leave out --until for the newest.`,
    )
  const reaching = choices.filter(({ reachedAt }) => reachedAt >= until)
  return reaching.toSorted((one, other) => other.backup.endedAt.localeCompare(one.backup.endedAt))[0] ?? farthest
}

/** A moment as it can be typed again. */
export const saidOf = (at: Date): string => at.toISOString()

/** The log from a backup on as far as it goes without a gap, and until when nothing is missing. */
async function followLog(folder: BackupFolder, backup: Manifest): Promise<{ segments: string[]; reachedAt: Date }> {
  const wal = join(folder.path, backup.line, 'wal')
  const there = new Set(await readdir(wal).catch(() => []))
  const size = BigInt(backup.segmentBytes)
  const segments: string[] = []
  let reachedAt = new Date(backup.endedAt)
  for (let segment = placeOf(backup.startLsn) / size; ; segment++) {
    const name = segmentName(backup.timeline, segment, size)
    if (!there.has(name)) break
    segments.push(name)
  }
  // Only what was written last tells how far it reaches; the rest is read when it is needed.
  for (const name of segments.slice(-2))
    for await (const { at } of readSealed(logFile(folder, backup, name), { mayEndEarly: true }))
      if (at > reachedAt) reachedAt = at
  return { segments, reachedAt }
}

const logFile = (folder: BackupFolder, { line }: Manifest, name: string) => sealedIn(folder, line, 'wal', name)

type Restoring = {
  folder: BackupFolder
  choice: Choice
  home: Home
  dataDir: string
  progress: (doing: string, part: number) => void
}

/**
 * Puts a database together in an empty data folder, so that PostgreSQL replays the log up to the moment at its next start.
 * Every file is held against the sums of the backup. What fails leaves the folder as empty as it was.
 */
export async function restoreFiles({ folder, choice, home, dataDir, progress }: Restoring): Promise<void> {
  const { backup } = choice
  await refuseFullDisk(choice, home.data)
  // Beside its place until it is whole: a start must never find half a database.
  const unfinished = `${home.data}.new-${process.pid}-restore`
  try {
    await restoreBase({ folder, backup, unfinished, home, progress })
    await restoreLog({ folder, choice, unfinished, home, progress })
    await askForRecovery(choice, unfinished, home)
    await restoreHouse({ folder, choice, dataDir })
    await rename(unfinished, home.data)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    for (const name of [
      headsName,
      ...backup.files
        .map((file) => file.name)
        .filter(isHouse)
        .map(houseName),
    ])
      await rm(join(dataDir, name), { force: true })
    throw explainDisk(error, dirname(home.data))
  }
}

type Part = {
  folder: BackupFolder
  backup: Manifest
  unfinished: string
  home: Home
  progress: Restoring['progress']
}

async function restoreBase({ folder, backup, unfinished, home, progress }: Part): Promise<void> {
  const { line, name } = backup
  const sealed = (part: string) => sealedIn(folder, line, name, part)
  const expected = await readFileList(contentOf(sealed(listName)))
  await mkdir(unfinished, { mode: 0o700 })
  give(unfinished, home)
  let file: FileHandle | null = null
  let [bytes, size]: [number, number] = [0, 0]
  let hash: Hash = createHash('sha256')
  try {
    for await (const piece of readTar(contentOf(sealed(baseName)))) {
      if ('begin' in piece) {
        const path = within(unfinished, piece.begin.name)
        hash = createHash('sha256')
        size = piece.begin.size
        if (piece.begin.kind === 'folder') await mkdir(path, { recursive: true, mode: 0o700 })
        else if (piece.begin.kind === 'file') file = await open(path, 'w', 0o600)
        else throw new StartupError(`The backup holds ${piece.begin.name}, which is no file.`)
        give(path, home)
      } else if ('data' in piece) {
        await file?.write(piece.data)
        hash.update(piece.data)
        bytes += piece.data.length
        progress('Files', bytes / backup.plainBytes)
      } else {
        await file?.sync()
        await file?.close()
        file = null
        const listed = expected.get(piece.end.name)
        if (listed && (listed.size !== size || listed.sha256 !== hash.digest('hex')))
          throw damaged(sealed(baseName).path)
        expected.delete(piece.end.name)
      }
    }
  } finally {
    await file?.close()
  }
  if (expected.size > 0) throw damaged(sealed(baseName).path)
}

type Log = Omit<Part, 'backup'> & { choice: Choice }

/** Lays the segments where PostgreSQL finds them by itself. The last may end early: what is missing of it is empty. */
async function restoreLog({ folder, choice, unfinished, home, progress }: Log): Promise<void> {
  const { backup, segments, until } = choice
  for (const [index, name] of segments.entries()) {
    const isNewest = index === segments.length - 1
    const path = join(unfinished, 'pg_wal', name)
    const file = await open(path, 'w', 0o600)
    let [isWhole, isPast] = [false, false]
    try {
      for await (const chunk of readSealed(logFile(folder, backup, name), { mayEndEarly: isNewest })) {
        await file.write(chunk.data)
        isWhole = chunk.isLast
        isPast ||= until !== null && chunk.at > until
      }
      if (!isWhole && !isNewest) throw damaged(logFile(folder, backup, name).path)
      await file.truncate(backup.segmentBytes)
      await file.sync()
    } finally {
      await file.close()
    }
    give(path, home)
    progress('Log', (index + 1) / segments.length)
    // What comes next was written after the moment; the one after it is taken too, for what was under way.
    if (isPast && index + 1 < segments.length) segments.splice(index + 2)
  }
}

/** The settings of a recovery, in PostgreSQL's own file until it has ended. */
export const recoverySettings = (until: Date | null): Record<string, string> => ({
  restore_command: 'false', // everything lies in place already
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  recovery_target_time: until?.toISOString().replace('T', ' ').replace('Z', '+00') ?? '',
})

async function askForRecovery({ until }: Choice, unfinished: string, home: Home): Promise<void> {
  const lines = Object.entries(recoverySettings(until)).map(([name, value]) => `${name} = '${value}'\n`)
  const settings = join(unfinished, 'postgresql.auto.conf')
  await appendFile(settings, lines.join(''))
  const signal = join(unfinished, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  give(signal, home)
  give(settings, home)
}

const isHouse = (name: string): boolean => name.startsWith('house-')
const houseName = (name: string): string => name.slice('house-'.length)

async function restoreHouse({ folder, choice, dataDir }: Pick<Restoring, 'folder' | 'choice' | 'dataDir'>) {
  const { line, name, files } = choice.backup
  const copied = new Set(files.filter(({ name: part }) => isHouse(part)).map(({ name: part }) => houseName(part)))
  // The first head may have been signed after the backup: then it is only in what was written since.
  for (const file of new Set([...copied, headsName])) {
    const part = `house-${file}`
    const sealed = sealedIn(folder, line, name, part)
    const pieces = file === headsName ? headsOf(folder, choice, copied.has(file) ? sealed : null) : contentOf(sealed)
    const path = within(dataDir, file)
    await writeFile(path, '', { mode: 0o600, flag: 'wx' })
    for await (const piece of pieces) await appendFile(path, piece)
  }
}

/** The heads that were signed before the moment: later ones tell of events that the restored database does not have. */
async function* headsOf(
  folder: BackupFolder,
  { backup, until }: Choice,
  copied: ReturnType<typeof sealedIn> | null,
): AsyncGenerator<Buffer> {
  const since = sealedIn(folder, backup.line, 'heads', backup.name)
  async function* all(): AsyncGenerator<Buffer> {
    if (copied) yield* contentOf(copied)
    if (!existsSync(since.path)) return
    for await (const { data } of readSealed(since, { mayEndEarly: true })) yield data
  }
  let rest = ''
  for await (const piece of all()) {
    const lines = (rest + piece.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    const later = until === null ? -1 : lines.findIndex((text) => signedAt(text) >= until)
    const kept = later < 0 ? lines : lines.slice(0, later)
    yield Buffer.from(kept.map((text) => `${text}\n`).join(''), 'latin1')
    if (later >= 0) return
  }
}

const signedAt = (line: string): Date => new Date((JSON.parse(line) as { at: string }).at)

/** A path of the backup below our folder, and nowhere else. */
function within(folder: string, name: string): string {
  const path = join(folder, name)
  if (path !== join(folder, '.') && !path.startsWith(`${folder}/`)) throw new StartupError(`The backup names ${name}.`)
  return path
}

/** Started by root, PostgreSQL runs as somebody else, whose files these are. */
function give(path: string, { account }: Home): void {
  if (account) chownSync(path, account.uid, account.gid)
}

async function refuseFullDisk({ backup, segments }: Choice, place: string): Promise<void> {
  const needed = backup.plainBytes + segments.length * backup.segmentBytes
  await mustHaveRoom(dirname(place), needed, 'the backup needs')
}
