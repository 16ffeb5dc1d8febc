import type { RawBuilder } from 'kysely'
import type { TransferOutcome } from '#server/kit/bank/bankTransfer.ts'
import { refusalInWords } from '#server/kit/bank/refusalWords.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { payoutOwnersInForce, type PayoutEnd, type PayoutNews, type PayoutOwner } from '#server/kit/bank/payout.ts'
import { insertLegs, type LegToInsert } from './insertLegs.ts'
import { orderColumns } from './payoutResolutionRows.ts'
import { queryAfterSeconds, partnerStatusOf, planNext } from './planLegs.ts'
import type { LegKind, LegStatus, PayoutOrder, PayoutStatus, Stand } from './planLegs.ts'

/** What a report on a leg came by. */
type ReportSource = 'ANSWER' | 'STATUS' | 'CALLBACK' | 'STATEMENT'
/** Or what two persons settled it by. */
type SettledBy = ReportSource | 'EVIDENCE'

/** A report on the leg with this reference. Answers to our own calls carry the fence with which the leg was leased. */
export type LegReport = { reference: string; outcome: TransferOutcome; by: ReportSource; fence?: bigint }

/**
 * What a report did. `late`: a newer worker holds the leg, nothing was written. `known`: nothing in it is new. `contradicts`: it
 * differs from what is settled, or is about another amount or account; nothing moved, and somebody must look at it.
 */
export type Verdict = 'settled' | 'noted' | 'known' | 'late' | 'contradicts' | 'unknown'

/**
 * The only place where the reports on legs are applied. Everything that follows is written in the same transaction: the next
 * leg, the return of what was refused, the end of the payout, and what its owner makes of it.
 */
export async function settleLegs(
  tx: Tx,
  reports: readonly LegReport[],
  owners: readonly PayoutOwner[] = payoutOwnersInForce(),
): Promise<Verdict[]> {
  if (reports.length === 0) return []
  const at = now()
  const references = reports.map(({ reference }) => reference)
  const payouts = await lockPayouts(
    tx,
    sql`id = any (array(select payout_id from payout_legs where reference = any (${references}::text[])))`,
  )
  const legOf = new Map(payouts.flatMap(({ legs }) => legs.map((leg) => [leg.reference, leg])))
  const events: Event[] = []
  const verdicts = reports.map((report) => {
    const leg = legOf.get(report.reference)
    const verdict = leg ? applyReport(leg, report) : 'unknown'
    if (leg && verdict !== 'late' && verdict !== 'known') events.push({ leg, report, verdict })
    return verdict
  })
  await writeLegs(
    tx,
    [...legOf.values()].filter(({ isChanged }) => isChanged),
    at,
  )
  await writeEvents(tx, events, at)
  await writeConsequences(tx, payouts, { owners, at })
  return verdicts
}

/** Writes what follows from the legs of locked payouts: the next leg, where the payout stands, what its owner makes of it. */
export async function writeConsequences(
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
  await notifyOwners(tx, moved, owners, at)
}

type KnownLeg = {
  id: string
  from: string
  to: string
  amountCents: bigint
  returnedLegId: string | null
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
type Event = { leg: KnownLeg; report: LegReport; verdict: Verdict }

/** Payouts before legs, and in one order, so that two who settle at once never wait for each other in a ring. */
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
        bank_reference as "bankReference", fence, asked, settled_by as "settledBy", from_account as "from", to_account as "to", amount_cents as "amountCents",
        returned_leg_id as "returnedLegId"
      from payout_legs where payout_id = any (${payouts.map(({ id }) => id)}::uuid[]) order by payout_id, place for no key update`,
  )
  const byPayout = new Map<string, KnownLeg[]>()
  for (const leg of legs) byPayout.set(leg.payoutId, [...(byPayout.get(leg.payoutId) ?? []), leg])
  return payouts.map((payout) => ({ ...payout, legs: byPayout.get(payout.id) ?? [] }))
}

/** Changes what is known of a leg by a report. */
function applyReport(leg: KnownLeg, { outcome, by, fence }: LegReport): Verdict {
  if (fence !== undefined && fence !== leg.fence) return 'late'
  const isMismatch = outcome.outcome === 'IN_DOUBT' && outcome.reason === 'mismatch'
  if (leg.status === 'PAID' || leg.status === 'REFUSED') {
    const isEnd = outcome.outcome === 'PAID' || outcome.outcome === 'REFUSED'
    return isMismatch || (isEnd && outcome.outcome !== leg.status) ? 'contradicts' : 'known'
  }
  // It was never sent: no report can be about it.
  if (leg.status === 'QUEUED') return 'contradicts'
  if (outcome.outcome === 'PAID' || outcome.outcome === 'REFUSED') {
    const reason = outcome.outcome === 'REFUSED' ? refusalInWords(outcome) : ''
    const bankReference = outcome.outcome === 'PAID' ? outcome.bankReference : null
    Object.assign(leg, { status: outcome.outcome, reason, bankReference, settledBy: by, isChanged: true })
    return 'settled'
  }
  // What comes unrequested and is not certain changes nothing.
  if ((by === 'CALLBACK' || by === 'STATEMENT') && outcome.outcome === 'IN_DOUBT')
    return isMismatch ? 'contradicts' : 'known'
  // That the bank has the order stays true when a later query goes unanswered.
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
    isSettled(leg) ? null : new Date(at.getTime() + 1000 * queryAfterSeconds(leg.asked))
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
      ${column(({ report }) => report.by)}::text[],
      ${column(({ report, verdict }) => (verdict === 'contradicts' ? 'CONTRADICTS' : report.outcome.outcome))}::text[],
      ${column(({ report }) => wordsOf(report.outcome))}::text[]) as g (id, payout_id, organisation_id, leg_id, what, says, words)`.execute(
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

async function notifyOwners(tx: Tx, moved: readonly Moved[], owners: readonly PayoutOwner[], at: Date): Promise<void> {
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
    if (!owner) throw new Error(`nobody owns the payouts of ${sourceKind}`)
    await owner.settled(tx, news)
  }
}
