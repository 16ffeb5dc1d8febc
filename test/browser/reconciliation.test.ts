import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { camt, csv, insertLeg, type StatementFile } from '../kit/bankStatements.ts'
import { fillFund } from '../kit/loans.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

const account = '01141000100100'
let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  await fillFund(world, 'KPCU', 1_000_000)
  await insertLeg(world.owner, {
    lenderId: world.organisationId('KPCU'),
    society: world.organisationId('CF4100'),
    account,
    reference: 'KPWA0000000000A1',
    cents: 16_005_00,
    status: 'PAID',
    on: '2026-11-18',
  })
})
afterAll(() => house.close())

const statement: StatementFile = {
  account,
  opening: 1_000_000_00,
  lines: [
    { key: 'FT26001', cents: -16_005_00, on: '2026-11-18', reference: 'KPWA0000000000A1-1', narration: 'LOAN 1' },
    { key: 'FT26002', cents: 250_000_00, on: '2026-11-19', narration: 'COUNTY SHARE' },
  ],
}

async function bring(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import statement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
}

test('a statement is brought in, and what nobody knows becomes money of the fund when two persons say so', async () => {
  const maker = await house.open('kpcu.maker', { path: '/money/reconciliation' })
  await maker.getByText('No statement yet').first().waitFor()
  await bring(maker, 'torn.xml', camt(statement).replace('250000.00', '250000.01'))
  await maker.getByText(/Line \d+: The lines lead to a balance of/).waitFor()
  await expectNoAxeFindings(maker, 'a statement that was refused')
  await maker.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await bring(maker, 'november.xml', camt(statement))
  await maker.getByText('New: 2 of 2 lines. The file counts once another person has approved it.').waitFor()
  await maker.getByRole('button', { name: 'Done' }).click()
  const waiting = maker.getByRole('region', { name: 'Imported statements' }).getByRole('listitem')
  await waiting.filter({ hasText: 'november.xml' }).getByText('Awaiting a second person').waitFor()
  await expectNoAxeFindings(maker, 'a statement file that waits')
  await maker.getByRole('link', { name: /november.xml/ }).click()
  await maker.getByRole('dialog').getByText('Effect of an approval').waitFor()

  const checker = await house.open('kpcu.checker', { path: '/inbox' })
  await checker.getByRole('row', { name: /november.xml/ }).click()
  const file = checker.getByRole('dialog')
  await file.getByText('The payment is paid already', { exact: false }).waitFor()
  await file.getByText('Names no payment of ours', { exact: false }).waitFor()
  await expectNoAxeFindings(checker, 'a statement file in the inbox')
  await file.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  await checker.getByText('Approved: the statement counts, and is being matched').first().waitFor()
  await visit(maker, `${house.address}/money/reconciliation`)
  await maker.getByText('New lines: 2 · matched: 1 · open: 1').waitFor()
  await bring(maker, 'again.csv', csv(statement))
  await maker.getByText('Nothing new: 2 lines, known already.').waitFor()
  await maker.getByRole('button', { name: 'Done' }).click()
  await maker.getByRole('row', { name: /LOAN 1.*Matched/ }).waitFor()

  await maker.getByRole('row', { name: /COUNTY SHARE/ }).click()
  const drawer = maker.getByRole('dialog')
  await drawer.getByText('The bank moved this money, and no payment of ours explains it.').waitFor()
  await drawer.getByText('november.xml, line', { exact: false }).waitFor()
  await expectNoAxeFindings(maker, 'an exception with its evidence')
  await drawer.getByRole('button', { name: 'Resolve' }).click()
  const form = maker.getByRole('dialog', { name: /^Resolve/ })
  await form.getByRole('combobox', { name: /^What it is/ }).click()
  await maker.getByRole('option', { name: 'Money paid in' }).click()
  await form.getByText('The account grows by this amount in our books.').waitFor()
  await form.getByRole('textbox', { name: /^Reason/ }).fill('The share of the county, letter of 18 November')
  await expectNoAxeFindings(maker, 'saying what an exception is')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await drawer.getByText('Awaiting a second person').first().waitFor()

  await visit(checker, `${house.address}/inbox`)
  await checker.getByRole('row', { name: /COUNTY SHARE/ }).click()
  const decision = checker.getByRole('dialog')
  await decision.getByText('The account grows by this amount in our books.').waitFor()
  await decision.getByText('The share of the county, letter of 18 November').first().waitFor()
  await expectNoAxeFindings(checker, 'a proposal in the inbox')
  await decision.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  await checker.getByText('Approved: the exception is resolved').first().waitFor()

  await visit(maker, `${house.address}/money/reconciliation`)
  await maker.getByRole('row', { name: /COUNTY SHARE.*Resolved/ }).waitFor()
  const fund = maker.getByRole('row', { name: /Kenya Planters.*Fund/ })
  await fund.getByText('1,250,000.00').first().waitFor()
  await visit(maker, `${house.address}/money/reconciliation/resolutions`)
  await maker.getByRole('row', { name: /COUNTY SHARE.*Approved/ }).waitFor()
  await house.leave(maker)
  await house.leave(checker)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints.filter((one) => !one.includes('422'))).toEqual([])
})
