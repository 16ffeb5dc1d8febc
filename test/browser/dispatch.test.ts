import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchCsv, newDispatch, openSale, recordsOf } from '../kit/dispatchFiles.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside } from './settle.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  await openSale(house.world)
})
afterAll(() => house?.close())

const rows = newDispatch(6)
const outturns = rows.map(({ outturn = '' }) => outturn).toSorted()
const [weighed = '', wet = ''] = outturns

const fileNow = async () => {
  const { rows: found } = await house.world.owner.query<{ id: string; status: string }>(
    `select id, status from uploads where file_name = 'lorry 1.csv'`,
  )
  return found[0] ?? { id: '', status: '' }
}
const stateOf = async (outturn: string) => {
  const records = await recordsOf(house.world.people.kipronoMillerMaker, (await fileNow()).id)
  return records.find(({ outTurnNumber }) => outTurnNumber === outturn)?.status.statusName
}

/** Chooses from the menu of a row, without the mouse. */
async function choose(page: Page, row: string, item: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`Actions for ${row}`) }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).focus()
  await page.keyboard.press('Enter')
}

/** Says why and takes the step of the dialog that is open. */
async function confirm(page: Page, comment: string): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('textbox').fill(comment)
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'detached' })
}

test('a mill agrees to the terms and dispatches, the warehouse weighs again and decides every record, and a file is dropped by both', async () => {
  const { world } = house
  const miller = await house.open('miller.maker', { path: '/grnfile' })
  await miller
    .getByText(/^Dispatch to sale 9 of/)
    .first()
    .waitFor()
  await miller.getByRole('button', { name: 'Upload Dispatch File' }).first().click()
  const terms = miller.getByRole('dialog')
  await terms.getByText(/authentic and dependable/).waitFor()
  await terms.getByRole('button', { name: 'Agree and choose a file' }).click()
  await terms.getByText('Agree to the terms to go on.').waitFor()
  await expectNoAxeFindings(miller, 'the terms of dispatch')
  await terms.getByRole('checkbox').click()
  await terms.getByRole('button', { name: 'Agree and choose a file' }).click()
  const upload = miller.getByRole('dialog').filter({ has: miller.locator('input[type=file]') })
  await upload
    .locator('input[type=file]')
    .setInputFiles({ name: 'lorry 1.csv', mimeType: 'text/csv', buffer: Buffer.from(dispatchCsv(rows)) })
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await miller.getByRole('cell', { name: 'Awaiting warehouse' }).waitFor()
  const { id } = await fileNow()
  const { rows: accepted } = await world.owner.query<{ version: number; username: string }>(
    `select d.version, u.username from dispatch_files f join disclaimers d on d.id = f.disclaimer_id join users u on u.id = f.accepted_by where f.upload_id = $1`,
    [id],
  )
  expect(accepted).toEqual([{ version: 1, username: 'miller.maker' }])

  // The warehouse has weighed one bag less of one record: the mill is asked, with the values before and now.
  const details = `/grnfile/${id}/details`
  const francis = await house.open('warehouse.checker', { path: details })
  // An earlier sale comes first in the bar above; the page of the file counts for its own.
  await openSale(world, { number: 8, cutoff: new Date(Date.now() + 86_400_000) })
  await francis.reload()
  await francis
    .getByRole('banner')
    .getByRole('timer', { name: /sale 8 of/ })
    .waitFor()
  await francis
    .getByRole('main')
    .getByRole('timer', { name: /^Dispatch to sale 9 of/ })
    .waitFor()
  await choose(francis, weighed, 'Edit')
  const edit = francis.getByRole('dialog')
  await edit.getByRole('textbox', { name: /^Bags/ }).fill('11')
  await edit.getByRole('textbox', { name: /^Gross Weight/ }).fill('706.6')
  await edit.getByRole('combobox', { name: /^Broker/ }).click()
  await francis.getByRole('option', { name: /MK3001/ }).click()
  await edit.getByRole('row', { name: /^Broker BR5001 MK3001/ }).waitFor()
  await edit.getByRole('row', { name: /^Bags 12 11/ }).waitFor()
  await edit.getByRole('row', { name: /^Net weight \(kg\) 754.0 694.0/ }).waitFor()
  await edit.getByRole('button', { name: 'Send to the miller' }).click()
  await edit.getByText('Comment is required').waitFor()
  await edit.getByRole('textbox', { name: /^Comment/ }).fill('A bag is missing on the lorry')
  await expectNoAxeFindings(francis, 'editing a dispatch record')
  await edit.getByRole('button', { name: 'Send to the miller' }).click()
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => stateOf(weighed)).toBe('REFERRED_TO_MILLER')

  // Over the whole screen, by keyboard: one is declined, and the others are received at once.
  await francis.getByRole('button', { name: 'Decide every record' }).focus()
  await francis.keyboard.press('Enter')
  const every = francis.getByRole('dialog')
  await every.getByText('1 record is decided already or on its own.').waitFor()
  await every.getByRole('button', { name: 'Reject Selected / Approve Non Selected' }).click()
  await every.getByText('Tick the records first.').waitFor()
  await every.getByRole('checkbox', { name: new RegExp(wet) }).focus()
  await francis.keyboard.press('Space')
  await every.getByText(/Not selected 4/).waitFor()
  await every.getByRole('button', { name: 'Reject Selected / Approve Non Selected' }).focus()
  await francis.keyboard.press('Enter')
  await every.getByText('Comment is required').waitFor()
  expect((await fileNow()).status).toBe('PENDING_APPROVAL')
  await every.getByRole('textbox', { name: /^Why/ }).fill('These bags are wet')
  await expectNoAxeFindings(francis, 'deciding every record of a file')
  await every.getByRole('button', { name: 'Reject Selected / Approve Non Selected' }).click()
  await every.getByRole('heading', { name: 'What became of the records' }).waitFor()
  await every.getByText('4 · 3,016.0 kg').waitFor()
  await expectNoAxeFindings(francis, 'the receipt of every record')
  await every.getByRole('button', { name: 'Done' }).click()
  expect([(await fileNow()).status, await stateOf(wet)]).toEqual(['APPROVED', 'REJECTED'])

  // On a phone and in Swahili the mill reads what was changed, and agrees.
  const records = await recordsOf(world.people.kipronoMillerMaker, id)
  const referred = records.find(({ outTurnNumber }) => outTurnNumber === weighed)
  const phone = await house.open('miller.maker', {
    ...looks.phone,
    language: 'sw',
    path: `/grnfile/records?tab=all&open=${referred?.id}`,
  })
  const drawer = phone.getByRole('dialog')
  await drawer.getByText('A bag is missing on the lorry').first().waitFor()
  await drawer.getByRole('row', { name: /^Magunia 12 11/ }).waitFor()
  await expectNoAxeFindings(phone, 'a record that the warehouse has weighed, on a phone')
  await expectNoSidewaysScroll(phone, 'a record that the warehouse has weighed, on a phone')
  await drawer.getByRole('button', { name: 'Idhinisha' }).last().click()
  await phone.getByRole('dialog').last().locator('button[type=submit]').click()
  await expect.poll(() => stateOf(weighed)).toBe('PENDING_WAREHOUSE_APPROVAL')

  // Who has weighed it does not approve it; somebody else at the warehouse does.
  await goInside(francis, `${details}?tab=all`)
  await francis.getByRole('button', { name: new RegExp(`Actions for ${weighed}`) }).click()
  const refused = francis.getByRole('menuitem', { name: /^Approve/ })
  await refused.waitFor()
  expect(await refused.getAttribute('aria-disabled')).toBe('true')
  await francis.keyboard.press('Escape')
  const grace = await house.open('warehouse2.checker', { path: `${details}?tab=all` })
  await choose(grace, weighed, 'Approve')
  await grace.getByRole('dialog').last().locator('button[type=submit]').click()
  await expect.poll(() => stateOf(weighed)).toBe('APPROVED')

  // The mill takes the catalogue file, drops the dispatch, and what was deleted can still be read.
  await world.owner.query(`update users set language = 'en' where username = 'miller.maker'`)
  await miller.reload() // its list is as old as the upload
  const saved = miller.waitForEvent('download')
  await choose(miller, 'lorry 1', 'Catalogue File')
  expect((await saved).suggestedFilename()).toBe('Catalogue_lorry 1.xlsx')
  await choose(miller, 'lorry 1', 'Drop the file')
  await confirm(miller, 'Loaded for another sale')
  await miller.getByRole('cell', { name: 'Deletion awaiting warehouse' }).waitFor()
  await goInside(grace, '/grnfile?tab=all')
  await choose(grace, 'lorry 1', 'Approve the deletion')
  await confirm(grace, 'Nothing of it is in the store')
  await expect.poll(async () => (await fileNow()).status).toBe('DELETED')
  await choose(grace, 'lorry 1', 'View Deleted')
  await grace.getByRole('heading', { name: 'Deleted records' }).waitFor()
  await expect.poll(() => grace.getByRole('row', { name: /Deleted/ }).count()).toBe(5)
  await expectNoAxeFindings(grace, 'deleted records of a file')
  for (const page of [miller, francis, phone, grace]) await house.leave(page)
}, 240_000)

test('the weight differences of each mill are a report of their own', async () => {
  const page = await house.open('warehouse.checker', { path: '/grnfile' })
  await page.getByRole('link', { name: 'Weight differences' }).first().click()
  await page.getByRole('heading', { name: 'Weight differences' }).waitFor()
  await expectNoAxeFindings(page, 'weight differences')
  await house.leave(page)
})

test('after the cut-off nothing can be uploaded, whoever tries', async () => {
  const { world } = house
  await world.owner.query(`update sales set dispatch_cutoff = now() - interval '1 second' where sale_number = 9`)
  const { id } = await fileNow()
  const grace = await house.open('warehouse2.checker', { path: `/grnfile/${id}/details?tab=all` })
  await grace.getByRole('main').getByText('Dispatch to sale 9 has ended.').waitFor()
  await house.leave(grace)
  await world.owner.query(`update sales set dispatch_cutoff = now() - interval '1 second' where sale_number = 8`)
  const page = await house.open('miller.maker', { path: '/grnfile?upload=Y' })
  await page.getByText('No sale takes dispatch now').first().waitFor()
  const upload = page.getByRole('button', { name: 'Upload Dispatch File' }).first()
  expect(await upload.getAttribute('aria-disabled')).toBe('true')
  await upload.click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expectNoAxeFindings(page, 'dispatch files after the cut-off')
  const refused = await world.people.kipronoMillerMaker.upload<{ code: string }>(
    '/grn_record',
    'late.csv',
    dispatchCsv(newDispatch(1)),
  )
  expect([refused.status, refused.body.code]).toEqual([409, 'sale.dispatch_closed'])
  await house.leave(page)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
