import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { openDatabase, rows, sql, type Database, type Tx } from '../db.ts'
import type { House } from '../house.ts'
import { disposition, sendStream, type Patience } from './sendAnswer.ts'
import { streamReply } from './serve.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await makeTestDatabase()
  db = openDatabase({ connection: { ...database.config, user: 'kahawa_app' } })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** An export without an end: more than any socket takes in while nobody reads. */
async function* endless(tx: Tx): AsyncGenerator<string> {
  for (;;) {
    const [row] = await rows(tx, sql<{ line: string }>`select repeat('cherry ', 20000) as line`)
    yield row!.line
  }
}

/** An export that comes by and by: the database is slow, not its reader. */
async function* unhurried(tx: Tx): AsyncGenerator<string> {
  for (let n = 0; n < 8; n += 1) {
    await rows(tx, sql`select pg_sleep(0.1)`)
    yield `${n};`
  }
}

const lent = (): number => db.pools.streams.totalCount - db.pools.streams.idleCount
const forEver = { leastBytesPerSecond: 0, windowMs: 3_600_000, longestMs: 3_600_000 }

async function serving(patience: Patience, produce: (tx: Tx) => AsyncGenerator<string>) {
  const app = Fastify()
  app.get('/export', (_, reply) =>
    sendStream({
      house: { db } as House, // border: an export reaches no further than the database
      scope: 'system',
      who: 'somebody',
      answer: streamReply({ type: 'text/csv', name: 'cherry.csv', produce }),
      reply,
      patience,
    }),
  )
  return { app, address: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** Takes so many bytes now and then. */
function sip(reader: Socket, bytes: number): () => void {
  const timer = setInterval(() => reader.read(bytes), 50)
  return () => clearInterval(timer)
}

test.each([
  { reader: 'takes nothing any more', patience: { ...forEver, leastBytesPerSecond: 8_192, windowMs: 400 } },
  {
    reader: 'takes a few bytes now and then',
    patience: { ...forEver, leastBytesPerSecond: 8_192, windowMs: 400 },
    sips: 20,
  },
  { reader: 'takes as much as there is, for ever', patience: { ...forEver, longestMs: 500 }, sips: 10_000_000 },
  { reader: 'goes away', patience: forEver, goes: true },
])('a reader who $reader gives the connection of an export back', async ({ patience, sips = 0, goes = false }) => {
  const { app, address } = await serving(patience, endless)
  const reader = connect(Number(new URL(address).port), '127.0.0.1')
  reader.on('error', () => {}) // the server may break the connection off
  let stop = () => {}
  try {
    reader.write('GET /export HTTP/1.1\r\nHost: kahawa\r\n\r\n')
    await once(reader, 'readable')
    expect(String(reader.read(15))).toContain('200 OK')
    expect(lent()).toBe(1)
    if (sips > 0) stop = sip(reader, sips)
    if (goes) reader.destroy()
    await expect.poll(lent, { timeout: 15_000 }).toBe(0)
  } finally {
    stop()
    reader.destroy()
    await app.close()
  }
})

test.each([
  'wakulima "wote".csv',
  'a\r\nSet-Cookie: kahawa=evil\r\n\r\n<script>',
  'x.csv"; filename="evil.exe',
  "it's (a) *list*!.csv",
  '../../etc/passwd',
  'C:\\windows\\evil.bat',
  'Wanjikũ 咖啡 ☕.csv',
  'half \ud83d a character.csv',
  'nul\0byte.csv',
  'right\u202eto-left.csv',
])('the name %j of a file stays in its place in the header, and is read back as it was', (name) => {
  const header = disposition(name)
  const [, plain = '', encoded = ''] =
    /^attachment; filename="([\w. -]*)"; filename\*=UTF-8''([\w.~%-]*)$/.exec(header) ?? []
  expect([plain !== '', encoded !== '']).toEqual([true, true])
  expect(decodeURIComponent(encoded)).toBe(name.toWellFormed())
})

test('a slow query is not the fault of its reader', async () => {
  const { app, address } = await serving({ ...forEver, leastBytesPerSecond: 8_192, windowMs: 200 }, unhurried)
  try {
    expect(await (await fetch(`${address}/export`)).text()).toBe('0;1;2;3;4;5;6;7;')
  } finally {
    await app.close()
  }
})
