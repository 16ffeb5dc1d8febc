import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notification } from '#contract/house/notifications.ts'
import { recordNames } from '#contract/recordNames.ts'
import { workflows } from '#contract/index.ts'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type List = {
  at: string
  unread: number
  items: Notification[]
  waiting: { kind: string; total: number; fresh: number }[]
}
type Counts = { total: number; kinds: Record<string, number>; news: number }

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
beforeEach(() => world.owner.query('delete from notifications; delete from notification_settings'))
afterAll(() => world.close())

const listOf = async (person: Person) => (await person.get<List>('/notifications')).body
const countsOf = async (person: Person) => (await person.get<Counts>('/inbox/counts')).body
const decline = (
  person: Person,
  { id, version }: { id: string; version: number },
  approverComment = 'The ward is wrong',
) => person.post('/upload/cherry/decline_farmer', { id, version, approverComment })
const uploadsOf = (list: List) => list.waiting.find(({ kind }) => kind === 'farmer_upload')

test('every kind of record has a name that people read', () => {
  expect(Object.keys(recordNames).toSorted()).toEqual(workflows.map(({ kind }) => kind).toSorted())
})

test('the maker learns who declined the file and why; nobody else does', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker } = world.people
  const upload = await sendFarmers(wanjikuMaker, 1, {}, 'july.csv')
  expect((await decline(otienoChecker, upload)).status).toBe(200)
  const { unread, items } = await listOf(wanjikuMaker)
  expect(unread).toBe(1)
  expect(items).toEqual([
    expect.objectContaining({
      kind: 'farmer_upload',
      recordId: upload.id,
      title: 'july.csv',
      code: 'decided',
      to: 'REJECTED',
      by: 'Otieno Ouma',
      comment: 'The ward is wrong',
      count: 1,
    }),
  ])
  expect((await countsOf(wanjikuMaker)).news).toBe(1)
  for (const other of [otienoChecker, danielMaker]) expect((await listOf(other)).items).toEqual([])
})

test('a refused decision tells nobody anything, and one that comes second neither', async () => {
  const { wanjikuMaker, otienoChecker, margaretManager } = world.people
  const upload = await sendFarmers(wanjikuMaker, 1)
  expect((await decline(wanjikuMaker, upload)).status).toBe(403)
  expect((await decline(otienoChecker, upload, '')).status).toBe(422)
  expect((await listOf(wanjikuMaker)).items).toEqual([])
  const both = await Promise.all([decline(otienoChecker, upload), decline(margaretManager, upload)])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect((await listOf(wanjikuMaker)).items).toHaveLength(1)
})

test('what one person decided alike in a sitting is one line for each maker, with their number', async () => {
  const { wanjikuMaker, margaretManager, danielMaker } = world.people
  const { rows: made } = await world.owner.query<{ id: string; version: number }>(
    `insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, kilograms, type, status, makers, made_by)
     select gen_random_uuid(), f.organisation_id, f.id, s.name, current_date, 10 + n, 'DELIVERY', 'PENDING_APPROVAL', array[m.id], m.id
     from generate_series(1, 500) n
       join users m on m.username = case when n % 2 = 0 then 'fcs.maker' else 'fcs.manager' end
       cross join (select id, organisation_id from farmers where organisation_id = $1 and status = 'APPROVED' order by id limit 1) f
       cross join (select name from seasons where current_date between starts_on and ends_on limit 1) s
     returning id, version`,
    [world.organisationId('CF4100')],
  )
  expect(made).toHaveLength(500)
  const { otienoChecker } = world.people
  const records = made.map(({ id, version }) => ({ id, version }))
  const hundreds = [0, 100, 200, 300, 400].map((from) => records.slice(from, from + 100))
  for (const hundred of hundreds) {
    const { body } = await otienoChecker.post<{ data: unknown }>('/farmercherry/bulk', {
      step: 'approve',
      records: hundred,
    })
    expect(body.data).toMatchObject({ done: 100 })
  }
  for (const maker of [wanjikuMaker, margaretManager]) {
    const { items } = await listOf(maker)
    expect(items.map(({ kind, to, count }) => [kind, to, count])).toEqual([['cherry_delivery', 'APPROVED', 250]])
  }
  expect((await listOf(danielMaker)).items).toEqual([])
})

test('of many that are decided at once, those that were refused are not counted', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const uploads = [1, 2, 3].map((number) => sendFarmers(wanjikuMaker, 1, {}, `of three ${number}.csv`))
  const [first, second, third] = await Promise.all(uploads)
  const records = [first!, { ...second!, version: 99 }, third!].map(({ id, version }) => ({ id, version }))
  const { body } = await otienoChecker.post<{ data: unknown }>('/upload/cherry/farmer-bulk', {
    step: 'decline',
    approverComment: 'The ward is wrong',
    records,
  })
  expect(body.data).toMatchObject({ done: 2, skipped: 1 })
  const { items } = await listOf(wanjikuMaker)
  expect(items.filter(({ code }) => code === 'decided').map(({ kind, count }) => [kind, count])).toEqual([
    ['farmer_upload', 2],
  ])
})

test('a line is read with all that it stands for, and comes again only with what is new', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const { rows: made } = await world.owner.query<{ id: string; version: number }>(
    `insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, kilograms, type, status, makers, made_by)
     select gen_random_uuid(), f.organisation_id, f.id, s.name, current_date, 10 + n, 'DELIVERY', 'PENDING_APPROVAL', array[m.id], m.id
     from generate_series(1, 3) n join users m on m.username = 'fcs.maker'
       cross join (select id, organisation_id from farmers where organisation_id = $1 and status = 'APPROVED' order by id limit 1) f
       cross join (select name from seasons where current_date between starts_on and ends_on limit 1) s
     returning id, version`,
    [world.organisationId('CF4100')],
  )
  const [one, two, three] = made.map(({ id, version }) => ({ id, version }))
  const approve = (...records: unknown[]) => otienoChecker.post('/farmercherry/bulk', { step: 'approve', records })
  await approve(one)
  await approve(two)
  const before = await listOf(wanjikuMaker)
  expect([before.unread, before.items.map(({ count }) => count)]).toEqual([1, [2]])
  await wanjikuMaker.post('/notifications/read', { id: before.items[0]?.id })
  expect((await listOf(wanjikuMaker)).items).toEqual([])
  await approve(three)
  expect((await listOf(wanjikuMaker)).items.map(({ count }) => count)).toEqual([1])
  expect((await countsOf(wanjikuMaker)).news).toBe(1)
})

test('who may decide learns how much is new, as a number, until having looked', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  await sendFarmers(wanjikuMaker, 1)
  const before = uploadsOf(await listOf(otienoChecker))
  expect(before?.fresh).toBe(before?.total)
  const { news } = await countsOf(otienoChecker)
  expect(news).toBeGreaterThan(0)
  const { at } = await listOf(otienoChecker)
  expect((await otienoChecker.post('/notifications/read', { until: at })).status).toBe(200)
  expect(uploadsOf(await listOf(otienoChecker))?.fresh).toBe(0)
  expect((await countsOf(otienoChecker)).news).toBe(0)
  await sendFarmers(wanjikuMaker, 1)
  expect(uploadsOf(await listOf(otienoChecker))).toMatchObject({ fresh: 1, total: (before?.total ?? 0) + 1 })
  expect((await countsOf(otienoChecker)).news).toBe(1)
})

test('what was withdrawn and sent again is new to who decides', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const upload = await sendFarmers(wanjikuMaker, 1)
  const { at } = await listOf(otienoChecker)
  await otienoChecker.post('/notifications/read', { until: at })
  const withdrawn = await wanjikuMaker.post<{ data: { version: number } }>(`/uploads/${upload.id}/withdraw`, {
    id: upload.id,
    version: upload.version,
  })
  expect(withdrawn.status).toBe(200)
  const sent = await wanjikuMaker.post(`/uploads/${upload.id}/send`, {
    id: upload.id,
    version: withdrawn.body.data.version,
  })
  expect(sent.status).toBe(200)
  expect(uploadsOf(await listOf(otienoChecker))?.fresh).toBe(1)
})

test('reading is the own affair: twice is once, at the same time is once, and never another user’s', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker, margaretManager } = world.people
  await decline(otienoChecker, await sendFarmers(wanjikuMaker, 1))
  await decline(otienoChecker, await sendFarmers(wanjikuMaker, 1))
  const [second, first] = (await listOf(wanjikuMaker)).items
  for (const stranger of [danielMaker, margaretManager])
    expect((await stranger.post('/notifications/read', { id: first?.id })).status).toBe(200)
  expect((await listOf(wanjikuMaker)).unread).toBe(2)
  const reads = await Promise.all([1, 2, 3].map(() => wanjikuMaker.post('/notifications/read', { id: first?.id })))
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200])
  // Seen means gone: a file that was read leaves the list.
  expect((await listOf(wanjikuMaker)).items.map(({ id }) => id)).toEqual([second?.id])
  const { at } = await listOf(wanjikuMaker)
  await Promise.all([1, 2].map(() => wanjikuMaker.post('/notifications/read', { until: at })))
  expect((await listOf(wanjikuMaker)).unread).toBe(0)
})

test('what comes after the user has looked stays unread', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const { at } = await listOf(wanjikuMaker)
  await decline(otienoChecker, await sendFarmers(wanjikuMaker, 1))
  await wanjikuMaker.post('/notifications/read', { until: at })
  expect((await listOf(wanjikuMaker)).unread).toBe(1)
  await wanjikuMaker.post('/notifications/read', { until: '2999-01-01T00:00:00Z' })
  await decline(otienoChecker, await sendFarmers(wanjikuMaker, 1))
  expect((await listOf(wanjikuMaker)).unread).toBe(1)
})

test('the e-mail setting is kept, and says that this server sends none', async () => {
  const { wanjikuMaker } = world.people
  expect((await wanjikuMaker.get('/notifications/mail')).body).toEqual({
    mail: 'daily',
    email: 'fcs.maker@demo.example',
    on: false,
    failed: null,
  })
  await wanjikuMaker.post('/notifications/mail', { mail: 'at_once' })
  expect((await wanjikuMaker.get('/notifications/mail')).body).toMatchObject({ mail: 'at_once' })
  expect((await wanjikuMaker.post('/notifications/mail', { mail: 'hourly' })).status).toBe(422)
})
