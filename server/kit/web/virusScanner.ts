import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Logger } from 'pino'
import type { Figure } from '../figures.ts'
import type { Listening } from '../networks.ts'
import { Refused } from '../refused.ts'

/** How files fared so far, and whether the last one could be scanned at all. */
type Stand = { clean: number; infected: number; unscanned: number; isAway: boolean }

/** What looks through each file that comes before anything of it is kept. */
export type VirusScanner = {
  /** Refuses a file that is infected, and one that could not be scanned. */
  scan: (file: { path: string }) => Promise<void>
  /** Whether the scanner answers now. */
  answers: () => Promise<boolean>
  stand: () => Stand
}

// The time of a file of 50 MB on a busy machine; a scanner that answers nothing for so long is away.
const patienceMs = 60_000
const pieceSize = 256 * 1024

/**
 * A clamd at an address, asked by its own protocol (INSTREAM): the bytes go there, so that it needs no right to our folders. Without its
 * answer nothing is kept. What it calls the virus stands in the log, where files that only look like one are told from the others.
 */
export function openScanner({ at, log, patience = patienceMs }: Opening): VirusScanner {
  const stand: Stand = { clean: 0, infected: 0, unscanned: 0, isAway: false }
  const away = (why: string): Refused => {
    stand.unscanned += 1
    stand.isAway = true
    log.error({ why }, 'a file could not be scanned and was refused')
    return new Refused('upload.not_scanned')
  }
  return {
    scan: async ({ path }) => {
      const said = await ask({ at, patience, path }).catch((error: unknown) => {
        throw away(error instanceof Error ? error.message : String(error))
      })
      const [, virus] = /^stream: (.+) FOUND$/.exec(said) ?? []
      if (virus === undefined && said !== 'stream: OK') throw away(said.slice(0, 200))
      stand.isAway = false
      if (virus === undefined) {
        stand.clean += 1
        return
      }
      stand.infected += 1
      log.warn({ virus: virus.slice(0, 200), times: stand.infected }, 'a file with a virus was refused')
      throw new Refused('upload.infected')
    },
    answers: () =>
      ask({ at, patience: 2_000 }).then(
        (said) => said === 'PONG',
        () => false,
      ),
    stand: () => stand,
  }
}

type Opening = { at: Listening; log: Pick<Logger, 'warn' | 'error'>; patience?: number }

/** Sends a file, or only asks whether somebody is there. Answers what clamd says in one line. */
async function ask({ at, patience, path }: { at: Listening; patience: number; path?: string }): Promise<string> {
  const socket = connect(at)
  socket.setTimeout(patience, () => socket.destroy(new Error('it does not answer')))
  const answered = answerOf(socket)
  // It is awaited below; whoever hangs up while we still send is heard there.
  answered.catch(() => {})
  try {
    if (path === undefined) socket.write('zPING\0')
    else await sendFile(socket, path, answered)
    return await answered
  } finally {
    socket.destroy()
  }
}

async function sendFile(socket: Socket, path: string, answered: Promise<string>): Promise<void> {
  socket.write('zINSTREAM\0')
  let isAnswered = false
  const ended = answered.then(
    () => (isAnswered = true),
    () => (isAnswered = true),
  )
  for await (const piece of createReadStream(path, { highWaterMark: pieceSize }) as AsyncIterable<Buffer>) {
    // A file above its own limit is answered before the end, and nothing more is read.
    if (isAnswered) return
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    socket.write(length)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), ended])
  }
  socket.write(Buffer.alloc(4))
}

async function answerOf(socket: Socket): Promise<string> {
  let said = ''
  for await (const piece of socket as AsyncIterable<Buffer>) {
    said += piece.toString('latin1')
    const end = said.indexOf('\0')
    if (end >= 0) return said.slice(0, end).trim()
    if (said.length > 10_000) break
  }
  throw new Error('it hung up without an answer')
}

/** How scanning stands, for operators. */
export const scannerFigures: readonly Figure[] = [
  {
    name: 'virus_scanner_answers',
    help: '1 while the scanner of files answers, 0 while files are refused for want of it',
    read: async ({ scanner }) => (scanner ? [{ value: (await scanner.answers()) ? 1 : 0 }] : []),
  },
  {
    name: 'scanned_files',
    help: 'Files that came since the start, by what became of them: clean, infected, or unscanned and refused',
    labels: ['outcome'],
    read: async ({ scanner }) => {
      if (!scanner) return []
      const { isAway: _isAway, ...counts } = scanner.stand()
      return Object.entries(counts).map(([outcome, value]) => ({ value, labels: { outcome } }))
    },
  },
]
