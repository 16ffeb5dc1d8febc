import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import type { Scope, Tx } from '#server/kit/db.ts'
import {
  clearingOf,
  feeOf,
  fund,
  limitOf,
  loanOf,
  newCause,
  newFarmer,
  openBooks,
  otherSociety,
  outside,
  settlementOf,
  society,
  type Books,
} from '#test/kit/ledgerBooks.ts'
import { accountKinds, type AccountName } from './accounts.ts'
import { balanceOf, move, post, releaseExpired, reserve, statementOf, voidHold, type Movement } from './ledger.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterAll(async () => {
  setClock(null)
  await books.close()
})

const cause = newCause()
const ofSociety: Scope = { organisationId: society, wide: false }
const run = <T>(work: (tx: Tx) => Promise<T>, scope: Scope = 'system') => books.db.transaction(scope, work)
const balance = async (name: AccountName) => (await run((tx) => balanceOf(tx, name))).balanceCents
const available = async (name: AccountName) => (await run((tx) => balanceOf(tx, name))).availableCents
let count = 0
const fresh = (what: string) => `${what}/${++count}`
const refused = (code: string) => expect.objectContaining({ name: 'Refused', code }) as unknown

/** A fund of its own for a test, with money in it. */
async function fundWith(amountCents: bigint): Promise<AccountName> {
  const name: AccountName = { ...fund, subjectId: newFarmer() }
  await run((tx) => post(tx, [{ reference: fresh('in'), debit: name, credit: outside, amountCents, cause }]))
  return name
}

test('the chart of accounts is the same in the program and in the database', async () => {
  const { rows } = await books.owner.query<{ kind: string }>('select kind from ledger_account_kinds order by kind')
  expect(rows.map(({ kind }) => kind)).toEqual(accountKinds)
})

test('a loan of 16,500 with its fee of 495 pays out 16,005, and the fund is emptied by no more', async () => {
  const money = await fundWith(2_000_000n)
  const loan = loanOf(newFarmer())
  const [clearing, fee] = [clearingOf(society), feeOf(society)]
  await run((tx) =>
    post(tx, [{ reference: 'loan/1/out', debit: clearing, credit: money, amountCents: 1_600_500n, cause }]),
  )
  await run((tx) =>
    post(tx, [
      { reference: 'loan/1/paid', debit: loan, credit: clearing, amountCents: 1_600_500n, cause },
      { reference: 'loan/1/fee', debit: loan, credit: fee, amountCents: 49_500n, cause },
    ]),
  )
  expect(await Promise.all([loan, clearing, fee, money].map(balance))).toEqual([1_650_000n, 0n, 49_500n, 399_500n])
  expect(await books.wrong()).toEqual([])
})

describe('refused, and nothing changed', () => {
  test('more than is available, be it the last movement of a list', async () => {
    const money = await fundWith(100n)
    const first: Movement = {
      type: 'post',
      reference: fresh('p'),
      debit: clearingOf(society),
      credit: money,
      amountCents: 100n,
      cause,
    }
    const second = { ...first, reference: fresh('p'), amountCents: 1n }
    const before = await balance(clearingOf(society))
    await run(async (tx) => {
      await expect(move(tx, [first, second])).rejects.toMatchObject({
        code: 'ledger.overdrawn',
        details: { reference: second.reference },
      })
      // The transaction goes on, as the rest of a bulk decision does.
      expect((await balanceOf(tx, money)).balanceCents).toBe(100n)
    })
    expect([await balance(money), await balance(clearingOf(society))]).toEqual([100n, before])
    await run((tx) => move(tx, [first]))
    expect(await balance(money)).toBe(0n)
  })

  test('in the order of the list: what comes in first may go out, what comes in later may not', async () => {
    const loan = loanOf(newFarmer())
    const clearing = clearingOf(newFarmer())
    const money = await fundWith(500n)
    const comesIn = { reference: fresh('o'), debit: clearing, credit: money, amountCents: 500n, cause }
    const goesOut = { reference: fresh('o'), debit: loan, credit: clearing, amountCents: 500n, cause }
    await expect(run((tx) => post(tx, [goesOut, comesIn]))).rejects.toEqual(refused('ledger.overdrawn'))
    await run((tx) => post(tx, [comesIn, goesOut]))
    expect(await balance(loan)).toBe(500n)
  })

  test('another currency, another book, nothing, less than nothing, and the same account twice', async () => {
    const [kes, usd] = [settlementOf(society), settlementOf(society, 'USD')]
    const world: AccountName = { kind: 'outside', organisationId: society, subjectId: society }
    const limit = limitOf(newFarmer())
    const attempts: [AccountName, AccountName, bigint, RegExp][] = [
      [world, usd, 5n, /foreign key/],
      [world, limit, 5n, /foreign key/],
      [world, kes, 0n, /amount_cents/],
      [world, kes, -5n, /amount_cents/],
      [world, world, 5n, /two_accounts/],
    ]
    for (const [debit, credit, amountCents, why] of attempts)
      await expect(
        run((tx) => post(tx, [{ reference: fresh('x'), debit, credit, amountCents, cause }])),
      ).rejects.toThrow(why)
    expect(await balance(kes)).toBe(0n)
  })

  test('a sum beyond what a bigint holds', async () => {
    const money: AccountName = { ...fund, subjectId: newFarmer() }
    const source: AccountName = { ...outside, subjectId: newFarmer() }
    const most = 9_223_372_036_854_775_807n
    await run((tx) => post(tx, [{ reference: fresh('x'), debit: money, credit: source, amountCents: most, cause }]))
    const more = { reference: fresh('x'), debit: money, credit: outside, amountCents: 1n, cause }
    await expect(run((tx) => post(tx, [more]))).rejects.toThrow(/out of range/)
    expect(await balance(money)).toBe(most)
  })
})

describe('a reference stands for one intent, for ever', () => {
  test('the same again answers the same and moves nothing, also on another day', async () => {
    const money = await fundWith(1_000n)
    const list = [
      { reference: fresh('r'), debit: clearingOf(society), credit: money, amountCents: 300n, cause },
      { reference: fresh('r'), debit: clearingOf(society), credit: money, amountCents: 200n, cause },
    ]
    const first = await run((tx) => post(tx, list))
    setClock(() => Date.now() + 86_400_000)
    expect(await run((tx) => post(tx, list))).toEqual(first)
    expect(await run((tx) => post(tx, list.slice(1)))).toEqual(first.slice(1))
    setClock(null)
    expect(await balance(money)).toBe(500n)
  })

  test('with other content it is refused, and so is the rest of its list', async () => {
    const money = await fundWith(1_000n)
    const movement = { reference: fresh('r'), debit: clearingOf(society), credit: money, amountCents: 300n, cause }
    await run((tx) => post(tx, [movement]))
    const others = [
      { ...movement, amountCents: 301n },
      { ...movement, debit: clearingOf(otherSociety) },
      { ...movement, cause: newCause() },
    ]
    for (const other of others)
      await expect(run((tx) => post(tx, [{ ...movement, reference: fresh('r') }, other]))).rejects.toMatchObject({
        code: 'ledger.other_content',
        details: { reference: movement.reference },
      })
    await expect(run((tx) => reserve(tx, [movement]))).rejects.toEqual(refused('ledger.other_content'))
    expect(await balance(money)).toBe(700n)
  })

  test('twice in one list it counts once, or is refused', async () => {
    const money = await fundWith(1_000n)
    const movement = { reference: fresh('r'), debit: clearingOf(society), credit: money, amountCents: 300n, cause }
    await run((tx) => post(tx, [movement, movement]))
    expect(await balance(money)).toBe(700n)
    const other = { ...movement, reference: fresh('r') }
    await expect(run((tx) => post(tx, [other, { ...other, amountCents: 1n }]))).rejects.toEqual(
      refused('ledger.other_content'),
    )
    expect(await balance(money)).toBe(700n)
  })
})

describe('holds', () => {
  const held = async (money: AccountName, amountCents: bigint, expiresAt?: Date): Promise<string> => {
    const reference = fresh('hold')
    const hold = { reference, debit: clearingOf(society), credit: money, amountCents, cause }
    await run((tx) => reserve(tx, [expiresAt ? { ...hold, expiresAt } : hold]))
    return reference
  }

  test('keep what they hold from everybody else, and move it once', async () => {
    const money = await fundWith(1_000n)
    const hold = await held(money, 800n)
    expect([await balance(money), await available(money)]).toEqual([1_000n, 200n])
    await expect(held(money, 201n)).rejects.toEqual(refused('ledger.overdrawn'))
    await run((tx) => move(tx, [{ type: 'post_hold', reference: `${hold}/posted`, hold, cause }]))
    expect([await balance(money), await available(money)]).toEqual([200n, 200n])
    for (const reference of [`${hold}/again`, `${hold}/void`])
      await expect(run((tx) => voidHold(tx, [{ reference, hold, cause }]))).rejects.toEqual(
        refused('ledger.hold_closed'),
      )
    await run((tx) => move(tx, [{ type: 'post_hold', reference: `${hold}/posted`, hold, cause }]))
    expect(await balance(money)).toBe(200n)
  })

  test('may be posted in part, and the rest is free; never for more', async () => {
    const money = await fundWith(1_000n)
    const hold = await held(money, 800n)
    await expect(
      run((tx) => move(tx, [{ type: 'post_hold', reference: `${hold}/posted`, hold, amountCents: 801n, cause }])),
    ).rejects.toThrow(/does not fit its hold/)
    await run((tx) => move(tx, [{ type: 'post_hold', reference: `${hold}/posted`, hold, amountCents: 300n, cause }]))
    expect([await balance(money), await available(money)]).toEqual([700n, 700n])
  })

  test('that nobody made cannot be closed', async () => {
    await expect(run((tx) => voidHold(tx, [{ reference: fresh('v'), hold: 'nothing', cause }]))).rejects.toThrow(/null/)
  })

  test('expire: then they are not posted any more, and are released once', async () => {
    const money = await fundWith(1_000n)
    const at = Date.now()
    const hold = await held(money, 600n, new Date(at + 60_000))
    const later = await held(money, 100n, new Date(at + 600_000))
    setClock(() => at + 60_000)
    await expect(
      run((tx) => move(tx, [{ type: 'post_hold', reference: `${hold}/posted`, hold, cause }])),
    ).rejects.toMatchObject({
      code: 'ledger.hold_expired',
      details: { reference: `${hold}/posted` },
    })
    expect(await run((tx) => releaseExpired(tx))).toBe(1)
    expect(await run((tx) => releaseExpired(tx))).toBe(0)
    expect(await available(money)).toBe(900n)
    await run((tx) => move(tx, [{ type: 'post_hold', reference: `${later}/posted`, hold: later, cause }]))
    expect(await balance(money)).toBe(900n)
    setClock(null)
  })
})

describe('behind the wall', () => {
  test('a society debits its own accounts, pays into others, and reads its own statement only', async () => {
    const mine = settlementOf(society)
    const theirs = settlementOf(otherSociety)
    for (const [to, from] of [
      [mine, society],
      [theirs, otherSociety],
    ] as const)
      await run((tx) => {
        const debit: AccountName = { kind: 'outside', organisationId: from, subjectId: from }
        return post(tx, [{ reference: fresh('w'), debit, credit: to, amountCents: 900n, cause, narration: 'Sale 7' }])
      })
    const give = { reference: fresh('w'), debit: mine, credit: theirs, amountCents: 400n, cause }
    const take = { reference: fresh('w'), debit: theirs, credit: mine, amountCents: 400n, cause }
    await run((tx) => post(tx, [give]), ofSociety)
    await expect(run((tx) => post(tx, [take]), ofSociety)).rejects.toThrow(/row-level security/)
    expect([await balance(mine), await balance(theirs)]).toEqual([500n, 1_300n])
    const read = (name: AccountName) => run((tx) => statementOf(tx, name), ofSociety)
    expect(await read(theirs)).toEqual([])
    expect(await run((tx) => balanceOf(tx, theirs), ofSociety)).toMatchObject({ balanceCents: 0n })
    expect(await read(mine)).toMatchObject([
      { n: 1n, narration: 'Sale 7', side: 'CREDIT', postedCents: 900n, balanceAfterCents: 900n },
      { n: 2n, reference: give.reference, side: 'DEBIT', postedCents: 400n, balanceAfterCents: 500n },
    ])
    // The other society's statement says what came and why, though the movement is its giver's.
    const other: Scope = { organisationId: otherSociety, wide: false }
    expect((await run((tx) => statementOf(tx, theirs), other)).at(-1)).toMatchObject({ reference: give.reference })
  })

  test('a society opens no account of somebody else', async () => {
    const stranger = { ...settlementOf(otherSociety), subjectId: newFarmer() }
    const movement = { reference: fresh('w'), debit: settlementOf(society), credit: stranger, amountCents: 1n, cause }
    await expect(run((tx) => post(tx, [movement]), ofSociety)).rejects.toThrow(/no account settlement/)
  })

  test('the program writes movements and nothing else, and not even the owner changes what stands', async () => {
    const tables = ['ledger_accounts', 'ledger_movements', 'ledger_entries', 'ledger_holds', 'ledger_account_kinds']
    for (const scope of ['system', ofSociety] as Scope[])
      for (const table of tables)
        for (const statement of [
          `delete from ${table}`,
          `update ${table} set ${table === 'ledger_account_kinds' ? 'kind' : 'organisation_id'} = null`,
        ])
          await expect(
            books.db.transaction(scope, (tx) => tx.executeQuery(CompiledQuery.raw(statement))),
            statement,
          ).rejects.toThrow(/permission denied/)
    for (const statement of [
      'update ledger_accounts set credits_cents = credits_cents + 1',
      'update ledger_movements set amount_cents = 1',
      'update ledger_entries set posted_cents = 1',
      'delete from ledger_accounts',
      'delete from ledger_movements',
      'delete from ledger_entries',
      'delete from ledger_holds',
      'truncate ledger_accounts, ledger_movements, ledger_entries, ledger_holds, ledger_account_kinds cascade',
      'insert into ledger_entries select * from ledger_entries',
      'insert into ledger_holds select * from ledger_holds',
    ])
      await expect(books.owner.query(statement), statement).rejects.toThrow(/append-only/)
  })
})

test('a statement is read by date and page, its balances running on', async () => {
  const money = await fundWith(1_000n)
  for (const [day, amountCents] of [
    ['2026-10-01', 100n],
    ['2026-10-02', 200n],
    ['2026-10-03', 300n],
  ] as const)
    await run((tx) =>
      post(tx, [
        {
          reference: fresh('s'),
          debit: clearingOf(society),
          credit: money,
          amountCents,
          cause,
          businessDate: day,
        },
      ]),
    )
  const read = (period: Parameters<typeof statementOf>[2]) => run((tx) => statementOf(tx, money, period))
  expect((await read({ from: '2026-10-02', to: '2026-10-03' })).map((line) => line.balanceAfterCents)).toEqual([
    700n,
    400n,
  ])
  expect((await read({ after: 1n, most: 2 })).map(({ n, businessDate }) => [n, businessDate])).toEqual([
    [2n, '2026-10-01'],
    [3n, '2026-10-02'],
  ])
})

test('ten thousand movements go in one statement', { timeout: 60_000 }, async () => {
  const money = await fundWith(10_000n)
  const farmers = Array.from({ length: 10_000 }, newFarmer)
  const list = farmers.map((farmerId) => ({
    reference: `many/${farmerId}`,
    debit: loanOf(farmerId),
    credit: money,
    amountCents: 1n,
    cause,
  }))
  await run((tx) => post(tx, list))
  expect(await balance(money)).toBe(0n)
  expect(await run((tx) => post(tx, list))).toHaveLength(10_000)
  const one = { ...list[0]!, reference: fresh('more') }
  await expect(run((tx) => post(tx, [one]))).rejects.toEqual(refused('ledger.overdrawn'))
  expect(await books.wrong()).toEqual([])
})
