import { toRate } from '#contract/kit/money.ts'
import { conversionRateFlow, type ConversionRate } from '#contract/payments/conversionRates.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'

export const conversionRateKind = recordKind({
  flow: conversionRateFlow,
  table: 'conversion_rates',
  where: sql<boolean>`true`,
  title: sql<string>`t.deal_code`,
  atStake: sql<string>`'KES ' || to_char(t.rate_micros / 1000000.0, 'FM999,990.000000') || ' per USD'`,
})

type StoredRate = DecidedRow & {
  id: string
  organisation_id: string
  organisation_name: string
  organisation_code: string
  deal_code: string
  rate_micros: bigint
  previous_micros: bigint | null
  expires_at: Date
  reason: string
}

const from = sql`conversion_rates t join organisations o on o.id = t.organisation_id`

/** How conversion rates are read: what the wall lets through. */
export const conversionRateSource: ListSource<StoredRate> = {
  base: from,
  from,
  select: sql<StoredRate>`t.id, t.organisation_id, o.name as organisation_name, o.code as organisation_code, t.deal_code, t.rate_micros, t.previous_micros, t.expires_at, t.reason,
    t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
  where: [],
  columns: {
    organisationName: sql`o.name`,
    rateCode: sql`t.deal_code`,
    rate: sql`t.rate_micros`,
    expiryDate: sql`t.expires_at`,
    dateCreated: sql`t.id`,
    status: sql`t.status`,
  },
  search: sql<string>`upper(t.deal_code || ' ' || o.name || ' ' || o.code)`,
}

export const shapeConversionRate =
  (actor: Actor) =>
  (stored: StoredRate): ConversionRate => {
    const { created: dateCreated, ...decided } = shapeDecided(conversionRateFlow, stored, actor)
    const change = stored.previous_micros === null ? null : changeOf(stored.rate_micros, stored.previous_micros)
    return {
      id: stored.id,
      rateCode: stored.deal_code,
      rate: toRate(stored.rate_micros),
      previousRate: stored.previous_micros === null ? null : toRate(stored.previous_micros),
      changeInPercent: change === null ? null : Number(change) / 100,
      expiryDate: stored.expires_at.toISOString(),
      grower: {
        id: stored.organisation_id,
        organisationName: stored.organisation_name,
        organisationCode: stored.organisation_code,
      },
      organisationName: stored.organisation_name,
      reason: stored.reason,
      ...decided,
      dateCreated,
      approverComment: stored.decision_comment,
    }
  }

/** By how much a rate differs from another, in hundredths of a percent; what is less than one is left off. */
export const changeOf = (rate: bigint, before: bigint): bigint => ((rate - before) * 10_000n) / before

/** The rate that a society had approved last, whatever became of it since. */
export async function lastRateOf(tx: Tx, organisationId: string): Promise<bigint | null> {
  const [last] = await rows(
    tx,
    sql<{ micros: bigint }>`select rate_micros as micros from conversion_rates
      where organisation_id = ${organisationId} and decided_at is not null and status not in ('REJECTED', 'PENDING_APPROVAL') order by decided_at desc limit 1`,
  )
  return last?.micros ?? null
}

/** The rate in force that a new one takes the place of, under the lock of its row. */
export const rateInForce = (tx: Tx, organisationId: string) =>
  rows(
    tx,
    sql<{ id: string; title: string }>`select id, deal_code as title from conversion_rates
      where organisation_id = ${organisationId} and status = 'APPROVED' for update`,
  ).then(([found]) => found)
