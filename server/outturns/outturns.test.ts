import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outturn } from '#contract/outturns/outturns.ts'
import type { HitGroup } from '#contract/house/search.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { enterSale, newLots, sendCatalogue } from '#test/kit/catalogueFiles.ts'
import { approveRecord, editRecord, firstRecord, newDispatch, openSale, sendDispatch } from '#test/kit/dispatchFiles.ts'
import { addCherryTotals, decideParchment, outturns, sendParchment } from '#test/kit/parchmentFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// One outturn on its way: 1,000 kg of parchment, 754 kg dispatched, 690 kg catalogued.
const outturn = '09TH4711'
const season = currentSeason()

let world: World
let society: Person
let miller: Person
let warehouse: Person
let secondChecker: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const { wanjikuMaker, kipronoMillerMaker, francisWarehouseChecker, graceWarehouseChecker, aliceMillerChecker } =
    world.people
  society = wanjikuMaker
  miller = kipronoMillerMaker
  warehouse = francisWarehouseChecker
  secondChecker = graceWarehouseChecker
  await addCherryTotals(world)
  await openSale(world)
  await enterSale(world)
  const brought = await sendParchment(society, outturns(1, { outturn, totalBags: '20', netWeight: '1000' }))
  await decideParchment(aliceMillerChecker, 'approve', brought)
})
afterAll(() => world?.close())

const page = (person: Person, query: Record<string, string> = {}) =>
  person.get<Outturn & { code?: string }>('/outturn', { outturn, season, ...query })
const stages = ({ balance }: Outturn) =>
  balance.map(({ stage, went, came, loss, share, note }) => [stage, went, came, loss, share, note])

test('an outturn of which only parchment is known has nothing to compare, and the cherry that gave it', async () => {
  const { status, body } = await page(society)
  expect([status, body.balance]).toEqual([200, []])
  expect(body).toMatchObject({
    week: 9,
    millLetters: 'TH',
    growers: [{ organisationCode: 'CF4100' }],
    miller: { organisationCode: 'ML2001' },
    parchment: [{ grade: 'P1', bags: 20, kilograms: 1000, sent: { by: society.fullName } }],
    cherry: { kilograms: 5600 },
    dispatched: [],
    lots: [],
  })
})

test('from its dispatch on each stage is held against the one before, to the gram', async () => {
  const sent = await sendDispatch(miller, newDispatch(1, { outturn }))
  const record = await firstRecord(warehouse, sent.id)
  expect(stages((await page(society)).body)).toEqual([['MILLING', 1000, 754, 246, 75.4, null]])
  // The warehouse finds one bag less, the mill agrees, and another of the warehouse takes it in.
  const referred = await editRecord(warehouse, record, { bags: 11, grossWeight: 706.6 })
  expect(referred.status).toBe(200)
  const agreed = await approveRecord(miller, referred.body.data)
  expect((await approveRecord(secondChecker, agreed.body.data)).status).toBe(200)
  const lot = { outturn, bags: '11', pockets: '30', weight: '690' }
  await sendCatalogue(world.people.kevinBrokerMaker, newLots(1, lot))
  const { body } = await page(society)
  expect(stages(body)).toEqual([
    ['MILLING', 1000, 754, 246, 75.4, null],
    ['TRANSPORT', 754, 694, 60, 92, 'weight_differs'],
    ['CATALOGUE', 694, 690, 4, 99.4, 'not_catalogued'],
  ])
  expect(body.dispatched).toMatchObject([
    { dispatchedKg: 754, kilograms: 694, decided: { by: secondChecker.fullName } },
  ])
})

test('a society that brought a part of a bulk is not told that more came out of it than went in', async () => {
  const bulk = '09TH1711'
  const brought = await sendParchment(society, outturns(1, { outturn: bulk, totalBags: '4', netWeight: '200' }))
  await decideParchment(world.people.aliceMillerChecker, 'approve', brought)
  const rest = outturns(1, { outturn: bulk, totalBags: '16', netWeight: '800' })
  await decideParchment(world.people.aliceMillerChecker, 'approve', await sendParchment(world.people.danielMaker, rest))
  await sendDispatch(miller, newDispatch(1, { outturn: bulk }))
  expect(stages((await page(society, { outturn: bulk })).body)).toEqual([])
  expect(stages((await page(miller, { outturn: bulk })).body).map(([stage]) => stage)).toEqual(['MILLING'])
})

test('each reader finds what names the own organisation, and nothing of the society’s members', async () => {
  const byMill = (await page(miller)).body
  expect([byMill.parchment.length, byMill.dispatched.length, byMill.cherry]).toEqual([1, 1, null])
  const byWarehouse = (await page(warehouse)).body
  expect([byWarehouse.parchment.length, byWarehouse.dispatched.length, byWarehouse.cherry]).toEqual([0, 1, null])
  expect(stages(byWarehouse).map(([stage]) => stage)).toEqual(['TRANSPORT', 'CATALOGUE'])
  expect((await page(world.people.aminaViewer)).body.cherry).not.toBeNull()
  for (const path of ['/outturn/plots', '/outturn/plots/summary'])
    expect([path, (await miller.get(path, { outturn, season })).status]).toEqual([path, 403])
})

test('a stranger, an unknown outturn and one of another season are not found', async () => {
  expect((await page(world.people.danielMaker)).body.code).toBe('record.not_found')
  expect((await page(society, { outturn: '09TH4712' })).body.code).toBe('record.not_found')
  expect((await page(society, { season: '2024/2025' })).body.code).toBe('record.not_found')
  expect((await page(society, { outturn: '99TH4711' })).status).toBe(422)
  expect((await world.people.danielMaker.get('/outturn/plots', { outturn, season })).status).toBe(404)
})

test('the plots behind it are those of the members who delivered, and each export is in the trail', async () => {
  const plots = await society.get('/outturn/plots', { outturn, season })
  const { features } = JSON.parse(plots.bytes.toString()) as { features: unknown[] }
  const { cherry } = (await page(society)).body
  expect([plots.status, features.length >= (cherry?.mapped ?? 0)]).toEqual([200, true])
  expect((await society.get('/outturn/plots/summary', { outturn, season })).status).toBe(200)
  const { rows } = await world.owner.query<{ comment: string }>(
    `select comment from audit_events where kind = 'export' and title = 'Plots' and actor_id = $1 order by id`,
    [society.id],
  )
  expect(rows.map(({ comment }) => comment.includes(outturn))).toEqual([true, true])
})

test('the sheet that goes with the plots says what an importer must know, and declares in excess for the whole society', async () => {
  const { bytes } = await society.get('/outturn/plots/summary', { outturn, season })
  const table = await readTable({ bytes, fileName: 'plots.xlsx', caps: {} })
  const facts = new Map<string, string>()
  for await (const batch of table.batches) for (const { cells } of batch) facts.set(cells[0] ?? '', cells[1] ?? '')
  const { cherry } = (await page(society)).body
  expect(Object.fromEntries(facts)).toEqual({
    Society: expect.stringMatching(/\(CF4100\)$/) as string,
    'Country of production': 'KE',
    'Harmonised System': '0901',
    'Clean coffee dispatched (kg)': '754',
    Grades: 'AB',
    'First day of harvest': cherry?.from,
    'Last day of harvest': cherry?.to,
    'Members who delivered': String(cherry?.members),
    'Of those with a verified plot': String(cherry?.mapped),
    'Without one': String((cherry?.members ?? 0) - (cherry?.mapped ?? 0)),
    Declaration: 'In excess: every member whose cherry may be in this outturn',
  })
  expect(cherry?.members).toBeGreaterThan(0)
})

test('the palette finds an outturn and its lot for whomever they name, and for nobody else', async () => {
  const found = async (person: Person, search: string) => {
    const { groups } = (await person.get<{ groups: HitGroup[] }>('/search', { search })).body
    return Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits.map(({ title }) => title)]))
  }
  const { kevinBrokerMaker, danielMaker } = world.people
  expect(await found(miller, outturn)).toMatchObject({ dispatch_record: [outturn] })
  const [lot] = (await page(kevinBrokerMaker)).body.lots
  const title = lot?.lotNumber
  for (const search of [outturn, `${title} ${outturn}`])
    expect(await found(kevinBrokerMaker, search)).toMatchObject({ catalogue_record: [title] })
  expect(await found(danielMaker, outturn)).toEqual({})
})
