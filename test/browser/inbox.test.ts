import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordNames } from '#contract/recordNames.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { memberOf } from '../kit/deliveryFiles.ts'
import { sendFarmers } from '../kit/farmerUploads.ts'
import type { Person } from '../kit/people.ts'
import { approveInDrawer, leave } from './approveInDrawer.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside, settle } from './settle.ts'
import { postedId, waitingRecords } from './waitingRecords.ts'

let house: BrowserWorld
let maker: Person
let made: Record<string, () => Promise<string>>
beforeAll(async () => {
  house = await openBrowserWorld()
  maker = house.world.people.wanjikuMaker
  made = waitingRecords(house.world)
})
afterAll(() => house.close())

const idOf = (path: string, body: object, by = maker) => postedId(by, path, body)

const isWaiting = async (who: Person, id: string) => {
  const query = { paginate: 'Y', size: 100, sort: '-waitingSince' }
  return (await who.get<{ data: { id: string }[] }>('/inbox', query)).body.data.some((item) => item.id === id)
}

// The miller and the desk of the bank decide in walks of their own: parchment.test.ts, estateCured.test.ts, reconciliation.test.ts and
// sendingMoney.test.ts. Nobody decides on a catalogue file: each of its lots is decided for itself.
const elsewhere = [
  'catalogue_file',
  'estate_cured_record',
  'estate_cured_file',
  'parchment',
  'statement_exception',
  'statement_import',
  'payout_resolution',
]

test('every kind has a record in this walk', () => {
  expect([...Object.keys(made), ...elsewhere].toSorted()).toEqual(Object.keys(recordNames).toSorted())
})

test('every kind of record is looked at and decided in the drawer of the inbox', async () => {
  const { otienoChecker, beatriceAdministrator, catherineBrokerChecker, mercyKpcuChecker, margaretManager } =
    house.world.people
  const { francisWarehouseChecker, kipronoMillerMaker, peterBankChecker } = house.world.people
  const others: Record<string, Person> = {
    admin_change: beatriceAdministrator,
    auction_result_file: peterBankChecker,
    buyer_payment: peterBankChecker,
    catalogue_record: catherineBrokerChecker,
    cherry_rate: mercyKpcuChecker,
    communal_payment: margaretManager,
    communal_rate_limit: margaretManager,
    deduction: margaretManager,
    deduction_upload: margaretManager,
    dispatch_file: francisWarehouseChecker,
    dispatch_record: kipronoMillerMaker,
    eslip: francisWarehouseChecker,
    fee_rule: peterBankChecker,
    rtgs_file: margaretManager,
    sale: catherineBrokerChecker,
    sale_claim: peterBankChecker,
    season_reopening: margaretManager,
    trade_account_change: peterBankChecker,
  }
  const pages = new Map<Person, Page>()
  for (const [kind, make] of Object.entries(made)) {
    const id = await make()
    const decider = others[kind] ?? otienoChecker
    expect([kind, await isWaiting(decider, id)]).toEqual([kind, true])
    const page = pages.get(decider) ?? (await house.open(decider.username))
    pages.set(decider, page)
    await goInside(page, `/inbox?filter=kind:${kind}&sort=-waitingSince&open=${id}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('heading', { name: 'History' }).waitFor()
    await settle(page)
    await expectNoAxeFindings(page, kind)
    await approveInDrawer(page)
    await expect.poll(() => isWaiting(decider, id), { message: kind, timeout: 15_000 }).toBe(false)
  }
}, 240_000)

test('by the keyboard alone: down, open, approve, and the next one stands there', async () => {
  const { otienoChecker } = house.world.people
  const enter = (at: number) =>
    idOf('/farmercherry/', {
      memberNumber: memberOf('CF4100', at),
      growerCode: 'CF4100',
      productName: 'COFFEE',
      season: currentSeason(),
      currentDelivery: at,
    })
  const ids = [await enter(51), await enter(52), await enter(53)]
  const page = await house.open('fcs.checker', { path: '/inbox?filter=kind:cherry_delivery&sort=-waitingSince' })
  await page.locator('tbody tr').nth(2).waitFor()
  const badge = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Inbox/ })
  const waiting = async () => Number(/\d+/.exec((await badge.textContent()) ?? '')?.[0])
  const before = await waiting()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.getByText(/^1 of \d+ on this page$/).waitFor()
  await drawer.getByRole('button', { name: 'Next record' }).click()
  await drawer.getByText(/^2 of \d+ on this page$/).waitFor()
  await drawer.getByRole('button', { name: 'Previous record' }).click()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.keyboard.press('a')
  const form = page.locator('form.step-form')
  await form.waitFor()
  await form.locator('button[type=submit]').press('Enter')
  await form.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await Promise.all(ids.map((id) => isWaiting(otienoChecker, id)))).filter(Boolean).length)
    .toBe(2)
  await expect.poll(waiting).toBe(before - 1)
})

test('a decision is undone while nothing has happened; the next one and closing the tab send it, and a lost session says so', async () => {
  const { otienoChecker } = house.world.people
  const ids: string[] = []
  for (const at of [61, 62, 63])
    ids.push(
      await idOf('/farmercherry/', {
        memberNumber: memberOf('CF4100', at),
        growerCode: 'CF4100',
        productName: 'COFFEE',
        season: currentSeason(),
        currentDelivery: at,
      }),
    )
  const waits = () => Promise.all(ids.map((id) => isWaiting(otienoChecker, id)))
  const path = `/inbox?filter=kind:cherry_delivery&sort=-waitingSince&open=${ids[2]}`
  const page = await house.open('fcs.checker', { path })
  const drawer = page.getByRole('dialog')
  const head = (kilograms: number) => drawer.getByText(new RegExp(`Book ${kilograms}\\.0.kg for`))
  const approve = drawer.getByRole('button', { name: /^Approve/ })
  await head(63).waitFor()
  await drawer.getByText(/^Can decide: .*Otieno/).waitFor()
  await approve.click()
  await head(62).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(/Undone\. .* still waits for a decision\./).waitFor()
  await head(63).waitFor()
  expect(await waits()).toEqual([true, true, true])

  await approve.click()
  await head(62).waitFor()
  await approve.click() // sends the one before
  await expect.poll(waits, { timeout: 5_000 }).toEqual([true, true, false])
  await page.close() // and closing the tab sends this one
  await expect.poll(waits, { timeout: 5_000 }).toEqual([true, false, false])

  const other = await house.open('fcs.checker', { path: path.replace(ids[2] ?? '', ids[0] ?? '') })
  await other
    .getByRole('dialog')
    .getByText(/Book 61\.0.kg for/)
    .waitFor()
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await other.getByText(/Sent in 6 seconds/).waitFor()
  await other.context().clearCookies()
  await leave(other)
  await other.waitForURL(/sign-in/)
  expect(await waits()).toEqual([true, false, false])
})

test('who goes to another record while the next one is looked for stays there', async () => {
  const one = await sendFarmers(maker, 1, {}, 'alone.csv')
  const other = await sendFarmers(maker, 1, {}, 'elsewhere.csv')
  const page = await house.open('fcs.checker', { path: `/inbox?search=alone.csv&open=${one.id}` })
  await page.getByRole('dialog').getByText('Farmer upload · alone.csv').waitFor()
  let looked = false
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/inbox\?.*size=3\b/, async (route) => {
    looked = true
    await answered
    await route.continue()
  })
  await approveInDrawer(page)
  await expect.poll(() => looked).toBe(true)
  await goInside(page, `/inbox?search=elsewhere.csv&open=${other.id}`)
  await page.getByRole('dialog').getByText('Farmer upload · elsewhere.csv').waitFor()
  const href = page.url()
  answer()
  await settle(page)
  expect(page.url()).toBe(href)
})

test('many decisions say what they do together, before and after, and name the one that stands out', async () => {
  const weights = [20, 21, 22, 190]
  for (const [at, currentDelivery] of weights.entries())
    await idOf('/farmercherry/', {
      memberNumber: memberOf('CF4100', 71 + at),
      growerCode: 'CF4100',
      productName: 'COFFEE',
      season: currentSeason(),
      currentDelivery,
    })
  const page = await house.open('fcs.checker', { path: '/inbox?filter=kind:cherry_delivery&sort=-waitingSince' })
  for (const weight of weights) {
    const row = page.getByRole('row', { name: new RegExp(`Book ${weight}\\.0 kg for`) })
    await row.getByRole('checkbox').check()
  }
  await page.getByRole('button', { name: 'Approve 4' }).click()
  const dialog = page.getByRole('dialog')
  const stake = dialog.getByRole('group', { name: 'At stake' })
  await stake.getByText(/^4 deliveries, 253\.0.kg, 4 members, largest 190\.0.kg$/).waitFor()
  await stake.getByText(/^Unusually large: .* 190\.0.kg$/).waitFor()
  await expectNoAxeFindings(page, 'the stake of many')
  await dialog.getByRole('button', { name: 'Approve 4' }).click()
  await dialog.getByText(/^4 done/).waitFor()
  await stake.getByText(/^4 deliveries, 253\.0.kg/).waitFor()
})

test('after the record that a search has found, the next one that waits stands there, and at last nothing does', async () => {
  const { danielMaker, purityChecker } = house.world.people
  await house.world.owner.query(
    `update cherry_deliveries set status = 'DECLINED' where status = 'PENDING_APPROVAL' and organisation_id = $1`,
    [house.world.organisationId('CF4101')],
  )
  for (const name of ['searched.csv', 'another.csv']) await sendFarmers(danielMaker, 1, {}, name)
  const total = async () => (await purityChecker.get<{ total: number }>('/inbox/counts')).body.total
  expect(await total()).toBe(2)
  const page = await house.open('fcs2.checker', { path: '/inbox?search=searched' })
  await page.getByRole('row', { name: /Register 1 farmer.*searched\.csv/ }).click()
  await page.getByRole('dialog').getByText('Farmer upload · searched.csv').waitFor()
  await approveInDrawer(page)
  await page.getByRole('dialog').getByText('Farmer upload · another.csv').waitFor()
  await approveInDrawer(page)
  await page.getByRole('heading', { name: 'All caught up' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expectNoAxeFindings(page, 'the empty inbox')
})

test('a review goes through what waits by keys alone, and what has no remark is approved as one bundle', async () => {
  const { danielMaker, purityChecker } = house.world.people
  await house.world.owner.query(
    `delete from cherry_deliveries where organisation_id = $1 and farmer_id in (select id from farmers where member_number = any ($2))`,
    [house.world.organisationId('CF4101'), [31, 32, 33, 34, 35].map((at) => memberOf('CF4101', at))],
  )
  const enter = (at: number, currentDelivery: number) =>
    idOf(
      '/farmercherry/',
      {
        memberNumber: memberOf('CF4101', at),
        growerCode: 'CF4101',
        productName: 'COFFEE',
        season: currentSeason(),
        currentDelivery,
      },
      danielMaker,
    )
  const ids = [await enter(31, 31), await enter(32, 32), await enter(33, 33), await enter(34, 34)]
  // The same weight on the same day once more is worth a look.
  ids.push(await enter(34, 34), await enter(35, 35))
  const page = await house.open('fcs2.checker', { path: '/cherry/deliveries?sort=currentDelivery' })
  await page.getByRole('button', { name: 'Review one by one' }).click()
  const review = page.getByRole('dialog', { name: 'Review: Cherry deliveries' })
  const head = (kilograms: number) => review.getByRole('heading', { name: new RegExp(`Book ${kilograms}\\.0.kg`) })
  await head(31).waitFor()
  await review.getByText('0 of 6 reviewed').waitFor()
  await settle(page)
  await expectNoAxeFindings(page, 'the review')
  await page.keyboard.press('s')
  await head(32).waitFor()
  await page.keyboard.press('a')
  await head(33).waitFor()
  await page.keyboard.press('u') // not this one
  await head(32).waitFor()
  await page.keyboard.press('a')
  await head(33).waitFor()
  await page.keyboard.press('d')
  const decline = page.getByRole('dialog', { name: 'Decline cherry delivery' })
  await decline.getByLabel('Why?').fill('Not on the sheet of the factory')
  await decline.getByRole('button', { name: 'Decline' }).click()
  await head(34).waitFor()
  await review.getByText('Check this before you decide').waitFor()
  // What was skipped and what has a remark are looked at, not bundled: one is left, and one is no bundle.
  expect(await review.getByRole('button', { name: /without a remark/ }).count()).toBe(0)
  for (let left = 0; left < 3; left++) await page.keyboard.press('s')
  await review.getByText('1 approved, 1 declined, 4 skipped').waitFor()
  await review.getByRole('button', { name: 'Review 4 skipped records again' }).click()
  await review.getByRole('button', { name: 'Approve 2 without a remark' }).click()
  const bundle = page.getByRole('dialog', { name: /^Approve 2 records/ })
  await bundle.getByText(/^2 deliveries, 66\.0.kg, 2 members, largest 35\.0.kg$/).waitFor()
  await bundle.getByRole('button', { name: 'Approve 2' }).click()
  await page.getByText(/^2 done/).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await head(34).waitFor()
  for (let left = 0; left < 2; left++) await page.keyboard.press('s')
  await review.getByText('3 approved, 1 declined, 2 skipped').waitFor()
  await expectNoAxeFindings(page, 'the end of the review')
  await review.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('tab', { name: /Waiting for you/ }).waitFor()
  const { rows } = await house.world.owner.query<{ status: string }>(
    `select status from cherry_deliveries where id = any ($1) order by kilograms, created_at`,
    [ids],
  )
  expect(rows.map(({ status }) => status)).toEqual([
    'APPROVED',
    'APPROVED',
    'DECLINED',
    'PENDING_APPROVAL',
    'PENDING_APPROVAL',
    'APPROVED',
  ])
  expect((await purityChecker.get<{ total: number }>('/inbox/counts')).body.total).toBe(2)
})

test('an address that is no screen says so beside the menu', async () => {
  const page = await house.open('fcs.checker', { path: '/no/such/screen' })
  await page.getByRole('heading', { name: 'There is no such screen' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /^Inbox/ })
    .click()
  await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor()
})

test('no page complained', () => expect(house.complaints).toEqual([]))
