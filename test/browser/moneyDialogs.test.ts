import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { bringMoneyRecords } from './moneyRecords.ts'
import { goInside, settle } from './settle.ts'
import { filled } from './walkScreens.ts'

let house: BrowserWorld
let known: Record<string, string>
beforeAll(async () => {
  house = await openBrowserWorld()
  known = await bringMoneyRecords(house.world)
}, 120_000)
afterAll(() => house?.close())

const dialogs = [
  ['fcs.maker', '/farmers/limits/files', 'Create Cherry Record'],
  ['fcs.maker', '/farmers/limits/files', 'Upload Cherry Records'],
  ['fcs.maker', '/ccarf/delivery/parchment', 'Upload Parchment'],
  ['fcs.maker', '/loan/requests', 'Request a loan'],
  ['fcs.checker', '/farmers/limits/files?tab=all&open=:limitWaiting', 'Approve'],
  ['fcs.checker', '/farmers/limits/files?tab=all&open=:limitWaiting', 'Decline'],
  ['fcs.checker', '/loan/requests?tab=all&open=:loan', 'Approve'],
  ['fcs.checker', '/loan/requests?tab=all&open=:loan', 'Decline'],
  ['fcs.manager', '/ccarf/delivery/parchment/:referred/details', 'Amend'],
  ['miller.checker', '/ccarf/delivery/parchment?tab=all&open=:parchment', 'Refer back'],
  ['miller.checker', '/ccarf/delivery/parchment?tab=all&open=:parchment', 'Decline for good'],
  ['kpcu.maker', '/rates/cherry', 'Update Rate'],
  ['kpcu.checker', '/rates/cherry?tab=all&open=:rate', 'Approve'],
  ['kpcu.maker', '/money/reconciliation', 'Import statement'],
  ['kpcu.maker', '/money/reconciliation?tab=all&open=:exception', 'Resolve'],
  ['kpcu.checker', '/money/reconciliation/imports?tab=all&open=:statementFile', 'Approve'],
  ['bank.checker', '/money/payouts', 'Pause PesaLink'],
  ['bank.checker', '/money/payouts/resolutions?tab=all&open=:payoutResolution', 'Approve'],
  ['bank.maker', '/money/payouts?open=:stuck', 'Propose a resolution'],
] as const

describe.each([looks.desktopDark, looks.phone])('every dialog of money on a $name', ({ name, ...size }) => {
  test.each([...new Set(dialogs.map(([username]) => username))])(
    'is opened and closed with the keyboard alone by %s',
    async (username) => {
      await house.world.owner.query(`update users set language = 'en' where username = $1`, [username])
      const page = await house.open(username, size)
      for (const [, template, label] of dialogs.filter(([who]) => who === username)) {
        const where = `${label} on ${template} on a ${name}`
        await goInside(page, filled(template, known))
        await settle(page, where)
        const open = page.getByRole('dialog')
        const before = template.includes('open=') ? 1 : 0
        await expect.poll(() => open.count(), { message: where, timeout: 10_000 }).toBe(before)
        const button = page.getByRole('button', { name: new RegExp(`^${label}( KES .*)?$`) }).first()
        await button.focus()
        await page.keyboard.press('Enter')
        await expect.poll(() => open.count(), { message: where, timeout: 10_000 }).toBe(before + 1)
        await settle(page)
        await expectNoAxeFindings(page, where)
        await expectNoSidewaysScroll(page, where)
        const hasFocus = () => open.last().evaluate((dialog) => dialog.contains(document.activeElement))
        await expect.poll(hasFocus, { message: where }).toBe(true)
        await page.keyboard.press('Escape')
        await expect.poll(() => open.count(), { message: where, timeout: 10_000 }).toBeLessThanOrEqual(before)
      }
      await house.leave(page)
    },
  )
})

test('no screen showed an error in the console', () => expect(house.complaints).toEqual([]))
