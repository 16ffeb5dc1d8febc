import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { closeCatalogues } from '#server/catalogue/closeCatalogues.ts'
import { placeReceipts } from '#server/settlement/placeReceipts.ts'
import { decideResults, uploadResults } from '#test/kit/auctionResults.ts'
import { bankTells } from '#test/kit/bankStatements.ts'
import { bulkLots, sendCatalogue } from '#test/kit/catalogueFiles.ts'
import { memberOf, sendDeliveries } from '#test/kit/deliveryFiles.ts'
import { decideFile, sendDispatch } from '#test/kit/dispatchFiles.ts'
import { newLotsOfEstates, sendEstateCured } from '#test/kit/estateCured.ts'
import { csvOf } from '#test/kit/farmerFiles.ts'
import { agreedFees } from '#test/kit/feeRules.ts'
import { addCherryTotals, decideParchment, sendParchment } from '#test/kit/parchmentFiles.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import { dayOfTheSale, enterSaleOfPapers, invoices, salePapers } from '#test/kit/salePapers.ts'
import { decideClaim, decidePayment, enterPayment, lodgeClaim, openAccount } from '#test/kit/settlement.ts'
import { fillSociety } from '#test/kit/societyMoney.ts'
import { atTheBank } from '#test/kit/societyTransfers.ts'
import type { World } from '#test/kit/world.ts'
import { bulkParchment } from './bulkParchment.ts'
import type { Ask } from './compareCalls.ts'
import { compareOutturns } from './compareOutturns.ts'
import { comparePrices } from './comparePrices.ts'
import { compareReports } from './compareReports.ts'
import { compareSaleCalls } from './compareSaleCalls.ts'
import { compareTimelines } from './compareTimelines.ts'
import { readRawOutturns } from './rawOutturns.ts'
import { readRawSales, type RawSales } from './rawSales.ts'
import { readRaw, type Read } from './rawTables.ts'
import { readRawWays } from './reachedLots.ts'
import { recompute } from './recompute.ts'
import { recomputeSales } from './recomputeSales.ts'

// A sale is counted a second time, from the rows of its files, by somebody who knows nothing of the program; and whoever moves a cent or a gram is found.
let world: World
let raw: RawSales
beforeAll(async () => {
  world = (await makePayingWorld()).world
  await aSale()
  raw = await readTables()
})
afterAll(() => world?.close())

const read: Read = async (text, values) => (await world.owner.query(text, [...(values ?? [])])).rows
const readTables = () => readRawSales(read)
const ask: Ask = async (_method, path) => (await world.people.peterBankChecker.get(path)).body
const askSociety: Ask = async (_method, path) => (await world.people.wanjikuMaker.get(path)).body
/** What is printed of the sale, held against what was counted: for the bank the whole, for a society its part. */
async function printed(sales: RawSales, code: string | null) {
  const payments = await readRaw(read)
  return compareReports({ ask: code === null ? ask : askSociety, code }, sales, recomputeSales(sales), {
    raw: payments,
    due: recompute(payments).due,
  })
}

async function aSale(): Promise<void> {
  const { people } = world
  const papers = salePapers(Array.from({ length: 40 }, (_, at) => memberOf('CF4100', at + 1)))
  await enterSaleOfPapers(world)
  await addCherryTotals(world)
  const must = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  const book = await sendDeliveries(people.wanjikuMaker, csvOf(cherryDeliveriesFile, papers.cherry))
  await must(people.otienoChecker.post('/upload/cherry/approve_deliveries/CF4100', { id: book.id }))
  const parchment = await sendParchment(people.wanjikuMaker, papers.parchment)
  await must(decideParchment(people.aliceMillerChecker, 'approve', { id: parchment.id }))
  await bulkParchment(world, papers.parchment[1]!)
  const lorry = await sendDispatch(people.kipronoMillerMaker, papers.dispatch)
  await must(decideFile(people.francisWarehouseChecker, 'approve', { id: lorry.id }))
  const { id } = await sendCatalogue(people.kevinBrokerMaker, papers.catalogue)
  await must(bulkLots(people.catherineBrokerChecker, id, 'APPROVE_ALL'))
  await must(bulkLots(people.francisWarehouseChecker, id, 'APPROVE_ALL'))
  await dayOfTheSale(world)
  await closeCatalogues(world.house)
  await estates(papers.catalogue[8]!)
  await agreedFees(world, { validFrom: '2020-10-01', storagePerPackageDay: 0.03, warrantPerLot: 1.5 })
  for (const rows of [papers.results, papers.correction]) {
    const { data } = (await uploadResults(people.estherBankMaker, rows)).body
    await must(decideResults(people.peterBankChecker, 'approve', { id: data.id }, 'The broker sells'))
  }
  // Two of one society, of which the second takes of both invoices; and one that takes all that another one gets.
  for (const [growerCode, amount] of [
    ['CF4100', 300.07],
    ['CF4100', 15_000],
    ['CF4101', 90_000],
  ] as const) {
    const { data } = (await lodgeClaim(people.estherBankMaker, { growerCode, amount })).body
    await must(decideClaim(people.peterBankChecker, 'approve', { id: data.id }))
  }
  await payBoth()
}

/** One lot comes of an estate, which has agreed on charges in shillings. */
async function estates({ outturn, grade }: Record<string, string>): Promise<void> {
  const charged = { transportCharge: '1200.57', dryingCharge: '77.77', handSortingCharge: '' }
  const lots = newLotsOfEstates(1, { outturn: outturn!, grade: grade!, ...charged })
  await sendEstateCured(world.people.kipronoMillerMaker, lots)
  await world.owner.query(
    `update estate_cured_records e set status = 'APPROVED', hold_reason = null, warehouse_made_by = m.id, warehouse_checked_by = c.id, broker_agreed_by = b.id
     from users m, users c, users b where e.outturn = $1 and m.username = 'warehouse.user' and c.username = 'warehouse.checker' and b.username = 'broker.checker'`,
    [outturn],
  )
}

/** One invoice is found on the statement, the other recorded by two people; what has an account arrives, but of the mill. */
async function payBoth(): Promise<void> {
  const { estherBankMaker, peterBankChecker } = world.people
  const buyers = await openAccount(world, 'BUYERS')
  for (const purpose of ['DSS', 'EXCHANGE'] as const) await openAccount(world, purpose)
  for (const code of ['BR5001', 'WH6001', 'COOP']) await openAccount(world, 'PROVIDER', code)
  for (const code of ['CF4100', 'CF4101']) await fillSociety(world, code, 0)
  const { rows } = await world.owner.query<{ invoice: string; cents: string }>(
    `select invoice_number as invoice, sum(gross_cents)::text as cents from eslips where status = 'PENDING_PAYMENT' group by 1`,
  )
  const centsOf = (invoice: string) => Number(rows.find((row) => row.invoice === invoice)?.cents)
  const [first, second] = [invoices['101'], invoices['117']]
  await world.bank.control('POST', '/simulator/funds', [
    { institutionCode: '11', accountNumber: buyers, amountCents: centsOf(first) + centsOf(second) },
  ])
  await bankTells(world, buyers, { reference: first, cents: BigInt(centsOf(first)), narration: 'Tamarind', key: 'FT1' })
  await placeReceipts(world.house)
  const { data } = (await enterPayment(estherBankMaker, { invoiceNumber: second, amount: centsOf(second) / 100 })).body
  await decidePayment(peterBankChecker, 'approve', { id: data.id })
  await atTheBank(world)
}

test('every row, e-slip, leg, posting and payment of a sale comes to what stands in the tables', () => {
  const { differences, lots, sales } = recomputeSales(raw)
  expect(differences).toEqual([])
  expect([lots.size, [...sales.keys()].some((name) => name.endsWith('(17)'))]).toEqual([9, true])
  // What makes it hard is there: a correction, a bulked lot, claims, charges of an estate, days of storage, a leg without an account.
  expect(raw.slips.filter(({ status }) => status === 'VOID')).toHaveLength(1)
  expect([...lots.values()].filter(({ shares }) => shares.size === 2)).toHaveLength(2)
  expect(raw.claims.map(({ status }) => status)).toEqual(['COVERED', 'COVERED', 'APPROVED'])
  expect(raw.legs.filter(({ kind }) => ['TRANSPORT', 'DRYING'].includes(kind))).toHaveLength(2)
  expect(new Set(raw.legs.map(({ kind, status }) => `${kind} ${status}`))).toContain('MILLER WAITING')
  expect(raw.legs.filter(({ status }) => status === 'PAID').length).toBeGreaterThan(30)
})

/** The command as somebody runs it: how it ends, and what it says. */
function command(): { status: number | null; stdout: string } {
  const env = { ...process.env, DATABASE_URL: world.database.connectionString }
  return spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, encoding: 'utf8' })
}

test('the command counts it too, and ends well', () => {
  const { status, stdout } = command()
  expect([status, stdout]).toEqual([0, expect.stringContaining('9 sold lots')])
  expect(stdout).toMatch(
    /^Sale .* \(17\): lots 9, gross \d+\.\d\d, deductions \d+\.\d\d, net \d+\.\d\d, paid \d+\.\d\d$/m,
  )
})

test('the calls say the same of e-slips, sales statements, grades and stock, to the cent and the gram', async () => {
  const { compared, differences } = await compareSaleCalls(ask, raw, recomputeSales(raw))
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(200)
})

test('so do settlement reports, the tracker, its cards, prices, and how far the coffee has come', async () => {
  for (const [code, least] of [
    [null, 100],
    ['CF4100', 40],
  ] as const) {
    const { compared, differences } = await printed(raw, code)
    expect([code, differences, compared > least]).toEqual([code, [], true])
  }
})

test('so do outturns, by their kilograms and days, and the prices of government', async () => {
  const [outturns, payments] = [await readRawOutturns(read), await readRaw(read)]
  const way = await compareOutturns(ask, outturns, null)
  const paid = { sales: raw, outturns, counted: recomputeSales(raw), payments, ways: await readRawWays(read) }
  const prices = await comparePrices(ask, paid)
  expect([way.differences, prices.differences, way.compared > 50, prices.compared > 30]).toEqual([[], [], true, true])
  // As the society sees them too, which has parts of two lots.
  const seen = [[ask, null] as const, [askSociety, world.organisationId('CF4100')] as const]
  for (const [asks, reader] of seen)
    for (const compare of [compareOutturns, compareTimelines])
      expect((await compare(asks, outturns, reader)).differences).toEqual([])
  for (const one of outturns.parchment) one.sentOn = '2020-01-01'
  for (const one of outturns.dispatched) one.kilograms = heavier(one.kilograms)
  for (const leg of outturns.legs) leg.cents = oneMore(leg.cents)
  expect((await compareOutturns(ask, outturns, null)).differences.join('\n')).toMatch(
    /DELIVERED, day: [^]*TRANSPORT, came out: /,
  )
  expect((await comparePrices(ask, paid)).differences.join('\n')).toMatch(/^Prices of 2.*, arrived: /m)
})

const oneMore = (cents: string | null): string => String(BigInt(cents ?? 0) + 1n)
/** A gram more. */
const heavier = (kilograms: string): string => (Number(kilograms) + 0.001).toFixed(3)
const paidSlip = ({ slips }: RawSales, bulked = false) =>
  slips.find(({ status, outturn }) => status === 'PAID' && (outturn === '08TH5002') === bulked)!
const legOf = ({ legs }: RawSales, kind: string) => legs.find((leg) => leg.kind === kind && leg.status === 'PAID')!

const moved: [string, RegExp, (copy: RawSales) => void][] = [
  [
    'a delivery',
    /^book\.csv, receipt .*, cherry: /,
    ({ deliveries }) => void (deliveries[3]!.kilograms = heavier(deliveries[3]!.kilograms)),
  ],
  [
    'a delivery of another member',
    /is entered for the member OT0002/,
    ({ deliveries }) => void (deliveries.find(({ member }) => member === 'OT0001')!.member = 'OT0002'),
  ],
  [
    'a row of dispatch',
    /^dispatch \d+\.csv, 08TH5001 .*, sent: /,
    ({ written }) => void (written.dispatch[0]!.grossWeight = heavier(written.dispatch[0]!.grossWeight)),
  ],
  [
    'what the warehouse received',
    /, received: /,
    ({ dispatched }) => void (dispatched.find(({ outturn }) => outturn === '08TH5001')!.net = '1.001'),
  ],
  [
    'a lot of the catalogue',
    /^catalogue \d+\.csv, lot 50\d: .* kg is right/,
    ({ lots, written }) => {
      const lot = lots.find(({ id }) => id === written.catalogue[0]!.id)!
      lot.kilograms = heavier(lot.kilograms)
    },
  ],
  [
    'a row of results',
    /^results \d+\.csv, lot 50\d, price: /,
    ({ written }) => void (written.results.find(({ price }) => price !== '')!.price = '99.99'),
  ],
  ['a buyer', /the file says 101/, ({ results }) => void (results.find(({ buyer }) => buyer === '101')!.buyer = '117')],
  ['a row that became nothing', /became nothing/, ({ results }) => void results.splice(0, 1)],
  ['what a lot fetched', /, gross: .* is right/, (copy) => void (paidSlip(copy).gross = oneMore(paidSlip(copy).gross))],
  ['a net', /, net: /, (copy) => void (paidSlip(copy).net = oneMore(paidSlip(copy).net))],
  ['a fee', /leg of BROKER: /, (copy) => void (legOf(copy, 'BROKER').cents = oneMore(legOf(copy, 'BROKER').cents))],
  ['a fee rule', /leg of WAREHOUSE: /, ({ rules }) => rules.forEach((rule) => (rule.storage = oneMore(rule.storage)))],
  [
    'the parchment of an outturn',
    /leg of MILLER: /,
    ({ parchment }) => void (parchment.find(({ outturn }) => outturn === '08TH5001')!.kilograms = '3400.500'),
  ],
  ['a charge of an estate', /leg of TRANSPORT: /, ({ cured }) => void (cured[0]!.transport = oneMore('150000'))],
  [
    'a share of a bulked lot',
    /gross of CF4101: /,
    ({ shares }) => {
      const share = shares.find(({ code }) => code === 'CF4101')!
      share.gross = oneMore(share.gross)
    },
  ],
  [
    'a gram of a share',
    /kilograms of CF4100: .* kg is right/,
    (copy) => {
      const share = copy.shares.find(({ slip }) => slip === paidSlip(copy).id)!
      share.kilograms = heavier(share.kilograms)
    },
  ],
  ['a claim', /^Claim .*, taken: /, ({ claims }) => void (claims[1]!.taken = oneMore(claims[1]!.taken))],
  [
    'a leg that is there twice',
    /legs of DSS: 2 stands there/,
    (copy) => void copy.legs.push({ ...legOf(copy, 'DSS'), place: 99 }),
  ],
  [
    'a posting',
    /DSS, posted: /,
    (copy) => {
      const { slip, place } = legOf(copy, 'DSS')
      const posting = copy.postings.find(({ reference }) => reference === `eslip/${slip}/${place}`)!
      posting.cents = oneMore(posting.cents)
    },
  ],
  [
    'a posting to somebody else',
    /was posted to 00000000/,
    (copy) => {
      const { id } = legOf(copy, 'GROWER')
      copy.postings.find(({ reference }) => reference === `eslip_leg/${id}/arrived`)!.debitOf = '00000000'
    },
  ],
  [
    'a posting that nobody knows',
    /is nothing that was counted/,
    ({ postings }) =>
      void postings.push({ ...postings.find(({ debit }) => debit === 'proceeds')!, reference: 'eslip/none/1' }),
  ],
  [
    'what a buyer paid',
    /^Invoice INV-J101, on the statement: /,
    ({ receipts }) => void (receipts[0]!.cents = oneMore(receipts[0]!.cents)),
  ],
  [
    'what people recorded',
    /^Invoice INV-J117, recorded: /,
    ({ payments }) => void (payments[0]!.cents = oneMore(payments[0]!.cents)),
  ],
  [
    'a payment of the bank',
    /, paid: .* is right/,
    ({ payouts }) => void (payouts.find(({ status }) => status === 'PAID')!.cents += '0'),
  ],
  [
    'a second payment of the bank',
    /payments of the bank: 2 stands there/,
    ({ payouts }) => void payouts.push({ ...payouts.find(({ status }) => status === 'PAID')! }),
  ],
  [
    'a payment of the bank for nothing',
    /is of no leg: nothing/,
    ({ payouts }) => void payouts.push({ source: 'nothing', payee: '', status: 'PAID', cents: '1' }),
  ],
  [
    'a lot that is paid by nobody',
    /nobody has paid the lot/,
    (copy) => void (paidSlip(copy).status = 'PENDING_PAYMENT'),
  ],
  ['a second e-slip', /e-slips: 2 stands there/, (copy) => void copy.slips.push({ ...paidSlip(copy) })],
]

test.each(moved)('%s that was moved by hand is found and named', (_what, named, move) => {
  const copy = structuredClone(raw)
  move(copy)
  expect(recomputeSales(copy).differences.join('\n')).toMatch(new RegExp(named.source, 'm'))
})

test('so is a cent that was moved in the tables themselves, also where a call says it', async () => {
  await world.owner.query(`alter table eslips disable trigger user`)
  await world.owner.query(
    `update eslips set gross_cents = gross_cents + 1, net_cents = net_cents + 1 where id = (select id from eslips where status = 'PAID' limit 1)`,
  )
  await world.owner.query(`update eslip_shares set net_cents = net_cents + 1 where grower_id = $1`, [
    world.organisationId('CF4100'),
  ])
  const now = await readTables()
  const recomputed = recomputeSales(now)
  expect(recomputed.differences.length).toBeGreaterThan(8)
  const { status, stdout } = command()
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^DIFFERS  ES\/.*, gross: /m)])
  const { differences } = await compareSaleCalls(ask, now, recomputed)
  expect(differences.join('\n')).toMatch(/^E-slip ES.*, gross: .*\n/m)
  expect(differences.join('\n')).toMatch(/^Sales statement of CF4100, .*, net: /m)
  const papers = (await printed(now, null)).differences.join('\n')
  expect(papers).toMatch(/^Settlement of sale .*, gross: /m)
  expect(papers).toMatch(/^Settlement of sale .*, difference: -?0\.0[1-9] stands there/m)
})
