import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/session/demo.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

// Browsers make passkeys for names only; this machine's is localhost.
let house: BrowserWorld
let address: string
beforeAll(async () => {
  house = await openBrowserWorld()
  address = house.address.replace('127.0.0.1', 'localhost')
})
afterAll(() => house?.close())

type Device = { authenticatorId: string; cdp: CDPSession }

/** A device of the browser's own making, which asks nobody: its owner has always just given the finger. */
async function plugIn(page: Page, transport: 'internal' | 'usb'): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2' as const,
    transport,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  }
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return { authenticatorId, cdp }
}

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.goto(`${address}/sign-in`)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const pressPasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click()

async function fillPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}
const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Your second factor, once more' })
const lineOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a checker adds passkeys, signs in with one, removes the other, and a copy opens nothing', async () => {
  const page = await house.stranger()
  await enterPassword(page, 'fcs.checker')
  await page.locator('#main').waitFor()
  const laptop = await plugIn(page, 'internal')
  await page.goto(`${address}/account`)
  await fillPasskey(page, 'Office computer')
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await codes.waitFor()
  expect(await codes.getByRole('listitem').count()).toBe(10)
  await expectNoAxeFindings(page, 'the recovery codes of a first passkey')
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await lineOf(page, 'Office computer').getByText('not used yet').waitFor()

  // The second one is for who proves the first; the same device makes no second.
  await fillPasskey(page, 'Office computer again')
  await stepUp(page).waitFor()
  await expectNoAxeFindings(page, 'the second factor once more')
  await pressPasskey(page)
  await page.getByText('No passkey was made').waitFor()
  // A dialog that has not heard its refusal yet stays.
  const dialogs = async () => {
    await page.keyboard.press('Escape')
    return page.getByRole('dialog').count()
  }
  await expect.poll(dialogs, { timeout: 10_000, interval: 500 }).toBe(0)
  await laptop.cdp.send('WebAuthn.setAutomaticPresenceSimulation', {
    authenticatorId: laptop.authenticatorId,
    enabled: false,
  })
  const key = await plugIn(page, 'usb')
  await fillPasskey(page, 'Key in the safe')
  await lineOf(page, 'Key in the safe').waitFor()
  await lineOf(page, 'Office computer').getByText('last used').waitFor()
  await laptop.cdp.send('WebAuthn.setAutomaticPresenceSimulation', {
    authenticatorId: laptop.authenticatorId,
    enabled: true,
  })
  await page.setViewportSize(looks.phone)
  await expectNoAxeFindings(page, 'passkeys on a phone')
  await expectNoSidewaysScroll(page, 'passkeys on a phone')

  // At the door on a phone: the finger is not given, then it is.
  await key.cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: key.authenticatorId })
  await page.context().clearCookies()
  await enterPassword(page, 'fcs.checker')
  await page.getByText('Prove that it is you with your finger, face or PIN.').waitFor()
  await expectNoAxeFindings(page, 'a passkey at the door')
  await expectNoSidewaysScroll(page, 'a passkey at the door')
  const verified = (isUserVerified: boolean) =>
    laptop.cdp.send('WebAuthn.setUserVerified', { authenticatorId: laptop.authenticatorId, isUserVerified })
  await verified(false)
  await page.keyboard.press('Enter')
  await page.getByText('No passkey was used').waitFor({ timeout: 60_000 })
  await verified(true)
  await pressPasskey(page)
  await page.locator('#main').waitFor()

  // The key in the safe goes, by the password and the passkey of this computer.
  await page.goto(`${address}/account`)
  await page.getByRole('button', { name: 'Remove Key in the safe' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove a passkey' })
  await removing.getByRole('textbox', { name: 'Your password' }).fill(demoPassword)
  await expectNoAxeFindings(page, 'removing a passkey')
  await removing.getByRole('button', { name: 'Remove' }).click()
  await pressPasskey(page)
  await lineOf(page, 'Key in the safe').waitFor({ state: 'detached' })

  // Somebody has copied the key of this computer: the copy has used it less often.
  const { credentials } = await laptop.cdp.send('WebAuthn.getCredentials', { authenticatorId: laptop.authenticatorId })
  const [credential] = credentials
  if (!credential) throw new Error('the device has no passkey')
  await laptop.cdp.send('WebAuthn.clearCredentials', { authenticatorId: laptop.authenticatorId })
  await laptop.cdp.send('WebAuthn.addCredential', {
    authenticatorId: laptop.authenticatorId,
    credential: { ...credential, signCount: 0 },
  })
  await page.context().clearCookies()
  await enterPassword(page, 'fcs.checker')
  await pressPasskey(page)
  await page.getByText('This passkey was not accepted').waitFor()
  await page.getByRole('textbox', { name: 'Recovery code' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor({ state: 'detached' })
  expect(house.complaints).toEqual([])
}, 180_000)

test('an administrator who has a passkey only gives it for power, and the form is not lost', async () => {
  const { owner } = house.world
  const page = await house.stranger()
  await enterPassword(page, 'admin')
  await page.locator('#main').waitFor()
  await plugIn(page, 'internal')
  await page.goto(`${address}/account`)
  await fillPasskey(page, 'Laptop')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await owner.query(`update settings set value = 'true' where name = 'moneyNeedsFreshCode'`)
  await page.goto(`${address}/admin/holidays`)
  await page.getByRole('button', { name: 'Gazetted day' }).click()
  const form = page.getByRole('dialog').first()
  await form.getByRole('textbox', { name: /^Day/ }).fill('2026-12-29')
  await form.getByRole('textbox', { name: /^Name/ }).fill('Day of the count')
  await form.getByRole('textbox', { name: /^Reason/ }).fill('Gazetted')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await stepUp(page).waitFor()
  expect(await stepUp(page).getByRole('textbox').count()).toBe(0)
  await pressPasskey(page)
  await page.getByText('Another administrator must decide on this').waitFor()
  expect(house.complaints).toEqual([])
}, 120_000)
