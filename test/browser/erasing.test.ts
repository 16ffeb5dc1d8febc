import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { settle } from './settle.ts'

let house: BrowserWorld
let maker: Page
let checker: Page
let id: string
const name = 'Joseph Macharia Kimani'
beforeAll(async () => {
  house = await openBrowserWorld()
  ;[maker, checker] = [await house.open('fcs.maker', looks.phoneDark), await house.open('fcs.checker')]
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from farmers where member_number = 'OT0002'`,
  )
  id = rows[0]?.id ?? ''
})
afterAll(() => house.close())

async function ask() {
  await maker.goto(`${house.address}/farmers/farmer/${id}?tab=identity`)
  await maker.getByRole('button', { name: 'Erase', exact: true }).click()
  const dialog = maker.getByRole('dialog')
  await dialog.getByLabel('Requested on').fill('2026-11-02')
  await dialog.getByLabel('Document').fill('Letter 12 of 2026')
  await dialog.getByLabel('Reason').fill('Wants to be forgotten')
  return dialog
}

test('on a phone the clerk is told what must be settled before somebody is erased', async () => {
  await house.world.owner.query(`update cherry_deliveries set paid_in = null where farmer_id = $1`, [id])
  const member = 'OT0002'
  await house.world.people.wanjikuMaker.post('/farmercherry/', {
    memberNumber: member,
    growerCode: 'CF4100',
    productName: 'COFFEE',
    currentDelivery: 20,
    season: '2026/2027',
  })
  const dialog = await ask()
  await expectNoAxeFindings(maker, 'the dialog')
  await expectNoSidewaysScroll(maker, 'the dialog')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await dialog.getByText(/Deliveries of this member wait for approval or are not paid yet/).waitFor()
  await maker.keyboard.press('Escape')
})

test('once all is settled a second person erases, and the page says no name any more', async () => {
  await house.world.owner.query(
    `update cherry_deliveries set paid_in = case status when 'APPROVED' then 'a cycle' end, status = case status when 'PENDING_APPROVAL' then 'DECLINED' else status end,
       decided_by = coalesce(decided_by, (select id from users where username = 'fcs.checker')), decided_at = coalesce(decided_at, now()) where farmer_id = $1 and paid_in is null`,
    [id],
  )
  const dialog = await ask()
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await maker.getByText('Sent for approval').waitFor()
  await checker.goto(`${house.address}/farmers/updates`)
  await checker.getByRole('table').getByRole('row').filter({ hasText: name }).first().click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText(`Has traded: the person is masked`, { exact: false }).first().waitFor()
  await expectNoAxeFindings(checker, 'the drawer')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  await checker.getByText('Update approved').waitFor()
  await maker.goto(`${house.address}/farmers/farmer/${id}?tab=history`)
  await maker.getByRole('heading', { name: 'Erased member 00001' }).waitFor()
  await settle(maker)
  expect(await maker.getByText('Macharia').count()).toBe(0)
  expect(await maker.getByRole('button', { name: 'Erase', exact: true }).count()).toBe(0)
  await expectNoAxeFindings(maker, 'the page of who was erased')
  await expectNoSidewaysScroll(maker, 'the page of who was erased')
  // Nothing is to come of who has no account and brings nothing any more.
  await maker.getByRole('tab', { name: 'Overview' }).click()
  await maker.getByRole('heading', { name: 'What happened' }).waitFor()
  await settle(maker)
  expect(await maker.getByText('How far it has come').count()).toBe(0)
  expect(await maker.locator('.stat', { hasText: 'Account' }).innerText()).toMatch(/—\n[^·]+$/)
})

test('no page complained on the way', () => expect(house.complaints).toEqual([]))
