import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import type { StockFigures } from '#contract/stock/stock.ts'
import type { StockDetail, StockGrade, StockSummary, StockTotal, TrackedStock } from '#contract/stock/stockRows.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { lotIn, newLots, receiveCoffee } from '#test/kit/catalogueFiles.ts'
import { eslipIn } from '#test/kit/eslips.ts'
import { addCherryTotals, decideParchment, outturns, sendParchment } from '#test/kit/parchmentFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// Of one society: 1,000 kg of parchment of a lot of 90 kg that is sold and paid at USD 200 for 50 kg, 90 kg in the catalogue with a
// reserve price, 90 kg on the way to the warehouse, and 100 kg of parchment of which no mill has said anything.
const season = currentSeason()
const today = businessDate()

let world: World
let society: Person
let stranger: Person
let bank: Person
let broker: Person
let sold: string
let soldNumber: string
let soldLot: string
let offered: CatalogueRecord
let underWay = ''
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const { wanjikuMaker, danielMaker, peterBankChecker, kevinBrokerMaker, aliceMillerChecker } = world.people
  ;[society, stranger, bank, broker] = [wanjikuMaker, danielMaker, peterBankChecker, kevinBrokerMaker]
  await addCherryTotals(world)
  sold = await eslipIn(world, 'PAID')
  const { rows } = await world.owner.query<{ lot: string; outturn: string; number: string }>(
    `select catalogue_record_id as lot, outturn, eslip_number as number from eslips where id = $1`,
    [sold],
  )
  soldLot = rows[0]!.lot
  soldNumber = rows[0]!.number
  const millable = outturns(1, { outturn: rows[0]!.outturn, totalBags: '20', netWeight: '1000' })
  await decideParchment(aliceMillerChecker, 'approve', await sendParchment(society, millable))
  await sendParchment(society, outturns(1, { outturn: '09TH4712' }))
  offered = await lotIn(world, 'APPROVED', { reservePrice: '251.37' })
  const sent = newLots(1)
  await receiveCoffee(world, sent)
  underWay = sent[0]!.outturn!
  await world.owner.query(`update dispatch_records set status = 'PENDING_APPROVAL' where outturn = $1`, [underWay])
  await world.owner.query(`update dispatch_records set grower_id = $1`, [world.organisationId('CF4100')])
})
afterAll(() => world?.close())

type Query = Record<string, string | number>
const track = async (person: Person, query: Query = {}) =>
  (
    await person.get<{ items: TrackedStock[]; totalPages: number }>('/growerstatus/buyer2', {
      size: 100,
      ...query,
    })
  ).body
const grades = async (person: Person, query: Query = {}) =>
  (await person.get<{ content: StockGrade[] }>('/growerstatus/stockgrade', { size: 100, ...query })).body.content
const figures = async (person: Person, query: Query = {}) =>
  (await person.get<StockFigures>('/stock/figures', { season, ...query })).body
const summary = async (person: Person, query: Query = {}) =>
  (
    await person.get<{ content: StockSummary[]; totalPages: number; total: StockTotal }>('/grower-stock-summary', {
      size: 100,
      ...query,
    })
  ).body
const details = (person: Person, id: string) =>
  person.get<StockDetail[] & { code?: string }>(`/growerstatus/stockDetails/${id}`)

test('each part of a grower’s coffee is tracked once, in the last record it has come to', async () => {
  const { items, totalPages } = await track(society)
  expect([items.length, totalPages]).toEqual([4, 1])
  const stages = items.map(({ growerOutturnNumber, lotNumber, price, status, dateBought }) => [
    growerOutturnNumber,
    lotNumber !== null,
    price,
    status,
    dateBought,
  ])
  expect(stages).toEqual(
    expect.arrayContaining([
      [offered.outturn, true, null, 'APPROVED', null],
      [underWay, false, null, 'PENDING_APPROVAL', null],
      ['09TH4712', false, null, 'PENDING_APPROVAL', null],
    ]),
  )
  expect(items.find(({ eslipNumber }) => eslipNumber === soldNumber)).toMatchObject({
    stage: 'SOLD',
    day: today,
    growerCode: 'CF4100',
    growerName: 'Othameru Farmers Co-operative Society',
    weight: 90,
    state: { id: 211, statusName: 'PAID' },
    millerCode: 'ML2001',
    cleanGrade: 'AB',
    price: 200,
    status: 'PAID',
    dateBought: today,
    warrantNumber: expect.stringMatching(/^WR\//) as string,
  })
})

test('kilograms of a season stand at each stage, and what is sold is a share of all clean coffee', async () => {
  expect((await summary(society)).content).toEqual([
    {
      growerCode: 'CF4100',
      growerName: 'Othameru Farmers Co-operative Society',
      season,
      parchmentTotal: 1000,
      cleanCoffeeTotal: 270,
      cleanCoffeeWarehousedTotal: 180,
      cataloguedCoffeeTotal: 180,
      soldCoffeeTotal: 90,
      unsoldCoffeeTotal: 90,
      percentage: 33.33,
      totalCleanCoffee: 270,
    },
  ])
})

test('of each grade a grower reads what it sold and what that fetched', async () => {
  expect(await grades(society)).toEqual([
    {
      growerCode: 'CF4100',
      growerName: 'Othameru Farmers Co-operative Society',
      grade: 'AB',
      season,
      totalWeight: 90,
      totalPrice: 360,
    },
  ])
})

test('one part is read from its parchment to its buyer, by its e-slip as by its lot', async () => {
  const { body } = await details(society, sold)
  expect(body).toMatchObject([
    {
      weight: 1000,
      patchment_grade: 'P1',
      miller_CODE: 'ML2001',
      clean_coffee_weight: 90,
      clean_grade: 'AB',
      split_NUMBER: null,
      split_weight: null,
      broker_code: 'BR5001',
      lot_weight: 90,
      weight_BOUGHT: 90,
      price: 200,
      buyer_code: 'MK3001',
      reserve_PRICE: null,
      season,
    },
  ])
  expect((await details(society, soldLot)).body).toEqual(body)
  expect((await details(bank, sold)).body).toEqual(body)
})

test('coffee that is not sold has nothing of a sale, and parchment nothing of a lot', async () => {
  expect((await details(society, offered.id)).body).toMatchObject([
    { lot_weight: 90, clean_coffee_weight: 90, weight_BOUGHT: null, price: null, buyer_code: null, weight: null },
  ])
  const parchment = (await track(society)).items.find(({ growerOutturnNumber }) => growerOutturnNumber === '09TH4712')
  expect((await details(society, parchment!.id)).body).toMatchObject([
    { weight: 100, clean_coffee_weight: null, clean_grade: null, lot_NUMBER: null, sale_NUMBER: null, season },
  ])
})

test('a reserve price is told to the broker of its lot, and to nobody else who reads of it', async () => {
  expect((await details(broker, offered.id)).body).toMatchObject([{ reserve_PRICE: 251.37 }])
  for (const person of [society, bank, world.people.aminaViewer]) {
    const answer = await details(person, offered.id)
    expect([person.username, answer.status, answer.body[0]?.reserve_PRICE]).toEqual([person.username, 200, null])
    expect(answer.bytes.toString()).not.toContain('251.37')
  }
})

test('who asks for the code of another grower is answered with the own coffee', async () => {
  expect(await track(society, { growerCode: 'CF4101' })).toEqual(await track(society))
  expect(await summary(society, { growerCode: 'CF4101' })).toEqual(await summary(society))
  expect(await grades(society, { growerCode: 'CF4101' })).toEqual(await grades(society))
})

test('another grower, and a mill, a warehouse or a marketer who does not sell it, find nothing', async () => {
  const { kipronoMillerMaker, francisWarehouseChecker, halimaMarketerChecker } = world.people
  for (const person of [stranger, kipronoMillerMaker, francisWarehouseChecker, halimaMarketerChecker])
    for (const growerCode of ['', 'CF4100']) {
      const who = `${person.username} ${growerCode}`
      expect([who, await track(person, { growerCode })]).toEqual([who, { items: [], totalPages: 0 }])
      expect([who, await grades(person, { growerCode })]).toEqual([who, []])
      expect([who, await summary(person, { growerCode })]).toMatchObject([
        who,
        { content: [], totalPages: 0, total: { soldCoffeeTotal: 0 } },
      ])
      expect([who, await figures(person, { growerCode })]).toEqual([who, { prices: [], waits: [] }])
      for (const id of [sold, soldLot, offered.id])
        expect([who, (await details(person, id)).body.code]).toEqual([who, 'record.not_found'])
    }
})

test('the bank, the government and the broker choose among growers; a broker reads no parchment', async () => {
  for (const person of [bank, world.people.aminaViewer]) {
    expect((await track(person, { growerCode: 'CF4100' })).items).toEqual((await track(society)).items)
    expect(await summary(person, { growerCode: 'CF4100' })).toEqual(await summary(society))
  }
  for (const person of [bank, broker])
    for (const growerCode of ['CF4101', 'CF9999']) {
      expect((await track(person, { growerCode })).items).toEqual([])
      expect(await grades(person, { growerCode })).toEqual([])
      expect((await summary(person, { growerCode })).content).toEqual([])
    }
  expect((await track(broker, { growerCode: 'CF4100' })).items).toHaveLength(3)
  expect((await summary(broker, { growerCode: 'CF4100' })).content).toMatchObject([
    { parchmentTotal: 0, soldCoffeeTotal: 90, percentage: 33.33 },
  ])
})

test('days and seasons narrow, pages add up to the whole, and beyond the end stands the last', async () => {
  expect((await track(society, { startDate: today, endDate: today })).items).toHaveLength(4)
  expect((await track(society, { startDate: '2099-01-01' })).items).toEqual([])
  expect((await track(society, { endDate: '2020-01-01' })).items).toEqual([])
  expect((await society.get('/growerstatus/buyer2', { startDate: '2026-02-30' })).status).toBe(422)
  expect((await summary(society, { season: '2019/2020' })).content).toEqual([])
  expect(await grades(society, { season: '2019/2020' })).toEqual([])
  const { items } = await track(society)
  const pages = []
  for (const page of [0, 1, 2, 3]) pages.push(await track(society, { size: 1, page }))
  expect(pages.flatMap((page) => page.items)).toEqual(items)
  expect(pages.map(({ totalPages }) => totalPages)).toEqual([4, 4, 4, 4])
  expect(await track(society, { size: 1, page: 9 })).toEqual(pages[3])
})

test('of a bulked lot each grower has its part, and none reads of the other', async () => {
  await world.owner.query(`update eslips set grower_id = null where id = $1`, [sold])
  await world.owner.query(`update eslip_shares set kilograms = 60, gross_cents = 24000 where eslip_id = $1`, [sold])
  await world.owner.query(
    `insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents)
     select eslip_id, organisation_id, $2, '08TH7777', 30, 12000, 11784 from eslip_shares where eslip_id = $1`,
    [sold, world.organisationId('CF4101')],
  )
  expect((await details(society, sold)).body).toMatchObject([{ weight_BOUGHT: 60, lot_weight: 90 }])
  expect((await details(stranger, sold)).body).toMatchObject([
    { weight_BOUGHT: 30, lot_weight: 90, weight: null, grower_OUTTURN_NUMBER: '08TH7777' },
  ])
  expect((await details(bank, sold)).body).toHaveLength(2)
  // Each part is followed by itself, also by who sees both.
  const parts = (await track(bank)).items.filter(({ eslipNumber }) => eslipNumber === soldNumber)
  expect(new Set(parts.map(({ id }) => id)).size).toBe(2)
  for (const { id, growerCode, weight } of parts)
    expect((await details(bank, id)).body).toMatchObject([{ grower_code: growerCode, weight_BOUGHT: weight }])
  expect(await grades(stranger)).toMatchObject([{ growerCode: 'CF4101', totalWeight: 30, totalPrice: 120 }])
  expect((await summary(stranger)).content).toMatchObject([
    { cataloguedCoffeeTotal: 30, soldCoffeeTotal: 30, unsoldCoffeeTotal: 0, percentage: 0 },
  ])
  expect((await summary(society)).content).toMatchObject([{ cataloguedCoffeeTotal: 150, soldCoffeeTotal: 60 }])
})

test('what a void e-slip sold counts no more', async () => {
  const id = await eslipIn(world)
  const { eslip_NUMBER } = (await details(bank, id)).body[0]!
  const isSold = async () => (await track(bank)).items.some(({ eslipNumber }) => eslipNumber === eslip_NUMBER)
  const before = (await grades(bank)).reduce((sum, { totalWeight }) => sum + totalWeight, 0)
  expect(await isSold()).toBe(true)
  await world.owner.query(`update eslips set status = 'VOID' where id = $1`, [id])
  expect(await isSold()).toBe(false)
  expect((await grades(bank)).reduce((sum, { totalWeight }) => sum + totalWeight, 0)).toBe(before - 90)
})
