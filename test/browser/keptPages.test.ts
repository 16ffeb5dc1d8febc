import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house?.close())

test('who comes next in a page that somebody has left finds nothing of them in it', async () => {
  const page = await house.open('fcs.maker', { path: '/loans', dark: true })
  await page.evaluate(async () => {
    localStorage.setItem('left', 'here')
    sessionStorage.setItem('left', 'here')
    document.cookie = 'left=here'
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('left')
      opening.onsuccess = resolve
      opening.onerror = reject
    })
  })
  const heard: string[] = []
  page.on('request', (request) => heard.push(request.url()))
  await page.route('**/api/**', (route) => route.abort())
  await page.context().setOffline(true)
  await house.leave(page)
  heard.length = 0

  const next = await house.open('bank.checker', { width: 390, height: 844 })
  expect(next).toBe(page)
  expect(heard).toEqual([])
  await next.getByRole('heading', { level: 1 }).waitFor()
  const found = await next.evaluate(async () => ({
    stored: [localStorage.getItem('left'), sessionStorage.getItem('left'), document.cookie],
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'left'),
    visits: history.length, // this one, and the empty page before
    window: [innerWidth, innerHeight],
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
  }))
  expect(found).toEqual({ stored: [null, null, ''], databases: [], visits: 2, window: [390, 844], dark: false })
  const cookies = await next.context().cookies()
  expect(cookies.map(({ name }) => name)).toEqual(['kahawa'])
  expect(house.complaints).toEqual([])
})

test('a page that was changed for good, has company or stands elsewhere is given to nobody', async () => {
  const changed = await house.open('fcs.maker')
  await changed.addInitScript(() => Reflect.set(globalThis, 'left', 'here'))
  const inCompany = await house.open('fcs.maker')
  await inCompany.context().newPage()
  const elsewhere = await house.open('fcs.maker')
  await elsewhere.goto('about:blank')
  const left = [changed, inCompany, elsewhere]
  for (const page of left) await house.leave(page)
  expect(left.map((page) => page.isClosed())).toEqual([true, true, true])
})
