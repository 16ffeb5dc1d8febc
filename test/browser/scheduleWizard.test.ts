import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleBars } from '#contract/schedules/communalPayments.ts'
import { fillPool, giveFactories, keepFloor } from '../kit/schedules.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  await fillPool(world, 'CF4100', 2_500_000.07)
  await keepFloor(world)
  await giveFactories(world, ['Kagere Hill', 'Kagere Valley'])
  // A second clerk of the society.
  await world.owner.query('update users set organisation_id = $1 where username = $2', [
    world.organisationId('CF4100'),
    'fcs3.maker',
  ])
})
afterAll(() => house.close())

test('a draft survives a closed tab, a colleague sees who has it open and takes it over, and the pool is split to the end', async () => {
  const at = { path: '/farmers/schedule/new' }
  const clerk = await house.open('fcs.maker', at)
  await clerk.getByRole('button', { name: 'Begin a schedule' }).click()
  for (const _ of [1, 2, 3]) await clerk.getByRole('button', { name: 'Next' }).click()
  await clerk.getByLabel('A rate for each factory').click()
  await clerk.getByLabel('Kagere Hill').fill('1000000.50')
  await clerk.getByText(/^Saved /).waitFor()
  await expectNoAxeFindings(clerk, 'a pool that is split over factories')
  await house.leave(clerk)

  const again = await house.open('fcs.maker', at)
  await again.getByLabel('Kagere Hill').waitFor()
  expect(await again.getByLabel('Kagere Hill').inputValue()).toBe('1000000.50')

  const colleague = await house.open('fcs3.maker', at)
  await colleague.getByText(/Wanjiku Kamau has this draft open since/).waitFor()
  expect(await colleague.getByLabel('Kagere Hill').isDisabled()).toBe(true)
  await expectNoAxeFindings(colleague, 'a draft that somebody else has open')
  await colleague.getByRole('button', { name: 'Take over' }).click()
  await colleague.getByText(/^Saved /).waitFor()
  // Whoever had it is told at the latest with the next thing typed, and can take it back.
  await again.getByText(/has this draft open since/).waitFor({ timeout: 20_000 })
  expect(await again.getByLabel('Kagere Hill').isDisabled()).toBe(true)
  await again.getByRole('button', { name: 'Take over' }).click()
  await again.getByText(/^Saved /).waitFor()

  // Discarded by mistake, and brought back.
  await again.getByRole('button', { name: 'Discard the draft' }).click()
  await again.getByText(/was discarded by Wanjiku Kamau/).waitFor()
  await again.getByRole('button', { name: 'Bring it back' }).click()
  await again.getByLabel('Kagere Valley').fill('9999999')
  await again.getByText('The factories together would get more than lies on the account').first().waitFor()
  await again.getByRole('button', { name: 'Share evenly by kilograms' }).click()
  await again.getByLabel('Kagere Hill').fill('1000000.50')
  await again.getByLabel('Kagere Valley').fill('600000')
  await again.getByLabel('Without a factory').fill('500000')
  await again.getByRole('button', { name: 'Next' }).click()
  await again.getByText('What it comes to').waitFor()
  await again.getByRole('button', { name: 'Save and send for approval' }).click()
  await again.getByRole('heading', { name: /^Schedule .*, cycle 1$/ }).waitFor()
  await again.getByText('Over all factories').waitFor()
  await again.getByText(/^KES\s1,000,000\.50 for .*: KES\s\d+\.\d\d a kilogram$/).waitFor()
  await again.locator('[data-row]').first().click()
  await again
    .getByRole('dialog')
    .getByText(/\skg at KES\s/)
    .first()
    .waitFor()
  await expectNoAxeFindings(again, 'what comes from each factory')
  await house.leave(again)
  await house.leave(colleague)

  // What was sent is no draft any more.
  const anew = await house.open('fcs.maker', at)
  await anew.getByRole('button', { name: 'Begin a schedule' }).waitFor()
  await house.leave(anew)
})

test('whatever stands in the way names the screen where it is solved, and leads there', async () => {
  const clerk = await house.open('fcs.maker', { path: '/farmers/schedule/new' })
  // Every condition at once, as no society has them.
  await clerk.route('**/payment/getGrowerDetails', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    const bars = Object.entries(scheduleBars).map(([code, message], at) => ({
      code,
      message,
      blocks: at % 2 === 0,
      count: 2,
      weight: 30,
      amount: null,
    }))
    await route.fulfill({ response, json: { ...body, data: { ...body.data, bars } } })
  })
  await clerk.getByRole('button', { name: 'Begin a schedule' }).click()
  const conditions = clerk.locator('.wizard-bars li')
  await expect.poll(() => conditions.count()).toBe(Object.keys(scheduleBars).length)
  await expectNoAxeFindings(clerk, 'everything that stands in the way')
  const links = await conditions.evaluateAll((items) =>
    items.map((item) => {
      const link = item.querySelector('a')
      return { says: link?.textContent ?? '', to: link?.getAttribute('href') ?? '' }
    }),
  )
  for (const { says, to } of new Map(links.map((link) => [link.to, link])).values()) {
    await visit(clerk, new URL(to, clerk.url()).href)
    const here = clerk.getByRole('navigation', { name: 'Breadcrumbs' }).locator('[aria-current=page]')
    await expect.poll(() => here.textContent(), { message: to }).toBe(says)
    await clerk.getByRole('heading', { level: 1 }).waitFor()
  }
  await house.leave(clerk)
})

test('the browsers had nothing to complain about', () => {
  expect(house.complaints).toEqual([])
})
