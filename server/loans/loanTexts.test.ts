import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Notification } from '#contract/house/notifications.ts'
import { businessDate, setClock } from '#server/kit/clock.ts'
import { borrower, decideLoans, fillFund, settle, waitingLoan } from '#test/kit/loans.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
// The middle of an hour: what happens within it is one line.
const noon = new Date()
noon.setMinutes(30, 0, 0)
// Some hours earlier where the last of these tests would come to stand in another day.
if (businessDate(new Date(noon.getTime() + 3 * 3_600_000)) !== businessDate(noon)) noon.setHours(noon.getHours() - 4)
beforeAll(async () => {
  world = await makeWorld()
  await fillFund(world, 'KPCU', 1_000_000)
})
afterEach(() => setClock(null))
afterAll(() => world.close())

const newsOf = async (person: Person): Promise<Notification[]> =>
  (await person.get<{ items: Notification[] }>('/notifications')).body.items.filter(
    ({ kind, code }) => kind === 'loan_request' && code === 'moved',
  )
const noticesOf = async (person: Person) => (await newsOf(person)).map(({ to, count }) => `${count} ${to}`)

/** Loans that are being paid; everybody has signed in just now. */
async function authorised(count: number): Promise<string[]> {
  const [otienoChecker, mercyKpcuChecker] = [
    await world.newSession('fcs.checker'),
    await world.newSession('kpcu.checker'),
  ]
  world.people.wanjikuMaker = await world.newSession('fcs.maker')
  const loans = []
  for (let n = 0; n < count; n += 1) loans.push(await waitingLoan(world, (await borrower(world)).id, 1_000))
  await decideLoans(otienoChecker, 'approve', loans)
  const ids = loans.map(({ id }) => ({ id }))
  expect((await decideLoans(mercyKpcuChecker, 'authorize', ids)).body.data.done).toBe(count)
  return ids.map(({ id }) => id)
}

test('the clerk and who approved are notified how a batch ended in one line for each end, however it came home', async () => {
  setClock(() => noon.getTime())
  const loans = await authorised(6)
  const { wanjikuMaker } = world.people
  const otienoChecker = await world.newSession('fcs.checker')
  for (const id of loans.slice(0, 4)) await settle(world, id, 'PAID')
  setClock(() => noon.getTime() + 1_000)
  await settle(world, loans[4]!, 'FAILED')
  for (const person of [wanjikuMaker, otienoChecker]) expect(await noticesOf(person)).toEqual(['1 FAILED', '4 SUCCESS'])
  expect(await noticesOf(await world.newSession('fcs.manager'))).toEqual([])
  // What was read is gone; what comes after it is unread again.
  await wanjikuMaker.post('/notifications/read', { until: new Date(noon.getTime() + 1_000).toISOString() })
  expect(await noticesOf(wanjikuMaker)).toEqual([])
  setClock(() => noon.getTime() + 60_000)
  await settle(world, loans[5]!, 'PAID')
  expect(await noticesOf(wanjikuMaker)).toEqual(['5 SUCCESS'])
  // The bank takes one back later: that is news of its own.
  setClock(() => noon.getTime() + 3_600_000)
  await settle(world, loans[0]!, 'REVERSED')
  const later = await world.newSession('fcs.maker')
  expect(await noticesOf(later)).toEqual(['1 REVERSED', '5 SUCCESS'])
  // The same word again tells nothing.
  await settle(world, loans[0]!, 'REVERSED')
  expect((await noticesOf(later))[0]).toBe('1 REVERSED')
})

test('a payment in the next hour joins the line of the day', async () => {
  const at = noon.getTime() + 2 * 3_600_000
  setClock(() => at)
  const [loan] = await authorised(1)
  await settle(world, loan!, 'PAID')
  expect((await noticesOf(world.people.wanjikuMaker))[0]).toBe('6 SUCCESS')
})
