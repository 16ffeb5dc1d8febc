import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { settle, visit } from './settle.ts'

let house: BrowserWorld
let maker: Page
let checker: Page
beforeAll(async () => {
  house = await openBrowserWorld()
  ;[maker, checker] = [await house.open('fcs.maker'), await house.open('fcs.checker')]
  await house.world.bank.load([{ institutionCode: '11', accountNumber: account, name: 'Joseph Macharia Kimani' }])
})
afterAll(() => house.close())

const account = '01199000000777'
const member = 'OT0002'
const name = 'Joseph Macharia Kimani'
const rowOf = (page: Page, text: string) => page.getByRole('table').getByRole('row').filter({ hasText: text }).first()
const idOf = async () => {
  const { rows } = await house.world.owner.query<{ id: string }>('select id from farmers where member_number = $1', [
    member,
  ])
  return rows[0]?.id ?? ''
}

test('the clerk asks for another account from the list of farmers', async () => {
  await visit(maker, `${house.address}/farmers/view?search=${member}`)
  await rowOf(maker, member)
    .getByRole('button', { name: /Actions for/ })
    .click()
  await maker.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = maker.getByRole('dialog')
  await dialog.getByLabel('Account Number').fill('12')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await dialog.getByText('6 to 20 digits').waitFor()
  await dialog.getByLabel('Payment Institution').click()
  await maker.getByRole('option', { name: 'Co-operative Bank of Kenya' }).click()
  await dialog.getByLabel('Account Number').fill(account)
  await dialog.getByLabel('Account Name').fill(name)
  await dialog.getByLabel('Reason').fill('Her letter of 3 November')
  await expectNoAxeFindings(maker, 'the form')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await maker.getByText('Sent for approval').waitFor()
})

test('the clerk sees it waiting on the page of the farmer, and may only take it back', async () => {
  await visit(maker, `${house.address}/farmers/farmer/${await idOf()}?tab=requests`)
  await maker.getByText('A change of this farmer waits for a decision').waitFor()
  await maker.getByRole('button', { name: 'Withdraw' }).waitFor()
  expect(await maker.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from change_requests where target_id = $1 and status = 'PENDING_APPROVAL'`,
    [await idOf()],
  )
  const { status } = await house.world.people.wanjikuMaker.post('/farmer/approve', { id: rows[0]?.id })
  expect(status).toBe(403)
})

test('who wants another change meanwhile is told so before a form is filled', async () => {
  await maker.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = maker.getByRole('dialog')
  await dialog
    .getByText('One of these is already waiting for a decision. Have it decided or withdrawn first.')
    .waitFor()
  expect(await dialog.getByRole('textbox').count()).toBe(0)
  await expectNoAxeFindings(maker, 'the reason why not')
  await maker.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('the checker compares before and after in the drawer, and approves', async () => {
  await visit(checker, `${house.address}/farmers/updates`)
  await rowOf(checker, name).click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText(account).first().waitFor()
  await drawer.getByText('Her letter of 3 November').first().waitFor()
  await expectNoAxeFindings(checker, 'the drawer')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).last().click()
  await checker.getByText('Update approved').waitFor()
})

test('the page shows the new account, when it may be paid, and the whole story', async () => {
  await visit(checker, `${house.address}/farmers/farmer/${await idOf()}?tab=payment`)
  await checker.getByText(/May be paid from/).waitFor()
  await checker.getByText(account).first().waitFor()
  await checker.getByText('Requested by Wanjiku Kamau, approved by Otieno Ouma').waitFor()
  await expectNoAxeFindings(checker, 'payment details')
  await checker.getByRole('tab', { name: 'History' }).click()
  await checker.getByText('Proposed a change').waitFor()
  await checker.getByText('Otieno Ouma').first().waitFor()
  await expectNoAxeFindings(checker, 'history')
})

test('the clerk adds a plot by its corners, and a second person verifies it', async () => {
  await visit(maker, `${house.address}/farmers/farmer/${await idOf()}?tab=plots`)
  await maker.getByRole('button', { name: 'Add a plot' }).click()
  const dialog = maker.getByRole('dialog')
  await dialog.getByLabel('Name of the plot').fill('Kwa mto')
  await dialog.getByLabel('Measured as').click()
  await maker.getByRole('option', { name: 'An outline' }).click()
  const corners = dialog.getByLabel('Corners')
  await corners.fill('-0.54,36.93\n-0.54,36.931\n-0.541,36.931')
  await dialog.getByRole('button', { name: 'Send for verification' }).click()
  await dialog.getByText('Every coordinate needs at least 6 decimals').first().waitFor()
  await corners.fill('-0.540000,36.930000\n-0.540000,36.931000\n-0.541000,36.931000')
  await dialog.getByRole('button', { name: 'Send for verification' }).click()
  await maker.getByRole('img', { name: 'Outline of Kwa mto' }).waitFor()
  await expectNoAxeFindings(maker, 'plots')
  await visit(checker, `${house.address}/farmers/plots`)
  await rowOf(checker, 'Kwa mto').click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
  await checker.getByText(/Verify: .*Kwa mto\. Sent in 6 seconds\./).waitFor()
  await checker.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await checker.getByText(/1 verified/).waitFor()
})

test('land of others is drawn with a plot, and verifying it all the same asks why', async () => {
  const { wanjikuMaker } = house.world.people
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from farmers where member_number = 'OT0009'`,
  )
  const corners = [
    [36.9302, -0.54],
    [36.9312, -0.54],
    [36.9312, -0.541],
    [36.9302, -0.54],
  ].map((corner) => `[${corner.map((degrees) => degrees?.toFixed(6)).join(',')}]`)
  await wanjikuMaker.post(`/farmer/${rows[0]?.id}/plots`, {
    name: 'Mpakani',
    geometry: `{"type":"Polygon","coordinates":[[${corners.join(',')}]]}`,
  })
  await checker.goto(`${house.address}/farmers/plots`)
  await rowOf(checker, 'Mpakani').click()
  const drawer = checker.getByRole('dialog')
  await drawer.getByText(`Land of others: ${member}, Kwa mto`).waitFor()
  await expectNoAxeFindings(checker, 'the drawer of a plot')
  await drawer.getByRole('button', { name: 'Verify' }).click()
  const dialog = checker.getByRole('dialog').last()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await dialog.getByText('Comment is required').waitFor()
  await dialog.getByLabel('Why?').fill('Both owners walked the fence with us')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await checker.getByText(/1 verified/).waitFor()
})

test('of the dead only the account may be changed, and the page says what stands in the way', async () => {
  const { wanjikuMaker, otienoChecker } = house.world.people
  const { body } = await wanjikuMaker.post<{ data: { id: string } }>('/farmer/life-state', {
    id: await idOf(),
    lifeState: 'DECEASED',
    reason: 'The family told us',
  })
  await otienoChecker.post('/farmer/approve', { id: body.data.id })
  await visit(maker, `${house.address}/farmers/farmer/${await idOf()}?tab=deliveries`)
  await maker.getByText('This farmer is not an active member').waitFor()
  await maker.getByRole('heading', { name: 'Latest deliveries' }).waitFor()
  await expectNoAxeFindings(maker, 'deliveries')
  await maker.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = maker.getByRole('dialog')
  await dialog.getByText(/Only the payment details may be changed/).waitFor()
  expect(await dialog.getByLabel('First Name').count()).toBe(0)
  await expectNoAxeFindings(maker, 'the form for the next of kin')
  await maker.keyboard.press('Escape')
  await maker.getByRole('button', { name: 'Change life state' }).click()
  await maker.getByRole('combobox', { name: 'Life state' }).click()
  await expect.poll(() => maker.getByRole('option').allTextContents()).toEqual(['Active'])
})

test('the palette leads to the farmer', async () => {
  await checker.keyboard.press('ControlOrMeta+k')
  await checker
    .getByRole('textbox', { name: /Search/ })
    .last()
    .fill(member)
  await checker.getByText(name).last().waitFor()
  await checker.keyboard.press('Enter')
  await checker.waitForURL(/\/farmers\/farmer\//)
})

test('on a phone, in the dark, nothing scrolls sideways', async () => {
  const phone = await house.open('fcs.checker', looks.phoneDark)
  for (const tab of ['identity', 'payment', 'plots', 'deliveries', 'requests', 'history']) {
    await visit(phone, `${house.address}/farmers/farmer/${await idOf()}?tab=${tab}`)
    await phone.getByRole('heading', { name }).waitFor()
    await settle(phone)
    await expectNoSidewaysScroll(phone, tab)
    await expectNoAxeFindings(phone, tab)
  }
})

test('no page complained on the way', () => expect(house.complaints).toEqual([]))
