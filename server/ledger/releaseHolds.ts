import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { Refused } from '#server/kit/refused.ts'
import { releaseExpired } from './ledger.ts'

/** Releases the holds that have expired. Answers how many those were; several servers may do so at once. */
export async function releaseHolds({ db }: Pick<House, 'db'>): Promise<number> {
  for (let total = 0; ;) {
    const released = await db.transaction('system', (tx) => releaseExpired(tx)).catch(ifClosedMeanwhile)
    if (released === 0) return total
    total += released ?? 0
  }
}

/** Somebody closed one of them in the same moment: the list is read again without it. */
function ifClosedMeanwhile(error: unknown): null {
  if (error instanceof Refused && error.code === 'ledger.hold_closed') return null
  throw error
}

/** Looks for holds that have expired, every ten minutes. */
export const startReleasingHolds = (house: House): { stop: () => Promise<void> } =>
  startInterval({ everyMs: 600_000, work: () => releaseHolds(house), log: house.log, what: 'releasing expired holds' })
