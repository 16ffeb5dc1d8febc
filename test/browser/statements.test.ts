import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideSchedule, fewMembers, fillPool, keepFloor, membersOf, owe, saveSchedule } from '../kit/schedules.ts'
import { agreeDeduction, asPremium } from '../kit/deductions.ts'
import { hashOfCode } from '#server/loanReports/statementCodes.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
let member: { id: string; number: string; nationalId: string }
let scheduleId: string
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  const { wanjikuMaker, margaretManager } = world.people
  await fewMembers(world, 6)
  await keepFloor(world)
  const [first] = await membersOf(world)
  const { rows } = await world.owner.query<{ id: string }>('select id_number as id from farmers where id = $1', [
    first!.id,
  ])
  member = { id: first!.id, number: first!.number, nationalId: rows[0]!.id }
  await agreeDeduction(world, { ...asPremium, amount: 0.35, title: 'Quality premium', minuteNumber: 'AGM/7' })
  await agreeDeduction(world, { basis: 'PER_MEMBER', amount: 50, title: 'Fertiliser', minuteNumber: 'MC/12' })
  await owe(world, member.id, 'KPCU', 12_345n)
  await fillPool(world, 'CF4100', 50_000)
  scheduleId = (await saveSchedule(world, wanjikuMaker)).body.data.id
  await decideSchedule(world, margaretManager, 'APPROVE', { id: scheduleId })
})
afterAll(() => house.close())

test('a clerk finds a member by national ID, and reads what each payment is made of', async () => {
  const clerk = await house.open('fcs.maker', { path: '/farmers/statement' })
  await clerk.getByRole('button', { name: 'Find the member' }).click()
  await clerk.getByText('Please Input Farmer Id').waitFor()
  await clerk.getByLabel('National ID').fill('99999999')
  await clerk.getByRole('button', { name: 'Find the member' }).click()
  await clerk.getByText('No member of the societies that you see').waitFor()
  await clerk.getByLabel('National ID').fill(member.nationalId)
  await clerk.getByRole('button', { name: 'Find the member' }).click()
  await clerk.getByRole('heading', { name: /^Payment statement of / }).waitFor()
  await clerk.getByText('− KES 123.45').waitFor()
  await clerk.getByText('− KES 50.00').waitFor()
  await clerk.getByText(/^Minute MC\/12, /).waitFor()
  await clerk.getByText(/^Minute AGM\/7, /).waitFor()
  await clerk.getByRole('columnheader', { name: 'Deductions' }).waitFor()
  expect(clerk.url()).not.toContain(member.nationalId)
  await clerk.getByText(/^Where the money came from/).click()
  await clerk.getByText('Came as shillings').waitFor()
  await expectNoAxeFindings(clerk, 'the payment statement of a member')
  const saved = clerk.waitForEvent('download')
  await clerk.getByRole('button', { name: 'Download XLSX' }).click()
  expect((await saved).suggestedFilename()).toBe(`paymentstatement_${member.number}.xlsx`)
  const printed = clerk.waitForEvent('download')
  await clerk.getByRole('button', { name: 'Print with a check code' }).click()
  expect((await printed).suggestedFilename()).toBe(`paymentstatement_${member.number}.pdf`)
  const { rows } = await house.world.owner.query<{ hash: Buffer }>(
    `insert into member_statements (id, kind, organisation_id, farmer_id, code_hash, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at)
     select gen_random_uuid(), kind, organisation_id, farmer_id, $1, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at
     from member_statements where kind = 'payment_statement' returning code_hash as hash`,
    [hashOfCode('ABCDE-FGHJK-MNPQR-STVWX')],
  )
  expect(rows).toHaveLength(1)
  const stranger = await house.stranger()
  await stranger.goto(`${house.address}/check/ABCDE-FGHJK-MNPQR-STVWX`)
  await stranger.getByText('Payment statement of a member').waitFor()
  await stranger.getByText('This paper is ours').waitFor()
  expect(await stranger.locator('body').innerText()).not.toContain(member.number)
  await expectNoAxeFindings(stranger, 'the check of a payment statement')
  await house.leave(stranger)
  await clerk.getByRole('link', { name: 'See the schedule' }).click()
  await clerk.getByRole('heading', { name: /^Schedule .*, cycle 1$/ }).waitFor()
  await house.leave(clerk)
})

test('the drawer of a line explains its amount from the deliveries to the account', async () => {
  const clerk = await house.open('fcs.maker', { path: `/farmers/schedule/details/view/${scheduleId}` })
  await clerk.getByText(member.number).first().click()
  const line = clerk.getByRole('dialog')
  await line.getByText(/^Deliveries in these kilograms/).click()
  await line.getByText('− KES 123.45').waitFor()
  await line.getByText(/^Minute MC\/12, /).waitFor()
  await line.getByText(/^Where the money came from/).waitFor()
  await expectNoAxeFindings(clerk, 'how the amount of a line came about')
  await house.leave(clerk)
})

test('the page of a farmer leads to the statement', async () => {
  const clerk = await house.open('fcs.maker', { path: `/farmers/farmer/${member.id}?tab=cherryPay` })
  await clerk.getByRole('link', { name: 'Payment statement', exact: true }).last().click()
  await clerk.getByRole('heading', { name: /^Payment statement of / }).waitFor()
  await house.leave(clerk)
})

test('the season account of a society is one page that closes to nothing, each figure a link', async () => {
  const clerk = await house.open('fcs.maker', { path: '/money/season' })
  await clerk.getByText('Nothing is left over').nth(1).waitFor()
  await clerk.getByRole('link', { name: 'Carried on the farmers’ account' }).waitFor()
  await expectNoAxeFindings(clerk, 'the season account of a society')
  const saved = clerk.waitForEvent('download')
  await clerk.getByRole('button', { name: 'Download XLSX' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^SeasonAccount_CF4100_/)
  await clerk.getByRole('link', { name: 'Cycle 1' }).click()
  await clerk.getByRole('heading', { name: /^Schedule .*, cycle 1$/ }).waitFor()
  await house.leave(clerk)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
