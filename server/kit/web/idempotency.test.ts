import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmersCsv, newFarmers } from '#test/kit/farmerFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { decide, farmersOf, sendFile, trailOf, uploadRows } from '#test/faults/farmerWays.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world.close())
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

test('an approval repeated with its key is answered alike and done once, even after the upload has moved on', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const upload = await uploadRows(world, wanjikuMaker, newFarmers(2))
  const first = await decide(world, otienoChecker, upload, {}, keyed('approve-1'))
  const second = await decide(world, otienoChecker, upload, {}, keyed('approve-1'))
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect(await farmersOf(world, upload.id)).toHaveLength(2)
  expect((await trailOf(world, upload.id)).filter((line) => line.startsWith('approve'))).toHaveLength(1)
})

test('of the same key sent many times at once one is done, the others are in progress or get its answer', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const upload = await uploadRows(world, wanjikuMaker, newFarmers(2))
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => decide(world, otienoChecker, upload, {}, keyed('approve-2'))),
  )
  for (const { status, body } of answers)
    expect([200, 409], JSON.stringify(body)).toContain(status === 409 && body.code !== 'key.in_progress' ? 0 : status)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await farmersOf(world, upload.id)).toHaveLength(2)
})

test('of one file sent twice at once with one key, one upload is made', async () => {
  const { wanjikuMaker } = world.people
  const bytes = farmersCsv(3)
  const answers = await Promise.all([1, 2].map(() => sendFile(world, wanjikuMaker, bytes, keyed('file-1'))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
  const again = await sendFile(world, wanjikuMaker, bytes, keyed('file-1'))
  expect(again.body.data.id).toBe(answers.find(({ status }) => status === 200)?.body.data.id)
  const other = await sendFile(world, wanjikuMaker, farmersCsv(3), keyed('file-1'))
  expect(other).toMatchObject({ status: 422, body: { code: 'key.reused' } })
})

test('a refusal is not kept: the same key may be tried again when the reason is gone', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  const upload = await uploadRows(world, wanjikuMaker, newFarmers(1))
  const bare = { ...upload, path: 'decline_farmer' }
  expect(await decide(world, otienoChecker, bare, { path: 'decline_farmer' }, keyed('no'))).toMatchObject({
    status: 422,
  })
  const comment = { path: 'decline_farmer', approverComment: 'Wrong file' }
  expect(await decide(world, otienoChecker, bare, comment, keyed('no'))).toMatchObject({ status: 200 })
})

test('a key belongs to its user, and a key beyond 255 characters is refused', async () => {
  const { wanjikuMaker, otienoChecker, margaretManager } = world.people
  const upload = await uploadRows(world, wanjikuMaker, newFarmers(1))
  expect((await decide(world, otienoChecker, upload, {}, keyed('same'))).status).toBe(200)
  expect(await decide(world, margaretManager, upload, {}, keyed('same'))).toMatchObject({
    status: 409,
    body: { code: 'step.wrong_state' },
  })
  expect(await decide(world, otienoChecker, upload, {}, keyed('k'.repeat(256)))).toMatchObject({ status: 400 })
})
