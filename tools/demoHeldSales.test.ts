import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { Outturn } from '#contract/outturns/outturns.ts'
import type { SessionUser } from '#contract/house/session.ts'
import type { SaleInForce } from '#contract/sales/saleDays.ts'
import type { BuyerPayment } from '#contract/settlement/buyerPayments.ts'
import type { Sale } from '#contract/sales/sales.ts'
import { saleNameOf, type SaleReport, type SettledSale } from '#contract/settlement/saleReports.ts'
import type { Eslip } from '#contract/settlement/eslips.ts'
import type { PriceRow } from '#contract/stock/prices.ts'
import type { SalesStatementLine } from '#contract/stock/salesStatement.ts'
import { businessDate, businessYear, setClock } from '#server/kit/clock.ts'
import { startPayouts } from '#server/payouts/keepPayouts.ts'
import { freePort } from '#test/kit/freePort.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { seedDemoAccounts } from './demoAccounts.ts'
import { seedDemoConversions } from './demoConversions.ts'
import { seedDemoFloors } from './demoFloors.ts'
import { seedDemoLimits } from './demoLimits.ts'
import { inThisSeason, seedDemoSales } from './demoSales.ts'
import { seedDemoSchedules } from './demoSchedules.ts'
import { seedDemoTransfers } from './demoTransfers.ts'
import { seedDemoFees, seedDemoPayingSale, seedDemoSettledSale, seedDemoSettlement } from './demoSettlement.ts'

// What the README says under "Try it" of the sales that were held, done as it says.
let world: World
let paying: { stop: () => Promise<void> }
let sales: SaleInForce[]
beforeAll(async () => {
  const port = await freePort()
  world = await makeWorld({ demoBank: true, bankApart: true, settings: { PORT: String(port) } })
  await world.app.listen({ port, host: '127.0.0.1' })
  paying = startPayouts(world.house)
  const demo = { address: `http://127.0.0.1:${port}`, house: world.house, bank: world.bank }
  await seedDemoFees(demo)
  await seedDemoAccounts(demo)
  await seedDemoSettlement(demo)
  await seedDemoLimits(demo)
  await seedDemoSales(demo)
  await seedDemoSettledSale(demo)
  await seedDemoConversions(demo)
  await seedDemoTransfers(demo)
  await seedDemoFloors(demo)
  await seedDemoSchedules(demo)
  await seedDemoPayingSale(demo)
  sales = (await world.people.peterBankChecker.get<SaleInForce[]>('/organization/get-sales')).body
}, 120_000)
afterAll(async () => {
  await paying?.stop()
  await world?.close()
})

afterEach(() => setClock(null))

const reportOf = async (sale: SaleInForce | undefined) =>
  (
    await world.people.peterBankChecker.get<SaleReport>(
      `/sales/settlement/${saleNameOf(sale?.season ?? '', sale?.saleNumber ?? 0)}`,
    )
  ).body
const held = () => sales.filter(({ saleDate }) => saleDate < businessDate())

test('the sale of two weeks ago is settled to the last leg, from its closed catalogue on', async () => {
  const { difference, status, states, total, gross, lots } = await reportOf(held()[1])
  expect([difference, status, states.map((state) => state.status), lots]).toEqual([0, 'SETTLED', ['COLLECTED'], 9])
  expect(total).toEqual({ amount: gross, unpaid: 0, waiting: 0, atBank: 0, arrived: gross })
  const closed =
    await world.people.kevinBrokerMaker.get<{ saleNumber: number; lots: number }[]>('/upload/catalogue/closed')
  expect(closed.body.map(({ lots: each }) => each)).toEqual([5, 9])
})

test('of last week’s a payment waits: another person approves it, and its dollars leave the clearing', async () => {
  const { peterBankChecker: checker } = world.people
  const [paid] = held()
  const before = await reportOf(paid)
  expect([before.status, before.difference, before.total.waiting > 0, before.total.unpaid > 0]).toEqual([
    'BEING_PAID',
    0,
    true,
    true,
  ])
  const list = await checker.get<PageOf<BuyerPayment>>('/settlement/payments', { paginate: 'Y', waiting: 'Y' })
  const [waiting] = list.body.data
  expect(
    (await checker.post('/settlement/payments/approve', { id: waiting?.id, version: waiting?.version })).status,
  ).toBe(200)
  await expect.poll(async () => (await reportOf(paid)).total.atBank, { timeout: 20_000, interval: 200 }).toBe(0)
  const after = await reportOf(paid)
  expect(after.total.unpaid).toBeCloseTo(before.total.unpaid - (waiting?.amount ?? 0), 2)
  // What is left in clearing waits for the account of the marketer, as before.
  expect([after.total.waiting, after.difference]).toEqual([before.total.waiting, 0])
})

test('a society reads what came of it, and of the next sale the time to its cut-off', async () => {
  const { wanjikuMaker } = world.people
  const { body } = await wanjikuMaker.get<PageOf<SalesStatementLine>>('/growerstatus/growersalesstatement/list', {
    paginate: 'Y',
  })
  expect(body.data.map(({ growerCode }) => growerCode)).toEqual(Array.from({ length: 7 }, () => 'CF4100'))
  const own = await wanjikuMaker.get<SettledSale[]>('/sales/settlement')
  expect(own.body.map(({ lots }) => lots)).toEqual([2, 5])
  const next = await wanjikuMaker.get<{ timeInMillis: number }>('/timer/upcomingdatewh/GRN')
  expect(next.body.timeInMillis).toBeGreaterThan(0)
})

test('a lot of bulked parchment is two societies’, to the gram and to the cent', async () => {
  const { body } = await world.people.peterBankChecker.get<Eslip[]>('/eslips')
  const bulked = body.filter(({ outturn }) => outturn === '03TH1004')
  expect(bulked.map(({ shares }) => shares.map(({ growerCode }) => growerCode))).toEqual([
    ['CF4100', 'CF4101'],
    ['CF4100', 'CF4101'],
  ])
  for (const { weight, net, shares, legs } of bulked) {
    expect(shares.reduce((grams, share) => grams + Math.round(share.weight * 1000), 0)).toBe(weight * 1000)
    const own = legs.filter(({ kind }) => kind === 'GROWER').map(({ amount }) => Math.round(amount * 100))
    expect(own.reduce((sum, cents) => sum + cents, 0)).toBe(Math.round((net ?? 0) * 100))
  }
  const growersFor = async (person: Person) => {
    const query = { outturn: '03TH1004', season: held()[1]?.season ?? '' }
    const { growers, parchment, cherry } = (await person.get<Outturn>('/outturn', query)).body
    return [growers.map(({ organisationCode }) => organisationCode), parchment.length, cherry !== null]
  }
  expect(await growersFor(world.people.aminaViewer)).toEqual([['CF4100', 'CF4101'], 2, true])
  expect(await growersFor(world.people.wanjikuMaker)).toEqual([['CF4100'], 1, true])
})

test('government reads what of the price has reached members: dollars of the sold lots themselves', async () => {
  const { body } = await world.people.aminaViewer.get<{ content: PriceRow[]; total: PriceRow }>('/prices', {
    level: 'society',
  })
  const [first] = body.content
  expect([first?.key, body.content.map(({ share }) => (share ?? 0) > 0)]).toEqual(['CF4100', [true, false, false]])
  // The first dollars to be paid out are those that the season before had left, as far as they were not retained.
  expect(first!.reached - first!.reachedOfLots).toBeGreaterThan(0)
  expect(first!.reached - first!.reachedOfLots).toBeLessThan(500)
  expect(first!.reachedOfLots).toBeLessThan(first!.arrived)
})

test('where no sale of the season is to come, one of another season is moved into it', async () => {
  const { kevinBrokerMaker: broker } = world.people
  const { organisation } = (await broker.get<SessionUser>('/auth/me')).body
  const [sale] = (await broker.get<PageOf<Sale>>('/admin/sales', { paginate: 'Y', filter: 'status:APPROVED' })).body
    .data
  const year = businessYear() + 2
  const season = `${year}/${year + 1}`
  setClock(() => Date.parse(`${year + 1}-09-30T14:00:00+03:00`))
  const held = { season, saleNumber: 1, saleDate: `${year + 1}-09-16` }
  const moved = await inThisSeason(world.house, { brokerId: organisation.id, sale: sale!, held })
  setClock(null)
  expect(moved).toEqual({ season, saleNumber: 51 })
  const { body } = await broker.get<SaleInForce[]>('/organization/get-sales')
  expect(body.find(({ saleDate }) => saleDate === sale!.saleDate)).toMatchObject(moved)
})
