import { auditList } from '#contract/house/audit.ts'
import { cherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { cherryDeliveryUpload, uploadedDeliveryList } from '#contract/deliveries/cherryDeliveryUploads.ts'
import { communalPayment } from '#contract/schedules/communalPayments.ts'
import { paymentRetry } from '#contract/schedules/paymentRetries.ts'
import { seasonReopening } from '#contract/schedules/seasonReopenings.ts'
import { openLineList } from '#contract/schedules/openLines.ts'
import { rtgsFile } from '#contract/rtgs/rtgsFiles.ts'
import { scheduleLineList } from '#contract/schedules/scheduleLines.ts'
import { deduction } from '#contract/schedules/deductions.ts'
import { societyTransfer } from '#contract/payments/societyTransfers.ts'
import { communalRate } from '#contract/payments/communalRates.ts'
import { conversionRate } from '#contract/payments/conversionRates.ts'
import { societyAccount } from '#contract/payments/societyAccounts.ts'
import { cherryRate } from '#contract/rates/cherryRates.ts'
import { sale } from '#contract/sales/sales.ts'
import { feeRule } from '#contract/settlement/feeRules.ts'
import { cherrySummaryList } from '#contract/deliveries/cherrySummary.ts'
import { factoryChange } from '#contract/deliveries/factories.ts'
import { createdFarmer } from '#contract/farmers/createdFarmers.ts'
import { closedCatalogueList } from '#contract/catalogue/closedCatalogues.ts'
import { balanceList } from '#contract/balances/balances.ts'
import { countyReportList } from '#contract/dashboard/countyReports.ts'
import { societyQualityList, workListOf } from '#contract/dataQuality/dataQuality.ts'
import { farmerCompanyUpload, farmerUpload } from '#contract/farmers/farmerUploads.ts'
import { farmerList, farmersSummaryList, uploadedFarmerList } from '#contract/farmers/farmers.ts'
import { plot } from '#contract/farmers/plots.ts'
import { updateRequest } from '#contract/farmers/updateRequests.ts'
import { unapprovedPaymentList } from '#contract/payments/unapprovedPayments.ts'
import { inboxList } from '#contract/house/inbox.ts'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import { keepBalances } from '#server/balances/checkBalances.ts'
import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { makeDeliveryFiles } from './deliveryFiles.ts'
import { estateCuredLists, makeEstateCuredRecords } from './estateCured.ts'
import { enterFarmers } from './createdFarmers.ts'
import { companiesCsv } from './farmerFiles.ts'
import { makeAdminChanges, administrationLists } from './administration.ts'
import { makeLoans, loanLists } from './loanReports.ts'
import { makeLoanRequests } from './loans.ts'
import { makeLimitFiles, limitLists } from './limitFiles.ts'
import { makeDraft, sendFarmers } from './farmerUploads.ts'
import type { PersonName } from './people.ts'
import { makeFarmerRequests } from './someRequests.ts'
import { dispatchLists, makeDispatchRecords } from './dispatchFiles.ts'
import { makeResults, resultLists } from './auctionResults.ts'
import { catalogueLists, makeCatalogues } from './catalogueFiles.ts'
import { makeParchmentRecords, parchmentLists } from './parchmentFiles.ts'
import { makeFloors } from './communalRates.ts'
import { makeRetries } from './paymentRetries.ts'
import { makeSchedules } from './schedules.ts'
import { makeFiles } from './rtgsFiles.ts'
import { makeSales } from './sales.ts'
import { makeSettlement, settlementLists } from './settlement.ts'
import { eslipLists, makeEslips } from './eslips.ts'
import { makeFeeRules } from './feeRules.ts'
import { deductionFileLists, makeDeductionFiles } from './deductionFiles.ts'
import { makeDeductions } from './deductions.ts'
import { makeReopenings } from './seasonReopenings.ts'
import { makeTransfers } from './societyTransfers.ts'
import { makeAccountChanges } from './societyAccounts.ts'
import { submitDeals } from './conversionRates.ts'
import { makeServices } from './serviceAccounts.ts'
import { proposeRates } from './cherryRates.ts'
import { makeExceptions } from './bankStatements.ts'
import { makePayouts } from './payouts.ts'
import { makePayoutResolutions, bankLists } from './stuckPayouts.ts'
import type { World } from './world.ts'

type ReadList = { screen: ListScreen; reader: PersonName; path: (world: World) => string }

let uploadId: string
let deliveriesId: string
let scheduleId: string
/** Every declared list with a call that answers it and somebody who sees many rows there, once `makeRecords` has made them. */
export const everyList: readonly ReadList[] = [
  {
    screen: farmerUpload.list,
    reader: 'wanjikuMaker',
    path: (at) => `/upload/cherry/farmerFiles/${at.organisationId('CF4100')}`,
  },
  {
    screen: farmerCompanyUpload.list,
    reader: 'wanjikuMaker',
    path: (at) => `/upload/cherry/farmerCompanyFiles/${at.organisationId('CF4100')}`,
  },
  { screen: farmerList, reader: 'peterBankChecker', path: () => '/upload/cherry/getFarmers/COOP' },
  { screen: uploadedFarmerList, reader: 'otienoChecker', path: () => `/upload/cherry/farmer/${uploadId}` },
  { screen: cherrySummaryList, reader: 'peterBankChecker', path: () => '/upload/cherry/summaryReport/COOP' },
  { screen: farmersSummaryList, reader: 'peterBankChecker', path: () => '/upload/cherry/farmer/summary/COOP' },
  {
    screen: updateRequest.list,
    reader: 'otienoChecker',
    path: (at) => `/farmer/updates/${at.organisationId('CF4100')}`,
  },
  { screen: cherryDelivery.list, reader: 'purityChecker', path: () => '/farmercherry' },
  {
    screen: cherryDeliveryUpload.list,
    reader: 'danielMaker',
    path: (at) => `/upload/cherry/deliveryFiles/${at.organisationId('CF4101')}`,
  },
  { screen: uploadedDeliveryList, reader: 'danielMaker', path: () => `/upload/cherry/deliveries/${deliveriesId}` },
  {
    screen: factoryChange.list,
    reader: 'danielMaker',
    path: (at) => `/factories/${at.organisationId('CF4101')}/changes`,
  },
  {
    screen: societyAccount.list,
    reader: 'otienoChecker',
    path: (at) => `/society-accounts/${at.organisationId('CF4100')}/changes`,
  },
  { screen: scheduleLineList, reader: 'wanjikuMaker', path: () => `/payment/schedule/${scheduleId}/lines` },
  { screen: openLineList, reader: 'peterBankChecker', path: () => '/payment/openLines/COOP' },
  { screen: communalPayment.list, reader: 'peterBankChecker', path: () => '/payment/schedules/COOP' },
  { screen: deduction.list, reader: 'peterBankChecker', path: () => '/payment/deductions/COOP' },
  { screen: seasonReopening.list, reader: 'peterBankChecker', path: () => '/payment/seasons/COOP/reopenings' },
  { screen: rtgsFile.list, reader: 'peterBankChecker', path: () => '/payment/rtgsFiles/COOP' },
  { screen: paymentRetry.list, reader: 'peterBankChecker', path: () => '/payment/retries/COOP' },
  { screen: societyTransfer.list, reader: 'peterBankChecker', path: () => '/society-transfers/COOP' },
  { screen: communalRate.list, reader: 'peterBankChecker', path: () => '/payment/fetchCommunalRateLimits/COOP' },
  { screen: conversionRate.list, reader: 'peterBankChecker', path: () => '/payment/conversionRate/history' },
  { screen: sale.list, reader: 'catherineBrokerChecker', path: () => '/admin/sales' },
  { screen: feeRule.list, reader: 'peterBankChecker', path: () => '/settlement/fees' },
  { screen: cherryRate.list, reader: 'mercyKpcuChecker', path: () => '/cherry/rate' },
  {
    screen: createdFarmer.list,
    reader: 'wanjikuMaker',
    path: (at) => `/farmer/allfarmers/${at.organisationId('CF4100')}`,
  },
  { screen: plot.list, reader: 'otienoChecker', path: (at) => `/plots/${at.organisationId('CF4100')}` },
  { screen: societyQualityList, reader: 'peterBankChecker', path: () => '/farmers/quality/COOP/societies' },
  {
    screen: workListOf('account_unverified'),
    reader: 'peterBankChecker',
    path: () => '/farmers/quality/COOP/farmers/account_unverified',
  },
  { screen: balanceList, reader: 'aminaViewer', path: () => '/balances' },
  { screen: countyReportList, reader: 'aminaViewer', path: () => '/county-reports' },
  { screen: closedCatalogueList, reader: 'kevinBrokerMaker', path: () => '/upload/catalogue/closed' },
  ...loanLists,
  ...limitLists,
  ...parchmentLists,
  ...dispatchLists,
  ...estateCuredLists,
  ...deductionFileLists,
  ...catalogueLists,
  ...eslipLists,
  ...settlementLists,
  ...resultLists,
  ...bankLists,
  { screen: unapprovedPaymentList, reader: 'otienoChecker', path: () => '/payment/unapprovedpayments' },
  { screen: inboxList, reader: 'otienoChecker', path: () => '/inbox' },
  { screen: auditList, reader: 'aminaViewer', path: () => '/audit' },
  ...administrationLists,
]

/** Records of every kind in many states, for whoever reads lists. */
export async function makeRecords(world: World): Promise<void> {
  const { wanjikuMaker, danielMaker, otienoChecker } = world.people
  uploadId = (await sendFarmers(wanjikuMaker, 9, {}, 'nine.csv')).id
  await makeDraft(wanjikuMaker)
  const discarded = await makeDraft(wanjikuMaker, 'thrown_away.csv')
  await wanjikuMaker.post(`/uploads/${discarded.id}/discard`, { version: discarded.version })
  for (const name of ['b.csv', 'A.csv', 'C%_.csv']) await sendFarmers(wanjikuMaker, 1, {}, name)
  const society = world.organisationId('CF4100')
  for (const name of ['estates.csv', 'more.csv', 'last.csv'])
    await wanjikuMaker.upload(`/upload/cherry/farmerCompany/${society}`, name, companiesCsv(1))
  await sendFarmers(danielMaker, 2)
  await enterFarmers(wanjikuMaker, otienoChecker)
  deliveriesId = await makeDeliveryFiles(world)
  await makeLimitFiles(world)
  await makeParchmentRecords(world)
  await makeDispatchRecords(world)
  await makeEstateCuredRecords(world)
  await makeCatalogues(world)
  // What is charged is agreed before the first lot is sold.
  await makeFeeRules(world)
  await makeResults(world)
  await makeFarmerRequests(world)
  const declined = await sendFarmers(wanjikuMaker, 1, {}, 'declined.csv')
  await otienoChecker.post('/upload/cherry/decline_farmer', {
    id: declined.id,
    version: declined.version,
    approverComment: 'Twice',
  })
  await makeLoanRequests(world)
  await makePayouts(world)
  await makePayoutResolutions(world)
  await makeExceptions(world)
  await makeLoans(world)
  await makeAdminChanges(world.people)
  await makeServices(world)
  await proposeRates(world.people)
  await submitDeals(world)
  await makeAccountChanges(world)
  await makeFloors(world)
  await makeTransfers(world)
  scheduleId = await makeSchedules(world)
  await makeRetries(world, scheduleId)
  await makeReopenings(world)
  await makeFiles(world)
  await makeDeductions(world)
  await makeSales(world)
  await makeEslips(world)
  await makeSettlement(world)
  await makeDeductionFiles(world)
  await keepFigures(world.house, { all: true })
  await keepBalances(world.house)
  for (let made = 0; made < 3; made += 1) await world.people.aminaViewer.post('/county-reports')
}
