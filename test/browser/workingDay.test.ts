import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { registerPayoutOwners } from '#server/kit/bank/payout.ts'
import { memberOf } from '../kit/deliveryFiles.ts'
import { camt } from '../kit/bankStatements.ts'
import { newFarmerBody } from '../kit/createdFarmers.ts'
import { farmersCsv } from '../kit/farmerFiles.ts'
import { borrower, fillFund, grantLimit } from '../kit/loans.ts'
import { stuckPayouts } from '../kit/stuckPayouts.ts'
import type { Member } from '../kit/updateRequests.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import {
  choose,
  exactly,
  labelled,
  goTo,
  openDesk,
  openFromInbox,
  typeInto,
  type Desk,
  type Effort,
} from './workingDay.ts'

/**
 * The ten tasks of a working day, each from the first screen after the sign-in, on a desk in English and on a phone in Swahili. What
 * a task may cost is written beside it: another click is a decision, not an accident.
 */
describe.each([
  { language: 'en', phone: false },
  { language: 'sw', phone: true },
] as const)('a working day in $language, on a phone: $phone', (kind) => {
  let house: BrowserWorld
  let member: Member
  beforeAll(async () => {
    house = await openBrowserWorld()
    const { world } = house
    await fillFund(world, 'KPCU', 1_000_000)
    member = await borrower(world)
    await grantLimit(world, member.id, 20_000)
    await stuckPayouts(world, ['Njeri Mwangi'])
    registerPayoutOwners([{ sourceKind: 'test_intent', settled: async () => {} }])
  })
  afterAll(() => house?.close())

  let open: Desk[] = []
  const desk = async (username: string) => {
    const one = await openDesk(house, username, kind)
    open.push(one)
    return one
  }
  afterEach(async () => {
    await Promise.all(open.map(({ page }) => house.leave(page)))
    open = []
  })
  /** What everybody at the task has done together since the last look at it costs no more than this. */
  const expectEffort = (onDesk: Effort, onPhone: Effort) => {
    const sum = { clicks: 0, keys: 0 }
    for (const { effort } of open) {
      const { clicks, keys } = effort()
      sum.clicks += clicks
      sum.keys += keys
    }
    const most = kind.phone ? onPhone : onDesk
    if (process.env['EFFORT']) console.log(expect.getState().currentTestName, sum)
    expect(sum.clicks).toBeLessThanOrEqual(most.clicks)
    expect(sum.keys).toBeLessThanOrEqual(most.keys)
    expect(sum.clicks + sum.keys).toBeGreaterThan(0) // the hands are seen at all
  }
  const expectOne = (query: string) =>
    expect
      .poll(async () => (await house.world.owner.query(query)).rowCount, { timeout: 30_000, message: query })
      .toBe(1)
  const approve = async (checker: Desk, { reason }: { reason?: string } = {}) => {
    const drawer = checker.page.getByRole('dialog')
    await drawer.getByRole('button', { name: exactly(checker.say('Approve')) }).click()
    const confirm = checker.page.locator('form.step-form [type=submit]')
    await confirm
      .or(checker.page.getByRole('button', { name: checker.words.lists.undo }))
      .first()
      .waitFor()
    if (reason)
      await typeInto(
        checker.page.getByRole('textbox', { name: labelled(checker.words.createdFarmers.overrideReason) }),
        reason,
      )
    if (await confirm.isVisible()) await confirm.click()
  }

  test('a file of farmers, from the template to the approval', async () => {
    const maker = await desk('fcs.maker')
    const { shell, farmers, uploads } = maker.words
    await goTo(maker, shell.screens.farmers, shell.screens.farmerUploads)
    const saved = maker.page.waitForEvent('download')
    await maker.page.getByRole('button', { name: farmers.template }).click()
    expect((await saved).suggestedFilename()).toBe('farmer_sample.xlsx')
    await maker.page.getByRole('button', { name: farmers.upload }).first().click()
    const dialog = maker.page.getByRole('dialog')
    const file = { name: 'working day.csv', mimeType: 'text/csv', buffer: Buffer.from(farmersCsv(3)) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: uploads.upload, exact: true }).click()
    await maker.page.getByText(maker.say('Awaiting checker')).first().waitFor()
    const checker = await desk('fcs.checker')
    await openFromInbox(checker, 'working day.csv')
    await approve(checker)
    await expectOne(`select 1 from uploads where file_name = 'working day.csv' and status = 'APPROVED'`)
    expectEffort({ clicks: 9, keys: 0 }, { clicks: 11, keys: 0 })
  })

  test('ten deliveries', async () => {
    const maker = await desk('fcs.maker')
    const { shell } = maker.words
    await goTo(maker, shell.screens.cherryDeliveries, shell.screens.deliveryEntry)
    // The line opens once the seasons are known, and the cursor stands there then: what is typed before goes nowhere.
    await maker.page.locator('[name=memberNumber]:focus').waitFor()
    for (let n = 1; n <= 10; n += 1) {
      for (const text of [memberOf('CF4100', n), `${20 + n}.5`, `WD${kind.language}${n}`]) {
        await maker.page.keyboard.type(text)
        await maker.page.keyboard.press('Enter')
      }
    }
    await expect
      .poll(
        async () => {
          const { rows } = await house.world.owner.query(
            `select count(*)::int as n from cherry_deliveries where receipt_number like 'WD%'`,
          )
          return rows[0].n
        },
        { timeout: 15_000 },
      )
      .toBe(10)
    expectEffort({ clicks: 2, keys: 181 }, { clicks: 3, keys: 181 })
  })

  test('a new farmer', async () => {
    const maker = await desk('fcs.maker')
    const { shell, createdFarmers } = maker.words
    const body = newFarmerBody()
    await goTo(maker, shell.screens.farmers, shell.screens.createdFarmers)
    await maker.page.getByRole('button', { name: createdFarmers.create }).first().click()
    const dialog = maker.page.getByRole('dialog')
    const box = (title: string) => dialog.getByLabel(labelled(maker.say(title))).first()
    const list = (title: string) => dialog.getByRole('combobox', { name: labelled(maker.say(title)) }).first()
    const typed = {
      'First Name': 'Wangari',
      'Last Name': 'Kamau',
      'ID Number': body.farmerId ?? '',
      'Member Number': kind.phone ? 'W2' : 'W1', // of one length, whatever else has run in this process
      'Mobile Number': body.mobileNumber ?? '',
      'Year of Birth': '1979',
      Village: 'Kihuri',
      Acreage: '1.5',
      'Number of Trees': '350',
      'Year 1 Produce': '850',
      'Year 2 Produce': '910',
      'Year 3 Produce': '780',
      'Year 1 Price': '95',
      'Year 2 Price': '102',
      'Year 3 Price': '88',
      'Account Name': 'Wangari Kamau',
      'Account Number': body.farmerBankDetail.account,
    }
    for (const [title, text] of Object.entries(typed)) await typeInto(box(title), text)
    for (const [title, option] of [
      ['County', 'Nyeri'],
      ['Sub-County', 'Othaya'],
      ['Ward', 'Mahiga'],
      ['Gender', 'Female'],
      ['Variety', 'SL28'],
      ['Payment Institution Type', 'BANK'],
      ['Payment Institution', 'Co-operative Bank of Kenya'],
    ] as const)
      await choose(maker, list(title), exactly(maker.say(option)))
    await maker.page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    const checker = await desk('fcs.checker')
    await goTo(checker, shell.screens.farmers, shell.screens.createdFarmers)
    await checker.page.getByText('Wangari Kamau').first().click()
    await approve(checker, { reason: 'Account of her husband' })
    await expectOne(`select 1 from farmers where full_name = 'Wangari Kamau' and status = 'APPROVED'`)
    expectEffort({ clicks: 40, keys: 115 }, { clicks: 42, keys: 115 })
  })

  test('a loan, from the request to the payout', async () => {
    const maker = await desk('fcs.maker')
    const { shell, loans } = maker.words
    await goTo(maker, shell.screens.loanRequests)
    await maker.page.getByRole('button', { name: loans.create }).first().click()
    const dialog = maker.page.getByRole('dialog')
    await typeInto(dialog.getByRole('textbox', { name: exactly(maker.say('Member number')) }), member.member_number)
    await dialog.getByText(member.full_name).first().waitFor()
    await typeInto(dialog.getByRole('textbox', { name: exactly(maker.say('Amount')) }), '1500')
    await dialog.getByRole('button', { name: loans.send }).click()
    await dialog.waitFor({ state: 'detached' })
    const checker = await desk('fcs.checker')
    await goTo(checker, shell.screens.loanRequests)
    await checker.page.getByText(member.full_name).first().click()
    await approve(checker)
    await expectOne(`select 1 from loan_requests where farmer_id = '${member.id}' and status = 'APPROVED'`)
    const lender = await desk('kpcu.checker')
    const drawer = await openFromInbox(lender, new RegExp(member.full_name))
    await drawer.getByRole('button', { name: exactly(lender.say('Authorise')) }).click()
    await lender.page.locator('form.step-form [type=submit]').click()
    await expectOne(
      `select 1 from loan_requests where farmer_id = '${member.id}' and status in ('PROCESSING', 'SUCCESS')`,
    )
    expectEffort({ clicks: 13, keys: 10 }, { clicks: 16, keys: 10 })
  })

  test('a payout that is stuck', async () => {
    const maker = await desk('bank.maker')
    const { shell, payouts } = maker.words
    await goTo(maker, shell.screens.payouts)
    await maker.page.getByText('Njeri Mwangi').first().click()
    await maker.page.getByRole('button', { name: payouts.propose }).click()
    const form = maker.page.getByRole('dialog', { name: payouts.proposeTitle('Njeri Mwangi') })
    await choose(
      maker,
      form.getByRole('combobox', { name: exactly(payouts.resolution) }),
      maker.say('Send the return again'),
    )
    await typeInto(form.getByRole('textbox', { name: exactly(maker.say('Reason')) }), 'The account is open')
    await form.getByRole('button', { name: payouts.send }).click()
    await form.waitFor({ state: 'detached' })
    const checker = await desk('bank.checker')
    await openFromInbox(checker, /Njeri Mwangi/)
    await approve(checker)
    expectEffort({ clicks: 11, keys: 19 }, { clicks: 13, keys: 19 })
  })

  test('an invitation', async () => {
    const maker = await desk('admin')
    const { shell, administration } = maker.words
    await goTo(maker, shell.screens.users)
    await maker.page.getByRole('button', { name: administration.invite }).click()
    const form = maker.page.getByRole('dialog')
    const box = (title: string) => form.getByRole('textbox', { name: labelled(maker.say(title)) }).first()
    await typeInto(box('Name'), 'Grace Njeri Mwangi')
    await typeInto(box('Username'), 'fcs.grace')
    await typeInto(box('Organisation'), 'Othameru')
    await maker.page.getByRole('option', { name: /Othameru/ }).click()
    await form
      .getByLabel(exactly(maker.say('Role')))
      .first()
      .click()
    await maker.page.getByRole('option', { name: maker.say('Society clerk') }).click()
    await typeInto(box('Reason'), 'New clerk')
    await form.getByRole('button', { name: administration.send }).click()
    await maker.page.getByRole('button', { name: administration.understood }).click()
    const checker = await desk('admin.checker')
    await openFromInbox(checker, /Grace Njeri Mwangi/)
    await approve(checker)
    await checker.page.getByRole('button', { name: administration.understood }).click()
    expectEffort({ clicks: 16, keys: 44 }, { clicks: 18, keys: 44 })
  })

  test('a statement of the bank, and what it does not explain', async () => {
    const maker = await desk('kpcu.maker')
    const { shell, reconciliation } = maker.words
    const statement = camt({
      account: '01141000100100',
      opening: 1_000_000_00,
      lines: [{ key: 'FT26002', cents: 250_000_00, on: '2026-11-19', narration: 'COUNTY SHARE' }],
    })
    await goTo(maker, shell.screens.reconciliation)
    await maker.page.getByRole('button', { name: reconciliation.import }).click()
    const dialog = maker.page.getByRole('dialog')
    const file = { name: 'november.xml', mimeType: 'text/xml', buffer: Buffer.from(statement) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: reconciliation.send, exact: true }).click()
    await maker.page.getByRole('button', { name: reconciliation.done }).click()
    const checker = await desk('kpcu.checker')
    await openFromInbox(checker, /01141000100100/)
    await approve(checker)
    await expectOne(`select 1 from bank_statement_lines where narration = 'COUNTY SHARE'`)
    expectEffort({ clicks: 8, keys: 0 }, { clicks: 10, keys: 0 })

    await maker.page.reload()
    await maker.page.getByText('COUNTY SHARE').first().click()
    await maker.page.getByRole('dialog').getByRole('button', { name: reconciliation.resolve }).click()
    const form = maker.page.getByRole('dialog', { name: exactly(reconciliation.resolveTitle('').trim()) })
    await choose(
      maker,
      form.getByRole('combobox', { name: exactly(maker.say('What it is')) }),
      maker.say('Money paid in'),
    )
    await typeInto(form.getByRole('textbox', { name: exactly(maker.say('Reason')) }), 'Share of the county')
    await form.getByRole('button', { name: reconciliation.propose }).click()
    await form.waitFor({ state: 'detached' })
    await checker.page.reload()
    await openFromInbox(checker, /250,000/)
    await approve(checker)
    expectEffort({ clicks: 10, keys: 19 }, { clicks: 11, keys: 19 })
  })

  test('who can decide', async () => {
    const maker = await desk('fcs.maker')
    const { shell } = maker.words
    await goTo(maker, shell.screens.cherryDeliveries)
    await maker.page.getByText(maker.say('Awaiting checker')).filter({ visible: true }).first().click()
    await maker.page
      .getByRole('dialog')
      .getByText(/Otieno Ouma/)
      .first()
      .waitFor()
    expectEffort({ clicks: 2, keys: 0 }, { clicks: 3, keys: 0 })
  })

  test('no page complained', () => expect(house.complaints).toEqual([]))
})
