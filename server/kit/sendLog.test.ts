import type { AddressInfo, Socket } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { makeAuthority, type Authority, type Issued } from '#test/kit/certificates.ts'
import { makeLog } from './log.ts'
import { openLogServer, type LogServer } from './sendLog.ts'

type Message = { priority: number; number: number; text: { msg: string; count?: number; n?: number } }
type Receiver = {
  port: number
  messages: Message[]
  calls: () => number
  breakOff: () => void
  stop: () => Promise<void>
}

let authority: Authority
let right: Issued
beforeAll(async () => {
  authority = await makeAuthority()
  right = await authority.issue(['localhost'])
})
const open: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop()
})

/** A machine that keeps logs: it reads messages by their length, as RFC 5425 has them. */
async function receive({ cert, key }: Issued, port = 0): Promise<Receiver> {
  const messages: Message[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer({ cert, key }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let bytes = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece])
      for (;;) {
        const [head = '', digits = ''] = /^(\d+) /.exec(bytes.subarray(0, 12).toString('latin1')) ?? []
        const end = head.length + Number(digits)
        if (head === '' || bytes.length < end) return
        messages.push(parse(bytes.subarray(head.length, end).toString()))
        bytes = bytes.subarray(end)
      }
    })
  })
  server.on('tlsClientError', () => {})
  let calls = 0
  server.on('connection', () => (calls += 1))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const breakOff = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    calls: () => calls,
    breakOff,
    stop: () => {
      breakOff()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

const shape = /^<(\d+)>1 \d{4}-\d\d-\d\dT[\d:.]+Z [!-~]+ kahawa \d+ - \[meta sequenceId="(\d+)"\] (\{.*\})$/
function parse(message: string): Message {
  const [, priority, number, text = ''] = shape.exec(message) ?? []
  return { priority: Number(priority), number: Number(number), text: JSON.parse(text) as Message['text'] }
}

function sendTo(port: number, more: { most?: number; host?: string } = {}) {
  const { host = 'localhost', ...options } = more
  const server: LogServer = openLogServer({
    url: `tls://${host}:${port}`,
    ca: authority.caFile,
    firstPauseMs: 20,
    ...options,
  })
  open.push(server)
  const written: string[] = []
  return { server, written, log: makeLog({ level: 'info', to: { write: (line) => written.push(line) }, also: server }) }
}

const started = async (...wanted: Parameters<typeof receive>) => {
  const receiver = await receive(...wanted)
  open.push(receiver)
  return receiver
}
const numbers = (messages: readonly Message[]) => [...new Set(messages.flatMap(({ text }) => text.n ?? []))]
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('every line goes to the other machine too, as syslog over TLS, with its severity and its number', async () => {
  const receiver = await started(right)
  const { log, written, server } = sendTo(receiver.port)
  log.info({ n: 0 }, 'the server is here')
  log.warn({ n: 1, name: 'Wanjikũ' }, 'refused')
  log.error({ n: 2 }, 'fault')
  await expect.poll(() => receiver.messages.length).toBe(3)
  expect(receiver.messages.map(({ priority, number }) => [priority, number])).toEqual([
    [134, 1],
    [132, 2],
    [131, 3],
  ])
  expect(receiver.messages.map(({ text }) => text)).toEqual(written.map((line) => JSON.parse(line) as unknown))
  await expect.poll(() => server.stand()).toEqual({ isReached: true, waiting: 0, lost: 0 })
})

test('while the machine is away lines wait, and none is missing when it is there again', async () => {
  const first = await receive(right)
  const { log, server } = sendTo(first.port)
  for (const n of upTo(100)) log.info({ n }, 'work')
  await expect.poll(() => first.messages.length).toBeGreaterThan(0)
  await first.stop()
  for (const n of upTo(100)) log.info({ n: 100 + n }, 'work')
  await expect.poll(() => server.stand()).toMatchObject({ isReached: false, lost: 0 })
  const second = await started(right, first.port)
  await expect.poll(() => numbers([...first.messages, ...second.messages]).length, { timeout: 10_000 }).toBe(200)
  // What was sent again has the number that it had.
  const byNumber = Map.groupBy([...first.messages, ...second.messages], ({ number }) => number)
  expect([...byNumber.values()].every((same) => new Set(same.map(({ text }) => text.n)).size === 1)).toBe(true)
})

test('a connection that breaks in the middle loses nothing', async () => {
  const receiver = await started(right)
  const { log } = sendTo(receiver.port)
  for (const n of upTo(2_000)) {
    log.info({ n }, 'work')
    if (n % 500 === 250) {
      await expect.poll(() => receiver.messages.length).toBeGreaterThan(0)
      receiver.breakOff()
    }
  }
  await expect.poll(() => numbers(receiver.messages).length, { timeout: 10_000 }).toBe(2_000)
})

test('above so many lines the newest are left out, counted, and that is said when the machine is back', async () => {
  const gone = await receive(right)
  await gone.stop()
  const { log, server } = sendTo(gone.port, { most: 50 })
  for (const n of upTo(80)) log.info({ n }, 'work')
  expect(server.stand()).toEqual({ isReached: false, waiting: 50, lost: 30 })
  const back = await started(right, gone.port)
  await expect.poll(() => back.messages.length, { timeout: 10_000 }).toBe(51)
  expect(numbers(back.messages)).toEqual(upTo(50))
  expect(back.messages.at(-1)).toMatchObject({
    priority: 131,
    text: { count: 30, msg: 'lines of the log were not sent, they are on the machine itself' },
  })
})

test('a machine whose certificate names another, or comes from another authority, gets no line', async () => {
  const elsewhere = await (await makeAuthority()).issue(['localhost'])
  for (const certificate of [await authority.issue(['logs.elsewhere.example']), elsewhere]) {
    const receiver = await started(certificate)
    const { log, server } = sendTo(receiver.port)
    log.info({ n: 1 }, 'work')
    // It has tried again after it found who answers.
    await expect.poll(() => receiver.calls()).toBeGreaterThan(2)
    expect(receiver.messages).toEqual([])
    expect(server.stand()).toMatchObject({ isReached: false, waiting: 1 })
  }
})

test('a server that stops sends its last lines first', async () => {
  const receiver = await started(right)
  const { log, server } = sendTo(receiver.port)
  await expect.poll(() => server.stand().isReached).toBe(true)
  for (const n of upTo(500)) log.info({ n }, 'work')
  await server.stop()
  await expect.poll(() => numbers(receiver.messages).length).toBe(500)
})
