import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberOf } from '../kit/deliveryFiles.ts'
import { businessDate } from '#server/kit/clock.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

let house: BrowserWorld
let desk: BrowserContext
let clerk: Page
beforeAll(async () => {
  house = await openBrowserWorld()
  await house.world.owner.query(`delete from disclaimer_acceptances`)
  clerk = await house.open('fcs.maker')
  desk = clerk.context()
})
afterAll(() => house?.close())

type Weighed = { member: string; kilograms: string; receipt: string }
const batchPath = '**/api/farmercherry/batch'
/** Delivery `n` of the fifty in the weighing book. */
const weighed = (n: number): Weighed => ({
  member: memberOf('CF4100', n),
  kilograms: (20 + n + 0.1 * (n % 10)).toFixed(1),
  receipt: `WB${String(n).padStart(4, '0')}`,
})
const book = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => weighed(from + at))
const kilogramsOf = (some: readonly Weighed[]) =>
  some.reduce((sum, one) => sum + Math.round(Number(one.kilograms) * 10), 0) / 10
const shown = (kilograms: number) =>
  `${kilograms.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 3 })} kg`

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
const sitting = () => clerk.getByRole('region', { name: 'This session' })
const lastEntries = () => clerk.getByRole('region', { name: 'The last 20 entries' }).getByRole('listitem')

/** What the hand does: numbers and Enter, nothing else. */
async function type({ member, kilograms, receipt }: Weighed): Promise<void> {
  for (const text of [member, kilograms, receipt]) {
    await clerk.keyboard.type(text)
    await clerk.keyboard.press('Enter')
  }
}
async function expectSitting(count: number, waiting = 0): Promise<void> {
  await sitting()
    .getByText(shown(kilogramsOf(book(1, count))))
    .waitFor()
  await sitting().getByText(`${count} deliveries`).waitFor()
  if (waiting > 0) await sitting().getByText(`${waiting} waiting`).waitFor()
}
/** Until the server has answered for every entry. */
const allSaved = () =>
  sitting()
    .getByText(/waiting/)
    .waitFor({ state: 'detached' })
const stored = async () => {
  const { rows } = await house.world.owner.query<{
    receipt: string
    kilograms: string
    status: string
    member: string
  }>(
    `select d.receipt_number as receipt, trim_scale(d.kilograms)::text as kilograms, d.status, f.member_number as member
     from cherry_deliveries d join farmers f on f.id = d.farmer_id where d.receipt_number like 'WB%' order by 1`,
  )
  return rows
}

test('the clerk accepts the disclaimer once, with the space bar, and is in the line', async () => {
  await visit(clerk, `${house.address}/cherry/deliveries/entry`)
  await clerk.getByText('Read and accept this before you enter deliveries.').waitFor()
  await expectNoAxeFindings(clerk, 'the entry before the disclaimer is accepted')
  await clerk.keyboard.press('Space')
  await clerk.getByText('Read and accept this before you enter deliveries.').waitFor({ state: 'detached' })
  await expect.poll(() => focused(clerk)).toBe('memberNumber')
})

test('a member is looked up after more than 2 characters and a pause, not before', async () => {
  const lookedUp: string[] = []
  clerk.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/farmercherry/farmer') lookedUp.push(searchParams.get('memberNumber') ?? '')
  })
  await clerk.keyboard.type('OT')
  await clerk.getByText('Type more than 2 characters').waitFor()
  await clerk.keyboard.type('0001')
  const { rows } = await house.world.owner.query<{ name: string }>(
    `select full_name as name from farmers where member_number = 'OT0001'`,
  )
  await clerk.getByText(rows[0]?.name ?? '').waitFor()
  // One question for what was typed in one go, none for its beginnings.
  expect(lookedUp).toEqual(['OT0001'])
  await clerk.keyboard.press('ControlOrMeta+A')
})

test('a number that nobody has stays in the line, and says so', async () => {
  await clerk.keyboard.type('OT9999')
  await clerk.getByText('No approved, active member of your society has this member number.').waitFor()
  await clerk.keyboard.press('Enter')
  await clerk.getByText('No approved, active member has this number').waitFor()
  expect(await focused(clerk)).toBe('memberNumber')
  await clerk.keyboard.press('ControlOrMeta+A')
})

test('twenty deliveries go from the book to the server, by the keyboard alone', async () => {
  for (const one of book(1, 20)) await type(one)
  await expectSitting(20)
  await allSaved()
  expect(await stored()).toHaveLength(20)
  await expect.poll(() => lastEntries().count()).toBe(20)
  await expectNoAxeFindings(clerk, 'the entry with twenty deliveries')
})

test('an answer that is lost on the way makes nothing twice', async () => {
  let lost = 0
  await clerk.route(batchPath, async (route) => {
    await route.fetch() // the server does it, but the clerk never hears
    lost += 1
    await route.abort('connectionreset')
  })
  for (const one of book(21, 25)) await type(one)
  await clerk.getByText('The server cannot be reached').waitFor()
  await expectSitting(25)
  // It is tried again and again, and each time the answer is lost.
  await expect.poll(() => lastEntries().filter({ hasText: 'Being sent' }).count(), { timeout: 30_000 }).toBe(5)
  await expect.poll(() => stored(), { timeout: 30_000 }).toHaveLength(25)
  await expect.poll(() => lost, { timeout: 30_000 }).toBeGreaterThan(1)
  await clerk.unroute(batchPath)
  await clerk.getByRole('button', { name: 'Try now' }).press('Enter')
  await allSaved()
  expect(await stored()).toHaveLength(25)
})

test('without a network the clerk goes on, and closes the tab with fifteen entries on the device', async () => {
  await clerk.getByRole('textbox', { name: 'Member number' }).focus()
  await desk.setOffline(true)
  await clerk.getByText('No network').waitFor()
  for (const one of book(26, 39)) await type(one)
  // The slip of a hand that no look-up can catch now.
  await type({ ...weighed(40), member: 'OT9998' })
  await clerk.getByText('You can go on entering.').waitFor()
  await expectSitting(40, 15)
  await expectNoAxeFindings(clerk, 'the entry without a network')
  expect(await stored()).toHaveLength(25)
  await clerk.close()
})

test('with the network back they are sent by themselves, and the wrong one is mended by keyboard', async () => {
  await desk.setOffline(false)
  clerk = await desk.newPage()
  clerk.setDefaultTimeout(20_000)
  await clerk.goto(`${house.address}/cherry/deliveries/entry`)
  await sitting().getByText('1 rejected').waitFor()
  await allSaved()
  await expectSitting(39)
  expect(await stored()).toHaveLength(39)
  await lastEntries().filter({ hasText: 'OT9998' }).getByText('Rejected').waitFor()
  await clerk.keyboard.press('Alt+KeyM')
  await clerk.getByText('You are correcting the delivery of member OT9998.').waitFor()
  await expect.poll(() => focused(clerk)).toBe('memberNumber')
  await type(weighed(40))
  await sitting().getByText('1 rejected').waitFor({ state: 'detached' })
  await allSaved()
  await expectSitting(40)
})

test('the last entry is withdrawn before anybody has seen it, and typed right', async () => {
  await type({ ...weighed(41), kilograms: '410' })
  await clerk.keyboard.press('Alt+KeyZ')
  await expect.poll(() => focused(clerk)).toBe('memberNumber')
  await expectSitting(40)
  await type(weighed(41))
  for (const one of book(42, 50)) await type(one)
  await expectSitting(50)
  await allSaved()
})

test('all fifty are there once, as they stand in the book, and the newest is on top', async () => {
  const rows = await stored()
  expect(rows).toEqual(
    book(1, 50).map(({ member, kilograms, receipt }) => ({
      receipt,
      kilograms: String(Number(kilograms)),
      status: 'PENDING_APPROVAL',
      member,
    })),
  )
  await expect.poll(() => lastEntries().first().textContent()).toContain(weighed(50).member)
  await expect.poll(() => lastEntries().last().textContent()).toContain(weighed(31).member)
})

test('the checker approves them together; the one he changed himself is refused, and says why', async () => {
  const { otienoChecker } = house.world.people
  const checker = await house.open('fcs.checker', { path: '/cherry/deliveries?search=WB00&size=50' })
  await checker.getByRole('checkbox', { name: 'Select every record of this page' }).check()
  await checker.getByText('50 records selected').waitFor()
  await checker.getByRole('button', { name: 'Approve 50' }).click()
  const dialog = checker.getByRole('dialog')
  await dialog.getByText('50 records can be decided.').waitFor()
  await expectNoAxeFindings(checker, 'the question before a decision on many')
  // While he reads, he puts one right at another desk, where his role lets him: that makes him a maker of it.
  const { rows } = await house.world.owner.query<{ id: string; name: string; id_number: string; season: string }>(
    `select d.id, f.full_name as name, f.id_number, d.season from cherry_deliveries d join farmers f on f.id = d.farmer_id where d.receipt_number = 'WB0007'`,
  )
  const mended = rows[0] ?? { id: '', name: '', id_number: '', season: '' }
  const asMaker = (role: string) =>
    house.world.owner.query(`update users set role_name = $1 where username = 'fcs.checker'`, [role])
  await asMaker('FCS_MAKER')
  const { status } = await otienoChecker.post('/farmercherry/update', {
    id: mended.id,
    memberNumber: weighed(7).member,
    fullName: mended.name,
    idNumber: mended.id_number,
    growerCode: 'CF4100',
    productName: 'COFFEE',
    season: mended.season,
    currentDelivery: 26.7,
  })
  expect(status).toBe(200)
  await asMaker('FCS_CHECKER')
  await dialog.getByRole('button', { name: 'Approve 50' }).click()
  await dialog.getByText('49 done, 1 skipped, 0 failed').waitFor()
  const refused = dialog.getByRole('listitem').filter({ hasText: mended.name })
  await refused.getByText('You made, changed or approved this record').waitFor()
  await expectNoAxeFindings(checker, 'the receipt of a decision on many')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const after = await stored()
  expect(after.filter((row) => row.status === 'APPROVED')).toHaveLength(49)
  expect(after.find((row) => row.receipt === 'WB0007')).toMatchObject({ status: 'PENDING_APPROVAL', kilograms: '26.7' })

  // Nothing of it waits for him any more; in the whole list his own record has a lock and a reason.
  await visit(checker, `${house.address}/cherry/deliveries?search=WB0007&tab=all`)
  await checker.getByRole('row', { name: new RegExp(mended.name) }).click()
  await checker.getByRole('dialog').getByText('You made, changed or approved this record').first().waitFor()
  expect(await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).count()).toBe(0)
})

test('another checker approves that one, and the total holds all fifty', async () => {
  const manager = await house.open('fcs.manager', { path: '/cherry/deliveries?search=WB0007' })
  await manager.getByRole('row', { name: /26\.7/ }).click()
  await manager.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await manager.getByText(/Approve: .* Sent in 6 seconds\./).waitFor()
  // Whoever leaves the page sends what is held.
  await manager.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await manager.getByText('Cherry Approved successfully!').waitFor()
  const after = await stored()
  expect(after.every((row) => row.status === 'APPROVED')).toBe(true)
  const { rows } = await house.world.owner.query<{ approved: string }>(
    `select sum(w.approved_kg)::float8::text as approved from season_weights w join farmers f on f.id = w.farmer_id
     where f.organisation_id = $1 and w.season = (select season from cherry_deliveries where receipt_number = 'WB0007')`,
    [house.world.organisationId('CF4100')],
  )
  await manager.getByText(shown(Number(rows[0]?.approved))).waitFor()
})

test('the day of a factory is compared with the weighing book while it is typed, remembered, and printed', async () => {
  const { rows } = await house.world.owner.query<{ id: string; name: string; kilograms: number }>(
    `select f.id, f.name, coalesce(sum(d.kilograms) filter (where d.delivered_on = $2 and d.status <> 'DECLINED' and d.type = 'DELIVERY'), 0)::float8 as kilograms
     from factories f left join cherry_deliveries d on d.factory_id = f.id where f.organisation_id = $1 and f.active group by f.id order by f.code limit 1`,
    [house.world.organisationId('CF4100'), businessDate()],
  )
  const { name = '', kilograms = 0, id = '' } = rows[0] ?? {}
  const page = await house.open('fcs.maker', { path: '/cherry/deliveries/entry' })
  await page.getByRole('combobox', { name: 'Factory' }).selectOption(id)
  const day = page.getByRole('region', { name: 'The day of the factory' })
  await day.getByRole('heading', { name: new RegExp(`^${name}, `) }).waitFor()
  await day.getByText(shown(kilograms)).first().waitFor()
  await day.getByRole('textbox', { name: 'Total of the weighing book' }).fill((kilograms + 33).toFixed(3))
  await day.getByText(/33\.0.kg less than the book/).waitFor()
  await page.getByRole('textbox', { name: 'Member number' }).fill('OT0002')
  await page.getByRole('textbox', { name: 'Kilograms' }).fill('33')
  await page.getByRole('textbox', { name: 'Receipt number' }).press('Enter')
  await day.getByText('It agrees with the book.').waitFor()
  await expectNoAxeFindings(page, 'the day of a factory')
  const print = day.getByRole('button', { name: 'Print the sheet of the day' })
  await expect.poll(() => print.isEnabled(), { timeout: 15_000 }).toBe(true)
  const saved = page.waitForEvent('download')
  await print.click()
  expect((await saved).suggestedFilename()).toBe(`factory_day_${businessDate()}.pdf`)
  // Another day at the same desk: factory and book are still known.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await day.getByText('It agrees with the book.').waitFor()
  await page.close()
})

test('no page complained', () => {
  // A network that is cut is an error to the browser, and was meant.
  const meant = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/
  expect(house.complaints.filter((complaint) => !meant.test(complaint))).toEqual([])
})
