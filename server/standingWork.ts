import { startKeepingBalances } from './balances/checkBalances.ts'
import { startKeepingErased } from './farmers/updates/erasedRegister.ts'
import { startClosingCatalogues } from './catalogue/closeCatalogues.ts'
import { startReconcilingCatalogue } from './catalogue/reconcileLots.ts'
import { startCountyReports } from './dashboard/keepCountyReports.ts'
import { startFigures } from './dataQuality/keepFigures.ts'
import { startReleasingEstateCured } from './estateCured/estateCuredHolds.ts'
import type { House } from './kit/house.ts'
import { startWatchingReplica } from './kit/replica.ts'
import { startSealing } from '#server/kit/audit/sealAudit.ts'
import { startCountingUses } from '#server/kit/services/serviceUses.ts'
import { startReleasingHolds } from './ledger/releaseHolds.ts'
import { startExpiringLoans } from './loans/expireLoans.ts'
import { startMailing } from './notifications/mailing.ts'
import { startExpiringRates } from './payments/expireRates.ts'
import { startPayouts } from './payouts/keepPayouts.ts'
import { startStatements } from './reconciliation/pullStatements.ts'
import { startRtgs } from './rtgs/sendFiles.ts'
import { startMarkingDefaults } from './settlement/defaultEslips.ts'
import { startPlacingReceipts } from './settlement/placeReceipts.ts'
import { startSendingLegs } from './settlement/sendLegs.ts'
import { startSweeping } from './session/session.ts'
import { startKeeping } from './removeOverdue.ts'
import { startPrices } from './stock/keepPrices.ts'
import { startTexting } from './texts/sendTexts.ts'

/** Everything that a server does again and again by itself. Any number of servers may do so at once. */
export const standingWork: readonly ((house: House) => { stop: () => Promise<void> })[] = [
  startSealing,
  startSweeping,
  startCountingUses,
  startMailing,
  startPayouts,
  startRtgs,
  startFigures,
  startCountyReports,
  startStatements,
  startExpiringLoans,
  startExpiringRates,
  startReleasingHolds,
  startReconcilingCatalogue,
  startClosingCatalogues,
  startKeeping,
  startKeepingErased,
  startTexting,
  startReleasingEstateCured,
  startPlacingReceipts,
  startSendingLegs,
  startMarkingDefaults,
  startKeepingBalances,
  startPrices,
  startWatchingReplica,
]
