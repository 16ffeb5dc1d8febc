import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepBalances } from '#server/balances/checkBalances.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { hashOfCode } from '#server/loanReports/statementCodes.ts'
import { coffeeToAccounts, type Chain } from '../kit/coffeeToAccounts.ts'
import { membersOf } from '../kit/schedules.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { visit } from './settle.ts'

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
  const pack = await packsOf(clerk, dialog)
  await dialog.getByRole('link', { name: /^Lot 1, sale 61/ }).click()
  await clerk.getByText('What became of the dollars').waitFor()
  await clerk.getByText('Retained').waitFor()
  await clerk.getByText('The 5 accounts that it reached most').click()
  await expectNoAxeFindings(clerk, 'the e-slip with what became of it')
  const slipPack = await packsOf(clerk, clerk.getByRole('region', { name: /^What became of the dollars/ }))
  await clerk.locator(`a[href="/farmers/statement/${farmerId}"]`).click()
  await clerk.getByRole('heading', { name: /^Payment statement of / }).waitFor()

  const stranger = await house.stranger()
  for (const { address, fingerprint } of [pack, slipPack]) {
    await stranger.goto(`${house.address}${new URL(address).pathname}`)
    await stranger.getByText('This paper is ours').waitFor()
    await stranger.getByText(fingerprint).waitFor()
    await stranger
      .getByText(chain.slips[0]?.number ?? '')
      .first()
      .waitFor()
    await expectNoAxeFindings(stranger, 'the public page of an evidence pack')
  }
})

test('a code that was altered is none of ours, and what was changed since has another fingerprint', async () => {
  const { owner } = house.world
  const clerk = await house.open('fcs.maker', { path: `/farmers/statement/${farmerId}` })
  await clerk.getByRole('button', { name: 'From dollar to shilling' }).click()
  const dialog = clerk.getByRole('dialog')
  const pack = await packsOf(clerk, dialog)
  await dialog.getByRole('link', { name: /^Lot 1, sale 61/ }).click()
  const slipPack = await packsOf(clerk, clerk.getByRole('region', { name: /^What became of the dollars/ }))
  const reader = await house.stranger()
  // By hand, as of a paper whose square code cannot be scanned.
  await reader.goto(`${house.address}/check/${altered(pack.code)}`)
  for (const { code } of [pack, slipPack]) {
    await reader.getByRole('textbox', { name: 'Code on the paper' }).fill(altered(code))
    await reader.getByRole('button', { name: 'Check', exact: true }).click()
    await reader.waitForURL(`**/check/${altered(code)}`)
    await reader.getByText('This paper is not ours').waitFor()
    expect(await reader.getByText('This paper is ours').count()).toBe(0)
  }
  await expectNoAxeFindings(reader, 'a code that is none of ours')
  await owner.query(`update eslips set kilograms = kilograms + 1 where id = $1`, [chain.slips[0]?.id])
  try {
    for (const { code, fingerprint } of [pack, slipPack]) {
      await reader.goto(`${house.address}/check/${code}`)
      await reader.getByText('This paper is ours').waitFor()
      expect(await reader.getByText(fingerprint).count()).toBe(0)
    }
  } finally {
    await owner.query(`update eslips set kilograms = kilograms - 1 where id = $1`, [chain.slips[0]?.id])
  }
})

type EvidencePack = { code: string; fingerprint: string; address: string }

/** Saves a pack on paper and as data, as its two buttons do, and reads the data. */
async function packsOf(page: Page, within: Locator): Promise<EvidencePack> {
  const [paper, data] = [
    await saved(page, within.getByRole('button', { name: 'Evidence pack (PDF)' })),
    await saved(page, within.getByRole('button', { name: 'As data (JSON)' })),
  ]
  expect([paper.bytes.subarray(0, 5).toString(), paper.name]).toEqual(['%PDF-', data.name.replace(/json$/, 'pdf')])
  return JSON.parse(data.bytes.toString()) as EvidencePack
}

async function saved(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await button.click()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** The same code with another last letter. */
const altered = (code: string): string => `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`

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
  await visit(clerk, `${house.address}/farmers/farmer/${farmerId}`)
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

test('government goes from a county to a society, its sales and payments, and each lot; a society sees its own on a phone in Swahili', async () => {
  const { owner } = house.world
  const { rows } = await owner.query<{ county: string; gross: string }>(
    `select c.name as county, (select to_char(sum(gross_cents) / 100.0, 'FM999,990.00') from eslip_shares where not voided) as gross
     from organisations o join counties c on c.id = o.county_id where o.code = 'CF4100'`,
  )
  const [of] = rows
  const viewer = await house.open('gov.viewer', { path: '/reports/prices' })
  const figures = viewer.getByRole('table', { name: 'Figures' })
  await figures.getByText(of!.gross).first().waitFor()
  await viewer
    .getByRole('region', { name: 'Where the price went' })
    .getByText(/% to members$/)
    .waitFor()
  await expectNoAxeFindings(viewer, 'prices by county')
  const widths = await viewer
    .getByRole('group', { name: 'Figures' })
    .evaluate((table) => [table.scrollWidth, table.clientWidth])
  expect(widths[0]).toBe(widths[1])
  await viewer.getByText('Tables', { exact: true }).click()
  await viewer.getByRole('region', { name: 'Days from the auction to payment' }).getByRole('table').waitFor()
  await expectNoAxeFindings(viewer, 'prices as tables')
  // By the keyboard: the county, the society, and out again.
  await figures.getByRole('button', { name: of!.county }).press('Enter')
  await viewer.waitForURL(/level=society/)
  await figures.getByRole('button', { name: /^Othameru/ }).press('Enter')
  const dialog = viewer.getByRole('dialog')
  await dialog.getByText(`${currentSeason()}, cycle 1`).waitFor()
  await expectNoAxeFindings(viewer, 'what a price is made of')
  await viewer.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const taken = viewer.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Save as Excel' }).click()
  expect((await taken).suggestedFilename()).toBe('Price_and_payment.xlsx')
  await figures.getByRole('button', { name: /^Othameru/ }).click()
  await dialog.getByRole('link', { name: /^61, / }).click()
  await viewer.waitForURL(/\/grower\/sales/)
  await viewer
    .getByText(chain.slips[0]?.number ?? '')
    .first()
    .waitFor()

  const member = await house.open('fcs.maker', { path: '/reports/prices', language: 'sw', ...looks.phoneDark })
  await member.getByRole('heading', { level: 1, name: 'Bei na malipo' }).waitFor()
  expect(await member.getByLabel('Kaunti', { exact: true }).count()).toBe(0)
  await member.getByRole('button', { name: currentSeason() }).click()
  await member.getByRole('dialog').getByText(`${currentSeason()}, mzunguko 1`).waitFor()
  await expectNoAxeFindings(member, 'prices of a society on a phone')
  await expectNoSidewaysScroll(member, 'prices of a society on a phone')
})
