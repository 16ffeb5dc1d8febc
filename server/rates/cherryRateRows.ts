import { toAmount, worthOf } from '#contract/kit/money.ts'
import { cherryRateFlow, type CherryRate } from '#contract/rates/cherryRates.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { Refused } from '#server/kit/refused.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { readSetting } from '#server/facts/settings.ts'

export const cherryRateKind = recordKind({
  flow: cherryRateFlow,
  table: 'cherry_rates',
  where: sql<boolean>`true`,
  title: sql<string>`(select o.name from organisations o where o.id = t.organisation_id)`,
  atStake: sql<string>`'KES ' || to_char(t.rate_cents / 100.0, 'FM999,990.00') || ' per kg'`,
})

/** What a kilogram of a society's cherry adds to a limit, in cents: its approved rate, else the fund's. */
export async function cherryRateOf(tx: Tx, organisationId: string): Promise<bigint> {
  const [own] = await rows(
    tx,
    sql<{
      cents: bigint
    }>`select rate_cents as cents from cherry_rates where organisation_id = ${organisationId} and status = 'APPROVED'`,
  )
  return own?.cents ?? BigInt(await readSetting(tx, 'fundCherryRateCents'))
}

type StoredRate = DecidedRow & {
  id: string
  organisation_id: string
  organisation_name: string
  organisation_code: string
  rate_cents: bigint
  previous_cents: bigint
  reason: string
  season: string
  members: number
  kilograms: string
}

// Cherry that is approved and in no limit yet: the only cherry that a new rate will price.
const unlimited = (season: string) => sql`lateral (
  select count(*)::int as members, coalesce(sum(w.approved_kg - g.kilograms), 0) as kilograms
  from season_weights w cross join lateral (
    select coalesce(sum(l.kilograms), 0) as kilograms from limit_rows l
    where l.farmer_id = w.farmer_id and l.season = w.season and l.kind = 'CHERRY') g
  where t.status = 'PENDING_APPROVAL' and w.organisation_id = t.organisation_id and w.season = ${season} and w.approved_kg > g.kilograms)`

const base = sql`cherry_rates t join organisations o on o.id = t.organisation_id`
const from = (season: string) => sql`${base} cross join ${unlimited(season)} f`
const select = (season: string) =>
  sql<StoredRate>`t.id, t.organisation_id, o.name as organisation_name, o.code as organisation_code, t.rate_cents, t.previous_cents, t.reason, t.status, t.version, t.makers,
    name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment, ${season} as season, f.members, f.kilograms`

/** How cherry rates are read: of one society, or of all in reach. */
export function cherryRateSource(organisation: Organisation): ListSource<StoredRate> {
  const season = currentSeason()
  return {
    base,
    from: from(season),
    select: select(season),
    where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
    columns: { organisationName: sql`o.name`, rate: sql`t.rate_cents`, dateCreated: sql`t.id`, status: sql`t.status` },
    search: sql<string>`upper(o.name || ' ' || o.code)`,
  }
}

export const shapeCherryRate =
  (actor: Actor) =>
  (stored: StoredRate): CherryRate => {
    const { created: dateCreated, ...decided } = shapeDecided(cherryRateFlow, stored, actor)
    return {
      id: stored.id,
      rate: toAmount(stored.rate_cents),
      previousRate: toAmount(stored.previous_cents),
      organisation: {
        id: stored.organisation_id,
        organisationName: stored.organisation_name,
        organisationCode: stored.organisation_code,
      },
      organisationName: stored.organisation_name,
      reason: stored.reason,
      effect:
        stored.status === 'PENDING_APPROVAL'
          ? {
              season: stored.season,
              members: stored.members,
              kilograms: Number(stored.kilograms),
              before: toAmount(worthOf(stored.kilograms, stored.previous_cents)),
              after: toAmount(worthOf(stored.kilograms, stored.rate_cents)),
            }
          : null,
      ...decided,
      dateCreated,
      approverComment: stored.decision_comment,
    }
  }

/** The rate in force that a new one takes the place of, under the lock of its row. */
export const rateInForce = (tx: Tx, organisationId: string) =>
  rows(
    tx,
    sql<{
      id: string
      rate_cents: bigint
    }>`select id, rate_cents from cherry_rates where organisation_id = ${organisationId} and status = 'APPROVED' for update`,
  ).then(([found]) => found)

type Named = { id: string; name: string }

/** The society that is meant: by id or by code, or unsaid the only one there is. Refused when it is none, or any of several. */
export async function societyNamed(
  tx: Tx,
  { id, code }: { id?: string | undefined; code?: string | undefined },
): Promise<Named> {
  const isSaid = id !== undefined || code !== undefined
  const meant = isSaid ? sql`(id::text = ${id ?? ''} or code = ${code ?? ''})` : sql`active`
  const societies = await rows(
    tx,
    sql<Named>`select id, name from organisations where type = 'FARMER_SOCIETY' and ${meant} limit 2`,
  )
  const [society] = societies
  if (society && (isSaid || societies.length === 1)) return society
  const message = 'Grower code is required: say which society the rate is for'
  throw isSaid
    ? new Refused('input.invalid', { details: { fields: { organisation: 'Choose a society' } } })
    : new Refused('input.invalid', { message, details: { fields: { growerCode: message } } })
}
