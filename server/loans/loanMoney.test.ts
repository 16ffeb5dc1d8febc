import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loanSum } from '#contract/loans/loanFee.ts'
import type { Movement } from '#server/ledger/ledger.ts'
import { authorised, paid, returned, undone, type LoanMoney } from './loanMoney.ts'

/** Loans of any amount from one cent on, at any fee, taken out or added on. */
const loans = fc
  .record({
    amountCents: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    hundredths: fc.integer({ min: 0, max: 2_000 }),
    addedOn: fc.boolean(),
  })
  .map(({ amountCents, ...fee }): LoanMoney & { owedCents: bigint } => ({
    id: 'loan',
    organisationId: 'society',
    lenderId: 'lender',
    farmerId: 'member',
    season: '2026/2027',
    ...loanSum(amountCents, fee),
  }))
  // What rounds to nothing is not lent: the least a loan may be is far above.
  .filter(({ netCents }) => netCents > 0n)

/** What movements of money leave on each account, debits less credits; accounts that come to nothing are left out. */
function balances(movements: readonly Movement[]): Record<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (kind: string, cents: bigint) => sums.set(kind, (sums.get(kind) ?? 0n) + cents)
  for (const movement of movements) {
    if (movement.type !== 'post' || movement.debit.kind.startsWith('limit')) continue
    add(movement.debit.kind, movement.amountCents)
    add(movement.credit.kind, -movement.amountCents)
  }
  return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0n))
}

test('a paid loan takes from the fund what the member gets, and leaves owed just that and the fee', () => {
  fc.assert(
    fc.property(loans, (loan) => {
      const { fund, loan: owed, fee, ...others } = balances([...authorised(loan), ...paid(loan)])
      expect({ fund, owed, fee: fee ?? 0n, others }).toEqual({
        fund: -loan.netCents,
        owed: loan.owedCents,
        fee: -loan.feeCents,
        others: {},
      })
      expect(loan.netCents + loan.feeCents).toBe(loan.owedCents)
    }),
  )
})

test('a loan that fails, or comes back after it was paid, leaves nothing anywhere', () => {
  fc.assert(
    fc.property(loans, (loan) => {
      expect(balances([...authorised(loan), ...returned(loan)])).toEqual({})
      expect(balances([...authorised(loan), ...paid(loan), ...undone(loan)])).toEqual({})
    }),
  )
})

test('no two movements of a loan have one name, so that none is mistaken for another', () => {
  fc.assert(
    fc.property(loans, (loan) => {
      const names = [...authorised(loan), ...paid(loan), ...undone(loan)].flatMap((movement) =>
        movement.type === 'post' ? [movement.reference] : [],
      )
      expect(new Set(names).size).toBe(names.length)
    }),
  )
})
