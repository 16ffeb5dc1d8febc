import {
  dataQuality,
  findingKinds,
  qualityScore,
  shareOf,
  societyQualityList,
  workListOf,
  type FarmerWithFinding,
  type FindingCounts,
  type FindingKind,
  type SocietyQuality,
} from '#contract/dataQuality/dataQuality.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { personal, searchesOpenly, seesPersonalData, type Organisation } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { findingLimits } from './countSociety.ts'

export const dataQualityRoutes = serve(dataQuality, {
  report: async ({ tx, organisation }) => ({
    organisation: nameOf(organisation),
    ...qualityOf(await readFigures(tx, organisation)),
    limits: await findingLimits(tx),
  }),
  societies: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: societyQualityList,
      query,
      source: societySource(organisation),
      shape: shapeSociety,
    }),
  farmers: ({ tx, actor, organisation, params, query }) =>
    listPage({
      tx,
      actor,
      screen: workListOf(params.finding),
      query,
      source: farmerSource(actor, organisation, params.finding, query.search),
      shape: shapeFarmer(actor),
    }),
  recount: async ({ tx, organisation }) => {
    await sql`insert into figures_due (organisation_id, asked) select o.id, true from organisations o
      where o.type = 'FARMER_SOCIETY' and ${inReach(organisation)}
      and not exists (select from figures_due d where d.organisation_id = o.id and d.asked)`.execute(tx)
    return { error: false as const, message: 'The farmers are being counted again. The figures change in a moment.' }
  },
})

/** Over societies as `o`: the one, or those that are added up. */
const inReach = (organisation: Organisation) => (organisation ? sql`o.id = ${organisation.id}` : sql`o.active`)

/** The organisation of an answer; null where it is about all in reach. */
export const nameOf = (organisation: Organisation) =>
  organisation && {
    id: organisation.id,
    organisationCode: organisation.code,
    organisationName: organisation.name,
  }

type Figures = {
  societies: number
  farmers: number
  active: number
  verified: number
  checked: number
  found: FindingCounts
  asOf: Date | null
}

/** What was counted of a society, or of all in reach together. There is no time as long as one was never counted. */
export function readFigures(tx: Tx, organisation: Organisation): Promise<Figures> {
  const sums = sql.join(
    findingKinds.map((kind) => sql`${kind}::text, coalesce(sum((f.found ->> ${kind}::text)::int), 0)`),
  )
  const sum = (name: string) => sql`coalesce(sum(${sql.ref(`f.${name}`)}), 0)::int as ${sql.ref(name)}`
  return one(
    tx,
    sql<Figures>`select count(*)::int as societies, ${sql.join(['farmers', 'active', 'verified', 'checked'].map(sum))},
      jsonb_build_object(${sums}) as found, case when count(*) = count(f.counted_at) then min(f.counted_at) end as "asOf"
      from organisations o left join society_figures f on f.organisation_id = o.id
      where o.type = 'FARMER_SOCIETY' and ${inReach(organisation)}`,
  )
}

/** Score and shares of what was counted. */
export const qualityOf = ({ asOf, checked, found }: Figures) => ({
  asOf: asOf && asOf.toISOString(),
  checked,
  score: qualityScore(found, checked),
  findings: findingKinds.map((kind) => ({
    kind,
    farmers: found[kind] ?? 0,
    share: shareOf(found[kind] ?? 0, checked),
  })),
})

type StoredSociety = Pick<SocietyQuality, 'id' | 'organisationName' | 'organisationCode' | 'county' | 'checked'> & {
  score: string | null
  found: FindingCounts | null
  asOf: Date | null
}

function societySource(organisation: Organisation): ListSource<StoredSociety> {
  const base = sql`organisations t left join society_figures f on f.organisation_id = t.id`
  const ofKind = (kind: FindingKind) => sql`coalesce((f.found ->> ${kind}::text)::int, 0)`
  return {
    base,
    from: sql`${base} left join counties c on c.id = t.county_id`,
    select: sql<StoredSociety>`t.id, t.name as "organisationName", t.code as "organisationCode", coalesce(c.name, '') as county,
      coalesce(f.checked, 0) as checked, f.score, f.found, f.counted_at as "asOf"`,
    where: [sql`t.type = 'FARMER_SOCIETY'`, organisation ? sql`t.id = ${organisation.id}` : sql`t.active`],
    columns: {
      organisationName: sql`t.name`,
      organisationCode: sql`t.code`,
      checked: sql`coalesce(f.checked, 0)`,
      score: sql`f.score`,
      ...Object.fromEntries(findingKinds.map((kind) => [kind, ofKind(kind)])),
    },
    search: sql<string>`upper(t.name || ' ' || t.code)`,
  }
}

const shapeSociety = ({ score, found, asOf, ...stored }: StoredSociety): SocietyQuality => ({
  ...stored,
  score: score === null ? null : Number(score),
  asOf: asOf && asOf.toISOString(),
  ...(Object.fromEntries(findingKinds.map((kind) => [kind, found?.[kind] ?? 0])) as Record<FindingKind, number>), // border: made from the kinds
})

type StoredFarmer = Omit<FarmerWithFinding, 'measure'> & { measure: string | null }

/** The value that a finding is about, over the farmer `t`; nothing where something is missing. */
const valueOf = (kind: FindingKind) => {
  if (kind === 'id_elsewhere') return sql`t.id_number`
  if (kind.startsWith('phone')) return sql`t.mobile_number`
  if (kind.startsWith('account')) return sql`t.account_number`
  return sql`''`
}

function farmerSource(
  actor: Actor,
  organisation: Organisation,
  kind: FindingKind,
  search: string,
): ListSource<StoredFarmer> {
  // The kind stands in the join too, so that a farmer with several findings is one row wherever this is read. Only approved
  // farmers have findings: it is said for the index by member number.
  const base = sql`quality_findings q join farmers t on q.kind = ${kind} and q.farmer_id = t.id and t.status = 'APPROVED'${
    organisation ? sql` and t.organisation_id = ${organisation.id}` : sql``
  }`
  const value = valueOf(kind)
  return {
    base,
    unsearchedBase: sql`quality_findings q`,
    from: sql`${base} join organisations o on o.id = t.organisation_id join institutions i on i.code = t.institution_code`,
    select: sql<StoredFarmer>`t.id, t.member_number as "memberNumber", t.full_name as "fullName", o.name as "organisationName", o.code as "growerCode",
      ${value} as value, q.measure, i.name as "institutionName", t.life_state as "lifeState"`,
    where: [
      sql`q.kind = ${kind}`,
      ...(organisation ? [sql`q.organisation_id = ${organisation.id}`] : []),
      ...searchesOpenly(actor, search, sql`t.full_name || ' ' || t.member_number`),
    ],
    columns: {
      memberNumber: sql`t.member_number`,
      fullName: sql`t.full_name`,
      // An order by what is hidden would disclose it.
      value: seesPersonalData(actor) ? value : sql`t.member_number`,
      measure: sql`coalesce(q.measure, 0)`,
    },
    search: sql<string>`t.search_text`,
  }
}

const shapeFarmer =
  (actor: Actor) =>
  (stored: StoredFarmer): FarmerWithFinding => ({
    ...stored,
    value: personal(actor, stored.value),
    measure: stored.measure === null ? null : Number(stored.measure),
  })
