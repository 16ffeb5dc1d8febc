import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceFolder, referencePages, tablesReference } from '../tools/writeReference.ts'
import { makeTestDatabase, type TestDatabase } from './kit/testDatabase.ts'

let database: TestDatabase
let client: pg.Client
let pages: Record<string, string>
beforeAll(async () => {
  database = await makeTestDatabase()
  client = new pg.Client(database.config)
  await client.connect()
  pages = { ...referencePages(), ...(await tablesReference(client)) }
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

test('the reference pages are made of the contract and the migrations as they are', () => {
  expect(readdirSync(referenceFolder).toSorted()).toEqual(Object.keys(pages).toSorted())
  for (const [name, text] of Object.entries(pages))
    expect(readFileSync(join(referenceFolder, name), 'utf8') === text, `${name} is old: run npm run docs`).toBe(true)
})

test('the same contract and the same migrations give the same pages', async () => {
  expect({ ...referencePages(), ...(await tablesReference(client)) }).toEqual(pages)
})

test('the pages say what a reader looks for', () => {
  expect(pages['calls.md']).toContain('### POST /api/upload/cherry/approve_farmer/{organisationId}')
  expect(pages['errors.md']).toContain('| 409 | `own_submission` |')
  expect(pages['permissions.md']).toContain('| `CAN_APPROVE_FARMERS` |')
  expect(pages['workflows.md']).toContain('  PENDING_APPROVAL --> REJECTED: Decline')
  expect(pages['uploads.md']).toContain('| Mobile Number | yes | Kenyan mobile number')
  expect(pages['tables.md']).toContain(
    '| `miller_id` | uuid |  | `organisations` | The miller who took the parchment in',
  )
  expect(pages['tables.md']).toContain('  uploads ||--o| parchment_records : "upload_id"')
  const security = pages['security.md']
  expect(security).toContain('| A session without a call ends after | 30 minutes |')
  expect(security).toContain('| username | 3 | 1, 2, 4, 8, … up to 900 |')
  expect(security).toContain('| Largest single delivery | 15,000 | 100 | 100,000 | kg |')
  expect(security).toMatch(/\| `aes-256-gcm` \| .*`server\/kit\/secretBox.ts`/)
  expect(security).toMatch(/\| Farmers \(`farmers`\) \| .*ID number/)
  expect(pages['lists.md']).toContain('| ID number | `farmerId` | code |')
})
