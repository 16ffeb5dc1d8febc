import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  decideSchedule,
  fewMembers,
  fillPool,
  keepFloor,
  makePayable,
  membersOf,
  paySchedule,
  saveSchedule,
} from '../kit/schedules.ts'
import { payAgain } from '../kit/paymentRetries.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

// A line that was held is paid from the work list by two people, without a new schedule.
let house: BrowserWorld
let name: string
let farmerId: string
const set = (values: string) => house.world.owner.query(`update farmers set ${values} where id = $1`, [farmerId])
beforeAll(async () => {
  house = await openBrowserWorld({ hearsBank: true })
  const { world } = house
  await world.owner.query('truncate payout_events, payout_legs, payouts cascade')
  await world.owner.query(`update payment_retries set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
  await fewMembers(world, 4)
  farmerId = (await membersOf(world))[0]!.id
  await makePayable(world)
  await set(`account_state = 'UNVERIFIED'`)
  const { rows } = await world.owner.query<{ name: string }>('select full_name as name from farmers where id = $1', [
    farmerId,
  ])
  name = rows[0]!.name
  await fillPool(world, 'CF4100', 3_000_000)
  await keepFloor(world)
  const schedule = (await saveSchedule(world, world.people.wanjikuMaker)).body.data
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', schedule)
  await paySchedule(world, schedule.id)
})
afterAll(() => house?.close())

test('a page of an older release shows plainly what only a newer server knows, and the rest as ever', async () => {
  const clerk = await house.open('fcs.maker', { path: '/inbox' })
  await clerk.route(/\/api\//, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const body = await response.text()
    const said = body.includes('"mending"')
      ? body
          .replaceAll(/"mending":"\w+"/g, '"mending":"by_the_county"')
          .replaceAll(/"status":"HELD"/g, '"status":"PARKED"')
      : body
    return route.fulfill({ response, body: said })
  })
  await visit(clerk, new URL('/farmers/schedule/open', clerk.url()).href)
  const row = clerk.locator('[data-row]').first()
  await row.getByText('PARKED').waitFor()
  await row.click()
  const drawer = clerk.getByRole('dialog')
  await drawer.getByText('This part could not be shown').waitFor()
  await drawer.getByRole('button', { name: 'Reload' }).waitFor()
  // What the page knows stands there all the same.
  await drawer.locator('dl.facts').getByText('Season').waitFor()
  expect(await clerk.getByText('This screen could not be shown').count()).toBe(0)
  await expectNoAxeFindings(clerk, 'a part that is not known here')
  // Whoever looks into the console of such a page reads what it stumbled over.
  const told = house.complaints.splice(0)
  expect(told.length).toBeGreaterThan(0)
  expect(told.filter((text) => !/TypeError: (?:Cannot destructure|Cannot read)/.test(text))).toEqual([])
})

test('what holds a line stands in the list, and once it is mended two people pay it from there', async () => {
  const clerk = await house.open('fcs.maker', { path: '/farmers/schedule/retries' })
  await clerk.getByRole('link', { name: 'Held and refused' }).first().click()
  await clerk.getByRole('heading', { name: 'Held and refused' }).waitFor()
  const row = clerk.locator('[data-row]').filter({ hasText: name })
  await row.getByText('The account is not verified').first().waitFor()
  await expectNoAxeFindings(clerk, 'what is held')
  await row.click()
  const drawer = clerk.getByRole('dialog')
  await drawer.getByText('Request the account anew: the bank is asked whose it is').first().waitFor()
  // Still held: nobody is offered to pay it.
  expect(await drawer.getByRole('button', { name: 'Pay again' }).count()).toBe(0)
  await expectNoAxeFindings(clerk, 'why a line is held')
  // On the schedule itself the same line says the same, and offers nothing that would be refused.
  await drawer.getByRole('link', { name: 'See the schedule' }).press('Enter')
  await clerk.getByRole('heading', { name: /^Schedule / }).waitFor()
  await clerk.getByRole('searchbox').fill(name)
  await clerk.locator('[data-row]').filter({ hasText: name }).click()
  await drawer.getByText('Request the account anew: the bank is asked whose it is').waitFor()
  await drawer.getByRole('link', { name: 'Open the farmer' }).waitFor()
  await expect.poll(() => drawer.getByRole('button', { name: 'Pay again' }).count()).toBe(0)
  await expectNoAxeFindings(clerk, 'why a line of a schedule is held')
  await visit(clerk, new URL('/farmers/schedule/open', clerk.url()).href)

  // On a phone a value of several lines is read whole: the margin of the dots between values cuts none of it off.
  await clerk.setViewportSize({ width: 320, height: 844 })
  const card = clerk.locator('.cards li').filter({ hasText: name })
  await card.locator('.mcard-sub').waitFor()
  const cut = await card.locator('.mcard-sub > span').evaluateAll((values) =>
    values.flatMap((value) => {
      const words = document.createRange()
      words.selectNodeContents(value)
      const edge = (value.parentElement?.getBoundingClientRect().left ?? 0) + 14
      return [...words.getClientRects()].map(({ left }) => left - edge)
    }),
  )
  expect(cut.length).toBeGreaterThan(5)
  expect(cut.filter((left) => left < 0)).toEqual([])

  await set(`account_state = 'VERIFIED'`)
  await clerk.reload()
  await clerk.setViewportSize({ width: 390, height: 844 })
  await card.locator('.mcard-main').click()
  await drawer.getByText('Nothing holds it any more').first().waitFor()
  await expectNoAxeFindings(clerk, 'a line that nothing holds, on a phone')
  await drawer.getByRole('button', { name: 'Pay again' }).press('Enter')
  await clerk.getByRole('dialog').last().getByRole('button', { name: 'Send for approval' }).press('Enter')
  await clerk.getByText('Sent for approval').first().waitFor()
  await drawer.getByText('Have another person decide the retry that waits').first().waitFor()

  const checker = await house.open('fcs.checker', { path: '/farmers/schedule/retries' })
  await checker.locator('[data-row]').filter({ hasText: name }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click()
  await checker.getByText('Approved: the payment goes to the bank again').first().waitFor()
  const { rows } = await house.world.owner.query<{ id: string }>(
    'select id from payment_retries where farmer_id = $1',
    [farmerId],
  )
  await payAgain(house.world, rows[0]!)
  await clerk.setViewportSize({ width: 1280, height: 800 })
  await visit(clerk, new URL('/farmers/schedule/open', clerk.url()).href)
  await clerk.getByRole('heading', { name: 'Held and refused' }).waitFor()
  await expect.poll(() => clerk.locator('[data-row]').filter({ hasText: name }).count()).toBe(0)
  await house.leave(clerk)
  await house.leave(checker)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
