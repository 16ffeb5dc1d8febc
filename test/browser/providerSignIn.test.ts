import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientId, clientSecret, openSignInProvider, type SignInProvider } from '../kit/signInProvider.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
let provider: SignInProvider
beforeAll(async () => {
  house = await openBrowserWorld()
  provider = await openSignInProvider([`${house.address}/sign-in/provider/CF4100`])
  provider.accounts.set('otieno', { email: 'fcs.checker@demo.example', email_verified: true })
  provider.accounts.set('visitor', { email: 'visitor@demo.example', email_verified: true })
})
afterAll(async () => {
  await house?.close()
  await provider?.stop()
})

/** What browsers complained about on our pages. */
const ownComplaints = () => house.complaints.filter((complaint) => complaint.startsWith(house.address))

/** On the pages of the provider: says who it is, and agrees. */
async function saySoThere(page: Page, subject: string): Promise<void> {
  await page.waitForURL((url) => url.origin === provider.issuer)
  await page.locator('[name=login]').fill(subject)
  await page.locator('[name=password]').fill('any')
  await page.locator('[type=submit]').click()
  await page.locator('[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('[type=submit]').click()
}

async function throughOrganisation(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in through your organisation' }).click()
  await page.getByRole('textbox', { name: 'Code of your organisation' }).fill(code)
  await page.keyboard.press('Enter')
}

test('two administrators enter the provider of a society, and its checker signs in there', async () => {
  const asking = await house.open('admin', { path: '/admin/providers' })
  await asking.getByRole('button', { name: 'Add a provider' }).first().click()
  const form = asking.getByRole('dialog').first()
  await form.getByRole('textbox', { name: /^Code/ }).fill('CF4100')
  await form.getByRole('textbox', { name: /^Address of the provider/ }).fill(provider.issuer)
  await form.getByRole('textbox', { name: /^Client ID/ }).fill(clientId)
  await form.getByLabel(/^Client secret/).fill(clientSecret)
  await form.getByRole('textbox', { name: /^Reason/ }).fill('They have one sign-in for everything')
  await expectNoAxeFindings(asking, 'the form of a provider')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await asking.getByText('Another administrator must decide on this').waitFor()

  const deciding = await house.open('admin.checker')
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from change_requests where subject = 'provider'`,
  )
  await deciding.goto(`${house.address}/inbox?open=${rows[0]?.id}`)
  const drawer = deciding.getByRole('dialog')
  await drawer.getByText(provider.issuer).waitFor()
  expect(await drawer.getByText(clientSecret).count()).toBe(0)
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await deciding.locator('form.step-form').getByRole('button', { name: 'Approve' }).click()
  await deciding.locator('form.step-form').waitFor({ state: 'detached' })

  const page = await house.stranger()
  await page.setViewportSize(looks.phone)
  await page.goto(`${house.address}/sign-in`)
  await throughOrganisation(page, 'ML2001')
  await page.getByText('No organisation of this code signs in on a page of its own').waitFor()
  await expectNoAxeFindings(page, 'the way to an organisation')
  await expectNoSidewaysScroll(page, 'the way to an organisation')
  await page.getByRole('textbox', { name: 'Code of your organisation' }).fill('cf4100')
  await page.keyboard.press('Enter')
  await saySoThere(page, 'otieno')
  await page.locator('#main').waitFor()
  expect(new URL(page.url()).search).not.toContain('code=')
  await page.goto(`${house.address}/account`)
  await page.getByText('fcs.checker', { exact: true }).first().waitFor()
  expect(ownComplaints()).toEqual([])
}, 120_000)

test('whom the provider does not know as a user is told so, and begins again; one who is down says so', async () => {
  const page = await house.stranger()
  // An address that somebody keeps carries the code.
  await page.goto(`${house.address}/sign-in?organisation=CF4100`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await saySoThere(page, 'visitor')
  await page.getByText('No user of this organisation has your e-mail address').waitFor()
  await expectNoAxeFindings(page, 'a sign-in that was refused')
  await page.getByRole('link', { name: 'Begin again' }).click()
  await page.getByRole('textbox', { name: 'Code of your organisation' }).waitFor()
  await provider.stop()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('does not answer. Try again in a while, or use your password').waitFor()
  expect(ownComplaints().filter((complaint) => !complaint.includes('503'))).toEqual([])
}, 120_000)
