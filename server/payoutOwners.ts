import type { PayoutOwner } from '#server/kit/bank/payout.ts'
import { loanPayouts } from './loans/settleLoan.ts'

/** Everybody who pays; each is notified of its payouts in the transaction that settles them. */
export const payoutOwners: readonly PayoutOwner[] = [loanPayouts]
