import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentSeason } from '#server/facts/seasons.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { lotIn } from '../kit/catalogueFiles.ts'
import { eslipIn } from '../kit/eslips.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { settle, visit } from './settle.ts'

// Of Othameru one lot is sold and paid, another offered; of Kirimandu a marketer offers one, and another is sold by a broker.
let house: BrowserWorld
let offered = ''
let foreign = ''
let sold = ''
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  const read = async (id: string) =>
    (await world.owner.query<{ outturn: string }>('select outturn from eslips where id = $1', [id])).rows[0]!.outturn
  const kirimandu = world.organisationId('CF4101')
  /** Coffee of the other society, whatever record it stands in. */
  const giveAway = (outturn: string) =>
    Promise.all(
      ['dispatch_records', 'catalogue_records', 'eslips'].map((table) =>
        world.owner.query(`update ${table} set grower_id = $2 where outturn = $1`, [outturn, kirimandu]),
      ),
    )
  sold = await read(await eslipIn(world, 'PAID'))
  const others = await eslipIn(world)
  foreign = await read(others)
  await world.owner.query('update eslips set price_cents = 77777 where id = $1', [others])
  await world.owner.query('update eslip_shares set grower_id = $2 where eslip_id = $1', [others, kirimandu])
  const lot = await lotIn(world, 'APPROVED')
  offered = lot.outturn
  await world.owner.query('update catalogue_records set broker_id = $2, organisation_id = $2 where id = $1', [
    lot.id,
    world.organisationId('MK3001'),
  ])
  await Promise.all([foreign, offered].map(giveAway))
}, 60_000)
afterAll(() => house?.close())

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a marketer chooses a grower, follows a lot into its details and comes back to what was chosen', async () => {
  const page = await house.open('marketer.checker', { path: '/grower/stock2/' })
  await row(page, offered).waitFor()
  const growers = page.getByLabel('Grower', { exact: true })
  expect(await growers.locator('option').allTextContents()).toEqual([
    'All growers you offer for',
    'Kirimandu Farmers Co-operative Society (CF4101)',
  ])
  await growers.selectOption('CF4101')
  await page.waitForURL(/growerCode=CF4101/)
  await row(page, offered).getByText('In the catalogue').waitFor()
  await expectNoAxeFindings(page, 'the tracker of a marketer')
  // By the keyboard: the row, then Enter.
  await page.locator('[data-row="0"]').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `Stock details: ${offered}, AB` }).waitFor()
  await page
    .getByRole('region', { name: 'Lot of the broker' })
    .getByText('Mlima Mweupe Coffee Marketing (MK3001)')
    .waitFor()
  await page.getByRole('region', { name: 'Auction result' }).getByText('It is not sold yet.').waitFor()
  await expectNoAxeFindings(page, 'stock details of a marketer')
  const taken = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as Excel' }).click()
  const file = await taken
  expect(file.suggestedFilename()).toMatch(/^stock-details_.*\.xlsx$/)
  const table = await readTable({ bytes: await readFile(await file.path()), fileName: 'stock.xlsx', caps: {} })
  expect(table.header).toContain('Grower outturn')
  await page.getByRole('link', { name: 'Back to stock' }).click()
  await page.waitForURL(/\/grower\/stock2\?.*growerCode=CF4101/)
  await row(page, offered).waitFor()
  await house.leave(page)
})

test('a society sees its own stock alone, whatever it asks for', async () => {
  const page = await house.open('fcs.maker', { path: '/grower/stock2?growerCode=CF4101' })
  await row(page, sold).getByText('Paid, awaiting collection').waitFor()
  await page.getByText('CF4100').first().waitFor()
  expect(await page.getByLabel('Grower', { exact: true }).count()).toBe(0)
  for (const other of [offered, foreign]) expect(await row(page, other).count()).toBe(0)
  // The part of another grower is not there at all.
  const { rows } = await house.world.owner.query<{ id: string }>(
    'select s.id from eslip_shares s join eslips e on e.id = s.eslip_id where e.outturn = $1',
    [foreign],
  )
  await visit(page, `${house.address}/grower/stock2/${rows[0]!.id}`)
  await page.getByText('No coffee is at this address').waitFor()
  expect(await page.locator('#main').textContent()).not.toContain(foreign)
  await visit(page, `${house.address}/grower/stock2/grades`)
  await page.getByRole('slider', { name: 'Price by grade and sale' }).waitFor()
  const shown = await page.locator('#main').textContent()
  expect(shown).toContain('USD\u00a0200.00')
  expect(shown).not.toContain('777.77')
  await house.leave(page)
})

test('the sample of the specification is what moved last, with its five cards, and leads back to its own home', async () => {
  const page = await house.open('fcs.maker', { path: '/grower/stock/001' })
  await page.getByRole('heading', { level: 1, name: `Stock details: ${sold}, AB` }).waitFor()
  for (const card of ['Parchment', 'Clean coffee', 'Warehouse', 'Lot of the broker', 'Auction result'])
    await page.getByRole('region', { name: card }).waitFor()
  await page.getByRole('link', { name: 'Back to stock' }).click()
  await page.waitForURL(/\/grower\/stock\/?$/)
  await row(page, sold).waitFor()
  await house.leave(page)
})

test('the bank searches any grower; charts have their tables, on a phone in Swahili too', async () => {
  const page = await house.open('bank.checker', { path: '/grower/stock2/grades' })
  await page.getByRole('row', { name: /Total/ }).getByText('180.0').waitFor()
  await page.getByRole('textbox', { name: 'Grower' }).fill('kiri')
  await page.getByRole('option', { name: /Kirimandu/ }).click()
  await page.getByRole('row', { name: /Total/ }).getByText('90.0').waitFor()
  expect(page.url()).toContain('growerCode=CF4101')
  await page.getByText('Tables', { exact: true }).click()
  await page.getByRole('region', { name: 'Price by grade and sale, as a table' }).getByText('USD\u00a0777.77').waitFor()
  await house.leave(page)

  const phone = await house.open('bank.checker', { ...looks.phone, language: 'sw', path: '/grower/stock2/summary' })
  await phone.getByRole('heading', { level: 1, name: 'Muhtasari wa akiba' }).waitFor()
  await phone.getByRole('heading', { name: 'Akiba kwa hatua' }).waitFor()
  await phone.getByRole('row', { name: currentSeason() }).first().waitFor()
  await settle(phone)
  await expectNoAxeFindings(phone, 'the summary of stock on a phone')
  await expectNoSidewaysScroll(phone, 'the summary of stock on a phone')
  await house.leave(phone)
})

test('whoever mills coffee finds no stock in the menu', async () => {
  const page = await house.open('miller.maker', { path: '/grnfile' })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Dispatch files' }).waitFor()
  expect(await menu.getByRole('link', { name: 'Stock' }).count()).toBe(0)
  await house.leave(page)
})

test('no page complained', () => expect(house.complaints).toEqual([]))
