import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { countyReportPaper } from '#server/dashboard/countyReports.ts'
import { codeOfPaper } from '#server/kit/paper/paperCodes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard/dashboard.ts'
import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { makeDeliveryFiles } from '../kit/deliveryFiles.ts'
import { freshMembers, type Member } from '../kit/updateRequests.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside, settle } from './settle.ts'

let house: BrowserWorld
let mine: Member[]
let theirs: Member[]
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  await makeDeliveryFiles(world)
  mine = await freshMembers(world, 4)
  theirs = await freshMembers(world, 2, { society: 'CF4101' })
  await set(theirs[0], `first_name = 'Canary', id_number = '${mine[0]?.id_number}'`)
  await keepFigures(world.house, { all: true })
})
afterAll(() => house.close())

const set = (member: Member | undefined, values: string) =>
  house.world.owner.query(`update farmers set ${values} where id = $1`, [member?.id])
const go = async (page: Page, path: string) => {
  await goInside(page, path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settle(page)
}
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a clerk starts on the dashboard, reads the weeks with the arrows, as a table and as a file, and all say the same', async () => {
  const page = await house.open('fcs.maker')
  await page.waitForURL(/\/dashboard$/)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const { body } = await house.world.people.wanjikuMaker.get<Dashboard>('/dashboard/CF4100')
  const weeks = page.getByRole('slider', { name: 'Kilograms by week' })
  await weeks.focus()
  const last = await weeks.getAttribute('aria-valuetext')
  const kilograms = body.weeks.at(-1)?.approvedKg ?? -1
  const shown = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 1, maximumFractionDigits: 3 })
  expect(last).toContain(`Approved ${shown.format(kilograms)}`)
  await page.keyboard.press('Home')
  expect(await weeks.getAttribute('aria-valuenow')).toBe('1')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  expect(await weeks.getAttribute('aria-valuetext')).toBe(last)
  await card(page, 'Pending by person').getByText('Otieno Ouma, Society checker', { exact: true }).waitFor()
  await page.getByText('Owed by members').waitFor()
  await expectNoAxeFindings(page, 'charts')

  await page.getByText('Tables', { exact: true }).click()
  await page.waitForURL(/as=tables/)
  await page.reload()
  const table = page.getByRole('table', { name: 'Kilograms by week' })
  await expect.poll(() => table.getByRole('row').last().innerText()).toContain(shown.format(kilograms))
  await expectNoAxeFindings(page, 'tables')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the numbers of "Kilograms by week" as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Kilograms by week.csv')
  const lines = (await readFile(await file.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  expect(lines[0]).toMatch(/^Week,Approved,Waiting,Same week of \d{4}\/\d{4}$/)
  const sum = lines.slice(1).reduce((all, line) => all + Number(line.split(',').at(-3)), 0)
  expect(sum).toBeCloseTo(body.seasons.find(({ season }) => season === body.season)?.approvedKg ?? -1)

  const earlier = body.seasons[0]?.season ?? ''
  await page.getByRole('combobox', { name: 'Season' }).selectOption(earlier)
  await page.waitForURL((url) => url.searchParams.get('season') === earlier)
  await page.getByText(`Season ${earlier}, by the day of delivery`).waitFor()
  await house.leave(page)
})

test('whoever decides starts in the inbox', async () => {
  const page = await house.open('fcs.checker')
  await page.waitForURL(/\/inbox/)
  await house.leave(page)
})

test('a finding leads to its farmers, to a request for a change, and is gone once it is put right and counted again', async () => {
  const { world } = house
  await world.owner.query(`update farmers set number_of_trees = 120 where number_of_trees is null`)
  await set(mine[1], 'number_of_trees = null')
  await keepFigures(world.house, { all: true })
  const page = await house.open('fcs.maker')
  await go(page, '/farmers/quality')
  await expectNoAxeFindings(page, 'data quality')
  await page.getByRole('link', { name: 'No number of trees: 1 to check' }).click()
  await page.getByRole('heading', { level: 1, name: 'No number of trees' }).waitFor()
  await expectNoAxeFindings(page, 'a work list')
  const row = page.getByRole('row').filter({ hasText: mine[1]?.member_number ?? 'none' })
  await row.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page
    .getByRole('dialog')
    .getByText('Nothing changes until another person has approved it', { exact: false })
    .waitFor()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await row.click()
  await page.waitForURL(new RegExp(`/farmers/farmer/${mine[1]?.id}`))

  await set(mine[1], 'number_of_trees = 120')
  await go(page, '/farmers/quality/CF4100')
  await page.getByRole('button', { name: 'Count again' }).click()
  await page.getByText('The farmers are being counted').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Count again' }).isDisabled()).toBe(true)
  await expect.poll(() => keepFigures(world.house), { timeout: 10_000 }).toBe(1)
  await page.getByText('The farmers are being counted').waitFor({ state: 'hidden' })
  const done = page.getByRole('listitem').filter({ hasText: 'No number of trees' })
  await done.getByText('Nothing to do').waitFor()
  await go(page, '/farmers/quality/CF4100/trees_missing')
  await page.getByText('Nothing to do: no farmer has this finding.').waitFor()
  await house.leave(page)
})

test('a duplicate in another society is told as yes, and nothing of that society is on any screen', async () => {
  const page = await house.open('fcs.maker')
  for (const path of ['/farmers/quality', '/farmers/quality/CF4100/id_elsewhere', '/dashboard']) {
    await go(page, path)
    const text = await page.locator('body').innerText()
    for (const secret of [
      'Canary',
      theirs[0]?.member_number ?? '',
      theirs[0]?.account_number ?? '',
      'CF4101',
      'Kirimandu',
    ])
      expect([path, text.includes(secret)]).toEqual([path, false])
  }
  await go(page, '/farmers/quality/CF4100/id_elsewhere')
  await page
    .getByRole('row')
    .filter({ hasText: mine[0]?.member_number ?? 'none' })
    .waitFor()
  for (const path of ['/dashboard/CF4101', '/farmers/quality/CF4101', '/farmers/quality/CF4101/id_elsewhere']) {
    await go(page, path)
    await page.getByRole('alert').first().waitFor()
    expect(await page.locator('body').innerText()).not.toContain('Kirimandu')
  }
  await go(page, '/farmers/quality/CF4100/nothing_known')
  await page.getByRole('link', { name: 'Go to the inbox' }).waitFor()
  await house.leave(page)
})

test('the government compares societies, chooses one, and sees values masked', async () => {
  const page = await house.open('gov.viewer', looks.phoneDark)
  await page.waitForURL(/\/dashboard$/)
  await page.getByText('All societies in reach: 3').waitFor()
  await card(page, 'Owed by society').waitFor()
  const counties = card(page, 'Counties side by side')
  await counties.getByText(/^Nyeri: Cherry this season/).waitFor()
  await counties.getByRole('combobox', { name: 'Compare by' }).selectOption('Farmers')
  await page.waitForURL(/measure=farmers/)
  await counties.getByText(/^Nyeri: Farmers \d+/).waitFor()
  await expectNoAxeFindings(page, 'counties side by side')
  await counties.getByRole('link', { name: 'County reports' }).click()
  await page.waitForURL(/\/reports\/counties/)
  await page.getByRole('button', { name: 'Make a report now' }).click()
  await page.getByText('The report is made').waitFor()
  await page.locator('.mcard').first().click()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Save as PDF' }).click(),
  ])
  expect(paper.suggestedFilename()).toMatch(/^CR[0-9A-Z]{8}_\d{4}-\d\d-\d\d\.pdf$/)
  await expectNoAxeFindings(page, 'county reports')
  await expectNoSidewaysScroll(page, 'county reports on a phone')
  const reference = paper.suggestedFilename().slice(0, 10)
  await page.goto(`${house.address}/check/${codeOfPaper(house.world.house, countyReportPaper, reference)}`)
  await page.getByText('This paper is ours').waitFor()
  await page.getByText(reference, { exact: true }).waitFor()
  await expectNoAxeFindings(page, 'the check of a report')
  await go(page, '/dashboard?measure=farmers')
  await page.getByRole('textbox', { name: 'Society' }).fill('Kiri')
  await page.getByRole('option', { name: /Kirimandu/ }).click()
  await page.waitForURL(/\/dashboard\/CF4101/)
  await page.getByText(/Kirimandu .* CF4101/).waitFor()
  await expectNoSidewaysScroll(page, 'a dashboard on a phone')
  await card(page, 'Findings in the register').getByRole('link', { name: 'ID also in another society' }).click()
  await page.waitForURL(/quality\/CF4101\/id_elsewhere/)
  await page.getByText(/^Canary /).waitFor()
  expect(await page.locator('main').innerText()).not.toContain(mine[0]?.id_number ?? '')
  await go(page, '/farmers/quality')
  await page.getByText('Othameru Farmers Co-operative Society').first().waitFor()
  await page.getByText('Kirimandu Farmers Co-operative Society').first().click()
  await page.waitForURL(/\/farmers\/quality\/CF4101/)
  await expectNoAxeFindings(page, 'the quality of one society')
  await house.leave(page)
})

test('a dashboard that cannot be loaded says so and offers to read again', async () => {
  const page = await house.open('fcs.maker')
  await page.route('**/api/dashboard/**', (route) => route.abort())
  await page.goto(`${house.address}/dashboard`)
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  await page.unroute('**/api/dashboard/**')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('slider', { name: 'Kilograms by week' }).waitFor()
  await house.leave(page)
})

test('no page complained', () => expect(house.complaints.filter((said) => !said.includes('ERR_FAILED'))).toEqual([]))
