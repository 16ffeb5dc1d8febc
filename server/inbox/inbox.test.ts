import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { decide, uploadRows } from '#test/faults/farmerWays.ts'
import { newFarmers } from '#test/kit/farmerFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world.close())

test('the inbox holds what this checker can decide, and nothing once it is decided', async () => {
  const { otienoChecker, wanjikuMaker, purityChecker } = world.people
  const upload = await uploadRows(world, wanjikuMaker, newFarmers(3))
  const ids = async (person: typeof otienoChecker) =>
    (await person.get<PageOf<{ id: string }>>('/inbox', { paginate: 'Y', size: 100 })).body.data.map(({ id }) => id)
  expect(await ids(otienoChecker)).toContain(upload.id)
  expect(await ids(wanjikuMaker)).toEqual([])
  expect(await ids(purityChecker)).not.toContain(upload.id)
  const before = (await otienoChecker.get<{ total: number }>('/inbox/counts')).body.total
  await decide(world, otienoChecker, upload)
  expect(await ids(otienoChecker)).not.toContain(upload.id)
  expect((await otienoChecker.get<{ total: number }>('/inbox/counts')).body.total).toBe(before - 1)
})
