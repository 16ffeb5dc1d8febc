import { accountChecks } from '#contract/bank/accountChecks.ts'
import { adminOrganisationList, adminOrganisations } from '#contract/administration/adminOrganisations.ts'
import { adminReports, adminRoleList, adminRoles, findingList } from '#contract/administration/adminRoles.ts'
import { adminHolidayList, adminHolidays } from '#contract/administration/adminHolidays.ts'
import {
  adminDisclaimerList,
  adminSeasonList,
  adminSettingList,
  adminSettings,
} from '#contract/administration/adminSettings.ts'
import { adminServiceList, adminServices, serviceUseList } from '#contract/administration/adminServices.ts'
import { adminUserList, adminUsers } from '#contract/administration/adminUsers.ts'
import { audit, auditList } from '#contract/house/audit.ts'
import { balanceList, balanceReports } from '#contract/balances/balances.ts'
import { bankMessages } from '#contract/bank/bankMessages.ts'
import { limitList, limits } from '#contract/limits/limits.ts'
import { cherrySummary, cherrySummaryList } from '#contract/deliveries/cherrySummary.ts'
import { countyReportList, countyReports } from '#contract/dashboard/countyReports.ts'
import { dashboard } from '#contract/dashboard/dashboard.ts'
import { dataQuality, farmerFindingList, societyQualityList } from '#contract/dataQuality/dataQuality.ts'
import { factoryDays } from '#contract/deliveries/factoryDay.ts'
import { farmerDeliveries } from '#contract/deliveries/farmerDeliveries.ts'
import { farmerOverview } from '#contract/farmers/farmerOverview.ts'
import { farmerPage } from '#contract/farmers/farmerPage.ts'
import { farmerList, farmers, farmersSummaryList } from '#contract/farmers/farmers.ts'
import { firstDay } from '#contract/house/firstDay.ts'
import { inbox, inboxList } from '#contract/house/inbox.ts'
import { invitation } from '#contract/house/invitation.ts'
import { commissionList, loanHistoryList, loanReports, loanSummaryList } from '#contract/loanReports/loanReports.ts'
import { ownSessions } from '#contract/session/ownSessions.ts'
import { passkeys } from '#contract/session/passkeys.ts'
import { adminProviderList, adminProviders } from '#contract/administration/adminProviders.ts'
import { providerSignIn } from '#contract/session/providerSignIn.ts'
import { payoutList, payouts } from '#contract/payouts/payouts.ts'
import { loanScheduleLineList, loanScheduleList, loanSchedules } from '#contract/loanReports/loanSchedules.ts'
import { loanSlips } from '#contract/loans/loanSlips.ts'
import { loanTracks } from '#contract/loans/loanTrack.ts'
import { loanStatements } from '#contract/loanReports/loanStatements.ts'
import { notifications } from '#contract/house/notifications.ts'
import { organisations } from '#contract/house/organisations.ts'
import { reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { exceptionList } from '#contract/reconciliation/statementExceptions.ts'
import { records } from './records.ts'
import { reference } from '#contract/house/reference.ts'
import { subjectPack } from '#contract/farmers/subjectPack.ts'
import { timelines } from '#contract/outturns/timeline.ts'
import { prices } from '#contract/stock/prices.ts'
import { salesStatementList, salesStatements } from '#contract/stock/salesStatement.ts'
import { stock } from '#contract/stock/stock.ts'
import { stockTrackerList } from '#contract/stock/stockRows.ts'
import { outturns } from '#contract/outturns/outturns.ts'
import { search } from '#contract/house/search.ts'
import { auctionResultList, auctionResults } from '#contract/results/auctionResults.ts'
import { saleDays } from '#contract/sales/saleDays.ts'
import { session } from '#contract/house/session.ts'
import { texts } from '#contract/house/texts.ts'
import { settlementAccounts, settlementList } from '#contract/loanReports/settlementAccounts.ts'
import { openLineList, openLines } from '#contract/schedules/openLines.ts'
import { scheduleDrafts } from '#contract/schedules/scheduleDrafts.ts'
import { scheduleLineList, scheduleLines } from '#contract/schedules/scheduleLines.ts'
import { saleReportList, saleReports } from '#contract/settlement/saleReports.ts'
import { eslipPapers } from '#contract/settlement/eslipPapers.ts'
import { checkedSchedules } from '#contract/statements/checkedSchedules.ts'
import { scheduleWorkbook } from '#contract/statements/scheduleWorkbook.ts'
import { chains } from '#contract/statements/chains.ts'
import { farmerStatements } from '#contract/statements/farmerStatements.ts'
import { seasonAccounts } from '#contract/statements/seasonAccount.ts'
import { unapprovedPaymentList, unapprovedPayments } from '#contract/payments/unapprovedPayments.ts'
import { uploads } from '#contract/uploads/uploads.ts'
import { closedCatalogueList, closedCatalogues } from '#contract/catalogue/closedCatalogues.ts'
import { weightDifferenceList, weightDifferences } from '#contract/dispatch/weightDifferences.ts'
import { views } from '#contract/house/views.ts'

type Records = typeof records
const callsOfRecords = Object.fromEntries(Object.entries(records).map(([name, { calls }]) => [name, calls])) as {
  [Name in keyof Records]: Records[Name]['calls']
} // border: the same names

/** The house register: everything declared, once. Routes, docs and the "every …" tests walk these lists. */
export const endpoints = {
  ...callsOfRecords,
  session,
  ownSessions,
  passkeys,
  providerSignIn,
  inbox,
  unapprovedPayments,
  search,
  firstDay,
  notifications,
  uploads,
  weightDifferences,
  closedCatalogues,
  farmers,
  farmerDeliveries,
  farmerOverview,
  factoryDays,
  farmerPage,
  subjectPack,
  texts,
  limits,
  payouts,
  reconciliation,
  loanReports,
  loanSchedules,
  loanStatements,
  loanTracks,
  loanSlips,
  settlementAccounts,
  scheduleLines,
  scheduleWorkbook,
  checkedSchedules,
  eslipPapers,
  saleReports,
  openLines,
  scheduleDrafts,
  farmerStatements,
  chains,
  seasonAccounts,
  outturns,
  timelines,
  balanceReports,
  prices,
  salesStatements,
  stock,
  auctionResults,
  saleDays,
  organisations,
  reference,
  accountChecks,
  bankMessages,
  dataQuality,
  dashboard,
  cherrySummary,
  countyReports,
  audit,
  views,
  invitation,
  adminUsers,
  adminServices,
  adminRoles,
  adminOrganisations,
  adminSettings,
  adminHolidays,
  adminProviders,
  adminReports,
}
export const workflows = Object.values(records).map(({ flow }) => flow)
const files = Object.values(records).flatMap((record) => ('file' in record ? [record] : []))
export const uploadKinds = files.map(({ file }) => file)
/** The kinds by name: where something is kept for each of them, a new one does not compile until it has it. */
export type UploadKindName = (typeof uploadKinds)[number]['name']
export const lists = [
  // Two kinds of file may become the same rows, and those of a file be records themselves.
  ...new Set([...Object.values(records).map(({ list }) => list), ...files.map(({ rows }) => rows)]),
  farmerList,
  farmersSummaryList,
  limitList,
  payoutList,
  weightDifferenceList,
  balanceList,
  closedCatalogueList,
  auctionResultList,
  salesStatementList,
  stockTrackerList,
  saleReportList,
  exceptionList,
  settlementList,
  scheduleLineList,
  openLineList,
  commissionList,
  loanSummaryList,
  loanHistoryList,
  loanScheduleList,
  loanScheduleLineList,
  societyQualityList,
  cherrySummaryList,
  countyReportList,
  farmerFindingList,
  inboxList,
  unapprovedPaymentList,
  auditList,
  adminUserList,
  adminServiceList,
  serviceUseList,
  adminRoleList,
  adminOrganisationList,
  adminSettingList,
  adminSeasonList,
  adminHolidayList,
  adminProviderList,
  adminDisclaimerList,
  findingList,
]
