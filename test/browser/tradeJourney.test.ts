import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { resultFile } from '#contract/results/resultFile.ts'
import { closeCatalogues } from '#server/catalogue/closeCatalogues.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { startPayouts } from '#server/payouts/keepPayouts.ts'
import { placeReceipts } from '#server/settlement/placeReceipts.ts'
import { decideResults } from '../kit/auctionResults.ts'
import { bulkLots } from '../kit/catalogueFiles.ts'
import { agreeDeals, decideDeal, submitDeal } from '../kit/conversionRates.ts'
import { agreedFees } from '../kit/feeRules.ts'
import { approveLimits, limitRow, membersWithCherry, sendLimits } from '../kit/limitFiles.ts'
import { decideParchment } from '../kit/parchmentFiles.ts'
import type { Person } from '../kit/people.ts'
import { dayOfTheSale, enterSaleOfPapers, invoices, salePapers, saleOfPapers } from '../kit/salePapers.ts'
import { agreeFloor, decideSchedule, owe, payable } from '../kit/schedules.ts'
import { decidePayment, decideTradeAccount, lodgeClaim, proposeTradeAccount } from '../kit/settlement.ts'
import { askBank, openAccount, payIn, requestOf } from '../kit/societyMoney.ts'
import { approvedTransfer, atTheBank } from '../kit/societyTransfers.ts'
import { workbookOf } from '../kit/workbooks.ts'
import { approveInDrawer } from './approveInDrawer.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { bringMembers, type Member } from './largeSociety.ts'
import { goInside } from './settle.ts'
import { countedAgain, expectBankAgrees, expectSameCount, written } from './tradeAgrees.ts'
import { letTimePass } from './unreliableBank.ts'

// Coffee of 300 farmers on its way through all eight organisations, from the weighing book to the accounts of the farmers.
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let house: BrowserWorld
let members: Member[]
let papers: ReturnType<typeof salePapers>
let paying: { stop: () => Promise<void> } | undefined
const pages = new Map<string, Page>()
beforeAll(async () => {
  house = await openBrowserWorld({ hearsBank: true, bankApart: true })
  const { world } = house
  // What the demo's own members have brought belongs to another story.
  await world.owner.query(`delete from cherry_deliveries where organisation_id = $1 and season = $2`, [
    world.organisationId('CF4100'),
    currentSeason(),
  ])
  members = await bringMembers(world.owner, 300, { withCherry: false })
  await world.owner.query(`${payable} where organisation_id = $1`, [world.organisationId('CF4100')])
  papers = salePapers(members.map(({ memberNumber }) => memberNumber))
  await enterSaleOfPapers(world)
  paying = startPayouts(world.house)
})
afterAll(async () => {
  await paying?.stop()
  await house?.close()
})

/** The one page of a person, on a screen. */
async function at(username: string, path: string): Promise<Page> {
  const open = pages.get(username)
  if (open) await goInside(open, path)
  const page = open ?? (await house.open(username, { path }))
  pages.set(username, page)
  return page
}
const dialogOf = (page: Page) => page.getByRole('dialog').last()

const heads = async (page: Page) => (await page.getByRole('columnheader').allInnerTexts()).join()
/** Of the list that says this of itself the page shows some columns, and none of others. */
async function expectColumns(page: Page, sub: string, { shown, absent }: { shown: RegExp; absent: RegExp }) {
  await page.getByText(sub).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  expect(await heads(page)).toMatch(shown)
  expect(await heads(page)).not.toMatch(absent)
}

/** Uploads rows as a workbook in the dialog that is open. */
async function uploadIn(page: Page, kind: UploadKind, rows: readonly Record<string, string>[], name: string) {
  const dialog = page.getByRole('dialog').filter({ has: page.locator('input[type=file]') })
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: xlsx, buffer: await workbookOf(kind, rows) })
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
}
/** The same by a call, where another screen has shown it already. Answers the id of the file. */
async function upload(
  by: Person,
  path: string,
  {
    kind,
    rows,
    name,
    fields = {},
  }: { kind: UploadKind; rows: Record<string, string>[]; name: string; fields?: Record<string, string> },
): Promise<string> {
  const { status, body } = await by.upload<{ data: { id: string } }>(path, name, await workbookOf(kind, rows), fields)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.id
}
/** Finds what waits in the inbox of somebody's page by its title, and approves it. */
async function approveAt(username: string, title: string): Promise<void> {
  const page = await at(username, `/inbox?search=${encodeURIComponent(title)}`)
  await page.getByRole('row', { name: title }).first().click()
  await approveInDrawer(page)
}
const must = async (answer: Promise<{ status: number; body: unknown }>): Promise<void> => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(JSON.stringify(body))
}
const fileOf = async (name: string): Promise<string> => {
  const find = () => house.world.owner.query<{ id: string }>(`select id from uploads where file_name = $1`, [name])
  return (await find()).rows[0]?.id ?? ''
}
const count = async (query: string): Promise<number> =>
  (await house.world.owner.query<{ n: number }>(`select count(*)::int as n from ${query}`)).rows[0]?.n ?? 0

test('the society enters the cherry of 300 farmers, and its parchment is confirmed by the mill and by KPCU', async () => {
  const { world } = house
  const { wanjikuMaker, otienoChecker, aliceMillerChecker } = world.people
  const society = await at('fcs.maker', '/cherry/uploads?upload=Y')
  await uploadIn(society, cherryDeliveriesFile, papers.cherry, 'Weighing book.xlsx')
  await society.getByRole('cell', { name: 'Awaiting checker' }).first().waitFor()
  await must(otienoChecker.post('/upload/cherry/approve_deliveries/CF4100', { id: await fileOf('Weighing book.xlsx') }))
  const [one, two] = await membersWithCherry(world, 'CF4100', 20)
  await approveLimits(world, (await sendLimits(wanjikuMaker, [limitRow(one!), limitRow(two!)])).id)
  const parchment = await upload(wanjikuMaker, '/upload/parchment/delivery', {
    kind: parchmentFile,
    rows: papers.parchment,
    name: 'To the mill.xlsx',
    fields: { millerCode: 'ML2001', shareData: 'true' },
  })
  await must(decideParchment(aliceMillerChecker, 'approve', { id: parchment }))
  await approveAt('kpcu.checker', 'To the mill.xlsx')
  expect(await count(`uploads where file_name = 'To the mill.xlsx' and status = 'APPROVED'`)).toBe(1)
})

test('the mill dispatches, the warehouse receives, the broker offers, and the catalogue closes with what both agreed on', async () => {
  const { world } = house
  const { catherineBrokerChecker, francisWarehouseChecker } = world.people
  const miller = await at('miller.maker', '/grnfile?upload=Y')
  await miller.getByRole('dialog').getByRole('checkbox').click()
  await miller.getByRole('button', { name: 'Agree and choose a file' }).click()
  await uploadIn(miller, dispatchSheet, papers.dispatch, 'Lorry.xlsx')
  await miller.getByRole('cell', { name: 'Awaiting warehouse' }).waitFor()
  await approveAt('warehouse.checker', 'Lorry.xlsx')
  const broker = await at('broker.maker', '/catalogue?upload=Y')
  await uploadIn(broker, catalogueFile, papers.catalogue, 'Sale 17.xlsx')
  await broker.getByRole('cell', { name: 'Lots being decided' }).waitFor()
  const id = await fileOf('Sale 17.xlsx')
  await must(bulkLots(francisWarehouseChecker, id, 'APPROVE_ALL'))
  await must(bulkLots(catherineBrokerChecker, id, 'APPROVE_ALL'))
  await dayOfTheSale(world)
  expect(await closeCatalogues(world.house)).toBe(1)
})

test('the hammer falls: the bank books what the auction gave, and the buyer reads what it owes', async () => {
  const { world } = house
  const { estherBankMaker, peterBankChecker } = world.people
  await agreedFees(world, { validFrom: '2020-10-01', storagePerPackageDay: 0.03, warrantPerLot: 1.5 })
  const bank = await at('bank.maker', '/sales/results/files?upload=Y')
  await uploadIn(bank, resultFile, papers.results, 'Hammer.xlsx')
  await bank
    .getByRole('cell', { name: /^Awaiting/ })
    .first()
    .waitFor()
  const hammer = { id: await fileOf('Hammer.xlsx') }
  // One lot goes below its reserve: whoever books it says why.
  expect((await decideResults(peterBankChecker, 'approve', hammer)).body.code).toBe('results.below_reserve')
  await must(decideResults(peterBankChecker, 'approve', hammer, 'The broker sells'))
  const correction = await upload(estherBankMaker, '/sales/results/COOP', {
    kind: resultFile,
    rows: papers.correction,
    name: 'Correction.xlsx',
  })
  await must(decideResults(peterBankChecker, 'approve', { id: correction }))
  const buyer = await at('buyer.user', '/sales/results')
  await expect.poll(() => buyer.getByRole('row', { name: new RegExp(invoices['101']) }).count()).toBe(5)
  expect(await heads(buyer)).toMatch(/Price.*Value.*Buyer.*Invoice/)
  // Who stores the lots reads to whom they were sold, and no column of what they fetched.
  const store = await at('warehouse.checker', '/sales/results')
  await expectColumns(store, 'Which of the lots you mill or store', {
    shown: /Weight.*Buyer/,
    absent: /Price|Value|Invoice/,
  })
  await at('warehouse.checker', '/eslips?tab=all')
  await expectColumns(store, 'The lots you mill or store', {
    shown: /Weight.*Buyer.*Prompt day/,
    absent: /Invoice|USD/,
  })
  expect(await count(`eslips where status = 'PENDING_PAYMENT'`)).toBe(9)
})

/** Accounts for everybody who is paid of the sale: two people of the bank open each. Answers the one that buyers pay onto. */
async function openTradeAccounts(): Promise<string> {
  const { world } = house
  for (const [organisationCode, purpose] of [
    ['COOP', 'BUYERS'],
    ['COOP', 'DSS'],
    ['COOP', 'EXCHANGE'],
    ['BR5001', 'PROVIDER'],
    ['ML2001', 'PROVIDER'],
    ['WH6001', 'PROVIDER'],
    ['KPCU', 'PROVIDER'],
  ] as const) {
    const { data } = (await proposeTradeAccount(world, { organisationCode, purpose })).body
    await must(decideTradeAccount(world.people.peterBankChecker, 'approve', data))
  }
  const { rows } = await world.owner.query<{ number: string }>(
    `select account_number as number from trade_accounts where purpose = 'BUYERS'`,
  )
  return rows[0]!.number
}
const owedOf = async (invoice: string): Promise<number> => {
  const query = `select sum(gross_cents)::int as cents from eslips where invoice_number = $1 and status = 'PENDING_PAYMENT'`
  return (await house.world.owner.query<{ cents: number }>(query, [invoice])).rows[0]!.cents
}

test('one buyer is found on the statement of the bank, one is recorded by two people, and everybody of the sale has the own part', async () => {
  const { world } = house
  const { estherBankMaker, peterBankChecker, josephKpcuMaker } = world.people
  const buyers = await openTradeAccounts()
  await openAccount(world, 'NON_CHECKOFF')
  const claim = (await lodgeClaim(josephKpcuMaker, { amount: 500.05 })).body.data
  await approveAt('kpcu.checker', claim.document)
  const owed = { first: await owedOf(invoices['101']), second: await owedOf(invoices['117']) }
  await payIn(world, buyers, owed.first, 'Tamarind', invoices['101'])
  await payIn(world, buyers, owed.second, 'Lamu Road', 'COFFEE')
  await must(requestOf(estherBankMaker, buyers))
  await expect.poll(() => count(`recon_items where account_number = '${buyers}' and kind = 'MISSING_HERE'`)).toBe(2)
  expect(await placeReceipts(world.house)).toBe(1)
  const { rows } = await world.owner.query<{ key: string }>(
    `select line_key as key from bank_statement_lines where account_number = $1 and reference = 'COFFEE'`,
    [buyers],
  )
  const bank = await at('bank.maker', '/settlement/payments?create=Y')
  const form = dialogOf(bank)
  const written = {
    Invoice: invoices['117'],
    Amount: (owed.second / 100).toFixed(2),
    'Paid on': businessDate(),
    'Reference of the bank': rows[0]!.key,
  }
  for (const [label, text] of Object.entries(written))
    await form.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text)
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.waitFor({ state: 'detached' })
  const { body } = await peterBankChecker.get<{ id: string }[]>('/settlement/payments')
  await must(decidePayment(peterBankChecker, 'approve', { id: body[0]!.id }))
  const isOut = async () => {
    await letTimePass(world)
    return count(`eslip_legs l join eslips e on e.id = l.eslip_id where e.status <> 'VOID' and l.status <> 'PAID'`)
  }
  await expect.poll(isOut, { timeout: 60_000, interval: 300 }).toBe(0)
  await approveAt('warehouse.checker', '/0501')
  const buyer = await at('buyer.user', '/eslips?tab=all')
  await buyer
    .getByRole('row', { name: /\/0501/ })
    .getByText('Collected')
    .waitFor()
  // Who bought it reads what it costs, and no column of what is taken of it.
  await expectColumns(buyer, 'The lots you bought', { shown: /Buyer.*Gross.*Prompt day/, absent: /Deductions|Net/ })
})

test('the society sweeps and converts its dollars, and its schedule pays every farmer', async () => {
  const { world } = house
  const { wanjikuMaker, otienoChecker, margaretManager } = world.people
  await prepareToPay()
  const { rows } = await world.owner.query<{ number: string; cents: string }>(
    `select s.account_number as number, (a.debits_cents - a.credits_cents)::text as cents from society_accounts s join ledger_accounts a on a.id = s.ledger_account_id
     where s.organisation_id = $1 and s.purpose = 'NON_CHECKOFF'`,
    [world.organisationId('CF4100')],
  )
  const { number, cents } = rows[0]!
  // What the bank says of the account is what has arrived on it: nothing is credited twice.
  await askBank(world, number)
  const swept = Math.floor((Number(cents) * 8) / 10) / 100
  await approvedTransfer(world, 'RETENTION', Math.round(Number(cents) - swept * 100) / 100)
  await approvedTransfer(world, 'SWEEP', swept)
  await atTheBank(world)
  await agreeDeals(world, { dealCode: '660018', rate: '128.957313' })
  const deal = await submitDeal(wanjikuMaker, '660018', { reason: 'The dealer’s best' })
  await must(decideDeal(otienoChecker, 'APPROVE', deal.body.data))
  await approvedTransfer(world, 'CONVERSION', swept)
  await atTheBank(world)
  await agreeFloor(world, 30)
  const society = await at('fcs.maker', '/farmers/schedule/new')
  await society.getByRole('button', { name: 'Begin a schedule' }).click()
  for (const _ of [1, 2, 3, 4]) await society.getByRole('button', { name: 'Next' }).click()
  await society.getByRole('button', { name: 'Save and send for approval' }).click()
  await society.getByRole('heading', { name: /^Schedule .*, cycle 1$/ }).waitFor()
  const { body } = await margaretManager.get<{ id: string }[]>('/payment/schedules/CF4100')
  const [schedule] = body
  await must(decideSchedule(world, margaretManager, 'APPROVE', schedule!))
  const hasEnded = async () => {
    await letTimePass(world)
    return count(`communal_payments where status = 'COMPLETED'`)
  }
  await expect.poll(hasEnded, { timeout: 60_000, interval: 300 }).toBe(1)
})

/** The other accounts of the society, shillings for M-PESA, no limit on how much is paid at once, and three farmers who owe KPCU. */
async function prepareToPay(): Promise<void> {
  const { world } = house
  for (const purpose of ['CHECKOFF', 'FARMERS_USD', 'FARMERS_KES'] as const) await openAccount(world, purpose)
  await world.owner.query(
    `insert into settings (name, value) values ('payoutsMostInHour', '1000000000000'), ('payoutsMostInDay', '1000000000000')
     on conflict (name) do update set value = excluded.value`,
  )
  const { rows } = await world.owner.query<{ code: string }>('select mpesa_short_code as code from funds')
  await world.bank.control(
    'POST',
    '/simulator/funds',
    rows.map(({ code }) => ({ institutionCode: 'MPESA', accountNumber: code, amountCents: 1e12 })),
  )
  for (const [place, { id }] of members.slice(0, 3).entries())
    await owe(world, id, 'KPCU', BigInt(50_001 + place * 333))
}

test('counted again from the rows of the workbooks, every figure agrees to the cent and the gram', () =>
  expectSameCount(house.world, papers))

test('the book of the bank, which nobody here writes, has every dollar and shilling where it belongs', () =>
  expectBankAgrees(house.world, members))

test('the screens of the government and the society say the same, and no page complained', async () => {
  const { gross, net, farmers } = await countedAgain(house.world)
  const sale = `${currentSeason().replace('/', '-')}-${saleOfPapers}`
  const government = await at('gov.viewer', `/sales/settlement/${sale}`)
  await government
    .getByText(`USD ${written(gross)}`)
    .first()
    .waitFor()
  await government.getByText('Settled').first().waitFor()
  const society = await at('fcs.maker', '/grower/sales')
  await society.getByText(written(net)).first().waitFor()
  const { id } = members[7]!
  await goInside(society, `/farmers/statement/${id}`)
  await society
    .getByText(written(farmers.get(id)!))
    .first()
    .waitFor()
  expect(house.complaints).toEqual([])
})
