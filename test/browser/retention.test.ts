import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSociety } from '../kit/societyMoney.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  await fillSociety(house.world, 'CF4100', 10_000)
})
afterAll(() => house?.close())

const letter = '%PDF-1.7\nletter 114\n%%EOF\n'

test('a clerk retains more than the most by a letter that is attached, on a phone, and the checker opens it before approving', async () => {
  const { name: _, ...phone } = looks.phone
  const maker = await house.open('fcs.maker', { ...phone, path: '/money/transfers?create=Y' })
  const form = maker.getByRole('dialog')
  await form.getByRole('combobox', { name: /^Transfer/ }).click()
  await maker.getByRole('option', { name: 'Retention' }).click()
  const type = (field: RegExp, text: string) => form.getByRole('textbox', { name: field }).fill(text)
  await type(/^Dollars/, '1000')
  await form.getByText('May be retained without a document').waitFor()
  // A tenth of what came in needs none, and is not asked for one.
  expect(await form.getByRole('textbox', { name: /^Document/ }).count()).toBe(0)
  await type(/^Dollars/, '5000')
  await type(/^Document/, 'CO-OP/NYR/2026/114')
  const choosing = maker.waitForEvent('filechooser')
  await form.getByRole('button', { name: /^The document itself/ }).click()
  const kept = maker.waitForResponse((answer) => answer.url().endsWith('/document'))
  await (await choosing).setFiles({ name: 'letter 114.pdf', mimeType: 'application/pdf', buffer: Buffer.from(letter) })
  expect((await kept).status()).toBe(200)
  await form.getByText('letter 114.pdf').waitFor()
  await expectNoAxeFindings(maker, 'ordering a retention above the most')
  await expectNoSidewaysScroll(maker, 'ordering a retention above the most')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.waitFor({ state: 'detached' })

  const checker = await house.open('fcs.checker', { path: '/money/transfers' })
  await checker.getByRole('row', { name: /5,000/ }).click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText('CO-OP/NYR/2026/114').first().waitFor()
  await expectNoAxeFindings(checker, 'a retention above the most that waits')
  const downloading = checker.waitForEvent('download')
  await drawer.getByRole('button', { name: 'letter 114.pdf' }).click()
  const file = await downloading
  expect([file.suggestedFilename(), await readFile(await file.path(), 'utf8')]).toEqual(['letter 114.pdf', letter])
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  await checker.getByRole('dialog').first().waitFor({ state: 'detached' })
  await house.leave(maker)
  await house.leave(checker)
})
