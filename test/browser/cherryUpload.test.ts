import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { businessDate } from '#server/kit/clock.ts'
import { memberOf } from '../kit/deliveryFiles.ts'
import { workbookOf } from '../kit/workbooks.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

let house: BrowserWorld
let maker: Page
let before: number
beforeAll(async () => {
  house = await openBrowserWorld()
  maker = await house.open('fcs.maker')
  before = await approvedKg()
})
afterAll(() => house?.close())

const fileName = 'Weighing book Gatura.xlsx'
type Row = Record<keyof (typeof cherryDeliveriesFile)['columns'], string>
const delivery = (n: number): Row => ({
  deliveredOn: businessDate(),
  factory: 'Gatura',
  memberNumber: memberOf('CF4100', n),
  currentDelivery: String(20 + n / 4),
  receiptNumber: `UP${String(n).padStart(5, '0')}`,
})
/** What a clerk writes wrong, and in which rows of the book. */
const faults: Record<number, (row: Row) => Row> = {
  1: (row) => ({ ...row, currentDelivery: `${row.currentDelivery} kg` }),
  2: (row) => ({ ...row, currentDelivery: `${row.currentDelivery.replace('.', ',')}kgs` }),
  3: (row) => ({ ...row, memberNumber: `OT-${row.memberNumber.slice(2)}` }),
  4: (row) => ({ ...row, memberNumber: `${row.memberNumber}.` }),
  5: (row) => ({ ...row, factory: 'Gatuura' }),
  6: (row) => ({ ...row, memberNumber: 'OT9999' }),
  7: (row) => ({ ...row, memberNumber: 'OT9998' }),
  8: (row) => ({ ...row, receiptNumber: delivery(9).receiptNumber }),
  10: (row) => ({ ...row, deliveredOn: '2031-01-01' }),
}
const count = 300
const workbook = () =>
  workbookOf(
    cherryDeliveriesFile,
    Array.from({ length: count }, (_, at) => (faults[at + 1] ?? ((right: Row) => right))(delivery(at + 1))),
  )

async function approvedKg(): Promise<number> {
  const { body } = await house.world.people.otienoChecker.get<{ approvedKg: number }>('/farmercherry/totals')
  return body.approvedKg
}
const rowOf = (page: Page) => page.getByRole('table').getByRole('row').filter({ hasText: fileName })
/** The numbers above the rows: how many are ready, and how many have errors. */
const expectCounts = (ready: number, failed: number) =>
  maker.getByRole('img', { name: new RegExp(`^${ready} rows? ready, ${failed} with errors`) }).waitFor()
const uploadOf = async () => {
  const { rows } = await house.world.owner.query<{ id: string; status: string }>(
    'select id, status from uploads where file_name = $1',
    [fileName],
  )
  return rows[0] ?? { id: '', status: '' }
}

/** Types another value into the first wrong cell that shows this one. */
async function correct(cell: RegExp, value: string): Promise<void> {
  await maker.getByRole('gridcell', { name: cell }).first().dblclick()
  await maker.getByRole('grid').getByRole('textbox').waitFor()
  await maker.keyboard.press('ControlOrMeta+A')
  await maker.keyboard.type(value)
  await maker.keyboard.press('Enter')
}

test('nothing is sent before the disclaimer is ticked', async () => {
  await visit(maker, `${house.address}/cherry/uploads?upload=Y`)
  const dialog = maker.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: fileName,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await workbook(),
  })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByText('Please tick the checkbox to proceed').waitFor()
  await expectNoAxeFindings(maker, 'the upload with its disclaimer')
  expect((await uploadOf()).id).toBe('')
})

test('300 deliveries with nine slips lead to the review', async () => {
  const dialog = maker.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Crops \(Coffee\)/ }).check()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await maker.waitForURL(/\/cherry\/uploads\/.+\/review/)
  // The receipt that stands in two rows is wrong in both.
  await expectCounts(290, 10)
  await expectNoAxeFindings(maker, 'the review of deliveries')
})

test('what is a matter of writing is put right with one click, the rest by hand in the cells', async () => {
  await maker.getByRole('button', { name: 'Keep the number only' }).click()
  await maker.getByRole('button', { name: /^Repair \d/ }).click()
  await expectCounts(292, 8)
  await maker.getByRole('button', { name: 'Remove blanks and signs' }).click()
  await maker.getByRole('button', { name: /^Repair \d/ }).click()
  await expectCounts(294, 6)
  await expect.poll(() => maker.getByRole('gridcell', { name: /^OT-0003/ }).count()).toBe(0)
  await correct(/^Gatuura/, 'Gatura')
  await expectCounts(295, 5)
})

test('what is typed goes into its own row, though the one above leaves the list meanwhile', async () => {
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await expect.poll(() => maker.getByRole('gridcell', { name: /^OT0005/ }).count()).toBe(0)
  await maker.route('**/api/uploads/*/rows?*', async (route) => {
    await held
    await route.continue()
  })
  await correct(/^OT9999/, delivery(6).memberNumber)
  const below = delivery(7).memberNumber
  await maker.keyboard.type(below.slice(0, 3))
  await expectCounts(296, 4)
  release()
  await expect
    .poll(() => maker.getByRole('gridcell', { name: new RegExp(`^${delivery(6).memberNumber}`) }).count())
    .toBe(0)
  await maker.keyboard.type(below.slice(3))
  await maker.keyboard.press('Enter')
  await expectCounts(297, 3)
  await maker.unroute('**/api/uploads/*/rows?*')
})

test('the row that cannot be right is left out, and the rest is sent', async () => {
  await correct(/^UP00009/, delivery(8).receiptNumber)
  await expectCounts(299, 1)
  await maker.getByRole('button', { name: 'Leave out one row' }).click()
  await maker.getByRole('button', { name: 'Send 299 rows' }).click()
  await maker.waitForURL(/\/cherry\/uploads(\?|$)/)
  await rowOf(maker).getByText('Awaiting checker').waitFor()
})

test('who sent the file cannot approve it, even with the permission', async () => {
  const asRole = (role: string) =>
    house.world.owner.query(`update users set role_name = $1 where username = 'fcs.maker'`, [role])
  await asRole('FCS_CHECKER')
  await visit(maker, `${house.address}/cherry/uploads?tab=all`)
  await rowOf(maker)
    .getByRole('button', { name: /Actions for/ })
    .click()
  await maker.getByRole('menuitem', { name: /Approve You made, changed or approved this record/ }).waitFor()
  await maker.keyboard.press('Escape')
  const { id } = await uploadOf()
  const { status, body } = await house.world.people.wanjikuMaker.post<{ code: string }>(
    `/upload/cherry/approve_deliveries/${house.world.organisationId('CF4100')}`,
    { id },
  )
  expect([status, body.code]).toEqual([409, 'own_submission'])
  await asRole('FCS_MAKER')
})

test('a receipt that was entered by hand meanwhile keeps the whole file back, and the checker gets the rows', async () => {
  const checker = await house.open('fcs.checker')
  const { wanjikuMaker, otienoChecker } = house.world.people
  const { season } = (await wanjikuMaker.get<{ season: string }>('/farmercherry/totals')).body
  const entered = await wanjikuMaker.post<{ data: { id: string } }>('/farmercherry/', {
    memberNumber: memberOf('CF4100', 120),
    growerCode: 'CF4100',
    productName: 'COFFEE',
    season,
    currentDelivery: 12,
    receiptNumber: delivery(11).receiptNumber,
  })
  expect(entered.status).toBe(200)
  await visit(checker, `${house.address}/inbox`)
  await checker.getByRole('row').filter({ hasText: fileName }).click()
  await checker.getByRole('dialog').getByText('299').first().waitFor()
  await expectNoAxeFindings(checker, 'the drawer of a file of deliveries')
  const approve = async () => {
    await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await checker.getByRole('button', { name: 'Confirm' }).click()
  }
  const [download] = await Promise.all([checker.waitForEvent('download'), approve()])
  expect(download.suggestedFilename()).toBe(`File_Approved_With_Error_${fileName}`)
  await checker.getByText('could not become records').waitFor()
  expect([await approvedKg(), (await uploadOf()).status]).toEqual([before, 'PENDING_APPROVAL'])

  // The entry by hand was the one too many: it is declined, and the file goes through.
  const declined = await otienoChecker.post('/farmercherry/approve', {
    action: 'decline',
    confirmCherry: { id: entered.body.data.id },
    approverComment: 'It stands in the weighing book',
  })
  expect(declined.status).toBe(200)
  await visit(checker, `${house.address}/inbox`)
  await checker.getByRole('row').filter({ hasText: fileName }).click()
  await approve()
  await expect.poll(async () => (await uploadOf()).status, { timeout: 60_000 }).toBe('APPROVED')
})

test('the 299 rows are approved deliveries, and the total is larger by their weight', async () => {
  const sent = Array.from({ length: count }, (_, at) => at + 1).filter((n) => n !== 10)
  const kilograms = sent.reduce((sum, n) => sum + Number(delivery(n).currentDelivery), 0)
  expect(await approvedKg()).toBe(before + kilograms)
  const { rows } = await house.world.owner.query<{ receipt: string; member: string }>(
    `select d.receipt_number as receipt, f.member_number as member from cherry_deliveries d join farmers f on f.id = d.farmer_id
     where d.upload_id = $1 order by 1`,
    [(await uploadOf()).id],
  )
  expect(rows).toEqual(sent.map((n) => ({ receipt: delivery(n).receiptNumber, member: delivery(n).memberNumber })))
  await visit(maker, `${house.address}/cherry/deliveries?search=${delivery(6).receiptNumber}`)
  await maker
    .getByRole('row', { name: new RegExp(delivery(6).memberNumber) })
    .getByText('Approved')
    .waitFor()
  const shown = (before + kilograms).toLocaleString('en', { minimumFractionDigits: 1 })
  await maker.getByText(`${shown} kg`).waitFor()
})

test('the other society sees nothing of it', async () => {
  const { purityChecker } = house.world.people
  const { id } = await uploadOf()
  for (const path of [`/upload/cherry/deliveries/${id}`, `/uploads/${id}/review`, `/upload/cherry/${id}/download`])
    expect((await purityChecker.get(path)).status, path).toBe(404)
})

test('no page complained', () => expect(house.complaints).toEqual([]))
