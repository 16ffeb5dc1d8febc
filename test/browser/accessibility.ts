import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { learnToCheck, type Checks } from './pageChecks.ts'

// Half as long to send and to read as what the package exports.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Automatic checks of WCAG 2.2 A and AA; what they find is a defect, what they do not find is no proof. Where a dialog is open
 * it alone is looked at; `within` is for a page whose frame has been looked at before, `coloursOnly` for the dark look of a page,
 * after its light one.
 */
export async function expectNoAxeFindings(
  page: Page,
  where = '',
  { coloursOnly = false, within = '' } = {},
): Promise<void> {
  const asked = { coloursOnly, within }
  const found = await findings(page, asked)
  if (found.length === 0) return
  // What a page shows only while its rows are on their way is gone when it is looked at again.
  await sleep(1_000)
  expect(await findings(page, asked), where).toEqual([])
}

async function findings(page: Page, asked: { coloursOnly: boolean; within: string }): Promise<string[]> {
  // Once into each document, and only what is wrong comes back: what is right of a page takes longer to tell than to check.
  if (!(await page.evaluate(() => 'houseChecks' in globalThis))) {
    await page.evaluate(source)
    await page.evaluate(learnToCheck)
  }
  return page.evaluate((what) => (globalThis as unknown as { houseChecks: Checks }).houseChecks(what), asked) // border: learned above
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
