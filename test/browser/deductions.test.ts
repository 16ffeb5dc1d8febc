import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBankAccount, newAccount } from '../kit/updateRequests.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house.close())

const minute = '%PDF-1.7\nminute 7\n%%EOF\n'

test('a clerk proposes what is taken for inputs with its minute, refused without one and attached itself, and the manager opens it, puts it in force and ends it', async () => {
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
  const attach = async (name: string, bytes: string) => {
    const choosing = maker.waitForEvent('filechooser')
    await form.getByRole('button', { name: /^The document itself/ }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
  }
  await attach('minute.pdf', 'MZ no paper')
  await form.getByText('Attach a PDF, or a photograph as JPG or PNG.').waitFor()
  // Nothing goes without the paper that was meant to go with it.
  const refused = maker.waitForResponse((answer) => answer.url().includes('/payment/deductions/'))
  await form.getByRole('button', { name: 'Send for approval' }).click()
  expect((await refused).status()).toBe(422)
  await attach('minute 7 of 2026.pdf', minute)
  await form.getByText('Attach a PDF, or a photograph as JPG or PNG.').waitFor({ state: 'detached' })
  await form.getByText('minute 7 of 2026.pdf').waitFor()
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
  const downloading = manager.waitForEvent('download')
  await drawer.getByRole('button', { name: 'minute 7 of 2026.pdf' }).click()
  const file = await downloading
  expect([file.suggestedFilename(), await readFile(await file.path(), 'utf8')]).toEqual([
    'minute 7 of 2026.pdf',
    minute,
  ])
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  await manager.getByRole('dialog').first().waitFor({ state: 'detached' })

  await visit(maker, new URL('/money/deductions?create=Y', maker.url()).href)
  await choose(/^Kind/, 'End: Fertiliser of April')
  await type(/^Minute(?! of)/, '9/2026')
  await type(/^Minute of/, '03/10/2026')
  await type(/^Document/, 'Minute book 4')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.waitFor({ state: 'detached' })
  await house.leave(maker)
  await house.leave(manager)
})

test('the first press on the button that sends is heard, also where the field that is left has something to say', async () => {
  const maker = await house.open('fcs.maker', { path: '/money/deductions?create=Y' })
  const form = maker.getByRole('dialog')
  await form.getByRole('combobox', { name: /^Kind/ }).focus()
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.getByRole('alert').getByText('Please fill out all required fields correctly.').waitFor()
  await house.leave(maker)
})

test('a file of deductions that no minute allows is refused, and what is missing is said at its field', async () => {
  const maker = await house.open('fcs.maker', { path: '/money/deductions/files' })
  await maker.getByRole('button', { name: 'Upload a deduction file' }).first().click()
  const form = maker.getByRole('dialog')
  const file = { name: 'inputs.csv', mimeType: 'text/csv', buffer: Buffer.from('Member Number,Amount\nOT0001,150\n') }
  await form.locator('input[type=file]').first().setInputFiles(file)
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await form.getByText('Correct what is marked below, then upload the file again.').waitFor()
  const missing = form.getByRole('textbox', { name: /^(Deduction|Minute|Minute of|Document)$/ })
  expect(await missing.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('aria-invalid')))).toEqual([
    'true',
    'true',
    'true',
    'true',
  ])
  await form.getByText('The date of the minute is required').waitFor()
  await expectNoAxeFindings(maker, 'a file of deductions that is refused')
  await house.leave(maker)
})
