import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules that colours alone can break: what the dark look of a page is held against, after its light one. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Automatic checks of WCAG 2.2 A and AA; what they find is a defect, what they do not find is no proof. */
export async function expectNoAxeFindings(page: Page, where = '', { coloursOnly = false } = {}): Promise<void> {
  // No screen holds a frame of another origin; looking for them takes a blank page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (coloursOnly ? axe.withRules(rulesOfColour) : axe.withTags(rules)).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  expect(found, where).toEqual([])
}

/** A page never scrolls sideways; what is wide scrolls inside itself. */
export async function expectNoSidewaysScroll(page: Page, where = ''): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, where).toBeLessThanOrEqual(0)
}
