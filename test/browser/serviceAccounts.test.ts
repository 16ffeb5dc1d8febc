import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberOf } from '../kit/deliveryFiles.ts'
import { makeServices } from '../kit/serviceAccounts.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside, settle, visit } from './settle.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  await makeServices(house.world)
})
afterAll(() => house.close())

const path = '/admin/service-accounts'

/** Chooses an action in the menu of a row. */
async function act(page: Page, row: string, action: string): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: row })
    .getByRole('button', { name: /Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The other administrator approves what waits under a name. */
async function approve(page: Page, name: string | RegExp): Promise<void> {
  await visit(page, `${house.address}/inbox`)
  await page.getByRole('cell', { name }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.locator('form.step-form').getByRole('button', { name: 'Approve' }).click()
  await page.locator('form.step-form').waitFor({ state: 'detached' })
}

/** A call by HTTP, as the gateway makes it: no browser, no cookie. */
async function lookUp(key: string): Promise<{ status: number; code?: string }> {
  const response = await fetch(`${house.address}/api/farmercherry/farmer?memberNumber=${memberOf('CF4100', 2)}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, ...(code ? { code } : {}) }
}

test('a program is let in by two, its key is copied once, used, renewed, and stopped by one', async () => {
  const asking = await house.open('admin', { path })
  await asking.getByRole('button', { name: 'New service account' }).click()
  const form = asking.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Loans by telephone')
  await form.getByRole('textbox', { name: 'Name in the system' }).fill('loans.telephone')
  await form.getByRole('textbox', { name: /^Organisation/ }).fill('Othameru')
  await asking.getByRole('option', { name: /Othameru/ }).click()
  await form
    .getByRole('combobox', { name: /^Role/ })
    .or(form.getByRole('textbox', { name: /^Role/ }))
    .first()
    .click()
  await asking.getByRole('option', { name: 'Society clerk' }).click()
  // By the keyboard alone: to the first call, and chosen.
  const call = form.getByRole('checkbox', { name: /Look a member up by the member number/ })
  await call.focus()
  await asking.keyboard.press('Space')
  await form.getByRole('checkbox', { name: /Request a loan of a member/ }).check()
  // A clerk reads no payouts, so no program in that role is offered them.
  expect(await form.getByRole('checkbox', { name: /^Payouts/ }).count()).toBe(0)
  await form.getByRole('textbox', { name: /^Network addresses/ }).fill('127.0.0.0/40\n::1')
  await form.getByRole('textbox', { name: /^Reason/ }).fill('Members ask for loans by telephone')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.getByText('An address or a network, such as 196.201.214.0/24').waitFor()
  await form.getByRole('textbox', { name: /^Network addresses/ }).fill('127.0.0.0/8\n::1')
  await settle(asking)
  await expectNoAxeFindings(asking, 'the form of a service account')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.waitFor({ state: 'detached' })

  const deciding = await house.open('admin.checker', { path: '/inbox' })
  await deciding
    .getByRole('cell', { name: /Let the program Loans by telephone call for Othameru/ })
    .first()
    .click()
  const drawer = deciding.getByRole('dialog')
  await drawer.getByText('It does not only read: it also makes records.').waitFor()
  await drawer.getByText('It may call from a very wide network.', { exact: false }).waitFor()
  await drawer.getByText('Request a loan of a member (POST /loan/request)').waitFor()
  await expectNoAxeFindings(deciding, 'the new service account in the inbox')
  await approve(deciding, /Loans by telephone/)
  // Who approved is shown no key.
  await visit(deciding, `${house.address}${path}?search=telephone`)
  await deciding.getByRole('cell', { name: 'Loans by telephone' }).first().click()
  await deciding.getByRole('dialog').getByText('Not shown yet').waitFor()
  expect(await deciding.getByRole('button', { name: 'Show the key' }).count()).toBe(0)

  // From the news of the approval to the account, and to its key.
  await visit(asking, `${house.address}/admin/changes?tab=all&search=telephone`)
  await asking.getByRole('cell', { name: 'Loans by telephone' }).first().click()
  await asking.getByRole('link', { name: 'To the service account and its keys' }).click()
  await asking.getByRole('cell', { name: 'Loans by telephone' }).first().click()
  await asking.getByRole('button', { name: 'Show the key' }).click()
  await asking.getByRole('heading', { name: 'Key', exact: true }).waitFor()
  const key = await asking.getByRole('textbox', { name: 'Key' }).inputValue()
  expect(key).toMatch(/^kahawa_sk_[0-9A-Za-z]{59}$/)
  await expectNoAxeFindings(asking, 'the key')
  // A slip of the hand does not lose it.
  await asking.keyboard.press('Escape')
  expect(await asking.getByRole('textbox', { name: 'Key' }).inputValue()).toBe(key)
  await asking.getByRole('button', { name: 'I have put it in its place' }).click()
  await asking.getByRole('dialog').getByText(key.slice(10, 20)).first().waitFor()
  expect(await asking.getByRole('button', { name: 'Show the key' }).count()).toBe(0)
  expect(await asking.content()).not.toContain(key)

  expect(await lookUp(key)).toEqual({ status: 200 })
  await visit(asking, `${house.address}${path}/uses?search=${key.slice(10, 20)}`)
  await asking.getByRole('cell', { name: 'Let in' }).waitFor()
  await asking.getByRole('cell', { name: 'GET /farmercherry/farmer' }).waitFor()
  await expectNoAxeFindings(asking, 'the use of keys')

  await visit(asking, `${house.address}${path}?search=telephone`)
  await act(asking, 'Loans by telephone', 'New key')
  await asking
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reason/ })
    .fill('Once a season')
  await asking.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click()
  await asking.getByRole('dialog').waitFor({ state: 'detached' })
  await approve(deciding, /Give Loans by telephone a new key/)
  await visit(asking, `${house.address}${path}?search=telephone`)
  await asking.getByRole('cell', { name: 'Loans by telephone' }).first().click()
  await asking.getByRole('button', { name: 'Show the key' }).click()
  const next = await asking.getByRole('textbox', { name: 'Key' }).inputValue()
  await asking.getByRole('button', { name: 'I have put it in its place' }).click()
  expect([await lookUp(key), await lookUp(next)]).toEqual([{ status: 200 }, { status: 200 }])

  // The old one leaked: whoever sees it first stops it, alone.
  await visit(deciding, `${house.address}${path}?search=telephone`)
  await deciding.getByRole('cell', { name: 'Loans by telephone' }).first().click()
  await deciding.getByRole('button', { name: `Stop this key ${key.slice(10, 20)}` }).click()
  const stopping = deciding.getByRole('dialog', { name: /Stop the key/ })
  await stopping.getByRole('textbox', { name: /^Reason/ }).fill('It stood in a log')
  await stopping.getByRole('button', { name: 'Stop', exact: true }).click()
  await stopping.waitFor({ state: 'detached' })
  expect([await lookUp(key), await lookUp(next)]).toEqual([
    { status: 401, code: 'service.key_stopped' },
    { status: 200 },
  ])

  await visit(deciding, `${house.address}${path}?search=telephone`)
  await act(deciding, 'Loans by telephone', 'Stop')
  await deciding
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reason/ })
    .fill('The gateway was broken into')
  await deciding.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await deciding.getByRole('row').filter({ hasText: 'Loans by telephone' }).getByText('Stopped').waitFor()
  expect(await lookUp(next)).toEqual({ status: 401, code: 'service.stopped' })
})

test.each([looks.desktop, looks.phoneDark])(
  'lists, drawer and forms pass the checks of accessibility on a $name',
  async ({ name, ...size }) => {
    const page = await house.open('admin.checker', size)
    await goInside(page, `${path}?search=Zawadi`)
    await page.getByText('Zawadi', { exact: true }).first().click()
    await page.getByRole('dialog').getByText('196.201.214.0/24').waitFor()
    await settle(page)
    await expectNoAxeFindings(page, `a service account on a ${name}`)
    await expectNoSidewaysScroll(page, `a service account on a ${name}`)
    await page.keyboard.press('Escape')
    await goInside(page, `${path}?create=Y`)
    await page.getByRole('dialog').waitFor()
    await settle(page)
    await expectNoAxeFindings(page, `the form on a ${name}`)
    await expectNoSidewaysScroll(page, `the form on a ${name}`)
    await house.leave(page)
  },
)

test('it is there in Swahili', async () => {
  const page = await house.open('admin.checker', { path: `${path}?search=Baraka`, language: 'sw' })
  await page.getByRole('heading', { level: 1, name: 'Akaunti za mifumo' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Baraka' }).getByText('Imesimamishwa').waitFor()
})

test('no page complained', () => expect(house.complaints).toEqual([]))
