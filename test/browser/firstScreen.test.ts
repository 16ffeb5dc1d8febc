import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { clientFolder, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house?.close())

test('what a browser must fetch before the sign-in stands keeps its promise, however many features there are', async () => {
  const page = await house.stranger()
  const fetched: Promise<[string, number]>[] = []
  page.on('response', (response) => {
    const size = response.body().then((body) => gzipSync(body, { level: 9 }).length)
    fetched.push(size.then((bytes) => [new URL(response.url()).pathname, bytes]))
  })
  await page.goto(house.address)
  await page.getByLabel('Username').waitFor()
  // What else is on its way, once the door stands, is none of it.
  page.removeAllListeners('response')
  const files = await Promise.all(fetched)
  const sum = (ending: string) =>
    files.filter(([path]) => path.endsWith(ending)).reduce((total, [, bytes]) => total + bytes, 0)
  expect(sum('.js')).toBeGreaterThan(100_000)
  expect(sum('.js')).toBeLessThanOrEqual(230_000)
  expect(sum('.css')).toBeLessThanOrEqual(45_000)
  expect(house.complaints).toEqual([])
})

test('what screens load leaves out of the contract what only its documentation says', () => {
  const files = globSync('assets/*.js', { cwd: clientFolder }).map((file) =>
    readFileSync(join(clientFolder, file), 'utf8'),
  )
  const calls = Object.values(endpoints).flatMap((group): Endpoint[] => Object.values(group))
  const sentences = calls.map(({ summary }) => summary).filter(({ length }) => length > 30)
  expect(sentences.length).toBeGreaterThan(300)
  const sent = sentences.filter((sentence) => files.some((file) => file.includes(sentence)))
  // Those of a helper that takes its sentence as an argument, and one that a screen says too.
  expect(sent.length, sent.join('\n')).toBeLessThan(sentences.length / 20)
})

test('an icon of lines is drawn with one path', async () => {
  const page = await house.open('fcs.maker', { path: '/farmers/view' })
  await page.locator('tbody tr').first().waitFor()
  const paths = await page
    .locator('svg.tabler-icon[fill=none]')
    .evaluateAll((icons) => icons.map((icon) => icon.querySelectorAll('*').length))
  expect(paths.length).toBeGreaterThan(50)
  expect(new Set(paths)).toEqual(new Set([1]))
})

test('a browser that is too old for the product is told so, in both languages, and shows nothing else', async () => {
  const page = await house.stranger()
  await page.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'))
  await page.goto(house.address)
  await page.getByText('This browser is too old for Kahawa').waitFor()
  expect(await page.getByText('Kivinjari hiki ni cha zamani mno').isVisible()).toBe(true)
  expect(await page.locator('#root').count()).toBe(0)
  expect(await page.locator('body').innerText()).not.toContain('Password')
})
