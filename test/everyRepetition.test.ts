import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { farmersCsv } from './kit/farmerFiles.ts'
import { sendFarmers } from './kit/farmerUploads.ts'
import { sampleRequest, unknownId } from './kit/sampleRequests.ts'
import { makeWorld, type World } from './kit/world.ts'

type Body = { code?: string; data: Record<string, unknown> & { id: string } }
let world: World
let serial = 0
const keyed = (key = `test-${(serial += 1)}`) => ({ headers: { 'idempotency-key': key } })
const count = async (sql: string, ...values: unknown[]) =>
  Number((await world.owner.query<{ n: string }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n)

beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())

test('a saved view that is sent twice with one key is saved once and answered alike', async () => {
  const { wanjikuMaker } = world.people
  const view = { list: 'farmers', name: 'Women', query: 'filter=gender:FEMALE', shared: false }
  const key = keyed()
  const first = await wanjikuMaker.post<Body>('/views', view, key)
  const second = await wanjikuMaker.post<Body>('/views', view, key)
  expect(first.status).toBe(200)
  expect(second.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expect(await count('saved_views where name = $1', 'Women')).toBe(1)
})

test('a key that was used for another request is refused, and nothing is done', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const key = keyed()
  const view = { list: 'farmers', name: 'Men', query: 'filter=gender:MALE', shared: false }
  expect((await wanjikuMaker.post('/views', view, key)).status).toBe(200)
  const other = await wanjikuMaker.post<Body>('/views', { ...view, name: 'Others' }, key)
  expect([other.status, other.body.code]).toEqual([422, 'key.reused'])
  const elsewhere = await wanjikuMaker.post<Body>('/upload/cherry/decline_farmer', { id: unknownId }, key)
  expect(elsewhere.status).not.toBe(200)
  expect(await count('saved_views where name = $1', 'Others')).toBe(0)
  // A key belongs to its user: the same one of somebody else is another key.
  expect((await otienoChecker.post('/views', { ...view, name: 'Others' }, key)).status).toBe(200)
})

test('a decision that is sent twice with one key is taken once and answered alike', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const { id, version } = await sendFarmers(wanjikuMaker, 2)
  const decision = { id, version, approverComment: 'Numbers of another society' }
  const key = keyed()
  const answers = [
    await otienoChecker.post<Body>('/upload/cherry/decline_farmer', decision, key),
    await otienoChecker.post<Body>('/upload/cherry/decline_farmer', decision, key),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(await count(`audit_events where record_id = $1 and action = 'decline'`, id)).toBe(1)
  const late = await otienoChecker.post<Body>('/upload/cherry/decline_farmer', decision, keyed())
  expect([late.status, late.body.code]).toEqual([409, 'step.wrong_state'])
})

test('a file that is sent twice with one key is one upload', async () => {
  const { wanjikuMaker } = world.people
  const csv = farmersCsv(2)
  const path = `/upload/cherry/farmer/${world.organisationId('CF4100')}`
  const key = keyed()
  const first = await wanjikuMaker.upload<Body>(path, 'twice.csv', csv, {}, key)
  const second = await wanjikuMaker.upload<Body>(path, 'twice.csv', csv, {}, key)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.data.id).toBe(first.body.data.id)
  expect(await count('uploads where file_name = $1', 'twice.csv')).toBe(1)
  const withoutKey = await wanjikuMaker.upload<Body>(path, 'twice.csv', csv)
  expect([withoutKey.status, withoutKey.body.code]).toEqual([409, 'upload.same_file'])
})

test('of equal requests at once one has the effect, whatever the others are answered', async () => {
  const { wanjikuMaker } = world.people
  const view = { list: 'farmers', name: 'At once', query: '', shared: false }
  const key = keyed()
  const answers = await Promise.all(Array.from({ length: 8 }, () => wanjikuMaker.post<Body>('/views', view, key)))
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(done.map(({ body }) => body.data.id)).size).toBe(1)
  expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'key.in_progress')).toBe(true)
  expect(await count('saved_views where name = $1', 'At once')).toBe(1)
})

test('a key that is too long is refused', async () => {
  const { status } = await world.people.wanjikuMaker.post('/views', {}, keyed('k'.repeat(300)))
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})

// A refusal is not an effect: it is found again, not stored, and answers alike.
const changing = declaredCalls
  .filter(({ declared }) => declared.method !== 'GET' && !declared.reads && !declared.path.startsWith('/auth/'))
  .map((call) => ({ ...call, title: `${call.declared.method} ${call.declared.path}` }))
test.each(changing)('$title answers a repetition with one key as it answered first', async ({ declared }) => {
  const { wanjikuMaker } = world.people
  const { method, path, ...options } = await sampleRequest(declared, {
    organisationId: world.organisationId('CF4100'),
    organisationCode: 'CF4100',
    id: unknownId,
    values: { name: `View ${declared.path}` },
  })
  const headers = { ...options.headers, ...keyed().headers }
  const first = await wanjikuMaker.request<Body>(method, path, { ...options, headers })
  const second = await wanjikuMaker.request<Body>(method, path, { ...options, headers })
  expect([second.status, second.body]).toEqual([first.status, first.body])
})
