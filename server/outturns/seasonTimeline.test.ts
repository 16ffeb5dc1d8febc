import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Timeline, TimelineStage } from '#contract/outturns/timeline.ts'
import { bookedResults, resultOf } from '#test/kit/auctionResults.ts'
import { coffeeToAccounts, type Chain } from '#test/kit/coffeeToAccounts.ts'
import type { Person } from '#test/kit/people.ts'
import { membersOf } from '#test/kit/schedules.ts'

// Two lots of a society whose money has arrived with its members; a thousand dollars still lie on their dollar account.
let chain: Chain
let members: { id: string }[]
beforeAll(async () => {
  chain = await coffeeToAccounts()
  members = await membersOf(chain.world)
}, 120_000)
afterAll(() => chain?.world.close())

const ofSociety = () => `/society/timeline/${chain.world.organisationId('CF4100')}`
const ofFarmer = () => `/farmer/timeline/${members[0]?.id}`
const read = async (person: Person, path: string, query: Record<string, string> = {}) => {
  const { status, body } = await person.get<Timeline>(path, query)
  const stages = Object.fromEntries((body.stages ?? []).map((one) => [one.stage, one]))
  return { status, stages: stages as Record<TimelineStage, Timeline['stages'][number]> } // border: a timeline has every stage
}

test('a season of a society is done where all of it has come, and waits for who may bring the rest on, by name', async () => {
  const { stages } = await read(chain.world.people.wanjikuMaker, ofSociety())
  for (const stage of ['DELIVERED', 'MILLED', 'SOLD', 'PAID', 'CREDITED', 'SCHEDULED'] as const)
    expect([stage, stages[stage].state, stages[stage].people]).toEqual([stage, 'DONE', []])
  expect([stages.SOLD.of, stages.CREDITED.of, stages.SCHEDULED.of, stages.IN_ACCOUNT.of]).toEqual([3, 2, 1, 5])
  // A line is held: the society mends it.
  expect(stages.IN_ACCOUNT).toMatchObject({ state: 'NOW', done: 4, of: 5, turn: 'SOCIETY' })
  expect(stages.CONVERTED).toMatchObject({
    state: 'NOW',
    done: 1,
    of: 2,
    turn: 'SOCIETY',
    names: ['Othameru Farmers Co-operative Society'],
  })
  expect(stages.CONVERTED.people).toContain(chain.world.people.wanjikuMaker.fullName)
})

test('a farmer finds the own deliveries and payments on it, and between them what the society made of its coffee', async () => {
  const { stages } = await read(chain.world.people.otienoChecker, ofFarmer())
  expect(stages.IN_ACCOUNT).toMatchObject({ state: 'DONE', done: 1, of: 1 })
  expect(stages.DELIVERED.of).toBeLessThan(
    (await read(chain.world.people.otienoChecker, ofSociety())).stages.DELIVERED.of,
  )
  expect([stages.SOLD.of, stages.CREDITED.of]).toEqual([3, 2])
  const before = await read(chain.world.people.otienoChecker, ofFarmer(), { season: '2023/2024' })
  expect(before.stages).toMatchObject({ SOLD: { of: 0 }, IN_ACCOUNT: { of: 0, state: 'AHEAD' } })
})

test('a lot that its buyer has not paid by the prompt day is overdue in working days, whoever looks at it', async () => {
  const { world } = chain
  await bookedResults(world, [resultOf(3, { invoice: 'INV-LATE' })])
  await world.owner.query(`update eslips set prompt_date = current_date - 14 where invoice_number = 'INV-LATE'`)
  for (const path of [ofSociety(), ofFarmer()]) {
    const { PAID } = (await read(world.people.aminaViewer, path)).stages
    expect(PAID).toMatchObject({ state: 'LATE', done: 2, of: 3, turn: 'BUYER' })
    expect(PAID.lateDays).toBeGreaterThanOrEqual(8)
    expect(PAID.lateDays).toBeLessThanOrEqual(11) // the clock of the database may be a day behind that of Nairobi
    expect(PAID.names).toHaveLength(1)
  }
})

test('it is the society’s own, and of those who see everybody and name it', async () => {
  const { danielMaker, kipronoMillerMaker, peterBankChecker } = chain.world.people
  for (const path of [ofSociety(), ofFarmer()]) {
    expect((await read(danielMaker, path)).status).toBe(404)
    expect((await read(kipronoMillerMaker, path)).status).toBe(403)
    expect((await read(peterBankChecker, path)).status).toBe(200)
  }
  // The bank itself has no coffee.
  expect((await read(peterBankChecker, '/society/timeline/COOP')).stages).toMatchObject({ SOLD: { of: 0 } })
})
