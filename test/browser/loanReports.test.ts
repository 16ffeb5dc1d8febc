import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedSchedules, authorisedLoans } from '../kit/loanReports.ts'
import { settle } from '../kit/loans.ts'
import { freshMember, type Member } from '../kit/updateRequests.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside } from './settle.ts'

let house: BrowserWorld
let member: Member
let scheduleId: string
beforeAll(async () => {
  house = await openBrowserWorld()
  member = await freshMember(house.world)
  const [paid = '', back = ''] = await authorisedLoans(house.world, member.id, [16_500, 2_000])
  await settle(house.world, [paid], 'PAID')
  await settle(house.world, [back], 'FAILED')
  scheduleId = (await approvedSchedules(house.world, [3]))[0] ?? ''
})
afterAll(() => house.close())

test('a clerk finds the loans of a member from the list of farmers and takes the statement out', async () => {
  const page = await house.open('fcs.maker', { path: `/farmers/view?search=${member.member_number}` })
  await page
    .getByRole('row', { name: new RegExp(member.member_number) })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Loan history' }).click()
  await page.getByRole('heading', { name: `Loan history of ${member.full_name}` }).waitFor()
  await page.getByText('Disbursed').first().waitFor()
  await page.getByText('KES 2,000.00').first().waitFor()
  await expectNoAxeFindings(page, 'loan history')
  const taken = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Statement' }).click()
  expect((await taken).suggestedFilename()).toBe(`loanstatement_${member.id}.pdf`)

  await page.getByRole('link', { name: 'Open the farmer' }).click()
  await page.getByRole('tab', { name: 'Loans', selected: true }).waitFor()
  await page.getByText('Within the bank').first().waitFor()
  await expectNoAxeFindings(page, 'loans of a farmer')
  await page.getByRole('tab', { name: 'Limit' }).click()
  for (const what of ['Granted', 'Reserved', 'Used', 'Released'])
    await page.getByRole('listitem').getByText(what, { exact: true }).first().waitFor()
  await expectNoAxeFindings(page, 'limit of a farmer')

  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
  for (const what of ['Loan statement printed', 'Loan requested', 'Limit raised', 'Registered'])
    await page.getByRole('listitem').getByText(what, { exact: true }).first().waitFor()
  await expectNoAxeFindings(page, 'overview of a farmer')
  await page.setViewportSize(looks.phoneDark)
  await expectNoSidewaysScroll(page, 'overview of a farmer on a phone')
  await page.getByRole('listitem').getByRole('link', { name: 'Loan requested' }).first().click()
  await page.getByRole('tab', { name: 'Loans', selected: true }).waitFor()
  await house.leave(page)
})

test('many loans of a farmer, and what moved the limit, are read page by page, and the address keeps the page', async () => {
  const borrower = await freshMember(house.world)
  const amounts = [1_000, 1_100, 1_200, 1_300, 1_400, 1_500, 1_600, 1_700]
  await settle(house.world, await authorisedLoans(house.world, borrower.id, amounts), 'PAID')
  const page = await house.open('fcs.maker', { path: `/farmers/farmer/${borrower.id}?tab=loans` })
  await page.getByText('1–7 of 8').waitFor()
  expect(await page.getByText('KES 1,000.00').count()).toBe(0)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.getByText('8–8 of 8').waitFor()
  await page.reload()
  await page.getByText('KES 1,000.00').first().waitFor()
  await expectNoAxeFindings(page, 'the second page of the loans of a farmer')
  // Another part of the page begins with its first page.
  await page.getByRole('tab', { name: 'Limit' }).click()
  // The limit was granted once or twice; each loan was reserved and used.
  await page.getByText(/^1–10 of 1[78]$/).waitFor()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.getByText(/^11–1[78] of 1[78]$/).waitFor()
  await page.getByText('Granted', { exact: true }).last().waitFor()
  await expectNoSidewaysScroll(page, 'the second page of what moved a limit')
  await house.leave(page)
})

test('every list of loans is whole on a desk and, in the dark, on a phone', async () => {
  const pages = [
    ['/money/commissions', 'Interest commissions'],
    ['/loan/summary', 'Loan summary'],
    ['/loan/summary/CF4100', 'Loans of'],
    ['/ccarf/farmer/loan/schedule', 'Loan schedules'],
    [`/ccarf/farmer/loan/schedule/${scheduleId}`, 'Loan schedule'],
  ] as const
  for (const size of [{}, looks.phoneDark]) {
    const page = await house.open('kpcu.checker', size)
    for (const [path, title] of pages) {
      await goInside(page, path)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await page.getByText(/^1–\d+ of/).waitFor()
      await expectNoAxeFindings(page, path)
      await expectNoSidewaysScroll(page, path)
    }
    await house.leave(page)
  }
})

test('anybody checks a code without signing in, and a wrong one is refused', async () => {
  const page = await house.open('fcs.maker')
  await page.context().clearCookies()
  await page.goto(`${house.address}/check/AAAAA-BBBBB-CCCCC-DDDDD`)
  await page.getByText('This paper is not ours').waitFor()
  await expectNoAxeFindings(page, 'a wrong code')
  await page.getByRole('textbox', { name: /Code on the paper/ }).fill('11111-22222-33333-44444')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.waitForURL(/check\/11111/)
  await page.getByText('This paper is not ours').waitFor()
  await house.leave(page)
})

test('no page complained', () => expect(house.complaints).toEqual([]))
