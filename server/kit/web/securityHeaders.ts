import type { Socket } from 'node:net'
import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '#contract/house/errors.ts'
import type { Config } from '#server/config.ts'

type Headers = Readonly<Record<string, string>>

/** What every answer carries, whatever it is. A page replaces the policy by its own; nothing else that we send may run or be framed. */
export const securityHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): Headers => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  // Who uses TLS once is never to be led to the bare address of the same name.
  ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

const refusal = (code: 'input.malformed' | 'record.not_found'): string =>
  JSON.stringify({ error: true, code, message: errors[code].message })

/** Answers an address that the router cannot read: no hook and no error handler of ours is called. */
export const answerBadAddress =
  (headers: Headers) =>
  (error: { code: string }, _request: FastifyRequest, reply: FastifyReply): void => {
    // Longer than any id of ours, so there is no such record.
    const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'record.not_found' : 'input.malformed'
    void reply.code(errors[code].status).headers(headers).type('application/json; charset=utf-8').send(refusal(code))
  }

const statusOfFault: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Answers what is no HTTP, or ends it where an answer is on its way already. */
export const answerNoHttp =
  (headers: Headers) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statusOfFault[error.code ?? ''] ?? '400 Bad Request'
    const body = refusal('input.malformed')
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    // An answer that has begun must not be cut open by another one.
    const begun = (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent // border: as Node itself asks
    if (socket.writable && !begun) socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }
