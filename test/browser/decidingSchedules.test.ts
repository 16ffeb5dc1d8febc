import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { fillPool, keepFloor, saveSchedule } from '../kit/schedules.ts'
import { closeSeason } from '../kit/seasonReopenings.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

// A schedule with something pointed out on its lines: the society and the bank say why they approve it.
let house: BrowserWorld
let schedule: CommunalPayment
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  await fillPool(world, 'CF4100', 3_000_000)
  await keepFloor(world)
  await world.owner.query(`insert into settings (name, value) values ('bankDecidesSchedules', 'true')`)
  schedule = (await saveSchedule(world, world.people.wanjikuMaker)).body.data
})
afterAll(() => house?.close())

test('the society’s decider finds the lines that are pointed out, and cannot approve without a reason', async () => {
  const manager = await house.open('fcs.manager', { path: `/farmers/schedule/details/approve/${schedule.id}` })
  const { label, members } = schedule.risks[0]!
  const pointed = manager.getByRole('alert').filter({ hasText: 'Look at this before you approve' })
  await pointed.getByRole('link', { name: new RegExp(`^${label}: ${members} member`) }).click()
  await expect.poll(() => manager.locator('[data-row]').count()).toBe(Math.min(members, 10))
  await manager.locator('[data-row]').first().click()
  await manager.getByRole('dialog').getByText('The bank knows the account under another name').first().waitFor()
  await expectNoAxeFindings(manager, 'a line with something pointed out')
  await manager.keyboard.press('Escape')
  await manager.getByRole('button', { name: 'Approve' }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByText('Comment is required').waitFor()
  await expectNoAxeFindings(manager, 'an approval that wants a reason')
  await dialog.getByRole('textbox').fill('The members were called')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await manager.getByText('Approved: the bank decides next').waitFor()
  await manager.getByText('Awaiting bank').first().waitFor()
  await house.leave(manager)
})

test('the bank reads in its inbox who approved and why, and its decision names the very lines', async () => {
  const bank = await house.open('bank.checker', { path: '/inbox', language: 'sw' })
  await bank.locator('[data-row]').filter({ hasText: 'Othameru' }).first().click()
  await bank.getByText('Margaret', { exact: false }).first().waitFor()
  await bank.getByText('The members were called').first().waitFor()
  await expectNoAxeFindings(bank, 'a schedule in the inbox of the bank')
  await bank.getByRole('button', { name: 'Idhinisha' }).last().click()
  const dialog = bank.getByRole('dialog').last()
  await dialog.getByRole('textbox').fill('Seen at the branch')
  const [request] = await Promise.all([
    bank.waitForRequest((one) => one.url().includes('/payment/approveFarmerSchedule/')),
    dialog.getByRole('button', { name: 'Idhinisha' }).last().click(),
  ])
  expect(request.postDataJSON()).toMatchObject({
    commId: schedule.id,
    action: 'APPROVE',
    fingerprint: schedule.fingerprint,
    approverComment: 'Seen at the branch',
  })
  await bank.getByText('Imeidhinishwa: wanachama wanalipwa').waitFor()
  await house.leave(bank)
})

test('a clerk asks for a closed season to be opened again, and the manager opens it', async () => {
  await closeSeason(house.world)
  const clerk = await house.open('fcs.maker', { path: '/farmers/schedule/seasons' })
  await clerk
    .getByRole('row', { name: /2022\/2023/ })
    .getByRole('button', { name: 'Open again' })
    .click()
  const form = clerk.getByRole('dialog')
  await expectNoAxeFindings(clerk, 'the request to open a season again')
  await form.getByRole('textbox').fill('A book of the factory was found')
  await form.locator('[type=submit]').click()
  await clerk.getByText('Sent for approval').waitFor()
  const manager = await house.open('fcs.manager', { path: '/farmers/schedule/seasons' })
  await manager.locator('[data-row]').first().click()
  const drawer = manager.getByRole('dialog')
  await drawer.getByText('A book of the factory was found').first().waitFor()
  await expectNoAxeFindings(manager, 'a request to open a season again')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await manager.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).last().click()
  await manager.getByText('Approved: the season takes cherry again').waitFor()
  await manager.getByText('No season of the society is closed by a last payment.').waitFor()
  await house.leave(clerk)
  await house.leave(manager)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
