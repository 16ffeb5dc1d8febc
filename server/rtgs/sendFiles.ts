import type { RawBuilder } from 'kysely'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startWatched } from '#server/kit/watched.ts'
import { reportBuffer, transferOf, type Paying, type StoredLeg } from '#server/payouts/leasedLegs.ts'
import { markSent, readRoom, velocityLock } from '#server/payouts/sendLegs.ts'

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

/** Files `f` that may be sent. */
const released = sql`from rtgs_files f
      where f.status = 'APPROVED' and f.document is not null and f.sent_at is null and not exists (select from channel_pauses c where c.channel = 'rtgs' and c.resumed_at is null)`

async function nextReleased(tx: Tx, lock: RawBuilder<unknown>): Promise<Released | undefined> {
  const [file] = await rows(
    tx,
    sql<Released>`select f.id, f.message_id as "messageId", f.document, f.amount_cents as "amountCents", f.organisation_id as "lenderId" ${released}
      order by f.id limit 1 ${lock}`,
  )
  return file
}

async function leaseFile(tx: Tx): Promise<Leased | null> {
  const at = now()
  await sql`select pg_advisory_xact_lock(${velocityLock})`.execute(tx)
  const file = await nextReleased(tx, sql`for update of f skip locked`)
  // What leaves by file counts like everything else that leaves in an hour and in a day.
  if (!file || !(await readRoom(tx, at))(file)) return null
  await sql`update rtgs_files set sent_at = ${at} where id = ${file.id}`.execute(tx)
  return { ...file, legs: await markSent(tx, sql`l.rtgs_file_id = ${file.id}`, at) }
}

/** Sends released files while the server runs. */
export function startRtgs(house: House): { stop: () => Promise<void> } {
  let isStopping = false
  const watched = startWatched(house, {
    isDue: () => sql`exists (select ${released})`,
    pauseMs: 2_000,
    work: async () => {
      while (!isStopping && (await sendReleased(house)) > 0);
    },
    what: 'sending RTGS files',
  })
  return {
    stop: async () => {
      isStopping = true
      await watched.stop()
    },
  }
}
