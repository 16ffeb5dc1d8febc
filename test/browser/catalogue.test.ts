import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import type { CatalogueFile } from '#contract/catalogue/catalogueFiles.ts'
import { closeCatalogues } from '#server/catalogue/closeCatalogues.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { reconcileCatalogue } from '#server/catalogue/reconcileLots.ts'
import { enterSale, lotsOf, newLots, receiveCoffee } from '../kit/catalogueFiles.ts'
import { csvOf } from '../kit/farmerFiles.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

const sale = 43
let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  await enterSale(house.world, sale)
})
afterAll(() => house.close())

const fileName = 'week 9.csv'
const offered = async () => {
  const { kevinBrokerMaker: maker } = house.world.people
  const { body } = await maker.get<CatalogueFile[]>(`/upload/catalogue/files/${maker.organisationCode}`)
  const { id = '' } = body.find((file) => file.fileName === fileName) ?? {}
  const lots = await lotsOf(maker, id)
  return { id, lots, ids: lots.map(({ status }) => status.id) }
}

test('a broker offers lots, both sides agree in either order, a hold is solved, and the catalogue closes', async () => {
  const rows = newLots(3, { saleNumber: String(sale), reservePrice: '387.5' })
  await receiveCoffee(house.world, rows.slice(0, 2))
  const maker = await house.open('broker.maker', { path: '/catalogue?upload=Y' })
  const upload = maker.getByRole('dialog')
  await upload
    .locator('input[type=file]')
    .setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: Buffer.from(csvOf(catalogueFile, rows)) })
  await expectNoAxeFindings(maker, 'uploading a catalogue')
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await maker.getByRole('cell', { name: 'Lots being decided' }).waitFor()
  const { id, ids } = await offered()
  expect(ids).toEqual([3, 3, 200])
  const details = `/catalogue/${id}/details`
  await visit(maker, `${house.address}${details}?tab=all`)
  await maker.getByText('No dispatch record has this outturn and grade').first().waitFor()
  await maker.getByRole('timer').first().waitFor()
  await expectNoAxeFindings(maker, 'the lots of a file, one on hold')

  // The warehouse weighs one otherwise: it sees what it changes, and needs to say why.
  const warehouse = await house.open('warehouse.checker', { path: details })
  const [first, second] = rows.map(({ outturn }) => outturn)
  await warehouse.getByRole('button', { name: new RegExp(`Actions for .*${first}`) }).click()
  await warehouse.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const form = warehouse.getByRole('dialog')
  expect(await form.getByRole('textbox', { name: /Reserve/ }).count()).toBe(0)
  await form.getByRole('textbox', { name: /^Weight/ }).fill('89.5')
  await form.getByRole('row', { name: /^Weight 90 89\.5/ }).waitFor()
  await form.getByRole('button', { name: 'Edit and approve' }).click()
  await form.getByText('Check the marked fields.').waitFor()
  await form.getByRole('textbox', { name: /^Comment/ }).fill('We weighed 89.5 kg')
  await expectNoAxeFindings(warehouse, 'editing a lot')
  await form.getByRole('button', { name: 'Edit and approve' }).click()
  await form.waitFor({ state: 'detached' })
  expect((await offered()).ids).toEqual([201, 3, 200])
  await house.leave(warehouse)

  // On a phone and in Swahili: all at once, which needs a comment.
  const clerk = await house.open('warehouse.checker', { ...looks.phone, language: 'sw', path: details })
  await clerk
    .getByText(second ?? '')
    .first()
    .waitFor()
  await expectNoAxeFindings(clerk, 'the lots of a file on a phone, in Swahili')
  await expectNoSidewaysScroll(clerk, 'the lots of a file on a phone')
  await clerk.getByRole('button', { name: 'Idhinisha zote' }).click()
  const all = clerk.getByRole('dialog')
  await all.getByRole('button', { name: 'Idhinisha zote' }).click()
  await all.getByText('Maoni yanahitajika').waitFor()
  expect((await offered()).ids).toEqual([201, 3, 200])
  await all.getByRole('textbox').fill('Ziko ghalani kwetu')
  await all.getByRole('button', { name: 'Idhinisha zote' }).click()
  await all.getByText(/^1 /).waitFor()
  expect((await offered()).ids).toEqual([201, 23, 200])
  await house.leave(clerk)

  // Its broker reads what stood there before, and accepts it; the dispatch of the third has come meanwhile.
  await receiveCoffee(house.world, rows.slice(2))
  await reconcileCatalogue(house.world.house)
  await visit(maker, `${house.address}${details}?tab=all`)
  await maker.getByRole('row', { name: new RegExp(first ?? '') }).click()
  const drawer = maker.getByRole('dialog')
  await drawer.getByRole('row', { name: /^Weight 90 89\.5/ }).waitFor()
  await drawer.getByText(/387\.50/).waitFor()
  await expectNoAxeFindings(maker, 'a lot that was referred')
  const accept = { name: 'Accept the figures of the warehouse' }
  await drawer.getByRole('button', accept).click()
  await maker.getByRole('dialog').last().getByRole('button', accept).last().click()
  await expect.poll(async () => (await offered()).ids).toEqual([23, 23, 3])

  // By keyboard alone: the checker of the broker ticks two and approves them together.
  const broker = await house.open('broker.checker', { path: details })
  await broker.locator('[data-row="0"]').focus()
  await broker.keyboard.press('x')
  await broker.keyboard.press('j')
  await broker.keyboard.press('x')
  await broker.getByRole('button', { name: 'Approve 2' }).focus()
  await broker.keyboard.press('Enter')
  await broker.getByRole('dialog').getByRole('textbox').waitFor()
  await broker.keyboard.type('As agreed with the society')
  await broker.keyboard.press('Tab')
  await broker.keyboard.press('Tab')
  await broker.keyboard.press('Enter')
  await broker
    .getByRole('dialog')
    .getByText(/2 done/)
    .waitFor()
  await broker.keyboard.press('Escape')
  expect((await offered()).ids).toEqual([1, 1, 3])

  // The close: what is not agreed is rejected, and nothing is offered any more but what stands in the files.
  await house.world.owner.query(
    `update sales set catalogue_close = now() - interval '1 minute' where season = $1 and sale_number = $2`,
    [currentSeason(), sale],
  )
  await closeCatalogues(house.world.house)
  expect((await offered()).ids).toEqual([1, 1, 2])
  await visit(broker, `${house.address}/catalogue/closed`)
  const row = broker.getByRole('row', { name: /[0-9A-F]{16}/ })
  await row.waitFor()
  await expectNoAxeFindings(broker, 'closed catalogues')
  await row.click()
  const [saved] = await Promise.all([
    broker.waitForEvent('download'),
    broker.getByRole('dialog').getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^Catalogue_.*_43\.pdf$/)
  for (const page of [maker, broker]) await house.leave(page)
}, 240_000)

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
