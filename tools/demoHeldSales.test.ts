import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { SaleInForce } from '#contract/sales/saleDays.ts'
import type { BuyerPayment } from '#contract/settlement/buyerPayments.ts'
import { saleNameOf, type SaleReport, type SettledSale } from '#contract/settlement/saleReports.ts'
import type { SalesStatementLine } from '#contract/stock/salesStatement.ts'
import { businessDate } from '#server/kit/clock.ts'
import { startPayouts } from '#server/payouts/keepPayouts.ts'
import { freePort } from '#test/kit/freePort.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { seedDemoAccounts } from './demoAccounts.ts'
import { seedDemoLimits } from './demoLimits.ts'
import { seedDemoSales } from './demoSales.ts'
import { seedDemoFees, seedDemoPaidSales, seedDemoSettlement } from './demoSettlement.ts'

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
  await seedDemoPaidSales(demo)
  sales = (await world.people.peterBankChecker.get<SaleInForce[]>('/organization/get-sales')).body
}, 120_000)
afterAll(async () => {
  await paying?.stop()
  await world?.close()
})

const reportOf = async (sale: SaleInForce | undefined) =>
  (
    await world.people.peterBankChecker.get<SaleReport>(
      `/sales/settlement/${saleNameOf(sale?.season ?? '', sale?.saleNumber ?? 0)}`,
    )
  ).body
const held = () => sales.filter(({ saleDate }) => saleDate < businessDate())

test('the sale of two weeks ago is settled to the last leg, from its closed catalogue on', async () => {
  const { difference, status, states, total, gross, lots } = await reportOf(held()[1])
  expect([difference, status, states.map((state) => state.status), lots]).toEqual([0, 'SETTLED', ['COLLECTED'], 6])
  expect(total).toEqual({ amount: gross, unpaid: 0, waiting: 0, atBank: 0, arrived: gross })
  const closed =
    await world.people.kevinBrokerMaker.get<{ saleNumber: number; lots: number }[]>('/upload/catalogue/closed')
  expect(closed.body.map(({ lots: each }) => each)).toEqual([5, 6])
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
  expect(body.data.map(({ growerCode }) => growerCode)).toEqual(Array.from({ length: 5 }, () => 'CF4100'))
  const own = await wanjikuMaker.get<SettledSale[]>('/sales/settlement')
  expect(own.body.map(({ lots }) => lots)).toEqual([2, 3])
  const next = await wanjikuMaker.get<{ timeInMillis: number }>('/timer/upcomingdatewh/GRN')
  expect(next.body.timeInMillis).toBeGreaterThan(0)
})
