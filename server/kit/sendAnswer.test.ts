import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { openDatabase, rows, sql, type Database, type Tx } from './db.ts'
import type { House } from './house.ts'
import { sendStream } from './sendAnswer.ts'
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

const lent = (): number => db.pools.aside.totalCount - db.pools.aside.idleCount

test.each([
  { reader: 'takes nothing any more', longestPauseMs: 200, goes: false },
  { reader: 'goes away', longestPauseMs: 3_600_000, goes: true },
])('a reader who $reader gives the connection of an export back', async ({ longestPauseMs, goes }) => {
  const app = Fastify()
  app.get('/export', (_, reply) =>
    sendStream({
      house: { db } as House, // border: an export reaches no further than the database
      scope: 'system',
      answer: streamReply({ type: 'text/csv', name: 'cherry.csv', produce: endless }),
      reply,
      longestPauseMs,
    }),
  )
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const reader = connect(Number(port), '127.0.0.1')
  reader.on('error', () => {}) // the server may break the connection off
  try {
    reader.write('GET /export HTTP/1.1\r\nHost: kahawa\r\n\r\n')
    const [first] = await once(reader, 'data')
    expect(String(first)).toContain('200 OK')
    reader.pause()
    expect(lent()).toBe(1)
    if (goes) reader.destroy()
    await expect.poll(lent, { timeout: 15_000 }).toBe(0)
  } finally {
    reader.destroy()
    await app.close()
  }
})
