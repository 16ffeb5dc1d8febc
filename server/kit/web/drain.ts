import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '#server/config.ts'

/** What a proxy takes at most to find out that we are about to stop, and what requests then have to come to their end. */
const usual = { noticeMs: 2_500, longestMs: 12_000 }
/** In this a request that was sent before comes in. */
const arrivalMs = 250

/** Whether an answer is a live view of progress, which lasts as long as somebody looks. */
export const isView = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')

/** Whether this server has been told to stop: whoever asks if it is ready hears so. */
export type Drain = { isStopping: () => boolean }

/**
 * Lets the server stop without losing a request: behind a proxy it first answers on, says that it is not ready and closes each
 * connection with its answer; then it takes no new connection, and what runs comes to its end. What takes too long is cut off; live
 * views of progress at once, which the browser opens again elsewhere, and soon the connections on which nothing has ever been asked:
 * browsers and proxies keep such ready, and Node takes them for busy ones.
 */
export function drainOnClose(app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>, times = usual): Drain {
  let isStopping = false
  const views = new Set<ServerResponse>()
  const connections = new Set<Socket>()
  const keep = (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  // Over TLS the first is what carries the second, which has read nothing when all that came was the handshake.
  app.server.on('connection', keep).on('secureConnection', keep)
  app.addHook('onSend', async (_request, reply) => {
    // Who began to ask before would otherwise hold its connection until it has been idle for long.
    if (isStopping) void reply.header('connection', 'close')
    if (!isView(reply)) return
    views.add(reply.raw)
    reply.raw.once('close', () => views.delete(reply.raw))
  })
  app.addHook('preClose', async () => {
    isStopping = true
    for (const view of views) view.destroy()
    if (trustProxy) await sleep(times.noticeMs)
    setTimeout(() => {
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
    }, arrivalMs).unref()
    setTimeout(() => app.server.closeAllConnections(), times.longestMs).unref()
  })
  return { isStopping: () => isStopping }
}
