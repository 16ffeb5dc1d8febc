import { adminChanges } from './administration/changes.ts'
import { catalogueFiles } from './catalogue/catalogueFiles.ts'
import { catalogueRecords } from './catalogue/catalogueRecords.ts'
import { cherryDeliveries } from './deliveries/cherryDeliveries.ts'
import { cherryDeliveryUploads } from './deliveries/cherryDeliveryUploads.ts'
import { factories } from './deliveries/factories.ts'
import { estateCuredFiles } from './estateCured/estateCuredFiles.ts'
import { estateCuredRecords } from './estateCured/estateCuredRecords.ts'
import { createdFarmers } from './farmers/createdFarmers.ts'
import { farmerCompanyUploads, farmerUploads } from '#server/farmers/uploads/farmerUploads.ts'
import { plots } from '#server/farmers/plots/plots.ts'
import { updateRequests } from '#server/farmers/updates/updateRequests.ts'
import type { ServedRecord } from '#server/kit/records/serveRecord.ts'
import { dispatchFiles } from './dispatch/dispatchFiles.ts'
import { dispatchRecords } from './dispatch/dispatchRecords.ts'
import { limitFiles } from './limits/limitFiles.ts'
import { loanRequests } from './loans/loanRequests.ts'
import { parchments } from './parchment/parchments.ts'
import { payoutResolutions } from './payouts/payoutResolutions.ts'
import { communalPayments } from './schedules/communalPayments.ts'
import { deductions } from './schedules/deductions/deductions.ts'
import { deductionUploads } from './schedules/deductions/deductionUploads.ts'
import { paymentRetries } from './schedules/paymentRetries.ts'
import { rtgsFiles } from './rtgs/rtgsFiles.ts'
import { seasonReopenings } from './schedules/seasonReopenings.ts'
import { societyTransfers } from './payments/societyTransfers.ts'
import { communalRates } from './payments/communalRates.ts'
import { conversionRates } from './payments/conversionRates.ts'
import { societyAccounts } from './payments/societyAccounts.ts'
import { resultFiles } from './results/resultFiles.ts'
import { sales } from './sales/sales.ts'
import { buyerPayments } from './settlement/buyerPayments.ts'
import { saleClaims } from './settlement/saleClaims.ts'
import { tradeAccounts } from './settlement/tradeAccounts.ts'
import { eslips } from './settlement/eslips.ts'
import { feeRules } from './settlement/feeRules.ts'
import { cherryRates } from './rates/cherryRates.ts'
import { exceptionResolutions } from './reconciliation/resolveException.ts'
import { statementImports } from './reconciliation/statementImports.ts'

/** The second register: how each kind of record is served. The inbox, the audit trail and the tests walk it too. */
export const records: readonly ServedRecord[] = [
  farmerUploads,
  farmerCompanyUploads,
  createdFarmers,
  updateRequests,
  plots,
  cherryDeliveries,
  cherryDeliveryUploads,
  factories,
  limitFiles,
  cherryRates,
  conversionRates,
  societyTransfers,
  communalPayments,
  paymentRetries,
  rtgsFiles,
  deductions,
  deductionUploads,
  seasonReopenings,
  communalRates,
  societyAccounts,
  parchments,
  catalogueFiles,
  catalogueRecords,
  dispatchFiles,
  dispatchRecords,
  resultFiles,
  sales,
  feeRules,
  eslips,
  buyerPayments,
  saleClaims,
  tradeAccounts,
  estateCuredFiles,
  estateCuredRecords,
  loanRequests,
  exceptionResolutions,
  statementImports,
  payoutResolutions,
  adminChanges,
]

export const recordKinds = records.map(({ kind }) => kind)

/** Every kind of file with its checks. */
export const uploadBindings = records.flatMap(({ binding }) => binding ?? [])
