import { eslipPayouts } from './settlement/sendLegs.ts'
import type { PayoutOwner } from '#server/kit/bank/payout.ts'
import { loanPayouts } from './loans/settleLoan.ts'
import { schedulePayouts } from './schedules/settleSchedule.ts'
import { transferPayouts } from './payments/settleTransfers.ts'

/** Everybody who pays; each is notified of its payouts in the transaction that settles them. */
export const payoutOwners: readonly PayoutOwner[] = [loanPayouts, transferPayouts, eslipPayouts, ...schedulePayouts]
