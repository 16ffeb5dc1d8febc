import type { RawBuilder } from 'kysely'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { queryAfterSeconds } from './planLegs.ts'
import { manyAtOnce, reportBuffer, storedLeg, transferOf, type Paying, type StoredLeg } from './leasedLegs.ts'

const batch = 200
const atOnce = 24
/** Longer than a batch takes when every answer is as slow as it may be. */
const leaseMs = 60_000

/** Legs that were sent, are not settled, and that nobody queries just now. */
const isOpen = (at: Date): RawBuilder<boolean> =>
  sql`status in ('SENT', 'ACCEPTED', 'IN_DOUBT') and (leased_until is null or leased_until <= ${at})`

/** Whether the time of a query has come, as a condition of SQL. */
export const areQueriesDue = (at: Date): RawBuilder<unknown> =>
  sql`exists (select from payout_legs where ${isOpen(at)} and next_at <= ${at})`

/**
 * Queries the status of legs that were sent and are not settled, those included whose sender was killed: what may have been sent
 * is never sent again. The pauses between queries grow. Answers how many legs it queried.
 */
export async function queryDue(paying: Paying): Promise<number> {
  const leased = await paying.db.transaction('system', (tx) => leaseForQuery(tx))
  await queryLeased(paying, leased)
  return leased.length
}

/** Queries the status of one payout now, unless a query is under way or the leg has not been sent. */
export async function queryNow(paying: Paying, payoutId: string): Promise<number> {
  const leased = await paying.db.transaction('system', (tx) => leaseForQuery(tx, payoutId))
  await queryLeased(paying, leased)
  return leased.length
}

/** Leases legs under a new fence: whoever leased one before writes nothing any more. */
async function leaseForQuery(tx: Tx, payoutId: string | null = null): Promise<StoredLeg[]> {
  const at = now()
  const due = await rows(
    tx,
    sql<{
      id: string
      asked: number
    }>`select id, asked from payout_legs where ${isOpen(at)} and ${payoutId === null ? sql`next_at <= ${at}` : sql`payout_id = ${payoutId}`}
      order by next_at limit ${batch} for no key update skip locked`,
  )
  if (due.length === 0) return []
  const nextAt = due.map(({ asked }) => new Date(at.getTime() + Math.max(leaseMs, 1000 * queryAfterSeconds(asked + 1))))
  return rows(
    tx,
    sql<StoredLeg>`update payout_legs l set fence = l.fence + 1, asked = l.asked + 1, leased_until = ${new Date(at.getTime() + leaseMs)}, next_at = g.next_at
      from unnest(${due.map(({ id }) => id)}::uuid[], ${nextAt}::timestamptz[]) as g (id, next_at) where l.id = g.id returning ${storedLeg}`,
  )
}

async function queryLeased(paying: Paying, leased: readonly StoredLeg[]): Promise<void> {
  const reports = reportBuffer(paying)
  await manyAtOnce(leased, atOnce, async (leg) => {
    const outcome = await paying.bank.status(transferOf(leg), leg.sentAt)
    await reports.add({ reference: leg.reference, outcome, by: 'STATUS', fence: leg.fence })
  })
  await reports.settle()
}
