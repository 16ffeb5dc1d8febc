import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AxeResults, RunOnly, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const everyRule: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}

/** The rules that colours alone can break: what the dark look of a page is held against, after its light one. */
const rulesOfColour: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

// Half as long to send and to read as what the package exports.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Checked = { axe?: { run: (looked: Node, options: RunOptions) => Promise<AxeResults> } }

/**
 * Automatic checks of WCAG 2.2 A and AA; what they find is a defect, what they do not find is no proof. Where a dialog is open
 * it alone is looked at; `within` is for a page whose frame has been looked at before.
 */
export async function expectNoAxeFindings(
  page: Page,
  where = '',
  { coloursOnly = false, within = '' } = {},
): Promise<void> {
  const rules = coloursOnly ? rulesOfColour : everyRule
  const found = await findings(page, rules, within)
  if (found.length === 0) return
  // What a page shows only while its rows are on their way is gone when it is looked at again.
  await sleep(1_000)
  expect(await findings(page, rules, within), where).toEqual([])
}

async function findings(page: Page, runOnly: RunOnly, within: string): Promise<string[]> {
  // Once into each document, and only what is wrong comes back: what is right of a page takes longer to tell than to check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(
    async ([only, selector]) => {
      const { axe } = globalThis as Checked
      if (!axe) throw new Error('the page has lost its checks')
      const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((dialog) => dialog.checkVisibility())
      const looked = dialogs.at(-1) ?? (selector ? document.querySelector(selector) : document)
      if (!looked) throw new Error(`the page has no ${selector}`)
      // No rule here reads the style sheets' texts, and a page has no frames.
      const options: RunOptions = { resultTypes: ['violations'], preload: false, iframes: false }
      const { violations } = await axe.run(looked, { ...options, runOnly: only })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    [runOnly, within] as const,
  )
}

/** A page never scrolls sideways; what is wide scrolls inside itself. */
export async function expectNoSidewaysScroll(page: Page, where = ''): Promise<void> {
  const { over, wide } = await page.evaluate(() => {
    const root = document.documentElement
    const reaches = (element: Element) => element.getBoundingClientRect().right > root.clientWidth + 1
    const sticking = [...document.querySelectorAll('body *')].filter((element) => reaches(element))
    const named = sticking.map((element) => `${element.tagName}.${element.getAttribute('class') ?? ''}`)
    return { over: root.scrollWidth - root.clientWidth, wide: named.slice(0, 12) }
  })
  expect(over, over > 0 ? `${where}: ${wide.join(', ')}` : where).toBeLessThanOrEqual(0)
}
