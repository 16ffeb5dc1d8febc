import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoanRequest } from '#contract/loans/loanRows.ts'
import {
  postLoanRequest,
  requestLoan,
  borrower,
  decideLoans,
  fillFund,
  grantLimit,
  inShillings,
  ledgerBalance,
  ledgerFindings,
  readLoan,
  refuseLoan,
  waitingLoan,
} from '#test/kit/loans.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let kpcu: string
beforeAll(async () => {
  world = await makeWorld()
  kpcu = world.organisationId('KPCU')
  await fillFund(world, 'KPCU', 100_000)
})
afterAll(async () => {
  const findings = await ledgerFindings(world)
  await world.close()
  expect(findings).toEqual([])
})

const fund = () => ledgerBalance(world, 'fund', kpcu, kpcu)
/** Loans of so much each, of members of their own, that wait for who lends. */
async function approvedLoans(count: number, amount: number): Promise<LoanRequest[]> {
  const loans: LoanRequest[] = []
  for (let at = 0; at < count; at++) loans.push(await waitingLoan(world, (await borrower(world)).id, amount))
  await decideLoans(world.people.otienoChecker, 'approve', loans)
  return loans
}
const plain = (loans: readonly LoanRequest[]) => loans.map(({ id }) => ({ id }))
const payoutsOf = async (loans: readonly LoanRequest[]) =>
  (
    await world.owner.query<{ n: number }>('select count(*)::int as n from payouts where source_id = any ($1)', [
      loans.map(({ id }) => id),
    ])
  ).rows[0]?.n

test('the same loans authorised twice at once, in either order, are paid once', async () => {
  const { mercyKpcuChecker } = world.people
  const elsewhere = await world.newSession('kpcu.checker')
  const loans = await approvedLoans(5, 1_000)
  const before = await fund()
  const answers = await Promise.all([
    decideLoans(mercyKpcuChecker, 'authorize', plain(loans)),
    decideLoans(elsewhere, 'authorize', plain(loans).toReversed()),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 200)?.body.data.done).toBe(5)
  const late = answers.find(({ status }) => status === 409)?.body.details.rows ?? []
  expect(late.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'step.wrong_state'))
  expect(await fund()).toBe(before - 5 * 970)
  expect(await payoutsOf(loans)).toBe(5)
})

test('two lists authorised at once out of a fund that covers one: it never gives more than it has', async () => {
  const { mercyKpcuChecker } = world.people
  const elsewhere = await world.newSession('kpcu.checker')
  const has = await fund()
  // Each list takes more than half of what is there.
  const each = Math.ceil(has / 0.97 / 2 / 3 / 100) * 100 + 1_000
  const [first, second] = [await approvedLoans(3, each), await approvedLoans(3, each)]
  const answers = await Promise.all([
    decideLoans(mercyKpcuChecker, 'authorize', plain(first)),
    decideLoans(elsewhere, 'authorize', plain(second)),
  ])
  const paid = (await payoutsOf([...first, ...second])) ?? 0
  const done = answers.reduce((sum, { status, body }) => sum + (status === 200 ? body.data.done : 0), 0)
  expect([done, await fund()]).toEqual([paid, has - (paid * each * 97) / 100])
  expect(paid).toBeGreaterThanOrEqual(3)
  expect(await fund()).toBeGreaterThanOrEqual(0)
  await fillFund(world, 'KPCU', 100_000)
})

test('approved and rejected at once: one of them happens, and the limit says which', async () => {
  const { otienoChecker, margaretManager } = world.people
  for (let round = 0; round < 4; round++) {
    const { id } = await borrower(world)
    const loan = await waitingLoan(world, id, 5_000)
    const [approved, rejected] = await Promise.all([
      decideLoans(otienoChecker, 'approve', [loan]),
      refuseLoan(margaretManager, 'reject', loan),
    ])
    const isApproved = approved.status === 200
    expect(rejected.status).toBe(isApproved ? 409 : 200)
    expect((await readLoan(otienoChecker, loan.id)).status.statusName).toBe(isApproved ? 'APPROVED' : 'REJECTED')
    expect(await inShillings(world, id)).toMatchObject({ reserved: isApproved ? 5_000 : 0 })
  }
})

test('a limit that comes free while others request it is lent once', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  for (let round = 0; round < 4; round++) {
    const { id } = await borrower(world)
    await grantLimit(world, id, 10_000)
    const first = await requestLoan(wanjikuMaker, id, 10_000)
    const [rejected, ...answers] = await Promise.all([
      refuseLoan(otienoChecker, 'reject', first),
      ...[1, 2, 3].map(() => postLoanRequest(wanjikuMaker, id, 10_000)),
    ])
    expect(rejected.status).toBe(200)
    const granted = answers.filter(({ status }) => status === 200).length
    expect(granted).toBeLessThanOrEqual(1)
    expect(await inShillings(world, id)).toEqual({
      used: 0,
      reserved: granted * 10_000,
      available: 10_000 - granted * 10_000,
    })
  }
})
