import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { memberOf } from '../kit/deliveryFiles.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { settle, visit } from './settle.ts'

let house: BrowserWorld
let maker: Page
let checker: Page
let member: { number: string; name: string }
beforeAll(async () => {
  house = await openBrowserWorld()
  maker = await house.open('fcs.maker')
  checker = await house.open('fcs.checker')
  const { rows } = await house.world.owner.query<{ name: string }>(
    'select full_name as name from farmers where member_number = $1',
    [memberOf('CF4100', 1)],
  )
  member = { number: memberOf('CF4100', 1), name: rows[0]?.name ?? '' }
})
afterAll(() => house?.close())

const list = (search = '') => `${house.address}/cherry/deliveries?tab=all&${search}`
const dialogOf = (page: Page) => page.getByRole('dialog')
const field = (label: string) => dialogOf(maker).getByRole('textbox', { name: label })
const tick = () => dialogOf(maker).getByRole('checkbox').check()
async function act(page: Page, name: RegExp): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name }).click()
}
const stored = async () => {
  const { rows } = await house.world.owner.query<{ kilograms: string; status: string; type: string }>(
    `select trim_scale(kilograms)::text as kilograms, status, type from cherry_deliveries
     where receipt_number = 'DV0001' or reason = 'The scale stood on a stone' order by type`,
  )
  return rows.map(({ kilograms, status, type }) => `${type} ${kilograms} ${status}`)
}

test('while the seasons cannot be read the form says so, and opens after Reload', async () => {
  const seasons = '**/api/farmercherry/seasons*'
  await maker.route(seasons, (route) => route.abort('connectionreset'))
  await visit(maker, list('create=Y'))
  await dialogOf(maker).getByRole('alert').waitFor()
  await expectNoAxeFindings(maker, 'the form that could not be loaded')
  await maker.unroute(seasons)
  await dialogOf(maker).getByRole('button', { name: 'Reload' }).click()
  await field('Member Number').waitFor()
})

test('a form that is not filled in is refused field by field', async () => {
  await dialogOf(maker).getByRole('button', { name: 'Save' }).click()
  await dialogOf(maker).getByText('Please fix the errors before submitting').waitFor()
  await dialogOf(maker).getByText('Member Number is required').waitFor()
  await dialogOf(maker).getByText('Please tick the checkbox to proceed').waitFor()
  await expectNoAxeFindings(maker, 'the form with its problems')
})

test('what was typed survives a reload, and the member number fills in whose it is', async () => {
  await field('Member Number').fill(member.number)
  await dialogOf(maker).getByText(member.name).first().waitFor()
  await field('Current Delivery').fill('64.5')
  await field('Receipt Number').fill('DV0001')
  await maker.reload()
  await dialogOf(maker).getByText('Your unsaved entry was restored.').waitFor()
  await expect.poll(() => field('Current Delivery').inputValue()).toBe('64.5')
  await expect.poll(() => field('Full Name').inputValue()).toBe(member.name)
})

test('it is sent once and waits; the maker edits it before anybody has decided', async () => {
  await tick()
  await dialogOf(maker).getByRole('button', { name: 'Save' }).dblclick()
  await dialogOf(maker).waitFor({ state: 'detached' })
  expect(await stored()).toEqual(['DELIVERY 64.5 PENDING_APPROVAL'])
  await visit(maker, list('search=DV0001'))
  await act(maker, /^Edit/)
  await dialogOf(maker).getByText('After an edit the record waits for approval again').waitFor()
  await field('Current Delivery').fill('46.5')
  await tick()
  await dialogOf(maker).getByRole('button', { name: 'Save' }).click()
  await dialogOf(maker).waitFor({ state: 'detached' })
  expect(await stored()).toEqual(['DELIVERY 46.5 PENDING_APPROVAL'])
})

test('the checker declines with a comment that the maker reads, and approves what was put right', async () => {
  await visit(checker, list('search=DV0001'))
  await act(checker, /^Decline/)
  await dialogOf(checker).getByRole('button', { name: 'Decline' }).click()
  await dialogOf(checker)
    .getByText(/comment|reason/i)
    .first()
    .waitFor()
  expect(await stored()).toEqual(['DELIVERY 46.5 PENDING_APPROVAL'])
  await dialogOf(checker).getByRole('textbox').fill('The book says 64.5')
  await expectNoAxeFindings(checker, 'the question before a decline')
  await dialogOf(checker).getByRole('button', { name: 'Decline' }).click()
  await dialogOf(checker).waitFor({ state: 'detached' })
  await visit(maker, list('search=DV0001'))
  await maker.getByRole('row').filter({ hasText: member.name }).click()
  await dialogOf(maker).getByText('The book says 64.5').first().waitFor()
  await maker.keyboard.press('Escape')
  await act(maker, /^Edit/)
  await field('Current Delivery').fill('64.5')
  await tick()
  await dialogOf(maker).getByRole('button', { name: 'Save' }).click()
  await dialogOf(maker).waitFor({ state: 'detached' })
  await visit(checker, list('search=DV0001'))
  await act(checker, /^Approve/)
  await dialogOf(checker).getByRole('button', { name: 'Confirm' }).click()
  await checker.getByText('Cherry Approved successfully!').waitFor()
  expect(await stored()).toEqual(['DELIVERY 64.5 APPROVED'])
})

test('an address that names a delivery of another page opens it, and one that names none says so', async () => {
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from cherry_deliveries where receipt_number = 'DV0001'`,
  )
  await visit(checker, list(`search=no-such-receipt&open=${rows[0]?.id}`))
  await dialogOf(checker).getByText(member.name).first().waitFor()
  await visit(checker, list('search=no-such-receipt&open=018f0000-0000-7000-8000-000000000000'))
  await dialogOf(checker).getByText('The record is not here').waitFor()
})

test('what was approved is never edited but corrected, and the correction waits for another person', async () => {
  await visit(maker, list('search=DV0001'))
  await act(maker, /^Correct/)
  await dialogOf(maker).getByText('What was approved stays as it is').waitFor()
  await dialogOf(maker)
    .getByRole('textbox', { name: /Kilograms|Weight/ })
    .fill('-4.5')
  await dialogOf(maker)
    .getByRole('textbox', { name: /Reason/ })
    .fill('The scale stood on a stone')
  await tick()
  await expectNoAxeFindings(maker, 'the correction')
  await dialogOf(maker).getByRole('button', { name: 'Send for approval' }).click()
  await dialogOf(maker).waitFor({ state: 'detached' })
  expect(await stored()).toEqual(['CORRECTION -4.5 PENDING_APPROVAL', 'DELIVERY 64.5 APPROVED'])
})

test('one button exports what the list matches, and what was corrected', async () => {
  expect(await maker.getByRole('button', { name: 'Download', exact: true }).count()).toBe(0)
  await maker.getByRole('button', { name: /^Export/ }).click()
  const [download] = await Promise.all([
    maker.waitForEvent('download'),
    maker.getByRole('menuitem', { name: /Excel/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
  const table = await readTable({ bytes: await readFile(await download.path()), fileName: 'a.xlsx', caps: {} })
  const cells: string[] = []
  for await (const batch of table.batches) for (const row of batch) cells.push(row.cells.join(' '))
  expect(cells.filter((line) => line.includes('DV0001') && line.includes('64.5'))).toHaveLength(1)
  await maker.getByText('Excel file downloaded successfully!').waitFor()
})

test('a list that cannot be loaded says so and comes after Reload; totals do not hold it up', async () => {
  const calls = (url: URL) => url.pathname.replace(/\/$/, '') === '/api/farmercherry'
  await maker.route(calls, (route) => route.abort('connectionreset'))
  await maker.goto(list('search=DV0001'))
  const face = maker.getByRole('alert').filter({ has: maker.getByRole('button', { name: 'Reload' }) })
  await face.waitFor()
  await expectNoAxeFindings(maker, 'the list that could not be loaded')
  await maker.unroute(calls)
  await face.getByRole('button', { name: 'Reload' }).click()
  await maker.getByRole('row').filter({ hasText: member.name }).first().waitFor()
})

test('a half typed line of the fast entry survives a reload, and is gone once it is entered', async () => {
  await visit(maker, `${house.address}/cherry/deliveries/entry`)
  const line = (name: string) => maker.getByRole('textbox', { name })
  await line('Member number').fill(member.number)
  await line('Kilograms').fill('12.5')
  await maker.reload()
  await maker.getByText(member.name).first().waitFor()
  await expect.poll(() => line('Member number').inputValue()).toBe(member.number)
  await expect.poll(() => line('Kilograms').inputValue()).toBe('12.5')
  await line('Receipt number').press('Enter')
  await maker.getByRole('region', { name: 'This session' }).getByText('one delivery').waitFor()
  await maker.reload()
  await expect.poll(() => line('Kilograms').inputValue()).toBe('')
})

test('on a phone the form and the fast entry fit', async () => {
  const phone = await house.open('fcs.maker', looks.phoneDark)
  for (const path of ['/cherry/deliveries?create=Y', '/cherry/deliveries/entry']) {
    await visit(phone, house.address + path)
    await settle(phone)
    await expectNoSidewaysScroll(phone, path)
  }
  await house.leave(phone)
})

test('no page complained', () => {
  // A call that is cut is an error to the browser, and was meant.
  expect(house.complaints.filter((complaint) => !/ERR_CONNECTION_RESET/.test(complaint))).toEqual([])
})
