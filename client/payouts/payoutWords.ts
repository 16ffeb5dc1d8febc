import type { Payout } from '#contract/payouts/payouts.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** How often the desk is read anew. */
export const everyMs = 5_000

/** Something of it lies at the bank and is not settled. */
export const isAtBank = ({ status, waitsFor }: Pick<Payout, 'status' | 'waitsFor'>): boolean =>
  waitsFor === '' && (status === 'SENDING' || status === 'IN_DOUBT' || status === 'RETURNING')

/** Why a payout stands where it stands: our own codes in words, the bank's words as they are. */
export function useReason() {
  const words = useWords().payouts
  const translate = useContractWords()
  return ({ reason, waitsFor }: Pick<Payout, 'reason' | 'waitsFor'>): string => {
    if (waitsFor === 'pause') return words.waitsForPause
    if (waitsFor === 'velocity') return words.waitsForVelocity
    return words.reasons[reason] ?? translate(reason)
  }
}
