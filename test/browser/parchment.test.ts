import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentSeason } from '#server/facts/seasons.ts'
import { addCherryTotals, parchmentCsv } from '../kit/parchmentFiles.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  await addCherryTotals(house.world)
})
afterAll(() => house.close())
const list = '/ccarf/delivery/parchment'

test('a society brings parchment, the miller refers it back, the manager amends it, and the miller confirms', async () => {
  const clerk = await house.open('fcs.maker', { path: `${list}?upload=Y` })
  const dialog = clerk.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'week 8.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(parchmentCsv(2, { netWeight: '104.5', season: currentSeason() })),
  })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByText('Miller Code is required').waitFor()
  await dialog
    .getByRole('combobox', { name: /^Miller Code/ })
    .or(dialog.getByRole('textbox', { name: /^Miller Code/ }))
    .first()
    .click()
  await clerk.getByRole('option', { name: /ML2001/ }).click()
  await dialog.getByRole('checkbox', { name: /shared with New KPCU/ }).check()
  await expectNoAxeFindings(clerk, 'uploading parchment')
  await dialog
    .getByRole('button', { name: /Upload|again/i })
    .last()
    .click()
  await clerk.getByRole('cell', { name: 'Awaiting miller' }).waitFor()

  const miller = await house.open('miller.checker', { path: '/inbox' })
  await miller.getByRole('row', { name: /week 8\.csv/ }).click()
  const drawer = miller.getByRole('dialog')
  await drawer.getByText('Its last approval shares among the members').waitFor()
  await drawer.getByText(/^Wanjiku Kamau agreed on .+ \(version 1 of the wording\)\.$/).waitFor()
  await expectNoAxeFindings(miller, 'a parchment record in the inbox of the miller')
  await drawer.getByRole('button', { name: 'Refer back' }).click()
  const step = miller.getByRole('dialog').last()
  await step.getByRole('textbox').fill('We weighed 100 kg each')
  await step.getByRole('button', { name: 'Refer back' }).last().click()

  const manager = await house.open('fcs.manager', { ...looks.phone, path: `${list}?tab=all` })
  await manager.getByText('Referred to the society').first().waitFor()
  await manager
    .getByRole('button', { name: /Actions for/ })
    .first()
    .click()
  await manager.getByRole('menuitem', { name: 'Amend' }).click()
  const form = manager.getByRole('dialog')
  const weights = form.getByRole('textbox', { name: /^Net weight/ })
  await weights.first().waitFor()
  for (const box of await weights.all()) await box.fill('100')
  await form.getByRole('button', { name: 'Amend' }).click()
  await form.getByText('Write what was amended and why.').waitFor()
  await form.getByRole('textbox', { name: /^Remarks/ }).fill('Weighed again with the miller')
  await expectNoAxeFindings(manager, 'amending on a phone')
  await expectNoSidewaysScroll(manager, 'amending on a phone')
  await form.getByRole('button', { name: 'Amend' }).click()
  await manager.getByText('Awaiting miller').first().waitFor()

  await visit(miller, `${house.address}${list}`)
  await miller
    .getByRole('button', { name: /Actions for/ })
    .first()
    .click()
  await miller.getByRole('menuitem', { name: 'Approve' }).click()
  await miller.getByRole('dialog').getByRole('button', { name: 'Confirm' }).last().click()
  await miller
    .getByText(/Approved and passed on/)
    .first()
    .waitFor()
  await visit(clerk, `${house.address}${list}?tab=all`)
  await clerk.getByRole('cell', { name: 'Awaiting KPCU' }).waitFor()
  for (const page of [clerk, miller, manager]) await house.leave(page)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
