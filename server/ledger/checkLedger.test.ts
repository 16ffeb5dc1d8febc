import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  clearingOf,
  fund,
  kpcu,
  loanOf,
  newCause,
  newFarmer,
  openBooks,
  outside,
  season,
  society,
  type Books,
} from '#test/kit/ledgerBooks.ts'
import { checkLedger, recompute } from './checkLedger.ts'
import { linesOf } from './checkLedgerCommand.ts'
import { move, type Movement } from './ledger.ts'
import { limitGrant, reserveLimit } from './limits.ts'

// Somebody with the owner's password switches every rule off and tampers with the books. The check finds each of it.
let books: Books
const [farmer, other] = [newFarmer(), newFarmer()]
beforeAll(async () => {
  books = await openBooks()
  const cause = newCause()
  const movements: Movement[] = [
    { type: 'post', reference: 'in', debit: fund, credit: outside, amountCents: 10_000n, cause },
    { type: 'post', reference: 'out', debit: clearingOf(society), credit: fund, amountCents: 5_000n, cause },
    { type: 'post', reference: 'paid', debit: loanOf(farmer), credit: clearingOf(society), amountCents: 700n, cause },
    { type: 'post', reference: 'paid2', debit: loanOf(other), credit: clearingOf(society), amountCents: 700n, cause },
    { type: 'hold', reference: 'h1', debit: loanOf(farmer), credit: clearingOf(society), amountCents: 300n, cause },
    { type: 'hold', reference: 'h2', debit: loanOf(farmer), credit: clearingOf(society), amountCents: 200n, cause },
    { type: 'hold', reference: 'h3', debit: loanOf(other), credit: clearingOf(society), amountCents: 100n, cause },
  ]
  await books.db.transaction('system', (tx) => move(tx, movements))
  await books.db.transaction('system', (tx) =>
    move(tx, [
      { type: 'post_hold', reference: 'h1/posted', hold: 'h1', amountCents: 250n, cause },
      { type: 'void_hold', reference: 'h2/void', hold: 'h2', cause },
    ]),
  )
})
afterAll(() => books.close())

test('a ledger as it was kept is right, and says so in plain words', async () => {
  const checked = await checkLedger(books.owner)
  expect(checked).toMatchObject({ movements: 9, openHolds: 1, findings: [] })
  expect(linesOf(checked)).toEqual([
    'The ledger is right: 9 movements on 5 accounts, 1 open hold.',
    'MONEY KES: debits 166.50 = credits 166.50.',
  ])
})

const of = (reference: string) => `(select id from ledger_movements where reference = '${reference}')`
const accountOf = (kind: string) => `(select id from ledger_accounts where kind = '${kind}' order by id limit 1)`
const loan = accountOf('loan')
const bankId = `(select id from organisations where code = 'COOP')`
const tamperings: [string, string, RegExp][] = [
  [
    'raise a balance',
    `update ledger_accounts set debits_cents = debits_cents + 100 where id = ${loan}`,
    /balance is not the sum/,
  ],
  [
    'move money between accounts by hand',
    `update ledger_accounts set debits_cents = debits_cents + case when id = ${loan} then 100 else -100 end where kind = 'loan'`,
    /balance is not the sum/,
  ],
  [
    'free what is held',
    `update ledger_accounts set held_credits_cents = 0, held_debits_cents = 0`,
    /balance is not the sum/,
  ],
  [
    'raise both sides alike',
    `update ledger_accounts set debits_cents = debits_cents + 9, credits_cents = credits_cents + 9`,
    /balance is not the sum/,
  ],
  [
    'change an amount',
    `update ledger_movements set amount_cents = 701 where reference = 'paid'`,
    /entry that is not as its movement/,
  ],
  [
    'change an amount and its entries',
    `update ledger_movements set amount_cents = 701 where reference = 'paid'; update ledger_entries set posted_cents = 701 where movement_id = ${of('paid')}`,
    /not what the entries before it make/,
  ],
  [
    'change an amount, its entries and the balances',
    `update ledger_movements set amount_cents = 701 where reference = 'paid'; update ledger_entries set posted_cents = 701 where movement_id = ${of('paid')}; update ledger_accounts a set debits_cents = debits_cents + 1 where id = (select debit_account_id from ledger_movements where reference = 'paid'); update ledger_accounts a set credits_cents = credits_cents + 1 where kind = 'clearing'`,
    /not what the entries before it make/,
  ],
  [
    'pay it to another member',
    `update ledger_movements set debit_account_id = (select debit_account_id from ledger_movements where reference = 'paid2') where reference = 'paid'`,
    /entry that is not as its movement/,
  ],
  ['remove a movement', `delete from ledger_movements where reference = 'paid2'`, /entry that is not as its movement/],
  [
    'remove an entry',
    `delete from ledger_entries where movement_id = ${of('paid2')} and side = 'DEBIT'`,
    /without one of its entries/,
  ],
  [
    'remove a movement with its entries',
    `delete from ledger_entries where movement_id = ${of('paid')}; delete from ledger_movements where reference = 'paid'`,
    /not numbered without a gap/,
  ],
  [
    'invent an entry',
    `insert into ledger_entries select account_id, 99, organisation_id, gen_random_uuid(), side, posted_cents, held_cents, balance_after_cents, available_after_cents from ledger_entries where n = 1 limit 1`,
    /entry that is not as its movement/,
  ],
  [
    'write an entry twice',
    `insert into ledger_entries select account_id, n + 90, organisation_id, movement_id, side, posted_cents, held_cents, balance_after_cents, available_after_cents from ledger_entries where movement_id = ${of('paid')}`,
    /two entries for one side/,
  ],
  [
    'invent a movement',
    `insert into ledger_movements select gen_random_uuid(), organisation_id, 'new', kind, hold_id, debit_account_id, credit_account_id, book, currency, amount_cents, business_date, cause_kind, cause_id, narration, expires_at, place, created_at from ledger_movements where reference = 'paid'`,
    /without one of its entries/,
  ],
  [
    'move an entry to another account',
    `update ledger_entries set account_id = ${accountOf('outside')}, n = 2 where movement_id = ${of('out')} and side = 'DEBIT'`,
    /entry that is not as its movement/,
  ],
  [
    'give an entry to another society',
    `update ledger_entries set organisation_id = gen_random_uuid() where movement_id = ${of('paid')}`,
    /entry that is not as its movement/,
  ],
  [
    'change a running balance',
    `update ledger_entries set balance_after_cents = balance_after_cents + 1 where movement_id = ${of('out')}`,
    /not what the entries before it make/,
  ],
  ['lose an open hold', `delete from ledger_holds`, /open hold that is missing/],
  [
    'open a closed hold again',
    `insert into ledger_holds select id, organisation_id, debit_account_id, credit_account_id, amount_cents, expires_at from ledger_movements where reference = 'h1'`,
    /open hold that is missing, closed/,
  ],
  [
    'make a hold larger',
    `update ledger_holds set amount_cents = amount_cents + 1`,
    /open hold that is missing, closed or not as/,
  ],
  [
    'close a hold for more than it held',
    `update ledger_movements set amount_cents = 900 where reference = 'h1/posted'`,
    /closing that does not fit/,
  ],
  [
    'void less than was held',
    `update ledger_movements set amount_cents = 100 where reference = 'h2/void'`,
    /closing that does not fit/,
  ],
  [
    'let an account be overdrawn',
    `update ledger_accounts set may_overdraw = true where kind = 'fund'`,
    /not as its kind/,
  ],
  ['turn an account over', `update ledger_accounts set normal_side = 'CREDIT' where kind = 'fund'`, /not as its kind/],
  [
    'count shillings as dollars',
    `update ledger_accounts set currency = 'USD' where kind = 'fund'`,
    /another owner, book or currency/,
  ],
  [
    'give an account to another society',
    `update ledger_accounts set organisation_id = (select id from organisations where code = 'CF4101') where kind = 'loan'`,
    /another owner, book or currency/,
  ],
  [
    'give what is owed to another lender',
    `update ledger_accounts set lender_id = (select id from organisations where code = 'COOP') where kind = 'loan'`,
    /lender who moved something to another/,
  ],
  ['lend another’s fund', `update ledger_accounts set lender_id = ${bankId} where kind = 'fund'`, /not as its kind/],
  ['remove an account', `delete from ledger_accounts where kind = 'fund'`, /accounts that are missing/],
  ['switch the keeper off', `alter table ledger_movements disable trigger keep_ledger`, /switched off/],
  ['remove the keeper', `drop trigger keep_ledger on ledger_movements`, /switched off/],
  [
    'use a reference twice',
    `drop index one_movement_of_a_reference; update ledger_movements set reference = 'paid' where reference = 'paid2'`,
    /more than one movement/,
  ],
]

test.each(tamperings)('the check finds who would %s', async (_name, statements, what) => {
  await books.owner.query('begin')
  try {
    await books.owner.query(`set local session_replication_role = 'replica'`)
    await books.owner.query('alter table ledger_accounts drop constraint not_overdrawn')
    await books.owner.query(statements)
    const { findings } = await recompute(books.owner)
    expect(findings.map((finding) => finding.what).join('; ')).toMatch(what)
    expect(findings.every(({ count, example }) => count > 0 && example !== '')).toBe(true)
  } finally {
    await books.owner.query('rollback')
  }
  expect(await books.wrong()).toEqual([])
})

test.each([
  [
    'the limits of one lender to another',
    `update ledger_accounts set lender_id = ${bankId} where kind in ('limit', 'limit_used')`,
    /grants are not what their members have/,
  ],
  ['a loan to another lender', `update loan_requests set lender_id = ${bankId}`, /not the lender of the loan/],
])('the check finds who would give %s', async (_name, statement, what) => {
  const [farmerId, requestId] = [newFarmer(), newFarmer()]
  const limit = { organisationId: society, farmerId, season }
  await books.owner.query('begin')
  try {
    const grant = limitGrant(limit, { grantedBy: kpcu, rowId: newFarmer(), amountCents: 5_000n, cause: newCause() })
    await books.db.transaction('system', async (tx) => {
      await move(tx, [grant])
      await reserveLimit(tx, { ...limit, lenderId: kpcu }, { requestId, amountCents: 1_000n })
    })
    // Neither the member nor the users of this loan are looked at.
    await books.owner.query(`set local session_replication_role = 'replica'`)
    await books.owner.query(
      `insert into loan_requests (id, organisation_id, lender_id, farmer_id, season, reference, channel, amount_cents, fee_cents, net_cents, owed_cents, status, makers, made_by, created_at)
       values ($1, $2, $3, $4, $5, 'LN00000000', 'CLERK', 1000, 0, 1000, 1000, 'APPROVED', array[$1::uuid], $1, now())`,
      [requestId, society, kpcu, farmerId, season],
    )
    expect((await recompute(books.owner)).findings).toEqual([])
    await books.owner.query(statement)
    const { findings } = await recompute(books.owner)
    expect(findings.map((finding) => finding.what).join('; ')).toMatch(what)
  } finally {
    await books.owner.query('rollback')
  }
})

test('who overdraws an account with all its traces is found', async () => {
  await books.owner.query('begin')
  try {
    await books.owner.query(`set local session_replication_role = 'replica'`)
    await books.owner.query(
      `alter table ledger_accounts drop constraint not_overdrawn, drop constraint ledger_accounts_kind_book_normal_side_may_overdraw_fkey`,
    )
    await books.owner.query(`update ledger_accounts set may_overdraw = true where kind = 'fund'`)
    await books.owner.query(`set local session_replication_role = 'origin'`)
    await books.owner.query(
      `insert into ledger_movements select gen_random_uuid(), organisation_id, 'theft', kind, hold_id, debit_account_id, credit_account_id, book, currency, 6000, business_date, cause_kind, cause_id, narration, expires_at, place, created_at from ledger_movements where reference = 'out'`,
    )
    await books.owner.query(`set local session_replication_role = 'replica'`)
    await books.owner.query(`update ledger_accounts set may_overdraw = false where kind = 'fund'`)
    const { findings } = await recompute(books.owner)
    expect(findings.map(({ what }) => what)).toContain('an account that is or was overdrawn')
  } finally {
    await books.owner.query('rollback')
  }
})
