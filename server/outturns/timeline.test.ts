import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Timeline, TimelineStage } from '#contract/outturns/timeline.ts'
import { businessDate } from '#server/kit/clock.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { bookedResults, holdSale, resultOf, unsold } from '#test/kit/auctionResults.ts'
import { decideParchment, outturns, sendParchment } from '#test/kit/parchmentFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// Lot 1 of the sale that was held today: its outturn is 09TH0001.
const outturn = '09TH0001'
const season = currentSeason()
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await holdSale(world, { lots: 20 })
  const brought = await sendParchment(
    world.people.wanjikuMaker,
    outturns(1, { outturn, totalBags: '20', netWeight: '1000' }),
  )
  await decideParchment(world.people.aliceMillerChecker, 'approve', brought)
})
afterAll(() => world?.close())

const stagesFor = async (person: Person, query: Record<string, string> = {}) => {
  const { status, body } = await person.get<Timeline>('/outturn/timeline', { outturn, season, ...query })
  return {
    status,
    stages: Object.fromEntries((body.stages ?? []).map((one) => [one.stage, one])) as Record<
      TimelineStage,
      Timeline['stages'][number]
    >,
  }
}

test('before its auction is recorded an outturn waits for its broker, until a working day after the sale', async () => {
  const { stages } = await stagesFor(world.people.wanjikuMaker)
  expect(stages).toMatchObject({
    DELIVERED: { state: 'DONE' },
    MILLED: { state: 'DONE', done: 1, of: 1 },
    DISPATCHED: { state: 'DONE' },
    CATALOGUED: { state: 'DONE', of: 1 },
    SOLD: { state: 'NOW', turn: 'BROKER', names: ['Savanna Auction Brokers'], lateDays: 0 },
    PAID: { state: 'AHEAD' },
  })
  expect(stages.SOLD.due! > businessDate()).toBe(true)
})

test('once it is sold it waits for its buyer, and a lot that was not waits for nobody', async () => {
  await bookedResults(world, [resultOf(1), resultOf(2, unsold)])
  expect((await stagesFor(world.people.wanjikuMaker)).stages.SOLD).toMatchObject({ state: 'DONE', on: businessDate() })
  expect((await stagesFor(world.people.kipronoMillerMaker, { outturn: '09TH0002' })).stages).toMatchObject({
    SOLD: { state: 'DONE' },
    PAID: { of: 0, names: [] },
  })
})

test('of a bulked lot, which stands in nobody’s catalogue, each grower sees how far the own part has come', async () => {
  const { wanjikuMaker, danielMaker, aliceMillerChecker } = world.people
  const bulk = '09TH0003'
  const brought = await sendParchment(danielMaker, outturns(1, { outturn: bulk, totalBags: '10', netWeight: '500' }))
  await decideParchment(aliceMillerChecker, 'approve', brought)
  await bookedResults(world, [resultOf(3)])
  await world.owner.query(
    `begin;
     update dispatch_records set grower_id = null where outturn = '${bulk}';
     update catalogue_records set grower_id = null where outturn = '${bulk}';
     update eslips set grower_id = null where outturn = '${bulk}';
     commit`,
  )
  const { stages } = await stagesFor(danielMaker, { outturn: bulk })
  expect(stages).toMatchObject({
    DISPATCHED: { state: 'HIDDEN' },
    CATALOGUED: { state: 'DONE', of: 1 },
    SOLD: { state: 'DONE', of: 1, on: businessDate() },
    PAID: { state: 'NOW', turn: 'BUYER', of: 1 },
  })
  expect([stages.PAID.names.length, stages.PAID.due! > businessDate()]).toEqual([1, true])
  const ofSeason = async (person: Person) =>
    (await person.get<Timeline>(`/society/timeline/${person.organisationCode}`)).body.stages.find(
      ({ stage }) => stage === 'SOLD',
    )
  expect(await ofSeason(danielMaker)).toMatchObject({ done: 1, of: 1 })
  // Whose lots stand in the catalogue counts none of them twice.
  expect(await ofSeason(wanjikuMaker)).toMatchObject({ done: 2 })
})

test('the mill does not learn what the society made of its dollars, and another society nothing at all', async () => {
  const { stages } = await stagesFor(world.people.kipronoMillerMaker)
  for (const stage of ['DELIVERED', 'CREDITED', 'CONVERTED', 'SCHEDULED', 'IN_ACCOUNT'] as const)
    expect([stage, stages[stage].state]).toEqual([stage, 'HIDDEN'])
  expect((await stagesFor(world.people.danielMaker)).status).toBe(404)
})

test('one lot has its own timeline, and a number that is no lot of it none of the auction', async () => {
  expect((await stagesFor(world.people.peterBankChecker, { lot: '1' })).stages.CATALOGUED).toMatchObject({
    done: 1,
    of: 1,
  })
  expect((await stagesFor(world.people.peterBankChecker, { lot: '999' })).stages.CATALOGUED).toMatchObject({ of: 0 })
})
