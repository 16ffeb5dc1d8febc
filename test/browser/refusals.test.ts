import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmersCsv } from '../kit/farmerFiles.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

let house: BrowserWorld
beforeAll(async () => {
  house = await openBrowserWorld()
  for (const name of ['first.csv', 'second.csv', 'third.csv', 'fourth.csv'])
    await house.world.people.wanjikuMaker.upload('/upload/cherry/farmer/CF4100', name, Buffer.from(farmersCsv(5)))
})
afterAll(() => house.close())

const statusOf = async (fileName: string) => {
  const { rows } = await house.world.owner.query<{ status: string; comment: string | null }>(
    'select status, decision_comment as comment from uploads where file_name = $1',
    [fileName],
  )
  return rows[0]
}

test('a decline without a comment is refused on the screen; with one it is done and the clerk reads why', async () => {
  const checker = await house.open('fcs.checker', { path: '/farmers/uploads' })
  const row = checker.getByRole('row').filter({ hasText: 'first.csv' })
  await row.getByRole('button', { name: /Actions for/ }).click()
  await checker.getByRole('menuitem', { name: /^Decline/ }).click()
  const dialog = checker.getByRole('dialog')
  await dialog.getByRole('button', { name: /Decline/ }).click()
  await dialog.getByText('Comment is required').waitFor()
  expect((await statusOf('first.csv'))?.status).toBe('PENDING_APPROVAL')
  await dialog.getByRole('textbox').fill('The ward is not ours')
  await dialog.getByRole('button', { name: /Decline/ }).click()
  await checker.getByRole('tab', { name: /^All/ }).click()
  await checker.getByRole('row').filter({ hasText: 'first.csv' }).getByText('Declined').waitFor()
  expect(await statusOf('first.csv')).toEqual({ status: 'REJECTED', comment: 'The ward is not ours' })
})

test('somebody else decided meanwhile: the screen says who, and shows the row as it is', async () => {
  const checker = await house.open('fcs.checker', { path: '/farmers/uploads' })
  await checker
    .getByRole('row')
    .filter({ hasText: 'second.csv' })
    .getByRole('button', { name: /Actions for/ })
    .click()
  await checker.getByRole('menuitem', { name: /^Approve/ }).click()
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from uploads where file_name = 'second.csv'`,
  )
  const { status } = await house.world.people.margaretManager.post('/upload/cherry/decline_farmer', {
    id: rows[0]?.id,
    approverComment: 'Sent twice',
  })
  expect(status).toBe(200)
  await checker.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await checker
    .getByText(/Margaret Nyawira Theuri/)
    .first()
    .waitFor()
  expect(await statusOf('second.csv')).toEqual({ status: 'REJECTED', comment: 'Sent twice' })
})

test('of many that were all decided meanwhile the receipt says so of each, and of none that it was done', async () => {
  const checker = await house.open('fcs.checker', { path: '/farmers/uploads' })
  for (const name of ['third.csv', 'fourth.csv'])
    await checker.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await checker.getByRole('button', { name: /^Decline$/ }).click()
  const dialog = checker.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The ward is not ours')
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from uploads where file_name in ('third.csv', 'fourth.csv')`,
  )
  for (const { id } of rows)
    await house.world.people.margaretManager.post('/upload/cherry/decline_farmer', {
      id,
      approverComment: 'Sent twice',
    })
  await dialog.getByRole('button', { name: 'Decline 2' }).click()
  await dialog.getByText('0 done, 2 skipped, 0 failed').waitFor()
  for (const name of ['third.csv', 'fourth.csv'])
    await dialog
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(/^Already declined: Margaret/)
      .waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await statusOf('third.csv')).toEqual({ status: 'REJECTED', comment: 'Sent twice' })
})

test('the same file twice is refused with the name of who sent it first', async () => {
  const bytes = Buffer.from(farmersCsv(4))
  await house.world.people.wanjikuMaker.upload('/upload/cherry/farmer/CF4100', 'twice.csv', bytes)
  const maker = await house.open('fcs.maker', { path: '/farmers/uploads?upload=Y' })
  const dialog = maker.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: bytes })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByText('This very file was already uploaded').first().waitFor()
  await dialog.getByText(/Wanjiku Kamau uploaded it/).waitFor()
})

test('a session that ended leads to the sign-in and back to where one was', async () => {
  const maker = await house.open('fcs.maker')
  await maker.context().clearCookies()
  await visit(maker, `${house.address}/farmers/summary`)
  await maker.waitForURL(/sign-in/)
  await maker.getByLabel('Username').fill('fcs.maker')
  await maker.getByRole('textbox', { name: 'Password' }).fill('wrong-password')
  await maker.getByRole('button', { name: 'Sign in', exact: true }).click()
  await maker.getByText('The username or the password is not right.').waitFor()
})

test('no page complained', () => expect(house.complaints).toEqual([]))
