import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrganisationName } from '#contract/house/organisations.ts'
import type { StockFigures } from '#contract/stock/stock.ts'
import type { StockGrade, StockSummary, StockTotal, TrackedStock } from '#contract/stock/stockRows.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { lotIn } from '#test/kit/catalogueFiles.ts'
import { eslipIn } from '#test/kit/eslips.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// One sale: of grade AB 90 kg of each of two societies at USD 200 and 230 for 50 kg; of the third nothing at first.
const season = currentSeason()
let world: World
let society: Person
let other: Person
let bank: Person
let slips: string[] = []
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const { wanjikuMaker, danielMaker, peterBankChecker } = world.people
  ;[society, other, bank] = [wanjikuMaker, danielMaker, peterBankChecker]
  slips = [await eslipIn(world, 'PAID'), await eslipIn(world, 'PAID')]
  await giveTo(slips[1]!, 'CF4101', 23_000)
})
afterAll(() => world?.close())

/** Another grower's lot at another price; what was taken of it is of no matter here. */
async function giveTo(id: string, code: string, priceCents: number): Promise<void> {
  const grower = world.organisationId(code)
  await world.owner.query(`update eslips set grower_id = $2, price_cents = $3 where id = $1`, [id, grower, priceCents])
  await world.owner.query(`update eslip_shares set grower_id = $2 where eslip_id = $1`, [id, grower])
  await world.owner.query(
    `update eslip_legs set grower_id = $2, payee_id = $2 where eslip_id = $1 and kind = 'GROWER'`,
    [id, grower],
  )
}
const figures = async (person: Person, query: Record<string, string> = {}) =>
  (await person.get<StockFigures>('/stock/figures', { season, ...query })).body

test('of two growers neither learns the average of the sale, which would be the price of the other', async () => {
  expect((await figures(society)).prices).toMatchObject([{ grade: 'AB', kilograms: 90, price: 200, average: null }])
  expect((await figures(other)).prices).toMatchObject([{ grade: 'AB', kilograms: 90, price: 230, average: null }])
  expect((await figures(bank)).prices).toMatchObject([{ kilograms: 180, price: 215, average: null }])
})

test('of three each grower reads its own price beside the average of the grade at the sale', async () => {
  const third = await eslipIn(world)
  await giveTo(third, 'CF4102', 26_000)
  slips.push(third)
  const { prices } = await figures(society)
  expect(prices).toMatchObject([{ grade: 'AB', kilograms: 90, price: 200, average: 230 }])
  expect(JSON.stringify(prices)).not.toContain('260')
  expect((await figures(bank)).prices).toMatchObject([{ kilograms: 270, price: 230, average: 230 }])
  expect((await figures(bank, { growerCode: 'CF4102' })).prices).toMatchObject([{ price: 260, average: 230 }])
  expect(await figures(society, { growerCode: 'CF4102' })).toEqual(await figures(society))
  expect(await figures(society, { season: '2019/2020' })).toEqual({ prices: [], waits: [] })
})

test('a grade with a lot that was voided since is averaged without it', async () => {
  await world.owner.query(`update eslips set status = 'VOID' where id = $1`, [slips[2]])
  expect((await figures(society)).prices).toMatchObject([{ price: 200, average: null }])
  await world.owner.query(`update eslips set status = 'PENDING_PAYMENT' where id = $1`, [slips[2]])
})

test('the days from the warehouse to the sale, to the buyer’s money and to the grower’s account are known once all have come', async () => {
  expect((await figures(society)).waits).toEqual([])
  const received = `update dispatch_records d set decided_at = e.sale_date - 20 + time '12:00', grower_id = e.grower_id from eslips e where e.dispatch_record_id = d.id and e.id = $1`
  await world.owner.query(
    `update eslips e set dispatch_record_id = d.id, paid_on = e.sale_date + 5 from dispatch_records d where d.outturn = e.outturn and e.id = any ($1)`,
    [slips.slice(0, 2)],
  )
  for (const id of slips.slice(0, 2)) await world.owner.query(received, [id])
  expect((await figures(society)).waits).toEqual([])
  const credited = `update eslip_legs l set status = 'PAID', settled_at = e.paid_on + $2::integer + time '12:00' from eslips e where e.id = l.eslip_id and l.kind = 'GROWER' and e.id = $1`
  await world.owner.query(credited, [slips[0], 1])
  await world.owner.query(credited, [slips[1], 4])
  expect((await figures(society)).waits).toMatchObject([{ parts: 1, toSale: 20, toPayment: 5, toGrower: 1 }])
  expect((await figures(other)).waits).toMatchObject([{ parts: 1, toSale: 20, toPayment: 5, toGrower: 4 }])
  expect((await figures(bank)).waits).toMatchObject([{ parts: 2, toSale: 20, toPayment: 5, toGrower: 2.5 }])
})

test('a marketer chooses among the growers whose coffee it offers, and reads that of no other', async () => {
  const { halimaMarketerChecker: marketer } = world.people
  const growers = async (person: Person) =>
    (await person.get<(OrganisationName & { code: string })[]>('/growerstatus/org')).body.map(({ code }) => code)
  expect(await growers(marketer)).toEqual([])
  const lot = await lotIn(world, 'APPROVED')
  await world.owner.query(
    `update catalogue_records set broker_id = $2, organisation_id = $2, grower_id = $3 where id = $1`,
    [lot.id, world.organisationId('MK3001'), world.organisationId('CF4101')],
  )
  expect(await growers(marketer)).toEqual(['CF4101'])
  expect((await growers(bank)).length).toBeGreaterThan(2)
  expect(await growers(society)).toEqual(['CF4100'])
  const items = async (growerCode: string) =>
    (await marketer.get<{ items: TrackedStock[] }>('/growerstatus/buyer2', { growerCode })).body.items
  expect((await items('CF4101')).map(({ growerOutturnNumber }) => growerOutturnNumber)).toEqual([lot.outturn])
  expect(await items('CF4100')).toEqual([])
})

test('what all pages come to stands beside each of them', async () => {
  const grades = (query: Record<string, string | number>) =>
    bank.get<{ content: StockGrade[]; totalPages: number; total: object }>('/growerstatus/stockgrade', query)
  const { body } = await grades({ size: 1 })
  expect([body.content.length, body.totalPages]).toEqual([1, 3])
  expect(body.total).toEqual({ totalWeight: 270, totalPrice: 1080 })
  expect((await grades({ growerCode: 'CF4101' })).body.total).toEqual({ totalWeight: 90, totalPrice: 360 })
  const { total } = (await bank.get<{ total: StockTotal }>('/grower-stock-summary', { size: 1 })).body
  expect(total).toMatchObject({ soldCoffeeTotal: 270 })
})

test('a bulked lot was clean coffee of each of its growers, whoever its dispatch names', async () => {
  const stages = async (person: Person) =>
    (await person.get<{ content: StockSummary[] }>('/grower-stock-summary', { season })).body.content
  const { lydiaMaker: third } = world.people
  const [before] = await stages(third)
  const id = await eslipIn(world)
  await world.owner.query(
    `update eslips e set grower_id = null, dispatch_record_id = d.id from dispatch_records d where d.outturn = e.outturn and e.id = $1`,
    [id],
  )
  await world.owner.query(
    `update dispatch_records d set grower_id = null from eslips e where d.outturn = e.outturn and e.id = $1`,
    [id],
  )
  await world.owner.query(`update eslip_shares set kilograms = 60 where eslip_id = $1`, [id])
  await world.owner.query(
    `insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents)
     select eslip_id, organisation_id, $2, outturn, 30, 12000, 11784 from eslip_shares where eslip_id = $1`,
    [id, world.organisationId('CF4102')],
  )
  const [after] = await stages(third)
  const grown = (
    key: 'cleanCoffeeTotal' | 'cleanCoffeeWarehousedTotal' | 'cataloguedCoffeeTotal' | 'soldCoffeeTotal',
  ) => (after?.[key] ?? 0) - (before?.[key] ?? 0)
  expect([grown('cleanCoffeeTotal'), grown('cleanCoffeeWarehousedTotal')]).toEqual([30, 30])
  expect([grown('cataloguedCoffeeTotal'), grown('soldCoffeeTotal')]).toEqual([30, 30])
  expect((await stages(bank)).find(({ growerCode }) => growerCode === 'CF4102')).toEqual(after)
})

test('what is left of a dispatch record once a part of it is sold is clean coffee still, and nothing counts twice', async () => {
  const cleanOf = async () =>
    (await society.get<{ total: StockTotal }>('/grower-stock-summary', { season })).body.total.cleanCoffeeTotal
  const id = await eslipIn(world)
  const owned = `update dispatch_records d set grower_id = e.grower_id, bags = 2, pockets = 20, gross_kg = 141, tare_kg = 1, net_kg = 140 from eslips e where d.outturn = e.outturn and e.id = $1`
  await world.owner.query(owned, [id])
  const before = await cleanOf()
  const part = `update eslips e set dispatch_record_id = d.id from dispatch_records d where d.outturn = e.outturn and e.id = $1`
  await world.owner.query(part, [id])
  expect(await cleanOf()).toBe(before)
})

test('each of them is saved as a file with all of its rows, and nothing of another grower', async () => {
  const cellsOf = async (person: Person, path: string) => {
    const { bytes, headers } = await person.get(path, { export: 'xlsx', size: 1 })
    expect(headers['content-disposition']).toMatch(
      /filename="(?:Stock_Status__[A-Z][a-z]+_\d{8}_\d{6}\.xlsx|stock-details)/,
    )
    const table = await readTable({ bytes, fileName: 'stock.xlsx', caps: {} })
    const cells: string[][] = []
    for await (const batch of table.batches) cells.push(...batch.map((row) => row.cells))
    return cells.filter((row) => row.filter(Boolean).length > 1)
  }
  for (const path of ['/growerstatus/stockgrade', '/grower-stock-summary', '/stock/tracker']) {
    expect([path, (await cellsOf(bank, path)).length]).not.toEqual([path, 1])
    const own = (await cellsOf(society, path)).flat()
    expect([path, own.includes('CF4100'), own.includes('CF4101')]).toEqual([path, true, false])
  }
  expect(await cellsOf(society, `/growerstatus/stockDetails/${slips[0]}`)).toHaveLength(1)
  const refused = await other.get<{ code: string }>(`/growerstatus/stockDetails/${slips[0]}`, { export: 'xlsx' })
  expect([refused.status, refused.body.code]).toEqual([404, 'record.not_found'])
})
