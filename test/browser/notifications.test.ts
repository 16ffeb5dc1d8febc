import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFarmers } from '../kit/farmerUploads.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house?.close())

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('the maker sends, the checker approves from the bell, and the maker’s bell rings and leads to the record', async () => {
  const { wanjikuMaker } = house.world.people
  const upload = await sendFarmers(wanjikuMaker, 2, {}, 'walked.csv')
  const checker = await house.open('fcs.checker')
  await bell(checker).click()
  await panel(checker)
    .getByRole('link', { name: /Farmer upload .*1 new/ })
    .click()
  await checker.waitForURL(/inbox\?filter=kind/)
  await checker.getByRole('row', { name: /walked\.csv/ }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await checker.locator('form.step-form').getByRole('button', { name: 'Confirm' }).click()
  await expect
    .poll(async () => (await wanjikuMaker.get<{ news: number }>('/inbox/counts')).body.news, { timeout: 15_000 })
    .toBeGreaterThan(0)

  const maker = await house.open('fcs.maker')
  await maker.getByRole('button', { name: /^Notifications, [12] new$/ }).focus()
  await maker.keyboard.press('Enter')
  const line = panel(maker)
    .getByRole('button', { name: /walked\.csv.*unread/ })
    .first()
  await line.waitFor()
  await expectNoAxeFindings(maker, 'the notifications')
  await line.click()
  await maker.waitForURL(new RegExp(`/farmers/${upload.id}/details`))
  await expect.poll(async () => (await wanjikuMaker.get<{ items: unknown[] }>('/notifications')).body.items).toEqual([])
  expect(house.complaints).toEqual([])
})

test('everything is marked as read at once, and the panel closes to the bell', async () => {
  const { danielMaker, purityChecker } = house.world.people
  for (const title of ['one.csv', 'two.csv']) {
    const { id, version } = await sendFarmers(danielMaker, 1, {}, title)
    await purityChecker.post('/upload/cherry/decline_farmer', { id, version, approverComment: 'The ward is wrong' })
  }
  const page = await house.open('fcs2.maker', looks.phoneDark)
  await page.getByRole('button', { name: 'Notifications, 2 new' }).click()
  await panel(page).getByText('The ward is wrong').first().waitFor()
  await expectNoSidewaysScroll(page, 'the notifications on a phone')
  await expectNoAxeFindings(page, 'the notifications on a phone')
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Notifications')
})

test('a user chooses when Kahawa writes, and finds it chosen the next time', async () => {
  const page = await house.open('fcs.checker', { path: '/account' })
  await page.getByText('This server sends no e-mails at the moment', { exact: false }).waitFor()
  const never = page.getByRole('radio', { name: 'Never' })
  await never.check()
  await page.getByText('Saved').waitFor()
  await page.reload()
  await expect.poll(() => never.isChecked()).toBe(true)
  await expectNoAxeFindings(page, 'the account')
})

test('the inbox is filtered by kind and age from the address, with counts', async () => {
  const { wanjikuMaker } = house.world.people
  await sendFarmers(wanjikuMaker, 1, {}, 'today.csv')
  const page = await house.open('fcs.checker', { path: '/inbox?filter=age:NEW,kind:farmer_upload' })
  await page.getByRole('row', { name: /today\.csv/ }).waitFor()
  await page.getByRole('button', { name: /^Filter/ }).click()
  const fresh = page.getByRole('checkbox', { name: 'Less than a working day' })
  await expect.poll(() => fresh.isChecked()).toBe(true)
  // The address holds what is ticked, and the ticks follow it: `check` would look before they have.
  const old = page.getByRole('checkbox', { name: 'More than 3 working days' })
  await old.click()
  await expect.poll(() => old.isChecked()).toBe(true)
  await fresh.click()
  await page.getByRole('row', { name: /today\.csv/ }).waitFor({ state: 'detached' })
  await expectNoAxeFindings(page, 'the filtered inbox')
})

test('an auditor narrows the trail by day, person and organisation, keeps it in the address, and takes it out', async () => {
  await sendFarmers(house.world.people.wanjikuMaker, 1, {}, 'narrowed.csv')
  const page = await house.open('bank.checker', { path: '/audit' })
  await page.getByRole('textbox', { name: 'Person' }).fill('wanjiku')
  await page.getByRole('option', { name: /Wanjiku Kamau/ }).click()
  await page.waitForURL(/person=/)
  await page.getByRole('textbox', { name: 'Organisation' }).fill('CF4100')
  await page.getByRole('option', { name: /Othameru/ }).click()
  await page.waitForURL(/organisation=/)
  await page
    .getByRole('row', { name: /narrowed\.csv/ })
    .first()
    .waitFor()
  await page.reload()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Person' }).inputValue(), { timeout: 30_000 })
    .toBe('Wanjiku Kamau')
  await expectNoAxeFindings(page, 'the audit trail')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: /CSV|Text/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/)
  await page.getByLabel('From day').fill('2099-01-01')
  await page
    .getByText(/none match|Nothing matches|No .* match/i)
    .first()
    .waitFor()
})

test('the subject pack of a farmer is handed out to print, from the page of the farmer', async () => {
  const page = await house.open('fcs.manager', { path: '/farmers/view' })
  await page.getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Subject pack' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'To print (PDF)' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^subject_pack_.*\.pdf$/)
})
