import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
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
  // No page lives long enough here to earn back what it costs to optimise its code, a fifth of the browser's work; but the checks of
  // accessibility, which do the same thousands of times on each, do.
  '--js-flags=--no-turbofan --invocation-count-for-maglev=2000 --interrupt-budget-for-maglev=1000000',
]

let started: Promise<Browser> | undefined

/** The one browser of this process, which ends with it. People share nothing in it: each has a context of their own. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await (started ??= launch())
  if (!browser.isConnected()) started = launch() // it broke down under somebody else's walk
  return started
}

function launch(): Promise<Browser> {
  const executablePath = places.find((place) => place && existsSync(place))
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [] // Chromium refuses its sandbox to root
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...root, ...quiet] })
}
