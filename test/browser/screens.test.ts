import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { router } from '#client/app/router.tsx'
import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { deliveriesCsv } from '../kit/deliveryFiles.ts'
import { companiesCsv, farmersCsv } from '../kit/farmerFiles.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside, settle, visit } from './settle.ts'
import { neverOpened, registerScreens } from './screenPaths.ts'
import { walkScreens } from './walkScreens.ts'

let house: BrowserWorld
const known: Record<string, string> = {}
beforeAll(async () => {
  house = await openBrowserWorld()
  const { wanjikuMaker } = house.world.people
  const send = async (path: string, name: string, csv: string) => {
    await wanjikuMaker.upload(path, name, Buffer.from(csv))
    const { rows } = await house.world.owner.query<{ id: string }>('select id from uploads where file_name = $1', [
      name,
    ])
    return rows[0]?.id ?? ''
  }
  known['draft'] = await send('/upload/cherry/farmer/CF4100', 'broken.csv', farmersCsv(30, { acreage: '0' }))
  known['waiting'] = await send('/upload/cherry/farmer/CF4100', 'right.csv', farmersCsv(12))
  await keepFigures(house.world.house, { all: true })
  const cherry = '/upload/cherry/deliveries/CF4100'
  known['book'] = await send(cherry, 'wrong book.csv', deliveriesCsv(30, { memberNumber: 'OT9999' }))
  known['sent'] = await send(cherry, 'right book.csv', deliveriesCsv(12))
  const ofCompanies = '/upload/cherry/farmerCompany/CF4100'
  known['companies'] = await send(ofCompanies, 'companies.csv', companiesCsv(3))
  known['companyDraft'] = await send(ofCompanies, 'wrong companies.csv', companiesCsv(2, { acreage: '0' }))
})
afterAll(() => house.close())

// A page takes a second or so for each look on a quiet machine.
describe('every screen, large and small, light and dark', () => {
  test.each(Object.entries(registerScreens))(
    'passes the checks of accessibility for %s',
    (username, paths) => walkScreens(house, { username, paths, known, looks: Object.values(looks) }),
    600_000,
  )
})

test('every address of the router is opened by somebody here or among the screens of money and trade', () => {
  const routes = Object.keys(router.routesByPath)
  expect(routes.length).toBeGreaterThan(50)
  expect(neverOpened(routes)).toEqual([])
})

test('the checks see what is wrong on a page', async () => {
  const page = await house.open('fcs.checker')
  // What was found right once is not looked at again, until it looks otherwise.
  await expectNoAxeFindings(page)
  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    if (heading) heading.style.color = '#eee'
    document.body.append(document.createElement('img'))
  })
  const found = async (options: object) =>
    String(await expectNoAxeFindings(page, '', options).catch(({ actual }: { actual: string[] }) => actual))
  expect(await found({})).toMatch(/color-contrast.*image-alt/)
  expect(await found({ coloursOnly: true })).toMatch(/^color-contrast: (?!.*image-alt)/)
  // The same letters on another ground.
  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    if (heading?.parentElement) heading.parentElement.style.backgroundColor = '#777'
    if (heading) heading.style.color = ''
  })
  expect(await found({ coloursOnly: true })).toMatch(/^color-contrast: .*<h1/)
  await house.leave(page)
})

test('the sign-in screen passes them too, and offers the demo sign-ins', async () => {
  const page = await house.open('fcs.maker', { width: 320, height: 700 })
  await page.context().clearCookies()
  await page.goto(`${house.address}/sign-in`)
  await page.getByRole('heading', { name: 'Demonstration sign-ins' }).waitFor()
  await expectNoAxeFindings(page, 'sign-in')
  await expectNoSidewaysScroll(page, 'sign-in')
  await page.getByRole('button', { name: /gov\.viewer/ }).click()
  await page.waitForURL(/dashboard/)
})

/** Chooses it as a user does, and waits until it is spoken. */
async function speakSwahili(page: Page) {
  await page.getByRole('button', { name: /language/i }).click()
  await page.getByRole('menuitemradio', { name: 'Kiswahili' }).click()
  await page.locator('html[lang=sw]').waitFor()
}

test('administration is all in Swahili, and passes them too', async () => {
  const page = await house.open('admin')
  await speakSwahili(page)
  for (const [path, heading] of [
    ['users', 'Watumiaji'],
    ['roles', 'Majukumu'],
    ['settings', 'Mipangilio'],
    ['seasons', 'Misimu'],
  ] as const) {
    await goInside(page, `/admin/${path}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await settle(page)
    await expectNoAxeFindings(page, `${path} in Swahili`)
    expect(await page.getByText(/\b(?:Active|As shipped|Society clerk|Open|hours)\b/).count(), path).toBe(0)
  }
  await house.leave(page)
})

test('the language is kept: everything is in Swahili after a reload', async () => {
  const page = await house.open('fcs2.maker')
  await speakSwahili(page)
  await visit(page, `${house.address}/farmers/view`)
  await page.getByRole('heading', { level: 1, name: 'Wakulima' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Wakulima' }).waitFor()
  await expectNoAxeFindings(page, 'farmers in Swahili')
})

test('no screen showed an error in the console', () => expect(house.complaints).toEqual([]))
