import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { settle } from './settle.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house.close())

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Related lists' })
const shoot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('the menu folds by group and remembers it, while related lists are tabs of one entry', async () => {
  const page = await house.open('fcs.checker', { path: '/farmers/updates' })
  await settle(page)
  const menu = menuOf(page)
  await tabsOf(page)
    .getByRole('link', { name: /^Update requests/ })
    .waitFor()
  expect(await menu.getByRole('link', { name: /uploads|Update requests|Plots/ }).count()).toBe(0)
  expect(await menu.locator('.nav-item.active').innerText()).toContain('Farmers')
  await expectNoAxeFindings(page, 'the menu with tabs')
  await shoot(page, 'menu-desktop')
  await tabsOf(page).getByRole('link', { name: 'Plots' }).click()
  await page.waitForURL(/\/farmers\/plots/)
  const cherry = menu.getByRole('button', { name: /^Cherry/ })
  await cherry.click()
  expect(await cherry.getAttribute('aria-expanded')).toBe('false')
  expect(await menu.getByRole('link', { name: /^Parchment/ }).count()).toBe(0)
  await page.reload()
  await settle(page)
  expect(await menu.getByRole('link', { name: /^Parchment/ }).count()).toBe(0)
  await menu.getByRole('button', { name: /^Cherry/ }).press('Enter')
  await menu.getByRole('link', { name: /^Parchment/ }).click()
  await page.waitForURL(/\/ccarf\/delivery\/parchment/)
})

test('a folded group keeps the entry where one is', async () => {
  const page = await house.open('fcs.checker', { path: '/ccarf/delivery/parchment' })
  await settle(page)
  const menu = menuOf(page)
  await menu.getByRole('button', { name: /^Cherry/ }).click()
  expect(await menu.getByRole('link', { name: /^Parchment/ }).count()).toBe(1)
  expect(await menu.getByRole('link', { name: /^Cherry rates/ }).count()).toBe(0)
})

test('the active entry is in sight in a low window', async () => {
  const page = await house.open('admin.checker', { path: '/audit', height: 420 })
  await settle(page)
  const inSight = await menuOf(page)
    .locator('.nav-item.active')
    .evaluate((entry) => {
      const list = entry.closest('.nav-scroll')?.getBoundingClientRect()
      const { top, bottom } = entry.getBoundingClientRect()
      return list !== undefined && top >= list.top && bottom <= list.bottom
    })
  expect(inSight).toBe(true)
  await shoot(page, 'menu-low')
})

test('below 1200 px the menu is a rail that opens over the page', async () => {
  const page = await house.open('fcs.checker', { path: '/farmers/uploads', width: 1024, height: 768 })
  await settle(page)
  const menu = menuOf(page)
  const before = await page.locator('#main').boundingBox()
  expect(before?.x).toBe(60)
  await menu.getByRole('link', { name: 'Farmers', exact: true }).focus()
  await page.getByRole('tooltip', { name: /^Farmers/ }).waitFor()
  await expectNoAxeFindings(page, 'the rail')
  await shoot(page, 'menu-rail')
  await menu.getByRole('button', { name: 'Open the menu' }).click()
  await menu.getByRole('button', { name: 'Close the menu' }).waitFor()
  expect((await page.locator('#main').boundingBox())?.x).toBe(60)
  await expectNoAxeFindings(page, 'the rail, opened')
  await shoot(page, 'menu-rail-open')
  await page.keyboard.press('Escape')
  await menu.getByRole('button', { name: 'Open the menu' }).waitFor()
})

test('names, amounts and statuses stay in sight at 1024, while personal numbers leave first', async () => {
  const page = await house.open('fcs.checker', { path: '/cherry/deliveries?tab=all', width: 1024, height: 768 })
  await settle(page)
  await page.getByRole('columnheader', { name: 'Status' }).waitFor()
  const headings = () => page.getByRole('columnheader').allInnerTexts()
  const narrow = (await headings()).map((text) => text.trim())
  for (const kept of ['Member name', 'Weight (kg)', 'Delivered on', 'Status']) expect(narrow).toContain(kept)
  expect(narrow).not.toContain('ID number')
  const fits = () => page.locator('.scroll').evaluate((table) => table.scrollWidth <= table.clientWidth)
  expect(await fits()).toBe(true)
  await shoot(page, 'columns-1024')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.getByRole('columnheader', { name: 'ID number' }).waitFor()
  expect(await fits()).toBe(true)
  await shoot(page, 'columns-1920')
  // Whoever chooses columns keeps them, and pushes the table inside itself.
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Entered by' }).check()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('columnheader', { name: 'ID number' }).waitFor()
  await page.getByRole('columnheader', { name: 'Entered by' }).waitFor()
  await expectNoSidewaysScroll(page, 'chosen columns')
})

test('below 700 px the menu is a drawer, and the tabs push sideways inside themselves', async () => {
  const page = await house.open('fcs.checker', { path: '/farmers/quality', width: 390, height: 844, dark: true })
  await settle(page)
  await expectNoSidewaysScroll(page, 'tabs on a phone')
  await expectNoAxeFindings(page, 'tabs on a phone')
  await shoot(page, 'menu-phone')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menuOf(page)
    .getByRole('link', { name: /^Limits/ })
    .waitFor()
  await shoot(page, 'menu-phone-open')
  await menuOf(page)
    .getByRole('link', { name: /^Limits/ })
    .click()
  await page.waitForURL(/\/farmers\/limits/)
  await shoot(page, 'list-phone')
})

test('every screen explains itself in a minute, in both languages, and search finds the guides', async () => {
  const page = await house.open('fcs.checker', { path: '/farmers/updates' })
  await settle(page)
  const button = page.getByRole('button', { name: 'Help', exact: true })
  await button.click()
  const help = page.getByRole('dialog', { name: /Update requests/ })
  await help.getByText('Whoever asked cannot approve.').waitFor()
  await expectNoAxeFindings(page, 'a guide')
  await shoot(page, 'help-desktop')
  await help.getByRole('button', { name: 'All guides' }).click()
  const all = page.getByRole('dialog', { name: /All guides/ })
  await all.getByRole('button', { name: 'Parchment' }).click()
  await page
    .getByRole('dialog', { name: /Parchment/ })
    .getByText('refers them back')
    .waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: /Search screens/ }).fill('second tranche')
  await page.getByRole('button', { name: 'How it works: Parchment' }).click()
  await page.getByRole('dialog', { name: /Parchment/ }).waitFor()
  // A guide of a screen that is not this user's is not offered.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: /Search screens/ }).fill('gazette')
  await page.getByText('Nothing found').waitFor()
})

test('the guide opens on a phone, in Swahili', async () => {
  const page = await house.open('fcs.checker', { path: '/cherry/deliveries', width: 390, height: 844, language: 'sw' })
  await settle(page)
  await page.getByRole('button', { name: 'Msaada', exact: true }).click()
  await page
    .getByRole('dialog', { name: /Uwasilishaji/ })
    .getByText('Uzito usio wa kawaida')
    .waitFor()
  await expectNoAxeFindings(page, 'a guide on a phone')
  await expectNoSidewaysScroll(page, 'a guide on a phone')
  await shoot(page, 'help-phone')
})
