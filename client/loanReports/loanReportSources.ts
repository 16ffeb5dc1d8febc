import { commissionList, loanHistoryList, loanReports, loanSummaryList } from '#contract/loanReports/loanReports.ts'
import { loanRequest } from '#contract/loans/loanRequests.ts'
import { loanScheduleLineList, loanScheduleList, loanSchedules } from '#contract/loanReports/loanSchedules.ts'
import type { SessionUser } from '#contract/house/session.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

/** Fees of the own society or, for wide readers, of all. */
export const commissionsSource = (user: SessionUser): ListSource => ({
  list: commissionList,
  endpoint: loanReports.commissions,
  params: { organizationId: user.organisation.id },
})

export const loanSummarySource = (user: SessionUser): ListSource => ({
  list: loanSummaryList,
  endpoint: loanReports.summary,
  params: { organizationId: user.organisation.id },
})

/** Loan requests of one society. */
export const societyLoansSource = (organisationCode: string): ListSource => ({
  list: loanRequest.list,
  endpoint: loanRequest.calls.all,
  params: { organisationCode },
})

export const loanSchedulesSource = (user: SessionUser): ListSource => ({
  list: loanScheduleList,
  endpoint: loanSchedules.all,
  params: { organisationId: user.organisation.id },
})

/** The members of one schedule. */
export const loanScheduleSource = (id: string): ListSource => ({
  list: loanScheduleLineList,
  endpoint: loanSchedules.lines,
  params: { id },
})

export const loanHistorySource = (organizationId: string, farmerId: string): ListSource => ({
  list: loanHistoryList,
  endpoint: loanReports.historyList,
  params: { organizationId, farmerId },
})
