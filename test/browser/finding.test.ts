import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { currentSeason } from '#server/facts/seasons.ts'
import { borrower } from '../kit/loans.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside, settle } from './settle.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house.close())

const shoot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('every screen explains itself in a minute, in both languages, and search finds the guides', async () => {
  const page = await house.open('fcs.checker', { path: '/farmers/updates' })
  await settle(page)
  const button = page.getByRole('button', { name: 'Help', exact: true })
  await button.click()
  const help = page.getByRole('dialog', { name: /Update requests/ })
  await help.getByText('Whoever asked cannot approve.').waitFor()
  await expectNoAxeFindings(page, 'a guide')
  await shoot(page, 'help-desktop')
  await help.getByRole('button', { name: 'All guides' }).click()
  const all = page.getByRole('dialog', { name: /All guides/ })
  await all.getByRole('button', { name: 'Parchment' }).click()
  await page
    .getByRole('dialog', { name: /Parchment/ })
    .getByText('refers them back')
    .waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: /Search screens/ }).fill('second tranche')
  await page.getByRole('button', { name: 'How it works: Parchment' }).click()
  await page.getByRole('dialog', { name: /Parchment/ }).waitFor()
  // A guide of a screen that is not this user's is not offered.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: /Search screens/ }).fill('gazette')
  await page.getByText('Nothing found').waitFor()
})

const typeInPalette = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: /^(Search|Tafuta) / }).fill(text)
}

test('the palette does what is typed, for the farmer who is named', async () => {
  const { member_number: number, full_name: name } = await borrower(house.world)
  const clerk = await house.open('fcs.maker', { path: '/inbox', language: 'sw' })
  await typeInPalette(clerk, `mkopo wa ${number}`)
  await clerk.getByRole('button', { name: `Omba mkopo wa ${name}` }).waitFor()
  await expectNoAxeFindings(clerk, 'the palette')
  await shoot(clerk, 'palette-loan')
  await clerk.keyboard.press('Enter')
  const form = clerk.getByRole('dialog')
  await form.getByText(name).first().waitFor()
  expect(await form.getByRole('textbox').first().inputValue()).toBe(number)
  await clerk.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await typeInPalette(clerk, `delivery for ${name}`)
  await clerk.getByRole('button', { name: `Ingiza uwasilishaji wa matunda wa ${name}` }).click()
  await form.getByText(name).first().waitFor()
  await typeInPalette(clerk, 'loan for Nobody Known')
  await clerk.getByText('Hakuna mkulima aliyepatikana').waitFor()
})

test('the palette leads a checker to what waits, and finds a receipt by its number', async () => {
  const { member_number: memberNumber } = await borrower(house.world)
  const delivery = { memberNumber, growerCode: 'CF4100', productName: 'COFFEE', season: currentSeason() }
  await house.world.people.wanjikuMaker.post('/farmercherry', {
    ...delivery,
    currentDelivery: 12.5,
    receiptNumber: 'RC77123',
  })
  const page = await house.open('fcs.checker', { path: '/inbox', width: 390, height: 844 })
  await settle(page)
  await typeInPalette(page, 'idhinisha uwasilishaji')
  await page.getByRole('button', { name: /^Approve deliveries/ }).waitFor()
  await shoot(page, 'palette-approve-phone')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/cherry\/deliveries\?.*review=Y/)
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).first().waitFor()
  await goInside(page, '/inbox')
  await settle(page)
  await page.route('**/api/search?*', (route) => route.abort())
  await typeInPalette(page, 'rc77123')
  await page.getByRole('alert').filter({ hasText: 'could not be searched' }).waitFor()
  await page.unroute('**/api/search?*')
  await page.getByRole('button', { name: 'Search again' }).click()
  await page.getByRole('button', { name: /RC77123/ }).click()
  await page.waitForURL(/\/cherry\/deliveries\?.*open=/)
  await page.getByRole('dialog').getByText('RC77123').first().waitFor()
})

test('the guide opens on a phone, in Swahili', async () => {
  const page = await house.open('fcs2.checker', { path: '/cherry/deliveries', width: 390, height: 844, language: 'sw' })
  await settle(page)
  await page.getByRole('button', { name: 'Msaada', exact: true }).click()
  await page
    .getByRole('dialog', { name: /Uwasilishaji/ })
    .getByText('Uzito usio wa kawaida')
    .waitFor()
  await expectNoAxeFindings(page, 'a guide on a phone')
  await expectNoSidewaysScroll(page, 'a guide on a phone')
  await shoot(page, 'help-phone')
})

test('the API reference is found by keyboard, shows a call whole, and tries it in the demo only', async () => {
  const page = await house.open('fcs.checker', { path: '/inbox', language: 'en' })
  await settle(page)
  await page.getByRole('button', { name: /account and sign out/ }).click()
  await page.getByRole('menuitem', { name: 'API reference' }).click()
  await page.waitForURL(/\/developers\/api$/)
  const calls = page.getByRole('navigation', { name: 'Calls' })
  await calls.getByRole('link').first().waitFor()
  await shoot(page, 'api-desktop')
  await page.keyboard.press('/')
  await page.keyboard.type('can_approve_farmers decline')
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ of \d+ calls$/ })
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const call = page.getByRole('region', { name: 'Decline a farmer or farmer company upload' })
  await call.getByText('/api/upload/cherry/decline_farmer', { exact: true }).waitFor()
  await call.getByText('CAN_APPROVE_FARMERS').first().waitFor()
  await call.getByRole('region', { name: 'Errors' }).getByText('own_submission', { exact: true }).waitFor()
  const example = call.getByLabel('Example', { exact: true })
  expect(await example.innerText()).toMatch(/^curl 'http.*decline_farmer' \\\n {2}-X POST \\\n {2}-H "Authorization/)
  await call.getByText('TypeScript', { exact: true }).click()
  expect(await example.innerText()).toMatch(
    /^const response = await fetch\("http.*decline_farmer", \{\n {2}method: 'POST'/,
  )
  // What changes data asks first, and is refused as anywhere else.
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const send = call.getByRole('button', { name: 'Send the request' })
  await send.click()
  const question = page.getByRole('dialog')
  await question.getByText('/api/upload/cherry/decline_farmer').waitFor()
  await expectNoAxeFindings(page, 'the question before a request')
  await shoot(page, 'api-ask')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(sent.filter((line) => line.startsWith('POST'))).toEqual([])
  await send.click()
  await question.getByRole('button', { name: 'Send it' }).click()
  const answer = call.getByLabel('Answer of the server')
  await answer.getByText(/"code": "record.not_found"/).waitFor()
  expect(sent.filter((line) => line.startsWith('POST'))).toEqual(['POST /api/upload/cherry/decline_farmer'])
  await call.getByRole('textbox', { name: 'Body as JSON' }).fill('{ "id": ')
  await send.click()
  await call.getByRole('alert').filter({ hasText: 'not JSON' }).waitFor()
  await expectNoAxeFindings(page, 'a call that was tried')
  await shoot(page, 'api-tried')
  // A call that reads is sent at once, with what is filled in.
  await goInside(page, '/developers/api?call=reference.template&search=template')
  await page.getByRole('textbox', { name: 'filename' }).fill('nothing')
  expect(await page.getByLabel('Example', { exact: true }).innerText()).toContain('filename=nothing')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.getByLabel('Answer of the server').getByText('There is no template of this name.').waitFor()
})

test('on a phone the reference is a list or a call, and outside the demo nothing can be tried', async () => {
  const page = await house.open('fcs.checker', { path: '/inbox', width: 390, height: 844, dark: true })
  await page.route('**/api/auth/welcome', (route) => route.fulfill({ json: { product: 'Kahawa', demo: null } }))
  await goInside(page, '/developers/api?search=inbox')
  const link = page.getByRole('link', { name: /\/api\/inbox\/counts/ })
  await link.waitFor()
  await expectNoSidewaysScroll(page, 'the calls on a phone')
  await shoot(page, 'api-phone')
  await link.click()
  await page.getByText('in the demo only').waitFor()
  expect(await page.getByRole('button', { name: 'Send the request' }).count()).toBe(0)
  await expectNoSidewaysScroll(page, 'a call on a phone')
  await expectNoAxeFindings(page, 'a call on a phone')
  await shoot(page, 'api-phone-call')
  await page.getByRole('link', { name: 'All calls' }).click()
  await link.waitFor()
})
