import { adminReportRoutes } from './administration/makersAndCheckers.ts'
import { adminOrganisationRoutes } from './administration/organisationCalls.ts'
import { adminRoleRoutes } from './administration/roleCalls.ts'
import { adminProviderRoutes } from './administration/providerCalls.ts'
import { adminHolidayRoutes } from './administration/holidayCalls.ts'
import { adminSettingRoutes } from './administration/settingCalls.ts'
import { adminServiceRoutes } from './administration/serviceCalls.ts'
import { adminUserRoutes } from './administration/userCalls.ts'
import { auditRoutes } from './audit/audit.ts'
import { balanceRoutes } from './balances/balances.ts'
import { countyReportRoutes } from './dashboard/countyReports.ts'
import { dashboardRoutes } from './dashboard/dashboard.ts'
import { dataQualityRoutes } from './dataQuality/dataQuality.ts'
import { cherrySummaryRoutes } from './deliveries/cherrySummary.ts'
import { factoryDayRoutes } from './deliveries/factoryDay.ts'
import { farmerDeliveryRoutes } from './deliveries/farmerDeliveries.ts'
import { farmerOverviewRoutes } from './farmers/farmerOverview.ts'
import { farmerPageRoutes } from './farmers/farmerPage.ts'
import { farmerRoutes, searchedFarmers } from './farmers/farmers.ts'
import { subjectPackRoutes } from '#server/farmers/subjectPack/subjectPack.ts'
import { inboxRoutes } from './inbox/inbox.ts'
import { notificationRoutes } from './notifications/notifications.ts'
import { organisationLookUpRoutes } from '#server/facts/lookups.ts'
import { accountCheckRoutes } from './bank/accountChecks.ts'
import { bankMessageRoutes } from './bank/bankMessages.ts'
import { loanReportRoutes } from './loanReports/loanReports.ts'
import { loanScheduleRoutes } from './loanReports/loanSchedules.ts'
import { loanStatementRoutes } from './loanReports/loanStatements.ts'
import { settlementAccountRoutes } from './loanReports/settlement.ts'
import { loanSlipRoutes } from './loans/loanSlips.ts'
import { loanTrackRoutes } from './loans/loanTrack.ts'
import { payoutRoutes, searchedPayouts } from './payouts/payouts.ts'
import { scheduleDraftRoutes } from './schedules/scheduleDrafts.ts'
import { openLineRoutes, openLineWork } from './schedules/openLines.ts'
import { scheduleLineRoutes } from './schedules/scheduleLineRows.ts'
import { eslipPaperRoutes } from './settlement/eslipPaper.ts'
import { saleReportRoutes } from './settlement/saleReports.ts'
import { chainRoutes } from './statements/chains.ts'
import { slipEvidenceRoutes } from './statements/slipEvidence.ts'
import { checkedScheduleRoutes } from './statements/checkedSchedules.ts'
import { scheduleWorkbookRoutes } from './statements/scheduleWorkbook.ts'
import { farmerStatementRoutes } from './statements/farmerStatements.ts'
import { seasonAccountRoutes } from './statements/seasonAccount.ts'
import { limitRoutes } from './limits/limits.ts'
import type { Route } from '#server/kit/web/serve.ts'
import { recordKinds, records, uploadBindings } from './records.ts'
import { reconciliationRoutes } from './reconciliation/reconciliation.ts'
import { outturnRoutes } from './outturns/outturns.ts'
import { timelineRoutes } from './outturns/timeline.ts'
import { priceRoutes } from './stock/prices.ts'
import { salesStatementRoutes } from './stock/salesStatement.ts'
import { stockRoutes } from './stock/stock.ts'
import { referenceRoutes } from '#server/facts/reference.ts'
import { auctionResultRoutes } from './results/auctionResults.ts'
import { saleDayRoutes } from './sales/saleDays.ts'
import { searchRoutes } from './search/search.ts'
import { firstDayRoutes } from './session/firstDay.ts'
import { ownSessionRoutes } from './session/ownSessions.ts'
import { passkeyRoutes } from './session/passkeys.ts'
import { invitationRoutes } from './session/invitation.ts'
import { providerSignInRoutes } from './session/providerSignIn.ts'
import { sessionRoutes } from './session/session.ts'
import { textRoutes } from './texts/textsOfFarmer.ts'
import { uploadRoutes } from './uploads/uploads.ts'
import { catalogueOfDispatch, dispatchTemplate } from './dispatch/dispatchTemplate.ts'
import { closedCatalogueRoutes } from './catalogue/closedCatalogues.ts'
import { weightDifferenceRoutes } from './dispatch/weightDifferences.ts'
import { viewRoutes } from './views/views.ts'

/** Every call the server answers, in no particular order: the router picks the most exact path. */
export const routes: readonly Route[] = [
  ...records.flatMap((record) => record.routes),
  ...sessionRoutes,
  ...ownSessionRoutes,
  ...passkeyRoutes,
  ...providerSignInRoutes,
  ...invitationRoutes,
  ...inboxRoutes(records, [openLineWork]),
  ...searchRoutes([searchedFarmers, searchedPayouts, ...records.flatMap((record) => record.searched ?? [])]),
  ...firstDayRoutes(recordKinds),
  ...notificationRoutes(records),
  ...uploadRoutes(uploadBindings),
  ...farmerRoutes,
  ...organisationLookUpRoutes,
  ...cherrySummaryRoutes,
  ...factoryDayRoutes,
  ...farmerDeliveryRoutes,
  ...farmerOverviewRoutes,
  ...farmerPageRoutes,
  ...subjectPackRoutes,
  ...textRoutes,
  ...limitRoutes,
  ...payoutRoutes,
  ...loanTrackRoutes,
  ...loanSlipRoutes,
  ...loanReportRoutes,
  ...loanScheduleRoutes,
  ...loanStatementRoutes,
  ...settlementAccountRoutes,
  ...scheduleLineRoutes,
  ...scheduleWorkbookRoutes,
  ...checkedScheduleRoutes,
  ...eslipPaperRoutes,
  ...saleReportRoutes,
  ...openLineRoutes,
  ...scheduleDraftRoutes,
  ...farmerStatementRoutes,
  ...chainRoutes,
  ...slipEvidenceRoutes,
  ...seasonAccountRoutes,
  ...auctionResultRoutes,
  ...saleDayRoutes,
  ...reconciliationRoutes,
  ...referenceRoutes([dispatchTemplate, catalogueOfDispatch]),
  ...outturnRoutes,
  ...timelineRoutes,
  ...balanceRoutes,
  ...priceRoutes,
  ...salesStatementRoutes,
  ...stockRoutes,
  ...accountCheckRoutes,
  ...bankMessageRoutes,
  ...dataQualityRoutes,
  ...dashboardRoutes(recordKinds),
  ...countyReportRoutes,
  ...auditRoutes(recordKinds),
  ...viewRoutes,
  ...weightDifferenceRoutes,
  ...closedCatalogueRoutes,
  ...adminUserRoutes,
  ...adminServiceRoutes,
  ...adminRoleRoutes,
  ...adminOrganisationRoutes,
  ...adminSettingRoutes,
  ...adminHolidayRoutes,
  ...adminProviderRoutes,
  ...adminReportRoutes(recordKinds),
]
