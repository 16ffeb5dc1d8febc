import { farmerCompanyUpload, farmerUpload } from '#contract/farmerUploads.ts'
import { farmers } from '#contract/farmers.ts'
import { useCall } from '#client/kit/queries.ts'
import { may, useUser } from '#client/kit/user.ts'

const most = 5
/** One letter finds nearly everything, which helps nobody. */
const atLeast = 2

/** Farmers and uploads of both kinds that match what was typed into the command palette. */
export function useFound(search: string) {
  const user = useUser()
  const organisation = user.organisation.id
  const query = { paginate: 'Y', page: 0, size: most, search } as const
  const wanted = search.length >= atLeast
  const people = useCall(
    farmers.ofOrganisation,
    { params: { organizationId: organisation }, query },
    { enabled: wanted && may(user, farmers.ofOrganisation.allow) },
  )
  const files = useCall(
    farmerUpload.calls.list,
    { params: { organisationId: organisation }, query },
    { enabled: wanted && may(user, farmerUpload.calls.list.allow) },
  )
  const companyFiles = useCall(
    farmerCompanyUpload.calls.list,
    { params: { organisationId: organisation }, query },
    { enabled: wanted && may(user, farmerCompanyUpload.calls.list.allow) },
  )
  return {
    farmers: wanted ? rowsOf(people.data) : [],
    uploads: wanted ? rowsOf(files.data) : [],
    companyUploads: wanted ? rowsOf(companyFiles.data) : [],
    searching: people.isFetching || files.isFetching || companyFiles.isFetching,
  }
}

/** With paginate=Y the answer is a page; the bare list is for old clients. */
const rowsOf = <Row>(answer: { data: Row[] } | Row[] | undefined): Row[] =>
  answer === undefined ? [] : Array.isArray(answer) ? answer : answer.data
