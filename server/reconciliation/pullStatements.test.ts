import { afterAll, beforeAll, expect, test } from 'vitest'
import { pullTroubles, type Reconciliation } from '#contract/reconciliation/reconciliation.ts'
import type { StatementException } from '#contract/reconciliation/statementExceptions.ts'
import { businessDate } from '#server/kit/clock.ts'
import { inDoubt } from '#server/kit/bank/bankTransfer.ts'
import { sendDue } from '#server/payouts/sendLegs.ts'
import type { HttpAnswer } from '#test/kit/people.ts'
import { fundAccount, makePayingWorld, transitAccount, type PayingWorld } from '#test/kit/payouts.ts'
import { requestYesterday } from './pullStatements.ts'

// Against the simulated bank: what it tells of our accounts settles what was in doubt, and agrees with our books to the cent.
let paying: PayingWorld
beforeAll(async () => {
  paying = await makePayingWorld()
})
afterAll(() => paying?.close())

const overview = async (): Promise<Reconciliation> =>
  (await paying.world.people.estherBankMaker.get<Reconciliation>('/reconciliation')).body
const pull = (
  accountNumber: string,
  person = paying.world.people.estherBankMaker,
): Promise<HttpAnswer<{ code?: string }>> =>
  person.post('/bank/statement/pull', { accountNumber, from: businessDate(), to: businessDate() })
async function pulled(accountNumber: string): Promise<void> {
  expect(await pull(accountNumber)).toMatchObject({ status: 200 })
  await expect
    .poll(
      async () => {
        const { pulls, statements } = await overview()
        const isMatched = statements.some((one) => one.accountNumber === accountNumber && one.isMatched)
        return [pulls.find((one) => one.accountNumber === accountNumber)?.outcome, isMatched]
      },
      { timeout: 30_000 },
    )
    .toEqual(['TOLD', true])
}

/** A payout that the bank has paid without any message to us. */
async function doubtedPayout(amountCents: bigint): Promise<string> {
  const [doubted = ''] = await paying.open([{ paymentType: 'INTERNALFT', amountCents }])
  const { bank } = paying
  await sendDue({
    ...paying.paying,
    bank: {
      ...bank,
      transfer: async (order) => {
        await bank.transfer(order)
        return inDoubt('timeout')
      },
    },
  })
  await paying.bankIsIdle()
  expect((await paying.payoutOfSource(doubted)).status).toBe('IN_DOUBT')
  return doubted
}

test.each(['forged', 'unsigned'] as const)(
  'an answer that is %s on its way settles nothing, is not kept, and people hear of it',
  { timeout: 60_000 },
  async (kind) => {
    const { world } = paying
    const doubted = await doubtedPayout(kind === 'forged' ? 111_100n : 111_200n)
    const path = '/Enquiry/FullStatement/Account/1.0.0'
    await world.bank.setFault({ kind, path, for: { count: 1 } })
    expect(await pull(fundAccount)).toMatchObject({ status: 200 })
    const outcomes = async () =>
      (await overview()).pulls.map(({ outcome, words }) => (words === pullTroubles.UNSIGNED ? 'UNSIGNED' : outcome))
    await expect.poll(async () => (await outcomes())[0], { timeout: 30_000 }).toBe('UNSIGNED')
    expect((await overview()).statements).toEqual([])
    expect((await paying.payoutOfSource(doubted)).status).toBe('IN_DOUBT')
    const { rows } = await world.owner.query(
      `select comment from audit_events where kind = 'bank_statement' and action = 'import_refused' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ comment: pullTroubles.UNSIGNED }])
  },
)

test(
  'a statement that is fetched settles doubts, and every account agrees with it to the cent',
  { timeout: 120_000 },
  async () => {
    await paying.open([
      { paymentType: 'INTERNALFT' },
      { paymentType: 'PESALINK' },
      { paymentType: 'MPESA' },
      { paymentType: 'PESALINK', to: 'closed' },
    ])
    await paying.drain()
    const doubted = await doubtedPayout(123_456n)
    await pulled(fundAccount)
    expect((await paying.payoutOfSource(doubted)).status).toBe('PAID')
    expect((await paying.legs(doubted)).map(({ settled_by }) => settled_by)).toEqual(['STATEMENT'])
    await pulled(transitAccount)
    const { accounts } = await overview()
    const ours = accounts.filter(({ accountNumber }) => [fundAccount, transitAccount].includes(accountNumber))
    expect(ours.map(({ purpose, unexplained, difference }) => ({ purpose, unexplained, difference }))).toEqual([
      { purpose: 'FUND', unexplained: 0, difference: 0 },
      { purpose: 'TRANSIT', unexplained: 0, difference: 0 },
    ])
    const { body } = await paying.world.people.estherBankMaker.get<StatementException[]>('/reconciliation/exceptions')
    // The money that the bank's books began with; our ledger has it as such, so a person would say which.
    expect(body.filter(({ kind }) => kind !== 'MATCHED').map(({ amount, kind }) => [amount, kind])).toEqual([
      [1_000_000_000, 'MISSING_HERE'],
    ])
    const opening = body.find(({ kind }) => kind !== 'MATCHED')
    const { estherBankMaker, peterBankChecker } = paying.world.people
    const { body: requested } = await estherBankMaker.post<{ data: { id: string } }>(
      `/reconciliation/exception/${opening?.id}`,
      {
        resolution: 'IN_BOOKS',
        reason: 'The opening balance',
      },
    )
    expect(
      (await peterBankChecker.post('/reconciliation/resolutions/decide', { id: requested.data.id, step: 'approve' }))
        .status,
    ).toBe(200)
    expect((await overview()).accounts.find(({ accountNumber }) => accountNumber === fundAccount)).toMatchObject({
      difference: 0,
      unexplained: 0,
      parts: [],
    })
    const lines = body.length
    await pulled(fundAccount)
    expect(
      (await paying.world.people.estherBankMaker.get<StatementException[]>('/reconciliation/exceptions')).body,
    ).toHaveLength(lines)
    await paying.expectEveryShilling()
  },
)

test('KPCU does not ask about the account of the bank, and nobody about an account that no fund has', async () => {
  expect((await pull(fundAccount, paying.world.people.josephKpcuMaker)).body.code).toBe('statement.other_lender')
  expect((await pull('01141000999999')).body.code).toBe('statement.unknown_account')
})

test('every night asks once for each account, from any number of servers', async () => {
  const counts = await Promise.all(
    [requestYesterday(paying.world.house), requestYesterday(paying.world.house)].map((one) => one.catch(() => 0)),
  )
  expect(counts.filter((count) => count > 0)).toHaveLength(1)
  await expect
    .poll(async () => (await overview()).pulls.filter(({ outcome }) => outcome === 'WAITING'), { timeout: 30_000 })
    .toEqual([])
  expect(await requestYesterday(paying.world.house)).toBe(0)
})
