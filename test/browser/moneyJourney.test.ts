import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPayouts } from '#server/payouts/keepPayouts.ts'
import { approveStatements, camt, csv } from '../kit/bankStatements.ts'
import { decideLoans } from '../kit/loans.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { expectEveryShilling, statementOf } from './everyShilling.ts'
import { bringMembers, limitCents, limitWorkbook, type Member } from './largeSociety.ts'
import {
  awayMs,
  faults,
  fillFunds,
  goAway,
  lendersOf,
  letTimePass,
  openingShillings,
  settleMs,
} from './unreliableBank.ts'
import { visit } from './settle.ts'

const ofKpcu = 3_000
const ofBank = 60
/** Whoever borrows: of KPCU's members and of the bank's. */
const borrowing = { kpcu: 160, bank: 40 }
const byForm = 3

let house: BrowserWorld
let members: Member[]
let borrowers: Member[]
let clerk: Page
let manager: Page
let kpcu: Page
let paying: { stop: () => Promise<void> } | undefined
let bankIsBack = () => {}
beforeAll(async () => {
  house = await openBrowserWorld({ hearsBank: true, bankApart: true })
  const { world } = house
  members = await bringMembers(world.owner, ofKpcu + ofBank)
  await fillFunds(world)
  const payable = (from: number, to?: number) => members.slice(from, to).filter(({ isVerified }) => isVerified)
  borrowers = [...payable(0, ofKpcu).slice(0, borrowing.kpcu), ...payable(ofKpcu).slice(0, borrowing.bank)]
  clerk = await house.signIn('fcs.maker')
})
afterAll(async () => {
  bankIsBack()
  await paying?.stop()
  await house?.close()
})

const dialogOf = (page: Page) => page.getByRole('dialog')
const go = (page: Page, path: string) => visit(page, `${house.address}${path}`)
async function count(query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await house.world.owner.query<{ n: number }>(`select count(*)::int as n from ${query}`, values)
  return rows[0]?.n ?? 0
}
const loansIn = (status: string) => count('loan_requests where status = $1', [status])
const statusOfFile = async (name: string) => {
  const { rows } = await house.world.owner.query<{ status: string }>(
    'select status from uploads where file_name = $1',
    [name],
  )
  return rows[0]?.status
}

async function uploadLimits(name: string, of: readonly Member[], shared: boolean): Promise<void> {
  await go(clerk, '/farmers/limits/files')
  await clerk.getByRole('button', { name: 'Upload Cherry Records' }).first().click()
  const dialog = dialogOf(clerk)
  await dialog.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await limitWorkbook(of),
  })
  if (shared) await dialog.getByRole('checkbox', { name: /New KPCU/ }).check()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  // A newer message may stand before it.
  await clerk.getByText(`every row of ${name} is right`).first().waitFor({ state: 'attached' })
}

/** Approves a limit file from the inbox, after a look at what it adds. */
async function approveLimits(page: Page, name: string, of: readonly Member[]): Promise<void> {
  await go(page, '/inbox')
  await page.getByRole('row').filter({ hasText: name }).click()
  const added = of.reduce((sum, member) => sum + limitCents(member), 0n)
  const effect = page.getByRole('region', { name: 'This file adds to the limits' })
  await effect
    .getByText(`KES ${shillings(added)}`)
    .first()
    .waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await dialogOf(page).getByRole('button', { name: 'Confirm' }).last().click()
}

const shillings = (cents: bigint): string =>
  (Number(cents) / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

test('3,000 members of a workbook become limits after the checkers of the society and KPCU, others after the bank’s', async () => {
  const files = [
    { name: 'Othameru advance.xlsx', of: members.slice(0, ofKpcu), shared: true, username: 'kpcu.checker' },
    { name: 'Othameru bank.xlsx', of: members.slice(ofKpcu), shared: false, username: 'bank.checker' },
  ]
  for (const { name, of, shared } of files) await uploadLimits(name, of, shared)
  const society = await house.open('fcs.checker')
  for (const { name, of } of files) {
    expect(await statusOfFile(name)).toBe('PENDING_FCS_APPROVAL')
    await approveLimits(society, name, of)
    await expect.poll(() => statusOfFile(name), { timeout: 30_000 }).toMatch(/PENDING_(KPCU|BANK)_APPROVAL/)
  }
  await house.leave(society)
  for (const { name, of, username } of files) {
    const lender = await house.open(username)
    await approveLimits(lender, name, of)
    await expect.poll(() => statusOfFile(name), { timeout: 30_000 }).toBe('APPROVED')
    await house.leave(lender)
  }
  await go(clerk, '/farmers/limits')
  await clerk.getByText(/^1–\d+ of 3,060$/).waitFor()
  const [borrower] = borrowers
  await go(clerk, `/farmers/limits?search=${borrower?.memberNumber}`)
  await clerk
    .getByRole('row', { name: borrower?.fullName ?? '' })
    .getByText(shillings(limitCents(borrower!)))
    .first()
    .waitFor()
})

/** In full hundreds where M-PESA pays, else with a fee that has cents. */
const amountOf = (member: Member, at: number): number =>
  member.channel === 'mpesa' ? 5_000 + (at % 40) * 100 : 5_001 + ((at * 37) % 4_900)

/** A channel of telephones: it calls over the wire, and calls again under the same reference when the line was bad. */
async function askByChannel(member: Member, at: number): Promise<string[]> {
  const { token } = house.world.people.wanjikuMaker
  const body = { farmerId: member.idNumber, amount: amountOf(member, at), channel: 'USSD', reference: `USSD-J-${at}` }
  const once = async (): Promise<string> => {
    const answer = await fetch(`${house.address}/api/loan/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 200) throw new Error(`${member.memberNumber}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  return Promise.all(Array.from({ length: at % 10 === 0 ? 3 : 1 }, once))
}

test('200 requests come in: by the clerk’s form, and by a channel that says some of them again', async () => {
  for (const [at, member] of borrowers.slice(0, byForm).entries()) {
    await go(clerk, '/loan/requests?create=Y')
    const dialog = dialogOf(clerk)
    await dialog.getByRole('textbox', { name: 'Member number' }).fill(member.memberNumber)
    await dialog.getByText(member.fullName).first().waitFor()
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.fill(String(limitCents(member) / 100n + 1n))
    await dialog.getByText('The limit leaves').waitFor()
    await amount.fill(String(amountOf(member, at)))
    await dialog.getByRole('button', { name: 'Send for approval' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const rest = borrowers.slice(byForm)
  for (let from = 0; from < rest.length; from += 4) {
    const answers = await Promise.all(
      rest.slice(from, from + 4).map((member, at) => askByChannel(member, byForm + from + at)),
    )
    for (const ids of answers) expect(new Set(ids).size).toBe(1)
  }
  expect(await loansIn('PENDING_APPROVAL')).toBe(200)
  await go(clerk, '/loan/requests')
  await clerk.getByText(/^1–\d+ of 200$/).waitFor()
})

/** Chooses all that wait, over all pages. */
async function chooseAll(page: Page, n: number): Promise<void> {
  await page.getByRole('tab', { name: `Waiting for you ${n}` }).waitFor()
  await page.getByRole('checkbox', { name: /^Select every record/ }).check()
  await page.getByRole('button', { name: `Select all ${n}` }).click()
}
/** Takes a step for what is chosen, and reads the receipt. */
async function decideChosen(
  page: Page,
  step: 'Approve' | 'Authorise',
  n: number,
  receipt = `${n} done, 0 skipped, 0 failed`,
) {
  await page.getByText(`${n} records selected`).waitFor()
  await page.getByRole('button', { name: `${step} ${n}` }).click()
  await dialogOf(page).getByText(`${n} records can be decided.`).waitFor()
  await dialogOf(page).locator('[type=submit]').click()
  await dialogOf(page).getByText(receipt).waitFor({ timeout: 60_000 })
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
}

test('one person of the society approves all 200 at once, though the line breaks half-way', async () => {
  manager = await house.open('fcs.manager')
  await go(manager, '/loan/pending')
  await chooseAll(manager, 200)
  let calls = 0
  await manager.route('**/api/disbursement/approve', (route) =>
    (calls += 1) === 2 ? route.abort('connectionreset') : route.continue(),
  )
  await decideChosen(manager, 'Approve', 200, '100 done, 0 skipped, 100 failed')
  expect(await loansIn('APPROVED')).toBe(100)
  // Those that failed are still chosen.
  await decideChosen(manager, 'Approve', 100)
  expect(await loansIn('APPROVED')).toBe(200)
  await manager.getByText('All caught up').waitFor()
})

test('who approved does not authorise: not from the society, and not from a desk at KPCU', async () => {
  const { owner, people, organisationId } = house.world
  const drawer = dialogOf(manager)
  const openOne = async () => {
    await go(manager, `/loan/requests?tab=all&search=${borrowers[0]?.memberNumber}`)
    await manager.getByRole('row', { name: borrowers[0]?.fullName ?? '' }).click()
    await drawer.getByRole('heading', { name: 'History' }).waitFor()
  }
  await openOne()
  expect(await drawer.getByRole('button', { name: 'Authorise' }).count()).toBe(0)
  await drawer.getByText('Your role does not allow this.', { exact: true }).waitFor()
  // She leaves the society for KPCU, where others authorise.
  await owner.query(
    `update users set organisation_id = $1, role_name = 'KPCU_CHECKER' where username = 'fcs.manager'`,
    [organisationId('KPCU')],
  )
  await openOne()
  expect(await drawer.getByRole('button', { name: 'Authorise' }).count()).toBe(0)
  await drawer
    .getByText('You made, changed or approved this record, so someone else must decide on it.', { exact: true })
    .waitFor()
  const { rows } = await owner.query<{ id: string }>('select id from loan_requests order by id limit 1')
  const { body } = await decideLoans(people.margaretManager, 'authorize', rows)
  expect(body.details).toMatchObject({ done: 0, skipped: 1, rows: [{ code: 'own_submission' }] })
  expect(await loansIn('APPROVED')).toBe(200)
  await house.leave(manager)
})

const figure = (page: Page, title: string): Locator =>
  page.locator('.stat').filter({ hasText: title }).locator('dd.num')
const numberIn = async (found: Locator): Promise<number> => Number((await found.textContent())?.replace(/\D/g, ''))

test('others authorise: money goes out, the bank falls silent, and what is in doubt stays so until it has spoken', async () => {
  const { world } = house
  await world.bank.control('PUT', '/simulator/pace', { settleMs })
  for (const fault of faults) await world.bank.setFault(fault)
  paying = startPayouts(world.house)
  kpcu = await house.open('kpcu.checker')
  await go(kpcu, '/loan/requests')
  await chooseAll(kpcu, borrowing.kpcu)
  await decideChosen(kpcu, 'Authorise', borrowing.kpcu)
  await expect.poll(() => loansIn('SUCCESS'), { timeout: 60_000 }).toBeGreaterThan(20)

  const awayAt = Date.now()
  bankIsBack = goAway(world.bank).backAgain
  const bank = await house.open('bank.checker')
  await go(bank, '/loan/requests')
  await chooseAll(bank, borrowing.bank)
  await decideChosen(bank, 'Authorise', borrowing.bank)
  await go(bank, '/money/payouts')
  await expect
    .poll(() => numberIn(figure(bank, 'Waiting to be sent')), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(borrowing.bank)
  await expect.poll(() => numberIn(figure(bank, 'In doubt')), { timeout: 30_000 }).toBeGreaterThan(0)
  await bank.getByText(/The oldest for/).waitFor()
  await go(bank, '/money/payouts?filter=status:IN_DOUBT')
  await bank
    .getByRole('row', { name: /In doubt/ })
    .first()
    .click()
  await dialogOf(bank).getByText('In doubt').first().waitFor()
  await dialogOf(bank).getByText('Sent to the bank').first().waitFor()
  await go(kpcu, '/loan/requests?tab=all&filter=status:PROCESSING')
  await kpcu
    .getByRole('row', { name: /Being paid/ })
    .first()
    .waitFor()
  await expect.poll(() => Date.now() - awayAt, { timeout: awayMs + 1_000 }).toBeGreaterThanOrEqual(awayMs)
  bankIsBack()
  await house.leave(bank)
}, 240_000)

/** Payouts that only a person can bring further, or of which the bank has said two things. */
const payoutsToLookAt = async () =>
  (
    await house.world.owner.query(
      `select p.status, p.payment_type, p.reason, e.what, e.words from payouts p left join payout_events e on e.payout_id = p.id and e.says = 'CONTRADICTS'
       where p.status not in ('PAID', 'FAILED', 'REVERSED') or e.id is not null`,
    )
  ).rows

test('once the bank is back everything is settled, and the screens say how', async () => {
  await expect.poll(() => letTimePass(house.world), { timeout: 100_000, interval: 500 }).toBe(true)
  const disbursed = await loansIn('SUCCESS')
  expect(disbursed).toBeGreaterThan(150)
  await go(kpcu, '/money/payouts')
  await expect.poll(() => numberIn(figure(kpcu, 'In doubt')), { timeout: 30_000 }).toBe(0)
  expect(await payoutsToLookAt()).toEqual([])
  // What failed for good is shown to its lender for a week.
  const { rows: failed } = await house.world.owner.query<{ n: number }>(
    `select count(*)::int as n from payouts p join organisations o on o.id = p.lender_id where o.type = 'KPCU' and p.status in ('FAILED', 'REVERSED')`,
  )
  expect(await numberIn(figure(kpcu, 'Needs attention'))).toBe(failed[0]?.n)
  await go(clerk, '/loan/disbursed')
  await clerk.getByText(new RegExp(`^1–\\d+ of ${disbursed}$`)).waitFor()
  await clerk
    .getByRole('row', { name: /Disbursed/ })
    .first()
    .waitFor()
  await go(clerk, `/farmers/limits?search=${borrowers[0]?.memberNumber}`)
  await clerk
    .getByRole('row', { name: borrowers[0]?.fullName ?? '' })
    .first()
    .waitFor()
})

test('every shilling is found: none paid twice, none lost, and the ledger adds up', () =>
  expectEveryShilling(house.world, members))

test('the statements of the bank match to the last line, and leave no exception', async () => {
  const { world } = house
  const desk = await house.open('bank.maker')
  await go(desk, '/money/reconciliation')
  for (const { fund, transit, float } of await lendersOf(world)) {
    const files = [
      { name: `${fund}.xml`, text: camt(await statementOf(world, `0011:${fund}`, cents(openingShillings.fund))) },
      { name: `${transit}.csv`, text: csv(await statementOf(world, `0011:${transit}`, 0n)) },
      { name: `${float}.csv`, text: csv(await statementOf(world, `MPESA:${float}`, cents(openingShillings.float))) },
    ]
    for (const { name, text } of files) {
      await desk.getByRole('button', { name: 'Import statement' }).click()
      const dialog = dialogOf(desk)
      await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
      await dialog.getByRole('button', { name: 'Import', exact: true }).click()
      await dialog.getByText(/The file counts once another person has approved it/).waitFor()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await approveStatements(world.people.peterBankChecker)
      await go(desk, '/money/reconciliation')
      const imported = desk
        .getByRole('region', { name: 'Imported statements' })
        .getByRole('listitem')
        .filter({ hasText: name })
      await imported.getByText(/New lines: (\d+) · matched: \1 · open: 0/).waitFor({ timeout: 30_000 })
    }
  }
  const agreeing = desk.getByRole('row', { name: /, Fund/ }).getByText('Agrees', { exact: true })
  await expect.poll(() => agreeing.count(), { timeout: 30_000 }).toBe(2)
  expect(await count(`recon_items where kind <> 'MATCHED'`)).toBe(0)
  await expect.poll(() => desk.getByText('None open').count()).toBe(4)
  expect(await desk.getByText('Not explained').count()).toBe(0)
  await house.leave(desk)
})

const cents = (amount: number): bigint => BigInt(amount) * 100n

test('no page complained on the way, but of the line that broke', () => {
  expect(house.complaints.filter((one) => !one.includes('ERR_CONNECTION_RESET'))).toEqual([])
})
