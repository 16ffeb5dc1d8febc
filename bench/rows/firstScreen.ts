import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { demoPassword } from '#server/session/demo.ts'
import type { Bench } from '../kit/bench.ts'
import { benchFolder, openBenchHouse } from '../kit/benchHouse.ts'
import { median } from '../kit/measure.ts'
import { kb, ms, type Line } from '../kit/report.ts'
import { freePort } from '../../test/kit/freePort.ts'
import { startProgram } from '../kit/runningServer.ts'

const finder = new URL('../../tools/findChromium.mjs', import.meta.url).href
const client = join(import.meta.dirname, '../../dist/client')

/** What a browser must fetch before the sign-in stands, and how soon rows stand on a slow machine. */
export async function firstScreen(bench: Bench): Promise<Line[]> {
  const { folder, remove } = benchFolder()
  // A valley that stands already: a first run would seed it while the browser is measured.
  await (await openBenchHouse(folder)).close()
  const port = await freePort()
  const env = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, KAHAWA_DEMO: '1', LOG_LEVEL: 'error' }
  const server = await startProgram({ script: 'tools/start.mjs', env })
  try {
    // border: a script without types
    const { ensureChromium } = (await import(finder)) as { ensureChromium: () => string | undefined }
    const program = ensureChromium()
    if (!program) return [{ work: 'first screen', measured: 'no Chromium on this machine' }]
    return await inBrowser(bench, server.url, program)
  } finally {
    await server.stop()
    remove()
  }
}

async function inBrowser(bench: Bench, url: string, program: string): Promise<Line[]> {
  const browser = await chromium.launch({
    executablePath: program,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const cold: number[] = []
    const reload: number[] = []
    let loaded = new Set<string>()
    for (let round = 0; round < bench.rounds; round++) {
      const context = await browser.newContext({ serviceWorkers: 'allow' })
      const page = await context.newPage()
      const fetched = new Set<string>()
      page.on('request', (request) => fetched.add(new URL(request.url()).pathname))
      await page.goto(url)
      await page.getByLabel(/username/i).waitFor()
      if (round === 0) loaded = new Set(fetched)
      await signIn(page, url)
      // Cold: another context with the cookie only, so neither cache nor service worker has anything.
      const fresh = await browser.newContext({ serviceWorkers: 'allow' })
      await fresh.addCookies(await context.cookies())
      const slow = await fresh.newPage()
      await slow.addInitScript(watchRows)
      const session = await fresh.newCDPSession(slow)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      cold.push(await rowsStand(slow, () => slow.goto(`${url}/farmers/view`, { waitUntil: 'commit' })))
      await slow.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await slow.waitForTimeout(1_500) // the service worker fills its cache
      reload.push(await rowsStand(slow, () => slow.reload({ waitUntil: 'commit' })))
      await fresh.close()
      await context.close()
    }
    return [
      ...sizes(loaded),
      {
        work: 'farmer rows visible, 4 x CPU throttle, nothing cached',
        measured: ms(median(cold)),
        promise: '<= 3 s',
        met: median(cold) <= 3_000,
      },
      {
        work: 'farmer rows visible on reload, 4 x CPU throttle',
        measured: ms(median(reload)),
        promise: '<= 0.5 s',
        met: median(reload) <= 500,
      },
    ]
  } finally {
    await browser.close()
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  const answer = await page.request.post(`${url}/api/auth/login`, {
    data: { username: 'fcs.maker', password: demoPassword },
  })
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`)
}

/**
 * Milliseconds from the begin of the navigation to the frame that shows rows, by the clock of the page, which says them by itself:
 * to ask a page takes a script of Playwright's, which it would read while it is measured.
 */
async function rowsStand(page: Page, go: () => Promise<unknown>): Promise<number> {
  const said = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(mark),
    timeout: 30_000,
  })
  await go()
  return Number((await said).text().slice(mark.length))
}

const mark = 'rows stand after '
/** Runs in the page before its own scripts. */
const watchRows = `(function look() {
  const stand = document.querySelector('tbody tr td')
  requestAnimationFrame(() => { if (stand) console.info('${mark}' + performance.now()); else look() })
})()`

function sizes(paths: ReadonlySet<string>): Line[] {
  const sum = (ending: string): number => {
    const files = [...paths].filter(
      (path) => path.endsWith(ending) && existsSync(join(client, path)) && !/\/(sw|workbox-[^/]*)\.js$/.test(path),
    )
    return files.reduce((total, path) => total + gzipSync(readFileSync(join(client, path)), { level: 9 }).length, 0)
  }
  const [js, css] = [sum('.js'), sum('.css')]
  return [
    { work: 'JavaScript until the sign-in stands, gzip', measured: kb(js), promise: '<= 230 kB', met: js <= 230_000 },
    { work: 'CSS until the sign-in stands, gzip', measured: kb(css), promise: '<= 45 kB', met: css <= 45_000 },
  ]
}
