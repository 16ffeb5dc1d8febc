import { farmerList, farmers, farmersSummaryList } from '#contract/farmers/farmers.ts'
import type { SessionUser } from '#contract/house/session.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

/** Farmers of the own organisation or, with a code, of one society. */
export const farmersSource = (user: SessionUser, organisationCode?: string): ListSource =>
  organisationCode
    ? { list: farmerList, endpoint: farmers.ofSociety, params: { orgisationCode: organisationCode } }
    : { list: farmerList, endpoint: farmers.ofOrganisation, params: { organizationId: user.organisation.id } }

export const summarySource = (user: SessionUser): ListSource => ({
  list: farmersSummaryList,
  endpoint: farmers.summary,
  params: { organisationId: user.organisation.id },
})
