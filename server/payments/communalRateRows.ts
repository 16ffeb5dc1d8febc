import { toAmount } from '#contract/kit/money.ts'
import { communalRateFlow, type CommunalRate } from '#contract/payments/communalRates.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { poolOf, shapeCycle } from './cycleFigures.ts'

export const communalRateKind = recordKind({
  flow: communalRateFlow,
  table: 'communal_rate_limits',
  where: sql<boolean>`true`,
  title: sql<string>`(select o.name from organisations o where o.id = t.organisation_id)`,
  atStake: sql<string>`'KES ' || to_char(t.limit_cents / 100.0, 'FM999,990.00') || ' per kg'`,
})

type StoredFloor = DecidedRow & {
  id: string
  organisation_id: string
  organisation_name: string
  organisation_code: string
  season: string
  cycle: number
  limit_cents: bigint
  computed_cents: bigint
  is_last: boolean
  reason: string
  available: bigint | null
  premium: bigint | null
  kilograms: string | null
  members: number | null
  next_cycle: number | null
}

const base = sql`communal_rate_limits t join organisations o on o.id = t.organisation_id`

/** How lowest rates are read: of one society, or of all in reach. Figures of now are read for those that wait. */
export const communalRateSource = (organisation: Organisation): ListSource<StoredFloor> => ({
  base,
  from: sql`${base} left join lateral ${poolOf(sql`t.organisation_id`, sql`t.season`, 'SETTING')} f on t.status = 'PENDING_APPROVAL'`,
  select: sql<StoredFloor>`t.id, t.organisation_id, o.name as organisation_name, o.code as organisation_code, t.season, t.cycle, t.limit_cents, t.computed_cents, t.is_last, t.reason,
    t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment,
    f.available, f.premium, f.kilograms, f.members, f.cycle as next_cycle`,
  where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
  columns: {
    organisationName: sql`o.name`,
    season: sql`t.season`,
    cycle: sql`t.cycle`,
    communalRateLimit: sql`t.limit_cents`,
    dateCreated: sql`t.id`,
    status: sql`t.status`,
  },
  search: sql<string>`upper(o.name || ' ' || o.code)`,
})

export const shapeCommunalRate =
  (actor: Actor) =>
  (stored: StoredFloor): CommunalRate => {
    const {
      created: dateCreated,
      createdBy: limitSetBy,
      decidedBy: limitApprovedBy,
      ...decided
    } = shapeDecided(communalRateFlow, stored, actor)
    const { available, premium, kilograms, members, next_cycle: cycle } = stored
    const isRead = available !== null && premium !== null && kilograms !== null && members !== null && cycle !== null
    return {
      id: stored.id,
      fcs: {
        id: stored.organisation_id,
        organisationName: stored.organisation_name,
        organisationCode: stored.organisation_code,
      },
      organisationName: stored.organisation_name,
      season: stored.season,
      cycle: stored.cycle,
      communalRateLimit: toAmount(stored.limit_cents),
      computedRate: toAmount(stored.computed_cents),
      lastPayment: stored.is_last,
      figures: isRead ? shapeCycle(stored.season, { available, premium, kilograms, members, cycle }) : null,
      reason: stored.reason,
      ...decided,
      limitSetBy,
      limitApprovedBy,
      dateCreated,
      approverComment: stored.decision_comment,
    }
  }

type InForce = { id: string; limit_cents: bigint; is_last: boolean }
/** The lowest rate in force of a cycle, under the lock of its row. */
export const floorInForce = (tx: Tx, of: { organisationId: string; season: string; cycle: number }) =>
  rows(
    tx,
    sql<InForce>`select id, limit_cents, is_last from communal_rate_limits
      where organisation_id = ${of.organisationId} and season = ${of.season} and cycle = ${of.cycle} and status = 'APPROVED' for update`,
  ).then(([found]) => found)
