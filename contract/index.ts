import { accountChecks } from './accountChecks.ts'
import { adminOrganisationList, adminOrganisations } from './adminOrganisations.ts'
import { adminReports, adminRoleList, adminRoles, findingList } from './adminRoles.ts'
import { adminHolidayList, adminHolidays } from './adminHolidays.ts'
import { adminDisclaimerList, adminSeasonList, adminSettingList, adminSettings } from './adminSettings.ts'
import { adminUserList, adminUsers } from './adminUsers.ts'
import { audit, auditList } from './audit.ts'
import { bankMessages } from './bankMessages.ts'
import { limitList, limits } from './limits.ts'
import { dashboard } from './dashboard.ts'
import { dataQuality, farmerFindingList, societyQualityList } from './dataQuality.ts'
import { farmerDeliveries } from './farmerDeliveries.ts'
import { farmerPage } from './farmerPage.ts'
import { farmerList, farmers, farmersSummaryList } from './farmers.ts'
import { inbox, inboxList } from './inbox.ts'
import { invitation } from './invitation.ts'
import { commissionList, loanHistoryList, loanReports, loanSummaryList } from './loanReports.ts'
import { payoutList, payouts } from './payouts.ts'
import { loanScheduleLineList, loanScheduleList, loanSchedules } from './loanSchedules.ts'
import { loanStatements } from './loanStatements.ts'
import { notifications } from './notifications.ts'
import { organisations } from './organisations.ts'
import { reconciliation } from './reconciliation.ts'
import { exceptionList } from './statementExceptions.ts'
import { records } from './records.ts'
import { reference } from './reference.ts'
import { subjectPack } from './subjectPack.ts'
import { session } from './session.ts'
import { texts } from './texts.ts'
import { settlementAccounts, settlementList } from './settlementAccounts.ts'
import { uploads } from './uploads.ts'
import { views } from './views.ts'

type Records = typeof records
const callsOfRecords = Object.fromEntries(Object.entries(records).map(([name, { calls }]) => [name, calls])) as {
  [Name in keyof Records]: Records[Name]['calls']
} // border: the same names

/** The house register: everything declared, once. Routes, docs and the "every …" tests walk these lists. */
export const endpoints = {
  ...callsOfRecords,
  session,
  inbox,
  notifications,
  uploads,
  farmers,
  farmerDeliveries,
  farmerPage,
  subjectPack,
  texts,
  limits,
  payouts,
  reconciliation,
  loanReports,
  loanSchedules,
  loanStatements,
  settlementAccounts,
  organisations,
  reference,
  accountChecks,
  bankMessages,
  dataQuality,
  dashboard,
  audit,
  views,
  invitation,
  adminUsers,
  adminRoles,
  adminOrganisations,
  adminSettings,
  adminHolidays,
  adminReports,
}
export const workflows = Object.values(records).map(({ flow }) => flow)
const files = Object.values(records).flatMap((record) => ('file' in record ? [record] : []))
export const uploadKinds = files.map(({ file }) => file)
/** The kinds by name: whoever keeps something for each of them is told by the compiler of a new one. */
export type UploadKindName = (typeof uploadKinds)[number]['name']
export const lists = [
  ...Object.values(records).map(({ list }) => list),
  // Two kinds of file may become the same rows.
  ...new Set(files.map(({ rows }) => rows)),
  farmerList,
  farmersSummaryList,
  limitList,
  payoutList,
  exceptionList,
  settlementList,
  commissionList,
  loanSummaryList,
  loanHistoryList,
  loanScheduleList,
  loanScheduleLineList,
  societyQualityList,
  farmerFindingList,
  inboxList,
  auditList,
  adminUserList,
  adminRoleList,
  adminOrganisationList,
  adminSettingList,
  adminSeasonList,
  adminHolidayList,
  adminDisclaimerList,
  findingList,
]
