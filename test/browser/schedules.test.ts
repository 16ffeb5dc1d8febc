import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOfSchedule } from '#server/statements/checkedSchedules.ts'
import { fillPool, keepFloor } from '../kit/schedules.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house.close())

test('a clerk is told what stands in the way of a schedule, computes it once nothing does, and the manager approves its lines', async () => {
  const clerk = await house.open('fcs.maker', { path: '/farmers/schedule/new' })
  await clerk.getByRole('button', { name: 'Begin a schedule' }).click()
  await clerk.getByText('This stands in the way').waitFor()
  await clerk.getByText('No lowest communal rate of this cycle is approved').waitFor()
  await expectNoAxeFindings(clerk, 'what stands in the way of a schedule')
  for (const _ of [1, 2, 3, 4]) await clerk.getByRole('button', { name: 'Next' }).click()
  expect(await clerk.getByRole('button', { name: 'Save and send for approval' }).isDisabled()).toBe(true)

  await fillPool(house.world, 'CF4100', 3_000_000)
  await keepFloor(house.world)
  await clerk.getByText(/^Saved /).waitFor()
  await clerk.reload()
  // The draft stands where it was left.
  await clerk.getByText('What it comes to').waitFor()
  for (const _ of [1, 2, 3, 4]) await clerk.getByRole('button', { name: 'Back' }).click()
  await clerk.getByRole('button', { name: 'Next' }).click()
  await clerk.getByText('Where the dollars of the society lie').waitFor()
  await clerk.getByRole('button', { name: 'Next' }).click()
  await clerk.getByRole('button', { name: 'Back' }).click()
  await clerk.getByRole('button', { name: 'Next' }).click()
  await clerk.getByRole('button', { name: 'Next' }).click()
  await clerk.getByText('KES 3,000,000.00').first().waitFor()
  await clerk.getByText('What it comes to').waitFor()
  await expectNoAxeFindings(clerk, 'what a schedule comes to')
  await clerk.getByRole('button', { name: 'Next' }).click()
  await clerk.getByRole('button', { name: 'Save and send for approval' }).click()
  await clerk.getByRole('heading', { name: /^Schedule .*, cycle 1$/ }).waitFor()
  await clerk.getByText('Awaiting checker').waitFor()

  const manager = await house.open('fcs.manager', { path: '/farmers/schedule/view' })
  await manager.getByRole('row', { name: /KES 3,000,000|3,000,000\.00/ }).click()
  await manager.getByRole('dialog').getByRole('link', { name: 'See all lines' }).click()
  await manager.getByRole('heading', { name: /^Schedule .*, cycle 1$/ }).waitFor()
  await manager.locator('[data-row]').first().click()
  const line = manager.getByRole('dialog')
  await line.getByText('To the account').waitFor()
  // Each amount is said once, where it is explained.
  expect(await line.getByText('Net amount').count()).toBe(0)
  await expectNoAxeFindings(manager, 'how the amount of a member came about')
  await manager.keyboard.press('Escape')
  await manager.getByRole('button', { name: 'Approve' }).click()
  // What is pointed out on the lines needs a reason.
  await manager.getByRole('dialog').getByRole('textbox').fill('The members were asked')
  await manager.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await manager.getByText('Approved: the members are being paid').waitFor()
  await manager.getByText('Being paid').first().waitFor()
  const [workbook] = await Promise.all([
    manager.waitForEvent('download'),
    manager.getByRole('button', { name: 'Download the schedule' }).click(),
  ])
  expect(workbook.suggestedFilename()).toMatch(/^Farmer_PaymentSchedule_\d{8}_\d{6}\.xlsx$/)

  const id = /[-\da-f]{36}/.exec(manager.url())?.[0] ?? ''
  const anybody = await house.stranger()
  await anybody.goto(`${house.address}/check/${codeOfSchedule(house.world.house, id)}`)
  await anybody.getByText('This paper is ours').waitFor()
  await anybody.getByText('Approved on').waitFor()
  await expectNoAxeFindings(anybody, 'the check of a schedule')
  await house.leave(anybody)
  await house.leave(clerk)
  await house.leave(manager)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
