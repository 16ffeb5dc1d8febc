import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFarmers } from '../kit/farmerFiles.ts'
import { until, uploadRows } from '../faults/farmerWays.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  const rows = newFarmers(3)
  const [same, other, closed] = rows.map(({ accountNumber }) => ({ institutionCode: '11', accountNumber }))
  await world.bank.load([
    { ...same!, name: 'WANJIKU NJERI KAMAU' },
    { ...other!, name: 'JOYCE WAIRIMU MWANGI' },
    { ...closed!, name: 'WANJIKU NJERI KAMAU', status: 'closed' },
  ])
  const { id } = await uploadRows(world, world.people.wanjikuMaker, rows)
  const answers = async () =>
    (await world.owner.query('select from upload_row_checks where upload_id = $1', [id])).rowCount ?? 0
  await until(answers, (count) => count === 3)
})
afterAll(() => house?.close())

test('on a phone and in Swahili the checker sees what the bank said, and its rows, before deciding', async () => {
  const checker = await house.open('fcs.checker', { ...looks.phone, path: '/farmers/uploads', language: 'sw' })
  await checker.getByText('members.csv').first().click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText(/Akaunti ambayo benki inaikataa · safu mlalo 1/).waitFor()
  await drawer.getByText(/Akaunti iliyopatikana na benki, kwa jina hili · safu mlalo 1/).waitFor()
  await expectNoAxeFindings(checker, 'the drawer of a file that waits')
  await expectNoSidewaysScroll(checker, 'the drawer of a file that waits')
  await drawer.getByRole('link', { name: /Akaunti kwa jina jingine · safu mlalo 1/ }).click()
  await checker.getByText('Kwa jina la JOYCE WAIRIMU MWANGI').waitFor()
  expect(await checker.getByText('Akaunti imefungwa').count()).toBe(0)
  await expectNoAxeFindings(checker, 'the rows that the bank names otherwise')
  await expectNoSidewaysScroll(checker, 'the rows that the bank names otherwise')
})

test('no page complained on the way', () => expect(house.complaints).toEqual([]))
