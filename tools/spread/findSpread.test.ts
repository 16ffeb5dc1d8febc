import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { findSpread, type Spread } from './findSpread.ts'

let database: TestDatabase
let client: pg.Client
let spread: Spread
beforeAll(async () => {
  database = await makeTestDatabase()
  client = new pg.Client(database.config)
  await client.connect()
  await client.query(`create table ours (id uuid primary key, organisation_id uuid not null references organisations on delete restrict);
    create table parts (id uuid primary key, ours_id uuid not null references ours on delete cascade);
    create table ready (organisation_id uuid not null, id uuid not null, primary key (organisation_id, id))`)
  spread = await findSpread(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const tableOf = (name: string) => spread.tables.find((table) => table.name === name)
const obstaclesOf = (table: string) => spread.obstacles.filter((obstacle) => obstacle.table === table)

test('a table of an organisation lies by it, what belongs to its records with them, and what everybody knows is copied', () => {
  expect(tableOf('ours')).toMatchObject({ place: 'by organisation' })
  expect(tableOf('parts')).toMatchObject({ place: 'with its parent', parent: 'ours' })
  for (const name of ['counties', 'organisations', 'users', 'settings'])
    expect(tableOf(name)).toMatchObject({ place: 'copied' })
})

test('a key or a reference that leaves the organisation out stands in the way; one that has it does not', () => {
  expect(obstaclesOf('ours')).toEqual([{ table: 'ours', what: 'key', name: 'ours_pkey', columns: 'id' }])
  expect(obstaclesOf('parts').map(({ what }) => what)).toEqual(['key', 'reference'])
  expect(obstaclesOf('ready')).toEqual([])
})

test('the tables of money and members all lie by organisation', () => {
  for (const name of ['farmers', 'cherry_deliveries', 'loan_requests', 'ledger_accounts', 'ledger_entries', 'payouts'])
    expect(tableOf(name)).toMatchObject({ place: 'by organisation' })
})
