import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

type Look = BrowserContextOptions & { viewport: { width: number; height: number }; colorScheme: 'dark' | 'light' }

/** Each is a process of some 80 MB. */
const mostKept = 6
const patienceMs = 20_000
const kept: Page[] = []

const changedForGood = new WeakSet<Page>()
const lasting = ['addInitScript', 'exposeBinding', 'exposeFunction'] as const
const heard = ['request', 'requestfailed', 'requestfinished', 'response', 'console', 'pageerror', 'download'] as const

/**
 * A page in a browser context of its own, in which nobody is signed in and nothing is stored: one that was left, or a new one. A new one
 * takes the processor two and a half times as long to show a screen, as the browser begins two processes for it and reads the program
 * anew.
 */
export async function takePage(browser: Browser, look: Look): Promise<Page> {
  const left = kept.pop()
  if (left?.context().browser()?.isConnected()) {
    await left.setViewportSize(look.viewport)
    await left.emulateMedia({ colorScheme: look.colorScheme })
    return left
  }
  // A worker would fetch every file of the product into the cache of a browser that is gone in a minute.
  const context = await browser.newContext({ ...look, serviceWorkers: 'block' })
  const page = await context.newPage()
  for (const name of lasting) {
    const change = Reflect.get(page, name)
    Reflect.set(page, name, (...given: unknown[]) => {
      changedForGood.add(page)
      return Reflect.apply(change, page, given)
    })
  }
  return page
}

/** Keeps a page that stands in the product at `address` for who comes next, with nothing in it; ends it where that cannot be. */
export async function leavePage(page: Page, address: string): Promise<void> {
  const alone = !page.isClosed() && page.context().pages().length === 1
  const usable = alone && page.url().startsWith(address) && !changedForGood.has(page)
  // What a page that has broken down is asked has no end of its own.
  const isEmpty = usable && (await Promise.race([emptied(page, address), sleep(patienceMs, false, { ref: false })]))
  if (isEmpty && kept.length < mostKept) kept.push(page)
  else await page.context().close()
}

async function emptied(page: Page, address: string): Promise<boolean> {
  try {
    for (const event of heard) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().setOffline(false)
    await page.mouse.move(0, 0)
    await page.goto(`${address}/icon.svg`) // nothing runs there that could store more, and it needs no other process
    await page.evaluate(() => sessionStorage.clear())
    const browser = await page.context().newCDPSession(page)
    await browser.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'all' })
    await browser.send('Page.resetNavigationHistory')
    await browser.detach()
    await page.context().clearCookies()
    return true
  } catch {
    return false // it had broken down, or its server had
  }
}
