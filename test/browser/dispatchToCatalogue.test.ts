import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { closeCatalogues } from '#server/catalogue/closeCatalogues.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { originalRowTitle } from '#server/kit/sheets/writeErrorWorkbook.ts'
import { writeTemplate } from '#server/kit/sheets/writeTemplate.ts'
import { sheetOf } from '#server/kit/uploads/sheetOf.ts'
import { newDispatch, openSale } from '../kit/dispatchFiles.ts'
import { workbookOf } from '../kit/workbooks.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside } from './settle.ts'

// One lorry list of 400 rows from the mill to the closed catalogue of its sale, by the five people whom it passes.
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const sale = 9
const count = 400
const lorry = 'lorry of 400.xlsx'
const offer = 'sale 9.xlsx'

let house: BrowserWorld
let miller: Page
beforeAll(async () => {
  house = await openBrowserWorld()
  await openSale(house.world)
  miller = await house.open('miller.maker', { path: '/grnfile?upload=Y' })
})
afterAll(() => house?.close())

const right = newDispatch(count)
/** As the mill's clerk wrote it: weights with their unit, a grade that there is not, and bags that are not the weight. */
const written = right.map((row, n) => {
  if (n < 5) return { ...row, grossWeight: `${row['grossWeight']} kg` }
  if (n < 9) return { ...row, grade: 'Purple' }
  return n < 12 ? { ...row, bags: '21' } : row
})
const referred = right.slice(20, 23).map(({ outturn = '' }) => outturn)

const fileId = async (name: string): Promise<string> => {
  const { rows } = await house.world.owner.query<{ id: string }>(`select id from uploads where file_name = $1`, [name])
  return rows[0]?.id ?? ''
}
/** How many there are in each state. */
const counted = async (table: 'dispatch_records' | 'catalogue_records'): Promise<Record<string, number>> => {
  const { rows } = await house.world.owner.query<{ status: string; n: number }>(
    `select r.status, count(*)::int as n from ${table} r join uploads u on u.id = r.upload_id where u.file_name = any ($1) group by 1 order by 1`,
    [[lorry, offer]],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
const last = (page: Page) => page.getByRole('dialog').last()

async function choose(page: Page, row: string, item: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`Actions for .*${row}`) }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Says why and takes the step of the dialog that is open. */
async function confirm(page: Page, comment: string): Promise<void> {
  const dialog = last(page)
  await dialog.getByRole('textbox').fill(comment)
  await dialog.locator('button[type=submit]').click()
}

async function uploadIn(page: Page, name: string, buffer: Buffer): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ has: page.locator('input[type=file]') })
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: xlsx, buffer })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
}

async function expectCounts(ready: string, failed: string): Promise<void> {
  const numbers = miller.locator('.health-nums')
  await numbers.getByText(ready, { exact: true }).waitFor()
  await numbers.getByText(failed, { exact: true }).waitFor()
}

/** The rows of a workbook that a person has downloaded, by the titles of its columns. */
async function rowsIn(download: Download): Promise<Record<string, string>[]> {
  const fileName = download.suggestedFilename()
  const table = await readTable({ bytes: await readFile(await download.path()), fileName, caps: {} })
  const rows: Record<string, string>[] = []
  for await (const batch of table.batches)
    for (const { cells } of batch)
      rows.push(Object.fromEntries(table.header.map((title, at) => [title, cells[at] ?? ''])))
  return rows
}
const keysOf = (kind: UploadKind, row: Record<string, string>) =>
  Object.fromEntries(columnKeys(kind).map((key) => [key, row[kind.columns[key]!.title] ?? '']))

test('the list with its faults is refused with an annotated workbook, repaired, and sent', async () => {
  await miller.getByRole('dialog').getByRole('checkbox').click()
  await miller.getByRole('button', { name: 'Agree and choose a file' }).click()
  await uploadIn(miller, lorry, await workbookOf(dispatchSheet, written))
  await miller.getByText('rows still have errors').waitFor()
  await expectCounts('388', '12')
  expect(await counted('dispatch_records')).toEqual({})
  await miller.getByRole('button', { name: 'Keep the number only' }).click()
  await miller.getByRole('button', { name: 'Repair 5 cells' }).click()
  await expectCounts('393', '7')
  await miller.getByRole('button', { name: 'More about this upload' }).click()
  const [download] = await Promise.all([
    miller.waitForEvent('download'),
    miller.getByRole('menuitem', { name: 'Download the rows with errors' }).click(),
  ])
  const faulty = await rowsIn(download)
  expect(faulty).toHaveLength(7)
  for (const row of faulty) expect(row['Error']).toMatch(/grade|bags|60 kg/i)
  // The clerk puts the seven right in the workbook itself.
  const sheet = sheetOf(dispatchSheet)
  const columns = [...sheet.columns, { title: originalRowTitle, required: false, hint: '', example: '' }]
  const mended = faulty.map((row) => {
    const number = row[originalRowTitle] ?? ''
    return [...columnKeys(dispatchSheet).map((key) => right[Number(number) - 2]?.[key] ?? ''), number]
  })
  await miller.getByRole('button', { name: 'Upload a corrected file' }).click()
  await uploadIn(miller, 'corrected.xlsx', await writeTemplate({ ...sheet, columns, rows: mended }))
  await miller.getByRole('button', { name: 'Send 400 rows' }).click()
  await miller.getByRole('row').filter({ hasText: lorry }).getByText('Awaiting warehouse').waitFor()
  expect(await counted('dispatch_records')).toEqual({ PENDING_APPROVAL: count })
}, 120_000)

test('the warehouse refers three back and receives the others, and the mill agrees to two and corrects one', async () => {
  const details = `/grnfile/${await fileId(lorry)}/details`
  const francis = await house.open('warehouse.checker', { path: details })
  for (const outturn of referred) {
    await goInside(francis, `${details}?search=${outturn}`)
    await choose(francis, outturn, 'Edit')
    const edit = last(francis)
    await edit.getByRole('textbox', { name: /^Bags/ }).fill('11')
    await edit.getByRole('textbox', { name: /^Gross Weight/ }).fill('706.6')
    await edit.getByRole('textbox', { name: /^Comment/ }).fill('A bag is missing on the lorry')
    await edit.getByRole('button', { name: 'Send to the miller' }).click()
    await edit.waitFor({ state: 'detached' })
  }
  await goInside(francis, details)
  await francis.getByRole('button', { name: 'Decide every record' }).click()
  const every = francis.getByRole('dialog')
  await every.getByText(/^3 records are decided/).waitFor()
  await every.getByRole('checkbox').first().click()
  await every.getByText(/Selected 397/).waitFor()
  await every.getByRole('textbox', { name: /^Why/ }).fill('Received at the gate')
  await every.getByRole('button', { name: 'Approve Selected / Reject Non Selected' }).click()
  await every.getByRole('heading', { name: 'What became of the records' }).waitFor()
  expect(await counted('dispatch_records')).toEqual({ APPROVED: 397, REFERRED_TO_MILLER: 3 })
  await house.leave(francis)

  for (const [at, outturn] of referred.entries()) {
    await goInside(miller, `/grnfile/records?search=${outturn}`)
    await choose(miller, outturn, at === 2 ? 'Edit' : 'Approve')
    const dialog = last(miller)
    if (at === 2) {
      await dialog.getByRole('textbox', { name: /^Bags/ }).fill('12')
      await dialog.getByRole('textbox', { name: /^Gross Weight/ }).fill('766.6')
      await dialog.getByRole('textbox', { name: /^Comment/ }).fill('The bag came with the next lorry')
    }
    await dialog.locator('button[type=submit]').click()
    await dialog.waitFor({ state: 'detached' })
  }
  expect(await counted('dispatch_records')).toEqual({ APPROVED: 397, PENDING_WAREHOUSE_APPROVAL: 3 })
  // Who has weighed them does not approve them.
  const grace = await house.open('warehouse2.checker', { path: '/' })
  for (const outturn of referred) {
    await goInside(grace, `${details}?search=${outturn}`)
    await choose(grace, outturn, 'Approve')
    const dialog = last(grace)
    await dialog.locator('button[type=submit]').click()
    await dialog.waitFor({ state: 'detached' })
  }
  await expect.poll(() => counted('dispatch_records')).toEqual({ APPROVED: count })
  await house.leave(grace)
}, 120_000)

test('its catalogue file is offered, agreed to in both orders, one lot after its hold is solved, and the file cannot be dropped', async () => {
  await goInside(miller, '/grnfile?tab=all')
  const [saved] = await Promise.all([miller.waitForEvent('download'), choose(miller, lorry, 'Catalogue File')])
  const generated = (await rowsIn(saved)).map((row) => keysOf(catalogueFile, row))
  expect(generated).toHaveLength(count)
  // The broker numbers the lots, and mistypes the weight of the last.
  const lots: Record<string, string>[] = generated.map((row, n) => ({ ...row, lotNumber: String(n + 1) }))
  const wrong = lots.at(-1)!
  const held = wrong['outturn'] ?? ''
  Object.assign(wrong, { bags: '11', weight: '694' })
  const maker = await house.open('broker.maker', { path: '/catalogue?upload=Y' })
  await uploadIn(maker, offer, await workbookOf(catalogueFile, lots))
  await maker.getByRole('cell', { name: 'Lots being decided' }).waitFor()
  expect(await counted('catalogue_records')).toEqual({ HOLDING_STATUS: 1, PENDING_APPROVAL: count - 1 })
  const details = `/catalogue/${await fileId(offer)}/details`

  // The broker first with a page of them, as many as fit the window; then the warehouse with all; then the broker with all that are left.
  const broker = await house.open('broker.checker', { path: details })
  await broker.getByRole('checkbox').first().click()
  await broker.getByRole('button', { name: /^Approve \d+$/ }).click()
  await confirm(broker, 'As agreed with the societies')
  await broker.getByText(/\d+ done/).waitFor()
  await broker.keyboard.press('Escape')
  const { PENDING_WAREHOUSE_APPROVAL: page = 0 } = await counted('catalogue_records')
  expect(page).toBeGreaterThan(4)
  const warehouse = await house.open('warehouse.checker', { path: details })
  await approveAll(warehouse)
  expect(await counted('catalogue_records')).toEqual({
    APPROVED: page,
    HOLDING_STATUS: 1,
    PENDING_BROKER_APPROVAL: count - 1 - page,
  })
  await goInside(broker, `${details}?tab=all`)
  await approveAll(broker)
  expect(await counted('catalogue_records')).toEqual({ APPROVED: 399, HOLDING_STATUS: 1 })
  expect(await counted('dispatch_records')).toEqual({ APPROVED: 1, CATALOGUED: 399 })

  // The mill may not take back what stands in the catalogue.
  await goInside(miller, '/grnfile?tab=all')
  await choose(miller, lorry, 'Drop the file')
  await confirm(miller, 'Loaded for another sale')
  await miller
    .getByText(/stands in a catalogue or is sold, so the file stays/)
    .first()
    .waitFor()
  expect(await counted('dispatch_records')).toEqual({ APPROVED: 1, CATALOGUED: 399 })

  await goInside(maker, `${details}?tab=all&search=${held}`)
  await maker.getByText('Bags, pockets or weight are not those of the dispatch').first().waitFor()
  await choose(maker, held, 'Correct')
  const form = last(maker)
  await form.getByRole('textbox', { name: /^Bags/ }).fill('12')
  await form.getByRole('textbox', { name: /^Weight/ }).fill('754')
  await form.getByRole('textbox', { name: /^Comment/ }).fill('As it was dispatched')
  await form.locator('button[type=submit]').click()
  await form.waitFor({ state: 'detached' })
  for (const side of [warehouse, broker]) {
    await goInside(side, `${details}?tab=all&search=${held}`)
    await choose(side, held, 'Approve')
    const dialog = last(side)
    await dialog.locator('button[type=submit]').click()
    await dialog.waitFor({ state: 'detached' })
  }
  await expect.poll(() => counted('catalogue_records')).toEqual({ APPROVED: count })

  await house.world.owner.query(
    `update sales set dispatch_cutoff = now() - interval '1 hour', catalogue_close = now() - interval '1 minute' where season = $1 and sale_number = $2`,
    [currentSeason(), sale],
  )
  expect(await closeCatalogues(house.world.house)).toBe(1)
  await goInside(broker, '/catalogue/closed')
  await broker
    .getByRole('row', { name: /[0-9A-F]{16}/ })
    .getByText('400', { exact: true })
    .waitFor()
  for (const person of [maker, warehouse, broker, miller]) await house.leave(person)
}, 120_000)

async function approveAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve all', exact: true }).click()
  const all = page.getByRole('dialog')
  await all.getByRole('textbox').fill('As agreed')
  await all.getByRole('button', { name: 'Approve all', exact: true }).click()
  await all.getByText(/\d+ done/).waitFor()
  await page.keyboard.press('Escape')
}

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
