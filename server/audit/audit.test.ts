import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEvent } from '#contract/house/audit.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { businessDate } from '#server/kit/clock.ts'
import { makeDraft, sendFarmers } from '#test/kit/farmerUploads.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Deciders = { fullName: string; role: string; organisationName: string; step: string }[]

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const historyPath = (id: string) => `/audit/farmer_upload/${id}`

test('the history of a record tells every change, oldest first, to those who see the record', async () => {
  const { wanjikuMaker, otienoChecker, danielMaker, peterBankChecker, kevinBrokerMaker } = world.people
  const upload = await sendFarmers(wanjikuMaker, 3)
  const declined = await otienoChecker.post('/upload/cherry/decline_farmer', {
    id: upload.id,
    version: upload.version,
    approverComment: 'The ward is wrong',
  })
  expect(declined.status).toBe(200)
  const { body } = await wanjikuMaker.get<AuditEvent[]>(historyPath(upload.id))
  expect(body.map(({ action, to }) => [action, to])).toEqual([
    ['upload', 'CHECKING'],
    ['system', 'PENDING_APPROVAL'],
    ['decline', 'REJECTED'],
  ])
  expect(body.at(-1)).toMatchObject({
    by: 'Otieno Ouma',
    role: 'FCS_CHECKER',
    from: 'PENDING_APPROVAL',
    comment: 'The ward is wrong',
    recordId: upload.id,
  })
  expect((await peterBankChecker.get(historyPath(upload.id))).status).toBe(200)
  expect((await danielMaker.get(historyPath(upload.id))).status).toBe(404)
  expect((await kevinBrokerMaker.get(historyPath(upload.id))).status).toBe(404)
  expect((await wanjikuMaker.get(`/audit/no_such_kind/${upload.id}`)).status).toBe(404)
})

test('the history of a draft is for its maker only', async () => {
  const { wanjikuMaker, otienoChecker, peterBankChecker } = world.people
  const draft = await makeDraft(wanjikuMaker)
  expect((await wanjikuMaker.get(historyPath(draft.id))).status).toBe(200)
  expect((await otienoChecker.get(historyPath(draft.id))).status).toBe(404)
  expect((await peterBankChecker.get(historyPath(draft.id))).status).toBe(404)
  expect((await otienoChecker.get(`${historyPath(draft.id)}/deciders`)).status).toBe(404)
})

test('those who could decide are named: of the own society, active, and not the maker', async () => {
  const { wanjikuMaker, purityChecker, peterBankChecker } = world.people
  const upload = await sendFarmers(wanjikuMaker, 1)
  const path = `${historyPath(upload.id)}/deciders`
  const organisationName = 'Othameru Farmers Co-operative Society'
  const step = 'Approve, Decline'
  const both = [
    { fullName: 'Margaret Nyawira Theuri', role: 'Society manager', organisationName, step },
    { fullName: 'Otieno Ouma', role: 'Society checker', organisationName, step },
  ]
  expect((await wanjikuMaker.get<Deciders>(path)).body).toEqual(both)
  expect((await peterBankChecker.get<Deciders>(path)).body).toEqual(both)
  expect((await purityChecker.get(path)).status).toBe(404)
  await world.owner.query(`update users set status = 'SUSPENDED' where username = 'fcs.manager'`)
  await world.owner.query(
    `update uploads set makers = makers || (select id from users where username = 'fcs.checker') where id = $1`,
    [upload.id],
  )
  expect((await wanjikuMaker.get<Deciders>(path)).body).toEqual([])
  await world.owner.query(`update users set status = 'ACTIVE' where username = 'fcs.manager'`)
})

test('a record that waits for nobody has no deciders', async () => {
  const { wanjikuMaker } = world.people
  const draft = await makeDraft(wanjikuMaker, 'waits_for_nobody.csv')
  expect((await wanjikuMaker.get<Deciders>(`${historyPath(draft.id)}/deciders`)).body).toEqual([])
})

test('auditors search the trail of their reach, the newest first', async () => {
  const { wanjikuMaker, danielMaker, peterBankChecker, samuelAdministrator } = world.people
  await sendFarmers(wanjikuMaker, 1, {}, 'searched_for.csv')
  await sendFarmers(danielMaker, 1, {}, 'searched_for.csv')
  const search = { paginate: 'Y', size: 100, search: 'searched_for' }
  const { body } = await peterBankChecker.get<PageOf<AuditEvent>>('/audit', search)
  expect(new Set(body.data.map(({ organisationName }) => organisationName))).toContain(
    'Kirimandu Farmers Co-operative Society',
  )
  const times = body.data.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect((await samuelAdministrator.get<PageOf<AuditEvent>>('/audit', search)).body.data).toEqual([])
  expect((await wanjikuMaker.get('/audit', search)).status).toBe(403)
})

test('who may not see personal data does not find it in the changes', async () => {
  const { aminaViewer, peterBankChecker } = world.people
  await world.owner.query(
    `insert into audit_events (id, at, organisation_id, actor_name, actor_role, actor_organisation, kind, record_id, title, action, changes)
     values (gen_random_uuid(), now(), $1, 'Wanjiku Kamau', 'FCS_MAKER', '', 'farmer_upload', gen_random_uuid(), 'hidden_numbers.csv', 'edit', $2)`,
    [
      world.organisationId('CF4100'),
      JSON.stringify({ 'row 2, ID Number': { before: '2345678', after: '23456789' }, rows: { before: 0, after: 3 } }),
    ],
  )
  const search = { paginate: 'Y', search: 'hidden_numbers' }
  const changesFor = async (person: typeof aminaViewer) =>
    (await person.get<PageOf<AuditEvent>>('/audit', search)).body.data[0]?.changes
  expect(await changesFor(aminaViewer)).toEqual({
    'row 2, ID Number': { before: '••••678', after: '•••••789' },
    rows: { before: 0, after: 3 },
  })
  expect(await changesFor(peterBankChecker)).toMatchObject({ 'row 2, ID Number': { after: '23456789' } })
})

test('the trail is searched by kind, action, person, organisation and days, alone and together', async () => {
  const { wanjikuMaker, danielMaker, otienoChecker, peterBankChecker, aminaViewer } = world.people
  const upload = await sendFarmers(wanjikuMaker, 1, {}, 'filtered.csv')
  await otienoChecker.post('/upload/cherry/decline_farmer', {
    id: upload.id,
    version: upload.version,
    approverComment: 'Filtered',
  })
  await sendFarmers(danielMaker, 1, {}, 'filtered.csv')
  const find = async (query: Record<string, string>) =>
    (
      await peterBankChecker.get<PageOf<AuditEvent>>('/audit', {
        paginate: 'Y',
        size: 100,
        search: 'filtered',
        ...query,
      })
    ).body.data
  const today = businessDate()
  const dayAfter = (days: number) => businessDate(new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000))
  expect((await find({ filter: 'action:decline' })).map(({ by }) => by)).toEqual(['Otieno Ouma'])
  expect((await find({ filter: 'kind:farmer_upload,action:upload' })).map(({ by }) => by)).toEqual([
    danielMaker.fullName,
    wanjikuMaker.fullName,
  ])
  expect(new Set((await find({ person: danielMaker.id })).map(({ by }) => by))).toEqual(new Set([danielMaker.fullName]))
  const organisation = world.organisationId('CF4101')
  const there = await find({ organisation })
  expect(there.length).toBeGreaterThan(0)
  for (const event of there) expect(event.organisationName).not.toBe('Othameru Farmers Co-operative Society')
  expect(await find({ organisation, person: wanjikuMaker.id })).toEqual([])
  const all = await find({})
  expect(await find({ from: today, to: today })).toEqual(all)
  expect(await find({ from: dayAfter(1) })).toEqual([])
  expect(await find({ to: dayAfter(-1) })).toEqual([])
  expect((await peterBankChecker.get('/audit', { from: 'yesterday' })).status).toBe(422)
  expect((await aminaViewer.get('/audit', { organisation: 'nobody' })).status).toBe(422)
})

test('the export of a search is the search, and is itself written down', async () => {
  const { peterBankChecker, wanjikuMaker } = world.people
  const query = { person: wanjikuMaker.id, filter: 'action:upload' }
  const { body } = await peterBankChecker.get<AuditEvent[]>('/audit', query)
  const csv = await peterBankChecker.get('/audit', { ...query, export: 'csv' })
  expect(csv.bytes.toString().trim().split(/\r?\n/)).toHaveLength(body.length + 1)
  const { rows } = await world.owner.query(
    `select title, comment, actor_name as by from audit_events where kind = 'export' order by id desc limit 1`,
  )
  const comment = `CSV, ${body.length} rows, action:upload`
  expect(rows).toEqual([{ title: 'Audit trail', comment, by: peterBankChecker.fullName }])
})

test('names for the search come from the reach of who asks', async () => {
  const { peterBankChecker, aminaViewer, wanjikuMaker } = world.people
  const people = await peterBankChecker.get<{ id: string }[]>('/audit/people', { q: 'wanjiku' })
  expect(people.body.map(({ id }) => id)).toContain(wanjikuMaker.id)
  expect((await aminaViewer.get<object[]>('/audit/organisations', { q: 'cf4100' })).body).toHaveLength(1)
  expect((await wanjikuMaker.get('/audit/people', { q: 'o' })).status).toBe(403)
})
