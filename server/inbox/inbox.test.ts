import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InboxItem } from '#contract/house/inbox.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { dayAfter } from '#server/facts/days.ts'
import { businessDate, startOfDay } from '#server/kit/clock.ts'
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

test('what waits is as old as the working days that passed, in the rows and in the counts of the filter', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  const { id } = await uploadRows(world, wanjikuMaker, newFarmers(2))
  const made = (days: number) =>
    world.owner.query(`update uploads set created_at = $2 where id = $1`, [
      id,
      startOfDay(dayAfter(businessDate(), -days)),
    ])
  const ages = async (age: InboxItem['age']) => {
    const query = { paginate: 'Y', size: 100, counts: 'Y', filter: `age:${age}` }
    const { body } = await otienoChecker.get<PageOf<InboxItem>>('/inbox', query)
    expect(body.counts?.['age']?.[age] ?? 0).toBe(body.page.totalElements)
    return body.data.filter((item) => item.id === id).map((item) => item.age)
  }
  expect(await ages('NEW')).toEqual(['NEW'])
  // At least four working days lie in nine days, whatever holidays there are.
  await made(9)
  expect([await ages('NEW'), await ages('OLDER')]).toEqual([[], ['OLDER']])
  await world.owner.query(
    `insert into public_holidays (day, name, day_off, changed_at)
     select d, 'Days of mourning', true, now() from generate_series($1::date - 9, $1::date, '1 day') d`,
    [businessDate()],
  )
  expect([await ages('NEW'), await ages('OLDER')]).toEqual([['NEW'], []])
  await world.owner.query('delete from public_holidays')
})
