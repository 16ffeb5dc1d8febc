import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '../clock.ts'
import { isRunning } from '../isRunning.ts'
import { StartupError } from '../startupError.ts'
import {
  foldersIn,
  nameOfMoment,
  sealManifest,
  syncFolder,
  writeWhole,
  type BackupFolder,
  type Manifest,
} from './backupFolder.ts'
import { headsName } from '../audit/auditChain.ts'
import { listHouseFiles, piecesOf } from './houseFiles.ts'
import {
  connectReplication,
  copy,
  identify,
  placeOf,
  segmentBytesOf,
  segmentName,
  type ServerAddress,
} from './replication.ts'
import { chunkBytes, createSealed, readSealed } from './sealedFile.ts'
import { readTar } from './tarStream.ts'

/** How far a backup is: what it is doing, and which part of it is done, from 0 to 1. */
export type Progress = (doing: 'copying' | 'verifying', part: number) => void

type BaseBackup = {
  folder: BackupFolder
  line: string
  server: ServerAddress
  dataDir: string
  hasKey: boolean
  progress: Progress
}

/** The files of a full backup that PostgreSQL brings: its data folder as an archive, and its own list of what is in there. */
export const baseName = 'base'
export const listName = 'files'

/**
 * Copies the whole database while it is written to, with the log that makes the copy whole, and the files of the data folder;
 * reads all of it back and holds it against PostgreSQL's own list. Only then it has a manifest, and counts.
 */
export async function makeBaseBackup(backup: BaseBackup): Promise<Manifest> {
  const { folder, line, server, dataDir, hasKey, progress } = backup
  const startedAt = now()
  const lineFolder = join(folder.path, line)
  const name = nameOfMoment(startedAt)
  const unfinished = join(lineFolder, `${name}.unfinished-${process.pid}`)
  await mkdir(lineFolder, { recursive: true, mode: 0o700 })
  for (const left of await foldersIn(lineFolder))
    if (left.includes('.unfinished-') && !isRunning(Number(left.split('-').at(-1))))
      await rm(join(lineFolder, left), { recursive: true })
  await mkdir(unfinished, { mode: 0o700 })
  const of = `${line}/${name}`
  try {
    const copied = await copyServer({ folder, server, unfinished, of, progress })
    const headsBytes = await copyHouse({ folder, dataDir, unfinished, of })
    const plainBytes = await verify({ unfinished, key: folder.key, of, copied, progress })
    const manifest: Manifest = {
      line,
      name,
      database: copied.database,
      timeline: copied.timeline,
      postgres: copied.postgres,
      startedAt: startedAt.toISOString(),
      endedAt: copied.endedAt.toISOString(),
      startLsn: copied.startLsn,
      endLsn: copied.endLsn,
      segmentBytes: copied.segmentBytes,
      plainBytes,
      headsBytes,
      hasKey,
      files: await sumsOf(unfinished),
    }
    await writeWhole(join(unfinished, 'manifest.json'), sealManifest(manifest, folder.key))
    await rename(unfinished, join(lineFolder, name))
    await syncFolder(lineFolder)
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw explainDisk(error, folder.path)
  }
}

/** A full disk as a sentence; every other error as it is. */
export const explainDisk = (error: unknown, path: string): unknown =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    ? new StartupError(`The disk of ${path} is full: make room or remove old backups, and try again.`)
    : error

type Copied = Pick<Manifest, 'database' | 'timeline' | 'postgres' | 'startLsn' | 'endLsn' | 'segmentBytes'> & {
  endedAt: Date
}

type Copy = {
  folder: BackupFolder
  server: ServerAddress
  unfinished: string
  of: string
  progress: Progress
}

async function copyServer({ folder, server, unfinished, of, progress }: Copy): Promise<Copied> {
  const client = await connectReplication(server)
  const sealers = new Map<string, ReturnType<typeof makeSealer>>()
  try {
    const { database, timeline } = await identify(client)
    const { rows: shown } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
    const postgres = Number(shown[0]?.server_version_num)
    const segmentBytes = await segmentBytesOf(client)
    // Holds the log back that this copy needs, until this connection ends.
    await client.query(`CREATE_REPLICATION_SLOT kahawa_base_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`)
    const { messages, rows } = copy(
      client,
      `BASE_BACKUP (LABEL 'kahawa', PROGRESS true, CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    )
    const first = await messages.next()
    // Rows so far: where it begins, then each place of data with its size in kilobytes, of which we have one.
    const total = Number(rows[1]?.[2] ?? 0) * 1024
    await mustHaveRoom(folder.path, total, 'the database has')
    let name = ''
    const file = (part: string) => makeSealer({ path: join(unfinished, part), key: folder.key, of: `${of}/${part}` })
    for (let next = first; !next.done; next = await messages.next()) {
      const message = next.value
      const kind = String.fromCharCode(message[0] ?? 0)
      if (kind === 'n' || kind === 'm') {
        name = kind === 'm' ? listName : baseName
        if (sealers.has(name))
          throw new StartupError('The database has parts in other folders (tablespaces): this backup cannot hold them.')
        sealers.set(name, file(name))
      } else if (kind === 'd') await sealers.get(name)?.write(message.subarray(1))
      else if (kind === 'p' && total > 0) progress('copying', Math.min(1, Number(message.readBigInt64BE(1)) / total))
    }
    for (const sealer of sealers.values()) await sealer.end()
    return {
      database,
      timeline,
      postgres,
      segmentBytes,
      startLsn: rows[0]?.[0] ?? '',
      endLsn: rows.at(-1)?.[0] ?? '',
      endedAt: now(),
    }
  } finally {
    for (const sealer of sealers.values()) await sealer.close()
    await client.end().catch(() => {})
  }
}

/** Gathers what comes in small pieces into chunks. */
function makeSealer(sealed: { path: string; key: Buffer; of: string }) {
  const opened = createSealed(sealed)
  let waiting: Buffer[] = []
  let bytes = 0
  return {
    write: async (data: Buffer): Promise<void> => {
      waiting.push(data)
      bytes += data.length
      if (bytes < chunkBytes) return
      const all = Buffer.concat(waiting)
      await (await opened).append(all.subarray(0, chunkBytes), now())
      waiting = [all.subarray(chunkBytes)]
      bytes = all.length - chunkBytes
    },
    end: async (): Promise<void> => {
      const file = await opened
      await file.append(Buffer.concat(waiting), now(), { isLast: true })
      await file.sync()
    },
    close: async (): Promise<void> => (await opened).close(),
  }
}

type HouseCopy = Pick<Copy, 'folder' | 'unfinished' | 'of'> & { dataDir: string }

/** Seals the files of the data folder, each by itself. Answers how much of the signed heads that was. */
async function copyHouse({ folder, dataDir, unfinished, of }: HouseCopy): Promise<number> {
  let headsBytes = 0
  for (const name of await listHouseFiles(dataDir)) {
    const part = `house-${name}`
    const sealer = makeSealer({ path: join(unfinished, part), key: folder.key, of: `${of}/${part}` })
    try {
      for await (const piece of piecesOf(join(dataDir, name), chunkBytes)) {
        await sealer.write(piece)
        if (name === headsName) headsBytes += piece.length
      }
      await sealer.end()
    } finally {
      await sealer.close()
    }
  }
  return headsBytes
}

/** The content of a sealed file without its chunks' other particulars. */
export async function* contentOf(sealed: { path: string; key: Buffer; of: string }): AsyncGenerator<Buffer> {
  for await (const { data } of readSealed(sealed)) yield data
}

type Verification = { unfinished: string; key: Buffer; of: string; copied: Copied; progress: Progress }

/** Reads everything back from the disk. Answers how many bytes the files of the database have. */
async function verify({ unfinished, key, of, copied, progress }: Verification): Promise<number> {
  const at = (name: string) => ({ path: join(unfinished, name), key, of: `${of}/${name}` })
  const expected = await readFileList(contentOf(at(listName)))
  const total = [...expected.values()].reduce((sum, { size }) => sum + size, 0)
  let [bytes, hash, size]: [number, Hash | null, number] = [0, null, 0]
  const wal = new Set<string>()
  for await (const piece of readTar(contentOf(at(baseName)))) {
    if ('begin' in piece) [hash, size] = [createHash('sha256'), piece.begin.size]
    else if ('data' in piece) {
      hash?.update(piece.data)
      bytes += piece.data.length
      progress('verifying', Math.min(1, bytes / Math.max(1, total)))
    } else {
      const { name, kind } = piece.end
      if (name.startsWith('pg_wal/') && size === copied.segmentBytes) wal.add(name.slice('pg_wal/'.length))
      const listed = expected.get(name)
      if (kind !== 'file' || !listed) continue
      if (listed.size !== size || listed.sha256 !== hash?.digest('hex'))
        throw new StartupError(
          `${name} could not be read back from the backup as it was written: the disk may be failing.`,
        )
      expected.delete(name)
    }
  }
  const [missing] = expected.keys()
  if (missing) throw new StartupError(`The backup came without ${missing}: try again.`)
  for (const segment of segmentsBetween(copied))
    if (!wal.has(segment)) throw new StartupError(`The backup came without the log ${segment}: try again.`)
  for (const name of await readdir(unfinished))
    if (name.startsWith('house-')) for await (const _ of readSealed(at(name)));
  return bytes
}

/** PostgreSQL's own list of the files of a copy, with their sums. */
export async function readFileList(
  content: AsyncIterable<Buffer>,
): Promise<Map<string, { size: number; sha256: string }>> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  const { Files: files } = JSON.parse(Buffer.concat(parts).toString()) as {
    Files: { Path: string; Size: number; Checksum: string }[]
  }
  return new Map(files.map(({ Path, Size, Checksum }) => [Path, { size: Size, sha256: Checksum }]))
}

/** The segments of the log that a backup needs to be whole, by their names. */
function segmentsBetween(range: Copied): string[] {
  const size = BigInt(range.segmentBytes)
  const last = (placeOf(range.endLsn) - 1n) / size
  const names: string[] = []
  for (let segment = placeOf(range.startLsn) / size; segment <= last; segment++)
    names.push(segmentName(range.timeline, segment, size))
  return names
}

async function sumsOf(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = []
  for (const name of (await readdir(folder)).toSorted()) {
    const hash = createHash('sha256')
    for await (const piece of piecesOf(join(folder, name), chunkBytes)) hash.update(piece)
    files.push({ name, bytes: (await stat(join(folder, name))).size, sha256: hash.digest('hex') })
  }
  return files
}

/** Said before anything is written, since half of it on a full disk helps nobody: `why` says what has or needs so much. */
export async function mustHaveRoom(path: string, bytes: number, why: string): Promise<void> {
  if (!existsSync(path)) return
  const { bavail, bsize } = await statfs(path)
  const free = bavail * bsize
  if (free < bytes)
    throw new StartupError(
      `There is not enough room in ${path}: ${why} ${inMegabytes(bytes)}, ${inMegabytes(free)} are free.`,
    )
}

export const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`
