import { adminChanges } from './administration/changes.ts'
import { cherryDeliveryUploads } from './deliveries/cherryDeliveryUploads.ts'
import { factories } from './deliveries/factories.ts'
import { createdFarmers } from './farmers/createdFarmers.ts'
import { plots } from './farmers/plots.ts'
import { updateRequests } from './farmers/updateRequests.ts'
import type { ServedRecord } from './kit/serveRecord.ts'
import { limitFiles } from './limits/limitFiles.ts'
import { waysOn } from './payouts/waysOn.ts'
import { cherryRates } from './rates/cherryRates.ts'
import { exceptionResolutions } from './reconciliation/resolveException.ts'
import { statementImports } from './reconciliation/statementImports.ts'

/** The second register: every kind of record that is served as a whole. */
export const records: readonly ServedRecord[] = [
  createdFarmers,
  updateRequests,
  plots,
  cherryDeliveryUploads,
  factories,
  limitFiles,
  cherryRates,
  waysOn,
  exceptionResolutions,
  statementImports,
  adminChanges,
]
