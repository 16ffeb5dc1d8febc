import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyRouter } from '@tanstack/react-router'
import type { Page, Request } from 'playwright-core'

const patienceMs = 60_000
/** A screen that asks for nothing as long as this has all that it reads: from code to question it takes a fraction. */
const quietMs = 120

type Traffic = { open: Set<Request>; changedAt: number }
const traffics = new WeakMap<Page, Traffic>()

/** Counts from now on what a page has requested and not received. Streams of news never end, and do not count. */
export function watchTraffic(page: Page): void {
  const traffic: Traffic = { open: new Set(), changedAt: performance.now() }
  const ends = (request: Request) => {
    if (traffic.open.delete(request)) traffic.changedAt = performance.now()
  }
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    traffic.open.add(request)
    traffic.changedAt = performance.now()
  })
  page.on('requestfinished', ends)
  page.on('requestfailed', ends)
  traffics.set(page, traffic)
}

/** Waits until a screen is there with all that it reads, however busy the machine is. */
export async function settle(page: Page, where = page.url()): Promise<void> {
  const traffic = traffics.get(page)
  if (!traffic) throw new Error('nobody watches the traffic of this page')
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const quiet = performance.now() - traffic.changedAt
    if (traffic.open.size > 0) await sleep(20)
    else if (quiet < quietMs) await sleep(quietMs - quiet)
    else if (await page.evaluate(isThere)) return
    else await sleep(50)
  }
  throw new Error(`${where} never came to rest: ${[...traffic.open].map((request) => request.url()).join(', ')}`)
}

const isThere = () =>
  document.querySelector('h1') !== null && !document.querySelector('.load-bar, .mantine-Skeleton-root')

/**
 * Opens an address of the product in a page that stands in it already, twice, as who wants to see what is new: to load the program anew
 * for it would cost five times as much. Returns when all is read.
 */
export async function visit(page: Page, address: string): Promise<void> {
  await goInside(page, address)
  await goInside(page, address)
  await settle(page)
}

/** Goes to another screen as a link of the product does: what stands around it stays. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: AnyRouter }
    if (!router) throw new Error('the page has lost its router')
    const { pathname, search, hash } = new URL(href, location.href)
    await router.navigate({ href: pathname + search + hash })
  }, path)
}
