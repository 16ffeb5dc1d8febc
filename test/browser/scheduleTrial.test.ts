import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreeDeduction } from '../kit/deductions.ts'
import { fillPool, keepFloor, membersOf, owe } from '../kit/schedules.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  await fillPool(world, 'CF4100', 2_500_000.07)
  await keepFloor(world)
  const [first, second] = await membersOf(world)
  await owe(world, first!.id, 'COOP', 10_000_000_000n)
  await owe(world, second!.id, 'COOP', 5_000n)
  await agreeDeduction(world, { title: 'Seedlings', amount: 3 })
})
afterAll(() => house.close())

test('figures are tried beside how it is, kept in the draft, and never sent', async () => {
  const at = { path: '/farmers/schedule/new' }
  const clerk = await house.open('fcs.maker', at)
  await clerk.getByRole('button', { name: 'Begin a schedule' }).click()
  for (const _ of [1, 2, 3]) await clerk.getByRole('button', { name: 'Next' }).click()
  // As it is, the loans of the bank are not recovered.
  const loans = clerk.getByRole('group', { name: 'Loans to recover' })
  await loans.getByLabel(/Co-op/).uncheck()
  const tried = clerk.getByRole('region', { name: 'Try other figures' })
  const table = clerk.getByRole('table', { name: 'Tried, not how it is' })
  expect(await table.count()).toBe(0)

  // What is owed for seedlings is left out of this schedule, and taken in what is tried.
  await clerk
    .getByRole('group', { name: 'Deductions to take' })
    .getByLabel(/Seedlings/)
    .uncheck()
  await tried.getByLabel('Take Seedlings').check()
  await table.getByRole('row', { name: /^Deductions (KES )?0\.00/ }).waitFor()

  // By the keyboard alone: the loan, and a retention in percent.
  await tried.getByLabel(/^Recover .*Co-op/).focus()
  await clerk.keyboard.press('Space')
  await clerk.getByText(/^1 member would get nothing/).waitFor()
  await tried.getByLabel('Retained', { exact: true }).fill('99999999')
  await tried.getByText('More would be retained than lies on the account').waitFor()
  expect(await table.count()).toBe(0)
  await tried.getByLabel('Retained', { exact: true }).fill('10')
  await tried.getByRole('combobox', { name: 'Retained in' }).click()
  await clerk.getByRole('option', { name: '% of the account' }).click()
  await table.getByRole('row', { name: /^Retained .*250,000\.00/ }).waitFor()
  await clerk.getByRole('button', { name: 'Show who' }).click()
  await clerk.getByRole('list', { name: 'Members who would get nothing' }).getByRole('link').waitFor()
  await clerk.getByText(/^Saved /).waitFor()
  await expectNoAxeFindings(clerk, 'figures that are tried')
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await clerk.setViewportSize({ width, height })
    expect(await clerk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await expectNoAxeFindings(clerk, 'figures that are tried, on a narrow screen')
  await house.leave(clerk)

  // It survives a closed tab, is not what is sent, and ends with one key.
  const again = await house.open('fcs.maker', at)
  expect(await again.getByLabel('Retained', { exact: true }).inputValue()).toBe('10')
  await again.getByRole('row', { name: /^Retained .*250,000\.00/ }).waitFor()
  await again.getByRole('button', { name: 'Next' }).click()
  await again.getByText(/What is sent for approval is how it is/).waitFor()
  await again.getByRole('button', { name: 'Back', exact: true }).click()
  await again.getByRole('button', { name: 'Back to how it is' }).click()
  await again.getByRole('table', { name: 'Tried, not how it is' }).waitFor({ state: 'detached' })
  await again.getByLabel('Retained', { exact: true }).fill('1000')
  await again.getByRole('row', { name: /^Retained .*1,000\.00/ }).waitFor()
  await again.getByRole('button', { name: 'Next' }).click()
  await again.getByRole('button', { name: 'Save and send for approval' }).click()
  await again.getByRole('heading', { name: /^Schedule .*, cycle 1$/ }).waitFor()
  await again
    .getByRole('region', { name: 'Left out of this schedule' })
    .getByText(/Seedlings/)
    .waitFor()
  await again.getByText('2,500,000.07').first().waitFor()
  await house.leave(again)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
