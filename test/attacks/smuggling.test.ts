import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../kit/world.ts'
import { openSocket } from './rawRequest.ts'

// What two programs on the way may read as two requests, or as one: each is refused, and the connection is closed.
let world: World
let address: string
beforeAll(async () => {
  world = await makeWorld()
  address = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world?.close())

/** Everything that comes until the server hangs up, or nothing came for a while. */
async function answersTo(text: string): Promise<{ statuses: number[]; closed: boolean }> {
  const socket = await openSocket(address)
  let all = ''
  socket.on('data', (piece: Buffer) => (all += piece.toString('latin1')))
  socket.setTimeout(400, () => socket.emit('quiet'))
  const ended = Promise.race([once(socket, 'end').then(() => true), once(socket, 'quiet').then(() => false)])
  socket.write(text, 'latin1')
  const closed = await ended
  socket.destroy()
  return { statuses: [...all.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)), closed }
}

const smuggled = 'GET /api/auth/me HTTP/1.1\r\nhost: kahawa\r\n\r\n'
const post = (headers: string, body: string): string =>
  `POST /api/auth/login HTTP/1.1\r\nhost: kahawa\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const whole = `${chunk('{}')}0\r\n\r\n`

test('a request that says once where it ends is answered, and the one behind it too', async () => {
  const { statuses } = await answersTo(post('content-length: 2', '{}') + smuggled)
  expect(statuses).toEqual([422, 401])
  expect((await answersTo(post('transfer-encoding: chunked', whole) + smuggled)).statuses).toEqual([422, 401])
})

test.each([
  ['a length and chunks', post('content-length: 4\r\ntransfer-encoding: chunked', whole)],
  ['chunks and a length', post('transfer-encoding: chunked\r\ncontent-length: 4', whole)],
  ['two lengths that differ', post('content-length: 2\r\ncontent-length: 40', '{}')],
  ['two lengths in one line', post('content-length: 2, 40', '{}')],
  ['a length with a sign', post('content-length: +2', '{}')],
  ['a length below nothing', post('content-length: -1', '{}')],
  ['a length in another base', post('content-length: 0x2', '{}')],
  ['a length above all numbers', post('content-length: 99999999999999999999999', '{}')],
  ['an encoding that nobody knows', post('transfer-encoding: xchunked', whole)],
  ['chunks that are not last', post('transfer-encoding: chunked, identity', whole)],
  ['chunks twice', post('transfer-encoding: chunked\r\ntransfer-encoding: identity', whole)],
  ['a blank before the colon', post('transfer-encoding : chunked', whole)],
  ['a folded header', post('x: y\r\n transfer-encoding: chunked\r\ncontent-length: 2', '{}')],
  ['a header without a name', post(': chunked\r\ncontent-length: 2', '{}')],
  ['a NUL in a header', post('x: a\0b\r\ncontent-length: 2', '{}')],
  ['a CR alone in a header', post('x: a\rtransfer-encoding: chunked\r\ncontent-length: 2', '{}')],
  ['a chunk whose size is no number', post('transfer-encoding: chunked', `g\r\n{}\r\n0\r\n\r\n`)],
  ['a chunk whose size has a sign', post('transfer-encoding: chunked', `+2\r\n{}\r\n0\r\n\r\n`)],
  ['a chunk that is longer than its size', post('transfer-encoding: chunked', `1\r\n{}\r\n0\r\n\r\n`)],
  ['a chunk that ends by LF alone', post('transfer-encoding: chunked', `2\n{}\n0\n\n`)],
  ['another version', 'GET /api/auth/me HTTP/1.1.1\r\nhost: kahawa\r\n\r\n'],
])('%s: refused, the connection closed, and nothing behind it is answered', async (_, text) => {
  const { statuses, closed } = await answersTo(text + smuggled)
  expect([statuses, closed]).toEqual([[400], true])
})
