import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueFile } from '#contract/catalogue/catalogueFiles.ts'
import type { ClosedCatalogue } from '#contract/catalogue/closedCatalogues.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import {
  approveLot,
  bulkLots,
  editLot,
  enterSale,
  lotOf,
  lotsOf,
  newLots,
  offerLots,
  receiveCoffee,
  resetLots,
  sendCatalogue,
  withdrawLot,
} from '#test/kit/catalogueFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { closeCatalogues } from './closeCatalogues.ts'

let world: World
let maker: Person
let broker: Person
let warehouse: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.kevinBrokerMaker
  broker = world.people.catherineBrokerChecker
  warehouse = world.people.francisWarehouseChecker
})
afterAll(() => world?.close())

let number = 50
const newSale = async () => {
  number += 1
  await enterSale(world, number)
  return { saleNumber: String(number) }
}
/** The time of the catalogue has come. */
const comesToClose = (saleNumber: string) =>
  world.owner.query(
    `update sales set catalogue_close = now() - interval '1 minute' where season = $1 and sale_number = $2`,
    [currentSeason(), Number(saleNumber)],
  )
const closedOf = async (person: Person, saleNumber: string) => {
  const { body } = await person.get<ClosedCatalogue[]>('/upload/catalogue/closed')
  return body.filter((one) => String(one.saleNumber) === saleNumber)
}
const filesOf = async (person: Person, { id }: ClosedCatalogue) => {
  const [workbook, paper] = [
    await person.get(`/upload/catalogue/closed/${id}/workbook`),
    await person.get(`/upload/catalogue/closed/${id}/paper`),
  ]
  expect([workbook.status, paper.status]).toEqual([200, 200])
  return { workbook, paper }
}
/** A file of four lots: agreed, agreed, waiting for the warehouse, and on hold. */
async function offered(saleNumber: string) {
  const lots = newLots(3, { saleNumber, reservePrice: '411.5' })
  await receiveCoffee(world, lots)
  const file = await sendCatalogue(maker, [...lots, ...newLots(1, { saleNumber })])
  const [one, other, third] = await lotsOf(maker, file.id)
  for (const { id } of [one!, other!, third!]) await approveLot(broker, { id })
  for (const { id } of [one!, other!]) expect((await approveLot(warehouse, { id })).status).toBe(200)
  return { file, agreed: [one!, other!], third: third! }
}

test('at its close the catalogue is what both sides have agreed to, and every other lot is rejected', async () => {
  const { saleNumber } = await newSale()
  const { file, agreed, third } = await offered(saleNumber)
  expect(await closeCatalogues(world.house)).toBe(0)
  await comesToClose(saleNumber)
  expect(await closeCatalogues(world.house)).toBe(1)
  const lots = await lotsOf(maker, file.id)
  expect(lots.map(({ status }) => status.id)).toEqual([1, 1, 2, 2])
  expect((await maker.get<CatalogueFile>(`/upload/catalogue/file/${file.id}`)).body).toMatchObject({
    status: { id: 1 },
    open: 0,
    onHold: 0,
    approved: 2,
  })
  const [closed, ...more] = await closedOf(warehouse, saleNumber)
  expect(more).toEqual([])
  expect(closed).toMatchObject({ lots: 2, bags: 2, weight: 180, leftOut: 2 })
  const { rows } = await world.owner.query<{ from: string; reason: string }>(
    `select from_status as from, changes -> 'reason' ->> 'after' as reason from audit_events where record_id = $1 and action = 'system'`,
    [third.id],
  )
  expect(rows).toEqual([
    { from: 'PENDING_WAREHOUSE_APPROVAL', reason: 'The catalogue of its sale closed before both sides had agreed' },
  ])
  const { workbook } = await filesOf(warehouse, closed!)
  const table = (await readXlsx(workbook.bytes)).sheets[0]?.rows ?? []
  expect(table).toHaveLength(3)
  expect(table[0]).toEqual(
    'Season,Sale,Lot,Broker,Outturn,Mark,Grade,Bags,Pockets,Kg,Miller,Warehouse,Warrant,Certification,Class'.split(','),
  )
  expect(table[1]?.slice(0, 12)).toEqual([
    currentSeason(),
    Number(saleNumber),
    agreed[0]!.lotNumber,
    'BR5001',
    agreed[0]!.outturn,
    'OTHAMERU/CF4100',
    'AB',
    1,
    30,
    90,
    'ML2001',
    'WH6001',
  ])
})

test('whoever fetches it, and whenever, gets the same bytes; a lot that is withdrawn later is in them still', async () => {
  const { saleNumber } = await newSale()
  const { agreed } = await offered(saleNumber)
  await comesToClose(saleNumber)
  await closeCatalogues(world.house)
  const [closed] = await closedOf(broker, saleNumber)
  const first = await filesOf(broker, closed!)
  expect(first.paper.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await withdrawLot(broker, { id: agreed[0]!.id }, 'The grower keeps it')).status).toBe(200)
  expect(await closeCatalogues(world.house)).toBe(0)
  for (const reader of [maker, warehouse, world.people.kipronoMillerMaker, world.people.brianMarketerMaker]) {
    const again = await filesOf(reader, closed!)
    expect([again.workbook.bytes.equals(first.workbook.bytes), again.paper.bytes.equals(first.paper.bytes)]).toEqual([
      true,
      true,
    ])
    expect(await closedOf(reader, saleNumber)).toEqual([closed])
    // Nobody reads in it below what price a lot is not sold.
    expect(JSON.stringify((await readXlsx(again.workbook.bytes)).sheets)).not.toContain('411.5')
  }
  expect((await world.people.wanjikuMaker.get(`/upload/catalogue/closed/${closed!.id}/paper`)).status).toBe(403)
  const { rowCount } = await world.owner.query(
    `select from audit_events where kind = 'closed_catalogue' and comment = $1`,
    [closed!.fingerprint],
  )
  expect(rowCount).toBe(1)
  await expect(world.owner.query(`update closed_catalogues set lots = 9`)).rejects.toThrow(/append-only/)
})

test('another lot makes another fingerprint', async () => {
  const prints = new Set<string>()
  for (let round = 0; round < 2; round += 1) {
    const { saleNumber } = await newSale()
    await offered(saleNumber)
    await comesToClose(saleNumber)
    await closeCatalogues(world.house)
    prints.add((await closedOf(maker, saleNumber))[0]!.fingerprint)
  }
  expect(prints.size).toBe(2)
})

test('after the close every call that would change the catalogue is refused, also before it was closed by the house', async () => {
  const { saleNumber } = await newSale()
  const { file, agreed, third } = await offered(saleNumber)
  await comesToClose(saleNumber)
  for (const isDone of [false, true]) {
    const codes = [
      (await approveLot(warehouse, { id: third.id })).body.code,
      (await editLot(warehouse, (await lotOf(warehouse, third.id)).body, { weight: 89.5 }, 'Weighed again')).body.code,
      (await resetLots(maker, agreed[0]!.id)).body.code,
    ]
    expect([isDone, ...codes]).toEqual([isDone, ...codes.map(() => 'sale.catalogue_closed')])
    const all = await bulkLots(warehouse, file.id, 'APPROVE_ALL')
    expect(all.body.code).toBe(isDone ? 'record.none_selected' : 'sale.catalogue_closed')
    await closeCatalogues(world.house)
  }
})

test('a catalogue closes while its lots get their last approval, and in two servers: each lot is in it or rejected, once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { saleNumber } = await newSale()
    const file = await offerLots(world, 8, { saleNumber })
    const lots = await lotsOf(maker, file.id)
    await bulkLots(broker, file.id, 'APPROVE_ALL')
    const approvals = lots.map(({ id }, at) => async () => {
      if (at === 4) await comesToClose(saleNumber)
      return approveLot(warehouse, { id })
    })
    const [answers, ...closings] = await Promise.all([
      Promise.all(approvals.map((approve) => approve())),
      closeCatalogues(world.house),
      closeCatalogues(world.house),
    ])
    const closedBefore = closings.reduce((sum, count) => sum + count, 0)
    expect(closedBefore + (await closeCatalogues(world.house))).toBe(1)
    const approved = answers.filter(({ status }) => status === 200).length
    const now = await lotsOf(maker, file.id)
    expect(now.filter(({ status }) => status.id === 1)).toHaveLength(approved)
    expect(now.every(({ status }) => [1, 2].includes(status.id))).toBe(true)
    expect((await closedOf(maker, saleNumber))[0]).toMatchObject({ lots: approved, leftOut: 8 - approved })
  }
})
