import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saleNameOf } from '#contract/settlement/saleReports.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { bookedResults, newResults } from '../kit/auctionResults.ts'
import { decidePayment, enterPayment, openAccount } from '../kit/settlement.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { settle, visit } from './settle.ts'

// Two lots are sold and one of them is paid: their grower reads its statement, the bank closes the sale against the ledger.
let house: BrowserWorld
/** What the grower gets of the paid lot, as a screen says it. */
let net: string
const report = `/sales/settlement/${saleNameOf(currentSeason(), 61)}`
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  await openAccount(world, 'BUYERS')
  await bookedResults(world, newResults(2))
  const { rows } = await world.owner.query<{ invoice: string }>(
    `select invoice_number as invoice from eslips order by lot_number`,
  )
  const { estherBankMaker, peterBankChecker } = world.people
  const invoiceNumber = rows[0]?.invoice ?? ''
  const { data } = (await enterPayment(estherBankMaker, { invoiceNumber, amount: 5_956.6 })).body
  await decidePayment(peterBankChecker, 'approve', data)
  const paid = await world.owner.query<{ net: string }>(
    `select to_char(net_cents / 100.0, 'FM999,990.00') as net from eslips where status = 'PAID'`,
  )
  net = `USD ${paid.rows[0]?.net}`
})
afterAll(() => house?.close())

async function paperOf(page: Page, press: () => Promise<void>): Promise<string> {
  const [saved] = await Promise.all([page.waitForEvent('download'), press()])
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
  return saved.suggestedFilename()
}

test('a grower reads its statement with the totals of what it filters, views a line, and prints the e-slip from its row', async () => {
  const page = await house.open('fcs.maker', { path: '/grower/sales' })
  const line = page.locator('tbody tr').filter({ hasText: 'ES/' })
  await expect.poll(() => line.count()).toBe(2)
  const sums = page.locator('dl.stats')
  await sums.getByText('USD 11,913.20').waitFor()
  await sums.getByText(`Buyers have paid ${net} of it`).waitFor()
  await settle(page)
  await expectNoAxeFindings(page, 'the sales statement')
  const { rows: slips } = await house.world.owner.query<{ number: string }>(
    'select eslip_number as number from eslips order by eslip_number limit 1',
  )
  const number = slips[0]?.number ?? '' // its lot is counted through all files of a process
  await page.getByPlaceholder('E-slip, lot, outturn, warrant, grower or buyer').fill(number)
  await sums.getByText('USD 5,956.60').waitFor()
  const menu = line.getByRole('button', { name: new RegExp(number) })
  await menu.click()
  expect(await paperOf(page, () => page.getByRole('menuitem', { name: 'E-slip (PDF)' }).click())).toMatch(/^eslip_ES-/)
  await menu.click()
  await page.getByRole('menuitem', { name: 'View' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(net).waitFor()
  await settle(page)
  await expectNoAxeFindings(page, 'a line of the sales statement')
  await drawer.getByRole('button', { name: 'Every part of it' }).click()
  await page.getByRole('dialog').getByRole('table', { name: 'Where it goes' }).waitFor()
  await house.leave(page)
})

test('the bank opens the settlement of the sale: it closes to 0.00, and its report is a sealed paper', async () => {
  const page = await house.open('bank.checker', { path: '/sales/settlement' })
  await page.locator('tbody tr').first().click()
  await page.getByRole('heading', { name: /^Settlement of sale 61/ }).waitFor()
  const closing = page.getByRole('region', { name: 'Held against the ledger' })
  await closing.getByText('Difference: USD 0.00').waitFor()
  await closing.getByText('Closes', { exact: true }).waitFor()
  await settle(page)
  await expectNoAxeFindings(page, 'the settlement of a sale')
  expect(await paperOf(page, () => page.getByRole('button', { name: 'Report (PDF)' }).click())).toMatch(/^settlement_/)
  // Whatever the ledger does not know is a difference that nobody can overlook.
  await house.world.owner.query(`update eslip_legs set status = 'PAID' where kind = 'BROKER'`)
  await page.reload()
  await page.getByText('This sale does not close: USD 59.57').waitFor()
  await house.world.owner.query(`update eslip_legs set status = 'WAITING' where kind = 'BROKER'`)
  await house.leave(page)
})

test('a society reads its part on a phone, in Swahili', async () => {
  const page = await house.open('fcs.checker', { ...looks.phoneDark, language: 'sw', path: report })
  await page.getByText('Tofauti: USD 0.00').waitFor()
  await settle(page)
  await expectNoAxeFindings(page, 'the settlement of a sale, on a phone')
  await expectNoSidewaysScroll(page, 'the settlement of a sale, on a phone')
  await visit(page, `${house.address}/grower/sales`)
  await page.getByText('Baada ya makato').first().waitFor()
  await expectNoSidewaysScroll(page, 'the sales statement, on a phone')
  await house.leave(page)
})

test('on a phone each code and day of a line says what it is', async () => {
  const page = await house.open('fcs.maker', { ...looks.phone, path: '/grower/sales' })
  const open = page.locator('.mcard-sub').filter({ hasNotText: 'Paid on' }).first()
  await open.waitFor()
  expect(await open.innerText()).toMatch(/Lot: \d+[^]*Clean coffee outturn: \d\d[A-Z]{2}\d{4}[^]*Sale day: \d/)
  await house.leave(page)
})

test('another grower finds nothing of it: neither line, nor sum, nor report', async () => {
  const page = await house.open('fcs2.maker', { path: '/grower/sales' })
  await page.getByText('Nothing is sold yet.').waitFor()
  await page.locator('dl.stats').getByText('Lines: 0').waitFor()
  await visit(page, house.address + report)
  await page.getByText('No lot of yours was sold at this sale.').waitFor()
  expect(await page.getByText('USD').count()).toBe(0)
  await house.leave(page)
})

test('a mill has no statement, and reads no price in the settlement', async () => {
  const page = await house.open('miller.maker', { path: report })
  await page.getByText('For your organisation').waitFor()
  expect(await page.getByRole('link', { name: 'Sales statement' }).count()).toBe(0)
  expect(await page.getByText('11,913.20').count()).toBe(0)
  await house.leave(page)
})

test('nothing of it made a browser complain', () => {
  expect(house.complaints).toEqual([])
})
