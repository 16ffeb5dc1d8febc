import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/session/demo.ts'
import { appCode } from '../kit/appCode.ts'
import type { Person } from '../kit/people.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

const account = '01199000000888'
const member = 'OT0003'
let house: BrowserWorld
const secrets = new Map<string, string>()
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  const { samuelAdministrator, beatriceAdministrator, wanjikuMaker, otienoChecker } = world.people
  await world.bank.load([{ institutionCode: '11', accountNumber: account, name: 'A Member Of Othameru' }])
  for (const person of [samuelAdministrator, beatriceAdministrator, wanjikuMaker, otienoChecker]) await turnOn(person)
})
afterAll(() => house?.close())

const codeOf = (username: string): string => appCode(secrets.get(username) ?? '')

async function turnOn(person: Person): Promise<void> {
  type Totp = { data: { secret: string } }
  const { data } = (await person.post<Totp>('/auth/totp', { action: 'enrol', password: demoPassword })).body
  secrets.set(person.username, data.secret)
  await person.post('/auth/totp', { action: 'confirm', code: codeOf(person.username) })
}

/** Signs in before codes are wanted at the door of the walk: the second factor is asked for at the act. */
async function open(username: string, look = {}): Promise<Page> {
  const { owner } = house.world
  await owner.query(`update users set totp_confirmed_at = null where username = $1`, [username])
  const page = await house.open(username, look)
  await owner.query(`update users set totp_confirmed_at = now() where username = $1`, [username])
  await owner.query(`update settings set value = 'true' where name <> 'everybodyNeedsSecondFactor'`)
  return page
}

async function giveCode(page: Page, username: string, what: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your second factor, once more' })
  await dialog.waitFor()
  await expectNoAxeFindings(page, what)
  // As after half a minute: the app shows a code that has not served yet.
  await house.world.owner.query(`update users set totp_last_step = totp_last_step - 3 where username = $1`, [username])
  await dialog.getByRole('textbox', { name: 'Code of the authenticator app' }).fill(codeOf(username))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.waitFor({ state: 'detached' })
}
const rowOf = (page: Page, text: string) => page.getByRole('table').getByRole('row').filter({ hasText: text }).first()

test('an administrator asks for a user and another approves it, each with a fresh code and no form lost', async () => {
  const asking = await open('admin')
  await visit(asking, `${house.address}/admin/users`)
  await asking.getByRole('button', { name: 'Invite a user' }).click()
  const form = asking.getByRole('dialog').first()
  await form.getByRole('textbox', { name: /^Name/ }).first().fill('Grace Njeri Mwangi')
  await form.getByRole('textbox', { name: /^Username/ }).fill('fcs.clerk')
  await form.getByRole('textbox', { name: /^Organisation/ }).fill('Othameru')
  await asking.getByRole('option', { name: /Othameru/ }).click()
  await form
    .getByRole('combobox', { name: /^Role/ })
    .or(form.getByRole('textbox', { name: /^Role/ }))
    .first()
    .click()
  await asking.getByRole('option', { name: 'Society clerk' }).click()
  await form.getByRole('textbox', { name: /^Reason/ }).fill('Registers members until March')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await giveCode(asking, 'admin', 'the code over a form of administration')
  await asking.getByRole('heading', { name: 'Invitation code' }).waitFor()
  await asking.getByRole('button', { name: 'I have given it to them' }).click()

  const deciding = await open('admin.checker', looks.phone)
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from change_requests where target_id = 'fcs.clerk'`,
  )
  await visit(deciding, `${house.address}/inbox?open=${rows[0]?.id}`)
  await deciding.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await deciding.locator('form.step-form').getByRole('button', { name: 'Approve' }).click()
  await deciding.getByRole('textbox', { name: 'Code of the authenticator app' }).waitFor()
  await expectNoSidewaysScroll(deciding, 'the code on a phone')
  await giveCode(deciding, 'admin.checker', 'the code over a decision of administration')
  await deciding.getByRole('heading', { name: 'Invitation link' }).waitFor()
})

test('other bank details of a member are asked for and approved, each with a fresh code', async () => {
  const maker = await open('fcs.maker')
  await visit(maker, `${house.address}/farmers/view?search=${member}`)
  await rowOf(maker, member)
    .getByRole('button', { name: /Actions for/ })
    .click()
  await maker.getByRole('menuitem', { name: 'Edit' }).click()
  const form = maker.getByRole('dialog').first()
  await form.getByLabel('Payment Institution').click()
  await maker.getByRole('option', { name: 'Co-operative Bank of Kenya' }).click()
  await form.getByLabel('Account Number').fill(account)
  await form.getByLabel('Reason').fill('Her letter of 3 November')
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await giveCode(maker, 'fcs.maker', 'the code over the form of a farmer')
  await maker.getByText('Sent for approval').waitFor()

  const checker = await open('fcs.checker')
  const { rows } = await house.world.owner.query<{ id: string }>(
    `select id from change_requests where kind = 'farmer_update' and status = 'PENDING_APPROVAL'`,
  )
  await visit(checker, `${house.address}/inbox?open=${rows[0]?.id}`)
  const drawer = checker.getByRole('dialog')
  await drawer.getByText(account).first().waitFor()
  await drawer.getByRole('button', { name: 'Approve' }).click()
  const comment = checker.getByRole('dialog').last().getByRole('textbox')
  if ((await comment.count()) > 0) await comment.first().fill('Seen the passbook')
  await checker.getByRole('dialog').last().locator('[type=submit]').click()
  await giveCode(checker, 'fcs.checker', 'the code over a decision on bank details')
  await checker.getByText('Update approved').waitFor()
  expect(house.complaints).toEqual([])
})
