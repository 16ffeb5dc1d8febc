import type { RawBuilder } from 'kysely'
import { readSetting } from '#server/facts/settings.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import {
  noteLegs,
  reportBuffer,
  storedLeg,
  transferOf,
  type Paying,
  type StoredLeg,
} from '#server/payouts/leasedLegs.ts'
import { sentOf, velocityLock } from '#server/payouts/sendLegs.ts'

/** Longer than the bank may take to answer. */
const leaseMs = 90_000

type Released = { id: string; messageId: string; document: string; amountCents: bigint; lenderId: string }
type Leased = Released & { legs: StoredLeg[] }

/**
 * Sends one released file to the bank, once: it is marked as sent, and its payments with it, and committed before it goes. What
 * becomes of each payment the bank says at once or when its status is queried; a file that got lost is refused then, never sent
 * again. Answers how many files it sent.
 */
export async function sendReleased(paying: Paying): Promise<number> {
  const { db, bank } = paying
  if (!(await db.transaction('system', (tx) => nextReleased(tx, sql``), { readOnly: true }))) return 0
  if (!(await bank.health()).isReachable) return 0
  const leased = await db.transaction('system', leaseFile)
  if (!leased) return 0
  const { messageId, document, legs } = leased
  const outcomes = await bank.transferFile({ messageId, document, transfers: legs.map(transferOf) })
  const reports = reportBuffer(paying)
  for (const { reference, fence } of legs) {
    const outcome = outcomes.get(reference)
    if (outcome) await reports.add({ reference, outcome, by: 'ANSWER', fence })
  }
  await reports.settle()
  return 1
}

async function nextReleased(tx: Tx, lock: RawBuilder<unknown>): Promise<Released | undefined> {
  const [file] = await rows(
    tx,
    sql<Released>`select f.id, f.message_id as "messageId", f.document, f.amount_cents as "amountCents", f.organisation_id as "lenderId" from rtgs_files f
      where f.status = 'APPROVED' and f.document is not null and f.sent_at is null and not exists (select from channel_pauses c where c.channel = 'rtgs' and c.resumed_at is null)
      order by f.id limit 1 ${lock}`,
  )
  return file
}

async function leaseFile(tx: Tx): Promise<Leased | null> {
  const at = now()
  await sql`select pg_advisory_xact_lock(${velocityLock})`.execute(tx)
  const file = await nextReleased(tx, sql`for update of f skip locked`)
  if (!file || !(await mayLeave(tx, file, at))) return null
  await sql`update rtgs_files set sent_at = ${at} where id = ${file.id}`.execute(tx)
  const leasedUntil = new Date(at.getTime() + leaseMs)
  const legs = await rows(
    tx,
    sql<StoredLeg>`update payout_legs l set status = 'SENT', reason = '', sent_at = ${at}, fence = fence + 1, leased_until = ${leasedUntil}, next_at = ${leasedUntil}
      where l.rtgs_file_id = ${file.id} and l.status = 'QUEUED' returning ${storedLeg}`,
  )
  await sql`update payouts set status = 'SENDING', version = version + 1
    where id = any (${legs.map(({ payoutId }) => payoutId)}::uuid[]) and status = 'QUEUED'`.execute(tx)
  await noteLegs(tx, legs, { what: 'SENT', at })
  return { ...file, legs }
}

/** Whether so much may leave now: what leaves by file counts like everything else that leaves in an hour and in a day. */
async function mayLeave(tx: Tx, { lenderId, amountCents }: Released, at: Date): Promise<boolean> {
  const sent = (await sentOf(tx, at)).find((one) => one.lenderId === lenderId)
  const mostInHour = BigInt(await readSetting(tx, 'payoutsMostInHour')) * 100n
  const mostInDay = BigInt(await readSetting(tx, 'payoutsMostInDay')) * 100n
  return (sent?.hourCents ?? 0n) + amountCents <= mostInHour && (sent?.dayCents ?? 0n) + amountCents <= mostInDay
}

/** Sends released files while the server runs. */
export function startRtgs(house: House): { stop: () => Promise<void> } {
  let isStopping = false
  const interval = startInterval({
    everyMs: 2_000,
    work: async () => {
      while (!isStopping && (await sendReleased(house)) > 0);
    },
    what: 'sending RTGS files',
    log: house.log,
  })
  return {
    stop: async () => {
      isStopping = true
      await interval.stop()
    },
  }
}
