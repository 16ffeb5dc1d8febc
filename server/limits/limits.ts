import { toAmount } from '#contract/kit/money.ts'
import { limitList, limits, type Limit } from '#contract/limits/limits.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { businessDate } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { personal, searchesOpenly } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { daysAfterSeason, lendersOfRow } from '#server/ledger/limits.ts'

type Stored = {
  id: string
  farmer_id: string
  full_name: string
  id_number: string
  mobile_number: string
  member_number: string
  organisation_name: string
  previous_cents: bigint
  limit_cents: bigint
  rate_cents: bigint | null
  kilograms: string
  available_cents: bigint | null
  reserved_cents: bigint | null
  used_cents: bigint | null
  arrears_cents: bigint | null
  season: string
  approved_by: string
  approved_at: Date
  lender: string
  lenders: Limit['lenders']
}

const kes = (cents: bigint | null): number => toAmount(cents ?? 0n)

const base = sql`(select * from limit_rows r where not exists (select from limit_rows later
  where later.farmer_id = r.farmer_id and later.season = r.season and later.place = r.place + 1)) t join farmers f on f.id = t.farmer_id`

/**
 * What last raised the limit of each member and season that has not expired, of one society or of all in reach. A share of the
 * second tranche has no rate and counts the kilograms of all cherry: those two come from the last cherry.
 */
function limitSource(actor: Actor, organisationId: string | null, search: string): ListSource<Stored> {
  return {
    base,
    // What raised a limit last is one row of each limit, and so is what raised it first, which is counted without looking for others.
    unsearchedBase: sql`(select * from limit_rows r where r.place = 1) t`,
    // The limit is looked up for each row shown: joined, the whole view is computed for every row where tables have no statistics yet.
    from: sql`${base} join organisations o on o.id = t.organisation_id join organisations g on g.id = t.granted_by left join users a on a.id = t.approved_by
      left join lateral (select c.rate_cents, c.kilograms from limit_rows c where c.farmer_id = t.farmer_id and c.season = t.season and c.kind = 'CHERRY'
        order by c.place desc limit 1) cherry on true
      left join lateral (select * from farmer_limits l where l.organisation_id = t.organisation_id and l.farmer_id = t.farmer_id and l.season = t.season limit 1) l on true`,
    // Users of the lender are not of the society: it reads the lender's name instead.
    select: sql<Stored>`t.id, t.farmer_id, f.full_name, f.id_number, f.mobile_number, f.member_number, o.name as organisation_name, t.previous_cents, t.limit_cents, cherry.rate_cents,
      coalesce(cherry.kilograms, 0) as kilograms, l.available_cents, l.reserved_cents, l.used_cents, l.arrears_cents, t.season, coalesce(a.full_name, g.name) as approved_by, t.approved_at, g.name as lender,
      ${lendersOfRow(sql`t`)} as lenders`,
    where: [
      ...(organisationId ? [sql`t.organisation_id = ${organisationId}`] : []),
      sql`t.season in (select s.name from seasons s where s.ends_on + ${daysAfterSeason}::int >= ${businessDate()}::date)`,
      ...searchesOpenly(actor, search, sql<string>`f.full_name || ' ' || f.member_number`),
    ],
    columns: {
      name: sql`f.full_name`,
      memberNumber: sql`f.member_number`,
      currLimit: sql`t.limit_cents`,
      approvedAt: sql`t.approved_at`,
      season: sql`t.season`,
    },
    search: sql<string>`upper(f.full_name || ' ' || f.id_number || ' ' || f.mobile_number || ' ' || f.member_number)`,
  }
}

const shapeLimit =
  (actor: Actor) =>
  (stored: Stored): Limit => {
    const idNumber = personal(actor, stored.id_number)
    const mobileNumber = personal(actor, stored.mobile_number)
    return {
      id: stored.id,
      name: stored.full_name,
      idNumber,
      mobileNumber,
      memberNumber: stored.member_number,
      organisationName: stored.organisation_name,
      prevLimit: kes(stored.previous_cents),
      currLimit: kes(stored.limit_cents),
      rate: stored.rate_cents === null ? null : kes(stored.rate_cents),
      delivery: Number(stored.kilograms),
      available: kes(stored.available_cents),
      reserved: kes(stored.reserved_cents),
      used: kes(stored.used_cents),
      arrears: kes(stored.arrears_cents),
      season: stored.season,
      approvedBy: stored.approved_by,
      approvedAt: stored.approved_at.toISOString(),
      lender: stored.lender,
      lenders: stored.lenders,
      byLender: stored.lenders.map(({ name, available }) => `${name} ${available.toLocaleString('en')}`).join(', '),
      farmer: { id: stored.farmer_id, fullName: stored.full_name, farmerId: idNumber, mobileNumber },
    }
  }

export const limitRoutes = serve(limits, {
  active: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: limitList,
      query,
      source: limitSource(actor, organisation?.id ?? null, query.search),
      shape: shapeLimit(actor),
    }),
})
