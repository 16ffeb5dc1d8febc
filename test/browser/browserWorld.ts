import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { serveClient } from '#server/kit/web/staticFiles.ts'
import { demoPassword } from '#server/session/demo.ts'
import { freePort } from '../kit/payouts.ts'
import { makeWorld, type World } from '../kit/world.ts'

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
  /** A person at a browser of their own, signed in through the sign-in screen. */
  open: (username: string, look?: Partial<Look>) => Promise<Page>
  /** What browsers complained about: page errors, and everything that the console shows as an error. */
  complaints: string[]
  close: () => Promise<void>
}

const clientFolder = join(import.meta.dirname, '../../dist/client')
const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const quiet = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Opens the world in the browser. The pages must be built: `npm test` does that first, or run `npm run build`. `hearsBank` lets
 * the messages of the bank come in.
 */
export async function openBrowserWorld({ hearsBank = false } = {}): Promise<BrowserWorld> {
  if (!existsSync(join(clientFolder, 'index.html'))) throw new Error('The pages are not built: run npm run build')
  const port = hearsBank ? await freePort() : 0
  const world = await makeWorld(hearsBank ? { settings: { PORT: String(port) } } : {})
  serveClient(world.app, clientFolder)
  const address = await world.app.listen({ port, host: '127.0.0.1' })
  const executablePath = places.find((place) => place && existsSync(place))
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [] // Chromium refuses its sandbox to root
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...root, ...quiet] })
  const complaints: string[] = []
  return {
    world,
    address,
    complaints,
    open: async (username, { width = 1440, height = 900, dark = false } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        acceptDownloads: true,
      })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      listen(page, complaints)
      await signIn(page, address, username)
      return page
    },
    close: async () => {
      await closeAll(browser)
      await world.close()
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

async function closeAll(browser: Browser): Promise<void> {
  const contexts: BrowserContext[] = browser.contexts()
  await Promise.all(contexts.map((context) => context.close()))
  await browser.close()
}
