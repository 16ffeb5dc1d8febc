import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UploadProgress } from '#contract/uploads/uploads.ts'
import { sendFile, society, trailOf, until, uploadOf, type UploadAnswer } from '#test/faults/farmerWays.ts'
import { farmersCsv } from '#test/kit/farmerFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await world.owner.query(`
    update pgboss.queue set retry_limit = 1 where name = 'upload.check';
    create function break_down() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`)
})
afterAll(() => world.close())

const breakChecks = () =>
  world.owner.query(
    'create trigger broken before insert on upload_rows for each statement execute function break_down()',
  )
const mendChecks = () => world.owner.query('drop trigger broken on upload_rows')
const said = /could not be checked.*upload it again/

test('a check that fails for the last time says so, and the same file may be uploaded again', async () => {
  const { wanjikuMaker } = world.people
  const file = farmersCsv(2)
  await breakChecks()
  const sent = await sendFile(world, wanjikuMaker, file, { headers: { prefer: 'respond-async' } })
  expect(sent.status).toBe(202)
  const { id } = sent.body.data
  const { body: progress } = await until(
    () => wanjikuMaker.get<UploadProgress>(`/uploads/${id}/progress`),
    ({ body }) => body.stage === 'refused',
  )
  expect(progress.problem).toMatch(said)
  expect(await uploadOf(wanjikuMaker, id)).toMatchObject({
    problem: expect.stringMatching(said),
    status: { statusName: 'DISCARDED' },
    numberOfLots: 0,
  })
  expect(await trailOf(world, id)).toEqual(['upload -> CHECKING', 'system CHECKING -> DISCARDED'])
  await mendChecks()
  const again = await sendFile(world, wanjikuMaker, file)
  expect(again).toMatchObject({ status: 200, body: { data: { ready: 2 } } })
})

test('whoever waits for the check is told that it failed, not that the file is wrong', async () => {
  const { wanjikuMaker } = world.people
  await breakChecks()
  const path = `/upload/cherry/farmer/${society(world)}`
  const { status, body } = await wanjikuMaker.upload<UploadAnswer>(path, 'members.csv', farmersCsv(1))
  await mendChecks()
  expect([status, body.code]).toEqual([503, 'upload.file_failed'])
  expect(body.message).toMatch(said)
})
