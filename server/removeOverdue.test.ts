import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keepingRules } from '#contract/keeping/keeping.ts'
import type { Outturn } from '#contract/outturns/outturns.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { setClock, whichClock } from '#server/kit/clock.ts'
import { makeDraft, sendFarmers } from '#test/kit/farmerUploads.ts'
import {
  addCherryTotals,
  decideParchment,
  newOutturn,
  outturns,
  sendParchment,
  threeLimits,
} from '#test/kit/parchmentFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { removeOverdue, withFile } from './removeOverdue.ts'

let world: World
const clock = whichClock()
const inDays = (days: number) => setClock(() => clock() + days * 86_400_000)
beforeAll(async () => {
  world = await makeWorld()
  // What the demo has left behind is as old as it is made: only what these tests make is counted.
  inDays(4_000)
  await removeOverdue(world.house)
  setClock(clock)
})
afterEach(() => setClock(clock))
afterAll(() => world?.close())

const decide = (upload: Upload, how: 'approve' | 'decline') =>
  world.people.otienoChecker.post(
    how === 'approve'
      ? `/upload/cherry/approve_farmer/${world.organisationId('CF4100')}`
      : '/upload/cherry/decline_farmer',
    {
      id: upload.id,
      version: upload.version,
      approverComment: 'Not our members',
    },
  )
const stored = async ({ id }: Pick<Upload, 'id'>) => {
  const { rows } = await world.owner.query<{ status: string; emptied: boolean; rows: number; pieces: number }>(
    `select status, emptied_at is not null as emptied, (select count(*)::int from upload_rows r where r.upload_id = u.id) as rows,
       (select count(*)::int from file_pieces p where p.file_id = u.file_id) as pieces from uploads u where id = $1`,
    [id],
  )
  return rows[0]
}
const download = ({ id }: Pick<Upload, 'id'>) =>
  world.people.wanjikuMaker.get<{ code: string }>(`/upload/cherry/${id}/download`)

test('every table of the database stands in one rule of keeping', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const partitions = /_y\d{4}/
  const tables = rows.map(({ name }) => name).filter((name) => !partitions.test(name) && name !== 'schema_migrations')
  expect(keepingRules.flatMap((rule) => rule.tables).toSorted()).toEqual(tables.toSorted())
})

test('no table that keeps a file is forgotten when its bytes are removed', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'files'::regclass`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['file_pieces', 'uploads', ...withFile].toSorted())
})

test('a declined file loses its rows and bytes when its days are over, not a day before, and says so', async () => {
  const upload = await sendFarmers(world.people.wanjikuMaker, 2, {}, 'declined long ago.csv')
  expect((await decide(upload, 'decline')).status).toBe(200)
  inDays(179)
  await removeOverdue(world.house)
  expect(await stored(upload)).toMatchObject({ emptied: false, rows: 2, pieces: 1 })
  inDays(181)
  expect((await removeOverdue(world.house)).files).toBe(1)
  expect(await stored(upload)).toEqual({ status: 'REJECTED', emptied: true, rows: 0, pieces: 0 })
  expect((await removeOverdue(world.house)).files).toBe(0)
  setClock(clock)
  expect([(await download(upload)).status, (await download(upload)).body.code]).toEqual([410, 'upload.file_removed'])
  const { body } = await world.people.wanjikuMaker.get<{ upload: Upload }>(`/uploads/${upload.id}/review`)
  expect(body.upload).toMatchObject({ numberOfLots: 2, approverComment: 'Not our members' })
  expect(body.upload.removed).not.toBeNull()
  const { rows } = await world.owner.query(
    `select actor_name from audit_events where record_id = $1 and action = 'removed_by_age'`,
    [upload.id],
  )
  expect(rows).toEqual([{ actor_name: 'Kahawa' }])
})

test('an approved file keeps its bytes for seven years', async () => {
  const upload = await sendFarmers(world.people.wanjikuMaker, 1, {}, 'registered.csv')
  expect((await decide(upload, 'approve')).status).toBe(200)
  inDays(2_556)
  await removeOverdue(world.house)
  expect(await stored(upload)).toMatchObject({ emptied: false, pieces: 1 })
  inDays(2_558)
  await removeOverdue(world.house)
  expect(await stored(upload)).toMatchObject({ status: 'APPROVED', emptied: true, pieces: 0 })
})

test('rows that are a record themselves stay for ever: parchment of eight years ago', async () => {
  await addCherryTotals(world)
  await threeLimits(world)
  const { wanjikuMaker, aliceMillerChecker, mercyKpcuChecker } = world.people
  const outturn = newOutturn()
  const upload = await sendParchment(wanjikuMaker, outturns(1, { outturn }))
  for (const person of [aliceMillerChecker, mercyKpcuChecker])
    expect((await decideParchment(person, 'approve', { id: upload.id })).status).toBe(200)
  const page = async () =>
    (await wanjikuMaker.get<Outturn>('/outturn', { season: currentSeason(), outturn })).body.parchment
  const brought = await page()
  expect(brought).toHaveLength(1)
  inDays(2_922)
  await removeOverdue(world.house)
  expect(await stored(upload)).toEqual({ status: 'APPROVED', emptied: true, rows: 1, pieces: 0 })
  setClock(clock)
  expect(await page()).toEqual(brought)
})

test('a draft that was left alone is discarded, then emptied; what waits for a decision stays', async () => {
  const draft = await makeDraft(world.people.wanjikuMaker, 'left alone.csv')
  const waiting = await sendFarmers(world.people.wanjikuMaker, 1, {}, 'still waiting.csv')
  inDays(181)
  expect(await removeOverdue(world.house)).toMatchObject({ drafts: 1, files: 1 })
  expect(await stored(draft)).toEqual({ status: 'DISCARDED', emptied: true, rows: 0, pieces: 0 })
  expect(await stored(waiting)).toMatchObject({ status: 'PENDING_APPROVAL', emptied: false, rows: 1, pieces: 1 })
})

test('the same file sent again while its bytes are removed is whole, and keeps them', async () => {
  const upload = await sendFarmers(world.people.wanjikuMaker, 1, {}, 'sent again.csv')
  const bytes = (await download(upload)).bytes
  expect((await decide(upload, 'decline')).status).toBe(200)
  inDays(181)
  await Promise.all([removeOverdue(world.house), removeOverdue(world.house), removeOverdue(world.house)])
  setClock(clock)
  const again = await world.people.wanjikuMaker.upload<{ data: Upload }>(
    `/upload/cherry/farmer/${world.organisationId('CF4100')}`,
    'sent again.csv',
    bytes.toString(),
  )
  expect(again.status).toBe(200)
  expect((await download(again.body.data)).bytes).toEqual(bytes)
  inDays(181)
  await removeOverdue(world.house)
  expect(await stored(again.body.data)).toMatchObject({ emptied: false, pieces: 1 })
})

test('notifications go by their age, also without a mail server, by as many days as two people have agreed on', async () => {
  const count = async () =>
    Number((await world.owner.query<{ n: string }>('select count(*) as n from notifications')).rows[0]?.n)
  await sendFarmers(world.people.wanjikuMaker, 1, {}, 'noticed.csv').then((upload) => decide(upload, 'approve'))
  expect(await count()).toBeGreaterThan(0)
  inDays(89)
  await removeOverdue(world.house)
  expect(await count()).toBeGreaterThan(0)
  await world.owner.query(`insert into settings (name, value) values ('keptNotificationDays', '30')`)
  expect((await removeOverdue(world.house)).notifications).toBeGreaterThan(0)
  expect(await count()).toBe(0)
})
