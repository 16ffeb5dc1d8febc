import type { PayoutOwner } from '#server/kit/bank/payout.ts'
import { loanPayouts } from './loans/settleLoan.ts'

/** Everybody who pays: told in the same transaction what became of each payout. */
export const payoutOwners: readonly PayoutOwner[] = [loanPayouts]
