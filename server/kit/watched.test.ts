import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectOneASecond } from '#test/kit/oneASecond.ts'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { openDatabase, sql, type Database } from './db.ts'
import { announce, startWatched } from './watched.ts'

let own: TestDatabase
let database: Database
let transactions = 0
const started: { stop: () => Promise<void> }[] = []
const log = pino({ level: 'silent' })
beforeAll(async () => {
  own = await makeTestDatabase()
  const opened = openDatabase(own.application)
  database = { ...opened, transaction: (...given) => ((transactions += 1), opened.transaction(...given)) }
  await asOwner('create table sacks (weighed boolean); grant select, insert, update, delete on sacks to kahawa_wide')
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()))
})
afterAll(async () => {
  await database?.close()
  await own?.drop()
})

const asOwner = async (text: string): Promise<void> => {
  const client = new Client(own.config)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
const areSacksWaiting = () => sql`exists (select from sacks where not weighed)`
const never = () => sql`false`

/** Work that is counted, after the beginning that every work has a second after its start. */
async function startCounted({
  isDue = never,
  work = async () => {},
  pauseMs = 0,
}: {
  isDue?: typeof never
  work?: () => Promise<unknown>
  pauseMs?: number
}) {
  const beginnings: number[] = []
  const counted = async () => {
    beginnings.push(performance.now())
    if (beginnings.length > 1) await work()
  }
  const watched = { isDue, work: counted, announcedAs: 'test.sacks', pauseMs, what: 'weighing sacks' }
  started.push(startWatched({ db: database, log }, watched))
  await expect.poll(() => beginnings.length, { timeout: 10_000 }).toBeGreaterThan(0)
  return beginnings
}
const announceSacks = () => database.transaction('system', async (tx) => announce(tx, 'test.sacks'))

test('work begins after the commit that announces it, and not when that is taken back', async () => {
  const beginnings = await startCounted({})
  const undone = database.transaction('system', async (tx) => {
    announce(tx, 'test.sacks')
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  await database.transaction('system', async (tx) => announce(tx, 'test.parchment'))
  await sleep(300)
  expect(beginnings).toHaveLength(1)
  await announceSacks()
  await expect.poll(() => beginnings.length, { timeout: 10_000 }).toBe(2)
})

test('work that nobody announced here is found by a look, again until it is done', async () => {
  let isFirst = true
  const work = async () => {
    if (isFirst) {
      isFirst = false
      throw new Error('the scales are away')
    }
    await database.transaction('system', (tx) => sql`update sacks set weighed = true`.execute(tx))
  }
  const beginnings = await startCounted({ isDue: areSacksWaiting, work })
  await asOwner('insert into sacks values (false)')
  await expect.poll(() => beginnings.length, { timeout: 10_000 }).toBe(3)
  await sleep(2_500)
  expect(beginnings).toHaveLength(3)
})

test('all that rest are looked for in one transaction a second', async () => {
  await Promise.all([startCounted({}), startCounted({ isDue: areSacksWaiting }), startCounted({})])
  await expectOneASecond(() => transactions)
})

test('it is never done twice at once, and what was announced meanwhile is done after it', async () => {
  let running = 0
  let most = 0
  const beginnings = await startCounted({
    work: async () => {
      most = Math.max(most, ++running)
      await sleep(300)
      running -= 1
    },
  })
  await announceSacks()
  await expect.poll(() => running, { timeout: 10_000, interval: 10 }).toBe(1)
  await Promise.all([announceSacks(), announceSacks(), announceSacks()])
  await expect.poll(() => beginnings.length, { timeout: 10_000 }).toBe(3)
  await sleep(600)
  expect([beginnings.length, most]).toEqual([3, 1])
})

test('it rests as long as it says between two beginnings, however often it is announced', async () => {
  const beginnings = await startCounted({ pauseMs: 700 })
  for (let at = 0; at < 20; at += 1) {
    await announceSacks()
    await sleep(50)
  }
  await expect.poll(() => beginnings.length, { timeout: 10_000 }).toBeGreaterThan(2)
  const pauses = beginnings.slice(1).map((at, place) => at - (beginnings[place] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(650)
})

test('what is stopped is not begun any more', async () => {
  const beginnings = await startCounted({ isDue: () => sql`true` })
  await started.pop()?.stop()
  const stopped = beginnings.length
  await announceSacks()
  await sleep(1_500)
  expect(beginnings).toHaveLength(stopped)
})
