import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { farmersCsv } from '../kit/farmerFiles.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside, settle, visit } from './settle.ts'

const reason = 'Registers members until March'
let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  const { samuelAdministrator } = house.world.people
  await samuelAdministrator.post('/admin/settings', { name: 'deliveryMaxKg', value: 9000, reason })
  await samuelAdministrator.post('/admin/users', {
    username: 'second.otieno',
    fullName: 'Otieno Ouma',
    organisationCode: 'CF4102',
    role: 'FCS_CHECKER',
    reason,
  })
})
afterAll(() => house.close())

/** Chooses an action in the menu of a row. */
async function act(page: Page, row: string, action: string): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: row })
    .getByRole('button', { name: /Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a clerk is invited by one administrator, let in by another, and shut out in the middle of the work', async () => {
  const asking = await house.open('admin', { path: '/admin/users' })
  await asking.getByRole('button', { name: 'Invite a user' }).click()
  const form = asking.getByRole('dialog')
  await form
    .getByLabel('Name', { exact: true })
    .or(form.getByRole('textbox', { name: /^Name/ }))
    .first()
    .fill('Grace Njeri Mwangi')
  await form.getByRole('textbox', { name: /^Username/ }).fill('fcs.clerk')
  await form.getByRole('textbox', { name: /^Organisation/ }).fill('Othameru')
  await asking.getByRole('option', { name: /Othameru/ }).click()
  await form
    .getByRole('combobox', { name: /^Role/ })
    .or(form.getByRole('textbox', { name: /^Role/ }))
    .first()
    .click()
  await asking.getByRole('option', { name: 'Society clerk' }).click()
  await form.getByRole('textbox', { name: /^Reason/ }).fill(reason)
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await asking.getByRole('heading', { name: 'Invitation code' }).waitFor()
  const code = await asking.getByRole('textbox', { name: 'Code' }).inputValue()
  expect(code).toMatch(/^[2-9A-Z]{8}$/)
  await expectNoAxeFindings(asking, 'the code')
  await asking.getByRole('button', { name: 'I have given it to them' }).click()

  const deciding = await house.open('admin.checker', { path: '/inbox' })
  await deciding
    .getByRole('cell', { name: /Grace Njeri Mwangi/ })
    .first()
    .click()
  const drawer = deciding.getByRole('dialog')
  await drawer.getByText('fcs.clerk').waitFor()
  await drawer.getByText('Society clerk', { exact: true }).waitFor()
  await expectNoAxeFindings(deciding, 'the change in the inbox')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await deciding.locator('form.step-form').getByRole('button', { name: 'Approve' }).click()
  await deciding.getByRole('heading', { name: 'Invitation link' }).waitFor()
  const link = await deciding.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  expect(link).toMatch(/\/invitation\/[\w-]{43}$/)
  await deciding.getByRole('button', { name: 'I have given it to them' }).click()

  const grace = await house.open('gov.viewer')
  await grace.context().clearCookies()
  await grace.goto(link)
  await grace.getByRole('heading', { name: 'Choose your password' }).waitFor()
  await expectNoAxeFindings(grace, 'the invitation')
  const password = 'a long walk to the mill'
  const choose = async (typed: string) => {
    await grace.getByRole('textbox', { name: 'Code' }).fill(typed)
    await grace.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await grace.getByRole('textbox', { name: 'Password again' }).fill(password)
    await grace.getByRole('button', { name: 'Set the password' }).click()
  }
  await choose('WRONG222')
  await grace.getByText('The code does not belong to this link').waitFor()
  await choose(code.toLowerCase())
  await grace.getByText(/Your username is fcs\.clerk/).waitFor()
  await grace.getByRole('link', { name: 'To the sign-in' }).click()
  await grace.getByLabel('Username').fill('fcs.clerk')
  await grace.getByRole('textbox', { name: 'Password' }).fill(password)
  await grace.getByRole('button', { name: 'Sign in', exact: true }).click()
  await grace.waitForURL(/dashboard/)
  await grace.goto(`${house.address}/farmers/view`)
  await grace.getByRole('heading', { level: 1, name: 'Farmers' }).waitFor()

  await visit(asking, `${house.address}/admin/users?search=fcs.clerk`)
  await act(asking, 'fcs.clerk', 'Suspend')
  await asking
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reason/ })
    .fill('Left the society')
  await asking.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await asking.getByRole('row').filter({ hasText: 'fcs.clerk' }).getByText('Suspended').waitFor()
  await grace.getByRole('link', { name: 'Farmer uploads' }).click()
  await grace.waitForURL(/sign-in/)
  await grace.getByRole('status').filter({ hasText: 'This user is suspended. Ask your administrator.' }).waitFor()
  await expectNoAxeFindings(grace, 'the sign-in of somebody who was shut out')
  const again = async () => {
    await grace.getByLabel('Username').fill('fcs.clerk')
    await grace.getByRole('textbox', { name: 'Password' }).fill(password)
    await grace.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await again()
  await grace.locator('.door-problem').filter({ hasText: 'This user is suspended.' }).waitFor()

  await act(asking, 'fcs.clerk', 'Reinstate')
  await asking
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reason/ })
    .fill('It was another Grace')
  await asking.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click()
  await asking.getByRole('dialog').waitFor({ state: 'detached' })
  await visit(deciding, `${house.address}/inbox`)
  await deciding
    .getByRole('cell', { name: /Grace Njeri Mwangi/ })
    .first()
    .click()
  await deciding.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await deciding.locator('form.step-form').getByRole('button', { name: 'Approve' }).click()
  await deciding.locator('form.step-form').waitFor({ state: 'detached' })
  await again()
  await grace.waitForURL(/farmers/)
})

test('a role that changes in the middle of the work changes what may be done at once', async () => {
  const page = await house.open('fcs2.checker', { path: '/inbox' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { samuelAdministrator, beatriceAdministrator, purityChecker } = house.world.people
  const { body } = await samuelAdministrator.post<{ data: { id: string } }>(`/admin/users/${purityChecker.id}`, {
    role: 'FCS_MAKER',
    reason,
  })
  await beatriceAdministrator.post('/admin/changes/approve', { id: body.data.id })
  await page.reload()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Farmers', exact: true }).click()
  await page.getByRole('navigation', { name: 'Related lists' }).getByRole('link', { name: 'Farmer uploads' }).click()
  await page
    .getByRole('button', { name: /Upload Farmers Files/ })
    .first()
    .waitFor()
})

test('what one asked for oneself is not offered for a decision, and says who can decide', async () => {
  const page = await house.open('admin', { path: '/admin/changes?tab=all' })
  await page.getByRole('cell', { name: 'Largest single delivery', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(/Beatrice Anyango Were/).waitFor()
  expect(await drawer.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  await drawer.getByRole('button', { name: 'Withdraw' }).waitFor()
})

test('the role that is previewed shows its own menu, no records, and changes nothing', async () => {
  const page = await house.open('admin', { path: '/admin/roles?search=Society%20clerk' })
  await act(page, 'Society clerk', 'Preview as this role')
  await page.getByText('You see Kahawa as: Society clerk').waitFor()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Farmers', exact: true }).click()
  await page.getByRole('navigation', { name: 'Related lists' }).getByRole('link', { name: 'Farmer uploads' }).click()
  await page.getByRole('heading', { level: 1, name: 'Farmer uploads' }).waitFor()
  expect(await menu.getByRole('link', { name: 'Users' }).count()).toBe(0)
  await page
    .getByRole('button', { name: /Upload Farmers Files/ })
    .first()
    .waitFor()
  await settle(page)
  await expectNoAxeFindings(page, 'the preview')
  expect(await page.getByText(/Othameru Farmers/).count()).toBe(0)
  // Even to somebody whose own role may upload: a file is refused before it leaves the browser.
  await page
    .getByRole('button', { name: /Upload Farmers Files/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const file = { name: 'preview.csv', mimeType: 'text/csv', buffer: Buffer.from(farmersCsv(2)) }
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByText('This is a preview: nothing can be changed.').first().waitFor()
  expect(sent).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'End the preview' }).click()
  await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor()
  await menu.getByRole('link', { name: 'Users' }).waitFor()
})

describe.each([looks.desktop, looks.phoneDark])('the forms of administration on a $name', ({ name, ...size }) => {
  test('pass the checks of accessibility', async () => {
    const page = await house.open('admin.checker', size)
    for (const [screen, button] of [
      ['users', 'Invite a user'],
      ['roles', 'New role'],
      ['organisations', 'New organisation'],
      ['disclaimers', 'New text'],
    ] as const) {
      await goInside(page, `/admin/${screen}`)
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('dialog').waitFor()
      await settle(page)
      await expectNoAxeFindings(page, `the form of ${screen} on a ${name}`)
      await expectNoSidewaysScroll(page, `the form of ${screen} on a ${name}`)
    }
    await house.leave(page)
  })
})

test('no page complained', () => expect(house.complaints).toEqual([]))
