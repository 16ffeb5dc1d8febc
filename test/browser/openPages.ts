import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const lastRequests = 12
const mostText = 1_500
const patienceMs = 3_000

const told = new Map<Page, string[]>()

/** Remembers a page until it is closed, and how its last requests ended. */
export function rememberPage(page: Page): void {
  const requests: string[] = []
  told.set(page, requests)
  page.on('close', () => told.delete(page))
  const keep = (line: string) => {
    requests.push(line)
    if (requests.length > lastRequests) requests.shift()
  }
  page.on('response', (response) => keep(`${response.status()} ${response.request().method()} ${response.url()}`))
  page.on('requestfailed', (request) =>
    keep(`${request.failure()?.errorText ?? 'failed'} ${request.method()} ${request.url()}`),
  )
}

/** What the open pages show, and what they have asked last: a page that does not answer says so. */
export async function tellPages(): Promise<string> {
  const pages = await Promise.all(
    [...told].map(async ([page, requests]) => {
      const text = await Promise.race([
        page.evaluate(() => document.body.innerText).catch((error: unknown) => String(error)),
        sleep(patienceMs, 'the page does not answer'),
      ])
      return [`at ${page.url()}`, ...requests.map((line) => `  ${line}`), text.slice(0, mostText)].join('\n')
    }),
  )
  return pages.join('\n')
}
