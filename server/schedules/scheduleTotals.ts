import type { RawBuilder } from 'kysely'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { dueDeductions } from '#server/payments/dueDeductions.ts'
import { weighedBy, weightsToPay } from '#server/payments/weightsToPay.ts'

/** What a factory gets of a pool that is split over factories; null is cherry that names none. */
export type FactoryShare = { factoryId: string | null; kilograms: string; amountCents: bigint; rateCents: bigint }

type Totalled = {
  organisationId: string
  season: string
  rateCents: bigint
  poolCents: bigint
  sinceLast: boolean
  factories?: readonly FactoryShare[] | undefined
}

/** The cherry of a society that a cycle of a season pays. */
export type Weighing = Pick<Totalled, 'organisationId' | 'season' | 'sinceLast'>
/** The weights of its members. */
export const memberWeights = ({ organisationId, season, sinceLast }: Weighing) =>
  weightsToPay({ organisationId: sql`${organisationId}::uuid`, season: sql`${season}` }, weighedBy(sinceLast))

/** What its members owe and are due beside loans, without those left out. */
export const dueOf = ({ organisationId, season, sinceLast }: Weighing, without: readonly string[] = []) =>
  dueDeductions({
    organisationId: sql`${organisationId}::uuid`,
    season: sql`${season}`,
    weighed: weighedBy(sinceLast),
    without,
  })

/**
 * What the cherry of each member comes to, as the parts of a `with` that has `due` before them and ends with `totals`: farmer, kilograms, total in cents, and of
 * a pool that is split over factories the parts by factory. The one place where a schedule is rounded: each amount to the nearest
 * cent, and where the amounts of a pool together would exceed it, those that gained most by rounding have a cent less. Source: domain 10.8.
 */
export const totalsOf = (of: Totalled): RawBuilder<unknown> => sql`
    weighed as (${of.factories ? atFactoryRates(of, of.factories) : atOneRate(of)}),
    priced as (select *, round(kilograms * rate) as rounded, kilograms * rate as exact from weighed),
    ranked as (
      select *, row_number() over (partition by factory_id order by rounded - exact desc, farmer_id) as place,
        sum(rounded) over (partition by factory_id) - pool as excess from priced),
    shares as (select farmer_id, factory_id, kilograms, rate, (rounded - case when place <= excess then 1 else 0 end)::bigint as total from ranked),
    totals as (${
      of.factories
        ? sql`select farmer_id, sum(kilograms) as kilograms, sum(total)::bigint as total,
            jsonb_agg(jsonb_build_object('factory', factory_id, 'kilograms', kilograms, 'rate', rate, 'cents', total) order by factory_id nulls last) as factories
          from shares group by farmer_id`
        : sql`select farmer_id, kilograms, total, null::jsonb as factories from shares`
    })`

const atOneRate = ({ rateCents, poolCents, ...of }: Totalled) => sql`
  select w.farmer_id, null::uuid as factory_id, w.kilograms, ${rateCents}::bigint as rate,
    ${poolCents}::bigint - coalesce((select sum(cents) from due where kind = 'PREMIUM'), 0) as pool
  from ${memberWeights(of)} w`

const atFactoryRates = (of: Totalled, shares: readonly FactoryShare[]) => sql`
  select w.farmer_id, w.factory_id, w.kilograms, s.rate, s.pool
  from ${weightsByFactory(of)} w
    join unnest(${shares.map(({ factoryId }) => factoryId)}::uuid[], ${shares.map(({ rateCents }) => rateCents)}::bigint[],
      ${shares.map(({ amountCents }) => amountCents)}::bigint[]) as s (factory_id, rate, pool) on s.factory_id is not distinct from w.factory_id`

/**
 * What each member has brought to each factory, as a subquery; together what the cycle pays the member for. A correction counts
 * where the delivery that it corrects was weighed. One that takes away more than is left there takes the rest from the factories
 * where the member brought most, so that nobody has less than nothing anywhere.
 */
const weightsByFactory = ({ organisationId, season, sinceLast }: Weighing) => sql`(
  with brought as (
      select d.farmer_id, coalesce(d.factory_id, c.factory_id) as factory_id, sum(d.kilograms) as kilograms
      from cherry_deliveries d left join cherry_deliveries c on c.id = d.corrects_id
      where d.organisation_id = ${organisationId} and d.season = ${season} and d.status = 'APPROVED'
        ${sinceLast ? sql`and d.paid_in is null` : sql``} and exists (select from ${memberWeights({ organisationId, season, sinceLast })} w where w.farmer_id = d.farmer_id)
      group by 1, 2),
    lacking as (select farmer_id, -sum(kilograms) as kilograms from brought where kilograms < 0 group by 1),
    most_first as (
      select b.farmer_id, b.factory_id, b.kilograms, coalesce(l.kilograms, 0) as lacking,
        coalesce(sum(b.kilograms) over (partition by b.farmer_id order by b.kilograms desc, b.factory_id nulls last
          rows between unbounded preceding and 1 preceding), 0) as before
      from brought b left join lacking l on l.farmer_id = b.farmer_id where b.kilograms > 0),
    left_over as (select farmer_id, factory_id, kilograms - least(kilograms, greatest(lacking - before, 0)) as kilograms from most_first)
  select farmer_id, factory_id, kilograms from left_over where kilograms > 0)`

/** A factory with the cherry that was brought there; without an id and a name, cherry that names none. */
export type FactoryWeight = { factoryId: string | null; name: string; kilograms: string; members: number }

/** What was brought to each factory of a society in a season, by the names of the factories. */
export const readFactoryWeights = (tx: Tx, of: Weighing): Promise<FactoryWeight[]> =>
  rows(
    tx,
    sql<FactoryWeight>`select w.factory_id as "factoryId", coalesce(f.name, '') as name, sum(w.kilograms)::text as kilograms, count(*)::integer as members
      from ${weightsByFactory(of)} w left join factories f on f.id = w.factory_id
      group by w.factory_id, f.name order by w.factory_id is null, f.name, w.factory_id`,
  )

/** How the pool of a schedule is split; undefined where it has one rate for all. */
export async function readShares(tx: Tx, scheduleId: string): Promise<FactoryShare[] | undefined> {
  const shares = await rows(
    tx,
    sql<FactoryShare>`select factory_id as "factoryId", kilograms::text, amount_cents as "amountCents", rate_cents as "rateCents"
      from schedule_factories where communal_payment_id = ${scheduleId} order by factory_id nulls last`,
  )
  return shares.length > 0 ? shares : undefined
}
