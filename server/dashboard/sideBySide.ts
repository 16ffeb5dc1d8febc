import type { SideBySide, SocietyBeside } from '#contract/dashboard/sideBySide.ts'
import { dayOfSeasonBefore, seasonBefore } from '#contract/house/seasons.ts'
import { toAmount, toCents } from '#contract/kit/money.ts'
import { dayAfter, weekdayOf } from '#server/facts/days.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { Organisation } from '#server/kit/scope.ts'

type Stored = Omit<SocietyBeside, 'owed' | 'score'> & {
  countyId: number | null
  county: string | null
  score: number | null
  owedCents: bigint
}

/** Every active society with its kept figures; kilograms against the same day of the season before. No delivery is looked at. */
async function societiesOf(tx: Tx, organisation: Organisation): Promise<Stored[]> {
  const season = currentSeason()
  const before = seasonBefore(season)
  const cut = dayOfSeasonBefore(businessDate())
  const monday = dayAfter(cut, -weekdayOf(cut))
  return rows(
    tx,
    sql<Stored>`with now as (select organisation_id, sum(approved_kg) as kg, sum(members) as members from season_totals where season = ${season} group by 1),
      before as (select organisation_id, sum(kg) as kg from (
          select organisation_id, approved_kg as kg from delivery_weeks where season = ${before} and week < ${monday}::date
          union all select organisation_id, approved_kg from delivery_days where season = ${before} and day between ${monday}::date and ${cut}::date) b group by 1),
      owed as (select organisation_id, sum(owed_cents) as cents from society_lending group by 1)
      select o.code as "organisationCode", o.name as "organisationName", c.id as "countyId", c.name as county,
        coalesce(f.farmers, 0) as farmers, coalesce(f.verified, 0) as verified, coalesce(f.checked, 0) as checked, f.score::float8 as score,
        coalesce(now.members, 0)::int as delivered, coalesce(now.kg, 0)::float8 as kilograms, coalesce(before.kg, 0)::float8 as "beforeKg",
        coalesce(owed.cents, 0)::bigint as "owedCents"
      from organisations o left join counties c on c.id = o.county_id left join society_figures f on f.organisation_id = o.id
        left join now on now.organisation_id = o.id left join before on before.organisation_id = o.id left join owed on owed.organisation_id = o.id
      where o.type = 'FARMER_SOCIETY' and ${organisation ? sql`o.id = ${organisation.id}` : sql`o.active`} order by o.name, o.code`,
  )
}

type Summed = Omit<SocietyBeside, 'organisationCode' | 'organisationName' | 'county' | 'owed'>

const added = (societies: readonly Summed[]) => {
  const sum = (of: (one: Summed) => number) => societies.reduce((total, one) => total + of(one), 0)
  const checked = sum(({ score, checked: looked }) => (score === null ? 0 : looked))
  return {
    farmers: sum(({ farmers }) => farmers),
    verified: sum(({ verified }) => verified),
    checked: sum(({ checked: looked }) => looked),
    delivered: sum(({ delivered }) => delivered),
    kilograms: sum(({ kilograms }) => kilograms),
    beforeKg: sum(({ beforeKg }) => beforeKg),
    // As heavy as the farmers whose data were looked at.
    score: checked === 0 ? null : sum(({ score, checked: looked }) => (score ?? 0) * looked) / checked,
  }
}
/** All societies of a comparison together; null is owed where no society says what it owes. */
export const togetherOf = (societies: readonly SocietyBeside[]) => ({
  ...added(societies),
  owed: societies.every(({ owed }) => owed === null)
    ? null
    : toAmount(societies.reduce((sum, { owed }) => sum + toCents(owed ?? 0), 0n)),
})

const owedOf = (societies: readonly Stored[]) => toAmount(societies.reduce((sum, { owedCents }) => sum + owedCents, 0n))

/** Counties and societies side by side. What is owed is left out for who does not see the money. */
export async function sideBySide(
  tx: Tx,
  { organisation, seesMoney }: { organisation: Organisation; seesMoney: boolean },
): Promise<SideBySide> {
  const societies = await societiesOf(tx, organisation)
  const owed = (those: readonly Stored[]) => (seesMoney ? owedOf(those) : null)
  const byCounty = Map.groupBy(societies, ({ countyId }) => countyId)
  return {
    season: currentSeason(),
    today: businessDate(),
    counties: [...byCounty]
      .flatMap(([id, those]) =>
        id === null
          ? []
          : [{ id, name: those[0]?.county ?? '', societies: those.length, ...added(those), owed: owed(those) }],
      )
      .toSorted((a, b) => b.kilograms - a.kilograms || a.name.localeCompare(b.name)),
    societies: societies.map((society) => ({
      organisationCode: society.organisationCode,
      organisationName: society.organisationName,
      county: society.county ?? '',
      ...added([society]),
      score: society.score,
      owed: owed([society]),
    })),
  }
}
