import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/session/demo.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
})
afterAll(() => house?.close())

const phoneText = 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
/** Signs somebody in on a phone, and says whether it still is. */
async function phoneOf(username: string): Promise<() => Promise<number>> {
  const body = { username, password: demoPassword }
  const headers = { 'user-agent': phoneText }
  const answer = await house.world.stranger({ method: 'POST', path: '/auth/login', body, headers })
  const { token } = (answer.body as { data: { token: string } }).data
  return async () => (await house.world.stranger({ method: 'GET', path: '/auth/me', token })).status
}
const sessionsOf = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' })

test('somebody sees a phone that was lost, ends its session by the password, and the others together', async () => {
  await house.world.owner.query(
    `delete from sessions where user_id = (select id from users where username = 'fcs.maker')`,
  )
  const page = await house.open('fcs.maker', { ...looks.phone, path: '/account' })
  const lost = await phoneOf('fcs.maker')
  await page.reload()
  const list = sessionsOf(page)
  const line = list.getByRole('listitem').filter({ hasText: 'Chrome on Android' })
  await line.getByText('since').waitFor()
  expect(await list.getByRole('listitem').filter({ hasText: 'This one' }).getByRole('button').count()).toBe(0)
  await expectNoAxeFindings(page, 'where I am signed in')
  await expectNoSidewaysScroll(page, 'where I am signed in, on a phone')

  await line.getByRole('button', { name: /^End Chrome on Android/ }).click()
  const dialog = page.getByRole('dialog', { name: 'End a session' })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByText('Fill this in').waitFor()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('Not-the-password')
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByText('The username or the password is not right').waitFor()
  await expectNoAxeFindings(page, 'ending a session')
  expect(await lost()).toBe(200)
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await line.waitFor({ state: 'detached' })
  expect(await lost()).toBe(401)
  await list.getByText('You are signed in here only').waitFor()
  expect(await list.getByRole('button', { name: 'End all others' }).isDisabled()).toBe(true)

  const others = [await phoneOf('fcs.maker'), await phoneOf('fcs.maker')]
  await page.reload()
  await list.getByRole('button', { name: 'End all others' }).click()
  const all = page.getByRole('dialog', { name: 'End your other sessions' })
  await all.getByRole('textbox', { name: 'Your password' }).fill(demoPassword)
  await all.getByRole('button', { name: 'End all others' }).click()
  await page.getByText('Your other sessions have ended').waitFor()
  expect(await Promise.all(others.map((one) => one()))).toEqual([401, 401])
  expect(house.complaints).toEqual([])
}, 120_000)

test('the list is there in Swahili too, in the dark and on a phone', async () => {
  const page = await house.open('fcs2.maker', { ...looks.phoneDark, path: '/account', language: 'sw' })
  await page.getByRole('region', { name: 'Mahali ulipoingia' }).getByText('Hiki hapa').waitFor()
  await expectNoAxeFindings(page, 'where I am signed in, in Swahili')
  await expectNoSidewaysScroll(page, 'where I am signed in, in Swahili')
}, 60_000)

const open = async (path: string) => {
  const page = await house.stranger()
  await page.goto(`${house.address}${path}`)
  return page
}

test('passwords are masked until somebody asks to see them, and may be pasted', async () => {
  const door = await open('/sign-in')
  const account = await house.open('fcs.checker', { path: '/account' })
  const fields = [
    door.getByRole('textbox', { name: 'Password' }),
    ...['Current password', 'New password', 'New password again'].map((name) =>
      account.getByRole('textbox', { name, exact: true }),
    ),
  ]
  for (const field of fields) {
    await field.waitFor()
    expect(await field.getAttribute('type')).toBe('password')
    await field.page().evaluate(() => {
      const input = document.createElement('textarea')
      input.value = 'copied from a password manager'
      document.body.append(input)
      input.select()
      document.execCommand('copy')
      input.remove()
    })
    await field.focus()
    await field.page().keyboard.press('Control+V')
    expect(await field.inputValue()).toBe('copied from a password manager')
  }
  await door.getByRole('button', { name: 'Show the password' }).click()
  expect(await fields[0]?.getAttribute('type')).toBe('text')
}, 60_000)
