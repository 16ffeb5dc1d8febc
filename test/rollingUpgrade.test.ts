import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrationsFolder } from '#server/kit/postgres/migrate.ts'
import { decideFarmer, enterFarmer } from './kit/createdFarmers.ts'
import { sendFarmers } from './kit/farmerUploads.ts'
import { makeWorld, type World } from './kit/world.ts'

// The server of the tests is the old one here: it goes on while a newer one, which is about to start, changes the schema under it.
let world: World
let folder: string
beforeAll(async () => {
  world = await makeWorld()
  folder = await mkdtemp(join(tmpdir(), 'kahawa-newer-'))
  await cp(migrationsFolder, folder, { recursive: true })
})
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

/** What the next release brings; it waits for the tables like any other. */
async function newer(name: string, sql: string): Promise<string[]> {
  await writeFile(join(folder, name), sql)
  const client = await world.owner.connect()
  try {
    return await migrate({ client, folder })
  } finally {
    client.release()
  }
}

/** A society's day in short: a list, a farmer entered and approved, a file checked. */
async function workOnce(): Promise<void> {
  const { wanjikuMaker, otienoChecker } = world.people
  expect((await wanjikuMaker.get('/upload/cherry/getFarmers/CF4100?paginate=Y')).status).toBe(200)
  const entered = await enterFarmer(wanjikuMaker)
  expect((await decideFarmer(otienoChecker, 'approve', entered)).status).toBe(200)
  expect((await sendFarmers(wanjikuMaker, 2)).status.statusName).toBe('PENDING_APPROVAL')
}

const expand = `alter table farmers add column region text, add column is_certified boolean not null default false;
  alter table uploads add column source text not null default 'WEB' check (source in ('WEB', 'APP'));
  create table certificates (id uuid primary key, organisation_id uuid not null references organisations on delete restrict,
    farmer_id uuid not null references farmers on delete restrict);
  call wall('certificates');`

test('the old server works on while the newer one adds to the schema, and after it', async () => {
  // So often that its statements have plans from before.
  for (let n = 0; n < 12; n++) await workOnce()
  const [applied] = await Promise.all([newer('9001_expand.sql', expand), workOnce(), workOnce()])
  expect(applied).toEqual(['9001_expand.sql'])
  for (let n = 0; n < 3; n++) await workOnce()
})

test('what nobody uses any more is taken away under the old server, which does not notice', async () => {
  await newer('9002_contract.sql', 'alter table farmers drop column region; drop table certificates;')
  await workOnce()
})

test('a migration waits for a table in use without holding up those who stand behind it', async () => {
  const reader = await world.owner.connect()
  try {
    await reader.query('begin; select count(*) from farmers')
    let isOver = false
    const applying = newer('9003_more.sql', 'alter table farmers add column more text').then(() => (isOver = true))
    const waits = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%add column more%'`
    await expect
      .poll(async () => (await world.owner.query<{ n: number }>(waits)).rows[0]?.n, { timeout: 20_000 })
      .toBe(1)
    await workOnce()
    expect(isOver).toBe(false)
    await reader.query('commit')
    await applying
    await workOnce()
  } finally {
    reader.release()
  }
})
