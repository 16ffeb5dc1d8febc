import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { requestLoan, borrower, decideLoans, fillFund, grantLimit, refuseLoan } from '#test/kit/loans.ts'
import { makePayingWorld, type PayingWorld } from '#test/kit/payouts.ts'
import type { BankBook } from './bankBook.ts'
import { checkInvariants, openBalances, type OpenBalances } from './invariants.ts'
import type { MoneyAcknowledged } from './moneyWork.ts'

let paying: PayingWorld
let client: pg.PoolClient
let money: MoneyAcknowledged
let book: BankBook
let before: string[]
let balances: OpenBalances
beforeAll(async () => {
  paying = await makePayingWorld()
  const { world } = paying
  const { wanjikuMaker, otienoChecker, mercyKpcuChecker } = world.people
  await fillFund(world, 'KPCU', 100_000)
  await world.bank.control('POST', '/simulator/funds', [
    { institutionCode: '0011', accountNumber: '01141000100100', amountCents: 10_000_000 },
  ])
  const [paid, refused, waiting] = [await borrower(world), await borrower(world), await borrower(world)]
  for (const { id } of [paid, refused, waiting]) await grantLimit(world, id, 2_000)
  const [first, second] = [
    await requestLoan(wanjikuMaker, paid.id, 1_000, { channel: 'USSD', reference: 'FIRST' }),
    await requestLoan(wanjikuMaker, refused.id, 1_000),
  ]
  await requestLoan(wanjikuMaker, waiting.id, 1_000)
  await decideLoans(otienoChecker, 'approve', [first, second])
  await decideLoans(mercyKpcuChecker, 'authorize', [{ id: first.id }])
  await refuseLoan(mercyKpcuChecker, 'decline', { id: second.id })
  const { owners: _test, ...ofLoans } = paying.paying
  await paying.drain(ofLoans)
  money = {
    calls: 0,
    unanswered: 0,
    requested: new Map([['FIRST', first.id]]),
    approved: new Set([first.id]),
    authorised: new Set([first.id]),
    refused: new Set([second.id]),
    rejections: new Map(),
    unexpected: [],
  }
  book = (await world.bank.control('GET', '/simulator/ledger')) as BankBook
  client = await world.owner.connect()
  balances = await openBalances(client)
  before = await broken()
})
afterAll(async () => {
  client?.release()
  await paying?.close()
})

/** The promises that are broken after such changes, which are withdrawn. */
async function broken({
  sql,
  acknowledged = {},
  changed = book,
}: { sql?: string; acknowledged?: Partial<MoneyAcknowledged>; changed?: BankBook } = {}): Promise<string[]> {
  await client.query('begin')
  try {
    if (sql) await client.query(`set local session_replication_role = replica; ${sql}`)
    const schedules = { calls: 0, unanswered: 0, saved: [], approved: [], unexpected: [] }
    const ofMoney = { ...money, ...acknowledged }
    const change = { uploads: [], money: ofMoney, schedules, book: changed, balances }
    const { lines } = await checkInvariants(client, change)
    return lines.filter((line) => line.startsWith('BROKEN')).map((line) => line.replace(/^BROKEN +| \(\d+\)|:.*$/g, ''))
  } finally {
    await client.query('rollback')
  }
}
const newly = async (change: Parameters<typeof broken>[0]): Promise<string[]> =>
  (await broken(change)).filter((promise) => !before.includes(promise))

test('a paid, a declined and a waiting loan break no promise of money', () => {
  expect(before).toEqual([])
})

test('each loss of our own is found', { timeout: 60_000 }, async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const paidLeg = `(select id from payout_legs where reference like 'KP%-1')`
  const cases: [object, string][] = [
    [{ acknowledged: { requested: new Map([['GONE', nobody]]) } }, 'every acknowledged loan request exists once'],
    [{ acknowledged: { approved: new Set([nobody]) } }, 'every acknowledged approval of a loan stands'],
    [
      { acknowledged: { authorised: new Set([nobody]) } },
      'every acknowledged authorisation led to one payout that ended',
    ],
    [{ acknowledged: { refused: money.authorised } }, 'every acknowledged refusal stands, and nothing was paid for it'],
    [
      { sql: `update loan_requests set version = version + 1` },
      'every change of state of a loan has exactly one audit event',
    ],
    [
      { sql: `delete from audit_events where kind = 'loan_request' and action = 'create'` },
      'every loan request was noted once when it came',
    ],
    [
      { sql: `update loan_requests set status = 'FAILED' where status = 'SUCCESS'` },
      'members owe what they were paid and its fee, less what schedules recovered of it',
    ],
    [
      { sql: `update loan_requests set status = 'DECLINED' where status = 'PENDING_APPROVAL'` },
      'every open loan holds its part of the limit, and no ended one does',
    ],
    [
      { sql: `update limit_rows set added_cents = added_cents + 100, limit_cents = limit_cents + 100` },
      'every limit is what was granted, reserved and used, and leaves the rest',
    ],
    [
      { sql: `update payouts set amount_cents = amount_cents + 1` },
      'every payout is of what the member was to receive',
    ],
    [{ sql: `update payouts set status = 'IN_DOUBT', settled_at = null` }, 'every payout has ended'],
    [
      { sql: `update payout_legs set settled_at = null, settled_by = null, status = 'IN_DOUBT'` },
      'no leg is left to be sent, on its way or in doubt',
    ],
    [
      { sql: `delete from payout_events where what = 'SENT'` },
      'no leg was sent twice, and each end of one was noted once',
    ],
    [
      { sql: `delete from payouts` },
      'every authorised loan has one payout and stands where it stands, and no other loan has one',
    ],
    [
      { sql: `update bank_messages set outcome = 'UNMATCHED'` },
      'no message of the bank about a payout was left unread',
    ],
    [
      { sql: `update payout_legs set bank_reference = 'ANOTHER' where id in ${paidLeg}` },
      'what we hold as paid was paid, to the cent and to the right account',
    ],
    [
      { sql: `update ledger_accounts set debits_cents = debits_cents + 1 where kind = 'clearing'` },
      'nothing lies between a fund and its members but what is stuck in transit',
    ],
    [
      { sql: `update season_weights set approved_kg = approved_kg + 0.001 where approved_kg > 0` },
      'no balance of kilograms or money has opened',
    ],
  ]
  for (const [change, promise] of cases) expect(await newly(change), promise).toContain(promise)
})

test('whatever the bank lost, doubled or paid wrongly is found', { timeout: 60_000 }, async () => {
  const { orders, postings } = book
  const ours = postings.find(({ reference }) => reference.startsWith('KP'))
  if (!ours) throw new Error('nothing was paid')
  const twice = { ...ours, n: postings.length + 1 }
  const cases: [BankBook, string][] = [
    [{ ...book, orders: [] }, 'the bank knows every order that it confirmed'],
    [{ ...book, postings: postings.filter((one) => one !== ours) }, 'the bank lost no line of its own book'],
    [{ ...book, postings: [...postings, twice] }, 'nothing was paid twice'],
    [{ ...book, postings: [...postings, twice] }, 'every member received what is due to them'],
    [
      { ...book, orders: [...orders, { ...orders[0]!, reference: 'KPSTRANGER0000-1' }] },
      'the bank has no order that we do not know of',
    ],
    [
      { ...book, orders: orders.map((one) => ({ ...one, cents: '1' })) },
      'what we hold as paid was paid, to the cent and to the right account',
    ],
    [{ ...book, balances: {} }, 'every fund has at the bank what our ledger says'],
  ]
  for (const [changed, promise] of cases) expect(await newly({ changed }), promise).toContain(promise)
})
