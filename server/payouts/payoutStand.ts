import { fundsInSight } from '#contract/house/fundsInSight.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Payout, PayoutChannel } from '#contract/payouts/payouts.ts'
import { causeOf, payoutCauses, type PayoutStand } from '#contract/payouts/payoutStand.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { LegKind } from './planLegs.ts'

type Stored = Pick<Payout, 'status' | 'waitsFor' | 'reason'> & {
  id: string
  organisationId: string
  lenderId: string
  created: Date
  settledAt: Date | null
  channel: PayoutChannel | null
  legReason: string | null
  legStatus: string | null
  legSentAt: Date | null
  nextAt: Date | null
  proposedBy: string | null
}
type Pause = { userId: string; reason: string; by: string; organisationName: string; at: Date }

/** A leg as the way of a loan is drawn from it. */
export type LegOnWay = { kind: LegKind; status: string; settledAt: Date | null }

/** How the payout of a source stands, and its legs; null before one was opened. Needs the eyes of the system: who can act may sit at the bank. */
export async function readPayoutStand(
  tx: Tx,
  actor: Actor | null,
  source: { kind: string; id: string },
): Promise<{ stand: PayoutStand; legs: LegOnWay[]; settledAt: Date | null } | null> {
  const [payout] = await rows(
    tx,
    sql<Stored>`select p.id, p.organisation_id as "organisationId", p.lender_id as "lenderId", p.status, p.reason, p.created_at as created, p.settled_at as "settledAt",
        l.channel, l.reason as "legReason", l.status as "legStatus", l.sent_at as "legSentAt", l.next_at as "nextAt",
        (select c.made_by from change_requests c where c.kind = 'payout_resolution' and c.target_id = p.id::text and c.status = 'PENDING_APPROVAL' limit 1) as "proposedBy"
      from payouts p left join payout_legs l on l.payout_id = p.id and l.settled_at is null
      where p.source_kind = ${source.kind} and p.source_id = ${source.id}`,
  )
  if (!payout) return null
  const legs = await rows(
    tx,
    sql<LegOnWay>`select kind, status, settled_at as "settledAt" from payout_legs where payout_id = ${payout.id} order by place`,
  )
  return { stand: await standOf(tx, actor, payout), legs, settledAt: payout.settledAt }
}

async function standOf(tx: Tx, actor: Actor | null, payout: Stored): Promise<PayoutStand> {
  const pause = payout.legStatus === 'QUEUED' && payout.channel ? await pauseOf(tx, payout.channel) : null
  const waitsFor = pause ? 'pause' : payout.legReason === 'held_back' ? 'velocity' : ''
  const cause = causeOf({ status: payout.status, waitsFor }, payout.proposedBy !== null)
  // Whoever follows it without signing in is told nobody's name.
  const actors = actor === null ? [] : await actorsOf(tx, { cause, payout, never: pause?.userId ?? payout.proposedBy })
  return {
    payoutId: payout.id,
    cause,
    channel: payout.channel,
    reason: payout.reason || (payout.legReason ?? ''),
    since: sinceOf(payout, pause).toISOString(),
    nextAt: payout.nextAt?.toISOString() ?? null,
    pause: pause && {
      reason: pause.reason,
      by: pause.by,
      organisationName: pause.organisationName,
      at: pause.at.toISOString(),
    },
    actors: actors.map(({ fullName, organisationName }) => ({ fullName, organisationName })),
    isYours: actors.some(({ id }) => id === actor?.userId),
  }
}

/** A payout waits for a pause from the later of both. */
function sinceOf({ settledAt, legSentAt, created }: Stored, pause: Pause | null): Date {
  if (pause) return pause.at > created ? pause.at : created
  return settledAt ?? legSentAt ?? created
}

async function pauseOf(tx: Tx, channel: PayoutChannel): Promise<Pause | null> {
  const [pause] = await rows(
    tx,
    sql<Pause>`select u.id as "userId", c.reason, u.full_name as by, o.name as "organisationName", c.paused_at as at from channel_pauses c
      join users u on u.id = c.paused_by join organisations o on o.id = u.organisation_id where c.channel = ${channel} and c.resumed_at is null`,
  )
  return pause ?? null
}

type Person = { id: string; fullName: string; organisationName: string }

/** Who can bring it on: people of its society, or those in whose sight the fund is. Never who has paused or proposed. */
async function actorsOf(
  tx: Tx,
  { cause, payout, never }: { cause: keyof typeof payoutCauses; payout: Stored; never: string | null },
): Promise<Person[]> {
  const { by, of } = payoutCauses[cause]
  if (!by) return []
  // A pause holds every fund, so whoever may end it brings this payout on too.
  const everyFund = Object.entries(fundsInSight).flatMap(([type, sight]) =>
    sight === 'all' || (sight === 'own' && cause === 'PAUSED') ? [type] : [],
  )
  return rows(
    tx,
    sql<Person>`select u.id, u.full_name as "fullName", o.name as "organisationName"
      from users u join roles r on r.name = u.role_name join organisations o on o.id = u.organisation_id
      where u.status = 'ACTIVE' and o.active and (u.leave_from is null or ${businessDate()}::date not between u.leave_from and u.leave_to)
        and ${by} = any (r.permissions) and u.id is distinct from ${never}::uuid
        and ${of === 'society' ? sql`o.id = ${payout.organisationId}` : sql`(o.id = ${payout.lenderId} or o.type = any (${everyFund}))`}
      order by o.id <> ${payout.lenderId}, u.full_name, u.id`,
  )
}
