import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { settle } from './settle.ts'

let house: BrowserWorld
let page: Page
beforeAll(async () => {
  house = await openBrowserWorld()
  page = await house.open('admin', { path: '/admin/settings', width: 1440, height: 900 })
})
afterAll(() => house.close())

const rows = (of = page) => of.locator('.table-card tbody tr')
const open = async (path: string) => {
  await page.goto(house.address + path)
  await rows().first().waitFor()
  await settle(page)
}
/** What of the screen does not fit the window, and what more would fit, in pixels. */
const overAndFree = () =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    const { bottom } = document.querySelector('.table-card')?.getBoundingClientRect() ?? { bottom: 0 }
    return { over: scrollHeight - clientHeight, free: window.innerHeight - bottom }
  })

test.each([
  [1440, 900],
  [1920, 1080],
  [1366, 768],
])('the rows of a long list fill a window of %i x %i and do not leave it', async (width, height) => {
  await page.setViewportSize({ width, height })
  await open('/admin/holidays')
  await expect.poll(overAndFree).toMatchObject({ over: 0 })
  // Less than one more row, and the margin below the card.
  expect((await overAndFree()).free).toBeLessThan(44 + 24)
  expect(await rows().count()).toBeGreaterThan(5)
})

test('a window that is made larger or smaller has as many rows as fit then', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open('/admin/holidays')
  const before = await rows().count()
  await page.setViewportSize({ width: 1440, height: 1200 })
  await expect.poll(() => rows().count()).toBeGreaterThan(before + 4)
  await expect.poll(overAndFree).toMatchObject({ over: 0 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => rows().count()).toBe(before)
})

test('a number of rows that somebody has chosen stays until the window is fitted again', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open('/admin/holidays')
  const fitting = await rows().count()
  const choice = page.getByRole('combobox', { name: 'Rows on a page' })
  expect(await choice.inputValue()).toBe('fit')
  await choice.selectOption({ label: '7 rows' })
  await expect.poll(() => rows().count()).toBe(7)
  await open('/admin/holidays')
  expect(await rows().count()).toBe(7)
  await choice.selectOption({ label: 'Fit the window' })
  await expect.poll(() => rows().count()).toBe(fitting)
})

test('the second page of a link has the same rows in a window of another height', async () => {
  await open('/admin/holidays')
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await page.waitForURL(/page=2/)
  await settle(page)
  const first = await rows().first().innerText()
  await page.setViewportSize({ width: 1440, height: 768 })
  await page.reload()
  await rows().first().waitFor()
  expect(await rows().first().innerText()).toBe(first)
})

test('the options of filters are counted for who is about to open them, and with no page', async () => {
  const counted: boolean[] = []
  const watch = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/admin/users') counted.push(searchParams.has('counts'))
  }
  page.on('request', watch)
  await open('/admin/users')
  expect(counted).toEqual([false])
  const { rows: known } = await house.world.owner.query<{ n: number }>(
    `select count(*)::int as n from users where status = 'ACTIVE'`,
  )
  await page.getByRole('button', { name: 'Filter' }).hover()
  await expect.poll(() => counted).toEqual([false, true])
  await page.getByRole('button', { name: 'Filter' }).click()
  const active = page.locator('.filter-option', { hasText: 'Active' }).first()
  await expect.poll(() => active.innerText()).toContain(String(known[0]?.n))
  await active.getByRole('checkbox').check()
  await settle(page)
  expect(page.url()).toContain('filter=status')
  // Counted once: what is ticked changes the page alone.
  expect(counted).toEqual([false, true, false])
  // In a low window the menu is scrolled, and nothing of it is pressed flat.
  await page.setViewportSize({ width: 1440, height: 360 })
  expect((await page.getByRole('button', { name: 'Clear all filters' }).boundingBox())?.height).toBeGreaterThan(24)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  page.off('request', watch)
})

test('close rows are chosen once for all lists, and more of them fit', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open('/admin/holidays')
  const before = await rows().count()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByText('Compact', { exact: true }).click()
  await expectNoAxeFindings(page, 'the choice of columns')
  await page.keyboard.press('Escape')
  await expect.poll(() => rows().count()).toBeGreaterThan(before)
  await expect.poll(overAndFree).toMatchObject({ over: 0 })
  await open('/admin/users')
  const row = await rows().first().boundingBox()
  expect(row?.height).toBeLessThanOrEqual(35)
})

test('the menu of a row is opened by the keyboard and gives the focus back, the first time and the next', async () => {
  await open('/admin/users')
  const button = rows()
    .first()
    .getByRole('button', { name: /^Actions for / })
  await expectNoAxeFindings(page, 'rows whose menus nobody has used')
  expect(await button.getAttribute('aria-haspopup')).toBe('menu')
  for (const _time of ['first', 'next']) {
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await button.press('Enter')
    const menu = page.getByRole('menu')
    await expect.poll(() => menu.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true)
  }
})

test('no page complained', () => expect(house.complaints).toEqual([]))
