import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { AnswerFault, InjectedFault } from './faults.ts'

/** An answer of a bank call; `wrong` is what is sent when the bank mixes up two customers. */
export type Answer = { status: number; body: object; wrong?: object }

/** The headers that sign a body as an answer of the bank. */
export type SignAnswer = (body: string) => Record<string, string>

/** Sends the answer as the bank should, or as the fault has it. */
export async function sendAnswer(
  { response, signed }: { response: ServerResponse; signed: SignAnswer },
  answer: Answer,
  fault: InjectedFault<AnswerFault> | null,
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      return sendJson(response, answer.status, answer.body, signed)
    case 'unsigned':
      return sendJson(response, answer.status, answer.body)
    case 'forged':
      // Another reference under the signature of the right body.
      return sendJson(response, answer.status, forged(answer.body), () => signed(JSON.stringify(answer.body)))
    case 'timeout':
      // Held until the other side gives up.
      return
    case 'late':
      await sleep(fault.delayMs, undefined, { ref: false })
      return sendJson(response, answer.status, answer.body, signed)
    case 'wrong':
      return sendJson(response, answer.status, answer.wrong ?? answer.body, signed)
    case 'garbage':
      return sendGarbage(response, { hit: fault.hit, answer, signed })
    case 'error500':
      return sendJson(response, 500, { error: 'Internal Server Error' })
    case 'drop':
      response.socket?.destroy()
      return
    case 'away':
      response.socket?.resetAndDestroy()
      return
    case 'duplicate':
      return sendTwice(response, answer, signed)
  }
}

/** Sends JSON with its length. */
export function sendJson(response: ServerResponse, status: number, body: object, signed?: SignAnswer): void {
  if (response.destroyed) return
  const text = JSON.stringify(body)
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...signed?.(text),
    })
    .end(text)
}

const forged = (body: object): object =>
  JSON.parse(
    JSON.stringify(body).replaceAll(/"TransactionReference":"[^"]*"/g, '"TransactionReference":"FORGED-1"'),
  ) as object

// The second answer goes out on the kept-alive connection without a request: it must not become the answer to the next call.
function sendTwice(response: ServerResponse, answer: Answer, signed: SignAnswer): void {
  const { socket } = response
  response.once('finish', () => {
    const text = JSON.stringify(answer.body)
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`
    if (socket?.writable) socket.write(head + text)
  })
  sendJson(response, answer.status, answer.body, signed)
}

type Garbage = { body: string | Buffer; headers?: Record<string, string> }

/** The ways in which an answer can be no answer; the n-th hit of a garbage fault sends the n-th. */
export const garbageKinds: readonly ((right: string) => Garbage)[] = [
  () => ({ body: 'this is not JSON' }),
  (right) => ({ body: right.slice(0, -5) }),
  () => ({ body: '<html><body>Scheduled maintenance</body></html>', headers: { 'content-type': 'text/html' } }),
  (right) => ({ body: right.replaceAll(/"([^"]*)":"[^"]*"/g, '"$1":{"value":[1,2,3]}') }),
  () => ({ body: 'null' }),
  () => ({ body: '[]' }),
  () => ({ body: '{"__proto__":{"statusCode":"00","receiverName":"NOBODY"}}' }),
  () => ({ body: '' }),
  (right) => ({ body: `${right.slice(0, -1)},"padding":"${'x'.repeat(5_000_000)}"}` }),
  (right) => ({ body: Buffer.concat([Buffer.from(right.slice(0, -2)), Buffer.from([0xff, 0xfe, 0x22, 0x7d])]) }),
  () => ({ body: bomb(), headers: { 'content-encoding': 'gzip' } }),
  (right) => ({ body: right, headers: { 'content-encoding': 'gzip' } }),
  (right) => ({ body: right + right }),
  () => ({ body: '['.repeat(10_000) }),
]

// A bank that answers garbage signs it as well.
function sendGarbage(
  response: ServerResponse,
  { hit, answer, signed }: { hit: number; answer: Answer; signed: SignAnswer },
): void {
  const make = garbageKinds[hit % garbageKinds.length] ?? (() => ({ body: '' }))
  const { body, headers }: Garbage = make(JSON.stringify(answer.body))
  const signature = typeof body === 'string' ? signed(body) : {}
  response.writeHead(200, { 'content-type': 'application/json', ...signature, ...headers }).end(body)
}

let packed: Buffer | undefined
function bomb(): Buffer {
  packed ??= gzipSync(Buffer.alloc(50_000_000, ' '))
  return packed
}
