import type { AccountName } from '#server/ledger/accounts.ts'
import type { Cause, Movement, Post } from '#server/ledger/ledger.ts'
import { limitRelease, limitReturn, limitUse, type LenderLimit } from '#server/ledger/limits.ts'

/** What the ledger needs to know of a loan. */
export type LoanMoney = {
  id: string
  organisationId: string
  lenderId: string
  farmerId: string
  season: string
  amountCents: bigint
  feeCents: bigint
  netCents: bigint
}

export const limitOfLoan = ({ organisationId, farmerId, season, lenderId }: LoanMoney): LenderLimit => ({
  organisationId,
  farmerId,
  season,
  lenderId,
})
export const fundOf = (lenderId: string): AccountName => ({
  kind: 'fund',
  organisationId: lenderId,
  subjectId: lenderId,
})
const ofSociety = (kind: 'clearing' | 'fee', { lenderId, organisationId }: LoanMoney): AccountName => ({
  kind,
  organisationId: lenderId,
  subjectId: organisationId,
})
const clearing = (loan: LoanMoney): AccountName => ofSociety('clearing', loan)
const fee = (loan: LoanMoney): AccountName => ofSociety('fee', loan)
const owed = (loan: LoanMoney): AccountName => ({
  kind: 'loan',
  organisationId: loan.organisationId,
  subjectId: loan.farmerId,
  season: loan.season,
  lenderId: loan.lenderId,
})
const causeOf = ({ id }: LoanMoney): Cause => ({ kind: 'loan_request', id })

const post = (
  loan: LoanMoney,
  name: string,
  { debit, credit, amountCents }: Pick<Post, 'debit' | 'credit' | 'amountCents'>,
): Movement[] =>
  amountCents === 0n
    ? []
    : [{ type: 'post', reference: `loan/${loan.id}/${name}`, debit, credit, amountCents, cause: causeOf(loan) }]

/** Authorised: what will be paid out leaves the fund. */
export const authorised = (loan: LoanMoney): Movement[] =>
  post(loan, 'authorised', { debit: clearing(loan), credit: fundOf(loan.lenderId), amountCents: loan.netCents })

/** Paid: the limit is used, and the member owes what was paid and the fee. */
export const paid = (loan: LoanMoney): Movement[] => [
  limitUse(loan),
  ...post(loan, 'paid', { debit: owed(loan), credit: clearing(loan), amountCents: loan.netCents }),
  ...post(loan, 'fee', { debit: owed(loan), credit: fee(loan), amountCents: loan.feeCents }),
]

const intoFund = (loan: LoanMoney): Movement[] =>
  post(loan, 'returned', { debit: fundOf(loan.lenderId), credit: clearing(loan), amountCents: loan.netCents })

/** Not paid after all: the money is in the fund again, and the limit is free. */
export const returned = (loan: LoanMoney): Movement[] => [...intoFund(loan), limitRelease(loan)]

/** The money came back after the member had been paid: nothing is owed, and the limit is as it was. */
export const undone = (loan: LoanMoney): Movement[] => [
  ...post(loan, 'unpaid', { debit: clearing(loan), credit: owed(loan), amountCents: loan.netCents }),
  ...post(loan, 'fee_returned', { debit: fee(loan), credit: owed(loan), amountCents: loan.feeCents }),
  limitReturn(limitOfLoan(loan), loan.id, loan.amountCents),
  ...intoFund(loan),
]
