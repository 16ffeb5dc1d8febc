import { adminChange } from '#contract/administration/adminChanges.ts'
import { catalogueFile } from '#contract/catalogue/catalogueFiles.ts'
import { catalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { cherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { cherryDeliveryUpload } from '#contract/deliveries/cherryDeliveryUploads.ts'
import { communalPayment } from '#contract/schedules/communalPayments.ts'
import { deduction } from '#contract/schedules/deductions.ts'
import { deductionUpload } from '#contract/schedules/deductionUploads.ts'
import { paymentRetry } from '#contract/schedules/paymentRetries.ts'
import { rtgsFile } from '#contract/rtgs/rtgsFiles.ts'
import { seasonReopening } from '#contract/schedules/seasonReopenings.ts'
import { societyTransfer } from '#contract/payments/societyTransfers.ts'
import { communalRate } from '#contract/payments/communalRates.ts'
import { conversionRate } from '#contract/payments/conversionRates.ts'
import { societyAccount } from '#contract/payments/societyAccounts.ts'
import { cherryRate } from '#contract/rates/cherryRates.ts'
import { createdFarmer } from '#contract/farmers/createdFarmers.ts'
import { factoryChange } from '#contract/deliveries/factories.ts'
import { estateCuredFileRecord } from '#contract/estateCured/estateCuredFiles.ts'
import { estateCuredRecord } from '#contract/estateCured/estateCuredRecords.ts'
import { farmerCompanyUpload, farmerUpload } from '#contract/farmers/farmerUploads.ts'
import { limitFile } from '#contract/limits/limitFiles.ts'
import { loanRequest } from '#contract/loans/loanRequests.ts'
import { parchment } from '#contract/parchment/parchments.ts'
import { dispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { dispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { plot } from '#contract/farmers/plots.ts'
import { exceptionResolution } from '#contract/reconciliation/statementExceptions.ts'
import { statementImport } from '#contract/reconciliation/statementImports.ts'
import { updateRequest } from '#contract/farmers/updateRequests.ts'
import { resultFileRecord } from '#contract/results/resultFiles.ts'
import { sale } from '#contract/sales/sales.ts'
import { buyerPayment } from '#contract/settlement/buyerPayments.ts'
import { saleClaim } from '#contract/settlement/saleClaims.ts'
import { tradeAccount } from '#contract/settlement/tradeAccounts.ts'
import { eslip } from '#contract/settlement/eslips.ts'
import { feeRule } from '#contract/settlement/feeRules.ts'
import { payoutResolution } from '#contract/payouts/payoutResolutions.ts'

/** The first register: every kind of record with a workflow, by the name of its calls. */
export const records = {
  farmerUploads: farmerUpload,
  farmerCompanyUploads: farmerCompanyUpload,
  createdFarmers: createdFarmer,
  updateRequests: updateRequest,
  plots: plot,
  cherryDeliveries: cherryDelivery,
  cherryDeliveryUploads: cherryDeliveryUpload,
  factories: factoryChange,
  limitFiles: limitFile,
  cherryRates: cherryRate,
  conversionRates: conversionRate,
  communalPayments: communalPayment,
  paymentRetries: paymentRetry,
  rtgsFiles: rtgsFile,
  deductions: deduction,
  deductionFiles: deductionUpload,
  seasonReopenings: seasonReopening,
  societyTransfers: societyTransfer,
  communalRates: communalRate,
  societyAccounts: societyAccount,
  parchments: parchment,
  catalogueFiles: catalogueFile,
  catalogueRecords: catalogueRecord,
  dispatchFiles: dispatchFile,
  dispatchRecords: dispatchRecord,
  resultFiles: resultFileRecord,
  sales: sale,
  feeRules: feeRule,
  eslips: eslip,
  buyerPayments: buyerPayment,
  saleClaims: saleClaim,
  tradeAccounts: tradeAccount,
  estateCuredFiles: estateCuredFileRecord,
  estateCuredRecords: estateCuredRecord,
  loanRequests: loanRequest,
  exceptionResolutions: exceptionResolution,
  statementImports: statementImport,
  payoutResolutions: payoutResolution,
  adminChanges: adminChange,
}
