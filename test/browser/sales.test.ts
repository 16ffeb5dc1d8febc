import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedSale, computeSale } from '../kit/sales.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { settle } from './settle.ts'

// A broker proposes a sale, a marketer approves it, and a mill sees how long it takes dispatch.
let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house?.close())

const field = (page: Page, label: string) => page.getByRole('dialog').getByRole('textbox', { name: label })
const waiting = async () =>
  (
    await house.world.owner.query<{ id: string; departs: string[]; reason: string }>(
      `select id, departs, reason from sales where status = 'PENDING_APPROVAL'`,
    )
  ).rows

test('a broker proposes on a phone: the days follow the day of the sale, and another one wants a reason', async () => {
  const page = await house.open('broker.maker', { ...looks.phone, path: '/sales?create=Y' })
  const next = await computeSale(house.world.people.kevinBrokerMaker)
  await expect.poll(() => field(page, 'Sale number').inputValue()).toBe(String(next.saleNumber))
  const before = await field(page, 'Prompt day').inputValue()
  await expectNoAxeFindings(page, 'proposing a sale')
  await expectNoSidewaysScroll(page, 'proposing a sale, on a phone')
  // A day later by the keyboard: the prompt day moves with it, without being touched.
  await field(page, 'Sale day').press('ArrowUp')
  await expect.poll(() => field(page, 'Prompt day').inputValue()).not.toBe(before)
  await field(page, 'Time of the cut-off').fill('12:00')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/^Say why:/).waitFor()
  await field(page, 'Reason').fill('The road is closed in the afternoon')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await waiting()).toMatchObject([
    { departs: ['dispatchCutoff'], reason: 'The road is closed in the afternoon' },
  ])
})

test('a marketer approves it in Swahili, in the drawer', async () => {
  const [proposed] = await waiting()
  const page = await house.open('marketer.checker', { language: 'sw', path: `/sales?open=${proposed?.id}` })
  const drawer = page.getByRole('dialog')
  await drawer.getByText('si siku ya kawaida').waitFor()
  await settle(page)
  await expectNoAxeFindings(page, 'deciding on a sale')
  await drawer.locator('.drawer-foot button.grow').click()
  await page.locator('form.step-form button[type=submit]').click()
  await expect.poll(waiting).toEqual([])
})

test('a mill sees the time run out: it ticks, and at its end the sale takes no dispatch', async () => {
  const { world } = house
  await world.owner.query('delete from sales')
  const sale = await approvedSale(world)
  await world.owner.query(`update sales set dispatch_cutoff = now() + interval '20 seconds' where id = $1`, [sale.id])
  const page = await house.open('miller.maker', { path: '/inbox' })
  const timer = page.getByRole('timer')
  const shown = await timer.textContent()
  expect(shown).toMatch(/^00:00:\d\d$/)
  await expect.poll(() => timer.textContent()).not.toBe(shown)
  // Read when somebody comes to it, never spoken each second.
  expect(await timer.getAttribute('aria-live')).toBe('off')
  await page.getByText('No sale takes dispatch now').waitFor({ timeout: 40_000 })
  await page.getByText(`Dispatch to sale ${sale.saleNumber} has ended.`).waitFor({ state: 'attached' })
})

test('nothing of it made a browser complain', () => {
  // The reason that was missing is a refusal of the server.
  expect(house.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
})
