import { connect as connectPlain, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { now } from './clock.ts'
import type { Figure } from './figures.ts'
import { readNamed } from './startupError.ts'

/** How the sending of the log stands. */
type Stand = { isReached: boolean; waiting: number; lost: number }

/** Another machine that keeps the log. `write` takes a line of JSON as the log writes it. */
export type LogServer = {
  write: (line: string) => void
  stand: () => Stand
  /** Sends what waits, for as long as a stop may take. */
  stop: () => Promise<void>
}

type Opening = { url: string; ca: string | undefined; most?: number; firstPauseMs?: number }
type Line = { frame: string; flushedAt: number | null }

/** So many lines wait for a machine that is away; what comes above is counted. */
const mostWaiting = 10_000
// What was written shortly before a connection broke may lie in a buffer that nobody has read: it is sent again.
const unsureMs = 10_000
const mostUnsure = 1_000
// What a connection holds that its other end has not read yet, in bytes.
const mostUnread = 1_000_000
const longestPauseMs = 30_000
const stopWithinMs = 2_000
const lookMs = 10
/** Facility local0, and the severity of each level. Source: RFC 5424, 6.2.1. */
const facility = 16
const severities: Readonly<Record<number, number>> = { 60: 2, 50: 3, 40: 4, 30: 6, 20: 7, 10: 7 }

/**
 * Sends the log by syslog over TLS (RFC 5424 and 5425), to whoever has a certificate for the name in the address. Each line carries
 * its number: one that is missing there is seen, one that came twice is known. What had to be left out is said by a line of its own.
 */
export function openLogServer({ url, ca, most = mostWaiting, firstPauseMs = 1_000 }: Opening): LogServer {
  const { protocol, hostname: host, port } = new URL(url)
  const authority = ca === undefined ? {} : { ca: readNamed('LOG_CA', ca) }
  const name = host.replace(/^\[|\]$/g, '')
  const to = { host: name, port: Number(port || 6514) }
  const open = (): Socket =>
    protocol === 'tls:' ? connectTls({ ...to, ...authority, minVersion: 'TLSv1.2' }) : connectPlain(to)
  const ready = protocol === 'tls:' ? 'secureConnect' : 'connect'

  /** What was not surely taken, oldest first: `sent` lines of it are with the connection already. */
  let lines: Line[] = []
  let sent = 0
  let lastNumber = 0
  let lost = 0
  let told = 0
  let socket: Socket | null = null
  let isStopping = false
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | null = null

  const number = (): number => (lastNumber = lastNumber === 2_147_483_647 ? 1 : lastNumber + 1)
  const add = (line: string): void => void lines.push({ frame: frameOf(line, number()), flushedAt: null })

  function forgetSure(): void {
    const at = now().getTime()
    const sure = lines.findIndex(
      ({ flushedAt }, n) => flushedAt === null || (at - flushedAt < unsureMs && n >= sent - mostUnsure),
    )
    const gone = sure < 0 ? lines.length : sure
    if (gone === 0) return
    lines = lines.slice(gone)
    sent -= gone
  }

  function send(to: Socket): void {
    while (sent < lines.length && to.writableLength < mostUnread) {
      const line = lines[sent]
      if (!line) return
      sent += 1
      to.write(line.frame, (fault) => {
        if (!fault) line.flushedAt = now().getTime()
      })
    }
  }

  function push(): void {
    if (!socket) return
    send(socket)
    if (lost > told && lines.length - sent < most) {
      add(lostLine(lost - told))
      told = lost
      send(socket)
    }
    forgetSure()
  }

  function dial(): void {
    timer = null
    if (isStopping && lines.length === sent) return
    const dialled = open()
    dialled.setKeepAlive(true, 10_000).setNoDelay(true)
    dialled.setTimeout(longestPauseMs, () => {
      if (socket !== dialled) dialled.destroy()
    })
    dialled.once(ready, () => {
      socket = dialled
      pauseMs = firstPauseMs
      dialled.resume() // nobody answers; the end of the connection is heard all the same
      push()
    })
    dialled.on('drain', push)
    dialled.on('end', () => dialled.destroy()) // whoever stops to read says so, and is not written to any more
    dialled.on('error', () => {}) // followed by the end
    dialled.once('close', () => {
      if (socket === dialled) socket = null
      sent = 0 // all that was not surely taken goes again
      if (isStopping) return
      timer = setTimeout(dial, pauseMs).unref()
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    })
  }
  dial()

  const waiting = (): number => lines.filter(({ flushedAt }) => flushedAt === null).length
  return {
    write: (line) => {
      if (lines.length - sent >= most) lost += 1
      else add(line)
      push()
    },
    stand: () => ({ isReached: socket !== null, waiting: waiting(), lost }),
    stop: async () => {
      isStopping = true
      for (let n = 0; socket && waiting() > 0 && n < stopWithinMs / lookMs; n++) await sleep(lookMs)
      if (timer) clearTimeout(timer)
      const open = socket
      if (!open) return
      await Promise.race([
        new Promise<void>((resolve) => open.end(resolve)),
        sleep(stopWithinMs, undefined, { ref: false }),
      ])
      open.destroy()
    },
  }
}

const lostLine = (count: number): string =>
  JSON.stringify({
    level: 50,
    time: now().toISOString(),
    count,
    msg: 'lines of the log were not sent, they are on the machine itself',
  })

const from = hostname().replace(/[^\x21-\x7e]/g, '') || '-'

/** A line as a message of syslog, with its length in front. */
function frameOf(line: string, number: number): string {
  const { level, time } = JSON.parse(line) as { level: number; time: string } // border: lines of the log
  const priority = facility * 8 + (severities[level] ?? 5)
  const message = `<${priority}>1 ${time} ${from} kahawa ${process.pid} - [meta sequenceId="${number}"] ${line.trimEnd()}`
  return `${Buffer.byteLength(message)} ${message}`
}

/** How the sending of the log stands, for operators. */
export const logFigures: readonly Figure[] = [
  {
    name: 'log_server_reached',
    help: '1 while the machine that keeps the log takes lines',
    read: async ({ logServer }) => (logServer ? [{ value: logServer.stand().isReached ? 1 : 0 }] : []),
  },
  {
    name: 'log_lines_waiting',
    help: 'Lines that wait for that machine',
    read: async ({ logServer }) => (logServer ? [{ value: logServer.stand().waiting }] : []),
  },
  {
    name: 'log_lines_lost',
    help: 'Lines since the start that could not wait any more and are on this machine only',
    read: async ({ logServer }) => (logServer ? [{ value: logServer.stand().lost }] : []),
  },
]
