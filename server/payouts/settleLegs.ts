import type { RawBuilder } from 'kysely'
import type { TransferOutcome } from '#server/kit/bank/bankTransfer.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { payoutOwnersInForce, type PayoutEnd, type PayoutNews, type PayoutOwner } from '#server/kit/bank/payout.ts'
import { insertLegs, type LegToInsert } from './insertLegs.ts'
import { orderColumns } from './payoutResolutionRows.ts'
import { askAfterSeconds, partnerStatusOf, planNext } from './planLegs.ts'
import type { LegKind, LegStatus, PayoutOrder, PayoutStatus, Stand } from './planLegs.ts'

/** Who told us how a leg stands. */
type Teller = 'ANSWER' | 'STATUS' | 'CALLBACK' | 'STATEMENT'
/** Or what two persons settled it by. */
type SettledBy = Teller | 'EVIDENCE'

/** What was said of the leg with this reference. Answers to our own calls carry the fence with which the leg was taken. */
export type Said = { reference: string; outcome: TransferOutcome; by: Teller; fence?: bigint }

/**
 * What a saying did. `late`: a newer worker holds the leg, nothing was written. `known`: it says nothing new. `contradicts`: it
 * says otherwise than what is settled, or speaks of another amount or account; nothing moved, and somebody must look at it.
 */
export type Verdict = 'settled' | 'noted' | 'known' | 'late' | 'contradicts' | 'unknown'

/**
 * The only place where a leg learns what became of it. Everything that follows is written in the same transaction: the next
 * leg, the return of what was refused, the end of the payout, and what its owner makes of it.
 */
export async function settleLegs(
  tx: Tx,
  said: readonly Said[],
  owners: readonly PayoutOwner[] = payoutOwnersInForce(),
): Promise<Verdict[]> {
  if (said.length === 0) return []
  const at = now()
  const references = said.map(({ reference }) => reference)
  const payouts = await lockPayouts(
    tx,
    sql`id = any (array(select payout_id from payout_legs where reference = any (${references}::text[])))`,
  )
  const legOf = new Map(payouts.flatMap(({ legs }) => legs.map((leg) => [leg.reference, leg])))
  const events: Event[] = []
  const verdicts = said.map((saying) => {
    const leg = legOf.get(saying.reference)
    const verdict = leg ? learn(leg, saying) : 'unknown'
    if (leg && verdict !== 'late' && verdict !== 'known') events.push({ leg, saying, verdict })
    return verdict
  })
  await writeLegs(
    tx,
    [...legOf.values()].filter(({ isChanged }) => isChanged),
    at,
  )
  await writeEvents(tx, events, at)
  await writeWhatFollows(tx, payouts, { owners, at })
  return verdicts
}

/** Writes what follows from the legs of locked payouts: the next leg, where the payout stands, what its owner makes of it. */
export async function writeWhatFollows(
  tx: Tx,
  payouts: readonly KnownPayout[],
  { owners, at }: { owners: readonly PayoutOwner[]; at: Date },
): Promise<void> {
  const moved = payouts
    .map((payout) => ({ payout, stand: planNext(payout, payout.legs) }))
    .filter(({ payout, stand }) => stand.next || stand.status !== payout.status || stand.reason !== payout.reason)
  await writePayouts(tx, moved, at)
  await insertLegs(
    tx,
    moved.flatMap(({ payout, stand }) => nextLeg(payout, stand)),
    at,
  )
  await tellOwners(tx, moved, owners, at)
}

type KnownLeg = {
  id: string
  payoutId: string
  organisationId: string
  kind: LegKind
  status: LegStatus
  reference: string
  reason: string
  bankReference: string | null
  fence: bigint
  asked: number
  settledBy: SettledBy | null
  isChanged?: boolean
}
/** A payout with its legs, locked. */
export type KnownPayout = PayoutOrder & {
  id: string
  organisationId: string
  lenderId: string
  sourceKind: string
  sourceId: string
  reference: string
  narration: string
  status: PayoutStatus
  reason: string
  legs: KnownLeg[]
}
type Moved = { payout: KnownPayout; stand: Stand }
type Event = { leg: KnownLeg; saying: Said; verdict: Verdict }

/** Payouts before legs, and in one order, so that two who learn at once never wait for each other in a ring. */
export async function lockPayouts(tx: Tx, which: RawBuilder<unknown>): Promise<KnownPayout[]> {
  const payouts = await rows(
    tx,
    sql<
      Omit<KnownPayout, 'legs'>
    >`select id, organisation_id as "organisationId", lender_id as "lenderId", source_kind as "sourceKind",
        source_id as "sourceId", reference, narration, status, reason, ${orderColumns}
      from payouts where ${which} order by id for no key update`,
  )
  const legs = await rows(
    tx,
    sql<KnownLeg>`select id, payout_id as "payoutId", organisation_id as "organisationId", kind, status, reference, reason,
        bank_reference as "bankReference", fence, asked, settled_by as "settledBy"
      from payout_legs where payout_id = any (${payouts.map(({ id }) => id)}::uuid[]) order by payout_id, place for no key update`,
  )
  const byPayout = new Map<string, KnownLeg[]>()
  for (const leg of legs) byPayout.set(leg.payoutId, [...(byPayout.get(leg.payoutId) ?? []), leg])
  return payouts.map((payout) => ({ ...payout, legs: byPayout.get(payout.id) ?? [] }))
}

/** Changes what is known of a leg by what was said of it. */
function learn(leg: KnownLeg, { outcome, by, fence }: Said): Verdict {
  if (fence !== undefined && fence !== leg.fence) return 'late'
  const isMismatch = outcome.outcome === 'IN_DOUBT' && outcome.reason === 'mismatch'
  if (leg.status === 'PAID' || leg.status === 'REFUSED') {
    const isEnd = outcome.outcome === 'PAID' || outcome.outcome === 'REFUSED'
    return isMismatch || (isEnd && outcome.outcome !== leg.status) ? 'contradicts' : 'known'
  }
  // It was never sent: whatever is said of it cannot be about it.
  if (leg.status === 'QUEUED') return 'contradicts'
  if (outcome.outcome === 'PAID' || outcome.outcome === 'REFUSED') {
    const reason = outcome.outcome === 'REFUSED' ? outcome.words || outcome.code : ''
    const bankReference = outcome.outcome === 'PAID' ? outcome.bankReference : null
    Object.assign(leg, { status: outcome.outcome, reason, bankReference, settledBy: by, isChanged: true })
    return 'settled'
  }
  // What nobody asked for and says nothing certain changes nothing.
  if ((by === 'CALLBACK' || by === 'STATEMENT') && outcome.outcome === 'IN_DOUBT')
    return isMismatch ? 'contradicts' : 'known'
  // That the bank has the order stays true when a later question goes unanswered.
  const status = outcome.outcome === 'IN_DOUBT' && leg.status === 'ACCEPTED' ? 'ACCEPTED' : outcome.outcome
  const reason = outcome.outcome === 'IN_DOUBT' ? outcome.reason : ''
  Object.assign(leg, { status, reason, isChanged: true })
  return 'noted'
}

async function writeLegs(tx: Tx, legs: readonly KnownLeg[], at: Date): Promise<void> {
  if (legs.length === 0) return
  const column = <Value>(of: (leg: KnownLeg) => Value): Value[] => legs.map(of)
  const isSettled = ({ settledBy }: KnownLeg): boolean => settledBy !== null
  const nextAt = (leg: KnownLeg): Date | null =>
    isSettled(leg) ? null : new Date(at.getTime() + 1000 * askAfterSeconds(leg.asked))
  await sql`update payout_legs l set status = g.status, reason = g.reason, bank_reference = g.bank_reference, settled_by = g.settled_by,
      settled_at = case when g.settled_by is not null then ${at}::timestamptz end, next_at = g.next_at, leased_until = null
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ status }) => status)}::text[], ${column(({ reason }) => reason)}::text[],
      ${column(({ bankReference }) => bankReference)}::text[], ${column(({ settledBy }) => settledBy)}::text[], ${column(nextAt)}::timestamptz[])
      as g (id, status, reason, bank_reference, settled_by, next_at) where l.id = g.id`.execute(tx)
}

async function writeEvents(tx: Tx, events: readonly Event[], at: Date): Promise<void> {
  if (events.length === 0) return
  const column = <Value>(of: (event: Event) => Value): Value[] => events.map(of)
  await sql`insert into payout_events (id, payout_id, organisation_id, leg_id, at, what, says, words)
    select id, payout_id, organisation_id, leg_id, ${at}::timestamptz, what, says, words from unnest(${column(() => newId())}::uuid[],
      ${column(({ leg }) => leg.payoutId)}::uuid[], ${column(({ leg }) => leg.organisationId)}::uuid[], ${column(({ leg }) => leg.id)}::uuid[],
      ${column(({ saying }) => saying.by)}::text[],
      ${column(({ saying, verdict }) => (verdict === 'contradicts' ? 'CONTRADICTS' : saying.outcome.outcome))}::text[],
      ${column(({ saying }) => wordsOf(saying.outcome))}::text[]) as g (id, payout_id, organisation_id, leg_id, what, says, words)`.execute(
    tx,
  )
}

function wordsOf(outcome: TransferOutcome): string {
  switch (outcome.outcome) {
    case 'ACCEPTED':
      return ''
    case 'PAID':
      return outcome.bankReference
    case 'REFUSED':
      return [outcome.code, outcome.words].filter(Boolean).join(' ')
    case 'IN_DOUBT':
      return outcome.reason
  }
}

const ends: readonly PayoutStatus[] = ['PAID', 'FAILED', 'REVERSED', 'REVERSAL_FAILED']
const isEnd = (status: PayoutStatus): status is PayoutEnd => ends.includes(status)

async function writePayouts(tx: Tx, moved: readonly Moved[], at: Date): Promise<void> {
  if (moved.length === 0) return
  const column = <Value>(of: (one: Moved) => Value): Value[] => moved.map(of)
  await sql`update payouts p set status = g.status, reason = g.reason, bank_reference = coalesce(g.bank_reference, p.bank_reference),
      version = p.version + 1, settled_at = case when g.is_end then ${at}::timestamptz end
    from unnest(${column(({ payout }) => payout.id)}::uuid[], ${column(({ stand }) => stand.status)}::text[], ${column(({ stand }) => stand.reason)}::text[],
      ${column(({ stand }) => stand.bankReference)}::text[], ${column(({ stand }) => isEnd(stand.status))}::boolean[])
      as g (id, status, reason, bank_reference, is_end) where p.id = g.id`.execute(tx)
}

function nextLeg(
  { id: payoutId, organisationId, lenderId, reference, narration, legs }: KnownPayout,
  { next }: Stand,
): LegToInsert[] {
  const place = legs.length + 1
  return next
    ? [{ ...next, payoutId, organisationId, lenderId, place, reference: `${reference}-${place}`, narration }]
    : []
}

async function tellOwners(tx: Tx, moved: readonly Moved[], owners: readonly PayoutOwner[], at: Date): Promise<void> {
  const bySource = new Map<string, PayoutNews[]>()
  for (const { payout, stand } of moved) {
    if (stand.status === payout.status) continue
    const news: PayoutNews = {
      sourceId: payout.sourceId,
      organisationId: payout.organisationId,
      status: isEnd(stand.status) ? stand.status : 'PROCESSING',
      partnerStatus: partnerStatusOf(stand),
      partnerReference: stand.bankReference,
      reason: stand.reason,
      at,
    }
    bySource.set(payout.sourceKind, [...(bySource.get(payout.sourceKind) ?? []), news])
  }
  for (const [sourceKind, news] of bySource) {
    const owner = owners.find((each) => each.sourceKind === sourceKind)
    if (!owner) throw new Error(`nobody is told of payouts of ${sourceKind}`)
    await owner.settled(tx, news)
  }
}
