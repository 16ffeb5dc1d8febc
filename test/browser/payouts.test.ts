import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDue } from '#server/payouts/sendLegs.ts'
import { fundAccount, makePayouts } from '../kit/payouts.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  await world.bank.control('POST', '/simulator/funds', [
    { institutionCode: '0011', accountNumber: fundAccount, amountCents: 100_000_000 },
  ])
  await makePayouts(world)
  // Every answer is lost, so that everything that is sent is in doubt.
  await world.bank.setFault({ kind: 'error500', when: 'after' })
  await sendDue({ ...world.house, owners: [{ sourceKind: 'test_intent', settled: async () => {} }] })
})
afterAll(() => house.close())

test('a checker sees what is in doubt with its evidence, asks the bank, and pauses a channel that another lets go on', async () => {
  const peter = await house.open('bank.checker', { path: '/money/payouts' })
  await peter.getByText(/The oldest for/).waitFor()
  await peter
    .getByRole('row', { name: /Wanjiku Kamau.*In doubt/ })
    .first()
    .click()
  const drawer = peter.getByRole('dialog')
  await drawer.getByText('The bank answered with a fault of its own.').first().waitFor()
  await drawer.getByText('Sent to the bank').waitFor()
  await expectNoAxeFindings(peter, 'the evidence of a payout')
  await drawer.getByRole('button', { name: 'Query the bank now' }).click()
  await peter
    .getByText(/The bank (was asked|is being asked already)/)
    .first()
    .waitFor()
  await drawer.getByText('Queried by a person').waitFor()
  await peter.keyboard.press('Escape')

  await peter.getByRole('button', { name: 'Pause PesaLink' }).click()
  await peter
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reason/ })
    .fill('IPSL is down')
  await expectNoAxeFindings(peter, 'pausing a channel')
  await peter.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  const channel = peter.getByRole('region', { name: 'PesaLink' })
  await channel.getByText('You paused it, so somebody else has to resume it.').waitFor()
  expect(await channel.getByRole('button').count()).toBe(0)

  const mercy = await house.open('kpcu.checker', { path: '/money/payouts' })
  await mercy.getByRole('button', { name: 'Resume PesaLink' }).click()
  await mercy
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reason/ })
    .fill('IPSL is back')
  await mercy.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
  await mercy.getByRole('button', { name: 'Pause PesaLink' }).waitFor()
  // The other's screen hears of it without being touched.
  await peter.getByRole('button', { name: 'Pause PesaLink' }).waitFor()
  await house.leave(peter)
  await house.leave(mercy)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
