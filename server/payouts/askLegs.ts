import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { askAfterSeconds } from './planLegs.ts'
import type { Said } from './settleLegs.ts'
import { learnAll, manyAtOnce, storedLeg, transferOf, type Paying, type StoredLeg } from './takenLegs.ts'

const batch = 200
const atOnce = 24
const settledAtOnce = 50
/** Longer than a batch takes when every answer is as slow as it may be. */
const leaseMs = 60_000

/**
 * Asks the bank about legs that were sent and are not settled, those included whose sender was killed: what may have been sent
 * is never sent again. The pauses between questions grow. Answers how many it asked about.
 */
export async function askDue(paying: Paying): Promise<number> {
  const taken = await paying.db.transaction('system', (tx) => takeToAsk(tx))
  await askTaken(paying, taken)
  return taken.length
}

/** Asks about one payout now, unless somebody is asking already or the leg has not been sent. */
export async function askNow(paying: Paying, payoutId: string): Promise<number> {
  const taken = await paying.db.transaction('system', (tx) => takeToAsk(tx, payoutId))
  await askTaken(paying, taken)
  return taken.length
}

/** Takes legs under a new fence: whoever held one before writes nothing any more. */
async function takeToAsk(tx: Tx, payoutId: string | null = null): Promise<StoredLeg[]> {
  const at = now()
  const due = await rows(
    tx,
    sql<{
      id: string
      asked: number
    }>`select id, asked from payout_legs where status in ('SENT', 'ACCEPTED', 'IN_DOUBT')
      and (leased_until is null or leased_until <= ${at}) and ${payoutId === null ? sql`next_at <= ${at}` : sql`payout_id = ${payoutId}`}
      order by next_at limit ${batch} for no key update skip locked`,
  )
  if (due.length === 0) return []
  const nextAt = due.map(({ asked }) => new Date(at.getTime() + Math.max(leaseMs, 1000 * askAfterSeconds(asked + 1))))
  return rows(
    tx,
    sql<StoredLeg>`update payout_legs l set fence = l.fence + 1, asked = l.asked + 1, leased_until = ${new Date(at.getTime() + leaseMs)}, next_at = g.next_at
      from unnest(${due.map(({ id }) => id)}::uuid[], ${nextAt}::timestamptz[]) as g (id, next_at) where l.id = g.id returning ${storedLeg}`,
  )
}

async function askTaken(paying: Paying, taken: readonly StoredLeg[]): Promise<void> {
  let said: Said[] = []
  const flush = async (): Promise<void> => {
    const heard = said
    said = []
    await learnAll(paying, heard)
  }
  await manyAtOnce(taken, atOnce, async (leg) => {
    const outcome = await paying.bank.status(transferOf(leg), leg.sentAt)
    said.push({ reference: leg.reference, outcome, by: 'STATUS', fence: leg.fence })
    if (said.length >= settledAtOnce) await flush()
  })
  await flush()
}
