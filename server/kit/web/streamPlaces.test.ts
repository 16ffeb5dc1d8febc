import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { connectionsPerServer, openDatabase, type Database } from '../db.ts'
import { placesOf, takePlace, takeView } from './streamPlaces.ts'

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
const at = (who: string, waitMs = 20) => takePlace({ db, who, places: { ...placesOf(db), waitMs } })

test('nobody has more than two, and the last places are for who has none', async () => {
  expect(placesOf(db)).toMatchObject({ inAll: 6, perReader: 2, keptForNewcomers: 2 })
  const leave = [await at('achieng'), await at('achieng')]
  await expect(at('achieng')).rejects.toMatchObject({ code: 'stream.two_open', status: 429 })
  leave.push(await at('barasa'), await at('barasa'))
  leave.push(await at('chebet'))
  await expect(at('chebet')).rejects.toMatchObject({ code: 'server.busy', status: 503 })
  leave.push(await at('dida'))
  await expect(at('ekai')).rejects.toMatchObject({ code: 'server.busy' })
  for (const go of leave) go()
  const again = [await at('ekai'), await at('ekai')]
  for (const go of again) go()
})

test('who waits comes in as soon as a place is free, and a place is given back once only', async () => {
  const [first, second] = [await at('achieng'), await at('achieng')]
  const third = at('achieng', 60_000)
  const fourth = at('achieng', 60_000)
  first()
  first()
  const leaveThird = await third
  second()
  const leaveFourth = await fourth
  await expect(at('achieng')).rejects.toMatchObject({ code: 'stream.two_open' })
  leaveThird()
  leaveFourth()
  const leave = await at('achieng')
  leave()
})

test('one person has as many live views as windows, not more', () => {
  const leave = Array.from({ length: 10 }, () => takeView('achieng'))
  expect(() => takeView('achieng')).toThrow('Two lists')
  leave[0]?.()
  leave.push(takeView('achieng'))
  for (const go of leave) go()
})

test('the connections of one server are as many as the README says, and two servers fit on the database of our own', async () => {
  const { readFile } = await import('node:fs/promises')
  const [readme, embedded] = await Promise.all(
    ['README.md', 'server/kit/postgres/embeddedPostgres.ts'].map((path) => readFile(path, 'utf8')),
  )
  expect(readme).toContain(`at most ${connectionsPerServer} connections`)
  const most = Number(/max_connections: '(\d+)'/.exec(embedded ?? '')?.[1])
  expect(2 * connectionsPerServer + 8).toBeLessThanOrEqual(most)
})
