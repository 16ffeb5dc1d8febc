import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueFile } from '#contract/catalogue/catalogueFiles.ts'
import { problemsOf } from '#test/faults/farmerWays.ts'
import {
  approveLot,
  draftCatalogue,
  enterSale,
  lotsOf,
  newLots,
  offerLots,
  waitingLot,
} from '#test/kit/catalogueFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
const closedSale = 12
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await enterSale(world)
  await enterSale(world, closedSale, -1)
  maker = world.people.kevinBrokerMaker
})
afterAll(() => world?.close())

/** What is wrong with rows, and with `warnings` what is pointed out. */
const found = async (person: Person, rows: Record<string, string>[], { warnings = false } = {}) =>
  (await problemsOf(person, await draftCatalogue(person, rows)))
    .filter(({ severity }) => warnings || severity === 'error')
    .map(({ row, columnKey, code }) => `${row} ${columnKey} ${code}`)
    .toSorted()
const wrong = { grade: 'Purple' }

test('a lot says what it is, and bags and pockets are its weight', async () => {
  const [lot] = newLots(1)
  expect(await found(maker, [{ ...lot!, grade: 'Purple', outturn: '99TH0001', weight: '92' }])).toEqual([
    '2 bags bags_and_weight',
    '2 grade choice',
    '2 outturn outturn',
  ])
})

test('a lot number stands once in a file and once in its sale, and coffee once in a file', async () => {
  const taken = await waitingLot(world)
  const [one, other, third] = newLots(3)
  expect(
    await found(maker, [
      { ...one!, lotNumber: String(taken.lotNumber) },
      { ...other!, lotNumber: third!.lotNumber },
      { ...third!, outturn: one!.outturn },
    ]),
  ).toEqual([
    '2 lotNumber lot_taken',
    '2 outturn coffee_repeated',
    '3 lotNumber repeated_in_file',
    '4 lotNumber repeated_in_file',
    '4 outturn coffee_repeated',
  ])
})

test('a file is for one sale that stands in the calendar and whose catalogue is open', async () => {
  const rows = newLots(3)
  expect(await found(maker, [{ ...rows[0]!, ...wrong }, rows[1]!, { ...rows[2]!, saleNumber: '77' }])).toEqual([
    '2 grade choice',
    '4 saleNumber other_sale',
    '4 saleNumber sale_not_open',
  ])
  expect(await found(maker, newLots(1, { saleNumber: String(closedSale) }))).toEqual(['2 saleNumber sale_not_open'])
})

test('a broker uploads for itself; a miller for one broker, and names no reserve price', async () => {
  expect(await found(maker, newLots(1, { broker: 'MK3001' }))).toEqual(['2 broker other_broker'])
  const rows = newLots(3)
  expect(
    await found(world.people.kipronoMillerMaker, [
      rows[0]!,
      { ...rows[1]!, reservePrice: '310' },
      { ...rows[2]!, broker: 'MK3001' },
    ]),
  ).toEqual(['3 reservePrice reserve_not_yours', '4 broker other_broker'])
})

test('gaps in the lot numbers, and lots out of order, are pointed out and no fault', async () => {
  const [one, other, third] = newLots(3)
  const first = Number(one!.lotNumber) + 20_000
  const lot = (row: typeof one, number: number) => ({ ...row!, lotNumber: String(number) })
  const rows = [lot(one, first), lot(other, first + 4), { ...lot(third, first + 2), ...wrong }]
  expect(await found(maker, rows, { warnings: true })).toEqual([
    '3 lotNumber lot_gap',
    '4 grade choice',
    '4 lotNumber lot_gap',
    '4 lotNumber lot_order',
  ])
  expect(
    await found(
      maker,
      rows.map((row) => ({ ...row, lotNumber: `${Number(row.lotNumber) + 100}` })),
    ),
  ).toEqual(['4 grade choice'])
})

test('a file that was sent goes back to a draft until somebody has decided on a lot of it', async () => {
  const file = await offerLots(world, 2, { reservePrice: '305.5' })
  expect(file).toMatchObject({ done: 2, ready: 0, open: 2, saleNumber: 41, agentCode: 'BR5001', weight: 180 })
  const back = await maker.post<{ data: CatalogueFile }>(`/uploads/${file.id}/withdraw`, { version: file.version })
  expect([back.status, back.body.data.status.id]).toEqual([200, 88])
  expect(await lotsOf(maker, file.id)).toEqual([])
  const again = await maker.post<{ data: CatalogueFile }>(`/uploads/${file.id}/send`, {
    version: back.body.data.version,
  })
  expect([again.status, again.body.data.status.id]).toEqual([200, 3])
  const [lot] = await lotsOf(maker, file.id)
  expect(lot?.reservePrice).toBe(305.5)
  await approveLot(world.people.catherineBrokerChecker, lot!)
  const late = await maker.post<{ message: string }>(`/uploads/${file.id}/withdraw`, {
    version: again.body.data.version,
  })
  expect([late.status, late.body.message]).toEqual([
    409,
    'Somebody has decided on a lot of this file. Correct the lots one by one.',
  ])
})

test('the named warehouse and miller see the file with their lots, and nobody else does', async () => {
  const file = await offerLots(world, 2)
  const { francisWarehouseChecker, kipronoMillerMaker, brianMarketerMaker } = world.people
  for (const person of [francisWarehouseChecker, kipronoMillerMaker])
    expect((await lotsOf(person, file.id)).length).toBe(2)
  expect((await brianMarketerMaker.get(`/upload/catalogue/${file.id}/data`)).status).toBe(404)
  // Of the file itself they see no row and no byte.
  expect((await francisWarehouseChecker.get(`/upload/cherry/${file.id}/download`)).status).toBe(403)
  const rows = await francisWarehouseChecker.get<{ data: unknown[] }>(`/uploads/${file.id}/rows`, { show: 'all' })
  expect(rows.body.data).toEqual([])
})
