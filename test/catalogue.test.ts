import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from './kit/testDatabase.ts'

// What holds for every table, read from the catalogue of the migrated database.
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await makeTestDatabase()
  client = new pg.Client(database.config)
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

test('every table says what it is for', async () => {
  const { rows } = await client.query<{ name: string; says: string | null }>(
    `select relname as name, obj_description(oid, 'pg_class') as says from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter(({ says }) => !says?.trim().endsWith('.')).map(({ name }) => name)).toEqual([])
})
