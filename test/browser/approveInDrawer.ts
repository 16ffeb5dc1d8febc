import type { Page } from 'playwright-core'

/** As a person who goes on to something else: what is held back is sent. */
export const leave = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('pagehide')))

/** Decides in the open drawer as a person would: the main step, a comment where there is room for one. */
export async function approveInDrawer(page: Page): Promise<void> {
  await page.locator('.drawer-foot button.grow').click()
  const form = page.locator('form.step-form')
  const held = page.getByText(/Sent in 6 seconds/)
  await form.or(held).first().waitFor()
  if (await held.isVisible()) return leave(page)
  for (const field of await form.locator('textarea:visible, input:visible').all()) await field.fill('Seen the papers')
  await form.locator('button[type=submit]').click()
  await form.waitFor({ state: 'detached' })
}
