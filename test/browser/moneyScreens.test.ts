import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bringExceptions } from '../kit/bankStatements.ts'
import { proposeRates } from '../kit/cherryRates.ts'
import { bringLimits, limitRow, limitsCsv, membersWithCherry } from '../kit/limitFiles.ts'
import { approvedSchedules, authorisedLoans, settle as settleLoans } from '../kit/loanReports.ts'
import { everyLoan } from '../kit/loans.ts'
import { decideParchment, muchCherry, outturns, parchmentCsv, sendParchment } from '../kit/parchmentFiles.ts'
import { somePayouts } from '../kit/payouts.ts'
import { bringPayoutResolutions } from '../kit/stuckPayouts.ts'
import { freshMember } from '../kit/updateRequests.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { moneyScreens } from './screenPaths.ts'
import { filled, settle, walkScreens } from './walkScreens.ts'

let house: BrowserWorld
const known: Record<string, string> = {}
beforeAll(async () => {
  house = await openBrowserWorld()
  const { world } = house
  const { wanjikuMaker, aliceMillerChecker } = world.people
  const id = async (query: string) => (await world.owner.query<{ id: string }>(query)).rows[0]?.id ?? ''
  await proposeRates(world.people)
  await bringLimits(world)
  const [member] = await membersWithCherry(world)
  const wrong = limitsCsv([limitRow(member!, { memberNumber: 'XX9999' }), limitRow(member!, { season: '1999/2000' })])
  await wanjikuMaker.upload(`/upload/cherry/delivery/${world.organisationId('CF4100')}`, 'wrong.csv', wrong, {})
  await muchCherry(world)
  const fields = { millerCode: 'ML2001', shareData: 'true' }
  const heavy = parchmentCsv(3, { totalBags: '1' })
  await wanjikuMaker.upload('/upload/parchment/delivery', 'heavy.csv', heavy, fields)
  known['parchment'] = (await sendParchment(wanjikuMaker, outturns(3))).id
  const referred = await sendParchment(wanjikuMaker, outturns(2))
  await decideParchment(aliceMillerChecker, 'decline', referred, 'Weighed 97 kg')
  known['referred'] = referred.id
  await everyLoan(world)
  const borrower = await freshMember(world)
  const [paid = '', back = ''] = await authorisedLoans(world, borrower.id, [16_500, 2_000])
  await settleLoans(world, [paid], 'PAID')
  await settleLoans(world, [back], 'FAILED')
  await somePayouts(world)
  await bringPayoutResolutions(world)
  await bringExceptions(world)
  Object.assign(known, {
    society: world.organisationId('CF4100'),
    borrower: borrower.id,
    schedule: (await approvedSchedules(world, [3]))[0] ?? '',
    rate: await id(`select id from cherry_rates where status = 'PENDING_APPROVAL'`),
    limitFile: await id(`select id from uploads where file_name = 'nine limits.csv'`),
    limitWaiting: await id(`select id from uploads where file_name = 'B.csv'`),
    limitDraft: await id(`select id from uploads where file_name = 'wrong.csv'`),
    limit: await id('select id from limit_rows order by approved_at desc, id desc'),
    parchmentDraft: await id(`select id from uploads where file_name = 'heavy.csv'`),
    loan: await id(`select id from loan_requests where status = 'PENDING_APPROVAL'`),
    payout: await id(`select id from payouts where status <> 'REVERSAL_FAILED' order by id desc`),
    stuck: await id(`select id from payouts where title = 'Kiprono Rotich'`),
    payoutResolution: await id(
      `select id from change_requests where kind = 'payout_resolution' and status = 'PENDING_APPROVAL' order by id limit 1`,
    ),
    statementFile: await id(
      `select id from change_requests where kind = 'statement_import' and status = 'PENDING_APPROVAL'`,
    ),
    exception: await id(`select id from recon_items where kind = 'PAID_TWICE'`),
  })
}, 120_000)
afterAll(() => house?.close())

// A page takes a second or so for each look on a quiet machine.
describe.each([
  { language: 'en', size: 'large', seen: [looks.desktop, looks.desktopDark] },
  { language: 'sw', size: 'small', seen: [looks.phone, looks.phoneDark] },
] as const)('every screen of money, $size, light and dark, in $language', ({ language, seen }) => {
  test.each(Object.entries(moneyScreens))(
    'passes the checks of accessibility for %s',
    (username, paths) => walkScreens(house, { username, paths, known, language, looks: seen }),
    600_000,
  )
})

const dialogs = [
  ['fcs.maker', '/farmers/limits/files', 'Create Cherry Record'],
  ['fcs.maker', '/farmers/limits/files', 'Upload Cherry Records'],
  ['fcs.maker', '/ccarf/delivery/parchment', 'Upload Parchment'],
  ['fcs.maker', '/loan/requests', 'Request a loan'],
  ['fcs.checker', '/farmers/limits/files?tab=all&open=:limitWaiting', 'Approve'],
  ['fcs.checker', '/farmers/limits/files?tab=all&open=:limitWaiting', 'Decline'],
  ['fcs.checker', '/loan/requests?tab=all&open=:loan', 'Approve'],
  ['fcs.checker', '/loan/requests?tab=all&open=:loan', 'Reject'],
  ['fcs.manager', '/ccarf/delivery/parchment/:referred/details', 'Amend'],
  ['miller.checker', '/ccarf/delivery/parchment?tab=all&open=:parchment', 'Refer back'],
  ['miller.checker', '/ccarf/delivery/parchment?tab=all&open=:parchment', 'Reject for good'],
  ['kpcu.maker', '/rates/cherry', 'Update Rate'],
  ['kpcu.checker', '/rates/cherry?tab=all&open=:rate', 'Approve'],
  ['kpcu.maker', '/money/reconciliation', 'Bring in a statement'],
  ['kpcu.maker', '/money/reconciliation?tab=all&open=:exception', 'Resolve'],
  ['kpcu.checker', '/money/reconciliation/imports?tab=all&open=:statementFile', 'Approve'],
  ['bank.checker', '/money/payouts', 'Pause PesaLink'],
  ['bank.checker', '/money/payouts/resolutions?tab=all&open=:payoutResolution', 'Approve'],
  ['bank.maker', '/money/payouts?open=:stuck', 'Say how it goes on'],
] as const

describe.each([looks.desktopDark, looks.phone])('every dialog of money on a $name', ({ name, ...size }) => {
  test.each([...new Set(dialogs.map(([username]) => username))])(
    'is opened and closed with the keyboard alone by %s',
    async (username) => {
      await house.world.owner.query(`update users set language = 'en' where username = $1`, [username])
      const page = await house.open(username, size)
      for (const [, template, label] of dialogs.filter(([who]) => who === username)) {
        const where = `${label} on ${template} on a ${name}`
        await page.goto(house.address + filled(template, known))
        await settle(page, where)
        const open = page.getByRole('dialog')
        const before = template.includes('open=') ? 1 : 0
        await expect.poll(() => open.count(), { message: where, timeout: 10_000 }).toBe(before)
        const button = page.getByRole('button', { name: label, exact: true }).first()
        await button.focus()
        await page.keyboard.press('Enter')
        await expect.poll(() => open.count(), { message: where, timeout: 10_000 }).toBe(before + 1)
        await page.waitForLoadState('networkidle')
        await expectNoAxeFindings(page, where)
        await expectNoSidewaysScroll(page, where)
        const hasFocus = () => open.last().evaluate((dialog) => dialog.contains(document.activeElement))
        await expect.poll(hasFocus, { message: where }).toBe(true)
        await page.keyboard.press('Escape')
        await expect.poll(() => open.count(), { message: where, timeout: 10_000 }).toBeLessThanOrEqual(before)
      }
      await page.context().close()
    },
  )
})

test('no screen showed an error in the console', () => expect(house.complaints).toEqual([]))
