import { afterAll, beforeAll, expect, test } from 'vitest'
import { bank, kpcu, openBooks, society, type Books } from '#test/kit/ledgerBooks.ts'
import type { AccountName } from './ledger/accounts.ts'
import { balanceOf, post, type Post } from './ledger/ledger.ts'
import { examples, postings } from './postings.ts'

// The page of postings says what the program posts: each event is posted here, in its order, into a real ledger.
let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterAll(() => books?.close())

const parties = new Map<string | undefined, string>([
  [examples.society, society],
  [examples.lender, kpcu],
  [examples.bank, bank],
])
/** The same account of an organisation that there is. */
const real = (name: AccountName): AccountName =>
  ({
    ...name,
    organisationId: parties.get(name.organisationId),
    ...(name.lenderId ? { lenderId: parties.get(name.lenderId) } : {}),
  }) as AccountName // border: every example is of one of the parties
/** Accounts that are debited when they grow; of the others only fees must have something before it is taken. */
const grows = new Set(['fund', 'clearing', 'loan', 'non_checkoff', 'checkoff', 'farmers', 'proceeds'])
const outsideOf = ({ organisationId, currency = 'KES' }: AccountName): AccountName => ({
  kind: 'outside',
  organisationId,
  subjectId: examples.member,
  currency,
})
const read = (name: AccountName): Promise<bigint> =>
  books.db.transaction('system', async (tx) => (await balanceOf(tx, name)).balanceCents)

test('every event of the page can be posted, moves what it says, and leaves the books whole', async () => {
  const cause = { kind: 'test', id: examples.society }
  for (const [place, { event, movements }] of postings.entries()) {
    expect(movements.length, event).toBeGreaterThan(0)
    for (const { amountCents, reference: name, ...of } of movements) {
      const [debit, credit] = [real(of.debit), real(of.credit)]
      const reference = `${place}/${name}`
      expect([event, debit.currency ?? 'KES']).toEqual([event, credit.currency ?? 'KES'])
      const fills: Post[] = [
        ...(grows.has(credit.kind) ? [{ debit: credit, credit: outsideOf(credit) }] : []),
        ...(debit.kind === 'fee' ? [{ debit: outsideOf(debit), credit: debit }] : []),
      ].map((sides, at) => ({ ...sides, reference: `f${at}/${reference}`, cause, amountCents }))
      await books.db.transaction('system', (tx) => post(tx, fills))
      const before = [await read(debit), await read(credit)]
      await books.db.transaction('system', (tx) => post(tx, [{ reference, cause, amountCents, debit, credit }]))
      const after = [await read(debit), await read(credit)]
      const signOf = (account: AccountName, side: 1n | -1n) => (grows.has(account.kind) ? side : -side)
      expect([event, after[0]! - before[0]!, after[1]! - before[1]!]).toEqual([
        event,
        signOf(debit, 1n) * amountCents,
        signOf(credit, -1n) * amountCents,
      ])
    }
  }
  expect(await books.wrong()).toEqual([])
})
