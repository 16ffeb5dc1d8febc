import type { Socket } from 'node:net'
import type { LoanRequest } from '#contract/loans/loanRows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backgroundHouse } from '#server/kit/house.ts'
import { startSealing } from '#server/kit/audit/sealAudit.ts'
import { startPayouts } from '#server/payouts/keepPayouts.ts'
import { fillFunds } from '../browser/unreliableBank.ts'
import { decideLoans, makePayable, waitingLoan } from '../kit/loans.ts'
import type { Person } from '../kit/people.ts'
import { freePort } from '../kit/freePort.ts'
import { freshMembers } from '../kit/updateRequests.ts'
import { makeWorld, type World } from '../kit/world.ts'
import { head, openSocket } from './rawRequest.ts'

// A list is sent as fast as somebody reads it. Payouts, the seal and what others read must not wait for that: sixteen readers of
// three organisations hardly read here, while loans are authorised and paid.
let world: World
let services: { stop: () => Promise<void> }[] = []
let members: string[]
const loans: LoanRequest[] = []
const readers: Socket[] = []
const timers: NodeJS.Timeout[] = []
const slowPeople = (): Person[] => {
  const { estherBankMaker, peterBankChecker, aminaViewer } = world.people
  return [estherBankMaker, peterBankChecker, aminaViewer]
}
const busyStreams = (): number => {
  const { streams } = world.house.db.pools
  return streams.totalCount - streams.idleCount
}

beforeAll(async () => {
  const port = await freePort()
  world = await makeWorld({ settings: { PORT: String(port) } })
  const address = await world.app.listen({ port, host: '127.0.0.1' })
  await fillFunds(world)
  services = [startPayouts, startSealing].map((start) => start(backgroundHouse(world.house)))
  members = (await freshMembers(world, 4)).map(({ id }) => id)
  await makePayable(world, members)
  // The list of the others is longer than what any socket takes in by itself.
  await world.owner.query(`update farmers set account_name = repeat('KAHAWA ', 20000) where not id = any ($1)`, [
    members,
  ])
  for (const id of members) loans.push(await waitingLoan(world, id, 1_000))
  await decideLoans(world.people.otienoChecker, 'approve', loans)

  const people = slowPeople()
  for (let at = 0; at < 16; at += 1) {
    const { token, organisationCode } = people[at % people.length] as Person
    const reader = await openSocket(address)
    reader.write(head('GET', `/api/upload/cherry/getFarmers/${organisationCode}`, { authorization: `Bearer ${token}` }))
    readers.push(reader)
    // Every second one takes a few bytes now and then, the others nothing.
    if (at % 2 === 0) timers.push(setInterval(() => reader.read(10), 200))
  }
})
afterAll(async () => {
  timers.forEach((timer) => clearInterval(timer))
  readers.forEach((reader) => reader.destroy())
  await Promise.all(services.map(({ stop }) => stop()))
  await world?.close()
})

test('somebody else has a file all the same', async () => {
  // Two of them have two lists on their way, the third perhaps one: the last place is for who has none yet.
  await expect.poll(busyStreams, { timeout: 15_000 }).toBeGreaterThanOrEqual(4)
  const { otienoChecker } = world.people
  const path = `/upload/cherry/getFarmers/${world.organisationId('CF4100')}`
  expect((await otienoChecker.get(path, { export: 'csv' })).status).toBe(200)
  expect(busyStreams()).toBeGreaterThanOrEqual(4)
  // Whoever has two already is refused; whoever has one finds no second place while the last are kept.
  const more = await Promise.all(
    slowPeople().map((person) => person.get(`/upload/cherry/getFarmers/${person.organisationCode}`)),
  )
  const statuses = more.map(({ status }) => status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1)
  expect(statuses.filter((status) => status !== 429 && status !== 503)).toEqual([])
})

test('loans are authorised and paid', async () => {
  const { rows } = await world.owner.query<{ id: string }>('select id from loan_requests where farmer_id = any ($1)', [
    members,
  ])
  const decided = await decideLoans(world.people.mercyKpcuChecker, 'authorize', rows)
  expect(decided.body.data).toMatchObject({ done: members.length })
  const paid = `select 1 from loan_requests where farmer_id = any ($1) and status = 'SUCCESS'`
  await expect
    .poll(async () => (await world.owner.query(paid, [members])).rowCount, { timeout: 18_000 })
    .toBe(members.length)
})

test('the trail is sealed', async () => {
  const open = 'select 1 from audit_events e where not exists (select 1 from audit_seals s where s.event_id = e.id)'
  await expect.poll(async () => (await world.owner.query(open)).rowCount, { timeout: 18_000 }).toBe(0)
})
