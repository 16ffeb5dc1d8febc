import type { SessionUser } from '#contract/house/session.ts'
import { settlementAccounts, settlementList } from '#contract/loanReports/settlementAccounts.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { parsePeriod } from './settlementSearch.ts'

/** The settlement accounts of the own society or, for wide readers, of all, between the days that the address names. */
export function settlementSource({ organisation }: SessionUser, search: object): ListSource {
  const { from, to } = parsePeriod({ ...search })
  return {
    list: settlementList,
    endpoint: settlementAccounts.list,
    params: { growerCode: organisation.organisationCode },
    also: { ...(from ? { from } : {}), ...(to ? { to } : {}) },
  }
}
