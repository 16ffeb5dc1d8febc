import { afterAll, beforeAll, expect, test } from 'vitest'
import { newNumber } from '../kit/societyAccounts.ts'
import { addBankAccount } from '../kit/updateRequests.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house.close())

test('KPCU proposes the rate of a society, sees what it would do, and another person there puts it in force', async () => {
  const maker = await house.open('kpcu.maker', { path: '/rates/cherry' })
  await maker.getByText('No society has a rate of its own yet').waitFor()
  await maker.getByRole('button', { name: 'Update Rate' }).click()
  const form = maker.getByRole('dialog')
  await form.getByRole('textbox', { name: /^FCS/ }).fill('Othameru')
  await maker.getByRole('option', { name: /CF4100/ }).click()
  await form.getByRole('textbox', { name: /^Rate/ }).fill('95')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.getByText('At most KES 80 per kg').waitFor()
  await form.getByRole('textbox', { name: /^Rate/ }).fill('44.5')
  await form.getByRole('textbox', { name: /^Reason/ }).fill('Prices at the exchange rose')
  await expectNoAxeFindings(maker, 'proposing a rate')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await maker.getByRole('row', { name: /Othameru.*44\.50/ }).waitFor()

  const checker = await house.open('kpcu.checker', { path: '/rates/cherry' })
  await checker.getByRole('row', { name: /Othameru.*44\.50/ }).click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText('Adds to limits').waitFor()
  await drawer.getByText('Prices at the exchange rose').first().waitFor()
  await drawer.getByText(/Approved cherry of .* that no limit counts yet/).waitFor()
  await expectNoAxeFindings(checker, 'a rate that waits')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  const inForce = checker.getByRole('table', { name: 'Rates in force' })
  await inForce.getByRole('row', { name: /Othameru.*44\.50/ }).waitFor()
  expect(await inForce.getByRole('button').count()).toBe(0)

  await maker.reload()
  await maker.getByRole('button', { name: /^Edit the rate of Othameru/ }).click()
  await maker.getByRole('dialog').getByRole('textbox', { name: /^Rate/ }).fill('45')
  await maker.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click()
  await maker.getByRole('row', { name: /Othameru.*45\.00/ }).waitFor()
  await maker.context().close()
  await checker.context().close()
})

test('a clerk proposes an account of the society, the bank says whose it is, and a checker puts it in force', async () => {
  const number = newNumber('NON_CHECKOFF')
  await addBankAccount(house.world, number, 'OTHAMERU FCS LTD')
  const maker = await house.open('fcs.maker', { path: '/money/accounts' })
  await maker.getByText('No account yet').waitFor()
  await maker.getByRole('button', { name: 'Propose account' }).click()
  const form = maker.getByRole('dialog')
  await form.getByRole('combobox', { name: /^Account/ }).click()
  await maker.getByRole('option', { name: 'Non-checkoff account' }).click()
  await form.getByRole('textbox', { name: /^Account number/ }).fill(number.replace('02', '01'))
  await expectNoAxeFindings(maker, 'proposing an account')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.getByText('Valid dollar accounts start with 02.').waitFor()
  await form.getByRole('textbox', { name: /^Account number/ }).fill(number)
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.waitFor({ state: 'detached' })
  await maker.getByRole('row', { name: /Non-checkoff account/ }).waitFor()

  const checker = await house.open('fcs.checker', { path: '/money/accounts' })
  await checker.getByRole('row', { name: /Non-checkoff account/ }).click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText('OTHAMERU FCS LTD').waitFor()
  await expectNoAxeFindings(checker, 'an account that waits')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  const inForce = checker.getByRole('table', { name: 'Society accounts' })
  await inForce.getByRole('row', { name: new RegExp(`Non-checkoff account.*${number}.*USD 0.00`) }).waitFor()
  await maker.context().close()
  await checker.context().close()
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
