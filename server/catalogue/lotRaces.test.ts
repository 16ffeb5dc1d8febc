import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import {
  approveLot,
  bulkLots,
  editLot,
  enterSale,
  lotOf,
  lotsOf,
  offerLots,
  rejectLot,
  resetLots,
  waitingLot,
} from '#test/kit/catalogueFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { reconcileCatalogue } from './reconcileLots.ts'

// Two things at once about one lot: whoever comes first, both have seen what stands in the catalogue.
let world: World
let maker: Person
let broker: Person
let warehouse: Person
const rounds = 6
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await enterSale(world)
  maker = world.people.kevinBrokerMaker
  broker = world.people.catherineBrokerChecker
  warehouse = world.people.francisWarehouseChecker
})
afterAll(() => world?.close())

const read = async ({ id }: { id: string }) => (await lotOf(maker, id)).body
const trailOf = async ({ id }: { id: string }) =>
  (
    await world.owner.query<{ action: string; from: string; to: string; by: string }>(
      `select action, from_status as "from", to_status as "to", actor_id as by from audit_events where kind = 'catalogue_record' and record_id = $1 order by id`,
      [id],
    )
  ).rows

test('broker and warehouse approve at once: both words count, and the lot is in the catalogue', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const lot = await waitingLot(world)
    const answers = await Promise.all([approveLot(broker, { id: lot.id }), approveLot(warehouse, { id: lot.id })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await read(lot)).toMatchObject({
      status: { id: 1 },
      warehouseAgreed: warehouse.fullName,
      brokerAgreed: broker.fullName,
    })
    expect((await trailOf(lot)).filter(({ action }) => action === 'approve')).toHaveLength(2)
  }
})

test('each as it was seen: the second is told that the lot has changed, and nothing is approved unseen', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const lot = await waitingLot(world)
    const answers = await Promise.all([approveLot(broker, lot), approveLot(warehouse, lot)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('record.changed')
    expect([23, 90]).toContain((await read(lot)).status.id)
  }
})

test('the warehouse edits while the broker approves: the broker is asked about the new weight in any case', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const lot = await waitingLot(world)
    const [edited] = await Promise.all([
      editLot(warehouse, lot, { weight: 89.25 }, 'We weighed 89.25 kg'),
      approveLot(broker, { id: lot.id }),
    ])
    const now = await read(lot)
    // Had the broker come first, the edit was of what nobody had seen any more.
    if (edited.status === 200) expect(now).toMatchObject({ status: { id: 201 }, weight: 89.25, brokerAgreed: null })
    else expect([edited.body.code, now.status.id, now.weight]).toEqual(['record.changed', 90, 90])
  }
})

test('both sides edit at once: one edit stands, and the other is told', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const lot = await waitingLot(world)
    const answers = await Promise.all([
      editLot(warehouse, lot, { weight: 89.25 }, 'We weighed 89.25 kg'),
      editLot(broker, lot, { cert: 'RA' }, 'It is certified'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const now = await read(lot)
    expect([
      [201, 89.25, ''],
      [90, 90, 'RA'],
    ]).toContainEqual([now.status.id, now.weight, now.cert])
  }
})

test('the broker rejects while the warehouse approves: the lot is rejected or waits for the broker, never approved', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const lot = await waitingLot(world)
    const [rejected] = await Promise.all([
      rejectLot(broker, { id: lot.id }, 'Sold privately'),
      approveLot(warehouse, { id: lot.id }),
    ])
    expect(rejected.status).toBe(200)
    expect((await read(lot)).status.id).toBe(2)
  }
})

test('two approve all lots of a file at once, while a third decides on some: each lot is decided once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const file = await offerLots(world, 12)
    const lots = await lotsOf(maker, file.id)
    const [one, other, ...single] = await Promise.all([
      bulkLots(broker, file.id, 'APPROVE_ALL'),
      bulkLots(warehouse, file.id, 'APPROVE_ALL'),
      ...lots.slice(0, 4).map((lot) => rejectLot(broker, { id: lot.id }, 'Offered privately')),
    ])
    // Whoever comes late meets lots that have moved on, or none at all that could be ticked.
    for (const answer of [one, other]) expect([200, 409, 422]).toContain(answer.status)
    const rejected = single.filter(({ status }) => status === 200).length
    const now = await lotsOf(maker, file.id)
    expect(now.filter(({ status }) => status.id === 2)).toHaveLength(rejected)
    for (const lot of now) {
      const trail = (await trailOf(lot)).filter(({ action }) => action === 'approve')
      // Of each side one approval at most, and in the catalogue only with both.
      expect(new Set(trail.map(({ by }) => by)).size).toBe(trail.length)
      if (lot.status.id === 1) expect(trail).toHaveLength(2)
    }
    const { body } = await maker.get<{ status: { id: number }; open: number }>(`/upload/catalogue/file/${file.id}`)
    expect([body.status.id === 3, body.open > 0]).toEqual([body.open > 0, body.status.id === 3])
  }
})

test('a reset while the warehouse gives the second approval leaves no half of an agreement', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const lot = await waitingLot(world)
    await approveLot(broker, lot)
    await Promise.all([resetLots(maker, lot.id), approveLot(warehouse, { id: lot.id })])
    const now = await read(lot)
    const agreed = [now.brokerAgreed !== null, now.warehouseAgreed !== null]
    const expected: Record<string, boolean[]> = { 3: [false, false], 23: [false, true], 1: [true, true] }
    expect([now.status.id, agreed]).toEqual([now.status.id, expected[now.status.id]])
  }
})

test('the reconciliation holds a lot while somebody approves it: one of them is first, and nothing on hold is agreed', async () => {
  const { owner } = world
  for (let round = 0; round < rounds; round += 1) {
    const first = await waitingLot(world)
    const second = await waitingLot(world, { splitNumber: '7' })
    // The same coffee as the first, brought about as the owner: no call lets it through.
    await owner.query(`update catalogue_records set outturn = $2, split_number = '' where id = $1`, [
      second.id,
      first.outturn,
    ])
    await Promise.all([reconcileCatalogue(world.house), approveLot(broker, { id: second.id })])
    await reconcileCatalogue(world.house)
    const now: CatalogueRecord = await read(second)
    expect(now).toMatchObject({ status: { id: 200 }, brokerAgreed: null, warehouseAgreed: null })
  }
})
