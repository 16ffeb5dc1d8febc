import { afterAll, beforeAll, test } from 'vitest'
import { addBankAccount, newAccount } from '../kit/updateRequests.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house.close())

test('a clerk proposes what is taken for inputs with its minute, refused without one, and the manager puts it in force and ends it', async () => {
  const number = newAccount()
  await addBankAccount(house.world, number, 'MKULIMA STORES')
  const maker = await house.open('fcs.maker', { path: '/money/deductions?create=Y' })
  const form = maker.getByRole('dialog')
  const choose = async (field: RegExp, option: string | RegExp) => {
    await form.getByRole('combobox', { name: field }).click()
    await maker.getByRole('option', { name: option }).first().click()
  }
  const type = (field: RegExp, text: string) => form.getByRole('textbox', { name: field }).fill(text)
  await choose(/^Kind/, 'Inputs')
  await type(/^Deduction/, 'Fertiliser of April')
  await type(/^Amount/, '2')
  await choose(/^Institution/, /^Co-op/)
  await type(/^Account number/, number)
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.getByText('Minute is required').first().waitFor()
  await type(/^Minute(?! of)/, '7/2026')
  await type(/^Minute of/, '02/10/2026')
  await type(/^Document/, 'Minute book 4')
  await expectNoAxeFindings(maker, 'proposing a deduction')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await maker.getByRole('row', { name: /Fertiliser of April/ }).waitFor()

  const manager = await house.open('fcs.manager', { path: '/money/deductions' })
  await manager.getByRole('row', { name: /Fertiliser of April/ }).click()
  const drawer = manager.getByRole('dialog')
  await drawer
    .getByText(/MKULIMA STORES/)
    .first()
    .waitFor()
  await drawer.getByText('Minute book 4').first().waitFor()
  await expectNoAxeFindings(manager, 'a deduction that waits')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  await manager.getByRole('dialog').first().waitFor({ state: 'detached' })

  await maker.goto(new URL('/money/deductions?create=Y', maker.url()).href)
  await choose(/^Kind/, 'End: Fertiliser of April')
  await type(/^Minute(?! of)/, '9/2026')
  await type(/^Minute of/, '03/10/2026')
  await type(/^Document/, 'Minute book 4')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.waitFor({ state: 'detached' })
  await maker.context().close()
  await manager.context().close()
})
