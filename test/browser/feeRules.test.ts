import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreedFees } from '../kit/feeRules.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  await agreedFees(house.world, { validFrom: '2020-10-01', handlingPerPackage: 1.35, warrantPerLot: 5 })
  await agreedFees(house.world, { validFrom: '2099-10-01', handlingPerPackage: 2 })
})
afterAll(() => house?.close())

test('a fee rule is proposed from what is charged today, and its history says who proposed it', async () => {
  const page = await house.open('bank.maker', { path: '/settlement/fees?create=Y' })
  const form = page.getByRole('dialog')
  const field = (name: string) => form.getByRole('textbox', { name })
  await field('Handling').waitFor()
  const said = await Promise.all(
    ['Broker', 'Settlement', 'Handling', 'Warrant'].map((name) => field(name).inputValue()),
  )
  expect(said).toEqual(['1', '0.3', '1.35', '5'])
  await field('From sale day').fill('01/02/2099')
  await field('Broker').fill('1.01')
  await field('Handling').fill('1.4')
  await form.getByText('At most 1', { exact: true }).or(form.getByText('Number from 0 to 1')).first().waitFor()
  await field('Broker').fill('1')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('1 Feb 2099').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Fee rule proposed').waitFor()
  await drawer.getByText('USD 1.40').waitFor()
  const heading = await drawer.getByRole('heading').first().innerText()
  expect(heading).toContain('From 1 Feb 2099')
})
