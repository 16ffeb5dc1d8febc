import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { sendReleased } from '#server/rtgs/sendFiles.ts'
import { all, find, readXml, textAt } from '#server/kit/sheets/xmlTree.ts'
import { decideFile, largeAccounts, payLarge } from '../kit/rtgsFiles.ts'
import { fewMembers, keepFloor, makePayable } from '../kit/schedules.ts'
import { atTheBank } from '../kit/societyTransfers.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

// Two payments above the ceiling of PesaLink: one person puts them into a file, another releases it, and the bank says what became of each.
let house: BrowserWorld
let schedule: CommunalPayment
let clerk: Page
let manager: Page
beforeAll(async () => {
  house = await openBrowserWorld({ hearsBank: true })
  const { world } = house
  await world.owner.query('truncate payout_events, payout_legs, payouts cascade')
  await fewMembers(world, 4)
  await makePayable(world)
  await keepFloor(world)
  schedule = await payLarge(world, ['active', 'closed'])
  clerk = await house.open('fcs.maker', { ...looks.phone, path: '/money/rtgs' })
})
afterAll(() => house?.close())

type Stored = { id: string; messageId: string; version: number; status: string }
const stored = async (): Promise<Stored> => {
  const { rows } = await house.world.owner.query<Stored>(
    'select id, message_id as "messageId", version, status from rtgs_files order by id desc limit 1',
  )
  if (!rows[0]) throw new Error('nobody has made a file')
  return rows[0]
}
const drawerOf = (page: Page) => page.getByRole('dialog').first()
const open = (page: Page, id: string) => visit(page, `${house.address}/money/rtgs?tab=all&open=${id}`)
const told = (page: Page) => drawerOf(page).locator('.rtgs-payments li')

test('a clerk puts what is too large for PesaLink into one file by keyboard on a phone, and cannot release it', async () => {
  const waiting = clerk.getByRole('region', { name: 'What waits for a file' })
  await waiting.getByText('Waiting for a file: 2, together').waitFor()
  expect(await waiting.locator('li').count()).toBe(2)
  await expectNoAxeFindings(clerk, 'what waits for a file')
  await expectNoSidewaysScroll(clerk, 'what waits for a file, on a phone')
  await waiting.getByRole('button', { name: 'Make a file for approval' }).press('Enter')
  await clerk.getByText('Sent for approval').first().waitFor()
  await waiting.waitFor({ state: 'detached' })

  const file = await stored()
  expect(file.status).toBe('PENDING_APPROVAL')
  await open(clerk, file.id)
  await drawerOf(clerk).getByText('Can decide:').waitFor()
  await drawerOf(clerk).getByRole('button', { name: 'Withdraw' }).waitFor()
  expect(
    await drawerOf(clerk)
      .getByRole('button', { name: /^Approve/ })
      .count(),
  ).toBe(0)
  expect(await drawerOf(clerk).getByRole('button', { name: 'Download the file (pain.001)' }).count()).toBe(0)
  await expect
    .poll(() => told(clerk).allInnerTexts())
    .toEqual([expect.stringContaining('Not sent yet'), expect.stringContaining('Not sent yet')])
  await expectNoAxeFindings(clerk, 'a file that waits, before its maker')
  await expectNoSidewaysScroll(clerk, 'a file that waits, on a phone')
  // Nor by a call that the screen does not offer.
  expect((await decideFile(house.world, house.world.people.wanjikuMaker, 'approve', file)).status).toBe(403)
  expect((await stored()).status).toBe('PENDING_APPROVAL')
})

test('the manager finds it in the inbox, reads what it sends, releases it, and downloads the very file', async () => {
  const { id, messageId } = await stored()
  manager = await house.open('fcs.manager', { ...looks.phone, path: `/inbox?open=${id}` })
  const drawer = drawerOf(manager)
  await expect.poll(() => told(manager).count()).toBe(2)
  await expectNoAxeFindings(manager, 'a file in the inbox')
  await drawer.getByRole('button', { name: /^Approve KES/ }).press('Enter')
  await manager
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^Approve/ })
    .press('Enter')
  await expect.poll(async () => (await stored()).status).toBe('APPROVED')
  await open(manager, id)
  const [download] = await Promise.all([
    manager.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Download the file (pain.001)' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe(`${messageId}.xml`)
  const document = await readXml(await readFile(await download.path(), 'utf8'), 1_000)
  const block = find(document, 'CstmrCdtTrfInitn', 'PmtInf')
  if (!block) throw new Error('the file has no payments')
  expect(
    all(block, 'CdtTrfTxInf')
      .map((one) => textAt(one, 'CdtrAcct', 'Id', 'Othr', 'Id'))
      .toSorted(),
  ).toEqual(largeAccounts)
})

test('the bank takes both, pays one and refuses the other: file, lines and work list say so', async () => {
  const { world } = house
  const { id } = await stored()
  expect(await sendReleased(world.house)).toBe(1)
  await open(manager, id)
  // Its report of the file (pain.002) names both as taken.
  await expect
    .poll(() => told(manager).allInnerTexts())
    .toEqual([expect.stringContaining('At the bank'), expect.stringContaining('At the bank')])
  await atTheBank(world)
  await manager.reload()
  await drawerOf(manager).getByText('Refused by the bank').waitFor()
  await drawerOf(manager).getByText('Paid', { exact: true }).first().waitFor()
  await expectNoAxeFindings(manager, 'a file of which one payment was refused')
  await expectNoSidewaysScroll(manager, 'a file that has ended, on a phone')

  await clerk.setViewportSize({ width: 1280, height: 800 })
  await visit(clerk, `${house.address}/farmers/schedule/details/view/${schedule.id}`)
  await expect.poll(() => clerk.locator('[data-row]').count()).toBe(4)
  await expect.poll(() => clerk.locator('[data-row]').filter({ hasText: 'Refused by the bank' }).count()).toBe(1)
  await visit(clerk, `${house.address}/farmers/schedule/open`)
  await expect.poll(() => clerk.locator('[data-row]').count()).toBe(1)
  await house.leave(clerk)
  await house.leave(manager)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
