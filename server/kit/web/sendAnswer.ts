import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Scope } from '../db.ts'
import type { House } from '../house.ts'
import type { FileReply } from '../refused.ts'
import type { StreamReply } from './serve.ts'
import { takePlace, takeView } from './streamPlaces.ts'

/** A file name for people, in the two forms that all browsers understand. */
export const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded(name)}`

// RFC 8187 leaves fewer signs as they are than addresses do; half a character is none.
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Sends a file that is there already. */
export function sendFile(reply: FastifyReply, answer: FileReply, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': answer.type, 'content-disposition': disposition(answer.name), ...answer.headers })
    .send(answer.body)
}

type Stream = { house: House; scope: Scope; who: string; answer: StreamReply; reply: FastifyReply; patience?: Patience }

/** How slow a reader may be. */
export type Patience = { leastBytesPerSecond: number; windowMs: number; longestMs: number }

// A telephone at the edge of the net takes 20 kB in a second; who takes less for half a minute holds a connection that another
// waits for. In ten minutes a million rows are through a line of 10 Mbit/s, and the database must not keep an old state for longer.
const defaultPatience: Patience = { leastBytesPerSecond: 8_192, windowMs: 30_000, longestMs: 600_000 }

/**
 * Opens the answer's own transaction and sends while it reads. `who` may have two on their way. A reader who goes away ends it, and
 * so does one who is too slow or takes too long.
 */
export async function sendStream({
  house,
  scope,
  who,
  answer,
  reply,
  patience = defaultPatience,
}: Stream): Promise<FastifyReply> {
  const isView = answer.type === 'text/event-stream'
  const leave = isView ? takeView(who) : await takePlace({ db: house.db, who })
  try {
    void reply.headers({
      'content-type': answer.type,
      ...(answer.name ? { 'content-disposition': disposition(answer.name) } : {}),
      ...answer.headers,
    })
    const ended = new Promise<void>((resolve) => reply.raw.once('close', resolve))
    if (isView) {
      void reply.send(Readable.from(answer.produce(undefined as never))) // border: event streams poll in short transactions of their own
      await ended
      return reply
    }
    await answer.before?.(house)
    const read = house.replica?.stream ?? house.db.streams.transaction
    await read(
      scope,
      async (tx) => {
        if (reply.raw.destroyed) return // gone while it waited
        void reply.send(Readable.from(answer.produce(tx)))
        const stopWatching = limitSlowReader(reply.raw, patience)
        await ended
        stopWatching()
      },
      { readOnly: true },
    )
    return reply
  } finally {
    leave()
  }
}

/** Hangs up on a reader who leaves something lying and takes less than the least, and on every one in the end. */
function limitSlowReader(raw: ServerResponse, { leastBytesPerSecond, windowMs, longestMs }: Patience): () => void {
  const checks = 10
  const bytesSent = (): number => (raw.socket ? raw.socket.bytesWritten - raw.socket.writableLength : 0)
  let stalledChecks = 0
  let before = bytesSent()
  const hangUp = (): void => void raw.destroy()
  const timer = setInterval(() => {
    // A query that takes its time is not the reader's fault: the time counts in which something lay ready for them.
    stalledChecks = raw.writableLength > 0 ? stalledChecks + 1 : 0
    if (stalledChecks === 0) before = bytesSent()
    if (stalledChecks < checks) return
    if (bytesSent() - before < (leastBytesPerSecond * windowMs) / 1000) hangUp()
    stalledChecks = 0
    before = bytesSent()
  }, windowMs / checks)
  const end = setTimeout(hangUp, longestMs)
  return () => {
    clearInterval(timer)
    clearTimeout(end)
  }
}
