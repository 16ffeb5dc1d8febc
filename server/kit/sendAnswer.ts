import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Scope } from './db.ts'
import type { House } from './house.ts'
import type { FileReply } from './refused.ts'
import type { StreamReply } from './serve.ts'

/** A file name for people, in the two forms that all browsers understand. */
export const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`

/** Sends a file that is there already. */
export function sendFile(reply: FastifyReply, answer: FileReply, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': answer.type, 'content-disposition': disposition(answer.name), ...answer.headers })
    .send(answer.body)
}

type Stream = { house: House; scope: Scope; answer: StreamReply; reply: FastifyReply; longestPauseMs?: number }

/**
 * Opens the answer's own transaction and sends while it reads. A reader who goes away ends it, and so does one who takes nothing
 * for `longestPauseMs`, which is longer than any statement may take.
 */
export async function sendStream({
  house,
  scope,
  answer,
  reply,
  longestPauseMs = 150_000,
}: Stream): Promise<FastifyReply> {
  void reply.headers({
    'content-type': answer.type,
    ...(answer.name ? { 'content-disposition': disposition(answer.name) } : {}),
    ...answer.headers,
  })
  if (answer.type === 'text/event-stream') return reply.send(Readable.from(answer.produce(undefined as never))) // border: event streams poll in short transactions of their own
  await answer.before?.(house)
  reply.raw.setTimeout(longestPauseMs, () => reply.raw.destroy())
  await house.db.aside.transaction(
    scope,
    async (tx) => {
      const body = Readable.from(answer.produce(tx))
      const ended = new Promise<void>((resolve) => reply.raw.once('close', resolve))
      void reply.send(body)
      await ended
    },
    { readOnly: true },
  )
  return reply
}
