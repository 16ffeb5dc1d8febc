import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/session/demo.ts'
import { appCode } from '../kit/appCode.ts'
import { borrower, fillFund, waitingLoan } from '../kit/loans.ts'
import { stuckPayouts } from '../kit/stuckPayouts.ts'
import type { Member } from '../kit/updateRequests.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
let lender: Page
let members: Member[]
let secret: string
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  const { otienoChecker, mercyKpcuChecker } = world.people
  await fillFund(world, 'KPCU', 100_000)
  members = [await borrower(world), await borrower(world)]
  for (const { id } of members) {
    const loan = await waitingLoan(world, id, 10_000)
    await otienoChecker.post('/disbursement/approve', [{ id: loan.id }])
  }
  lender = await house.open('kpcu.checker')
  type Totp = { data: { secret: string } }
  const { data } = (await mercyKpcuChecker.post<Totp>('/auth/totp', { action: 'enrol', password: demoPassword })).body
  secret = data.secret
  await mercyKpcuChecker.post('/auth/totp', { action: 'confirm', code: appCode(secret) })
  await world.owner.query(`update settings set value = 'true' where name = 'moneyNeedsFreshCode'`)
})
afterAll(() => house?.close())

/** As after half a minute: the app shows a code that has not served yet. */
const nextCode = async (): Promise<string> => {
  await house.world.owner.query(`update users set totp_last_step = totp_last_step - 3 where username = 'kpcu.checker'`)
  return appCode(secret)
}
const statuses = async (): Promise<string[]> => {
  const { rows } = await house.world.owner.query<{ status: string }>(
    'select status from loan_requests where farmer_id = any ($1)',
    [members.map(({ id }) => id)],
  )
  return rows.map(({ status }) => status)
}
const codeDialog = (page: Page) => page.getByRole('dialog', { name: 'Your second factor, once more' })
const codeBox = (page: Page) => codeDialog(page).getByRole('textbox', { name: 'Code of the authenticator app' })

test('who calls the code off sends nothing and keeps the selection; a wrong code is told, the right one carries on', async () => {
  await lender.goto(`${house.address}/loan/requests`)
  for (const { full_name: name } of members)
    await lender
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check()
  await lender.getByRole('button', { name: /^Authorise/ }).click()
  const send = lender.getByRole('dialog').first().locator('[type=submit]')
  await send.click()
  await codeBox(lender).waitFor()
  await expect.poll(() => codeBox(lender).evaluate((box) => box === document.activeElement)).toBe(true)
  await expectNoAxeFindings(lender, 'the question for a fresh code')
  await codeDialog(lender).getByRole('button', { name: 'Cancel' }).click()
  await codeDialog(lender).waitFor({ state: 'detached' })
  expect(await statuses()).toEqual(['APPROVED', 'APPROVED'])
  await expect.poll(() => lender.locator('.bulk-n').textContent()).toContain('2')
  await send.click()
  const right = await nextCode()
  await codeBox(lender).fill(right === '000000' ? '000001' : '000000')
  await codeDialog(lender).getByRole('button', { name: 'Continue' }).click()
  await codeDialog(lender).getByText('That code is not right').waitFor()
  await codeBox(lender).fill(await nextCode())
  await lender.keyboard.press('Enter')
  await codeDialog(lender).waitFor({ state: 'detached' })
  await lender.getByRole('dialog').getByText('2 done').waitFor()
  expect((await statuses()).every((status) => /PROCESSING|SUCCESS/.test(status))).toBe(true)
})

test('within five minutes nobody is asked again, and without a second factor the text says what to do', async () => {
  const { world } = house
  const { id } = await borrower(world)
  const loan = await waitingLoan(world, id, 1_000)
  await world.people.otienoChecker.post('/disbursement/approve', [{ id: loan.id }])
  await lender.goto(`${house.address}/loan/requests?open=${loan.id}`)
  // A page that is loaded anew has forgotten the code.
  await lender.getByRole('dialog').getByRole('button', { name: 'Authorise' }).click()
  await lender.getByRole('dialog').last().locator('[type=submit]').click()
  // Escape calls the code off, and leaves what stands behind it.
  await codeBox(lender).waitFor()
  await lender.keyboard.press('Escape')
  await codeDialog(lender).waitFor({ state: 'detached' })
  await lender.getByRole('dialog').last().locator('[type=submit]').click()
  await codeBox(lender).fill(await nextCode())
  await codeDialog(lender).getByRole('button', { name: 'Continue' }).click()
  await lender.getByText('Payment authorised').waitFor()
  const bank = await house.open('bank.checker', looks.phoneDark)
  const [payoutId = ''] = await stuckPayouts(world, ['Wanjiru Kamau'])
  const body = { resolution: 'RETURN_AGAIN', reason: 'The account of the fund is open again' }
  const { data } = (
    await world.people.estherBankMaker.post<{ data: { id: string } }>(`/payouts/${payoutId}/resolution`, body)
  ).body
  await bank.goto(`${house.address}/inbox?open=${data.id}`)
  await bank.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await bank.getByRole('dialog').last().locator('[type=submit]').click()
  await bank.getByText('Turn on an authenticator app or add a passkey under "Account" first').waitFor()
  await expectNoSidewaysScroll(bank, 'a refusal for want of a second factor on a phone')
})

test('a stuck payout is looked at, and its resolution said at the desk and decided in the inbox', async () => {
  const { world } = house
  await world.owner.query(`update settings set value = 'false' where name = 'moneyNeedsFreshCode'`)
  const [payoutId = ''] = await stuckPayouts(world, ['Njeri Mwangi'])
  const maker = await house.open('bank.maker', { path: `/money/payouts?open=${payoutId}` })
  await maker.getByRole('button', { name: 'Propose a resolution' }).click()
  const form = maker.getByRole('dialog', { name: 'Resolution of the payout to Njeri Mwangi' })
  const choose = async (way: string) => {
    await form.getByRole('combobox', { name: 'Resolution' }).click()
    await maker.getByRole('option', { name: way }).click()
  }
  await choose('It is back in the fund')
  await form.getByRole('textbox', { name: 'Reference of the bank' }).waitFor()
  await expectNoAxeFindings(maker, 'the form for a resolution')
  await choose('Send the return again')
  await form.getByRole('textbox', { name: 'Reason' }).fill('The account of the fund is open again')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await maker.getByRole('button', { name: 'Open the proposal' }).waitFor()
  await expectNoAxeFindings(maker, 'a stuck payout with its proposal')
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from change_requests where kind = 'payout_resolution' and target_id = $1`,
    [payoutId],
  )
  // Nobody pays for payouts of the test: they are told by hand.
  const checker = await house.open('bank.checker', { path: `/inbox?open=${rows[0]?.id}` })
  const drawer = checker.getByRole('dialog')
  await drawer.getByText('Send the return again').first().waitFor()
  await drawer.getByText('The account of the fund is open again').first().waitFor()
  await expectNoAxeFindings(checker, 'a resolution in the inbox')
  await drawer.getByRole('button', { name: 'Decline' }).click()
  await checker.getByRole('dialog').last().getByRole('textbox').fill('Ask the bank first')
  await checker.getByRole('dialog').last().locator('[type=submit]').click()
  await checker.getByText('Declined').first().waitFor()
  expect(house.complaints).toEqual([])
})
