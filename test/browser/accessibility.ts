import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Automatic checks of WCAG 2.2 A and AA; what they find is a defect, what they do not find is no proof. */
export async function expectNoAxeFindings(page: Page, where = ''): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  expect(found, where).toEqual([])
}

/** A page never scrolls sideways; what is wide scrolls inside itself. */
export async function expectNoSidewaysScroll(page: Page, where = ''): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, where).toBeLessThanOrEqual(0)
}
