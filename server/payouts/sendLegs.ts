import type { RawBuilder } from 'kysely'
import type { TransferChannel, TransferOutcome } from '#server/kit/bank/bankTransfer.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { readSetting } from '#server/facts/settings.ts'
import { manyAtOnce, noteLegs, reportBuffer, storedLeg, transferOf, type Paying, type StoredLeg } from './leasedLegs.ts'

/** Any fixed number, the same in every process: two servers never add up what was sent at once. */
export const velocityLock = 7_203_851_471n
/** Longer than a batch takes when every answer is as slow as it may be. */
const leaseMs = 90_000
/** An order is not sent when it was leased longer ago: its holder slept, and others may be querying its status already. */
const freshMs = 60_000
const batch = 400
const atOnce = 48
/** So many silences of a channel in a row, and the rest of the batch waits. */
const silentInARow = 8
const restMs = 10_000
const heldBackMs = 60_000

/**
 * Sends what is due, once: each leg is leased, marked as sent and committed before its order reaches the bank. Answers how many
 * legs it leased. Any number of servers may do so at once.
 */
export async function sendDue(paying: Paying): Promise<number> {
  const { db, bank } = paying
  const isAnyDue = await db.transaction('system', anyDue, { readOnly: true })
  if (!isAnyDue) return 0
  // Nothing is put in doubt only to learn that nobody is there.
  if (!(await bank.health()).isReachable) return 0
  const leased = await db.transaction('system', leaseDue)
  await sendLeased(paying, leased)
  return leased.length
}

/** Legs `l` that may be sent: they are due, and their channel is not paused. */
const isDue = (at: Date): RawBuilder<boolean> => sql`l.status = 'QUEUED' and l.channel <> 'rtgs' and l.next_at <= ${at}
  and not exists (select from channel_pauses c where c.channel = l.channel and c.resumed_at is null)`

/** Whether a leg may be sent, as a condition of SQL. */
export const areLegsDue = (at: Date): RawBuilder<unknown> => sql`exists (select from payout_legs l where ${isDue(at)})`

const anyDue = async (tx: Tx): Promise<boolean> =>
  (await one(tx, sql<{ isAny: boolean }>`select ${areLegsDue(now())} as "isAny"`)).isAny

type Due = StoredLeg & { kind: string; lenderId: string }

/** Legs of payments that have begun go first; what leaves a fund anew must fit into what may leave it in an hour and a day. */
async function leaseDue(tx: Tx): Promise<StoredLeg[]> {
  const at = now()
  await sql`select pg_advisory_xact_lock(${velocityLock})`.execute(tx)
  const due = await rows(
    tx,
    sql<Due>`select ${storedLeg}, l.kind, l.lender_id as "lenderId" from payout_legs l join payouts p on p.id = l.payout_id
      where ${isDue(at)} order by l.kind = 'INTERNAL', l.next_at, l.id limit ${batch} for no key update of p, l skip locked`,
  )
  const { fitting, heldBack } = await withinVelocity(tx, due, at)
  await sql`update payout_legs set next_at = ${new Date(at.getTime() + heldBackMs)}, reason = 'held_back'
    where id = any (${heldBack.map(({ id }) => id)}::uuid[])`.execute(tx)
  return markSent(tx, sql`l.id = any (${fitting.map(({ id }) => id)}::uuid[])`, at)
}

/** Leases queued legs `l` and writes them down as sent, with what their payouts show; their order leaves after the commit. */
export async function markSent(tx: Tx, which: RawBuilder<unknown>, at: Date): Promise<StoredLeg[]> {
  const leasedUntil = new Date(at.getTime() + leaseMs)
  const leased = await rows(
    tx,
    sql<StoredLeg>`update payout_legs l set status = 'SENT', reason = '', sent_at = ${at}, fence = fence + 1, leased_until = ${leasedUntil}, next_at = ${leasedUntil}
      where ${which} and l.status = 'QUEUED' returning ${storedLeg}`,
  )
  await sql`update payouts set status = 'SENDING', version = version + 1
    where id = any (${leased.map(({ payoutId }) => payoutId)}::uuid[]) and status = 'QUEUED'`.execute(tx)
  await noteLegs(tx, leased, { what: 'SENT', at })
  return leased
}

type Sent = { lenderId: string; hourCents: bigint; dayCents: bigint }

/** What has left the funds in the last hour and the last day; what was refused has not. */
export const sentOf = (tx: Tx, at: Date): Promise<Sent[]> =>
  rows(
    tx,
    sql<Sent>`select lender_id as "lenderId", sum(amount_cents)::bigint as "dayCents",
        coalesce(sum(amount_cents) filter (where sent_at > ${new Date(at.getTime() - 3_600_000)}), 0)::bigint as "hourCents"
      from payout_legs where (kind = 'INTERNAL' or channel = 'rtgs') and currency = 'KES' and status <> 'REFUSED' and sent_at > ${new Date(at.getTime() - 86_400_000)} group by lender_id`,
  )

/**
 * Whether so much may still leave a fund in the hour and in the day, as a question that counts what it has let go. Ask it under the
 * velocity lock: two servers never add up what was sent at once.
 */
export async function readRoom(
  tx: Tx,
  at: Date,
): Promise<(leaving: { lenderId: string; amountCents: bigint }) => boolean> {
  const mostInHour = BigInt(await readSetting(tx, 'payoutsMostInHour')) * 100n
  const mostInDay = BigInt(await readSetting(tx, 'payoutsMostInDay')) * 100n
  const sent = new Map((await sentOf(tx, at)).map((one) => [one.lenderId, one]))
  return ({ lenderId, amountCents }) => {
    const { hourCents, dayCents } = sent.get(lenderId) ?? { hourCents: 0n, dayCents: 0n }
    const after = { lenderId, hourCents: hourCents + amountCents, dayCents: dayCents + amountCents }
    if (after.hourCents > mostInHour || after.dayCents > mostInDay) return false
    sent.set(lenderId, after)
    return true
  }
}

async function withinVelocity(tx: Tx, due: readonly Due[], at: Date): Promise<{ fitting: Due[]; heldBack: Due[] }> {
  const mayLeave = await readRoom(tx, at)
  const fitting: Due[] = []
  const heldBack: Due[] = []
  for (const leg of due) {
    // Dollars stay with the society whose they are: only its own accounts take them.
    if (leg.kind !== 'INTERNAL' || leg.currency === 'USD' || mayLeave(leg)) fitting.push(leg)
    else heldBack.push(leg)
  }
  return { fitting, heldBack }
}

async function sendLeased(paying: Paying, leased: readonly StoredLeg[]): Promise<void> {
  const { bank, mayContinue = () => true } = paying
  const silent = { internal: 0, pesalink: 0, mpesa: 0, rtgs: 0 }
  let stopped: ReadonlySet<TransferChannel> = new Set()
  const unsent: StoredLeg[] = []
  const reports = reportBuffer(paying, async () => {
    stopped = await pausedChannels(paying)
  })
  await manyAtOnce(leased, atOnce, async (leg) => {
    const isFresh = now().getTime() - leg.sentAt.getTime() < freshMs
    if (!mayContinue() || !isFresh || stopped.has(leg.channel) || silent[leg.channel] >= silentInARow) {
      unsent.push(leg)
      return
    }
    // Signed in the same breath as the look at the clock: a holder that sleeps in between sends what the bank refuses as old.
    const outcome = await bank.transfer(transferOf(leg))
    silent[leg.channel] = isSilence(outcome) ? silent[leg.channel] + 1 : 0
    await reports.add({ reference: leg.reference, outcome, by: 'ANSWER', fence: leg.fence })
  })
  await reports.settle()
  await requeueUnsent(paying, unsent)
}

const isSilence = (outcome: TransferOutcome): boolean =>
  outcome.outcome === 'IN_DOUBT' && ['timeout', 'unreachable', 'server_error'].includes(outcome.reason)

async function pausedChannels({ db }: Paying): Promise<ReadonlySet<TransferChannel>> {
  const query = sql<{ channel: TransferChannel }>`select channel from channel_pauses where resumed_at is null`
  const paused = await db.transaction('system', (tx) => rows(tx, query), { readOnly: true })
  return new Set(paused.map(({ channel }) => channel))
}

/** Queues again what this holder leased and did not send: it alone can know. Nobody else may have leased it since. */
async function requeueUnsent({ db }: Paying, legs: readonly StoredLeg[]): Promise<void> {
  if (legs.length === 0) return
  await db.transaction('system', async (tx) => {
    const at = now()
    const requeued = await rows(
      tx,
      sql<StoredLeg>`update payout_legs l set status = 'QUEUED', leased_until = null, sent_at = null, next_at = ${new Date(at.getTime() + restMs)}
        from unnest(${legs.map(({ id }) => id)}::uuid[], ${legs.map(({ fence }) => fence)}::bigint[]) as g (id, fence)
        where l.id = g.id and l.fence = g.fence and l.status = 'SENT' and l.leased_until > ${at} returning ${storedLeg}`,
    )
    await sql`update payouts p set status = 'QUEUED', version = version + 1 from payout_legs l
      where l.payout_id = p.id and l.id = any (${requeued.map(({ id }) => id)}::uuid[]) and l.place = 1 and p.status = 'SENDING'`.execute(
      tx,
    )
    await noteLegs(tx, requeued, { what: 'NOT_SENT', words: 'put back before it was sent', at })
  })
}
