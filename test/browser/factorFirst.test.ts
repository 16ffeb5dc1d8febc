import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/session/demo.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside, settle } from './settle.ts'
import { appCode } from '../kit/appCode.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house?.close())

const everybodyNeedsOne = (value: boolean) =>
  house.world.owner.query(`update settings set value = $1 where name = 'everybodyNeedsSecondFactor'`, [
    JSON.stringify(value),
  ])
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('who has no second factor sets one up before anything else, and comes to where they were going', async () => {
  await everybodyNeedsOne(true)
  const page = await house.stranger()
  await page.goto(`${house.address}/farmers/view?search=OT0003`)
  await page.getByLabel('Username').fill('fcs.maker')
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await heading(page, 'Set up a second factor').waitFor()
  await settle(page)
  expect(await page.locator('#main').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0)
  await expectNoAxeFindings(page, 'the second factor first')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('.account-secret').textContent())?.replaceAll(' ', '') ?? ''
  await dialog.getByRole('textbox', { name: 'Code' }).fill(appCode(secret))
  await dialog.getByRole('button', { name: /^Confirm|^Turn on/ }).click()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('#main').waitFor()
  await settle(page)
  expect(page.url()).toBe(`${house.address}/farmers/view?search=OT0003`)
  // Who has one and comes there again, by a link of theirs, is led on to where they were going; to an address of this site only.
  for (const [from, to] of [
    ['/farmers/view?search=OT0003', '/farmers/view?search=OT0003'],
    ['//elsewhere.example/farmers', undefined],
  ] as const) {
    await page.goto(`${house.address}/second-factor?from=${encodeURIComponent(from)}`)
    await page.locator('#main').waitFor()
    await settle(page)
    expect(new URL(page.url()).origin).toBe(house.address)
    if (to) expect(page.url()).toBe(`${house.address}${to}`)
  }
})

test('who is at work when everybody needs one is led there by the next call, on a phone in Swahili too, and may leave', async () => {
  await everybodyNeedsOne(false)
  const page = await house.open('fcs.checker', { ...looks.phoneDark, path: '/farmers/view', language: 'sw' })
  await settle(page)
  await everybodyNeedsOne(true)
  await page.reload()
  await heading(page, 'Weka uthibitisho wa pili').waitFor()
  await settle(page)
  await expectNoAxeFindings(page, 'the second factor first, in Swahili, on a dark phone')
  await expectNoSidewaysScroll(page)
  await everybodyNeedsOne(false)
  await page.reload()
  await page.locator('#main').waitFor()
  await settle(page)
  await everybodyNeedsOne(true)
  // Without loading anew: what another screen asks for is refused, and leads there.
  expect(page.url()).toBe(`${house.address}/farmers/view`)
  await goInside(page, '/cherry/deliveries')
  await heading(page, 'Weka uthibitisho wa pili').waitFor()
  await page.getByRole('button', { name: 'Toka' }).click()
  await page.getByLabel('Jina la mtumiaji').waitFor()
})
