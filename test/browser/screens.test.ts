import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { deliveriesCsv } from '../kit/deliveryFiles.ts'
import { companiesCsv, farmersCsv } from '../kit/farmerFiles.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
let draft: string
let waiting: string
let companies: string
let book: string
let sent: string
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
  draft = await send('/upload/cherry/farmer/CF4100', 'broken.csv', farmersCsv(30, { acreage: '0' }))
  waiting = await send('/upload/cherry/farmer/CF4100', 'right.csv', farmersCsv(12))
  await keepFigures(house.world.house, { all: true })
  const cherry = '/upload/cherry/deliveries/CF4100'
  book = await send(cherry, 'wrong book.csv', deliveriesCsv(30, { memberNumber: 'OT9999' }))
  sent = await send(cherry, 'right book.csv', deliveriesCsv(12))
  companies = await send('/upload/cherry/farmerCompany/CF4100', 'companies.csv', companiesCsv(3))
})
afterAll(() => house.close())

const looks = [
  { name: 'desktop, light', width: 1440, height: 900, dark: false },
  { name: 'desktop, dark', width: 1440, height: 900, dark: true },
  { name: 'phone, light', width: 390, height: 844, dark: false },
  { name: 'phone, dark', width: 390, height: 844, dark: true },
] as const

const screens = () => ({
  'fcs.maker': [
    '/inbox',
    '/farmers/view',
    '/farmers/uploads',
    '/farmers/farmercompany',
    `/farmers/${draft}/details`,
    `/farmercompany/${companies}/details`,
    `/farmers/uploads/${draft}/review`,
    '/farmers/summary',
    '/dashboard',
    '/dashboard?as=tables',
    '/farmers/quality',
    '/farmers/quality/CF4100/account_unverified',
    '/farmers/quality/CF4100/account_elsewhere',
    '/account',
    '/cherry/deliveries',
    '/cherry/deliveries?create=Y',
    '/cherry/deliveries/entry',
    '/cherry/uploads',
    '/cherry/uploads?upload=Y',
    `/cherry/uploads/${book}/details`,
    `/cherry/uploads/${book}/review`,
    '/cherry/factories',
  ],
  'fcs.checker': [
    '/inbox',
    `/farmers/uploads?open=${waiting}`,
    '/cherry/deliveries',
    `/cherry/uploads?open=${sent}`,
    '/cherry/factories',
  ],
  'admin.checker': ['changes', 'users', 'roles', 'organisations', 'seasons', 'settings', 'disclaimers', 'report'].map(
    (name) => `/admin/${name}`,
  ),
  'gov.viewer': [
    '/cherry/deliveries',
    '/cherry/uploads',
    '/cherry/factories',
    '/dashboard',
    '/dashboard/CF4101',
    '/farmers/quality',
    '/farmers/quality/CF4101',
    '/farmers/view',
    '/farmers/summary',
    '/farmers/summary/CF4101',
    '/audit',
  ],
})

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

describe.each(looks)('every screen on a $name', ({ name, ...size }) => {
  test.each(['fcs.maker', 'fcs.checker', 'admin.checker', 'gov.viewer'] as const)(
    'passes the checks of accessibility for %s',
    async (username) => {
      const page = await house.open(username, size)
      for (const path of screens()[username]) {
        await page.goto(house.address + path)
        await settle(page)
        await expectNoAxeFindings(page, `${path} on a ${name}`)
        await expectNoSidewaysScroll(page, `${path} on a ${name}`)
      }
      await page.context().close()
    },
  )
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

test('administration is all in Swahili, and passes them too', async () => {
  const page = await house.open('admin')
  await page.waitForLoadState('networkidle') // a list that arrives would close the menu
  await page.getByRole('button', { name: /language/i }).click()
  await page
    .getByRole('menuitemradio', { name: 'Kiswahili' })
    .or(page.getByRole('menuitem', { name: 'Kiswahili' }))
    .first()
    .click()
  for (const [path, heading] of [
    ['users', 'Watumiaji'],
    ['roles', 'Majukumu'],
    ['settings', 'Mipangilio'],
    ['seasons', 'Misimu'],
  ] as const) {
    await page.goto(`${house.address}/admin/${path}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectNoAxeFindings(page, `${path} in Swahili`)
    expect(await page.getByText(/\b(?:Active|As shipped|Society clerk|Open|hours)\b/).count(), path).toBe(0)
  }
  await page.context().close()
})

test('the language is kept: everything is in Swahili after a reload', async () => {
  const page = await house.open('fcs2.maker')
  await page.getByRole('button', { name: /language/i }).click()
  await page
    .getByRole('menuitemradio', { name: 'Kiswahili' })
    .or(page.getByRole('menuitem', { name: 'Kiswahili' }))
    .first()
    .click()
  await page.goto(`${house.address}/farmers/view`)
  await page.getByRole('heading', { level: 1, name: 'Wakulima' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Wakulima' }).waitFor()
  await expectNoAxeFindings(page, 'farmers in Swahili')
})

test('no screen showed an error in the console', () => expect(house.complaints).toEqual([]))
