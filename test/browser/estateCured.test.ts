import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { estateCuredCsv, openSale, recordsIn } from '../kit/estateCured.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside } from './settle.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  await openSale(house.world)
})
afterAll(() => house.close())

const states = async () => {
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from uploads where file_name = 'week 9.csv'`,
  )
  const records = await recordsIn(house.world.people.kipronoMillerMaker, rows[0]?.id ?? '')
  return { fileId: rows[0]?.id ?? '', ids: records.map(({ status }) => status.id), records }
}

/** Chooses from the menu of the row that names an outturn, without the mouse. */
async function chooseByKeyboard(page: Page, outturn: string, item: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`Actions for ${outturn}`) }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).focus()
  await page.keyboard.press('Enter')
}

test('a miller sends lots of estates, the warehouse agrees by two people and corrects, the broker agrees last', async () => {
  const miller = await house.open('miller.maker', { path: '/estatecuredbroker?upload=Y' })
  const dialog = miller.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'week 9.csv', mimeType: 'text/csv', buffer: Buffer.from(estateCuredCsv(3)) })
  await dialog
    .getByRole('combobox', { name: /^Currency of the charges/ })
    .or(dialog.getByRole('textbox', { name: /^Currency of the charges/ }))
    .first()
    .click()
  await miller.getByRole('option', { name: /USD/ }).click()
  await expectNoAxeFindings(miller, 'uploading lots of estates')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await miller.getByRole('cell', { name: 'Awaiting warehouse and broker' }).waitFor()
  const { fileId, records } = await states()
  const details = `/estatecuredbroker/${fileId}/details`
  const [first = '', second = '', third = ''] = records.map(({ curedOutturn }) => curedOutturn)

  // On a phone and in Swahili: all at once, which needs a comment, and then nothing is left to tick.
  const clerk = await house.open('warehouse.user', { ...looks.phone, language: 'sw', path: details })
  await clerk.getByText('Inasubiri ghala na dalali').first().waitFor()
  await clerk.getByText('USD 1,200.50').first().waitFor()
  await expectNoAxeFindings(clerk, 'the records of a file on a phone, in Swahili')
  await expectNoSidewaysScroll(clerk, 'the records of a file on a phone')
  await clerk.getByRole('button', { name: 'Idhinisha zote' }).click()
  const all = clerk.getByRole('dialog')
  await all.getByRole('button', { name: 'Idhinisha zote' }).click()
  await all.getByText('Maoni yanahitajika').waitFor()
  expect((await states()).ids).toEqual([3, 3, 3])
  await all.getByRole('textbox').fill('Zimepimwa langoni')
  await all.getByRole('button', { name: 'Idhinisha zote' }).click()
  await all.getByText(/^3 /).waitFor()
  await expectNoAxeFindings(clerk, 'the receipt of approving all')
  await all.getByRole('button').last().click()
  expect((await states()).ids).toEqual([102, 102, 102])
  await clerk.getByRole('button', { name: 'Idhinisha zote' }).click()
  await clerk.getByRole('dialog').getByRole('textbox').fill('Tena')
  await clerk.getByRole('dialog').getByRole('button', { name: 'Idhinisha zote' }).click()
  await clerk.getByText('Hakuna rekodi unayoweza kuidhinisha').first().waitFor()

  // By keyboard alone: two rows are ticked and approved together.
  const checker = await house.open('warehouse.checker', { path: details })
  await checker.locator('[data-row="0"]').focus()
  await checker.keyboard.press('x')
  await checker.keyboard.press('j')
  await checker.keyboard.press('x')
  await checker.getByRole('button', { name: 'Approve 2' }).focus()
  await checker.keyboard.press('Enter')
  const many = checker.getByRole('dialog')
  await many.getByRole('textbox').waitFor()
  await expectNoAxeFindings(checker, 'approving two lots')
  await checker.keyboard.type('Weights seen')
  await checker.keyboard.press('Tab')
  await checker.keyboard.press('Tab')
  await checker.keyboard.press('Enter')
  await many.getByText(/2 done/).waitFor()
  await checker.keyboard.press('Escape')
  expect((await states()).ids.toSorted((a, b) => a - b)).toEqual([102, 104, 104])

  // The broker weighs one otherwise, rejects another, and approves the third one.
  const broker = await house.open('broker.checker', { path: details })
  const at104 = (await states()).records.filter(({ status }) => status.id === 104)
  const [corrected = '', rejected = ''] = at104.map(({ curedOutturn }) => curedOutturn)
  await chooseByKeyboard(broker, corrected, 'Correct')
  const form = broker.getByRole('dialog')
  await form.getByRole('textbox', { name: /^Bags/ }).fill('3')
  await form.getByRole('button', { name: 'Correct and approve' }).click()
  await form
    .getByText('Check the marked fields.')
    .or(form.getByText(/3 bags of 60 kg/))
    .first()
    .waitFor()
  await form.getByRole('textbox', { name: /^Clean net weight/i }).fill('190')
  await expectNoAxeFindings(broker, 'correcting a lot')
  await form.getByRole('button', { name: 'Correct and approve' }).click()
  await form.waitFor({ state: 'detached' })
  await chooseByKeyboard(broker, rejected, 'Reject')
  const step = broker.getByRole('dialog')
  await step.getByRole('button', { name: 'Reject' }).click()
  await step.getByText('Comment is required').waitFor()
  await step.getByRole('textbox').fill('The sample is of another grade')
  await step.getByRole('button', { name: 'Reject' }).click()
  await step.waitFor({ state: 'detached' })

  // The warehouse sees what the broker has changed, and agrees.
  await goInside(checker, `${details}?tab=all`)
  await checker.getByRole('row', { name: new RegExp(corrected) }).click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByRole('row', { name: /^Bags 2 3/ }).waitFor()
  await drawer.getByText('Catherine Mwende Kilonzo').first().waitFor()
  await expectNoAxeFindings(checker, 'a corrected lot')
  await drawer.getByRole('button', { name: 'Approve' }).last().click()
  await checker.getByRole('dialog').last().getByRole('textbox').fill('190 kg it is')
  await checker.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).last().click()
  await expect
    .poll(async () => (await states()).records.find(({ curedOutturn }) => curedOutturn === corrected)?.status.id)
    .toBe(1)

  // The miller reads why, edits what came back and sends it again.
  await goInside(miller, details)
  await chooseByKeyboard(miller, rejected, 'Edit')
  const edit = miller.getByRole('dialog')
  await edit.getByText('The sample is of another grade').waitFor()
  await edit.getByRole('textbox', { name: /^Lot/ }).fill('L-99')
  await expectNoAxeFindings(miller, 'editing a lot that was referred back')
  await edit.getByRole('button', { name: 'Send again' }).click()
  await miller.getByRole('cell', { name: 'Awaiting warehouse maker and broker' }).waitFor()
  expect(new Set([first, second, third]).size).toBe(3)
  for (const page of [miller, clerk, checker, broker]) await house.leave(page)
}, 240_000)

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
