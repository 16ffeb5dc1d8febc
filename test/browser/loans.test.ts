import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrower, fillFund, grantLimit, ledgerBalance, waitingLoan } from '../kit/loans.ts'
import type { Member } from '../kit/updateRequests.ts'
import { codeOfPaper } from '#server/kit/paper/paperCodes.ts'
import { loanSlip } from '#server/loans/loanSlips.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside } from './settle.ts'

let house: BrowserWorld
let clerk: Page
let checker: Page
let lender: Page
let member: Member
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  await fillFund(world, 'KPCU', 100_000)
  member = await borrower(world)
  await grantLimit(world, member.id, 20_000)
  clerk = await house.open('fcs.maker')
  checker = await house.open('fcs.checker')
  lender = await house.open('kpcu.checker')
})
afterAll(() => house?.close())

const dialogOf = (page: Page) => page.getByRole('dialog')
const statusOf = async (): Promise<string | undefined> => {
  const { rows } = await house.world.owner.query<{ status: string }>(
    'select status from loan_requests where farmer_id = $1',
    [member.id],
  )
  return rows[0]?.status
}

test('a clerk sees the limit and the calculation before the loan is asked for', async () => {
  await goInside(clerk, '/loan/requests?create=Y')
  await dialogOf(clerk).getByRole('textbox', { name: 'Member number' }).fill(member.member_number)
  await dialogOf(clerk).getByText(member.full_name).first().waitFor()
  const amount = dialogOf(clerk).getByRole('textbox', { name: 'Amount' })
  await amount.fill('20001')
  await dialogOf(clerk).getByText('The limit leaves').waitFor()
  await amount.fill('16500')
  await dialogOf(clerk).getByText('KES 16,005.00').waitFor()
  await expectNoAxeFindings(clerk, 'the form of a loan request')
  await dialogOf(clerk).getByRole('button', { name: 'Send for approval' }).click()
  await clerk.getByText('Loan requested; it waits for approval').waitFor()
  // What is sent is not asked about again: the form is gone by itself.
  await dialogOf(clerk).waitFor({ state: 'detached' })
  expect(await statusOf()).toBe('PENDING_APPROVAL')
})

test('of two lenders the clerk sees what each would give, and chooses one', async () => {
  const shared = await borrower(house.world)
  await grantLimit(house.world, shared.id, 4_991)
  await grantLimit(house.world, shared.id, 78.32, { lender: 'COOP' })
  await goInside(clerk, '/loan/requests?create=Y')
  const dialog = dialogOf(clerk)
  await dialog.getByRole('textbox', { name: 'Member number' }).fill(shared.member_number)
  const parts = dialog.getByRole('list', { name: 'By lender' }).getByRole('listitem')
  await parts.first().waitFor()
  expect((await parts.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    'Kenya Planters Co-operative Union KES 4,991.00 free of KES 4,991.00',
    'Co-operative Bank KES 78.00 free of KES 78.32',
  ])
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await amount.fill('5069')
  await dialog.getByText('One loan has one lender').waitFor()
  await amount.fill('500')
  await dialog.getByRole('combobox', { name: 'Lender' }).click()
  await clerk.getByRole('option', { name: /Co-operative Bank/ }).click()
  await dialog.getByText('The limit leaves KES 78.00').waitFor()
  await expectNoAxeFindings(clerk, 'the form of a loan request with two lenders')
  await amount.fill('100')
  await dialog.getByRole('combobox', { name: 'Lender' }).click()
  await clerk.getByRole('option', { name: /Kenya Planters/ }).click()
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await dialog.waitFor({ state: 'detached' })
  await goInside(clerk, `/farmers/farmer/${shared.id}?tab=limit`)
  await clerk.getByRole('list', { name: 'By lender' }).getByText('KES 4,891.00 free of KES 4,991.00').waitFor()
  await goInside(clerk, '/farmers/limits')
  await clerk
    .getByText(/COOP 78\.00/)
    .first()
    .waitFor()
})

test('the society approves what it sees in the drawer, on a phone', async () => {
  await checker.setViewportSize(looks.phone)
  await goInside(checker, '/loan/pending')
  await checker.getByText(member.full_name).first().click()
  await dialogOf(checker).getByText('Confirmed by the bank').waitFor()
  await dialogOf(checker).getByText('Still free to borrow').waitFor()
  await expectNoAxeFindings(checker, 'the drawer of a loan request on a phone')
  await expectNoSidewaysScroll(checker, 'loan requests on a phone')
  // A refusal would have to say why.
  await dialogOf(checker).getByRole('button', { name: 'Decline' }).click()
  await checker.locator('form.step-form [type=submit]').click()
  await checker.locator('form.step-form').getByText('Reason is required').waitFor()
  await checker.locator('form.step-form').getByRole('button', { name: 'Cancel' }).click()
  await dialogOf(checker).getByRole('button', { name: 'Approve' }).click()
  await dialogOf(checker).locator('[type=submit]').click()
  await expect.poll(statusOf, { timeout: 15_000 }).toBe('APPROVED')
})

test('who lends authorises many at once and gets a receipt; the money leaves the fund', async () => {
  const { world } = house
  const other = await borrower(world)
  const second = await waitingLoan(world, other.id, 10_000)
  await world.people.otienoChecker.post('/disbursement/approve', [{ id: second.id }])
  await goInside(lender, '/loan/requests')
  await lender.getByText(member.full_name).first().waitFor()
  await expectNoAxeFindings(lender, 'loan requests that wait for the lender')
  await lender.getByRole('checkbox').first().check()
  // Only what this user can do is offered.
  expect(await lender.getByRole('button', { name: 'Approve', exact: false }).count()).toBe(0)
  await lender.getByRole('button', { name: /^Authorise/ }).click()
  await dialogOf(lender).locator('[type=submit]').click()
  await expect.poll(statusOf, { timeout: 15_000 }).toMatch(/PROCESSING|SUCCESS/)
  await expectNoAxeFindings(lender, 'the receipt of an authorisation')
  const kpcu = world.organisationId('KPCU')
  expect(await ledgerBalance(world, 'fund', kpcu, kpcu)).toBe(100_000 - 16_005 - 9_700)
})

test('the member follows the loan from the slip, on a phone and without signing in', async () => {
  const { rows } = await house.world.owner.query<{ id: string; reference: string }>(
    `select id, reference from loan_requests where farmer_id = $1 order by created_at limit 1`,
    [member.id],
  )
  const { id = '', reference = '' } = rows[0] ?? {}
  await goInside(clerk, `/loan/requests?tab=all&open=${id}`)
  const saved = clerk.waitForEvent('download')
  await dialogOf(clerk).getByRole('button', { name: 'Slip for the member' }).click()
  expect((await saved).suggestedFilename()).toBe(`loanslip_${reference}.pdf`)
  const page = await house.open('fcs.maker', looks.phoneDark)
  await page.context().clearCookies()
  await page.goto(`${house.address}/follow/${codeOfPaper(house.world.house, loanSlip, reference)}`)
  await page.getByRole('heading', { name: 'Follow your loan' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Requested' }).waitFor()
  await page.getByText(/Othameru/).waitFor()
  expect(await page.getByText(member.full_name).count()).toBe(0)
  await expectNoAxeFindings(page, 'the page of a slip')
  await expectNoSidewaysScroll(page, 'the page of a slip')
  await page.goto(`${house.address}/follow/LNAAAAAAAAAA-1111-2222-3333-4444`)
  await page.getByText('We do not know this slip').waitFor()
  await house.leave(page)
})

test('a reader in the dark sees the same list, and no page has complained', async () => {
  const dark = await house.open('kpcu.maker', { dark: true, path: '/loan/requests' })
  await dark.getByText(member.full_name).first().waitFor()
  await expectNoAxeFindings(dark, 'loan requests in the dark')
  expect(house.complaints).toEqual([])
})
