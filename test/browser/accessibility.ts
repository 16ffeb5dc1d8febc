import { source, type AxeResults, type RunOnly, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const everyRule: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}

/** The rules that colours alone can break: what the dark look of a page is held against, after its light one. */
const rulesOfColour: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

type Checked = { axe?: { run: (options: RunOptions) => Promise<AxeResults> } }

/** Automatic checks of WCAG 2.2 A and AA; what they find is a defect, what they do not find is no proof. */
export async function expectNoAxeFindings(page: Page, where = '', { coloursOnly = false } = {}): Promise<void> {
  // Once into each document, and only what is wrong comes back: what is right of a page takes longer to tell than to check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const found = await page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as Checked
      if (!axe) throw new Error('the page has lost its checks')
      const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    coloursOnly ? rulesOfColour : everyRule,
  )
  expect(found, where).toEqual([])
}

/** A page never scrolls sideways; what is wide scrolls inside itself. */
export async function expectNoSidewaysScroll(page: Page, where = ''): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, where).toBeLessThanOrEqual(0)
}
