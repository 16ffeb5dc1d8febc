import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { now } from '../clock.ts'
import { erasedPart, sealedIn, syncFolder, type BackupFolder } from './backupFolder.ts'
import { erasedName } from './houseFiles.ts'
import { headsName } from '../audit/auditChain.ts'
import {
  connectReplication,
  connectWatch,
  copy,
  lsnOf,
  placeOf,
  segmentName,
  segmentOf,
  type Copying,
  type ServerAddress,
} from './replication.ts'
import { chunkBytes, continueSealed, createSealed, type SealedWriter } from './sealedFile.ts'

/** Where PostgreSQL remembers how far the backup has come, so that it keeps the log which is not there yet. */
export const slotName = 'kahawa_backup'
const lookEveryMs = 500
const waitMs = 250
/** In a quiet hour a word is written all the same: until when nothing is missing. */
const wordEveryMs = 15_000

type Archiving = {
  folder: BackupFolder
  line: string
  server: ServerAddress
  timeline: number
  segmentBytes: number
  dataDir: string
  /** Told after everything that was acknowledged before `at` is on the disk of the backup. */
  reached: (at: Date) => void
  /** Where the heads are continued; null while there is no full backup of the line. */
  heads: () => HeadsFile | null
  signal: AbortSignal
}

/** The signed heads since a full backup: the file beside it, and how much of them was there before it. */
type HeadsFile = { name: string; from: number }

/**
 * Writes down everything that PostgreSQL logs, as it logs it, until it is told to stop or the connection breaks (which throws).
 * It goes on exactly where the folder ends. On a stop it first waits for what is on its way.
 */
export async function archiveLog(archiving: Archiving): Promise<void> {
  const { folder, line, server, timeline, segmentBytes, signal } = archiving
  const client = await connectReplication(server)
  const watch = await connectWatch(server)
  let timer: NodeJS.Timeout | undefined
  const log = makeLogWriter({ folder, line, timeline, segmentBytes: BigInt(segmentBytes) })
  const heads = makeHeadsWriter(archiving)
  const keepErased = makeErasedWriter(archiving)
  try {
    await refuseSecond(watch)
    const slotAt = await reserveSlot(client)
    const from = (await log.end()) ?? placeOf(slotAt) - (placeOf(slotAt) % BigInt(segmentBytes))
    const copying = copy(client, `START_REPLICATION SLOT ${slotName} PHYSICAL ${lsnOf(from)} TIMELINE ${timeline}`)
    log.begin(from)
    const looks: { at: Date; place: bigint }[] = []
    let isLooking = false
    let lastWord = performance.now()
    // What the server had on its disk at a moment: once it is on ours too, nothing from before that moment is missing.
    const look = async (): Promise<void> => {
      if (isLooking || looks.length > 0) return
      isLooking = true
      try {
        const at = now()
        await heads.read()
        await keepErased()
        const { rows } = await watch.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
        looks.push({ at, place: placeOf(rows[0]?.lsn ?? '0/0') })
        sayHowFar(copying, log.place(), true)
      } finally {
        isLooking = false
      }
    }
    let lastLook = 0
    timer = setInterval(() => {
      const isTime = signal.aborted || performance.now() - lastLook > lookEveryMs
      if (isTime) lastLook = performance.now()
      if (isTime) look().catch(() => {}) // the connection of the log ends too, and tells
      else if (log.waiting() > 0 || signal.aborted) sayHowFar(copying, log.place(), true) // its answer wakes us
    }, waitMs)
    let since = performance.now()
    let stopBy: Date | null = null
    for await (const message of copying.messages) {
      if (message[0] === 0x77) {
        if (log.waiting() === 0) since = performance.now()
        log.take(message.readBigUInt64BE(1), message.subarray(25))
      }
      const [looked] = looks
      const at = looked && log.taken() >= looked.place ? looked.at : undefined
      const isDue = log.waiting() > 0 && (performance.now() - since > waitMs || log.waiting() > chunkBytes / 2)
      if (!isDue && !at) continue
      const isWordDue = performance.now() - lastWord > wordEveryMs
      if (log.waiting() > 0 || (at && isWordDue)) {
        await log.write(at)
        lastWord = performance.now()
        sayHowFar(copying, log.place(), false)
      }
      if (!at) continue
      await heads.write(at)
      archiving.reached(at)
      looks.pop()
      if (signal.aborted) stopBy ??= now()
      if (stopBy && at > stopBy) return
    }
  } finally {
    clearInterval(timer)
    await log.close()
    await heads.close()
    // The server sends on until the connection is gone.
    client.end().catch(() => {})
    await watch.end().catch(() => {})
  }
}

// Any fixed number: it only has to be the same in every process of the same database.
const archiveLock = 7_203_851_470

/** Two that write one file would spoil it. The lock ends with the connection. */
async function refuseSecond(watch: Client): Promise<void> {
  const { rows } = await watch.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [archiveLock])
  if (!rows[0]?.free) throw new Error('Another server of this data folder backs it up already.')
}

/** Makes the server keep its log for us from now on; answers where it begins. */
async function reserveSlot(client: Client): Promise<string> {
  const read = async () =>
    (await client.query<{ restart_lsn: string | null }>(`READ_REPLICATION_SLOT ${slotName}`)).rows[0]?.restart_lsn
  const found = await read()
  if (found) return found
  await client.query(`CREATE_REPLICATION_SLOT ${slotName} PHYSICAL RESERVE_WAL`)
  return (await read()) ?? '0/0'
}

/** Standby status update: written, flushed and applied up to here. */
function sayHowFar(copying: Copying, place: bigint, isAnswerWanted: boolean): void {
  const message = Buffer.alloc(34)
  message.write('r')
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(place, at)
  message[33] = isAnswerWanted ? 1 : 0
  copying.send(message)
}

type LogPlace = { folder: BackupFolder; line: string; timeline: number; segmentBytes: bigint }

/** The segments of the log in the folder, of which the newest is continued. */
function makeLogWriter({ folder, line, timeline, segmentBytes }: LogPlace) {
  const wal = join(folder.path, line, 'wal')
  const sealedOf = (name: string) => sealedIn(folder, line, 'wal', name)
  let file: SealedWriter | null = null
  let waiting: Buffer[] = []
  let [waitingBytes, written] = [0, 0n]
  let reachedAt = new Date(0)
  return {
    /** Where the folder ends; null when nothing was written yet. */
    end: async (): Promise<bigint | null> => {
      await mkdir(wal, { recursive: true, mode: 0o700 })
      const newest = (await readdir(wal)).toSorted().at(-1)
      if (!newest) return null
      const begin = segmentOf(newest, segmentBytes) * segmentBytes
      const continued = await continueSealed(sealedOf(newest))
      reachedAt = continued.lastAt ?? reachedAt
      if (continued.isWhole) await continued.close()
      else file = continued
      return begin + BigInt(continued.plainBytes)
    },
    begin: (place: bigint) => void (written = place),
    take: (place: bigint, data: Buffer) => {
      if (place !== written + BigInt(waitingBytes))
        throw new Error(`the log goes on at ${lsnOf(place)}: there is a gap`)
      waiting.push(data)
      waitingBytes += data.length
    },
    waiting: () => waitingBytes,
    taken: () => written + BigInt(waitingBytes),
    /** What is on the disk of the backup. */
    place: () => written,
    /** Brings what is waiting to the disk; `at` says that with it nothing from before that moment is missing. */
    write: async (at?: Date): Promise<void> => {
      let data = Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
      do {
        const inSegment = written % segmentBytes
        const part = data.subarray(0, Math.min(chunkBytes, Number(segmentBytes - inSegment), data.length))
        data = data.subarray(part.length)
        if (data.length === 0 && at) reachedAt = at
        const isLast = inSegment + BigInt(part.length) === segmentBytes
        file ??= await createSealed(sealedOf(segmentName(timeline, written / segmentBytes, segmentBytes)))
        await file.append(part, reachedAt, { isLast })
        written += BigInt(part.length)
        if (isLast || data.length === 0) await file.sync()
        if (!isLast) continue
        await file.close()
        file = null
        await syncFolder(wal)
      } while (data.length > 0)
    },
    close: async () => file?.close(),
  }
}

/** Signed heads of the audit trail since the newest full backup: read first, written once the log has come so far. */
function makeHeadsWriter({ folder, line, dataDir, heads }: Pick<Archiving, 'folder' | 'line' | 'dataDir' | 'heads'>) {
  let opened: { name: string; file: SealedWriter; end: number } | null = null
  let read: Buffer | null = null
  const openFor = async ({ name, from }: HeadsFile) => {
    const within = join(folder.path, line, 'heads')
    await mkdir(within, { recursive: true, mode: 0o700 })
    const sealed = sealedIn(folder, line, 'heads', name)
    const isThere = (await readdir(within)).includes(name)
    if (!isThere) return { name, file: await createSealed(sealed), end: from }
    const file = await continueSealed(sealed)
    return { name, file, end: from + file.plainBytes }
  }
  return {
    read: async (): Promise<void> => {
      const wanted = heads()
      if (!wanted) return
      if (opened?.name !== wanted.name) {
        await opened?.file.close()
        opened = await openFor(wanted)
      }
      const file = await open(join(dataDir, headsName), 'r').catch(() => null)
      const bytes = Buffer.alloc(chunkBytes)
      const { bytesRead } = (await file?.read(bytes, 0, chunkBytes, opened.end)) ?? { bytesRead: 0 }
      await file?.close()
      // Whole lines only: the last may be under way.
      const length = bytes.subarray(0, bytesRead).lastIndexOf(0x0a) + 1
      read = length > 0 ? bytes.subarray(0, length) : null
    },
    write: async (at: Date): Promise<void> => {
      if (!read || !opened) return
      await opened.file.append(read, at)
      await opened.file.sync()
      opened.end += read.length
      read = null
    },
    close: async () => opened?.file.close(),
  }
}

/** Who was erased, as a whole and anew each time: it is small, and only its newest state counts. */
function makeErasedWriter({ folder, line, dataDir }: Pick<Archiving, 'folder' | 'line' | 'dataDir'>) {
  let kept = ''
  return async (): Promise<void> => {
    const text = await readFile(join(dataDir, erasedName), 'utf8').catch(() => '')
    if (text === kept) return
    const sealed = sealedIn(folder, line, erasedPart)
    const unfinished = `${sealed.path}.unfinished`
    await rm(unfinished, { force: true })
    const file = await createSealed({ ...sealed, path: unfinished })
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length; from += chunkBytes)
      await file.append(bytes.subarray(from, from + chunkBytes), now(), { isLast: from + chunkBytes >= bytes.length })
    await file.sync()
    await file.close()
    await rename(unfinished, sealed.path)
    await syncFolder(dirname(sealed.path))
    kept = text
  }
}
