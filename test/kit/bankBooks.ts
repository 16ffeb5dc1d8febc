/** Our legs and our ledger held against the simulated bank's books. */
import { expect } from 'vitest'
import type { Bank } from '#server/kit/bank/bank.ts'
import { plainAccount } from '#server/kit/bank/bankAccounts.ts'
import type { Tx } from '#server/kit/db.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import { balanceOf } from '#server/ledger/ledger.ts'
import type { StoredPayout } from './payouts.ts'
import type { World } from './world.ts'

type Posting = { reference: string; transactionId: string; debit: string; credit: string; cents: string }
type Books = { balances: Record<string, string>; postings: Posting[] }

/** Nothing paid twice, nothing lost: legs, ledger, the bank's books and its statement all say the same. */
export async function expectEveryShilling(books: {
  world: World
  bank: Bank
  payouts: Promise<StoredPayout[]>
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  fund: AccountName
  clearing: AccountName
  before: { fund: bigint; clearing: bigint }
  fundAccount: string
  transitAccount: string
}): Promise<void> {
  const { world, bank, run, fundAccount, transitAccount } = books
  const { postings, balances } = (await world.bank.control('GET', '/simulator/ledger')) as Books
  const ours = postings.filter(({ reference }) => reference.startsWith('KP'))
  const paid = await world.owner.query<{ reference: string; transactionId: string; cents: string }>(
    `select reference, bank_reference as "transactionId", amount_cents::text as cents from payout_legs where status = 'PAID' order by reference`,
  )
  const inOrder = (a: { reference: string }, b: { reference: string }) => (a.reference < b.reference ? -1 : 1)
  expect(paid.rows.toSorted(inOrder)).toEqual(
    ours.map(({ reference, transactionId, cents }) => ({ reference, transactionId, cents })).toSorted(inOrder),
  )
  const received = new Map<string, bigint>()
  for (const { credit, cents } of ours) received.set(credit, (received.get(credit) ?? 0n) + BigInt(cents))
  let inTransit = 0n
  let stuck = 0n
  for (const payout of await books.payouts) {
    const { pic, accountNumber } = plainAccount(payout)
    const receivedCents = received.get(`${pic}:${accountNumber}`) ?? 0n
    const { status, amountCents } = payout
    expect(
      ['PAID', 'FAILED', 'REVERSED', 'REVERSAL_FAILED'],
      JSON.stringify({ status, reason: payout.reason }),
    ).toContain(status)
    if (status === 'PAID') expect(receivedCents).toBe(amountCents)
    if (status === 'FAILED' || status === 'REVERSED') expect(receivedCents).toBe(0n)
    if (status === 'REVERSAL_FAILED') stuck += amountCents
    if (status === 'REVERSAL_FAILED' || (status === 'PAID' && payout.paymentType === 'MPESA')) inTransit += amountCents
  }
  const ledger = await run(async (tx) => ({
    fund: (await balanceOf(tx, books.fund)).balanceCents - books.before.fund,
    clearing: (await balanceOf(tx, books.clearing)).balanceCents - books.before.clearing,
  }))
  expect({ fund: String(ledger.fund), transit: String(inTransit), clearing: ledger.clearing }).toEqual({
    fund: balances[`0011:${fundAccount} KES`],
    transit: balances[`0011:${transitAccount} KES`] ?? '0',
    clearing: stuck,
  })
  const twice = await world.owner.query(
    `select l.reference from payout_events e join payout_legs l on l.id = e.leg_id group by l.id
      having count(*) filter (where what = 'SENT') - count(*) filter (where what = 'NOT_SENT') > 1`,
  )
  expect(twice.rows, 'legs that were sent more than once').toEqual([])
  const statement = await bank.statement({ accountNumber: fundAccount, from: '2020-01-01', to: '2099-12-31' })
  if (statement.outcome !== 'told') throw new Error('the bank sent no statement')
  const outgoing = statement.lines.filter(({ amountCents }) => amountCents < 0n)
  const internal = await world.owner.query<{ line: string }>(
    `select reference || ' ' || amount_cents as line from payout_legs where status = 'PAID' and kind = 'INTERNAL' order by line`,
  )
  expect(outgoing.map(({ reference, amountCents }) => `${reference} ${-amountCents}`).toSorted()).toEqual(
    internal.rows.map(({ line }) => line).toSorted(),
  )
}
