import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepBalances } from '#server/balances/checkBalances.ts'
import { hashOfCode } from '#server/loanReports/statementCodes.ts'
import { coffeeToAccounts, type Chain } from '../kit/coffeeToAccounts.ts'
import { membersOf } from '../kit/schedules.ts'
import { expectNoAxeFindings } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'

// From the dollar of a lot to the shilling of a member, and back, as people look at it.
let house: BrowserWorld
let chain: Chain
let farmerId: string
beforeAll(async () => {
  house = await openBrowserWorld({ hearsBank: true })
  chain = await coffeeToAccounts(house.world)
  farmerId = (await membersOf(house.world))[0]?.id ?? ''
}, 120_000)
afterAll(async () => {
  expect(house?.complaints).toEqual([])
  await house?.close()
})

test('a clerk goes from a payment to its lots, to the e-slip of one, and from there to the accounts that it reached', async () => {
  const clerk = await house.open('fcs.maker', { path: `/farmers/statement/${farmerId}` })
  await clerk.getByRole('button', { name: 'From dollar to shilling' }).click()
  const dialog = clerk.getByRole('dialog')
  await dialog.getByText(chain.slips[0]?.number ?? '').waitFor()
  await dialog.getByText(`at 128.95, deal ${chain.dealCode}`).first().waitFor()
  await expectNoAxeFindings(clerk, 'the chain of a payment')
  const saved = clerk.waitForEvent('download')
  await dialog.getByRole('button', { name: 'As data (JSON)' }).click()
  const pack = JSON.parse((await (await (await saved).createReadStream()).toArray()).join('')) as {
    code: string
    fingerprint: string
  }
  await dialog.getByRole('link', { name: /^Lot 1, sale 61/ }).click()
  await clerk.getByText('What became of the dollars').waitFor()
  await clerk.getByText('Retained').waitFor()
  await clerk.getByText('The 5 accounts that it reached most').click()
  await expectNoAxeFindings(clerk, 'the e-slip with what became of it')
  await clerk.locator(`a[href="/farmers/statement/${farmerId}"]`).click()
  await clerk.getByRole('heading', { name: /^Payment statement of / }).waitFor()

  const stranger = await house.stranger()
  await stranger.goto(`${house.address}/check/${pack.code}`)
  await stranger.getByText('This paper is ours').waitFor()
  await stranger.getByText(pack.fingerprint).waitFor()
  await stranger.getByText(chain.slips[0]?.number ?? '').waitFor()
  await expectNoAxeFindings(stranger, 'the public page of an evidence pack')
})

test('whoever holds a printed statement finds the lots behind each of its payments, and nobody’s name', async () => {
  const { world } = house
  const path = `/farmer/payment_statement/${world.organisationId('CF4100')}/${farmerId}/paper`
  expect((await world.people.wanjikuMaker.get(path)).status).toBe(200)
  const code = 'ABCDE-FGHJK-MNPQR-STVWX'
  await world.owner.query(
    `insert into member_statements (id, kind, organisation_id, farmer_id, code_hash, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at)
     select gen_random_uuid(), kind, organisation_id, farmer_id, $1, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at from member_statements where farmer_id = $2`,
    [hashOfCode(code), farmerId],
  )
  const stranger = await house.stranger()
  await stranger.goto(`${house.address}/check/${code}`)
  await stranger.getByText('Payment statement of a member').waitFor()
  await stranger.getByRole('heading', { name: /^From dollar to shilling: .*, cycle 1$/ }).waitFor()
  await stranger.getByText(chain.slips[1]?.number ?? '').waitFor()
  const { rows } = await world.owner.query<{ name: string }>('select full_name as name from farmers where id = $1', [
    farmerId,
  ])
  expect(await stranger.content()).not.toContain(rows[0]?.name)
  await expectNoAxeFindings(stranger, 'the proof of a statement')
})

test('a society sees on its dashboard and on the page of a farmer how far its coffee has come, and who brings it on', async () => {
  const clerk = await house.open('fcs.maker', { path: '/dashboard' })
  const way = clerk.getByRole('region', { name: 'How far it has come' })
  await way.getByText('It waits for Othameru Farmers Co-operative Society').waitFor()
  await way.getByText('Who can do it: ').waitFor()
  await clerk.goto(`${house.address}/farmers/farmer/${farmerId}`)
  await way.getByText('In members’ accounts').waitFor()
})

test('what does not close stands first, with both numbers, and leads to where to look', async () => {
  await house.world.owner.query(`alter table eslips disable trigger legs_are_the_gross`)
  await house.world.owner.query(
    `update eslips set gross_cents = gross_cents + 1, net_cents = net_cents + 1 where id = $1`,
    [chain.slips[1]?.id],
  )
  await keepBalances(house.world.house)
  const viewer = await house.open('gov.viewer', { path: '/reports/balances' })
  await viewer.getByText('Hammer to e-slip').first().click()
  await viewer.getByText(chain.slips[1]?.number ?? '').waitFor()
  await viewer.getByText('USD 5,956.61').waitFor()
  await expectNoAxeFindings(viewer, 'a balance that does not close')
  await viewer.getByRole('link', { name: 'Look at it' }).click()
  await viewer.waitForURL(/\/eslips/)
  const admin = await house.open('admin', { path: '/reports/balances', ...looks.phoneDark })
  await admin.getByText('Hammer to e-slip').first().waitFor()
  await expectNoAxeFindings(admin, 'balances on a phone')
})
