import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOneASecond } from '#test/kit/oneASecond.ts'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { openDatabase, type Database } from './db.ts'
import type { House } from './house.ts'
import { installJobs, makeJobs, type Job, type Jobs } from './jobs.ts'

let own: TestDatabase
let database: Database
let jobs: Jobs
const done: string[] = []
const asked: string[] = []
let letGo = () => {}
const held = new Promise<void>((resolve) => (letGo = resolve))
const weighing: Job = {
  queue: 'test.weighing',
  retries: 3,
  work: async (_house, { lot }) => {
    if (lot === 'heavy') await held
    done.push(lot ?? '')
  },
}

beforeAll(async () => {
  own = await makeTestDatabase()
  await installJobs({ connection: own.config, jobs: [weighing] })
  database = openDatabase(own.application)
  const heard: Pick<Database, 'ask'> = { ask: (statement) => (asked.push(statement.text), database.ask(statement)) }
  jobs = makeJobs({ db: heard, log: pino({ level: 'silent' }), jobs: [weighing] })
})
afterAll(async () => {
  letGo()
  await jobs.stop()
  await database.close()
  await own.drop()
})

const send = (lot: string) => database.transaction('system', (tx) => jobs.send(tx, weighing.queue, { lot }))
const job = async (lot: string) => {
  const { rows } = await database.pool.query<{ state: string; lease: number; renewed: number }>(
    `select state, heartbeat_seconds as lease, extract(epoch from heartbeat_on - started_on)::float8 as renewed
     from pgboss.job where name = $1 and data ->> 'lot' = $2`,
    [weighing.queue, lot],
  )
  return rows[0]
}

test('a job that a killed server had taken is done by another once its lease is over', async () => {
  await send('taken')
  expect((await job('taken'))?.lease).toBe(4)
  await database.pool.query(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '4.1 s' where name = $1`,
    [weighing.queue],
  )
  await jobs.start({ db: database } as House) // border: this job needs nothing else of it
  await expect.poll(() => done, { timeout: 15_000 }).toContain('taken')
  expect(done.filter((lot) => lot === 'taken')).toHaveLength(1)
})

test('a job at work renews its lease in time', async () => {
  await send('heavy')
  await expect.poll(async () => (await job('heavy'))?.renewed, { timeout: 15_000 }).toBeGreaterThan(0.9)
  expect((await job('heavy'))?.renewed).toBeLessThan(5)
  letGo()
  await expect.poll(async () => (await job('heavy'))?.state, { timeout: 15_000 }).toBe('completed')
  expect(done.filter((lot) => lot === 'heavy')).toHaveLength(1)
})

test('who has nothing to do asks the database one question in a second, whatever the number of queues', async () => {
  await expectOneASecond(() => asked.length)
})

test('a job that nobody woke us for is done within seconds, and one that was put off when its time has come', async () => {
  const startedAt = performance.now()
  await database.transaction('system', (tx) => jobs.send(tx, weighing.queue, { lot: 'late' }, { afterSeconds: 3 }))
  await send('unannounced')
  await expect.poll(() => done, { timeout: 15_000 }).toContain('unannounced')
  expect(done).not.toContain('late')
  await expect.poll(() => done, { timeout: 15_000 }).toContain('late')
  expect(performance.now() - startedAt).toBeGreaterThan(2_900)
})
