/** How a channel is doing: calling as usual, resting after too much silence, or trying one call after the rest. */
export type BreakerState = 'calling' | 'resting' | 'trying'

/** A circuit breaker: after `silentInARow` silent answers no call for `restMs`, then one trial call decides. */
type Breaker = {
  /** Whether a call may go out now; 'trial' is the one call of the half-open state. */
  enter: () => 'call' | 'trial' | null
  /** Must follow every enter that allowed a call. */
  leave: (permit: 'call' | 'trial', ended: 'answered' | 'silent' | 'cancelled') => void
  state: () => BreakerState
}

type BreakerOptions = { silentInARow: number; restMs: number; now: () => Date }

/** One breaker per channel, so that a dead partner does not stop the others. */
export function makeBreaker({ silentInARow, restMs, now }: BreakerOptions): Breaker {
  let silent = 0
  let openedAt: number | null = null
  let isTrying = false
  const isRested = (since: number) => now().getTime() - since >= restMs

  return {
    enter: () => {
      if (openedAt === null) return 'call'
      if (isTrying || !isRested(openedAt)) return null
      isTrying = true
      return 'trial'
    },
    leave: (permit, ended) => {
      if (permit === 'trial') {
        isTrying = false
        if (ended === 'answered') [openedAt, silent] = [null, 0]
        if (ended === 'silent') openedAt = now().getTime()
        return
      }
      // Calls that were under way when the breaker opened come home late and decide nothing.
      if (openedAt !== null || ended === 'cancelled') return
      silent = ended === 'silent' ? silent + 1 : 0
      if (silent >= silentInARow) openedAt = now().getTime()
    },
    state: () => {
      if (openedAt === null) return 'calling'
      return isTrying || isRested(openedAt) ? 'trying' : 'resting'
    },
  }
}
