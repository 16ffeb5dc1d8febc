import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { Language } from '#client/kit/words.ts'
import { cookieName } from '#server/kit/web/sessionToken.ts'
import { serveClient } from '#server/kit/web/staticFiles.ts'
import { demoPassword } from '#server/session/demo.ts'
import { freePort } from '../kit/freePort.ts'
import { makeWorld, type World } from '../kit/world.ts'
import { rememberPage } from './openPages.ts'
import { watchTraffic } from './settle.ts'
import { sharedBrowser } from './sharedBrowser.ts'

/** A window and its colours. */
export type Look = { name: string; width: number; height: number; dark: boolean }

export const looks = {
  desktop: { name: 'desktop, light', width: 1440, height: 900, dark: false },
  desktopDark: { name: 'desktop, dark', width: 1440, height: 900, dark: true },
  phone: { name: 'phone, light', width: 390, height: 844, dark: false },
  phoneDark: { name: 'phone, dark', width: 390, height: 844, dark: true },
} as const satisfies Record<string, Look>

/** The test world behind a real address, and a real browser to walk through it. */
export type BrowserWorld = {
  world: World
  address: string
  /**
   * A person at a browser of their own, signed in already, on the first screen or at `path`; `language` becomes the person's.
   */
  open: (username: string, options?: Partial<Look> & { path?: string; language?: Language }) => Promise<Page>
  /** The same through the sign-in screen, with the worker that keeps the pages for the next visit: as in life, and slower. */
  signIn: (username: string, look?: Partial<Look>) => Promise<Page>
  /** Somebody who has never been here, before an empty page. */
  stranger: () => Promise<Page>
  /** Ends the visit of somebody. */
  leave: (page: Page) => Promise<void>
  /** What browsers complained about: page errors, and everything that the console shows as an error. */
  complaints: string[]
  close: () => Promise<void>
}

/** Where the built pages lie. */
export const clientFolder = join(import.meta.dirname, '../../dist/client')
/**
 * Opens the world in the browser. The pages must be built: `npm test` does that first, or run `npm run build`. `hearsBank` lets
 * the messages of the bank come in; `bankApart` gives the bank a process of its own.
 */
export async function openBrowserWorld({ hearsBank = false, bankApart = false } = {}): Promise<BrowserWorld> {
  if (!existsSync(join(clientFolder, 'index.html'))) throw new Error('The pages are not built: run npm run build')
  const port = await freePort()
  const world = await makeWorld({ bankApart, ...(hearsBank ? { settings: { PORT: String(port) } } : {}) })
  serveClient(world.app, clientFolder)
  const address = await world.app.listen({ port, host: '127.0.0.1' })
  const browser = await sharedBrowser()
  const complaints: string[] = []
  const contexts = new Set<BrowserContext>()
  const newPage = async (
    { width = 1440, height = 900, dark = false }: Partial<Look>,
    serviceWorkers: 'allow' | 'block',
  ): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      acceptDownloads: true,
      serviceWorkers,
    })
    contexts.add(context)
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    watchTraffic(page)
    rememberPage(page)
    listen(page, complaints)
    return page
  }
  return {
    world,
    address,
    complaints,
    open: async (username, { path = '/', language, ...look } = {}) => {
      if (language) await world.owner.query('update users set language = $1 where username = $2', [language, username])
      // The worker would fetch every file of the product into the cache of a browser that is gone in a minute.
      const page = await newPage(look, 'block')
      const { token } = await world.newSession(username)
      await page.context().addCookies([{ name: cookieName(false), value: token, url: address, httpOnly: true }])
      await page.goto(address + path)
      await page.locator('#main').waitFor()
      return page
    },
    signIn: async (username, look = {}) => {
      const page = await newPage(look, 'allow')
      await signIn(page, address, username)
      return page
    },
    stranger: () => newPage({}, 'block'),
    leave: (page) => page.context().close(),
    close: async () => {
      try {
        await Promise.all([...contexts].map((context) => context.close()))
      } finally {
        await world.close()
      }
    },
  }
}

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    // A refusal is an answer that the screen tells; only the browser calls it an error.
    if (message.type() !== 'error' || /the server responded with a status of 4\d\d/.test(text)) return
    complaints.push(`${page.url()}: ${text}`)
  })
}

/** Signs in as a person would. */
async function signIn(page: Page, address: string, username: string): Promise<void> {
  await page.goto(`${address}/sign-in`)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The address changes before the screen does: what is touched until then still belongs to the sign-in.
  await page.locator('#main').waitFor()
}
