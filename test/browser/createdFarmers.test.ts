import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterFarmer, newFarmerBody } from '../kit/createdFarmers.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

let house: BrowserWorld
let maker: Page
let checker: Page
const person = newFarmerBody()
beforeAll(async () => {
  house = await openBrowserWorld()
  maker = await house.open('fcs.maker')
})
afterAll(() => house.close())

const created = () => `${house.address}/farmers/created`
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: false }).first()
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label, exact: true }).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

test('an empty form is refused field by field, and the first field has the focus', async () => {
  await visit(maker, created())
  await maker.getByRole('button', { name: 'Create farmer' }).first().click()
  await field(maker, 'First Name').waitFor()
  await expect.poll(() => field(maker, 'First Name').evaluate((box) => box === document.activeElement)).toBe(true)
  await maker.getByRole('button', { name: 'Send for approval' }).click()
  await maker.getByText('Please fill out all required fields correctly.').waitFor()
  await maker.getByText('Ward is required').waitFor()
  await expectNoAxeFindings(maker, 'the form with its problems')
})

test('keys that a mobile number cannot have do nothing', async () => {
  const box = field(maker, 'Mobile Number')
  await box.pressSequentially('x5a-')
  await expect.poll(() => box.inputValue()).toBe('')
  await box.pressSequentially('07x12')
  await expect.poll(() => box.inputValue()).toBe('0712')
})

test('what was typed survives a reload, and a number that is taken is pointed out', async () => {
  const { rows } = await house.world.owner.query<{ number: string; name: string }>(
    `select member_number as number, full_name as name from farmers where organisation_id = $1 order by member_number limit 1`,
    [house.world.organisationId('CF4100')],
  )
  const member = rows[0] ?? { number: '', name: '' }
  await fill(maker, { 'First Name': 'Wangari', 'Last Name': 'Kamau', 'Member Number': member.number })
  await maker.getByText(`Already registered: ${member.number} ${member.name}`).waitFor()
  // What is personal is never written down on the device; what was begun comes back without it.
  await fill(maker, { 'ID Number': '31415926', 'Mobile Number': '0712345678' })
  const written = () => maker.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(await written()).toContain('Wangari')
  for (const personal of ['31415926', '0712345678']) expect(await written()).not.toContain(personal)
  await maker.reload()
  const restored = maker.getByText('Your unsaved entry was restored.')
  await restored.waitFor()
  await expect.poll(() => field(maker, 'First Name').inputValue()).toBe('Wangari')
  expect(await restored.innerText()).toContain('IDs, mobiles and accounts are not kept on this device')
  await fill(maker, { 'ID Number': '31415926', 'Mobile Number': '0712345678' })
  await expect.poll(() => restored.innerText()).not.toContain('not kept on this device')
  // A dialog that was only closed has all of it again.
  await maker.keyboard.press('Escape')
  await maker.getByRole('button', { name: 'Create farmer' }).first().click()
  await expect.poll(() => field(maker, 'ID Number').inputValue()).toBe('31415926')
})

test('sub-county and ward open in turn, the grower is found by keyboard, and Ctrl+Enter sends', async () => {
  const dialog = maker.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Sub-County', exact: false }).isDisabled()).toBe(true)
  await choose(maker, 'County', 'Nyeri')
  await choose(maker, 'Sub-County', 'Othaya')
  await choose(maker, 'Ward', 'Mahiga')
  await choose(maker, 'Gender', 'Female')
  await choose(maker, 'Variety', 'SL28')
  await choose(maker, 'Payment Institution Type', 'BANK')
  await choose(maker, 'Payment Institution', 'Co-operative Bank of Kenya')
  await fill(maker, {
    'Middle Name': 'Njeri',
    'ID Number': person.farmerId ?? '',
    'Member Number': person.memberNumber ?? '',
    'Mobile Number': person.mobileNumber ?? '',
    'Year of Birth': '1979',
    Village: 'Kihuri',
    Acreage: '1.5',
    'Number of Trees': '350',
    'Year 1 Produce': '850',
    'Year 2 Produce': '910',
    'Year 3 Produce': '780',
    'Year 1 Price': '95',
    'Year 2 Price': '102',
    'Year 3 Price': '88',
    'Account Name': 'Wangari Njeri Kamau',
    'Account Number': person.farmerBankDetail.account,
  })
  await field(maker, 'Grower').click()
  await maker.keyboard.type('othameru')
  await maker.getByRole('option', { name: /Othameru/ }).waitFor()
  await maker.keyboard.press('ArrowDown')
  await maker.keyboard.press('Enter')
  await expect.poll(() => field(maker, 'Grower').inputValue()).toContain('Othameru')
  await maker.keyboard.press('Control+Enter')
  await maker.getByText('Record Created successfully!').waitFor()
  await maker.getByRole('row', { name: /Wangari Njeri Kamau.*Awaiting checker/ }).waitFor()
})

test('the maker is told why there is nothing to approve, and reads the bank details', async () => {
  await maker.getByRole('button', { name: 'Actions for Wangari Njeri Kamau' }).click()
  await maker.getByRole('menuitem', { name: /Approve Your role does not allow this/ }).waitFor()
  await maker.getByRole('menuitem', { name: 'Bank details' }).click()
  await maker.getByRole('dialog').getByText(person.farmerBankDetail.account).waitFor()
  await expectNoAxeFindings(maker, 'the bank details')
  await maker.keyboard.press('Escape')
})

test('who entered the farmer cannot approve it, even with the permission; another person can', async () => {
  await house.world.owner.query(`update users set role_name = 'FCS_CHECKER' where username = 'fcs.maker'`)
  await maker.reload()
  await maker.getByRole('tab', { name: 'All' }).click()
  await maker.getByRole('button', { name: 'Actions for Wangari Njeri Kamau' }).click()
  await maker.getByRole('menuitem', { name: /Approve You made, changed or approved this record/ }).waitFor()
  await maker.keyboard.press('Escape')
  await house.world.owner.query(`update users set role_name = 'FCS_MAKER' where username = 'fcs.maker'`)
  checker = await house.open('fcs.checker', { path: '/inbox' })
  await checker.getByText('Wangari Njeri Kamau').first().click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText('Check these before you decide').waitFor()
  await expectNoAxeFindings(checker, 'the drawer with its warnings')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  // The bank knows the account under a name of its own invention: without a reason the dialog stays.
  const dialog = checker.getByRole('dialog', { name: 'Approve farmer' })
  await dialog.getByText('Approve despite the warnings').waitFor()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await checker.getByText('Say why this is right in spite of its warnings.').waitFor()
  await dialog.getByLabel('Reason').fill('Account of the household, letter seen')
  await expectNoAxeFindings(checker, 'the approval with its reason')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await checker.getByText('Farmer Approved successfully!').waitFor()
  await visit(checker, `${house.address}/farmers/view?search=${person.farmerId}`)
  await checker.getByRole('row', { name: /Wangari Njeri Kamau/ }).waitFor()
})

test('once approved, an edit is a request: the clerk asks, the checker compares, and then the farmer is changed', async () => {
  await visit(maker, created())
  await maker.getByRole('button', { name: 'Actions for Wangari Njeri Kamau' }).click()
  const change = maker.getByRole('menuitem', { name: 'Request a change' })
  await change.waitFor()
  expect(await maker.getByRole('menuitem', { name: /^Edit/ }).count()).toBe(0)
  await change.click()
  await field(maker, 'Last Name').fill('Wambui')
  await field(maker, 'Reason').fill('Married in October')
  await maker.getByRole('button', { name: 'Send for approval' }).click()
  await maker.getByText('Sent for approval').waitFor()
  await visit(maker, created())
  await maker.getByRole('row', { name: /Wangari Njeri Kamau.*Approved/ }).waitFor()
  await visit(checker, `${house.address}/inbox`)
  await checker.getByText('Wangari Njeri Kamau').first().click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText('Wambui').first().waitFor()
  await drawer.getByText('Married in October').first().waitFor()
  await drawer.getByRole('button', { name: 'Approve' }).click()
  const dialog = checker.getByRole('dialog').last()
  await dialog.getByRole('textbox').fill('Marriage certificate seen')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await checker.getByText('Update approved').waitFor()
  await visit(maker, created())
  await maker.getByRole('row', { name: /Wangari Njeri Wambui.*Approved/ }).waitFor()
})

test('an ID of another society is pointed out while it is typed, and only a reason registers it, without a word of whose it is', async () => {
  const { wanjikuMaker, danielMaker } = house.world.people
  const theirs = await enterFarmer(danielMaker, { firstName: 'Secretive', village: 'Elsewhere' })
  await visit(maker, `${created()}?create=Y`)
  await field(maker, 'ID Number').fill(theirs.farmerId)
  await maker.getByText('Registered in another society: the checker must give a reason').waitFor()
  expect(await maker.content()).not.toMatch(/Secretive|CF4101/)
  await maker.getByRole('button', { name: 'Cancel' }).click()
  await enterFarmer(wanjikuMaker, { firstName: 'Achieng', farmerId: theirs.farmerId })
  await visit(checker, created())
  const ask = async () => {
    await checker.getByRole('button', { name: /Actions for Achieng/ }).click()
    await checker.getByRole('menuitem', { name: 'Approve' }).click()
    const dialog = checker.getByRole('dialog', { name: 'Approve farmer' })
    await dialog.getByText('Registered in another society').waitFor()
    return dialog
  }
  await (await ask()).getByRole('button', { name: 'Confirm' }).click()
  await checker.getByText('This ID is registered in another society.').waitFor()
  const dialog = await ask()
  await dialog.getByLabel('Reason').fill('Moved here, minutes of 3 November')
  expect(await checker.content()).not.toMatch(/Secretive|CF4101/)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await checker.getByText('Farmer Approved successfully!').waitFor()
})

test('a farmer is entered without a mouse', async () => {
  const clerk = await house.open('fcs2.maker')
  const keys = clerk.keyboard
  const other = newFarmerBody()
  const focused = () => clerk.evaluate(() => document.querySelector('button:focus')?.textContent ?? '')
  await visit(clerk, created())
  await clerk.getByRole('button', { name: 'Create farmer' }).first().waitFor()
  while (!(await focused()).includes('Create farmer')) await keys.press('Tab')
  await keys.press('Enter')
  await field(clerk, 'First Name').waitFor()
  await clerk.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  const write = async (...values: string[]) => {
    for (const value of values) {
      await keys.type(value)
      await keys.press('Tab')
    }
  }
  const pick = async (option: string) => {
    await keys.press('ArrowDown')
    const options = clerk.getByRole('listbox').getByRole('option')
    await options.first().waitFor()
    if ((await options.count()) > 7) await keys.type(option)
    const wanted = options.and(clerk.getByRole('option', { name: option, exact: true }))
    await wanted.waitFor()
    // A short list is walked through, a long one is narrowed down to what was typed.
    for (let at = 0; at < 8 && !(await wanted.getAttribute('data-combobox-selected')); at += 1)
      await keys.press('ArrowDown')
    await keys.press('Enter')
    await keys.press('Tab')
  }
  await write('Njoki', '', 'Mwangi', other.farmerId ?? '', other.memberNumber ?? '')
  await pick('Female')
  await write('1984', '', other.mobileNumber ?? '')
  await pick('Nyeri')
  await pick('Othaya')
  await pick('Mahiga')
  await write('Kihuri', '1.5', '320')
  await pick('SL28')
  await write('', '850', '910', '780', '95', '102', '88')
  await pick('BANK')
  await pick('Co-operative Bank of Kenya')
  await write('Njoki Mwangi', other.farmerBankDetail.account ?? '')
  await keys.press('Control+Enter')
  await clerk.getByText('Record Created successfully!').waitFor()
  await clerk.getByRole('row', { name: /Njoki Mwangi.*Awaiting checker/ }).waitFor()
})

test('on a phone the form and the list stay within the screen', async () => {
  const phone = await house.open('fcs.maker', looks.phoneDark)
  await visit(phone, `${created()}?create=Y`)
  await field(phone, 'First Name').waitFor()
  await expectNoSidewaysScroll(phone, 'the form')
  await expectNoAxeFindings(phone, 'the form in the dark')
})

test('no browser complained', () => expect(house.complaints).toEqual([]))
