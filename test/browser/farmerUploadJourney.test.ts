import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { correctedWorkbook, farmer, faultyWorkbook } from './farmerFaults.ts'
import { goInside } from './settle.ts'

let house: BrowserWorld
let maker: Page
beforeAll(async () => {
  house = await openBrowserWorld()
  maker = await house.signIn('fcs.maker')
})
afterAll(() => house.close())

const fileName = 'Othameru farmers November.xlsx'
const rowsOf = (page: Page) => page.getByRole('table').getByRole('row')

test('the clerk downloads the template, which has the declared headings', async () => {
  await goInside(maker, '/farmers/uploads')
  const [download] = await Promise.all([
    maker.waitForEvent('download'),
    maker.getByRole('button', { name: 'Download Farmer Template' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('farmer_sample.xlsx')
  const bytes = await readFile(await download.path())
  await expect(readTable({ bytes, fileName: 'farmer_sample.xlsx', caps: {} })).rejects.toThrow(/row/i) // headings, no farmers yet
  expect(Object.values(farmersFile.columns)).toHaveLength(21)
})

test('2,000 farmers with forty faults lead to the review, grouped by cause', async () => {
  await maker.getByRole('button', { name: 'Upload Farmers Files' }).first().click() // an empty list offers it too
  const dialog = maker.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: fileName,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await faultyWorkbook(2000),
  })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await maker.waitForURL(/\/farmers\/uploads\/.+\/review/, { timeout: 60_000 }) // first the file is checked
  await maker.getByText('rows still have errors').waitFor()
  await expectCounts({ ready: '1,960', failed: '40' })
  await expectNoAxeFindings(maker)
})

test('one click mends every cell of a kind', async () => {
  for (const [label, left] of [
    ['Put the number right', '35'],
    ['Remove blanks and signs', '30'],
    ['Match to the nearest ward', '25'],
    ['Match to the nearest variety', '20'],
  ] as const) {
    await maker.getByRole('button', { name: label }).click()
    const dialog = maker.getByRole('dialog', { name: label })
    await dialog.getByRole('listitem').first().waitFor() // from what to what, before it is done
    await dialog.getByRole('button', { name: 'Repair 5 cells' }).click()
    await expectCounts({ ready: (2000 - Number(left)).toLocaleString('en'), failed: left })
  }
})

test('cells are corrected in the grid by keyboard, each in its own row', async () => {
  const acreage = maker.getByRole('gridcell', { name: /^0\s*Enter a number greater than zero/ })
  const ofRow = (row: number) => maker.locator(`tr[data-number="${row}"]`)
  await acreage.first().click() // selects, and no more
  await ofRow(22).locator('td:focus').waitFor()
  expect(await maker.locator('td input').count()).toBe(0)
  await maker.keyboard.press('Enter') // opens the editor of row 22 with the old value chosen
  await ofRow(22).getByRole('textbox', { name: 'Acreage, row 22' }).waitFor()
  await maker.keyboard.type('2.5')
  await maker.keyboard.press('Enter')
  await expectCounts({ ready: '1,981', failed: '19' })
  await ofRow(22).waitFor({ state: 'detached' })
  // The row moves out of the list and the cell below it has the keyboard: nothing is skipped, nothing written over.
  await ofRow(23).locator('td:focus').waitFor()
  await maker.keyboard.press('Enter')
  await ofRow(23).getByRole('textbox', { name: 'Acreage, row 23' }).waitFor()
  await maker.keyboard.type('3')
  await maker.keyboard.press('Escape')
  await ofRow(23).locator('td:focus').waitFor()
  await maker.keyboard.type('3.25') // the first letter begins the correction
  await maker.keyboard.press('Enter')
  await expectCounts({ ready: '1,982', failed: '18' })
  await ofRow(24).locator('td:focus').waitFor()
  expect(await acreages([22, 23, 24, 42])).toEqual(['2.5', '3.25', '0', '1.5'])
  await maker.getByText('Acreage, row 23: 0 is now 3.25.').waitFor()
  await maker.keyboard.press('Control+z')
  await maker.getByText('Acreage, row 23 is 0 again.').waitFor()
  await expectCounts({ ready: '1,981', failed: '19' })
  await ofRow(23)
    .getByRole('gridcell', { name: /^0\s*Enter a number/ })
    .click()
  await maker.keyboard.type('3.25')
  await maker.keyboard.press('Enter')
  await expectCounts({ ready: '1,982', failed: '18' })
  const { rows } = await house.world.owner.query(
    `select array_agg(changes order by id) as changes from audit_events where record_id = $1 and action = 'edit'`,
    [await uploadId()],
  )
  expect(rows[0].changes).toEqual([
    { 'row 22 acreage': { before: '0', after: '2.5' } },
    { 'row 23 acreage': { before: '0', after: '3.25' } },
    { 'row 23 acreage': { before: '3.25', after: '0' } },
    { 'row 23 acreage': { before: '0', after: '3.25' } },
  ])
})

test('the annotated workbook is corrected and taken into the draft', async () => {
  await maker.getByRole('button', { name: 'More about this upload' }).click()
  const [download] = await Promise.all([
    maker.waitForEvent('download'),
    maker.getByRole('menuitem', { name: 'Download the rows with errors' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`File_With_Error_${fileName}`)
  const { bytes, rows, titles } = await correctedWorkbook(await download.path(), (n) => n >= 37)
  expect(rows).toBe(18)
  expect(titles).toContain('Error')
  await maker.getByRole('button', { name: 'Upload a corrected file' }).click()
  const dialog = maker.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'corrected.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: bytes,
  })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expectCounts({ ready: '1,997', failed: '3' })
})

test('the last three rows are left out and the rest is sent', async () => {
  await maker.getByRole('button', { name: 'Leave out 3 rows' }).click()
  await maker.getByRole('button', { name: 'Send 1,997 rows' }).click()
  await maker.waitForURL(/\/farmers\/uploads(\?|$)/)
  await rowsOf(maker).filter({ hasText: fileName }).getByText('Awaiting checker').waitFor()
})

test('the clerk cannot approve, and is told why', async () => {
  await rowsOf(maker)
    .filter({ hasText: fileName })
    .getByRole('button', { name: /Actions for/ })
    .click()
  const approve = maker.getByRole('menuitem', { name: /Approve/ })
  expect((await approve.getAttribute('aria-disabled')) ?? (await approve.getAttribute('data-disabled'))).toBe('true')
  await maker.keyboard.press('Escape')
  const id = await uploadId()
  const { status } = await house.world.people.wanjikuMaker.post(`/upload/cherry/approve_farmer/CF4100`, {
    id,
    action: 'APPROVE',
  })
  expect(status).toBe(403)
})

test('the checker finds it in the inbox and approves at once what the bank has answered; both see the farmers', async () => {
  const checker = await house.signIn('fcs.checker')
  await expect
    .poll(
      async () =>
        (
          await house.world.owner.query('select count(*)::int as n from upload_row_checks where upload_id = $1', [
            await uploadId(),
          ])
        ).rows[0].n,
      { timeout: 60_000 },
    )
    .toBe(1997)
  await goInside(checker, '/inbox')
  await checker.getByRole('row').filter({ hasText: fileName }).click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText('1,997').first().waitFor()
  await expectNoAxeFindings(checker)
  await drawer.getByRole('button', { name: /^Approve/ }).click()
  await checker.locator('form.step-form [type=submit]').click()
  await expect
    .poll(
      async () =>
        (await house.world.owner.query('select status from uploads where id = $1', [await uploadId()])).rows[0].status,
      { timeout: 60_000 },
    )
    .toBe('APPROVED')
  for (const page of [checker, maker]) {
    await goInside(page, '/farmers/view?search=J1999')
    await page.getByText(farmer(1999).farmerId).waitFor()
  }
  const { rows } = await house.world.owner.query('select count(*)::int as n from farmers where upload_id = $1', [
    await uploadId(),
  ])
  expect(rows[0].n).toBe(1997)
})

test('the other society sees nothing of it, and its ids are not found', async () => {
  const id = await uploadId()
  const stranger = await house.open('fcs2.checker', { path: '/farmers/uploads' })
  await stranger.getByRole('heading', { name: 'Farmer uploads' }).waitFor()
  expect(await stranger.getByText(fileName).count()).toBe(0)
  await goInside(stranger, `/farmers/uploads/${id}/review`)
  await stranger.getByRole('alert').getByRole('heading', { level: 1, name: 'The record is not here' }).waitFor()
  await expectNoAxeFindings(stranger, 'a review of another society')
  const { purityChecker } = house.world.people
  for (const path of [
    `/upload/cherry/farmer/${id}`,
    `/uploads/${id}/review`,
    `/upload/cherry/${id}/download`,
    `/audit/farmer_upload/${id}`,
  ])
    expect((await purityChecker.get(path)).status, path).toBe(404)
})

test('the trail tells the whole story', async () => {
  const { body } = await house.world.people.otienoChecker.get(`/audit/farmer_upload/${await uploadId()}`)
  const story = (body as { action: string; by: string }[]).map(({ action, by }) => `${action} ${by}`)
  expect(story).toEqual([
    'upload Wanjiku Kamau',
    'system Kahawa',
    'repair Wanjiku Kamau',
    'repair Wanjiku Kamau',
    'repair Wanjiku Kamau',
    'repair Wanjiku Kamau',
    'edit Wanjiku Kamau',
    'edit Wanjiku Kamau',
    'edit Wanjiku Kamau', // undone, and corrected again
    'edit Wanjiku Kamau',
    'error_file Wanjiku Kamau',
    'correct Wanjiku Kamau',
    'leave_out Wanjiku Kamau',
    'send Wanjiku Kamau',
    'approve Otieno Ouma',
  ])
})

test('no page complained on the way', () => expect(house.complaints).toEqual([]))

async function uploadId(): Promise<string> {
  const { rows } = await house.world.owner.query<{ id: string }>('select id from uploads where file_name = $1', [
    fileName,
  ])
  return rows[0]?.id ?? ''
}

async function acreages(numbers: readonly number[]): Promise<string[]> {
  const { rows } = await house.world.owner.query<{ acreage: string }>(
    'select cells[$3] as acreage from upload_rows where upload_id = $1 and row_number = any ($2) order by row_number',
    [await uploadId(), numbers, columnKeys(farmersFile).indexOf('acreage') + 1],
  )
  return rows.map(({ acreage }) => acreage)
}

async function expectCounts({ ready, failed }: { ready: string; failed: string }): Promise<void> {
  const numbers = maker.locator('.health-nums')
  await numbers.getByText(ready, { exact: true }).waitFor()
  await numbers.getByText(failed, { exact: true }).waitFor()
}
