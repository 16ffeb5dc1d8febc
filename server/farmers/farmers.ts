import { farmerList, farmers, farmersSummaryList, type Farmer, type FarmersSummary } from '#contract/farmers/farmers.ts'
import { createdFarmerFlow } from '#contract/farmers/createdFarmers.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { searched } from '#server/kit/records/findHits.ts'
import { listPage, type Listing, type ListSource } from '#server/kit/records/listPage.ts'
import { personal, scopeOf, searchesOpenly, type Organisation } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { statusOf } from '#server/kit/web/status.ts'

/** A farmer as the register holds one, with the names of what it points to. */
export type StoredFarmer = {
  id: string
  organisation_id: string
  organisation_code: string
  organisation_name: string
  type: Farmer['farmerTypeName']
  full_name: string
  first_name: string
  middle_name: string
  last_name: string
  company_name: string
  id_number: string
  member_number: string
  mobile_number: string
  gender: string
  acreage: string
  county: string
  ward: string
  institution_code: string
  institution_name: string
  bank_code: string
  account_name: string
  account_number: string
  account_state: Farmer['accountState']
  life_state: Farmer['lifeState']
  status: string
  created_at: Date
}

export const farmerTables = sql`farmers t join organisations o on o.id = t.organisation_id join counties c on c.id = t.county_id join wards w on w.id = t.ward_id join institutions i on i.code = t.institution_code`
export const farmerColumns = sql<StoredFarmer>`t.id, t.organisation_id, o.code as organisation_code, o.name as organisation_name, t.type, t.full_name, t.first_name, t.middle_name, t.last_name, t.company_name, t.id_number,
  t.member_number, t.mobile_number, t.gender, t.acreage, c.name as county, w.name as ward, t.institution_code, i.name as institution_name, i.bank_code, t.account_name, t.account_number, t.account_state, t.life_state, t.status, t.created_at`

function farmerSource(actor: Actor, organisation: Organisation, search: string): ListSource<StoredFarmer> {
  const approved = sql`t.status = 'APPROVED'`
  return {
    base: sql`farmers t`,
    ...(scopeOf(actor).wide ? { allOf: { relation: 'farmers_approved', where: [approved] } } : {}),
    from: farmerTables,
    select: farmerColumns,
    where: [
      approved,
      ...(organisation ? [sql`t.organisation_id = ${organisation.id}`] : []),
      ...searchesOpenly(actor, search, sql`t.full_name || ' ' || t.member_number`),
    ],
    columns: {
      memberNumber: sql`t.member_number`,
      fullName: sql`t.full_name`,
      acreage: sql`t.acreage`,
      farmerTypeName: sql`t.type`,
      gender: sql`t.gender`,
      accountState: sql`t.account_state`,
      lifeState: sql`t.life_state`,
      created: sql`t.id`,
    },
    search: sql<string>`t.search_text`,
    find: (patterns, most) => sql`find_farmers(${organisation?.id ?? null}, ${patterns}, ${most})`,
  }
}

/** A farmer on the wire, personal values masked for readers who may not see them. */
export const shapeFarmer =
  (actor: Actor) =>
  (stored: StoredFarmer): Farmer => {
    const isCompany = stored.type === 'FCS_FARMER_COMPANY'
    const account = personal(actor, stored.account_number)
    const identity = personal(actor, stored.id_number)
    return {
      id: stored.id,
      organizationId: stored.organisation_id,
      organisationCode: stored.organisation_code,
      organisationName: stored.organisation_name,
      growerCode: stored.organisation_code,
      fullName: stored.full_name,
      firstName: stored.first_name,
      middleName: stored.middle_name,
      lastName: stored.last_name,
      farmerId: identity,
      memberNumber: stored.member_number,
      mobileNumber: personal(actor, stored.mobile_number),
      gender: stored.gender,
      acreage: Number(stored.acreage),
      farmerTypeName: stored.type,
      companyName: stored.company_name,
      companyRegNumber: isCompany ? identity : '',
      county: stored.county,
      ward: stored.ward,
      institutionCode: stored.institution_code,
      institutionName: stored.institution_name,
      bankCode: stored.bank_code,
      bankName: stored.institution_name,
      accountName: stored.account_name,
      accountNumber: account,
      bankAccount: account,
      accountState: stored.account_state,
      lifeState: stored.life_state,
      status: statusOf(createdFarmerFlow, stored.status),
      created: stored.created_at.toISOString(),
    }
  }

async function listFarmers({ tx, actor, organisation, query }: Listing) {
  return listPage({
    tx,
    actor,
    screen: farmerList,
    query,
    source: farmerSource(actor, organisation, query.search),
    shape: shapeFarmer(actor),
  })
}

type StoredSummary = {
  id: string
  code: string
  name: string
  county: string | null
  count: number
  verified: number
  mapped: number
  percent: string
}

const counted = sql`lateral (select n.*, m.mapped, case when n.active = 0 then 0 else round(100.0 * m.mapped / n.active, 1) end as percent from (select count(*)::int as count, (count(*) filter (where f.account_state = 'VERIFIED'))::int as verified, (count(*) filter (where f.life_state = 'ACTIVE'))::int as active from farmers f where f.organisation_id = t.id and f.status = 'APPROVED') n, (select count(distinct p.farmer_id)::int as mapped from farm_plots p join farmers f on f.id = p.farmer_id where p.organisation_id = t.id and p.status = 'VERIFIED' and f.status = 'APPROVED' and f.life_state = 'ACTIVE') m) n`

function summarySource(organisation: Organisation): ListSource<StoredSummary> {
  return {
    base: sql`organisations t, ${counted}`,
    from: sql`organisations t left join counties c on c.id = t.county_id cross join ${counted}`,
    select: sql<StoredSummary>`t.id, t.code, t.name, c.name as county, n.count, n.verified, n.mapped, n.percent`,
    where: [sql`t.type = 'FARMER_SOCIETY'`, ...(organisation ? [sql`t.id = ${organisation.id}`] : [])],
    columns: {
      organisationName: sql`t.name`,
      organisationCode: sql`t.code`,
      count: sql`n.count`,
      mappedPercent: sql`n.percent`,
    },
    search: sql<string>`upper(t.name || ' ' || t.code)`,
  }
}

const shapeSummary = (stored: StoredSummary): FarmersSummary => ({
  id: stored.id,
  organisationName: stored.name,
  organisationCode: stored.code,
  county: stored.county ?? '',
  count: stored.count,
  verifiedAccounts: stored.verified,
  mapped: stored.mapped,
  mappedPercent: Number(stored.percent),
})

export const farmerRoutes = serve(farmers, {
  ofOrganisation: listFarmers,
  ofSociety: listFarmers,
  summary: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: farmersSummaryList,
      query,
      source: summarySource(organisation),
      shape: shapeSummary,
    }),
})

export const searchedFarmers = searched({
  kind: 'registered_farmer',
  list: farmers.ofOrganisation,
  screen: farmerList,
  source: ({ actor, organisation, query }) => farmerSource(actor, organisation, query.search),
  shape: shapeFarmer,
})
