import { createServer } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../kit/payouts.ts'

/** What a page is opened for. */
type Wanted = { width: number; height: number; dark: boolean; isLast: boolean }

// A tab that has read the program once reads it again in half the time, and so does one after it at the same address.
const left: Page[] = []
const used = new Set<Page>()
let port: number | undefined
// What a walk may listen to. The tab's own listeners stay: a context that has lost them never says that it is closed.
const heard = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
]

/** The port of this process, so that the files of the product keep their address from one world to the next; another while it is taken. */
export async function ownPort(): Promise<number> {
  if (port !== undefined && !(await isFree(port))) port = undefined
  return (port ??= await freePort())
}

function isFree(wanted: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * A tab that knows of nobody: one that a walk has left, or a new one. Closing its context leaves it for the next. `isLast` is
 * one that nobody takes again, because its walk does what cannot be taken back.
 */
export async function takePage(browser: Browser, { dark, isLast, ...viewport }: Wanted): Promise<Page> {
  const known = left.filter((page) => page.context().browser() === browser).at(-1)
  const page = known && !isLast ? known : await newPage(browser, isLast)
  if (page === known) left.splice(left.indexOf(page), 1)
  used.add(page)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  return page
}

async function newPage(browser: Browser, isLast: boolean): Promise<Page> {
  // The worker would fetch every file of the product into the cache of a browser that is gone in a minute.
  const context = await browser.newContext({ acceptDownloads: true, serviceWorkers: 'block' })
  const page = await context.newPage()
  const end = context.close.bind(context)
  if (!isLast) context.close = () => leave(page, end)
  return page
}

/** Takes from a tab all that its walk has left in it. */
async function leave(page: Page, end: () => Promise<void>): Promise<void> {
  if (!used.delete(page)) return
  if (page.isClosed()) return end()
  const context = page.context()
  const { origin } = new URL(page.url())
  for (const event of heard) {
    page.removeAllListeners(event)
    context.removeAllListeners(event)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto('about:blank')
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  left.push(page)
}
